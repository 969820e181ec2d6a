-- question: How long does it stay open who wins?
-- asks: designer
-- of: Fights that are over and that a judge was worth asking of, by tenths of their commands.
-- reads: open is the entropy of the chances of the sides, 1 where all are equal and 0 where it is settled; low and
--     high hold its mean at 95 %, leader is the chance of the side that is ahead.
WITH said AS (
    SELECT
        swing.encounter,
        swing.n,
        count(*) AS sides,
        sum(swing.before) AS whole,
        max(swing.before) AS ahead,
        sum(CASE WHEN swing.before > 0 THEN -swing.before * ln(swing.before) ELSE 0 END) AS parts
    FROM swing
    JOIN encounter ON encounter.encounter = swing.encounter
    WHERE swing.live AND encounter.ended IS NOT NULL
    GROUP BY swing.encounter, swing.n
),
placed AS (
    SELECT
        encounter,
        1 + floor(
            10 * (row_number() OVER (PARTITION BY encounter ORDER BY n) - 1) / count(*) OVER (PARTITION BY encounter)
        ) AS tenth,
        CASE WHEN sides > 1 AND whole > 0 THEN (ln(whole) + parts / whole) / ln(sides) ELSE 0 END AS unsettled,
        CASE WHEN whole > 0 THEN ahead / whole ELSE 1 END AS front
    FROM said
),
fight AS (
    SELECT encounter, tenth, avg(unsettled) AS unsettled, avg(front) AS front
    FROM placed
    GROUP BY encounter, tenth
)
SELECT
    encounter.system,
    fight.tenth,
    count(*) AS n,
    avg(fight.unsettled) AS open,
    CASE WHEN count(*) > 1 THEN greatest(0, avg(fight.unsettled) - 1.96 * stddev_samp(fight.unsettled) / sqrt(count(*)))
        END AS low,
    CASE WHEN count(*) > 1 THEN least(1, avg(fight.unsettled) + 1.96 * stddev_samp(fight.unsettled) / sqrt(count(*)))
        END AS high,
    avg(fight.front) AS leader,
    CASE WHEN count(*) < 20 THEN 'too few' END AS note
FROM fight
JOIN encounter ON encounter.encounter = fight.encounter
GROUP BY encounter.system, fight.tenth
ORDER BY encounter.system, fight.tenth
