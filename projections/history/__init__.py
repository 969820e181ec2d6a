"""A fight over time: its chronicle as it grows, all of it to be played again, its moments, what differs."""
