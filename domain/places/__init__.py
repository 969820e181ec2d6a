"""Where combatants are: one module per kind of place."""
