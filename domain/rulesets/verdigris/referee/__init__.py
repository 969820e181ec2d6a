"""What the referee rules, and who comes in."""
