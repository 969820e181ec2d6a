-- question: Which option of a question is never chosen?
-- asks: designer
-- of: Questions that were answered and not taken back, where the lines say which option was taken.
-- reads: share is how often it was taken where it could be, low and high its Wilson interval at 95 %.
WITH offered AS (
    SELECT encounter.system, decision.kind, option.name, decision.taken
    FROM decision
    JOIN encounter ON encounter.encounter = decision.encounter
    CROSS JOIN unnest(decision.options) AS option(name)
    WHERE decision.live AND decision.taken IS NOT NULL
),
counted AS (
    SELECT system, kind, name, count(*) AS n, count(*) FILTER (WHERE taken = name) AS k
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
