"""Operators and files that lie, each from a number."""
