"""Files that people write: YAML or JSON, read safely, with the line of every value kept for error messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from files.malformed import Malformed, Place
from files.plain_json import json_value
from files.plain_yaml import yaml_value
from ledger.line.canonical import NotCanonical, check_words

MOST_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a file holds, and the line on which each of its values begins (none for JSON).

    Of values that it has from its ``cast``, ``taken`` says where they stand there. ``picture`` is that of
    its board, which names it by its hash.
    """

    name: str
    content: dict[str, Any]
    lines: dict[Place, int]
    cast: Document | None = None
    taken: Mapping[Place, Place] = field(default_factory=dict)
    picture: bytes | None = None

    def place(self, where: Place) -> str:
        """Return ``where`` in words: file, or cast if it has it from there, line of the nearest value known, field."""
        origin = next((n for n in range(len(where), 0, -1) if where[:n] in self.taken), None)
        if self.cast is not None and origin is not None:
            return self.cast.place((*self.taken[where[:origin]], *where[origin:]))
        known = next((self.lines[where[:n]] for n in range(len(where), 0, -1) if where[:n] in self.lines), None)
        line = f", line {known}" if known is not None else ""
        path = ".".join(str(step)[:40] for step in where)
        return f"{self.name}{line}" + (f", {path}" if path else "")

    def has(self, where: Place, key: str) -> bool:
        """Return whether a mapping stands at ``where`` and has the field ``key``."""
        value: Any = self.content
        for step in where:
            value = value[step]
        return isinstance(value, dict) and key in value

    def find(self, path: str) -> Place:
        """Return the place that a path with points between its steps names, as far as the file has it."""
        where: Place = ()
        value: Any = self.content
        for step in path.split("."):
            key: str | int = int(step) if isinstance(value, list) and step.isdecimal() else step
            where = (*where, key)
            try:
                value = value[key]
            except (LookupError, TypeError):
                value = None
        return where


def read(path: Path) -> Document:
    """Return what the file at ``path`` holds; raises Malformed if it cannot be read or is no mapping."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as trouble:
        raise Malformed(str(path), f"It cannot be read: {trouble.strerror or trouble}.") from None
    except ValueError:
        raise Malformed(ascii(str(path)), "This is no name of a file.") from None
    return parse(raw, str(path))


def parse(raw: bytes, name: str, *, json: bool | None = None) -> Document:
    """Return what the bytes hold, as JSON or as YAML: by the end of the ``name``, if nobody says. Raises Malformed."""
    if len(raw) > MOST_BYTES:
        raise Malformed(name, f"The file is too long: at most {MOST_BYTES // 1024} KiB.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as trouble:
        raise Malformed(name, f"Byte {trouble.start} is not UTF-8 text.") from None
    lines: dict[Place, int] = {}
    is_json = name.endswith(".json") if json is None else json
    content = json_value(text, name) if is_json else yaml_value(text, name, lines)
    if not isinstance(content, dict):
        raise Malformed(name, "The file must be a mapping: lines of the form `field: value`.")
    document = Document(name=name, content=content, lines=lines)
    _must_be_plain_words(document, content, ())
    return document


def _must_be_plain_words(document: Document, value: Any, where: Place) -> None:
    """Refuse texts with characters that deceive the eye."""
    try:
        if isinstance(value, str):
            check_words(value)
        elif isinstance(value, list):
            for index, each in enumerate(value):
                _must_be_plain_words(document, each, (*where, index))
        elif isinstance(value, dict):
            for key, each in value.items():
                check_words(key)
                _must_be_plain_words(document, each, (*where, key))
    except NotCanonical as trouble:
        raise Malformed(document.place(where), str(trouble)) from None
