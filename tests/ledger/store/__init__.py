"""Where lines lie, and what becomes of them when it fails."""
