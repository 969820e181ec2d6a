"""What goes in and out: bodies, messages, problems, samples, and the document of them all."""
