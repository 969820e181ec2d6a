"""Fights, their house rules, who is in them, and who sits at the table."""

from projections.analytics.shape import Sheet, facts, flag, string, strings, time, whole

ENCOUNTER = Sheet(
    "encounter",
    "One row a fight, as it stands at the version that was read.",
    (
        string("encounter", "The id of the fight."),
        string("origin", "Where it comes from: played, imported, simulated, or fork (a what-if)."),
        string("system", "The rule system."),
        string("ruleset", "The version of its rules."),
        time("opened", "When it was opened."),
        time("ended", "When it came to the end that stands.", gaps=True),
        time("closed", "When its ledger was closed.", gaps=True),
        string("outcome", "How it ended, in the words of the system.", gaps=True),
        string("reason", "Why it ended, where the system says so.", gaps=True),
        strings("standing", "The sides with somebody active at the end, in the order of the alphabet."),
        whole("standing_count", "How many sides those are."),
        string("winner", "The side that won: as the end says, else the only one left standing.", gaps=True),
        string("first_side", "The side of whoever had the first turn.", gaps=True),
        whole("lines", "Its lines, those taken back included."),
        whole("commands", "Accepted commands that count."),
        whole("rolls", "Rolls that count."),
        whole("turns", "Turns that count."),
        whole("rewinds", "How often something was taken back."),
        whole("lines_back", "Lines that were taken back."),
        whole("disputes", "Disputes raised."),
        whole("disputes_open", "Disputes that nobody settled."),
        whole("shut", "Lines that are still sealed for whoever these tables are for."),
        whole("rounds", "The highest round reached.", gaps=True),
        string("board", "The kind of the board."),
        string("dice", "Whose dice: ledger, table or loaded."),
        string("entropy", "Who takes part in the dice of the ledger."),
        string("rewind", "Who may take back what."),
        string("house_digest", "Equal where all house rules are."),
        string("roster_digest", "Equal where the same combatants stand openly on the same board at the beginning."),
        whole("version", "The number of its last line."),
    ),
    ("encounter",),
)
HOUSE_RULE = Sheet(
    "house_rule",
    "One row a setting of a fight.",
    (
        string("encounter", "The fight."),
        string("name", "The setting."),
        string("value", "What it is set to, as JSON."),
        flag("is_default", "Whether the rules say the same without being told."),
    ),
    ("encounter", "name"),
)
COMBATANT = facts(
    "combatant",
    "One row a combatant, at the line on which it joined.",
    string("who", "The combatant."),
    string("side", "Its side."),
    string("kind", "What it is, in the words of the system."),
    string("seat", "The seat that leads it at the end.", gaps=True),
    string("life_end", "What has become of it: active, down, dying, dead or left."),
    whole("first_down_n", "The line at which it first went down, and that was not taken back.", gaps=True),
    string("sheet", "Its sheet as it joined, as JSON."),
    key=("encounter", "n", "who"),
)
SEAT = Sheet(
    "seat",
    "One row a seat of a fight.",
    (
        string("encounter", "The fight."),
        string("seat", "The seat."),
        string("role", "What it is there for: player, referee or spectator."),
        flag("keyed", "Whether a device signs for it."),
        whole("devices", "How many devices it has."),
    ),
    ("encounter", "seat"),
)
