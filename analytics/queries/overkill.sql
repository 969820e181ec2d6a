-- question: How much harm went beyond what there was to lose?
-- asks: game master
-- of: Harm that was not taken back.
-- reads: share is the part of the harm that met nobody.
SELECT
    encounter.system,
    change.why,
    change.pool,
    count(*) AS n,
    sum(change.lost) AS lost,
    sum(change.amount - change.lost) AS overkill,
    sum(change.amount - change.lost) / nullif(sum(change.amount), 0) AS share,
    CASE WHEN count(*) < 20 THEN 'too few' END AS note
FROM change
JOIN encounter ON encounter.encounter = change.encounter
WHERE change.live AND change.kind = 'harm'
GROUP BY encounter.system, change.why, change.pool
ORDER BY overkill DESC, encounter.system, change.why, change.pool
