"""Fights of which each event is settled: under the same rules version the same commands and faces come to the same."""
