"""One rule system, or one family of them, at a time."""
