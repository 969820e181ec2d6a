"""The rule systems: one module each, in the order of its source text. None imports another."""
