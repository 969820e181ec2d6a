"""What the server's log lines say, once they are written."""

from __future__ import annotations

import pytest

from api.watching import LINES


def told(capsys: pytest.CaptureFixture[str]) -> str:
    """Return all that was logged so far."""
    assert LINES.drain(10)
    return capsys.readouterr().err
