"""Typed values as facts and back: the keys and values that are stored, and nothing more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

import pytest
from annotated_types import Ge

from domain.facts import MOST_KNOWN, facts_of, known, read, stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrust:
    who: str
    step: Literal["thrust"] = "thrust"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parry:
    who: str
    dice: int = 1
    then: tuple[Thrust | Parry, ...] = ()
    step: Literal["parry"] = "parry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bout:
    origin: str = field(metadata={"alias": "from"})
    armor: Annotated[int, Ge(0)]
    victim: str | None
    thrust: Thrust | None = None
    limit: int = stated(2)
    aims: tuple[str, ...] = ()
    faces: tuple[tuple[str, int], ...] = ()
    skills: dict[str, int] = field(default_factory=dict)
    parries: dict[str, Parry] = field(default_factory=dict)
    next: Thrust | Parry | None = None
    worth: tuple[int, ...] | int = 0


WHOLE = Bout(
    origin="A1",
    armor=0,
    victim="Bo",
    thrust=Thrust(who="Ana"),
    aims=("arm", "leg"),
    faces=(("attr", 6), ("skill", 1)),
    skills={"fencing": 2},
    parries={"Bo": Parry(who="Bo", then=(Thrust(who="Cy"), Parry(who="Di", dice=3)))},
    next=Parry(who="Bo", dice=0),
    worth=(1, 2),
)


def test_what_has_its_default_is_left_out_unless_it_is_always_stated() -> None:
    assert facts_of(Bout(origin="A1", armor=0, victim=None)) == {"from": "A1", "armor": 0, "victim": None, "limit": 2}


def test_everything_comes_back_as_it_was_from_plain_lists_and_facts() -> None:
    stored = facts_of(WHOLE)
    assert stored["faces"] == [["attr", 6], ["skill", 1]]
    assert stored["parries"]["Bo"]["then"][1] == {"who": "Di", "dice": 3, "step": "parry"}
    assert read(Bout, stored) == WHOLE
    assert read(Bout, dict(sorted(stored.items()))) == WHOLE


@pytest.mark.parametrize("worth", [(), (1, 2), 0, 7])
def test_a_field_of_several_types_is_told_apart_by_what_stands_there(worth: tuple[int, ...] | int) -> None:
    bout = Bout(origin="A1", armor=1, victim=None, worth=worth)
    assert read(Bout, facts_of(bout)) == bout


def test_keys_that_no_field_has_are_passed_by_and_one_that_is_missing_is_not() -> None:
    assert read(Thrust, {"who": "Ana", "step": "thrust", "since": 3}) == Thrust(who="Ana")
    with pytest.raises(TypeError, match="who"):
        read(Thrust, {"step": "thrust"})


def test_the_same_facts_are_read_once_and_equal_ones_again_however_many_there_are() -> None:
    many = [{"who": f"N{number}"} for number in range(MOST_KNOWN + 2)]
    values = [known(Thrust, facts) for facts in many]
    assert [value.who for value in values] == [facts["who"] for facts in many]
    assert known(Thrust, many[-1]) is values[-1]
    assert known(Thrust, dict(many[-1])) is not values[-1]
    assert known(Thrust, many[0]) == values[0]
