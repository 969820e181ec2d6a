-- question: Which option of a question is never chosen?
-- asks: designer
-- of: Questions that were answered and not taken back, where the lines say which option was taken, once for each who
--     answered.
-- reads: share is how often it was taken where it could be, low and high its Wilson interval at 95 %.
WITH answered AS (
    SELECT encounter.system, decision.kind, decision.options, answer.given
    FROM decision
    JOIN encounter ON encounter.encounter = decision.encounter
    CROSS JOIN unnest(string_split(decision.taken, ', ')) AS answer(given)
    WHERE decision.live AND decision.taken IS NOT NULL
),
offered AS (
    SELECT answered.system, answered.kind, option.name, answered.given
    FROM answered
    CROSS JOIN unnest(answered.options) AS option(name)
),
counted AS (
    SELECT system, kind, name, count(*) AS n, count(*) FILTER (WHERE given = name) AS k
    FROM offered
    GROUP BY system, kind, name
)
SELECT
    system,
    kind,
    name,
    n AS offered,
    k AS taken,
    k / n AS share,
    (k + 1.9208 - 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416) AS low,
    (k + 1.9208 + 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416) AS high,
    CASE WHEN n < 20 THEN 'too few' END AS note
FROM counted
ORDER BY system, kind, share, n DESC, name
