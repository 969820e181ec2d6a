"""What is called how in a fight: the words of its system, and of its cards and things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.deciding import RULESETS, commands_of
from domain.encounter import Encounter, Thing
from domain.items import FACE_DOWN, Item
from projections.labels import COMMON, LABELS
from projections.labels.tables import CommandLabel, Label, Labels, command
from projections.wording import counted, facts, spaced


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What is called how in a fight, by its name there.

    ``values`` are pools and what else is counted, ``things`` what is carried, held or stands on a sheet.
    """

    commands: dict[str, CommandLabel]
    values: dict[str, Label]
    conditions: dict[str, Label]
    things: dict[str, Label]
    settings: dict[str, Label]


def command_label(system: str, do: str) -> CommandLabel:
    """Return the words for a command; one that no table has is called by its name."""
    for labels in (LABELS[system] if system in LABELS else Labels(), COMMON):
        if do in labels.commands:
            return labels.commands[do]
    return command(_called(do), "other", "")


def words(encounter: Encounter) -> Words:
    """Return what is called how in a fight, as somebody knows it."""
    own = LABELS[encounter.system] if encounter.system in LABELS else Labels()
    return Words(
        commands={do: command_label(encounter.system, do) for do in sorted(commands_of(encounter))},
        values={name: own.values.get(name) or _value(name) for name in _values(encounter)},
        conditions={name: own.conditions.get(name) or Label(label=_called(name)) for name in _conditions(encounter)},
        things=_things(encounter),
        settings={
            name: Label(label=_called(_written_out(name)), hint=own.settings.get(name, ""))
            for name in sorted(encounter.house_rules)
        },
    )


def _called(name: str) -> str:
    """Return a name in words that begin with a capital."""
    told = spaced(name.replace("-", " "))
    return told[:1].upper() + told[1:]


_IN_SHORT = {"sl": "success levels", "pc": "player’s characters"}
"""What settings write in short."""


def _written_out(setting: str) -> str:
    """Return the name of a setting with what it writes in short written out."""
    return " ".join(_IN_SHORT.get(word, word) for word in setting.split("_"))


_OF_A_THING = re.compile(r"(?:(?P<uses>uses)_)?(?P<thing>.+?)(?P<ending>_loaded|_bonus)?")
_ENDINGS = {"_loaded": "Shots in the {}", "_bonus": "Bonus of the {}"}


def _value(name: str) -> Label:
    """Return what is counted of a thing: its uses, its shots, its bonus; anything else by its name."""
    match = _OF_A_THING.fullmatch(name)
    if match is None or not of_a_thing(name):
        return Label(label=_called(name))
    thing = _called(match["thing"])
    return Label(label=f"Uses of {thing}" if match["uses"] else _ENDINGS[match["ending"]].format(thing.lower()))


def of_a_thing(name: str) -> bool:
    """Return whether what is counted is that of a thing: its uses, its shots, its bonus."""
    match = _OF_A_THING.fullmatch(name)
    return match is not None and bool(match["uses"] or match["ending"])


def _values(encounter: Encounter) -> list[str]:
    return sorted({name for one in encounter.combatants.values() for name in (*one.pools, *one.resources)})


def _conditions(encounter: Encounter) -> list[str]:
    known = RULESETS[encounter.system].INTERRUPTIONS.words(encounter)["conditions"]
    return sorted({*known, *(name for one in encounter.combatants.values() for name in one.conditions)})


def _things(encounter: Encounter) -> dict[str, Label]:
    """Return what is carried, held or on a sheet; where two of one id differ, nothing is said of what they do."""
    told: dict[str, Label] = {}
    for name, label in _carried(encounter):
        told[name] = label if told.get(name, label) == label else Label(label=label.label)
    return dict(sorted(told.items()))


def _carried(encounter: Encounter) -> Iterator[tuple[str, Label]]:
    """Yield what is carried, held or on a sheet, by its id; a card that is face down is none."""
    for one in encounter.combatants.values():
        for card in _cards(one.sheet):
            yield str(card["id"]), Label(label=_called(str(card["id"])), hint=_stated(card))
    for holder in encounter.hands:
        for thing in encounter.things(holder):
            if thing.id != FACE_DOWN:
                yield thing.id, Label(label=_called(thing.id), hint=hint_of(thing))


def _cards(sheet: Any) -> Iterator[dict[str, Any]]:
    """Yield what on a sheet has an id of its own."""
    if isinstance(sheet, dict):
        if "id" in sheet:
            yield sheet
        for each in sheet.values():
            yield from _cards(each)
    elif isinstance(sheet, list | tuple):
        for each in sheet:
            yield from _cards(each)


def hint_of(thing: Thing) -> str:
    """Return in one line what a card does, or what is stated of a thing."""
    if not isinstance(thing, Item):
        return _stated(thing.facts)
    trap = ["may be set as a trap"] if thing.trap else []
    kept = [] if thing.consumed else ["is kept"]
    return "; ".join((*_effect(thing), *trap, *kept))


def _effect(item: Item) -> Iterator[str]:
    does = item.effect
    if does is None:
        return
    much = does.dice or does.amount
    yield {
        "damage": f"does {much} damage",
        "heal": f"heals {much}",
        "condition": f"brings {spaced(does.condition or 'a condition')}",
        "relocate": f"moves somebody up to {counted(does.spaces or 1, 'space')}",
        "die_bonus": f"adds {much} to the highest die",
        "extra_die": "gives one die more",
        "block": f"blocks {much}",
    }[does.kind]
    if does.recoil:
        yield f"costs the user {does.recoil}"


_LONGEST = 160


def _stated(card: Mapping[str, Any]) -> str:
    """Return what a card states, without what it leaves open."""
    known = {name: value for name, value in card.items() if name != "id" and value not in (None, (), [], {}, "")}
    told = facts(known).replace("_", " ")
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST]}…"
