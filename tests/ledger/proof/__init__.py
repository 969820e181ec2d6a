"""What outsiders check."""
