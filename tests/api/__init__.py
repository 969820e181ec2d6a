"""The calls and the command line, as somebody outside meets them."""
