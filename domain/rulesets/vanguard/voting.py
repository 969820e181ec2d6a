"""Who speaks for the party: its leader, or by house rule the votes of its players (VAN-1, VAN-46; N-G42)."""

from __future__ import annotations

from collections import Counter

from domain.encounter import Decision, Encounter
from domain.events import OutcomeResolved
from domain.refusals import Pending, Refused
from domain.rulesets.vanguard.guards import must_be_the_party
from domain.rulesets.vanguard.questions import Vote, asked_by
from domain.rulesets.vanguard.sheets import PARTY, settings_of
from domain.story import Story

Owner = str | tuple[str, ...]


def votes_count(encounter: Encounter) -> bool:
    """N-G42: return whether the party's decisions are put to the vote."""
    return settings_of(encounter).party_decision == "majority"


def voters(encounter: Encounter) -> tuple[str, ...]:
    """N-G42: return the players' seats with a character who is not dead or gone; the leader's where there is none."""
    seats = {one.controller for one in encounter.combatants.values() if one.side == PARTY and not one.gone}
    players = tuple(seat for seat, role in encounter.seats.items() if role == "player" and seat in seats)
    return players or (encounter.voices[PARTY],)


def asked_of(encounter: Encounter, votes: dict[str, str] | None = None) -> tuple[Owner, Vote]:
    """N-G42: return whom a question of the party is for, and what is kept with it: the voters, the votes so far."""
    if not votes_count(encounter):
        return PARTY, Vote()
    votes, every = votes or {}, voters(encounter)
    left = tuple(seat for seat in every if seat not in votes)
    return (left[0] if len(left) == 1 else left), Vote(voters=every, votes=tuple(votes.items()))


def votes_so_far(encounter: Encounter) -> dict[str, str]:
    """Return the votes on the open question, in the order in which they were cast."""
    return dict(encounter.decisions[-1].step(Vote).votes or ())


def outdated(encounter: Encounter, asked: Decision) -> bool:
    """N-G42: return whether a vote is to be taken anew, for others vote now than when it began."""
    vote = asked_by(asked)
    return isinstance(vote, Vote) and vote.voters not in (None, voters(encounter))


def must_speak(encounter: Encounter, by: str, deed: str, rule: str) -> None:
    """N-G42: refuse what only the party's leader may do or, where votes count, whoever has none."""
    if not votes_count(encounter):
        must_be_the_party(encounter, by, deed, rule)
    elif by not in voters(encounter):
        message = f"{by} cannot {deed}: the party votes on that, and {by} has no vote."
        raise Refused("not_your_decision", message, rule=rule)


def must_vote_once(encounter: Encounter, by: str, rule: str, waiting: Pending) -> None:
    """N-G42: refuse a second vote on one question."""
    if by in votes_so_far(encounter):
        message = f"{by} cannot vote again: {by} voted to {votes_so_far(encounter)[by]}."
        raise Refused("already_answered", message, rule=rule, pending=waiting)


def elected(encounter: Encounter, votes: dict[str, str], options: tuple[str, ...]) -> str | None:
    """N-G42: return what most have voted for; None while votes that may change it are out.

    More than half of all decide at once. When all have voted the most votes do; of those with as many each the one
    that the leader voted for, or else the one that was asked first.
    """
    every, counted = voters(encounter), Counter(votes.values())
    for choice, number in counted.items():
        if 2 * number > len(every):
            return choice
    if len(votes) < len(every):
        return None
    most = [option for option in options if counted[option] == max(counted.values())]
    leaders = votes.get(encounter.voices[PARTY])
    return leaders if leaders in most else most[0]


def declare(story: Story, votes: dict[str, str], result: str, rule: str) -> None:
    """N-G42: tell how the vote came out, with every vote."""
    counted = [[seat, choice] for seat, choice in votes.items()]
    story.tell(OutcomeResolved(kind="vote", who=PARTY, result=result, details={"votes": counted}, rules=(rule,)))
