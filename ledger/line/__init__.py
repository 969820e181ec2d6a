"""What a line is: its one spelling in bytes, the kinds of entries, what may be hidden in it, the tree over all."""
