"""Files that people write: YAML or JSON, read safely, with the line of every value kept for error messages.

YAML here is the plain part of it: no anchors, no tags, no documents one after another. A word is true, false, null, a
whole number or text, so that ``on``, ``yes`` and ``6:5`` stay what they look like.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, TypeAlias, TypeVar

import yaml
from pydantic import TypeAdapter, ValidationError

from api.fields import wrong_fields
from ledger.canonical import NotCanonical, check_words

MOST_BYTES = 1024 * 1024
MOST_DEPTH = 20
MOST_DIGITS = 15

Shape = TypeVar("Shape")
Place: TypeAlias = tuple[str | int, ...]
"""Where in a file a value stands: the keys and indexes that lead to it."""

_WHOLE = re.compile(r"[-+]?[0-9]+")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def visible(text: str) -> str:
    """Return a text as it can be shown on any terminal: what cannot be printed is written as its number."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


class Malformed(Exception):
    """A file is not what it should be. ``place`` is its name with line and field, ``message`` says what is allowed."""

    def __init__(self, place: str, message: str) -> None:
        self.place = visible(place)
        self.message = visible(message)
        super().__init__(f"{self.place}: {self.message}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a file holds, and the line on which each of its values begins (none for JSON)."""

    name: str
    content: dict[str, Any]
    lines: dict[Place, int]

    def place(self, where: Place) -> str:
        """Return ``where`` in words: file, line of the nearest value known, field."""
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


def parse(raw: bytes, name: str) -> Document:
    """Return what the bytes hold, as JSON if ``name`` ends in .json, else as YAML; raises Malformed."""
    if len(raw) > MOST_BYTES:
        raise Malformed(name, f"The file is too long: at most {MOST_BYTES // 1024} KiB.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as trouble:
        raise Malformed(name, f"Byte {trouble.start} is not UTF-8 text.") from None
    lines: dict[Place, int] = {}
    content = _json(text, name) if name.endswith(".json") else _yaml(text, name, lines)
    if not isinstance(content, dict):
        raise Malformed(name, "The file must be a mapping: lines of the form `field: value`.")
    document = Document(name=name, content=content, lines=lines)
    _must_be_plain_words(document, content, ())
    return document


def shaped(shape: TypeAdapter[Shape], value: dict[str, Any], document: Document) -> Shape:
    """Return the part of a document as what it should be; raises Malformed for one field that is not."""
    try:
        return shape.validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        # A field that nobody knows is likelier misspelt than another is missing.
        wrong = min(wrong_fields(shape, value, error), key=lambda each: each.problem == "is missing")
    allowed = f"; allowed here: {', '.join(wrong.allowed)}" if wrong.allowed else ""
    where = document.find(wrong.at) if wrong.at else ()
    where += tuple(tag for tag in ("do", "system") if "one of the names" in wrong.problem and document.has(where, tag))
    raise Malformed(document.place(where), f"It {wrong.problem}{allowed}.")


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


def _json(text: str, name: str) -> Any:
    """Return the value that the JSON text writes."""

    def no_float(literal: str) -> NoReturn:
        raise Malformed(name, f"{literal[:40]} is not allowed: numbers are whole.")

    def whole(literal: str) -> int:
        return _number(literal, name)

    def no_twin(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        mapping = dict(pairs)
        if len(mapping) < len(pairs):
            keys = [key for key, _ in pairs]
            twin = next(key for key in keys if keys.count(key) > 1)
            raise Malformed(name, f"The field {twin[:40]!a} stands there twice.")
        return mapping

    try:
        content = json.loads(
            text, parse_float=no_float, parse_constant=no_float, parse_int=whole, object_pairs_hook=no_twin
        )
    except json.JSONDecodeError as trouble:
        raise Malformed(f"{name}, line {trouble.lineno}", f"This is not JSON: {trouble.msg}.") from None
    except RecursionError:
        raise Malformed(name, f"It is nested too deeply: at most {MOST_DEPTH} levels.") from None
    _must_be_shallow(content, name)
    return content


def _must_be_shallow(content: Any, name: str) -> None:
    """Refuse lists and mappings inside each other beyond the limit."""
    level = [content]
    for _ in range(MOST_DEPTH + 1):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner.extend(value.values())
            elif isinstance(value, list):
                inner.extend(value)
        if not inner:
            return
        level = inner
    raise Malformed(name, f"It is nested too deeply: at most {MOST_DEPTH} levels.")


def _number(literal: str, place: str) -> int:
    """Return the whole number that ``literal`` writes."""
    if len(literal.lstrip("+-")) > MOST_DIGITS:
        raise Malformed(place, f"The number {literal[:20]}… is too long: at most {MOST_DIGITS} digits.")
    return int(literal)


def _yaml(text: str, name: str, lines: dict[Place, int]) -> Any:
    """Return the value that the YAML text writes, and note the line of each value in ``lines``."""
    builder = _Builder(name=name, lines=lines)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.MarkedYAMLError as trouble:
        mark = trouble.problem_mark or trouble.context_mark
        line = f", line {mark.line + 1}" if mark is not None else ""
        problem = trouble.problem or trouble.context or "it cannot be read"
        raise Malformed(name + line, f"This is not YAML: {problem}.") from None
    except yaml.reader.ReaderError as trouble:
        raise Malformed(name, f"Character {trouble.position} is not allowed in YAML.") from None
    return builder.content


@dataclass(slots=True, kw_only=True)
class _Open:
    """A list or mapping that has begun: its value, its place, the key whose value comes next."""

    value: Any
    where: Place
    key: str | None = None


@dataclass(slots=True, kw_only=True)
class _Builder:
    """Builds the value from YAML's events without recursion, refusing what goes beyond plain YAML."""

    name: str
    lines: dict[Place, int]
    content: Any = None
    stack: list[_Open] = field(default_factory=list)
    documents: int = 0

    def take(self, event: Any) -> None:
        """Take the next event."""
        match event:
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents > 1:
                    self.refuse(event, "A second document begins here: a file holds one.")
            case yaml.AliasEvent():
                self.refuse(event, f"*{str(event.anchor)[:40]} is an alias: write the value out.")
            case yaml.MappingStartEvent():
                self.plain(event)
                self.open(event, {})
            case yaml.SequenceStartEvent():
                self.plain(event)
                self.open(event, [])
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self.stack.pop()
            case yaml.ScalarEvent():
                self.plain(event)
                self.word(event)
            case _:
                pass

    def plain(self, event: Any) -> None:
        """Refuse anchors and tags."""
        if event.anchor is not None:
            self.refuse(event, f"&{event.anchor[:40]} is an anchor: anchors are not allowed.")
        if event.tag is not None:
            self.refuse(event, f"The tag {event.tag[:40]!a} is not allowed: values are plain.")

    def open(self, event: Any, value: Any) -> None:
        """Begin a list or mapping."""
        if len(self.stack) >= MOST_DEPTH:
            self.refuse(event, f"It is nested too deeply: at most {MOST_DEPTH} levels.")
        if self.stack and isinstance(self.stack[-1].value, dict) and self.stack[-1].key is None:
            self.refuse(event, "A list or mapping stands where the name of a field belongs.")
        where = self.put(event, value)
        self.stack.append(_Open(value=value, where=where))

    def word(self, event: Any) -> None:
        """Take a key or a value of one word or text."""
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.value, dict) and top.key is None:
            if event.value in top.value:
                self.refuse(event, f"The field {event.value[:40]!a} stands there twice.")
            top.key = event.value
            return
        self.put(event, self.meaning(event))

    def meaning(self, event: Any) -> Any:
        """Return what one word means: quoted, it is text."""
        if not event.implicit[0]:
            return event.value
        if event.value.lower() in _WORDS:
            return _WORDS[event.value.lower()]
        if _WHOLE.fullmatch(event.value):
            return _number(event.value, f"{self.name}, line {event.start_mark.line + 1}")
        return event.value

    def put(self, event: Any, value: Any) -> Place:
        """Put a value where it belongs and return that place."""
        line = event.start_mark.line + 1
        if not self.stack:
            self.content = value
            return ()
        top = self.stack[-1]
        where: Place
        if top.key is not None:
            top.value[top.key] = value
            where = (*top.where, top.key)
            top.key = None
        else:
            top.value.append(value)
            where = (*top.where, len(top.value) - 1)
        self.lines[where] = line
        return where

    def refuse(self, event: Any, message: str) -> NoReturn:
        """Raise Malformed for the line of ``event``."""
        raise Malformed(f"{self.name}, line {event.start_mark.line + 1}", message)
