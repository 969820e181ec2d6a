"""From a call to its lines."""
