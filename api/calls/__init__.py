"""One file a group of calls."""
