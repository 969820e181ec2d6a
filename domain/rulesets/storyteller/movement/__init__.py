"""Movement: on the grid, and between zones."""
