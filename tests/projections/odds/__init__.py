"""The odds of a command, against plain counting."""
