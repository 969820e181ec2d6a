"""The plain part of YAML: no anchors, no tags, no directives, no documents one after another.

A word is true, false, null, a whole number or text, so that ``on``, ``yes`` and ``6:5`` stay what they look like.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NoReturn

import yaml

from files.malformed import MOST_DEPTH, Malformed, Place, whole_number

_WHOLE = re.compile(r"[-+]?[0-9]+")
# libyaml compares each directive with all before it, before it tells of any.
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def yaml_value(text: str, name: str, lines: dict[Place, int]) -> Any:
    """Return the value that a YAML text writes, and note the line of each value in ``lines``. Raises Malformed."""
    if (directive := _DIRECTIVE.search(text)) is not None:
        number = text.count("\n", 0, directive.start()) + 1
        raise Malformed(f"{name}, line {number}", "It begins with %, as a directive: a file holds values alone.")
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
            return whole_number(event.value, f"{self.name}, line {event.start_mark.line + 1}")
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
