"""Disengaging and what follows: the dice, the flight, the chase."""

from __future__ import annotations

from domain.duel.book import Book
from domain.duel.combat import (
    ask_where_to_flee,
    dissolve,
    end_flight,
    end_turn,
    fight_whoever_is_there,
    is_aggressor,
    join,
    settle,
    spend,
    turn_of,
)
from domain.duel.commands import Chase, Disengage, Flee, LetGo, Stay, Stop
from domain.duel.guards import fugitive, going_on, known_tiles, must_answer, must_live, pending
from domain.duel.questions import Fleeing, Flight, Pursuit
from domain.duel.walking import step
from domain.encounter import Combatant, Encounter, Engagement, Turn
from domain.events import DeclarationMade, EngagementChanged, OutcomeResolved
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.guards import known


def disengage(story: Story, command: Disengage, book: Book) -> None:
    """PUR-17, ETQ-26: roll one d6 each, all of the combat or, by house rule, the one named."""
    who = known(story.now, command.who, book.disengage)
    if command.origin is not None:
        known(story.now, command.origin, book.disengage)
    must_live(story.now, who, "disengage", book.disengage)
    waiting = must_answer(story.now, who.id, "disengage", (Turn,), book, book.disengage)
    engagement = turn_of(story.now, who.id)
    others = [member for member in engagement.order if member != who.id]
    named = _named(command, others, book, waiting)
    story.tell(
        DeclarationMade(
            who=who.id,
            kind="disengage",
            targets=(named,) if named else tuple(others),
            parameters={"from": named} if named and command.origin else {},
            rules=(book.disengage,),
        )
    )
    own = story.roll(who.id, "disengage", "1d6", book.disengage).faces[0]
    against = [story.roll(other, "disengage", "1d6", book.disengage) for other in ([named] if named else others)]
    highest = max(against, key=lambda roll: roll.faces[0])
    _resolve(story, who.id, engagement, own - highest.faces[0], highest.by, book)


def _named(command: Disengage, others: list[str], book: Book, waiting: Pending) -> str | None:
    """Return the one opponent to beat where the house rule asks for one (P-G20)."""
    if not book.beats_named:
        if command.origin is not None:
            message = f"{command.who} cannot disengage from one alone: every opponent here rolls."
            raise Refused("invalid_value", message, rule=book.disengage, pending=waiting)
        return None
    if command.origin is None and len(others) > 1:
        message = f"{command.who} cannot disengage: name the one to disengage from ({', '.join(others)})."
        raise Refused("invalid_value", message, rule=book.disengage, pending=waiting)
    named = command.origin or others[0]
    if named not in others:
        message = f"{command.who} cannot disengage from {named}: they are not opponents in this combat."
        raise Refused("illegal_target", message, rule=book.disengage, pending=waiting)
    return named


def _resolve(story: Story, who: str, engagement: Engagement, margin: int, whom: str, book: Book) -> None:
    """PUR-18 to PUR-20, ETQ-27: only a strictly higher die opens a flight, else the turn is over.

    An aggressor of this combat adds what allowance they have left; whoever was found there adds nothing.
    """
    exits = story.now.tiles.next_to(engagement.place)
    added = story.who(who).movement if book.allowance_helps_flight and who in engagement.aggressors else 0
    spaces = margin + added if margin > 0 and exits else 0
    helped = spaces > 0 and added > 0
    details = {
        "spaces": spaces,
        **({"parts": {"dice": margin, "allowance_left": added}} if helped else {}),
        **({} if exits or margin <= 0 else {"exit": "none"}),
    }
    story.tell(
        OutcomeResolved(
            kind="disengage",
            who=who,
            result="success" if margin > 0 else "failure",
            margin=margin,
            whom=whom,
            details=details,
            rules=(book.higher, *(("PUR-20",) if helped else ())),
        )
    )
    if spaces == 0:
        end_turn(story, who, book)
        settle(story, book)
        return
    ask_where_to_flee(story, who, spaces, engagement, "stay", book)


def flight_of(encounter: Encounter, who: str) -> tuple[Engagement, int]:
    """Return the combat that ``who`` is leaving and the spaces left to flee."""
    top = encounter.decision
    if top is not None:
        flight = top.step(Flight)
        return encounter.engagements[flight.engagement], flight.spaces
    left = next(e for e in encounter.engagements.values() if fugitive(encounter, e) == who)
    return left, encounter.combatants[who].movement


