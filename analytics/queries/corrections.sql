-- question: Who takes back, contests and disputes how much?
-- asks: organiser
-- of: Seats that gave at least one command, over all fights in which they sat.
-- reads: how often, and back_per_100 for each hundred commands of theirs, those taken back included.
WITH said AS (
    SELECT seat, count(*) AS n, count(*) FILTER (WHERE NOT live) AS undone
    FROM command
    GROUP BY seat
),
noted AS (
    SELECT
        seat,
        count(*) FILTER (WHERE type = 'RewindAsked') AS asked_back,
        count(*) FILTER (WHERE type = 'HistoryRewound') AS took_back,
        count(*) FILTER (WHERE type = 'DisputeRaised') AS disputed,
        count(*) FILTER (WHERE type = 'TableDiceTyped') AS typed,
        count(*) FILTER (WHERE type = 'TableDiceAttested' AND verdict = 'contest') AS contested
    FROM around
    WHERE seat IS NOT NULL
    GROUP BY seat
),
sat AS (
    SELECT seat, count(*) AS fights
    FROM seat
    GROUP BY seat
)
SELECT
    said.seat,
    sat.fights,
    said.n,
    said.undone,
    coalesce(noted.asked_back, 0) AS asked_back,
    coalesce(noted.took_back, 0) AS took_back,
    100 * coalesce(noted.asked_back, 0) / said.n AS back_per_100,
    coalesce(noted.disputed, 0) AS disputed,
    coalesce(noted.typed, 0) AS typed,
    coalesce(noted.contested, 0) AS contested,
    CASE WHEN said.n < 20 THEN 'too few' END AS note
FROM said
LEFT JOIN noted ON noted.seat = said.seat
LEFT JOIN sat ON sat.seat = said.seat
ORDER BY back_per_100 DESC, said.n DESC, said.seat
