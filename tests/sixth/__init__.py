"""A sixth rule system, written from docs/adding-a-rule-system.md alone, and registered for its tests only."""
