-- question: What does everybody do when they are well, and when they are hurt?
-- asks: player
-- of: Commands that count, of combatants who joined with points in a pool, by the seat that gave them; their first pool
--     is looked at.
-- reads: thirds of the points they joined with; share is the verb's part of what the seat does in that third,
--     share_of_all the part it has of what all seats do there.
WITH first_pool AS (
    SELECT encounter, whom, pool, after AS began, n
    FROM change
    WHERE live AND kind = 'joined' AND after > 0
    QUALIFY row_number() OVER (PARTITION BY encounter, whom ORDER BY n, pool) = 1
),
happened AS (
    SELECT change.encounter, change.whom, change.n, -change.lost AS delta, NULL AS verb, NULL AS seat
    FROM change
    JOIN first_pool
        ON first_pool.encounter = change.encounter AND first_pool.whom = change.whom AND first_pool.pool = change.pool
    WHERE change.live AND change.kind IN ('harm', 'mend', 'set')
    UNION ALL
    SELECT command.encounter, command.actor AS whom, command.n, 0 AS delta, command.verb, command.seat
    FROM command
    WHERE command.live AND command.actor IS NOT NULL
),
standing AS (
    SELECT
        happened.encounter,
        happened.verb,
        happened.seat,
        first_pool.began,
        first_pool.began + sum(happened.delta) OVER (
            PARTITION BY happened.encounter, happened.whom ORDER BY happened.n
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS points
    FROM happened
    JOIN first_pool ON first_pool.encounter = happened.encounter AND first_pool.whom = happened.whom
),
done AS (
    SELECT
        encounter.system,
        standing.seat,
        CASE
            WHEN 3 * standing.points > 2 * standing.began THEN '1 well'
            WHEN 3 * standing.points > standing.began THEN '2 hurt'
            ELSE '3 badly hurt'
        END AS third,
        standing.verb
    FROM standing
    JOIN encounter ON encounter.encounter = standing.encounter
    WHERE standing.verb IS NOT NULL
),
counted AS (
    SELECT system, seat, third, verb, count(*) AS times
    FROM done
    GROUP BY system, seat, third, verb
),
weighed AS (
    SELECT
        system,
        seat,
        third,
        verb,
        times,
        sum(times) OVER (PARTITION BY system, seat, third) AS n,
        sum(times) OVER (PARTITION BY system, third, verb) AS times_of_all,
        sum(times) OVER (PARTITION BY system, third) AS n_of_all
    FROM counted
)
SELECT
    system,
    seat,
    third,
    verb,
    times,
    n,
    times / n AS share,
    times_of_all / n_of_all AS share_of_all,
    CASE WHEN n < 20 THEN 'too few' END AS note
FROM weighed
ORDER BY system, seat, third, times DESC, verb
