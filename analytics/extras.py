"""What the core does without: engines that are installed where somebody wants them."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from shlex import quote

EXTRA = "analytics"


class MissingExtra(Exception):
    """Something is wanted that an extra brings, which is not installed."""


def must_have(*modules: str, extra: str = EXTRA) -> None:
    """Raise MissingExtra, with what to type, where one of these modules is not installed."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"This needs {' and '.join(missing)}, which the extra `{extra}` brings: type "
            f"`{quote(sys.executable)} -m pip install {' '.join(missing)}`."
        )
