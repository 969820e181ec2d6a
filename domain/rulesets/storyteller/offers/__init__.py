"""What would be accepted now."""
