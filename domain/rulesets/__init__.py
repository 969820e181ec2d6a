"""The rule systems, one module each; none imports anything of another."""
