"""The order of combat: initiative, surprise, rounds and turns, and what a turn is spent on."""
