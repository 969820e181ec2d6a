"""Boards of every kind."""
