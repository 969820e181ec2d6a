-- question: Did luck decide it: who wins with the luck of the dice taken out?
-- asks: player
-- of: Fights that are over and that a judge was worth asking of, by roster and house rules.
-- reads: adjusted is won less what the dice gave, on average the same and surer; low and high hold it at 95 %, and
--     it may lie beyond 0 and 1. part is how many of the fights it needs to be as sure as won is.
WITH gave AS (
    SELECT encounter, side, sum(luck) AS luck
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
        CASE WHEN encounter.winner = gave.side THEN 1 ELSE 0 END AS win,
        CASE WHEN encounter.winner = gave.side THEN 1 ELSE 0 END - gave.luck AS fair
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
    avg(win) AS won,
    avg(fair) AS adjusted,
    avg(fair) - 1.96 * stddev_samp(fair) / sqrt(count(*)) AS low,
    avg(fair) + 1.96 * stddev_samp(fair) / sqrt(count(*)) AS high,
    var_samp(fair) / nullif(var_samp(win), 0) AS part,
    CASE WHEN count(*) < 20 THEN 'too few' END AS note
FROM fight
GROUP BY system, roster, house, side
ORDER BY system, n DESC, roster, house, won DESC, side
