"""Words at the table, of a seat or of somebody in the fight: they take no time and change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from domain.encounter import Combatant, Encounter
from domain.events import MessageRecorded
from domain.offers import Offer, Open
from domain.refusals import Refused
from domain.story import Story
from domain.table.commands import Say
from domain.table.seats import plays

WORDS = Open(kind="text", minimum=1, maximum=2000, example="To me!")


def say(story: Story, command: Say, rule: str, *cited: str) -> None:
    """Tell what a seat says or narrates, or what somebody says who is up; ``cited`` are the rules that name it."""
    encounter, who = story.now, command.who
    if (who is None) == (command.by is None):
        message = "Nobody can say that: it names either a seat (`by`) or one who fights (`who`), and not both."
        raise Refused("invalid_value", message, rule=rule)
    speaker = who or command.by or ""
    if who is None:
        _must_have_a_voice(encounter, speaker, command.channel, rule)
    else:
        _must_be_up(encounter, speaker, command.channel, rule)
    must_be_words(command, speaker, rule)
    story.tell(MessageRecorded(by=speaker, channel=command.channel or "table", text=command.text, rules=cited))


def must_be_words(command: Say, speaker: str, rule: str) -> None:
    """Refuse what is only blanks."""
    if not command.text.strip():
        raise Refused("invalid_value", f"{speaker} cannot say nothing: there is no word in it.", rule=rule)


def _must_have_a_voice(encounter: Encounter, seat: str, channel: str | None, rule: str) -> None:
    """Refuse a seat that only watches, and a player who narrates where a referee does."""
    if not plays(encounter, seat):
        message = f"{seat} cannot say anything here: nobody plays from that seat."
        raise Refused("unknown_id", message, rule=rule)
    if channel == "narration" and not _narrates(encounter, seat):
        message = f"{seat} cannot narrate: that is the referee's."
        raise Refused("not_your_decision", message, rule=rule)
    if channel == "flourish":
        message = f"{seat} cannot embellish anything: that is for one who fights, named as `who`."
        raise Refused("invalid_value", message, rule=rule)


def _must_be_up(encounter: Encounter, who: str, channel: str | None, rule: str) -> None:
    """Refuse words of somebody who is not there, or cannot speak, and narration that is nobody's at the table."""
    if who not in encounter.combatants:
        raise Refused("unknown_id", f"{who} cannot say anything: there is nobody of that name.", rule=rule)
    life = encounter.combatants[who].life
    if encounter.combatants[who] not in encounter.living:
        code = "dead" if life == "dead" else "incapable"
        raise Refused(code, f"{who} cannot say anything: {life.replace('_', ' ')}.", rule=rule)
    if channel == "narration":
        raise Refused("invalid_value", f"{who} cannot narrate: a seat does, named as `by`.", rule=rule)


def _narrates(encounter: Encounter, seat: str) -> bool:
    """Return whether a seat tells what happens around: the referee, or everybody who plays where there is none."""
    return encounter.referee in (None, seat)


def of_seats(encounter: Encounter) -> Iterator[Offer]:
    """Yield what every seat that plays may say."""
    for seat in encounter.seats:
        if plays(encounter, seat):
            channels = ("table", "narration") if _narrates(encounter, seat) else ("table",)
            yield Offer(do="say", by=seat, aside=True, closed={"channel": channels}, open={"text": WORDS})


def of_fighters(encounter: Encounter) -> Iterator[Offer]:
    """Yield what everybody may say who is up."""
    yield from map(of_fighter, encounter.living)


def of_fighter(one: Combatant) -> Offer:
    """Return what somebody may say."""
    return Offer(do="say", who=one.id, aside=True, closed={"channel": ("table", "flourish")}, open={"text": WORDS})
