"""Rolls, their dice, and what came of them."""

from projections.analytics.shape import facts, flag, real, string, strings, whole

ROLL = facts(
    "roll",
    "One row a roll.",
    string("actor", "Who rolled: a combatant, a side or a seat."),
    string("side", "Their side.", gaps=True),
    string("seat", "The seat that leads them.", gaps=True),
    string(
        "purpose",
        "What for, in the words of the system; withdrawn where it was taken back before all its dice were typed in.",
    ),
    string("dice", "The dice, as people write them."),
    whole("dice_count", "How many dice fell."),
    whole("sides", "How many sides each of them has."),
    whole("mod", "What was added."),
    whole("total", "What it came to, where a sum means anything.", gaps=True),
    whole("sl", "Its success levels, in systems that count them.", gaps=True),
    string("mode", "Whether it was rolled with advantage or disadvantage.", gaps=True),
    string("source", "Where the faces come from: ledger, table, loaded, or none where no die was left."),
    whole("ledger_roll", "The number of the roll among those of the ledger.", gaps=True),
    real("value", "The score of the dice that count, without what is added."),
    real("expected", "What that score is on average."),
    real("mid_p", "How much of its exact distribution lies below the score, half of its own share included."),
    real("mid_p_var", "The variance of that, which is the luck that the roll could hold."),
    whole("valence", "1 where a high score is good for whoever rolls, 0 where nobody can say."),
    whole("outcome_n", "The line of the outcome that the roll decided, or added to.", gaps=True),
    string("result", "The result of that outcome.", gaps=True),
    whole("typed_n", "The line in which a seat typed the faces in.", gaps=True),
    strings("rules", "The rules it rests on."),
)
DIE = facts(
    "die",
    "One row a die of a roll.",
    whole("ix", "Its place among the dice of the roll, from 0."),
    whole("face", "What it shows."),
    whole("sides", "How many sides it has."),
    flag("kept", "Whether it counts, where only the best or the worst do."),
    string("part", "The part of the pool that it belongs to.", gaps=True),
    key=("encounter", "n", "ix"),
)
OUTCOME = facts(
    "outcome",
    "One row a result.",
    string("kind", "Of what."),
    string("actor", "Whose."),
    string("target", "Whom it was aimed at.", gaps=True),
    string("result", "What it is, in the words of the system."),
    whole("margin", "By how much.", gaps=True),
    whole("versus", "The number to meet, where it is one.", gaps=True),
    string("details", "What else the line states, as JSON."),
)
