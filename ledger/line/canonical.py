"""The canonical line: the one spelling of a value in bytes (RFC 8785, inside the profile of protocol el1)."""

import re
import unicodedata
from typing import Any

import orjson

MAX_LINE = 16 * 1024
MAX_DEPTH = 12
MAX_INTEGER = 2**53 - 1

# orjson would write dataclass fields in the order of the class, not sorted: better that it refuses them.
_SORTED = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
_KEY = re.compile(r"(?:[a-z][a-z0-9_]{0,31}|[a-z0-9][a-z0-9-]{0,31})\Z")
_UNSPEAKABLE = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class NotCanonical(ValueError):
    """A value, a text or a line that the profile does not allow; the message says in one sentence why."""


def canon(value: object) -> bytes:
    """Return the canonical bytes of a value from outside, every text in it checked.

    Raises:
        NotCanonical: Something in the value is outside the profile.
    """
    _check(value, words=True)
    return canon_trusted(value)


def canon_trusted(value: object) -> bytes:
    """Return the canonical bytes of a value the server made itself from checked input; nothing is checked."""
    # Copied: what orjson returns keeps kilobytes of room behind it for as long as it lives, and lines live long.
    return bytes(memoryview(orjson.dumps(value, option=_SORTED)))


def parse_strict(line: bytes, longest: int = MAX_LINE) -> dict[str, Any]:
    """Return the object a stored line spells, if these bytes are the only way to spell it.

    Texts are judged when they enter (``check_words``), not here: what counts as composed
    changes with Unicode, and a line must stay readable for ever.

    Raises:
        NotCanonical: The line is too long, not JSON, outside the profile, or spelt another way.
    """
    if len(line) > longest:
        raise NotCanonical(f"The line has {len(line)} bytes; at most {longest} are allowed.")
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise NotCanonical(f"The line is not JSON: {error}.") from None
    if not isinstance(value, dict):
        raise NotCanonical("The line is not an object.")
    _check(value, words=False)
    if canon_trusted(value) != line:
        raise NotCanonical("The line is not in canonical form: order, spaces, escapes or a doubled key.")
    return value


def check_words(text: str) -> None:
    """Raise ``NotCanonical`` if a text holds characters that deceive the eye or have two spellings."""
    if text.isascii() and text.isprintable():
        return
    if found := _UNSPEAKABLE.search(text):
        raise NotCanonical(f"The text holds U+{ord(found[0]):04X}, {_kind(found[0])}, which is not allowed.")
    if not unicodedata.is_normalized("NFC", text):
        raise NotCanonical("The text is not in composed form (Unicode NFC).")


def _kind(character: str) -> str:
    match unicodedata.category(character):
        case "Cc":
            return "a control character"
        case "Cs":
            return "half of a surrogate pair"
        case _:
            return "a character that overrides the direction of writing"


# Exact types below: a subclass may be written as something else than what was looked at.


def _check(value: object, *, words: bool, depth: int = 0) -> None:
    if depth > MAX_DEPTH:
        raise NotCanonical(f"The value is nested more than {MAX_DEPTH} levels deep.")
    if isinstance(value, dict) and type(value) is dict:
        for key, member in value.items():
            _check_key(key)
            _check(member, words=words, depth=depth + 1)
    elif isinstance(value, list | tuple) and type(value) in (list, tuple):
        for member in value:
            _check(member, words=words, depth=depth + 1)
    else:
        _check_plain(value, words=words)


def _check_key(key: object) -> None:
    if type(key) is not str or not _KEY.match(key):
        raise NotCanonical(f"The key {str(key)[:40]!r} is not a plain name of at most 32 small ASCII characters.")


def _check_plain(value: object, *, words: bool) -> None:
    kind = type(value)
    if isinstance(value, str) and kind is str:
        if words:
            check_words(value)
    elif isinstance(value, int) and kind is int:
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise NotCanonical("A whole number lies outside ±(2^53-1).")
    elif kind is float:
        raise NotCanonical("A number is not whole, or too large to be exact.")
    elif value is not None and kind is not bool:
        raise NotCanonical(f"A {kind.__name__} has no canonical form.")
