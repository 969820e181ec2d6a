-- question: Who carried their side?
-- asks: game master
-- of: All fights, by pool: points are not heads. What was taken back does not count, and what a ruling set is nobody's.
-- reads: share is the part of the side's harm to that pool; overkill is harm beyond what there was to lose; felled
--     are those who fell to them, by the pool that was hurt last.
WITH felled AS (
    SELECT life.encounter, split_part(life.felled_by, '#', 1) AS who, change.pool
    FROM life
    JOIN change
        ON change.encounter = life.encounter
        AND split_part(change.whom, '#', 1) = split_part(life.who, '#', 1)
        AND change.actor = life.felled_by
    WHERE life.live AND change.live AND change.kind = 'harm' AND change.n <= life.n
    QUALIFY row_number() OVER (PARTITION BY life.encounter, life.n ORDER BY change.n DESC, change.whom, change.pool) = 1
),
done AS (
    SELECT
        encounter,
        split_part(actor, '#', 1) AS who,
        pool,
        CASE WHEN kind = 'harm' THEN lost ELSE 0 END AS harm,
        CASE WHEN kind = 'harm' THEN amount - lost ELSE 0 END AS overkill,
        CASE WHEN kind = 'mend' THEN -lost ELSE 0 END AS mended,
        0 AS felled
    FROM change
    WHERE live AND kind IN ('harm', 'mend') AND actor IS NOT NULL
    UNION ALL
    SELECT encounter, who, pool, 0 AS harm, 0 AS overkill, 0 AS mended, 1 AS felled
    FROM felled
),
fought AS (
    SELECT encounter.system, combatant.side, combatant.who, count(*) AS fights
    FROM combatant
    JOIN encounter ON encounter.encounter = combatant.encounter
    WHERE combatant.live
    GROUP BY encounter.system, combatant.side, combatant.who
),
deeds AS (
    SELECT
        encounter.system,
        combatant.side,
        combatant.who,
        done.pool,
        sum(done.harm) AS harm,
        sum(done.overkill) AS overkill,
        sum(done.mended) AS mended,
        sum(done.felled) AS felled
    FROM done
    JOIN encounter ON encounter.encounter = done.encounter
    JOIN combatant ON combatant.encounter = done.encounter AND combatant.who = done.who AND combatant.live
    GROUP BY encounter.system, combatant.side, combatant.who, done.pool
)
SELECT
    fought.system,
    fought.side,
    fought.who,
    fought.fights AS n,
    deeds.pool,
    coalesce(deeds.harm, 0) AS harm,
    deeds.harm / nullif(sum(deeds.harm) OVER (PARTITION BY fought.system, fought.side, deeds.pool), 0) AS share,
    coalesce(deeds.overkill, 0) AS overkill,
    coalesce(deeds.mended, 0) AS mended,
    coalesce(deeds.felled, 0) AS felled,
    CASE WHEN fought.fights < 20 THEN 'too few' END AS note
FROM fought
LEFT JOIN deeds ON deeds.system = fought.system AND deeds.side = fought.side AND deeds.who = fought.who
ORDER BY fought.system, fought.side, deeds.pool NULLS LAST, deeds.harm DESC NULLS LAST, fought.who
