"""Each group of calls, as somebody outside meets them."""
