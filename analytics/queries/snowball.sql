-- question: Does whoever loses somebody first lose the fight?
-- asks: designer
-- of: Fights that one side won and in which somebody went down.
-- reads: share is how often the side that lost somebody first lost, low and high its Wilson interval at 95 %.
WITH first_down AS (
    SELECT combatant.encounter, combatant.side
    FROM combatant
    WHERE combatant.live AND combatant.first_down_n IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY combatant.encounter ORDER BY combatant.first_down_n, combatant.who) = 1
),
counted AS (
    SELECT
        encounter.system,
        count(*) AS n,
        count(*) FILTER (WHERE encounter.winner <> first_down.side) AS k
    FROM first_down
    JOIN encounter ON encounter.encounter = first_down.encounter
    WHERE encounter.ended IS NOT NULL AND encounter.winner IS NOT NULL
    GROUP BY encounter.system
)
SELECT
    system,
    k AS lost,
    n,
    k / n AS share,
    (k + 1.9208 - 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416) AS low,
    (k + 1.9208 + 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416) AS high,
    CASE WHEN n < 20 THEN 'too few' END AS note
FROM counted
ORDER BY system
