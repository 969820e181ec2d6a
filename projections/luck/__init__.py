"""Luck: where a roll stands among all that the same dice can show, and what many rolls come to."""
