"""Read models: what a fight looks like, how it came about, and whether it holds."""
