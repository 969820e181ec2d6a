"""Chances of fights that are over, estimated by processes of their own: the threads that answer never do it."""
