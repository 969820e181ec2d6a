-- question: Whose turns take long?
-- asks: game master
-- of: Turns that ended and were not taken back, of seats that no program plays.
-- reads: seconds by the server's clock, breaks and the network included; p95 is what 95 % of the turns stay below.
WITH timed AS (
    SELECT
        encounter.system,
        turn.side,
        turn.who,
        turn.duration_ms,
        row_number() OVER (
            PARTITION BY encounter.system, turn.side, turn.who ORDER BY turn.duration_ms, turn.encounter, turn.n
        ) AS place,
        count(*) OVER (PARTITION BY encounter.system, turn.side, turn.who) AS n
    FROM turn
    JOIN encounter ON encounter.encounter = turn.encounter
    WHERE turn.live AND turn.duration_ms IS NOT NULL AND NOT coalesce(turn.automatic, false)
)
SELECT
    system,
    side,
    who,
    max(n) AS n,
    median(duration_ms) / 1000 AS seconds,
    max(CASE WHEN place = ceil(0.95 * n) THEN duration_ms END) / 1000 AS p95,
    sum(duration_ms) / 1000 AS together,
    CASE WHEN max(n) < 20 THEN 'too few' END AS note
FROM timed
GROUP BY system, side, who
ORDER BY seconds DESC, system, side, who
