"""How far a feed has come, in a file: written anew at once or not at all."""

from __future__ import annotations

from pathlib import Path

import orjson

from analytics.exports.manifest import put


class BadBookmark(Exception):
    """A file holds no bookmark of a feed."""


def read(file: Path) -> int | None:
    """Return the position that a file holds; None where there is no file. Raises BadBookmark."""
    try:
        value = orjson.loads(file.read_bytes())
        position = value["position"]
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadBookmark(f"The bookmark {file} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError):
        position = None
    if type(position) is not int or position < 0:
        raise BadBookmark(f"{file} is no bookmark of a feed: name another file.")
    return position


def keep(file: Path, position: int) -> None:
    """Keep a position. Raises BadBookmark."""
    try:
        put(file, orjson.dumps({"position": position}) + b"\n")
    except OSError as error:
        raise BadBookmark(f"The bookmark {file} cannot be written: {error.strerror}.") from None
