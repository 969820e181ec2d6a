"""What a fight goes through: turns, commands, questions, what is written around it, and every line."""

from projections.analytics.shape import facts, flag, long, string, strings, time, whole

TURN = facts(
    "turn",
    "One row a turn, at the line on which it began.",
    string("who", "Whose turn it is."),
    string("side", "Their side."),
    string("seat", "The seat that leads them.", gaps=True),
    string("role", "Their role in it, in systems that have roles.", gaps=True),
    string("engagement", "The combat it belongs to.", gaps=True),
    whole("n_to", "The line at which it ended.", gaps=True),
    time("started", "When it began."),
    time("ended", "When it ended.", gaps=True),
    long("duration_ms", "How long it took by the server's clock, breaks included.", gaps=True),
    whole("commands", "Commands accepted while it was the newest turn."),
    flag("automatic", "Whether a program plays the seat, as its device or the server said by then.", gaps=True),
)
COMMAND = facts(
    "command",
    "One row an accepted command whose content may be read.",
    time("time", "When it was accepted."),
    long("think_ms", "The time since the line before it, network and breaks included."),
    string("seat", "The seat that said it."),
    string("verb", "What it does."),
    string("actor", "Who does it.", gaps=True),
    string("target", "Whom or what it is aimed at first.", gaps=True),
    whole("rolls", "Rolls it made."),
    whole("events", "Things it made happen."),
    whole("back_n", "The line of the rewind that took it back.", gaps=True),
    string("action", "The command as JSON, without words."),
)
DECISION = facts(
    "decision",
    "One row a question that somebody had to answer.",
    string("kind", "What was asked."),
    string("owner", "Who had to answer; several are joined by a comma."),
    strings("options", "What could be answered."),
    string(
        "taken",
        "The option that was taken, where the lines say so; those of several who answered are joined by commas.",
        gaps=True,
    ),
    whole("answer_n", "The line that closed it.", gaps=True),
    long("think_ms", "How long it stood open.", gaps=True),
    string("lapsed", "Why it was closed without an answer.", gaps=True),
)
AROUND = facts(
    "around",
    "One row a line that is written around the fight, and each ruling.",
    time("time", "When it was written."),
    string("type", "What it is."),
    string("seat", "The seat that said it.", gaps=True),
    whole("subject_n", "The line it is about.", gaps=True),
    string("verdict", "What it says: what is ruled on, how a dispute ends, whether a seat agrees.", gaps=True),
)
LINE = facts(
    "line",
    "One row a line of the ledger, whatever it says.",
    time("time", "When it was written."),
    string("type", "What it is."),
    strings("rules", "The rules it rests on."),
    long("spent_ms", "The time since the line before it; nothing before the first.", gaps=True),
)
