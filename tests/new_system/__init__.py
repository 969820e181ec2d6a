"""A rule system that is new: a small whole one is written, to be changed into what it is to be."""
