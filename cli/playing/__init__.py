"""Playing with others from a terminal."""
