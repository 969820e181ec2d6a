"""A fight on one card, for previews of its address: what it is made of, and who draws it."""
