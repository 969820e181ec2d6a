"""The board of each kind as it stands, for people and programs to look at."""
