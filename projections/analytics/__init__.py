"""Fights as tables for programs: made of the lines alone in one pass, flagged where something was taken back."""
