"""Scenario files that people write: what holds, what does not, what is none, and how that is told."""
