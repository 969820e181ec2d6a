"""Attacks on dice that are not thrown yet: with everything public, and one link withheld, guesses are right by luck."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

import pytest
from scipy import stats

from ledger.dice.chain import Chain, link_before
from ledger.dice.faces import faces, roll_key, roll_message

pytestmark = pytest.mark.slow

ENCOUNTER = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
ROLLS = 6_000
SIDES = 6
TOO_LUCKY = 1e-4


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """One roll as an attacker sees it before the last link: ``withheld`` is that link, ``shown`` the one before it."""

    number: int
    declared: bytes
    withheld: bytes
    shown: bytes
    anchor: bytes
    known: bytes
    face: int
    before: int
    guess: Callable[[bytes], int]


@cache
def rolls(withholding: str) -> tuple[Roll, ...]:
    """Return a fight of one die a command, in which the server or ana's honest device keeps its link back.

    The other of the two works for the attacker, who therefore knows all of its links, the coming ones too.
    """
    chains = {party: Chain(sha256(party.encode()).digest(), ENCOUNTER, party, ROLLS) for party in ("server", "ana")}
    honest = chains[withholding]
    conspiring = chains["ana" if withholding == "server" else "server"]
    made: list[Roll] = []
    for number in range(1, ROLLS + 1):
        declared, known = sha256(b"declaration %d" % number).digest(), conspiring.link(number)

        def guess(link: bytes, number: int = number, declared: bytes = declared, known: bytes = known) -> int:
            server, ana = (link, known) if withholding == "server" else (known, link)
            message = roll_message(ENCOUNTER, number, declared, [("ana", number, ana)])
            return faces(roll_key(server, message), [SIDES])[0]

        made.append(
            Roll(
                number=number,
                declared=declared,
                withheld=honest.link(number),
                shown=honest.link(number - 1),
                anchor=honest.anchor,
                known=known,
                face=guess(honest.link(number)),
                before=made[-1].face if made else SIDES,
                guess=guess,
            )
        )
    return tuple(made)


def luck(hits: int, tries: int) -> float:
    """Return how probable so many hits, or more, are for somebody who knows nothing."""
    return float(stats.binomtest(hits, tries, 1 / SIDES, alternative="greater").pvalue)


LINKS: dict[str, Callable[[Roll], bytes]] = {
    "the link shown last": lambda roll: roll.shown,
    "the hash of the link shown last": lambda roll: link_before(roll.shown),
    "the anchor": lambda roll: roll.anchor,
    "the declaration": lambda roll: roll.declared,
    "the hash of the declaration": lambda roll: sha256(roll.declared).digest(),
    "the conspirator's link": lambda roll: roll.known,
    "nothing": lambda _: bytes(32),
    "all but a byte of it": lambda roll: roll.withheld[:31] + bytes([roll.withheld[31] ^ 1]),
}


@pytest.mark.slow
@pytest.mark.parametrize("withholding", ["server", "ana"])
@pytest.mark.parametrize("link", LINKS)
def test_no_public_value_stands_in_for_the_link_that_is_withheld(link: str, withholding: str) -> None:
    hits = sum(roll.guess(LINKS[link](roll)) == roll.face for roll in rolls(withholding))
    assert luck(hits, ROLLS) > TOO_LUCKY


SIGNS: dict[str, Callable[[Roll], Hashable]] = {
    "the face before": lambda roll: roll.before,
    "the number of the roll": lambda roll: roll.number % 16,
    "the declaration": lambda roll: roll.declared[0],
    "the end of the declaration": lambda roll: roll.declared[31] % SIDES,
    "the link shown last": lambda roll: roll.shown[0],
    "the bits of the link shown last": lambda roll: roll.shown.hex().count("f"),
    "the conspirator's link": lambda roll: roll.known[31],
    "what it would be with the link shown last": lambda roll: roll.guess(roll.shown),
    "several together": lambda roll: (roll.before, roll.shown[31] % 4, roll.declared[31] % 4),
}


def learnt_guesses(seen: tuple[Roll, ...], sign: Callable[[Roll], Hashable]) -> Iterator[bool]:
    """Guess for the second half of the rolls what came most often after the same sign in the first half."""
    half = len(seen) // 2
    after: defaultdict[Hashable, Counter[int]] = defaultdict(Counter)
    for roll in seen[:half]:
        after[sign(roll)][roll.face] += 1
    for roll in seen[half:]:
        favourites = after[sign(roll)].most_common(1)
        yield bool(favourites) and favourites[0][0] == roll.face


@pytest.mark.parametrize("withholding", ["server", "ana"])
@pytest.mark.parametrize("sign", SIGNS)
def test_no_public_sign_from_which_one_could_learn_foretells_a_face(sign: str, withholding: str) -> None:
    guesses = list(learnt_guesses(rolls(withholding), SIGNS[sign]))
    assert len(guesses) == ROLLS // 2
    assert luck(sum(guesses), len(guesses)) > TOO_LUCKY


@pytest.mark.parametrize("withholding", ["server", "ana"])
def test_with_the_link_everybody_computes_the_face(withholding: str) -> None:
    assert all(roll.guess(roll.withheld) == roll.face for roll in rolls(withholding)[:500])


def test_an_attacker_who_sees_a_little_of_the_face_is_found_out() -> None:
    seen = rolls("server")
    leak = [roll.face if roll.number % 20 == 0 else 0 for roll in seen]
    guesses = list(learnt_guesses(seen, lambda roll: leak[roll.number - 1]))
    assert luck(sum(guesses), len(guesses)) < TOO_LUCKY


def test_a_declaration_made_after_the_links_are_known_would_let_the_roller_choose() -> None:
    """Why links are sent only after the declaration's line stands: six tries at its time are worth a chosen face."""
    chain = Chain(bytes(32), ENCOUNTER, "server", 300)
    chosen = 0
    for number in range(1, 301):
        moments = (sha256(b"%d at %d" % (number, moment)).digest() for moment in range(6))
        keys = (roll_key(chain.link(number), roll_message(ENCOUNTER, number, leaf, [])) for leaf in moments)
        chosen += any(faces(key, [SIDES]) == (SIDES,) for key in keys)
    assert luck(chosen, 300) < TOO_LUCKY
