"""What a stream tells: how a view changes line by line, and what is waited for beside them."""
