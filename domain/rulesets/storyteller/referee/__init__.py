"""What the storyteller rules and changes."""
