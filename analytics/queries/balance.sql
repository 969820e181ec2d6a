-- question: Was it balanced: who won with the same roster under the same house rules?
-- asks: game master
-- of: Fights that are over, by roster and house rules.
-- reads: share is how many of these fights the side won, low and high its Wilson interval at 95 %; chance is what a
--     judge gave it as they began, where one was asked.
WITH fight AS (
    SELECT system, roster_digest, house_digest, winner
    FROM encounter
    WHERE ended IS NOT NULL
),
counted AS (
    SELECT system, roster_digest, house_digest, count(*) AS n
    FROM fight
    GROUP BY system, roster_digest, house_digest
),
won AS (
    SELECT system, roster_digest, house_digest, winner, count(*) AS k
    FROM fight
    WHERE winner IS NOT NULL
    GROUP BY system, roster_digest, house_digest, winner
),
begun AS (
    SELECT encounter, side, before
    FROM judged
    WHERE live
    QUALIFY row_number() OVER (PARTITION BY encounter, side ORDER BY n) = 1
),
start AS (
    SELECT encounter.system, encounter.roster_digest, encounter.house_digest, begun.side, avg(begun.before) AS chance
    FROM begun
    JOIN encounter ON encounter.encounter = begun.encounter
    GROUP BY encounter.system, encounter.roster_digest, encounter.house_digest, begun.side
)
SELECT
    won.system,
    won.roster_digest AS roster,
    won.house_digest AS house,
    won.winner AS side,
    won.k AS won,
    counted.n,
    won.k / counted.n AS share,
    (won.k + 1.9208 - 1.96 * sqrt(won.k * (counted.n - won.k) / counted.n + 0.9604)) / (counted.n + 3.8416) AS low,
    (won.k + 1.9208 + 1.96 * sqrt(won.k * (counted.n - won.k) / counted.n + 0.9604)) / (counted.n + 3.8416) AS high,
    start.chance,
    CASE WHEN counted.n < 20 THEN 'too few' END AS note
FROM won
JOIN counted
    ON counted.system = won.system
    AND counted.roster_digest = won.roster_digest
    AND counted.house_digest = won.house_digest
LEFT JOIN start
    ON start.system = won.system
    AND start.roster_digest = won.roster_digest
    AND start.house_digest = won.house_digest
    AND start.side = won.winner
ORDER BY won.system, counted.n DESC, won.roster_digest, won.house_digest, won.k DESC, won.winner
