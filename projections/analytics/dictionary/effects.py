"""What happens to combatants: points, places, life, conditions."""

from projections.analytics.shape import facts, flag, string, whole

CHANGE = facts(
    "change",
    "One row a pool or budget that got another value; a pool is what joined less all that was lost.",
    string("kind", "joined, harm, mend, budget, or set (by a ruling against the rules)."),
    string("pool", "The pool or the budget."),
    string("whom", "Whose it is."),
    string("actor", "Who did it.", gaps=True),
    whole("amount", "Harm before the pool ended at nothing; what was mended; the budget at the start.", gaps=True),
    whole("before", "What it was.", gaps=True),
    whole("after", "What it is.", gaps=True),
    whole("lost", "Before less after: below nothing where points came back.", gaps=True),
    string("why", "Why, in the words of the system.", gaps=True),
    string("damage_type", "The kind of the harm.", gaps=True),
    key=("encounter", "n", "whom", "pool"),
)
MOVE = facts(
    "move",
    "One row a change of place.",
    string("who", "Who moved."),
    string("place_from", "From where; nothing for whoever had no place.", gaps=True),
    string("place_to", "To where."),
    string("mode", "The way of moving, in the words of the system."),
    whole("cost", "What it took of the allowance.", gaps=True),
    whole("steps", "Over how many spaces."),
    flag("forced", "Whether it was no way of their own: it cost nothing, and was not walked."),
)
LIFE = facts(
    "life",
    "One row a change between active, down, dying, dead and left.",
    string("who", "Whose."),
    string("life_from", "What it was."),
    string("life_to", "What it is."),
    string("why", "Why, in the words of the system."),
    string("felled_by", "Who did the last harm to them in the same command, where they fell.", gaps=True),
)
CONDITION = facts(
    "condition",
    "One row a condition that began or ended.",
    string("whom", "Who is, or was, under it."),
    string("name", "The condition."),
    string("change", "applied or ended."),
    whole("stacks", "How many of it.", gaps=True),
    string("source", "Where it comes from.", gaps=True),
    string("until", "When it ends by itself.", gaps=True),
    string("reason", "Why it ended.", gaps=True),
    key=("encounter", "n", "whom", "name"),
)
