-- question: Is it bad rolls that are taken back?
-- asks: organiser
-- of: Rolls that were taken back and of which high is good, by the seat that took them back.
-- reads: luck is 50 on average where it does not matter how they fell; between low and high lie 95 % of fair dice.
--     Where it does not matter at most 1 such seat in evidence ever comes to so much, however often one looks.
WITH undone AS (
    SELECT around.seat, roll.mid_p, roll.mid_p_var
    FROM roll
    JOIN command ON command.encounter = roll.encounter AND command.n = roll.command
    JOIN around ON around.encounter = command.encounter AND around.n = command.back_n
    WHERE NOT roll.live AND roll.valence = 1 AND roll.mid_p IS NOT NULL
),
thrown AS (
    SELECT
        seat,
        count(*) AS n,
        sum(mid_p) AS together,
        sum(mid_p_var) AS variance,
        sum(ln(1 - 0.9 * (2 * mid_p - 1))) AS ill_90,
        sum(ln(1 - 0.5 * (2 * mid_p - 1))) AS ill_50,
        sum(ln(1 - 0.25 * (2 * mid_p - 1))) AS ill_25,
        sum(ln(1 + 0.25 * (2 * mid_p - 1))) AS good_25,
        sum(ln(1 + 0.5 * (2 * mid_p - 1))) AS good_50,
        sum(ln(1 + 0.9 * (2 * mid_p - 1))) AS good_90
    FROM undone
    GROUP BY seat
)
SELECT
    seat,
    n,
    100 * together / n AS luck,
    50 - 196 * sqrt(variance) / n AS low,
    50 + 196 * sqrt(variance) / n AS high,
    (
        exp(least(ill_90, 700))
        + exp(least(ill_50, 700))
        + exp(least(ill_25, 700))
        + exp(least(good_25, 700))
        + exp(least(good_50, 700))
        + exp(least(good_90, 700))
    ) / 6 AS evidence,
    CASE WHEN n < 5 THEN 'too few' END AS note
FROM thrown
ORDER BY luck, n DESC, seat
