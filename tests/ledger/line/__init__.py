"""Lines: their bytes, their form, what is hidden in them, the tree over them."""
