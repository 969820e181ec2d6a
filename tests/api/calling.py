"""The command line, called within the tests."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from cli.main import app


def run(*arguments: object) -> Result:
    """Return how a call of ``encounter`` with these arguments ends."""
    return CliRunner().invoke(app, [str(each) for each in arguments])
