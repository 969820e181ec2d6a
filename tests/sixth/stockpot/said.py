"""The rules of stockpot, one sentence each."""

STATEMENTS = {
    "SIX-1": "Two or three cooks stand in the zones of one kitchen, each for themselves; there is no referee.",
    "SIX-2": "A cook lights the stove; in each round every cook has one turn in the order of joining, "
    "and each round is begun by the next of them.",
    "SIX-3": "A turn has three beats; it is over when they are spent or the cook says so.",
    "SIX-4": "Walking to an adjacent zone takes one beat.",
    "SIX-5": "Splashing another cook in the same zone takes two beats.",
    "SIX-6": "Before the dice fall, a cook who has a lid may raise it: it is gone, and the roll is two lower.",
    "SIX-7": "Two dice that reach the target's poise hit and cost one calm, and one more for each point above, "
    "up to three in all.",
    "SIX-8": "A hit on a double leaves the target steamed until the end of their next turn, two beats shorter.",
    "SIX-9": "A cook with no calm left storms out of the kitchen.",
    "SIX-10": "The last cook in the kitchen wins, or the calmest after the last round; several are a draw.",
    "SIX-11": "House rules say how many lids a cook has, which round is the last, and whether broth steams.",
    "SIX-12": "A cook who is still there may speak at any time.",
}
