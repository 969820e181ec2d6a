-- question: Is one player better than another?
-- asks: data scientist
-- of: Seats that led one side each against one another, in fights that are over and that a judge was worth asking
--     of.
-- reads: ahead is by how much seat came out above other, the luck of the dice taken out; low and high hold it at
--     95 %. even is what automatic players come to from the same beginnings: only ahead that lies clearly beside it
--     speaks of the players, if who played what was drawn by lot.
WITH led AS (
    SELECT encounter, seat, min(side) AS side
    FROM combatant
    WHERE live AND seat IS NOT NULL
    GROUP BY encounter, seat
    HAVING count(DISTINCT side) = 1
),
gave AS (
    SELECT encounter, side, sum(luck) AS luck
    FROM swing
    WHERE live
    GROUP BY encounter, side
),
began AS (
    SELECT encounter, side, before
    FROM swing
    WHERE live
    QUALIFY row_number() OVER (PARTITION BY encounter, side ORDER BY n) = 1
),
came AS (
    SELECT
        led.encounter,
        led.seat,
        led.side,
        CASE WHEN encounter.winner = led.side THEN 1 ELSE 0 END AS won,
        CASE WHEN encounter.winner = led.side THEN 1 ELSE 0 END - gave.luck AS adjusted,
        began.before AS even
    FROM led
    JOIN encounter ON encounter.encounter = led.encounter
    JOIN gave ON gave.encounter = led.encounter AND gave.side = led.side
    JOIN began ON began.encounter = led.encounter AND began.side = led.side
    WHERE encounter.ended IS NOT NULL
),
met AS (
    SELECT
        one.seat,
        other.seat AS other,
        one.won - other.won AS win,
        one.adjusted - other.adjusted AS gap,
        one.even - other.even AS start
    FROM came AS one
    JOIN came AS other ON other.encounter = one.encounter AND other.side <> one.side AND one.seat < other.seat
)
SELECT
    seat,
    other,
    count(*) AS n,
    sum(CASE WHEN win > 0 THEN 1 ELSE 0 END) AS won,
    sum(CASE WHEN win < 0 THEN 1 ELSE 0 END) AS lost,
    avg(gap) AS ahead,
    avg(gap) - 1.96 * stddev_samp(gap) / sqrt(count(*)) AS low,
    avg(gap) + 1.96 * stddev_samp(gap) / sqrt(count(*)) AS high,
    avg(start) AS even,
    CASE WHEN count(*) < 20 THEN 'too few' END AS note
FROM met
GROUP BY seat, other
ORDER BY n DESC, seat, other
