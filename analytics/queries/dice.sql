-- question: Are the dice that people throw at the table fair?
-- asks: organiser
-- of: Dice that a seat threw and typed in, by their sides, those included that were taken back; rows without a seat
--     count dice of which nobody knows who threw them.
-- reads: of fair dice at most 1 such row in evidence ever comes to so much, however often one looks; stands_out
--     marks rows of which, all together, at most 1 in 20 is fair. most is the face that came most often, even is the
--     share it has of fair dice.
WITH thrown AS (
    SELECT
        coalesce(around.seat, roll.seat) AS seat,
        die.sides,
        die.face,
        row_number() OVER (
            PARTITION BY coalesce(around.seat, roll.seat), die.sides ORDER BY die.encounter, die.n, die.ix
        ) - 1 AS earlier,
        row_number() OVER (
            PARTITION BY coalesce(around.seat, roll.seat), die.sides, die.face ORDER BY die.encounter, die.n, die.ix
        ) - 1 AS same
    FROM die
    JOIN roll ON roll.encounter = die.encounter AND roll.n = die.n
    LEFT JOIN around ON around.encounter = roll.encounter AND around.n = roll.typed_n
    WHERE roll.source = 'table'
),
bet AS (
    SELECT seat, sides, count(*) AS n, sum(ln(sides * (same + 5) / (earlier + 5 * sides))) AS won
    FROM thrown
    WHERE seat IS NOT NULL
    GROUP BY seat, sides
),
ranked AS (
    SELECT
        seat,
        sides,
        n,
        exp(least(won, 700)) AS evidence,
        row_number() OVER (ORDER BY won DESC, seat, sides) AS place,
        count(*) OVER () AS looked_at
    FROM bet
),
named AS (
    SELECT coalesce(max(CASE WHEN evidence >= 20 * looked_at / place THEN place END), 0) AS up_to
    FROM ranked
),
shown AS (
    SELECT
        seat,
        sides,
        face,
        count(*) AS times,
        row_number() OVER (PARTITION BY seat, sides ORDER BY count(*) DESC, face) AS place
    FROM thrown
    GROUP BY seat, sides, face
),
told AS (
    SELECT
        ranked.place,
        ranked.seat,
        ranked.sides,
        ranked.n,
        ranked.evidence,
        ranked.place <= named.up_to AS stands_out,
        shown.face AS most,
        shown.times / ranked.n AS share,
        1 / ranked.sides AS even,
        CASE WHEN ranked.n < 20 THEN 'too few' END AS note
    FROM ranked
    CROSS JOIN named
    JOIN shown ON shown.seat = ranked.seat AND shown.sides = ranked.sides AND shown.place = 1
    UNION ALL
    SELECT 1000000000 + sides, NULL, sides, count(*), NULL, NULL, NULL, NULL, NULL, 'no seat'
    FROM thrown
    WHERE seat IS NULL
    GROUP BY sides
)
SELECT seat, sides, n, evidence, stands_out, most, share, even, note
FROM told
ORDER BY place
