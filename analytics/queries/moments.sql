-- question: Which were the luckiest and the unluckiest rolls of everybody?
-- asks: player
-- of: Rolls that count and of which high is good: the three best and the three worst of each seat. Where a judge was
--     asked they are those of the commands whose dice moved the chance of their side most, one of each.
-- reads: luck is by how much the dice of the command moved the chance to win, share is how much of what fair dice show
--     lies below the roll, half of its own share included.
WITH thrown AS (
    SELECT
        roll.seat,
        roll.actor,
        roll.purpose,
        roll.dice,
        roll.result,
        roll.mid_p,
        roll.encounter,
        roll.n,
        judged.luck,
        count(judged.luck) OVER (PARTITION BY roll.seat) AS weighed,
        count(*) OVER (PARTITION BY roll.seat) AS rolls,
        row_number() OVER (
            PARTITION BY roll.seat, roll.encounter, roll.command
            ORDER BY CASE WHEN judged.luck < 0 THEN roll.mid_p ELSE -roll.mid_p END, roll.n
        ) AS place
    FROM roll
    LEFT JOIN judged
        ON judged.encounter = roll.encounter AND judged.n = roll.command AND judged.side = roll.side
    WHERE roll.live AND roll.valence = 1 AND roll.mid_p IS NOT NULL AND roll.seat IS NOT NULL
),
ranked AS (
    SELECT
        seat,
        actor,
        purpose,
        dice,
        result,
        luck,
        mid_p,
        rolls,
        encounter,
        n,
        row_number() OVER (PARTITION BY seat ORDER BY coalesce(luck, mid_p) DESC, encounter, n) AS best,
        row_number() OVER (PARTITION BY seat ORDER BY coalesce(luck, mid_p), encounter, n) AS worst
    FROM thrown
    WHERE weighed = 0 OR (luck IS NOT NULL AND place = 1)
)
SELECT
    seat,
    CASE WHEN best <= 3 THEN 'best' ELSE 'worst' END AS moment,
    actor,
    purpose,
    dice,
    result,
    luck,
    mid_p AS share,
    rolls,
    CASE WHEN rolls < 20 THEN 'too few' END AS note,
    encounter,
    n AS line
FROM ranked
WHERE best <= 3 OR worst <= 3
ORDER BY seat, coalesce(luck, mid_p) DESC, encounter, n
