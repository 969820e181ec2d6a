-- question: How lucky were whose dice, and how often do fair dice do the same?
-- asks: player
-- of: Rolls that count, of dice that somebody leads and of which high is good; fewer than 5 have no verdict.
-- reads: luck is 50 on average; between low and high lie 95 % of fair dice, and z is how many deviations it is off.
WITH thrown AS (
    SELECT seat, count(*) AS n, sum(mid_p) AS together, sum(mid_p_var) AS variance
    FROM roll
    WHERE live AND valence = 1 AND mid_p IS NOT NULL AND seat IS NOT NULL
    GROUP BY seat
)
SELECT
    seat,
    n,
    100 * together / n AS luck,
    50 - 196 * sqrt(variance) / n AS low,
    50 + 196 * sqrt(variance) / n AS high,
    (together - 0.5 * n) / nullif(sqrt(variance), 0) AS z,
    CASE WHEN n < 5 THEN 'too few' END AS note
FROM thrown
ORDER BY luck DESC, n DESC, seat
