-- question: Where did the time go?
-- asks: game master
-- of: All fights, by round; fights of systems without rounds stand in round 0.
-- reads: seconds before lines, that is until they came: commands of a turn, answers to questions, commands that ruled,
--     what was taken back and the taking back of it, disputes, dice that were waited for; together is all of it.
WITH answered AS (
    SELECT line.encounter, line.command
    FROM decision
    JOIN line ON line.encounter = decision.encounter AND line.n = decision.answer_n
    GROUP BY line.encounter, line.command
),
ruled AS (
    SELECT encounter, command
    FROM around
    WHERE type = 'RulingMade'
    GROUP BY encounter, command
),
timed AS (
    SELECT
        line.encounter,
        coalesce(line.round, 0) AS round,
        line.spent_ms,
        CASE
            WHEN NOT line.live THEN 'taken back'
            WHEN line.type IN ('RewindAsked', 'RewindAnswered', 'RewindLapsed', 'HistoryRewound') THEN 'rewinding'
            WHEN line.type IN ('DisputeRaised', 'DisputeAnswered', 'DisputeSettled') THEN 'disputing'
            WHEN line.type IN ('EntropyRevealed', 'TableDiceTyped', 'TableDiceAttested') THEN 'dice'
            WHEN line.type <> 'CommandAccepted' THEN 'else'
            WHEN ruled.command IS NOT NULL THEN 'rulings'
            WHEN answered.command IS NOT NULL THEN 'questions'
            ELSE 'turns'
        END AS went
    FROM line
    LEFT JOIN answered ON answered.encounter = line.encounter AND answered.command = line.n
    LEFT JOIN ruled ON ruled.encounter = line.encounter AND ruled.command = line.n
),
fight AS (
    SELECT
        encounter,
        round,
        count(spent_ms) AS told,
        sum(CASE WHEN went = 'turns' THEN spent_ms ELSE 0 END) AS turns,
        sum(CASE WHEN went = 'questions' THEN spent_ms ELSE 0 END) AS questions,
        sum(CASE WHEN went = 'rulings' THEN spent_ms ELSE 0 END) AS rulings,
        sum(CASE WHEN went = 'taken back' THEN spent_ms ELSE 0 END) AS taken_back,
        sum(CASE WHEN went = 'rewinding' THEN spent_ms ELSE 0 END) AS rewinding,
        sum(CASE WHEN went = 'disputing' THEN spent_ms ELSE 0 END) AS disputing,
        sum(CASE WHEN went = 'dice' THEN spent_ms ELSE 0 END) AS waiting_for_dice,
        sum(spent_ms) AS together
    FROM timed
    GROUP BY encounter, round
)
SELECT
    encounter.system,
    fight.round,
    count(*) AS n,
    sum(fight.turns) / 1000 AS turns,
    sum(fight.questions) / 1000 AS questions,
    sum(fight.rulings) / 1000 AS rulings,
    sum(fight.taken_back) / 1000 AS taken_back,
    sum(fight.rewinding) / 1000 AS rewinding,
    sum(fight.disputing) / 1000 AS disputing,
    sum(fight.waiting_for_dice) / 1000 AS waiting_for_dice,
    sum(fight.together) / 1000 AS together,
    CASE WHEN sum(fight.told) = 0 THEN 'not written' WHEN count(*) < 20 THEN 'too few' END AS note
FROM fight
JOIN encounter ON encounter.encounter = fight.encounter
GROUP BY encounter.system, fight.round
ORDER BY encounter.system, fight.round
