"""Outcomes in words: what rolls meant, by how much, against what, and with everything that is stated of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.events import OutcomeResolved
from projections.wording import Stated, counted, facts, inert, listed, marks, spaced, terms


def outcome(event: OutcomeResolved) -> str:
    """Return what rolls meant: ``Kara hit by 2``, ``Tor dodged against 2``."""
    stated = Stated(event.details)
    if stated.get("pairs"):
        return _paired(event)
    if event.kind == "vote":
        return _voted(event)
    if (event.kind, event.result) not in _VERBS:
        return _unnamed(event)
    verb = _VERBS[event.kind, event.result]
    tail = _TAILS[verb](stated) if verb in _TAILS else ""
    against = _against(event, stated)
    return f"{inert(event.who)} {verb}{against}{tail}{_why(stated)}{_added(stated)}{_left(stated)}"


def _voted(event: OutcomeResolved) -> str:
    """Return what came of a vote, with every vote."""
    votes = listed(f"{inert(seat)} to {spaced(str(choice))}" for seat, choice in event.details["votes"])
    return f"{inert(event.who)} voted to {spaced(event.result)}: {votes}"


def _by_how_much(event: OutcomeResolved) -> str:
    """Return margin and number to be reached, where they say anything."""
    margin = f" by {abs(event.margin)}" if event.margin and event.result != "failure" else ""
    against = f" against {inert(event.versus)}" if event.versus is not None else ""
    return margin + against


def _against(event: OutcomeResolved, stated: Stated) -> str:
    """Return margin and number to be reached, that with its terms; what they come to is at least what it says."""
    needed, least = stated.get("needed"), stated.get("at_least")
    reached = f" against at least {least}" if least is not None else ""
    if needed is None:
        return f"{_by_how_much(event)}{reached}"
    floor = f", at least {event.versus}" if sum(needed.values()) != event.versus else ""
    return f"{_by_how_much(event)} ({terms(needed)}{floor})"


def _added(stated: Stated) -> str:
    """Return the terms of what was added to the roll."""
    added = stated.get("added")
    return "" if added is None else f" ({terms(added)} in the roll)"


def _why(stated: Stated) -> str:
    """Return the signed terms of a number."""
    parts = stated.get("parts")
    return "" if parts is None else f" ({terms(parts) if isinstance(parts, dict) else inert(parts)})"


def _left(stated: Stated) -> str:
    return f", {marks(stated.left)}" if stated.left else ""


def _unnamed(event: OutcomeResolved) -> str:
    """Return an outcome without words of its own by its names."""
    kind, result, who = spaced(event.kind), spaced(event.result), inert(event.who)
    stated = f" ({facts(event.details)})" if event.details else ""
    return f"{kind} of {who}: {result}{_by_how_much(event)}{stated}"


def _hits(stated: Stated) -> str:
    hits, used = stated.get("hits"), stated.get("used")
    stated.get("reason")  # of a guess that missed the storyteller alone knows why
    twice = f", try {used} counted" if used is not None else ""
    return (f" for {counted(hits, 'hit')}" if hits else "") + _behind(stated) + twice


def _behind(stated: Stated) -> str:
    cover = stated.get("cover")
    return f", {spaced(str(cover))} cover" if cover is not None else ""


def _ones(stated: Stated) -> str:
    ones = stated.get("ones")
    return f", having rolled {counted(ones, 'one')}" if ones is not None else ""


def _how_far(stated: Stated) -> str:
    if stated.get("exit") == "none":
        return " with nowhere to go"
    spaces = stated.get("spaces")
    return "" if spaces is None else f" for up to {counted(spaces, 'space')}"


def _nowhere(stated: Stated) -> str:
    stated.get("spaces", "exit")
    return ""


def _by_whom(stated: Stated) -> str:
    by = stated.get("by")
    return f" by {listed(by)}" if by else ""


def _whom(stated: Stated) -> str:
    victim, among = stated.get("victim"), stated.get("among")
    named = f": {inert(victim)}" if victim is not None else ""
    return named + (f", one of {listed(among)}" if among and len(among) > 1 else "")


def _levels(stated: Stated) -> str:
    levels = stated.get("sl")
    return "" if levels is None else f" to {counted(levels, 'success level')}"


def _of_three(stated: Stated) -> str:
    count = stated.get("count")
    return "" if count is None else f", {count} of 3"


_VERBS: dict[tuple[str, str], str] = {
    ("attack", "hit"): "hit",
    ("attack", "miss"): "missed",
    ("spell", "success"): "cast it well",
    ("spell", "failure"): "failed to cast it",
    ("defense", "dodged"): "dodged",
    ("defense", "hit"): "was hit",
    ("damage", "absorbed"): "took no damage",
    ("stray", "hit"): "hit somebody else",
    ("stray", "miss"): "nearly hit somebody else",
    ("disengage", "success"): "got away",
    ("disengage", "failure"): "did not get away",
    ("leave_melee", "success"): "got out of the melee",
    ("leave_melee", "failure"): "did not get out of the melee",
    ("grapple", "success"): "got hold",
    ("grapple", "failure"): "got no hold",
    ("struggle", "success"): "wrenched loose",
    ("struggle", "failure"): "struggled in vain",
    ("riding", "success"): "kept the mount in hand",
    ("riding", "failure"): "lost hold of the mount",
    ("deaths_door", "success"): "held on at death’s door",
    ("deaths_door", "failure"): "did not hold on at death’s door",
    ("death_save", "success"): "held on to life",
    ("death_save", "failure"): "slipped further away",
    ("save", "success"): "saved",
    ("save", "failure"): "failed the save",
    ("initiative", "won"): "won the initiative",
    ("initiative", "lost"): "lost the initiative",
    ("stealth", "success"): "went unnoticed",
    ("stealth", "failure"): "was noticed",
    ("stealth", "unnoticed"): "went unnoticed",
    ("stealth", "noticed"): "was noticed",
    ("reaction", "hostile"): "turned hostile",
    ("reaction", "wary"): "stayed wary",
    ("reaction", "peaceful"): "wished for peace",
    ("push", "pushed"): "pushed it",
    ("panic_trigger", "recorded"): "was near panic",
}
_TAILS: dict[str, Callable[[Stated], str]] = {
    "hit": _hits,
    "missed": _hits,
    "got away": _how_far,
    "did not get away": _nowhere,
    "went unnoticed": _by_whom,
    "was noticed": _by_whom,
    "hit somebody else": _whom,
    "nearly hit somebody else": _whom,
    "was near panic": _ones,
    "saved": _behind,
    "failed the save": _behind,
    "pushed it": _levels,
    "held on to life": _of_three,
    "slipped further away": _of_three,
}


def _paired(event: OutcomeResolved) -> str:
    """Return the dice of an opposed roll, pair by pair."""
    details: dict[str, Any] = event.details
    pairs = listed(" against ".join(inert(pair).split(":")) for pair in details["pairs"])
    beaten = f"{counted(details.get('beaten', 0), 'die')} beaten"
    plays = "".join(f", {told}" for told in map(_played, details.get("plays", ())) if told)
    rest = {name: value for name, value in details.items() if name not in _OF_PAIRS}
    stated = f", {facts(rest)}" if rest else ""
    return f"{pairs}{plays}, {beaten}{_blocked(details)}{stated}"


_OF_PAIRS = ("pairs", "beaten", "blocked", "counter", "plays")


def _played(play: dict[str, Any]) -> str:
    """Return what a played item added to the dice; what one blocked is told with the damage."""
    item, on, amount = inert(play["item"]), inert(play["on"]), play["amount"]
    if play["kind"] == "die_bonus":
        return f"the {item} adding {amount} to the highest of {on}"
    return f"the {item} giving {on} one die more" if play["kind"] == "extra_die" else ""


def _blocked(details: dict[str, Any]) -> str:
    """Return how much of the damage was blocked, by which items, and whether that was a counter-attack’s."""
    if not details.get("blocked"):
        return ""
    items = [play["item"] for play in details.get("plays", ()) if play["kind"] == "block"]
    by = f" by the {listed(items)}" if items else ""
    of = "the counter-attack" if details.get("counter") else str(details["blocked"])
    return f", {of} blocked{by}"
