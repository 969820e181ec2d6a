"""What goes in and out: bodies, their bounds, and the document of them all."""
