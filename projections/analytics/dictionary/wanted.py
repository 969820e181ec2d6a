"""Tables that are made only where somebody asks for them."""

from projections.analytics.shape import facts, flag, real, string, whole

OPTION = facts(
    "option",
    "One row a verb that was on offer to whoever gave a command, as the rules say it now.",
    whole("ix", "Its place among the verbs on offer, in the order of the alphabet, from 0."),
    string("verb", "What could have been done."),
    whole("offered", "How many offers of it there were."),
    flag("taken", "Whether it is what was done."),
    key=("encounter", "n", "ix"),
)
SWING = facts(
    "swing",
    "One row a command and side: how a judge's win chance moved, split into luck and the rest.",
    string("side", "Whose win chance."),
    real("before", "The win chance before the command."),
    real("expected", "Its mean over the dice that could have fallen."),
    real("after", "The win chance after it."),
    real("luck", "After less expected."),
    real("rest", "Expected less before: the judge's errors and the choices, which is not skill."),
    string("judge", "Which judge."),
    key=("encounter", "n", "side"),
)
