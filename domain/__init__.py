"""The fight itself, pure: events, commands, refusals, decide, evolve, and the rule systems."""
