"""The page in a real browser, over the real server."""
