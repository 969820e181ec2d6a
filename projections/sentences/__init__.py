"""What happened, in sentences and parts of sentences."""
