-- question: Which rule comes up how often, and which never?
-- asks: designer
-- of: Lines that count; a rule is cited by the lines that rest on it.
-- reads: share is in how many of the system's fights it came up at all, low and high its Wilson interval at 95 %.
WITH counted AS (
    SELECT system, count(*) AS n
    FROM encounter
    GROUP BY system
),
cited AS (
    SELECT encounter.system, line.encounter, cite.rule
    FROM line
    JOIN encounter ON encounter.encounter = line.encounter
    CROSS JOIN unnest(line.rules) AS cite(rule)
    WHERE line.live
),
fired AS (
    SELECT system, rule, count(*) AS fired, count(DISTINCT encounter) AS fights
    FROM cited
    GROUP BY system, rule
),
known AS (
    SELECT system, rule
    FROM rulebook
    UNION
    SELECT system, rule
    FROM fired
)
SELECT
    known.system,
    known.rule,
    coalesce(fired.fired, 0) AS fired,
    coalesce(fired.fights, 0) AS fights,
    counted.n,
    coalesce(fired.fights, 0) / counted.n AS share,
    (
        coalesce(fired.fights, 0) + 1.9208
        - 1.96 * sqrt(coalesce(fired.fights, 0) * (counted.n - coalesce(fired.fights, 0)) / counted.n + 0.9604)
    ) / (counted.n + 3.8416) AS low,
    (
        coalesce(fired.fights, 0) + 1.9208
        + 1.96 * sqrt(coalesce(fired.fights, 0) * (counted.n - coalesce(fired.fights, 0)) / counted.n + 0.9604)
    ) / (counted.n + 3.8416) AS high,
    CASE WHEN counted.n < 20 THEN 'too few' END AS note
FROM known
JOIN counted ON counted.system = known.system
LEFT JOIN fired ON fired.system = known.system AND fired.rule = known.rule
ORDER BY known.system, fired DESC, known.rule
