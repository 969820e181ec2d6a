"""What a check file expects beside what happened: every difference as one plain sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from domain.events import Event
from files.malformed import visible
from files.short_forms import Written, as_json, facts_field

_LONGEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is not as the file says: where, what was expected, what was found."""

    kind: Literal["given", "field", "missing", "extra", "refusal", "dice", "state"]
    where: str
    expected: Any
    found: Any
    sentence: str


def shown(value: Any) -> str:
    """Return a value as it can be shown on any terminal, shortened."""
    plain = visible(json.dumps(value, ensure_ascii=False))
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1] + "…"


def compare(expected: Sequence[Written], found: Sequence[Event]) -> Iterator[Difference]:
    """Yield how the events that happened differ from those expected: exactly these, in this order."""
    kinds = [each.kind.__name__ for each in expected], [type(each).__name__ for each in found]
    for change, a, b, c, d in SequenceMatcher(None, *kinds, autojunk=False).get_opcodes():
        if change == "equal":
            for offset in range(b - a):
                yield from _fields(expected[a + offset], found[c + offset], c + offset + 1)
            continue
        for index in range(a, b):
            yield _missing(expected[index], index + 1)
        for index in range(c, d):
            yield _extra(found[index], index + 1)


def _missing(expected: Written, number: int) -> Difference:
    stated = {**expected.fields, **expected.facts}
    name = expected.kind.__name__
    sentence = f"Event {number} of `then`, {name} {shown(stated)}, is expected there and did not happen."
    return Difference(kind="missing", where=f"then.{number - 1}", expected=name, found=None, sentence=sentence)


def _extra(found: Event, number: int) -> Difference:
    name = type(found).__name__
    told = {key: value for key, value in as_json(found).items() if value not in (None, [], {}) and key != "rules"}
    sentence = f"Event {number} that happened, {name} {shown(told)}, is not expected there."
    return Difference(kind="extra", where=f"event {number}", expected=None, found=name, sentence=sentence)


def _fields(expected: Written, found: Event, number: int) -> Iterator[Difference]:
    """Yield the fields named in the file that are another in the event."""
    told = as_json(found)
    facts = told.get(facts_field(expected.kind) or "", {})
    stated = [(key, value, told) for key, value in expected.fields.items() if key != facts_field(expected.kind)]
    stated += [(key, value, facts) for key, value in _facts(expected).items()]
    for key, value, source in stated:
        if source.get(key) != value or type(source.get(key)) is not type(value):
            name = type(found).__name__
            was = shown(source.get(key)) if key in source else "not stated"
            sentence = f"Event {number}, {name}: {key[:40]} is expected to be {shown(value)}, and is {was}."
            yield Difference(
                kind="field", where=f"event {number}, {key}", expected=value, found=source.get(key), sentence=sentence
            )


def _facts(expected: Written) -> dict[str, Any]:
    """Return the facts a file states, flat ones and those under their field."""
    nested = expected.fields.get(facts_field(expected.kind) or "")
    return {**(nested if isinstance(nested, dict) else {}), **expected.facts}