def flee(story: Story, command: Flee, book: Book) -> None:
    """PUR-19, PUR-22, ETQ-28: flee along a path, as far as the first foe on it, who is an ordinary contact."""
    who = known(story.now, command.who, book.flee)
    known_tiles(story.now, command.path, who.id, book.flee)
    must_live(story.now, who, "flee", book.flee)
    waiting = must_answer(story.now, who.id, "flee", (Flight, Fleeing), book, book.flee)
    engagement, spaces = flight_of(story.now, who.id)
    must_be_a_way(story.now, who.id, command.path, spaces, waiting, book.flee, "flee", shut=engagement.place)
    first = "stay" in waiting.options
    own = _own_allowance(story.now, who, book) if first else engagement.keeps
    story.tell(
        DeclarationMade(who=who.id, kind="flee", parameters={"path": list(command.path)}, rules=(book.flee,)),
    )
    left = spaces - walk_until_met(story, who.id, command.path, "flee", book.flee)
    kept = _allowance_left(story, who.id, left, own, book)
    if first:
        # P-G10: whoever flees has ended their own board move with it, as aggressor and as defender.
        ends = (who.id == story.now.mover and not kept) or None
        end_turn(story, who.id, book, ends_move=ends, keeps=kept if story.now.foes_at(who.id) and kept else None)
    settle(story, book)


def _own_allowance(encounter: Encounter, who: Combatant, book: Book) -> int:
    """P-G10: return what a flight that begins may leave to whoever flees: an aggressor's own, by house rule."""
    keeps = book.keeps_movement and who.id == encounter.mover and is_aggressor(encounter, who.id)
    return who.movement if keeps else 0


def _allowance_left(story: Story, who: str, left: int, own: int, book: Book) -> int:
    """P-G10, P-G12: set what the flight leaves of an allowance; return how much a board move may go on with.

    Where a contact cuts the flight the allowance is the spaces left, and the rest of the flight may still leave as much
    as was the fugitive's own.
    """
    if story.now.foes_at(who):
        after = left if book.spaces_become_allowance else 0
        spend(story, who, after, "flight_left" if book.spaces_become_allowance else "flight_ended", book.meets)
        return own if after else 0
    kept = min(left, own)
    spend(story, who, kept, "flight_ended", book.flee)
    return kept


def must_be_a_way(
    encounter: Encounter,
    who: str,
    path: tuple[str, ...],
    spaces: int,
    waiting: Pending,
    rule: str,
    deed: str,
    *,
    shut: str | None = None,
) -> None:
    """Refuse a path that is too long, leaves the links, or leads back to the tile that was fled from."""
    if len(path) > spaces:
        wanted, left = "1 space" if len(path) == 1 else f"{len(path)} spaces", "is" if spaces == 1 else "are"
        message = f"{who} cannot {deed} {wanted}: {spaces} {left} left."
        raise Refused("not_enough_movement", message, rule=rule, pending=waiting)
    at = encounter.combatants[who].at
    for tile in path:
        if tile not in encounter.tiles.next_to(at):
            message = f"{who} cannot {deed} from {at} to {tile}: no link leads there."
            raise Refused("not_adjacent", message, rule=rule, pending=waiting)
        if tile == shut:
            message = f"{who} cannot {deed} over {tile}: that is the space of the combat they leave."
            raise Refused("returns_to_combat_tile", message, rule=rule, pending=waiting)
        at = tile


def walk_until_met(story: Story, who: str, path: tuple[str, ...], mode: str, rule: str) -> int:
    """Take the steps of a path until a foe stands on the tile; return how many were taken."""
    for taken, tile in enumerate(path, start=1):
        step(story, who, tile, mode, rule)
        if story.now.foes_at(who):
            return taken
    return len(path)


def stay(story: Story, command: Stay, book: Book) -> None:
    """P-G7: do not flee after all; the turn is over and the combat goes on."""
    who = known(story.now, command.who, book.flee)
    must_live(story.now, who, "stay", book.flee)
    must_be_offered(story.now, who.id, "stay", book, book.flee)
    story.tell(DeclarationMade(who=who.id, kind="stay", rules=(book.flee, book.never_over)))
    end_turn(story, who.id, book)
    settle(story, book)


