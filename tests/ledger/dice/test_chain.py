import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ledger.dice.chain import LONGEST, Chain, follows, link_before

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "el1.json").read_text(encoding="utf-8"))
ENCOUNTER = VECTORS["encounter"]
ANOTHER = "00" * 16
SEED = bytes(range(32))


@pytest.mark.parametrize("party", ["server", "gm", "ana", "bo"])
def test_each_party_has_the_chain_of_the_protocol(party: str) -> None:
    known = VECTORS["chains"]["parties"][party]
    length = VECTORS["chains"]["length"]
    chain = Chain(bytes.fromhex(known["seed"]), ENCOUNTER, party, length)
    assert chain.anchor.hex() == known["anchor"]
    assert chain.link(1).hex() == known["link1"]
    assert chain.link(2).hex() == known["link2"]
    assert chain.link(length).hex() == known["tip"]


@pytest.mark.parametrize("length", [1, 2, 63, 64, 65, 127, 128, 200])
def test_every_link_hashes_to_the_one_before_in_any_order_asked(length: int) -> None:
    chain = Chain(SEED, ENCOUNTER, "ana", length)
    forward = [chain.link(k) for k in range(length + 1)]
    assert forward[0] == chain.anchor
    assert all(link_before(link) == before for before, link in pairwise(forward))
    assert [chain.link(k) for k in range(length, -1, -1)] == forward[::-1]
    assert [chain.link(k * 37 % (length + 1)) for k in range(length + 1)] == [
        forward[k * 37 % (length + 1)] for k in range(length + 1)
    ]


def test_a_chain_is_long_unless_told_otherwise() -> None:
    chain = Chain(SEED, ENCOUNTER, "server")
    assert chain.length == 4096
    assert follows(chain.anchor, chain.link(4096), 4096)


@pytest.mark.parametrize(
    "other",
    [
        Chain(bytes(32), ENCOUNTER, "ana", 64),
        Chain(SEED, ANOTHER, "ana", 64),
        Chain(SEED, ENCOUNTER, "bo", 64),
        Chain(SEED, ENCOUNTER, "ana", 65),
    ],
    ids=["seed", "encounter", "party", "length"],
)
def test_a_chain_belongs_to_one_seed_encounter_party_and_length(other: Chain) -> None:
    assert other.anchor != Chain(SEED, ENCOUNTER, "ana", 64).anchor


@pytest.mark.parametrize("k", [-1, 65])
def test_a_link_beyond_the_chain_is_refused(k: int) -> None:
    with pytest.raises(IndexError, match="links 0 to 64"):
        Chain(SEED, ENCOUNTER, "ana", 64).link(k)


@pytest.mark.parametrize("length", [-1, 0, LONGEST + 1])
def test_a_chain_of_no_or_endless_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="A chain has 1 to"):
        Chain(SEED, ENCOUNTER, "ana", length)


def test_a_link_follows_an_earlier_one_by_exactly_its_distance() -> None:
    chain = Chain(SEED, ENCOUNTER, "ana", 100)
    assert follows(chain.anchor, chain.link(1))
    assert follows(chain.link(3), chain.link(80), 77)
    assert not follows(chain.link(3), chain.link(80), 76)
    assert not follows(chain.link(3), chain.link(80), 78)
    assert not follows(chain.link(80), chain.link(3), 77)
    assert not follows(chain.anchor, Chain(SEED, ENCOUNTER, "bo", 100).link(1))


@pytest.mark.parametrize("steps", [-1, 0, LONGEST + 1, 10**18])
def test_no_link_follows_by_no_or_endless_distance(steps: int) -> None:
    anchor = Chain(SEED, ENCOUNTER, "ana", 1).anchor
    assert not follows(anchor, anchor, steps)
