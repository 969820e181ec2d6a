-- question: Where did the time go?
-- asks: game master
-- of: All fights, by round; fights of systems without rounds stand in round 0.
-- reads: seconds between lines: before commands that count, before those that were taken back, and before all else.
WITH timed AS (
    SELECT
        encounter.system,
        coalesce(line.round, 0) AS round,
        line.type,
        line.live,
        date_diff(
            'millisecond',
            lag(line.time) OVER (PARTITION BY line.encounter ORDER BY line.n),
            line.time
        ) AS spent,
        line.encounter
    FROM line
    JOIN encounter ON encounter.encounter = line.encounter
)
SELECT
    system,
    round,
    count(DISTINCT encounter) AS n,
    sum(CASE WHEN live AND type = 'CommandAccepted' THEN spent ELSE 0 END) / 1000 AS commands,
    sum(CASE WHEN NOT live THEN spent ELSE 0 END) / 1000 AS taken_back,
    sum(CASE WHEN live AND type IN ('RewindAsked', 'RewindAnswered', 'HistoryRewound') THEN spent ELSE 0 END) / 1000
        AS rewinding,
    sum(CASE WHEN live AND type IN ('DisputeRaised', 'DisputeAnswered', 'DisputeSettled') THEN spent ELSE 0 END) / 1000
        AS disputing,
    sum(CASE WHEN live AND type = 'EntropyRevealed' THEN spent ELSE 0 END) / 1000 AS waiting_for_dice,
    sum(coalesce(spent, 0)) / 1000 AS together
FROM timed
GROUP BY system, round
ORDER BY system, round
