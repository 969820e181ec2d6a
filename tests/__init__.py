"""Rulebook examples, laws, and a few tests from end to end."""
