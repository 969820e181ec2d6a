"""What the three systems with a referee share, outside all of them."""
