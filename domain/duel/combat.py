"""Combats: how they form and end, and what comes next when a step is done."""

from __future__ import annotations

from domain.duel.book import Book
from domain.duel.contact import due, open_contact, settled_foe
from domain.duel.guards import fugitive
from domain.duel.questions import Flight, Pursuit, asked_by
from domain.encounter import Combatant, Encounter, Engagement, Turn
from domain.events import DecisionOpened, EngagementChanged, ResourceChanged, TurnEnded, TurnStarted
from domain.facts import facts_of
from domain.story import Story


def form(story: Story, entrant: str, occupant: str, book: Book, *rules: str, first: str, forced: bool = False) -> None:
    """PUR-9, ETQ-13: begin the combat of two; where the occupant is fighting already, the entrant joins as last.

    ``rules`` are those that say who is first, where no declaration has cited them.
    """
    running = story.now.engagement_of(occupant)
    if running is not None:
        join(story, running, entrant, book)
        return
    second = occupant if first == entrant else entrant
    story.tell(
        EngagementChanged(
            id=story.now.next_id("combat", "E"),
            change="formed",
            tile=story.who(entrant).at,
            members=(entrant, occupant),
            order=(first, second),
            forced=forced,
            ends_move=_ends_move(story.now, entrant),
            rules=(book.compulsory if forced else book.turns, *rules),
        )
    )


def _ends_move(encounter: Encounter, entrant: str) -> bool | None:
    """P-G10: a flight that has led into a combat leaves nothing of the board move, and says so where it might have."""
    in_flight = any(fugitive(encounter, each) == entrant for each in encounter.engagements.values())
    return (in_flight and entrant == encounter.mover) or None


def form_forced(story: Story, entrant: str, occupant: str, book: Book) -> None:
    """PUR-4, ETQ-4: begin a compulsory combat that both had declined; the house rule says who is first."""
    first = entrant if book.forced_first == "entrant" else occupant
    form(story, entrant, occupant, book, first=first, forced=True)


def fight_whoever_is_there(story: Story, entrant: Combatant, book: Book) -> bool:
    """Begin the compulsory combat of somebody who comes to rest where a foe stands; return whether one does."""
    foe = settled_foe(story.now, entrant)
    if foe is not None:
        form_forced(story, entrant.id, foe.id, book)
    return foe is not None


def join(story: Story, engagement: Engagement, who: str, book: Book) -> None:
    """Let somebody into a running combat, last in its turn list; the turn is not disturbed (PUR-23, P-G22)."""
    order, ends = (*engagement.order, who), _ends_move(story.now, who)
    joined = EngagementChanged(
        id=engagement.id, change="joined", who=who, order=order, ends_move=ends, rules=(book.joins,)
    )
    story.tell(joined)


def turn_of(encounter: Encounter, who: str) -> Engagement:
    """Return the combat in which ``who`` has the turn."""
    asked = map(asked_by, reversed(encounter.decisions))
    turn = next(each for each in asked if isinstance(each, Turn) and each.who == who)
    return encounter.engagements[turn.engagement or ""]


