"""Who is in reserve, in a real ledger: sealed lines, secret dice, the reveal, the file, and taking back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.refusals import Refused
from ledger.application import Ledger
from ledger.proof.verifying import verify
from ledger.table import knowledge
from projections.audit import audit
from projections.chronicle import chronicle
from projections.view import view
from projections.why import why
from tests.ledger.fights import Player, types
from tests.openings import opening_of
from tests.secrecy import LURKER, OPENINGS, PLACE

pytestmark = pytest.mark.parametrize("system", sorted(OPENINGS))
ROLL = {"do": "secret_roll", "by": "gm", "dice": "2d20+1", "purpose": "stealth"}


@pytest.fixture
def player(tmp_path: Path, system: str) -> Iterator[Player]:
    """Give somebody who plays a fight with one in reserve."""
    with Ledger(tmp_path) as ledger:
        yield Player(ledger, ledger.open(opening_of({**OPENINGS[system], "rewind": "referee"})).encounter)


def reveal(system: str) -> dict[str, str]:
    return {"do": "reveal", "by": "gm", "who": LURKER, "at": PLACE[system]}


def test_only_the_referee_sees_the_reserve(player: Player) -> None:
    ledger, encounter = player.ledger, player.encounter
    assert [one.id for one in view(ledger.fight(encounter, "gm")).reserve] == [LURKER]
    for seat in ("ana", "eve"):
        fight = ledger.fight(encounter, seat)
        assert view(fight).reserve == ()
        assert LURKER not in str(view(fight)) + str(chronicle(fight.lines))
        assert LURKER.encode() not in ledger.export(encounter, seat)


def test_the_reveal_tells_everybody_who_came(player: Player, system: str) -> None:
    answer = player.does(reveal(system), seat="gm")
    told = types(answer)
    assert told[:3] == ["CommandAccepted", "Unsealed", "Sealed"]
    assert told[-1] == "Unsealed"
    real = player.ledger.fight(player.encounter).encounter
    for seat in ("gm", "ana", "eve"):
        known = player.ledger.fight(player.encounter, seat).encounter
        assert known.combatants == real.combatants
        assert known.hands == real.hands
        assert known.reserve == {}


def test_a_reveal_is_told_where_it_happened_and_in_hindsight_from_the_beginning(player: Player, system: str) -> None:
    before = player.ledger.fight(player.encounter).version
    player.does(reveal(system), seat="gm")
    fight = player.ledger.fight(player.encounter, "ana")
    assert LURKER not in fight.at(before).combatants
    assert knowledge.in_hindsight(player.ledger.fight(player.encounter), "ana").at(before).reserve.keys() == {LURKER}
    assert LURKER in chronicle(fight.lines)[-1].text


def test_secret_dice_are_seen_by_the_referee_and_verify_once_opened(player: Player) -> None:
    answer = player.does(ROLL, seat="gm")
    assert types(answer) == ["CommandAccepted", "EntropyRevealed", "Sealed"]
    assert "stealth" in str(chronicle(player.ledger.fight(player.encounter, "gm").lines))
    assert "stealth" not in str(chronicle(player.ledger.fight(player.encounter, "ana").lines))
    whole, part = (verify(player.ledger.export(player.encounter, seat)) for seat in ("gm", "ana"))
    assert (whole.broken, whole.unopened) == (None, ())
    assert part.broken is None
    assert part.sentence.endswith("lines are sealed still: what they hold is not checked.")
    assert "nobody rolled openly" in part.sentence
    assert set(part.unopened) >= {answer.lines[0].n, answer.lines[-1].n}
    player.does({"do": "unseal", "by": "gm", "of": [answer.version]}, seat="gm")
    opened = verify(player.ledger.export(player.encounter, "ana"))
    assert opened.broken is None
    assert not {answer.lines[0].n, answer.lines[-1].n} & set(opened.unopened)


def test_a_file_whose_secret_dice_were_changed_is_broken(player: Player) -> None:
    answer = player.does(ROLL, seat="gm")
    faces = answer.lines[-1].events[0]
    said = ",".join(str(face) for face in getattr(faces, "faces", ()))
    raw = player.ledger.export(player.encounter)
    assert f'"faces":[{said}]'.encode() in raw
    other = b'"faces":[1,1]' if said == "20,20" else b'"faces":[20,20]'
    assert verify(raw.replace(f'"faces":[{said}]'.encode(), other)).broken is not None


def test_the_audit_decides_again_what_it_knows(player: Player, system: str) -> None:
    player.does(ROLL, seat="gm")
    player.does(reveal(system), seat="gm")
    for seat in ("gm", "ana"):
        found = audit(player.ledger.export(player.encounter, seat))
        assert found.ok, found.sentences
        assert found.rules.result == "exact", found.sentences
    assert audit(player.ledger.export(player.encounter, "ana")).counts.unopened == 2


def test_what_was_brought_to_light_stays_so_after_taking_back(player: Player, system: str) -> None:
    before = player.ledger.fight(player.encounter).version
    player.does(reveal(system), seat="gm")
    player.ledger.ask_rewind(player.encounter, "gm", before, "Too early.", "back")
    assert LURKER in player.ledger.fight(player.encounter).encounter.reserve
    assert LURKER not in player.ledger.fight(player.encounter, "ana").encounter.combatants
    assert verify(player.ledger.export(player.encounter)).broken is None
    player.does(reveal(system), seat="gm")
    assert LURKER in player.ledger.fight(player.encounter, "ana").encounter.combatants


def test_a_reserve_comes_through_the_store_and_through_a_file(player: Player, tmp_path: Path) -> None:
    player.does(ROLL, seat="gm")
    fight = player.ledger.fight(player.encounter)
    player.ledger.fights.memory.forget(player.encounter)
    assert player.ledger.fight(player.encounter).encounter == fight.encounter
    raw = player.ledger.export(player.encounter)
    with Ledger(tmp_path / "other") as other:
        other.import_(raw)
        assert other.fight(player.encounter).encounter == fight.encounter
        assert other.export(player.encounter) == raw


def test_a_name_in_reserve_is_nobody_to_the_others(player: Player) -> None:
    for name in (LURKER, "Nobody"):
        with pytest.raises(Refused) as refused:
            player.does({"do": "hand_over", "who": name, "to": "ana"}, seat="gm")
        assert name in refused.value.message
        assert refused.value.code == "unknown_id"


def test_nobody_comes_under_a_name_that_is_in_reserve(player: Player, system: str) -> None:
    sheet = next(
        each for each in (OPENINGS[system].get("combatants") or OPENINGS[system]["groups"]) if each["id"] == LURKER
    )
    with pytest.raises(Refused, match=LURKER):
        player.does({"do": "add_combatant", "by": "gm", "sheet": sheet}, seat="gm")


def test_a_fight_that_begins_with_conditions_verifies(system: str, tmp_path: Path) -> None:
    opening = OPENINGS[system]
    if opening["system"] == "storyteller":
        first, *others = opening["combatants"]
        opening = {**opening, "combatants": [{**first, "conditions": ["prone"]}, *others]}
    with Ledger(tmp_path) as ledger:
        assert verify(ledger.export(ledger.open(opening_of(opening)).encounter)).broken is None


def test_of_two_in_reserve_one_is_revealed_and_the_other_stays_unknown(system: str, tmp_path: Path) -> None:
    opening = OPENINGS[system]
    name = "groups" if "groups" in opening else "combatants"
    second = {**next(each for each in opening[name] if each["id"] == LURKER), "id": "Shade"}
    with Ledger(tmp_path) as ledger:
        player = Player(ledger, ledger.open(opening_of({**opening, name: [*opening[name], second]})).encounter)
        player.does(reveal(system), seat="gm")
        assert b"Shade" not in ledger.export(player.encounter, "ana")
        for fight in (
            ledger.fight(player.encounter, "ana"),
            knowledge.in_hindsight(ledger.fight(player.encounter), "ana"),
        ):
            assert LURKER in fight.encounter.combatants
            assert "Shade" not in str(view(fight)) + str(chronicle(fight.lines)) + str(why(fight.lines, f"{LURKER}.at"))
        at = "4:4" if system == "storyteller" else PLACE[system]
        player.does({**reveal(system), "who": "Shade", "at": at}, seat="gm")
        real = ledger.fight(player.encounter)
        for fight in (ledger.fight(player.encounter, "ana"), knowledge.in_hindsight(real, "ana")):
            assert fight.encounter.combatants.keys() == real.encounter.combatants.keys()
            assert fight.encounter.order == real.encounter.order
        assert verify(ledger.export(player.encounter, "ana")).unopened == ()
