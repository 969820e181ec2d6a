-- question: How long do fights take, and how many rolls to a result?
-- asks: designer
-- of: Fights that are over, in steps of 25 commands.
-- reads: share is the part of the system's fights, low and high its Wilson interval; rolls and rounds are medians.
WITH fight AS (
    SELECT system, 25 * floor(commands / 25) AS from_commands, commands, rolls, rounds
    FROM encounter
    WHERE ended IS NOT NULL
),
counted AS (
    SELECT system, count(*) AS n
    FROM fight
    GROUP BY system
)
SELECT
    fight.system,
    fight.from_commands,
    count(*) AS fights,
    counted.n,
    count(*) / counted.n AS share,
    (count(*) + 1.9208 - 1.96 * sqrt(count(*) * (counted.n - count(*)) / counted.n + 0.9604)) / (counted.n + 3.8416)
        AS low,
    (count(*) + 1.9208 + 1.96 * sqrt(count(*) * (counted.n - count(*)) / counted.n + 0.9604)) / (counted.n + 3.8416)
        AS high,
    median(fight.rolls) AS rolls,
    median(fight.rounds) AS rounds,
    CASE WHEN counted.n < 20 THEN 'too few' END AS note
FROM fight
JOIN counted ON counted.system = fight.system
GROUP BY fight.system, fight.from_commands, counted.n
ORDER BY fight.system, fight.from_commands
