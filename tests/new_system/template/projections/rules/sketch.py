"""The rules of sketch, one sentence each."""

STATEMENTS = {
    "SKE-1": "Two or more fighters stand in one ring, each for themselves; there is no referee.",
    "SKE-2": "The first blow begins the first round; in each round everybody who stands has one turn.",
    "SKE-3": "In a turn one attacks one other fighter who stands; then the turn is over.",
    "SKE-4": "Two dice that reach the target's guard hit, and take stamina.",
    "SKE-5": "Who has no stamina left is dead.",
    "SKE-6": "The last one standing has won.",
}
