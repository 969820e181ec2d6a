"""The board of each kind as plain text."""
