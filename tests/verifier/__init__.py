"""The verifiers that stand alone: one Python file and one page."""
