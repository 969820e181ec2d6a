"""Where faces come from: chains of links, what devices add, the keys that sign it, and what stays secret."""
