-- question: How much do the dice swing a fight?
-- asks: designer
-- of: Fights that are over and that a judge was worth asking of, by roster and house rules.
-- reads: luck and result are deviations, of what the dice gave a side in a fight and of whether it won; ratio is
--     one in the other: near 0 nothing hangs on the dice. largest is the mean of the largest change that one command
--     makes.
WITH gave AS (
    SELECT encounter, side, sum(luck) AS given, max(abs(after - before)) AS peak
    FROM swing
    WHERE live
    GROUP BY encounter, side
),
fight AS (
    SELECT
        encounter.system,
        encounter.roster_digest AS roster,
        encounter.house_digest AS house,
        gave.side,
        gave.given,
        gave.peak,
        CASE WHEN encounter.winner = gave.side THEN 1 ELSE 0 END AS win
    FROM gave
    JOIN encounter ON encounter.encounter = gave.encounter
    WHERE encounter.ended IS NOT NULL
)
SELECT
    system,
    roster,
    house,
    side,
    count(*) AS n,
    stddev_samp(given) AS luck,
    stddev_samp(win) AS result,
    stddev_samp(given) / nullif(stddev_samp(win), 0) AS ratio,
    avg(peak) AS largest,
    CASE WHEN count(*) < 20 THEN 'too few' END AS note
FROM fight
GROUP BY system, roster, house, side
ORDER BY system, n DESC, roster, house, side
