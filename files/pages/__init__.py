"""Files that a browser opens by itself, from disk and without a network."""
