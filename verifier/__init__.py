"""Two verifiers that know nothing of the rest: one Python file and one page, written from the formats."""
