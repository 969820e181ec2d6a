-- question: Does whoever comes first win more often?
-- asks: designer
-- of: Fights that one side won, by how many sides were there.
-- reads: share is how often the side with the first turn won; even is the share of a side that is one among as many.
WITH sides AS (
    SELECT encounter, count(DISTINCT side) AS sides
    FROM combatant
    WHERE live
    GROUP BY encounter
),
counted AS (
    SELECT
        encounter.system,
        sides.sides,
        count(*) AS n,
        count(*) FILTER (WHERE encounter.winner = encounter.first_side) AS k
    FROM encounter
    JOIN sides ON sides.encounter = encounter.encounter
    WHERE encounter.ended IS NOT NULL AND encounter.winner IS NOT NULL AND encounter.first_side IS NOT NULL
    GROUP BY encounter.system, sides.sides
)
SELECT
    system,
    sides,
    k AS won,
    n,
    k / n AS share,
    1 / sides AS even,
    (k + 1.9208 - 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416) AS low,
    (k + 1.9208 + 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416) AS high,
    CASE WHEN n < 20 THEN 'too few' END AS note
FROM counted
ORDER BY system, sides
