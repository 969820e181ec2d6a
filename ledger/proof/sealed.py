"""What must hold of sealed lines, as far as a file opens them: commitments, secret dice, the lines that stand in."""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from ledger.line.entries import Json, Sealed, Unsealed, Withheld
from ledger.line.forms import Wrong, hash_of, must_be_an_event, must_hold
from ledger.line.hidden import blind_commit, commit
from ledger.line.lines import Line
from ledger.line.spellings import is_hash
from ledger.proof.good_lines import GoodLines


def payloads_in(rows: Iterable[bytes]) -> dict[int, Json]:
    """Return what the rows of a file tell of sealed lines, by line; whether it fits them is looked at later."""
    found: dict[int, Json] = {}
    for row in rows:
        if row.startswith(b'{"n":') or b'"type":"Unsealed"' in row:
            try:
                value = orjson.loads(row)
            except orjson.JSONDecodeError:
                continue
            of, payload = value.get("of", value.get("n")), value.get("payload")
            if type(of) is int and isinstance(payload, dict) and "text" not in payload:
                found.setdefault(of, {}).update(payload)
    return found


_STORY, _SECRET = ("events", "stands_in", "to"), ("action", "blind")


def is_sealed(value: Json) -> bool:
    """Return whether a line hides something other than words."""
    return value.get("type") == "Sealed" or (
        value.get("type") == "CommandAccepted" and ("sealed" in value["decl"] or value.get("blind") is not None)
    )


def must_be_a_payload(payload: Json) -> None:
    """Refuse what has not the form of words, of what happened, or of an action and a blind."""
    if "events" in payload:
        must_hold(payload, _STORY, _is_story, "It tells nothing that happened.")
    elif "text" in payload:
        must_be_words(payload)
    else:
        must_hold(payload, _SECRET, _is_secret, "It is no action, no blind, no words, and nothing that happened.")


def must_be_words(payload: Json) -> None:
    """Refuse what is not one text."""
    must_hold(payload, ("text",), _is_words, "Words are one text.")


def _is_words(payload: Json) -> bool:
    return payload.keys() == {"text"} and type(payload["text"]) is str


def _is_story(payload: Json) -> bool:
    events, to = payload["events"], payload.get("to", [])
    return (
        payload.keys() <= set(_STORY)
        and isinstance(events, list)
        and all(isinstance(event, dict) and type(event.get("type")) is str for event in events)
        and type(payload.get("stands_in", 1)) is int
        and isinstance(to, list)
        and all(type(seat) is str for seat in to)
    )


def _is_secret(payload: Json) -> bool:
    return (
        bool(payload)
        and payload.keys() <= set(_SECRET)
        and isinstance(payload.get("action", {}), dict)
        and is_hash(payload.get("blind", "0" * 64))
    )


def must_fit(value: Json, salt: bytes, payload: Json) -> None:
    """Refuse what a line did not commit to."""
    must_be_a_payload(payload)
    if "text" in payload or ("events" in payload) != (value["type"] == "Sealed"):
        raise Wrong("What it is said to have sealed is nothing that such a line seals.")
    for event in payload.get("events", ()):
        must_be_an_event(event)
    if value["type"] == "Sealed":
        fits = commit(salt, payload) == value["commit"]
    else:
        fits = ("action" not in payload or _is_of(value, salt, payload["action"])) and (
            "blind" not in payload or blind_commit(bytes.fromhex(payload["blind"])).hex() == value.get("blind")
        )
    if not fits:
        raise Wrong(f"What line {value['n']} is said to have sealed is not what it committed to.")


def _is_of(value: Json, salt: bytes, action: Json) -> bool:
    return bool(commit(salt, {"action": action}) == value["decl"].get("sealed"))


def is_open(value: Json, payload: Json | None) -> bool:
    """Return whether all that a line hides is known."""
    if payload is None or value["type"] == "Sealed":
        return payload is not None
    return ("sealed" not in value["decl"] or "action" in payload) and ("blind" not in value or "blind" in payload)


def sealed(checked: GoodLines, line: Line, entry: Sealed) -> None:
    """Check the form of a sealed line: what it holds is looked at once all is read that opens it."""
    hash_of(entry.commit, "The commitment")
    checked.hides(line.n)


def unsealed(checked: GoodLines, line: Line, entry: Unsealed) -> None:
    """Check that it opens a line that was sealed and shut, with what that line committed to."""
    checked.must_follow(line)
    if not 0 <= entry.of < line.n or entry.of in checked.unsealed or not is_hash(entry.salt):
        raise Wrong("It opens what was never sealed, or was opened before.")
    value = orjson.loads(checked.log.lines[entry.of].raw)
    if not is_sealed(value):
        raise Wrong(f"It opens line {entry.of}, which seals nothing.")
    must_fit(value, bytes.fromhex(entry.salt), entry.payload)
    checked.opens(entry.of, entry.payload)
    checked.unsealed.add(entry.of)


def withheld(checked: GoodLines, _: Line, entry: Withheld) -> None:
    """Check that it keeps shut a line that is sealed."""
    known = 0 <= entry.of < checked.lines and is_sealed(orjson.loads(checked.log.lines[entry.of].raw))
    if not known or entry.of in checked.unsealed or entry.of in checked.withheld:
        raise Wrong("It keeps shut what was never sealed, or is open or withheld already.")
    checked.must_be_called(entry.by, entry)
    of = checked.log.lines[entry.of]
    command = of.n if of.cause is None else of.cause
    checked.withheld |= {entry.of, command, *checked.sealed_under.get(command, ())}
