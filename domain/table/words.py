"""Words that rules read: those of a system, those that a table declares, and the nearest to one that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import Annotated, TypeAlias

from annotated_types import Len, MaxLen

from domain.refusals import Refused
from domain.table.names import distinct

Word = Annotated[str, Len(1, 32)]
Listed = Annotated[tuple[Word, ...], MaxLen(100)]
Known: TypeAlias = Mapping[str, frozenset[str]]
"""The words of a system, by what they are words for."""

LIKE = 0.6
"""How like a known word one must be for that to be named."""
SLIP = 0.8
"""How like a known word one of the table's own must be to be taken for a slip of the pen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words of a table's own, beside those that its system knows; each system reads some of these lists."""

    conditions: Listed = ()
    damage_types: Listed = ()
    sides: Listed = ()
    skills: Listed = ()
    qualities: Listed = ()
    talents: Listed = ()
    orders: Listed = ()


NO_MORE = Words()
USUAL = frozenset(
    {
        "asleep",
        "bleeding",
        "blessed",
        "blinded",
        "bound",
        "braced",
        "burning",
        "charmed",
        "confused",
        "cursed",
        "dazed",
        "dazzled",
        "deafened",
        "drenched",
        "entangled",
        "exhausted",
        "frightened",
        "frozen",
        "grappled",
        "hexed",
        "incapacitated",
        "invisible",
        "marked",
        "netted",
        "paralyzed",
        "parrying",
        "petrified",
        "poisoned",
        "prone",
        "restrained",
        "shielded",
        "silenced",
        "slowed",
        "stuck",
        "stunned",
        "trapped",
        "unconscious",
        "weakened",
        "winded",
    }
)
"""Conditions that a card may bring at most tables, whether a rule of the game reads them or not."""


def plain(word: str) -> str:
    """Return a word as it is compared and kept: in small letters, one underscore for each space or dash."""
    return word.strip().casefold().replace(" ", "_").replace("-", "_")


def nearest(word: str, known: Iterable[str], like: float = LIKE) -> str | None:
    """Return the known word that is likest to one, if any is like it."""
    return next(iter(get_close_matches(plain(word), sorted(known), n=1, cutoff=like)), None)


def declared(words: Words, known: Known, system: str, rule: str) -> dict[str, list[str]] | None:
    """Return the words that a table declares, by kind, as line 0 keeps them; refuses those that no rule would read."""
    stated = {kind: listed for kind, listed in asdict(words).items() if listed}
    for kind, listed in stated.items():
        if kind not in known:
            message = f"words cannot name {kind}: {system} reads {', '.join(known)}."
            raise Refused("unsupported_setting", message, rule=rule)
        distinct("word", listed, rule)
        distinct("word", (plain(word) for word in listed), rule)
    return {kind: [plain(word) for word in listed] for kind, listed in stated.items()} or None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The words that a fight knows, and the rule that a refusal of another one names."""

    known: Known
    rule: str

    def word(self, kind: str, word: str, cannot: str) -> str:
        """Return a word as it is kept; refuses one that nobody knows, with the nearest that is known."""
        kept, known = plain(word), self.known[kind]
        if kept in known:
            return kept
        like = nearest(word, known)
        others = f"the nearest is {like}" if like else f"known are {', '.join(sorted(known)) or 'none'}"
        message = (
            f"{cannot} {word!r}: it is none of the {_named(kind)} here; {others}. A table declares its own as words."
        )
        raise Refused("invalid_value", message, rule=self.rule)

    def all(self, kind: str, words: Iterable[str], cannot: str) -> tuple[str, ...]:
        """Return words as they are kept, each once."""
        return tuple(dict.fromkeys(self.word(kind, each, cannot) for each in words))


def _named(kind: str) -> str:
    return kind.replace("_", " ")


def together(known: Known, *own: Mapping[str, Iterable[str]]) -> Known:
    """Return the words of a system together with those that a table has declared."""
    return {kind: words.union(*(each.get(kind, ()) for each in own)) for kind, words in known.items()}
