-- question: How surely does whoever is ahead win?
-- asks: designer
-- of: Fights that one side won and in which one was ahead as a round began; where a system has no rounds, as many turns
--     as there are combatants make one.
-- reads: lead is by how much more of the points that it brought the side ahead has left than the next one, from this
--     fifth on; share is how often it won, low and high its Wilson interval at 95 %. log_odds is 0 where being ahead is
--     nothing; where it rises from round to round the same lead counts for more.
WITH first_pool AS (
    SELECT encounter, whom, pool, after AS began, n
    FROM change
    WHERE live AND kind = 'joined' AND after > 0
    QUALIFY row_number() OVER (PARTITION BY encounter, whom ORDER BY n, pool) = 1
),
people AS (
    SELECT encounter, count(*) AS people
    FROM combatant
    WHERE live
    GROUP BY encounter
),
sides AS (
    SELECT encounter, side
    FROM combatant
    WHERE live
    GROUP BY encounter, side
),
began AS (
    SELECT
        turn.encounter,
        turn.n,
        coalesce(
            turn.round,
            1 + floor(
                (row_number() OVER (PARTITION BY turn.encounter ORDER BY turn.n) - 1) / people.people
            )
        ) AS round
    FROM turn
    JOIN people ON people.encounter = turn.encounter
    WHERE turn.live
),
moment AS (
    SELECT encounter, round, min(n) AS n
    FROM began
    GROUP BY encounter, round
),
happened AS (
    SELECT
        change.encounter,
        combatant.side,
        change.n,
        CASE WHEN change.kind = 'joined' THEN change.after ELSE 0 END AS brought,
        CASE WHEN change.kind = 'joined' THEN change.after ELSE -change.lost END AS delta,
        NULL AS round
    FROM change
    JOIN first_pool
        ON first_pool.encounter = change.encounter AND first_pool.whom = change.whom AND first_pool.pool = change.pool
    JOIN combatant
        ON combatant.encounter = change.encounter
        AND combatant.who = split_part(change.whom, '#', 1)
        AND combatant.live
    WHERE change.live AND change.kind IN ('joined', 'harm', 'mend', 'set')
    UNION ALL
    SELECT moment.encounter, sides.side, moment.n, 0 AS brought, 0 AS delta, moment.round
    FROM moment
    JOIN sides ON sides.encounter = moment.encounter
),
stood AS (
    SELECT
        encounter,
        side,
        round,
        sum(brought) OVER (
            PARTITION BY encounter, side ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS whole,
        sum(delta) OVER (
            PARTITION BY encounter, side ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS points
    FROM happened
),
ranked AS (
    SELECT
        encounter,
        side,
        round,
        points / whole AS left_over,
        row_number() OVER (PARTITION BY encounter, round ORDER BY points / whole DESC, side) AS place
    FROM stood
    WHERE round IS NOT NULL AND whole > 0
),
ahead AS (
    SELECT one.encounter, one.round, one.side, floor(round(5 * (one.left_over - other.left_over), 9)) / 5 AS lead
    FROM ranked AS one
    JOIN ranked AS other ON other.encounter = one.encounter AND other.round = one.round
    WHERE one.place = 1 AND other.place = 2 AND one.left_over > other.left_over
),
counted AS (
    SELECT
        encounter.system,
        ahead.round,
        ahead.lead,
        count(*) AS n,
        count(*) FILTER (WHERE encounter.winner = ahead.side) AS k
    FROM ahead
    JOIN encounter ON encounter.encounter = ahead.encounter
    WHERE encounter.ended IS NOT NULL AND encounter.winner IS NOT NULL
    GROUP BY encounter.system, ahead.round, ahead.lead
)
SELECT
    system,
    round,
    lead,
    k AS won,
    n,
    k / n AS share,
    (k + 1.9208 - 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416) AS low,
    (k + 1.9208 + 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416) AS high,
    ln((k + 0.5) / (n - k + 0.5)) AS log_odds,
    CASE WHEN n < 20 THEN 'too few' END AS note
FROM counted
ORDER BY system, round, lead
