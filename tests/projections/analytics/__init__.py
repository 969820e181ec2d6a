"""The tables for programs: what they hold, and what must hold of them."""
