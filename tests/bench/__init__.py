"""How fast it is, each figure beside the raw limit of the same machine in the same run: ``python -m tests.bench``."""
