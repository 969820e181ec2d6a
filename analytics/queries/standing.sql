-- question: Which fights go on, and which lie still?
-- asks: organiser
-- of: Fights that are not over, which count with --running alone.
-- reads: hours from their last line to the newest of all fights: under a day open, under a week stalled.
WITH last_line AS (
    SELECT encounter, max(time) AS moved
    FROM line
    GROUP BY encounter
),
newest AS (
    SELECT max(moved) AS moved
    FROM last_line
),
waiting AS (
    SELECT
        encounter.system,
        encounter.encounter,
        encounter.commands,
        encounter.rounds,
        date_diff('millisecond', last_line.moved, newest.moved) / 3600000 AS hours
    FROM encounter
    JOIN last_line ON last_line.encounter = encounter.encounter
    CROSS JOIN newest
    WHERE encounter.ended IS NULL
)
SELECT
    CASE WHEN hours < 24 THEN 'open' WHEN hours < 168 THEN 'stalled' ELSE 'abandoned' END AS state,
    hours,
    system,
    commands,
    rounds,
    count(*) OVER () AS n,
    CASE WHEN count(*) OVER () < 20 THEN 'too few' END AS note,
    encounter
FROM waiting
ORDER BY hours DESC, system, encounter
