"""Every encounter goes from one store to the other as it is, and is played on there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ledger import archives
from ledger.application import Ledger
from ledger.copying import copy_all
from ledger.dice.secrets import installation_key, share_key
from ledger.proof.verifying import verify
from ledger.refusals import Archived, Conflict
from tests.clocks import Clock
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT, TO_BLOWS, Player, opened
from tests.ledger.store.test_archives import archived, over
from tests.verifier.playing import Playing


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return tmp_path / "here"


def shot(ledger: Ledger) -> Player:
    """Return a fight with a roll and with words in it."""
    player = opened(ledger)
    player.comes_to_blows()
    player.does(SHOT)
    player.does(BACK)
    return player


@pytest.mark.parametrize("back", [False, True])
def test_what_was_copied_is_the_same_and_goes_on_with_the_same_dice_and_keys(
    here: Path, postgres: str, back: bool
) -> None:
    places = [{"folder": here}, {"folder": here, "database": postgres}]
    origin, goal = places[::-1] if back else places
    with Ledger(**origin) as source, Ledger(**goal) as target:  # type: ignore[arg-type]
        player = shot(source)
        assert list(copy_all(source, target)) == [(player.encounter, True)]
        assert list(copy_all(source, target)) == [(player.encounter, False)]
        assert target.store.seats_of(player.encounter) == source.store.seats_of(player.encounter)
        copied = Player(target, player.encounter, start=100)
        copied.does(SHOT)
        copied.does(BACK)
        found = verify(target.export(player.encounter))
        assert found.ok
        assert target.fight(player.encounter).version > source.fight(player.encounter).version


@pytest.mark.parametrize("back", [False, True])
def test_an_archived_encounter_is_archived_there_too_and_comes_back_with_its_keys(
    here: Path, postgres: str, back: bool
) -> None:
    places = [{"folder": here}, {"folder": here, "database": postgres}]
    origin, goal = places[::-1] if back else places
    with Ledger(**origin) as source, Ledger(**goal) as target:  # type: ignore[arg-type]
        player = over(source)
        raw = archived(source, player.encounter)
        assert list(copy_all(source, target)) == [(player.encounter, True)]
        assert list(copy_all(source, target)) == [(player.encounter, False)]
        assert target.encounters() == source.encounters()
        with pytest.raises(Archived):
            target.fight(player.encounter)
        archives.bring_back(target, raw)
        assert target.store.seats_of(player.encounter) == source.store.seats_of(player.encounter)
        target.ask_rewind(player.encounter, "ana", target.fight(player.encounter).ends[0], "Again.", "back")
        Player(target, player.encounter, start=100).plays(Random(1), 9)
        assert verify(target.export(player.encounter)).ok
        with pytest.raises(Conflict, match="is archived here"):
            list(copy_all(source, target))


def test_an_encounter_that_is_restored_while_all_are_copied_is_told_and_copied_the_next_time(tmp_path: Path) -> None:
    installation_key(tmp_path / "a", {})
    share_key(tmp_path / "a", tmp_path / "b", {})
    with Ledger(tmp_path / "a") as source, Ledger(tmp_path / "b") as target:
        files = {each: archived(source, each) for each in [over(source).encounter for _ in range(2)]}
        copying = copy_all(source, target)
        first, _ = next(copying)
        (other,) = files.keys() - {first}
        archives.bring_back(source, files[other])
        with pytest.raises(Conflict, match=f"^{other} was restored just now: copy again"):
            next(copying)
        assert dict(copy_all(source, target)) == {first: False, other: True}


def test_another_fight_under_the_same_id_stays_as_it_is(tmp_path: Path) -> None:
    installation_key(tmp_path / "a", {})
    share_key(tmp_path / "a", tmp_path / "b", {})
    with Ledger(tmp_path / "a") as source, Ledger(tmp_path / "b") as target:
        player = shot(source)
        list(copy_all(source, target))
        Player(target, player.encounter, start=50).does(SHOT)
        before = target.export(player.encounter)
        with pytest.raises(Conflict, match=player.encounter):
            list(copy_all(source, target))
        assert target.export(player.encounter) == before


def test_links_and_cosignatures_go_along_and_an_open_roll_is_decided_there(here: Path, postgres: str) -> None:
    with Ledger(here) as source, Ledger(here, database=postgres) as target:
        playing = Playing(source, Clock(), ARCHERS, combatants=LASTING, entropy="all")
        playing.seated("ana", "bo")
        for body in TO_BLOWS:
            playing.does(body)
        playing.parties["bo"].cosigns()
        playing.declares(SHOT, "ana")
        opened_roll = playing.fight.table.open_roll
        assert opened_roll is not None
        playing.parties["bo"].salts(opened_roll)
        assert list(copy_all(source, target)) == [(playing.id, True)]
        assert target.export(playing.id) == source.export(playing.id)
        playing.ledger = target
        playing.parties["ana"].salts(opened_roll)
        found = verify(target.export(playing.id))
        assert found.broken is None
        assert [roll.grade for roll in found.rolls] == ["witnessed"]
        assert [each.parties for each in found.anchored] == [("bo",), ()]
