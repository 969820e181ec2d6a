"""Read models: what the lines say, folded for people to look at."""
