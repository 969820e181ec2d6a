-- question: Which were the luckiest and the unluckiest rolls of everybody?
-- asks: player
-- of: Rolls that count and of which high is good: the three best and the three worst of each seat.
-- reads: share is how much of what fair dice show lies below the roll, half of its own share included.
WITH ranked AS (
    SELECT
        seat,
        actor,
        purpose,
        dice,
        result,
        mid_p,
        encounter,
        n,
        count(*) OVER (PARTITION BY seat) AS rolls,
        row_number() OVER (PARTITION BY seat ORDER BY mid_p DESC, encounter, n) AS best,
        row_number() OVER (PARTITION BY seat ORDER BY mid_p, encounter, n) AS worst
    FROM roll
    WHERE live AND valence = 1 AND mid_p IS NOT NULL AND seat IS NOT NULL
)
SELECT
    seat,
    CASE WHEN best <= 3 THEN 'best' ELSE 'worst' END AS moment,
    actor,
    purpose,
    dice,
    result,
    mid_p AS share,
    rolls,
    encounter,
    n AS line
FROM ranked
WHERE best <= 3 OR worst <= 3
ORDER BY seat, share DESC, encounter, line