def is_aggressor(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is an aggressor of the combat they are in: they came in, and were not found there.

    The role belongs to the combat: whoever has an allowance left of their own move may be the defender of another.
    """
    engagement = encounter.engagement_of(who)
    return engagement is not None and who in engagement.aggressors


def end_turn(
    story: Story,
    who: str,
    book: Book,
    *,
    reason: str | None = None,
    ends_move: bool | None = None,
    keeps: int | None = None,
) -> None:
    """End the turn of ``who`` in the combat it belongs to."""
    engagement = turn_of(story.now, who).id
    ended = TurnEnded(
        who=who, reason=reason, engagement=engagement, ends_move=ends_move, keeps=keeps, rules=(book.turns,)
    )
    story.tell(ended)


def finish(story: Story, who: str, book: Book) -> None:
    """End the turn after an action, take the dead and the relocated out of the combat, and go on."""
    engagement = turn_of(story.now, who)
    end_turn(story, who, book)
    sweep(story, engagement, book)
    settle(story, book)


def sweep(story: Story, engagement: Engagement, book: Book) -> None:
    """PUR-10, ETQ-14: whoever died or was moved off the tile is out; with fewer than two left the combat is over."""
    gone = [m for m in engagement.order if not story.who(m).alive or story.who(m).at != engagement.place]
    if not gone:
        return
    if len(engagement.order) - len(gone) < 2:
        reason = "death" if any(not story.who(m).alive for m in gone) else "relocated"
        dissolve(story, engagement, reason, book)
        return
    for member in gone:
        reason = "relocated" if story.who(member).alive else "death"
        leave(story, story.now.engagements[engagement.id], member, reason, book)


def leave(story: Story, engagement: Engagement, who: str, reason: str, book: Book) -> None:
    """Take one out of a combat of more than two; whoever came next in the order still does."""
    order = tuple(member for member in engagement.order if member != who)
    upcoming = engagement.next_up
    if upcoming == who:
        upcoming = engagement.order[(engagement.order.index(who) + 1) % len(engagement.order)]
    story.tell(
        EngagementChanged(
            id=engagement.id,
            change="left",
            who=who,
            order=order,
            holder=upcoming,
            reason=reason,
            rules=(book.death,),
        )
    )
    _allowance_after(story, who, book)


def dissolve(story: Story, engagement: Engagement, reason: str, book: Book) -> None:
    """End a combat; what its members have left of an allowance is theirs only if they are on a board move."""
    story.tell(EngagementChanged(id=engagement.id, change="dissolved", reason=reason, rules=(book.death,)))
    if reason != "merged":
        for member in engagement.members:
            _allowance_after(story, member, book)


def _allowance_after(story: Story, who: str, book: Book) -> None:
    """Take the allowance of a fugitive whose combat is over (P-G12), and the mover's where they may not walk on."""
    member = story.who(who)
    fighting = any(who in engagement.members for engagement in story.now.engagements.values())
    if not member.alive or not member.movement or fighting:
        return
    if who != story.now.mover:
        spend(story, who, 0, "flight_ended", book.flee)
    elif not book.moves_on:
        spend(story, who, 0, "combat_ended", book.death)


def spend(story: Story, who: str, after: int, why: str, *rules: str) -> None:
    """Set the allowance of ``who``; nothing is told where the number stays."""
    before = story.who(who).movement
    if before != after:
        changed = ResourceChanged(who=who, resource="movement", before=before, after=after, why=why, rules=rules)
        story.tell(changed)


def settle(story: Story, book: Book) -> None:
    """Open whatever is due next: a contact, a compulsory combat, a chase, the end of a flight, a turn; or nothing."""
    while story.now.decision is None:
        if contact := due(story.now, book):
            open_contact(story, *contact, book)
        elif forced := _compulsory(story):
            form_forced(story, *forced, book)
        elif flown := _flight_over(story):
            _after_flight(story, *flown, book)
        elif passing := _passing(story):
            ask_where_to_flee(story, *passing, "stop", book)
        else:
            _next_turn(story, book)
            return


def _compulsory(story: Story) -> tuple[str, str] | None:
    """PUR-4, ETQ-4: return who stands without allowance on a foe's tile, both having declined, and that foe."""
    for combatant in story.now.living:
        if combatant.movement == 0 and story.now.engagement_of(combatant.id) is None:
            foe = settled_foe(story.now, combatant)
            if foe is not None and foe.arrived < combatant.arrived:
                return combatant.id, foe.id
    return None


def _flight_over(story: Story) -> tuple[Engagement, str] | None:
    """Return a combat whose fugitive has come to rest, on a free tile or in another combat, and the fugitive."""
    for engagement in reversed(story.now.engagements.values()):
        runner = fugitive(story.now, engagement)
        if runner is None:
            continue
        passing = settled_foe(story.now, story.who(runner)) is not None
        if not passing or story.now.engagement_of(runner) is not None:
            return engagement, runner
    return None


def _passing(story: Story) -> tuple[str, int, Engagement] | None:
    """PUR-8, PUR-22: return who is in flight on a foe's space, both having declined, and the spaces they have left."""
    for engagement in reversed(story.now.engagements.values()):
        runner = fugitive(story.now, engagement)
        if runner is not None:
            return runner, story.who(runner).movement, engagement
    return None


def ask_where_to_flee(story: Story, who: str, spaces: int, engagement: Engagement, instead: str, book: Book) -> None:
    """PUR-19, ETQ-28: ask whoever may flee how far; ``instead`` they stay, or stop where the flight has led them."""
    story.tell(
        DecisionOpened(
            kind="flight",
            owner=story.who(who).side,
            options=("flee", instead),
            context=facts_of(Flight(who=who, spaces=spaces, engagement=engagement.id)),
            rules=(book.flee,),
        )
    )


def _after_flight(story: Story, engagement: Engagement, runner: str, book: Book) -> None:
    """PUR-21: ask the aggressor whether to chase, if they can arrive; otherwise the flight has ended the combat."""
    chaser = may_be_chased(story, engagement, runner, book)
    if chaser is not None:
        story.tell(
            DecisionOpened(
                kind="chase",
                owner=story.who(chaser).side,
                options=("chase", "let_go"),
                context=facts_of(Pursuit(who=chaser, quarry=runner, engagement=engagement.id)),
                rules=("PUR-21", book.chase),
            )
        )
    else:
        end_flight(story, engagement, runner, book)


def may_be_chased(story: Story, engagement: Engagement, runner: str, book: Book) -> str | None:
    """Return the aggressor who can still reach the fugitive with what allowance they have (PUR-24, P-G18, P-G21).

    An aggressor who flees is chased by nobody.
    """
    if not book.may_chase or len(engagement.members) != 2 or runner in engagement.aggressors:
        return None
    chaser = next(member for member in engagement.members if member != runner)
    who, quarry = story.who(chaser), story.who(runner)
    held = who.at == engagement.place and story.now.foes_at(chaser)
    fights = who.at != engagement.place and story.now.engagement_of(chaser) is not None
    lost = story.now.engagement_of(runner) is not None and not book.may_join
    if chaser not in engagement.aggressors or held or fights or lost:
        return None
    return chaser if quarry.at in story.now.tiles.ways(who.at, who.movement) else None


def end_flight(story: Story, engagement: Engagement, runner: str, book: Book) -> None:
    """Let the fugitive be gone: of two the combat is over, of three the others fight on."""
    if len(engagement.members) > 2:
        leave(story, engagement, runner, "disengaged", book)
    else:
        dissolve(story, engagement, "disengaged", book)


def _next_turn(story: Story, book: Book) -> None:
    """PUR-9, ETQ-13: start the next turn of the newest combat."""
    running = tuple(story.now.engagements.values())
    if running:
        newest = running[-1]
        story.tell(TurnStarted(who=newest.next_up, role=book.role, engagement=newest.id, rules=(book.turns,)))
