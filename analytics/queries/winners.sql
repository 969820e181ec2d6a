-- question: Who won, how surely, and how fast?
-- asks: game master
-- of: Fights that are over.
-- reads: share is how many of the system's fights the side won, low and high its Wilson interval at 95 %.
WITH fight AS (
    SELECT system, coalesce(winner, 'nobody') AS winner, commands, rounds
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
    fight.winner,
    count(*) AS fights,
    counted.n,
    count(*) / counted.n AS share,
    (count(*) + 1.9208 - 1.96 * sqrt(count(*) * (counted.n - count(*)) / counted.n + 0.9604)) / (counted.n + 3.8416)
        AS low,
    (count(*) + 1.9208 + 1.96 * sqrt(count(*) * (counted.n - count(*)) / counted.n + 0.9604)) / (counted.n + 3.8416)
        AS high,
    median(fight.commands) AS commands,
    median(fight.rounds) AS rounds,
    CASE WHEN counted.n < 20 THEN 'too few' END AS note
FROM fight
JOIN counted ON counted.system = fight.system
GROUP BY fight.system, fight.winner, counted.n
ORDER BY fight.system, fights DESC, fight.winner
