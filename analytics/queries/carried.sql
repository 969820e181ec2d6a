-- question: Who carried their side?
-- asks: game master
-- of: All fights; what was taken back does not count, and what a ruling set is nobody's harm.
-- reads: share is the part of the side's harm; overkill is harm beyond what there was to lose; felled are falls.
WITH harm AS (
    SELECT encounter, split_part(actor, '#', 1) AS who, sum(lost) AS harm, sum(amount - lost) AS overkill
    FROM change
    WHERE live AND kind = 'harm'
    GROUP BY encounter, split_part(actor, '#', 1)
),
mended AS (
    SELECT encounter, actor AS who, -sum(lost) AS mended
    FROM change
    WHERE live AND kind = 'mend' AND actor IS NOT NULL
    GROUP BY encounter, actor
),
felled AS (
    SELECT encounter, split_part(felled_by, '#', 1) AS who, count(*) AS felled
    FROM life
    WHERE live AND felled_by IS NOT NULL
    GROUP BY encounter, split_part(felled_by, '#', 1)
),
fought AS (
    SELECT
        encounter.system,
        combatant.side,
        combatant.who,
        count(*) AS fights,
        sum(coalesce(harm.harm, 0)) AS harm,
        sum(coalesce(harm.overkill, 0)) AS overkill,
        sum(coalesce(mended.mended, 0)) AS mended,
        sum(coalesce(felled.felled, 0)) AS felled
    FROM combatant
    JOIN encounter ON encounter.encounter = combatant.encounter
    LEFT JOIN harm ON harm.encounter = combatant.encounter AND harm.who = combatant.who
    LEFT JOIN mended ON mended.encounter = combatant.encounter AND mended.who = combatant.who
    LEFT JOIN felled ON felled.encounter = combatant.encounter AND felled.who = combatant.who
    WHERE combatant.live
    GROUP BY encounter.system, combatant.side, combatant.who
)
SELECT
    system,
    side,
    who,
    fights AS n,
    harm,
    harm / nullif(sum(harm) OVER (PARTITION BY system, side), 0) AS share,
    overkill,
    mended,
    felled
FROM fought
ORDER BY system, side, harm DESC, who