def must_be_offered(encounter: Encounter, who: str, deed: str, book: Book, rule: str) -> None:
    """Refuse to stay once the flight has begun, and to stop before it has."""
    waiting = must_answer(encounter, who, deed, (Flight, Fleeing), book, rule)
    if deed not in waiting.options:
        begun = "the flight has begun" if deed == "stay" else "the flight has not begun"
        message = f"{who} cannot {deed}: {begun}, and {going_on(encounter)}."
        raise Refused("decision_pending", message, rule=rule, pending=waiting)


def stop(story: Story, command: Stop, book: Book) -> None:
    """PUR-4, ETQ-4: stop a flight on a shared space, where combat is compulsory."""
    who = known(story.now, command.who, book.meets)
    must_live(story.now, who, "stop", book.meets)
    must_be_offered(story.now, who.id, "stop", book, book.meets)
    story.tell(DeclarationMade(who=who.id, kind="stop", rules=(book.compulsory,)))
    fight_whoever_is_there(story, who, book)
    settle(story, book)


def chase(story: Story, command: Chase, book: Book) -> None:
    """PUR-24, PUR-25: the aggressor spends allowance to go after the fugitive, as far as the first foe on the way."""
    who = known(story.now, command.who, book.chase)
    known_tiles(story.now, command.path, who.id, book.chase)
    must_live(story.now, who, "chase", book.chase)
    _must_be_the_aggressor(story.now, who.id, "chase", book)
    waiting = must_answer(story.now, who.id, "chase", (Pursuit,), book, book.chase)
    engagement, quarry = _quarry(story.now)
    must_be_a_way(story.now, who.id, command.path, who.movement, waiting, book.chase, "chase")
    if command.path[-1] != story.who(quarry).at:
        message = f"{who.id} cannot chase to {command.path[-1]}: {quarry} is at {story.who(quarry).at}."
        raise Refused("does_not_reach_quarry", message, rule=book.arrives, pending=waiting)
    way = {"path": list(command.path)}
    story.tell(DeclarationMade(who=who.id, kind="chase", targets=(quarry,), parameters=way, rules=(book.chase,)))
    taken = walk_until_met(story, who.id, command.path, "chase", book.chase)
    spend(story, who.id, who.movement - taken, "chase", book.chase)
    if story.who(who.id).at == story.who(quarry).at:
        _catch_up(story, engagement, who.id, quarry, book)
    settle(story, book)


def _catch_up(story: Story, engagement: Engagement, chaser: str, quarry: str, book: Book) -> None:
    """PUR-25, PUR-26: resume the combat with the chaser's turn; PUR-23: or join the one the quarry has got into."""
    new = story.now.engagement_of(quarry)
    if new is not None:
        dissolve(story, engagement, "merged", book)
        join(story, new, chaser, book)
        return
    story.tell(
        EngagementChanged(
            id=engagement.id,
            change="resumed",
            tile=story.who(quarry).at,
            order=(chaser, quarry),
            rules=(book.arrives, book.resumes),
        )
    )


def let_go(story: Story, command: LetGo, book: Book) -> None:
    """PUR-24: a chase is a choice; without it the flight has ended the combat."""
    who = known(story.now, command.who, book.chase)
    must_live(story.now, who, "let go", book.chase)
    _must_be_the_aggressor(story.now, who.id, "let anybody go", book)
    must_answer(story.now, who.id, "let anybody go", (Pursuit,), book, book.chase)
    engagement, quarry = _quarry(story.now)
    parameters = {"quarry": quarry}
    story.tell(
        DeclarationMade(who=who.id, kind="let_go", targets=(quarry,), parameters=parameters, rules=(book.chase,))
    )
    end_flight(story, engagement, quarry, book)
    settle(story, book)


def _must_be_the_aggressor(encounter: Encounter, who: str, deed: str, book: Book) -> None:
    """PUR-24: refuse anybody but an aggressor of the combat that is fled, of their own, or of the one fled last."""
    fled = [each for each in encounter.engagements.values() if fugitive(encounter, each) is not None]
    own = [each for each in encounter.engagements.values() if who in each.members]
    roles = [each.aggressors for each in fled or own] or [encounter.pursuers]
    if not any(who in aggressors for aggressors in roles):
        message = f"{who} cannot {deed}: only the aggressor of a combat chases whoever flees from it."
        raise Refused("only_aggressor_chases", message, rule=book.chase, pending=pending(encounter))


def _quarry(encounter: Encounter) -> tuple[Engagement, str]:
    """Return the combat of the open chase window and its fugitive."""
    pursuit = encounter.decisions[-1].step(Pursuit)
    return encounter.engagements[pursuit.engagement], pursuit.quarry
