"""Where faces come from, and that nobody foretells or bends them."""
