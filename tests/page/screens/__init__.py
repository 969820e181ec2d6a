"""What every screen looks like; `python -m tests.page.screens` makes the pictures that are compared anew."""
