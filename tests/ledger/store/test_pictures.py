"""The picture under a board: kept beside the lines that name it, wherever these go, and by nobody but who may."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from files.commands import actions
from ledger import archives
from ledger.application import Ledger
from ledger.calls.pictures import mask_for
from ledger.copying import copy_all
from ledger.dice.secrets import share_key
from ledger.refusals import Archived, NoSuchEncounter, NotPictured, NotYours
from ledger.table.answers import Declaration
from ledger.table.joining import READER
from ledger.table.knowledge import STRANGER
from tests.ledger.fights import ARCHERS, opened, opening
from tests.ledger.store.test_archives import NOW
from tests.secrecy import OPENINGS

PICTURE = bytes(range(256)) * 40
NAME = sha256(PICTURE).hexdigest()
ENDED = actions("storyteller").validate_python({"do": "end_encounter", "by": "gm"}, strict=False)


def pictured(ledger: Ledger, **board: Any) -> str:
    """Open a fight on squares that names the picture, and return its id."""
    usual = OPENINGS["storyteller"]
    return ledger.open(opening(usual, board={**usual["board"], "picture": NAME, **board})).encounter


def over(ledger: Ledger) -> str:
    """Return the id of a fight with its picture that came from a file, and so can be put away."""
    with Ledger() as elsewhere:
        encounter = ledger.import_(elsewhere.export(pictured(elsewhere)))
    ledger.pictures.keep(encounter, READER, PICTURE)
    return encounter


def test_whoever_opened_a_fight_or_its_referee_brings_its_picture(ledger: Ledger) -> None:
    encounter = pictured(ledger)
    assert ledger.pictures.of(encounter) is None
    for seat in ("ana", "eve"):
        with pytest.raises(NotYours, match="brings no picture"):
            ledger.pictures.keep(encounter, seat, PICTURE)
    ledger.pictures.keep(encounter, "gm", PICTURE)
    ledger.pictures.keep(encounter, "gm", PICTURE)
    assert ledger.pictures.of(encounter) == PICTURE


def test_no_other_picture_is_taken_than_the_line_names(ledger: Ledger) -> None:
    encounter = pictured(ledger)
    with pytest.raises(NotPictured, match=f"names the picture whose SHA-256 is {NAME}"):
        ledger.pictures.keep(encounter, "gm", PICTURE[1:])
    for other, host in ((pictured(ledger, picture=None), "gm"), (opened(ledger, ARCHERS).encounter, "ana")):
        with pytest.raises(NotPictured, match="names no picture"):
            ledger.pictures.keep(other, host, PICTURE)
    with pytest.raises(NoSuchEncounter):
        ledger.pictures.of("0" * 32)
    assert ledger.pictures.of(encounter) is None


def test_the_lines_name_the_picture_and_no_export_holds_it(ledger: Ledger) -> None:
    encounter = pictured(ledger)
    before = ledger.export(encounter)
    ledger.pictures.keep(encounter, "gm", PICTURE)
    assert ledger.export(encounter) == before
    assert f'"picture":"{NAME}"'.encode() in before


def test_a_fight_from_a_file_gets_its_picture_from_whoever_brought_it(ledger: Ledger) -> None:
    encounter = over(ledger)
    assert ledger.pictures.of(encounter) == PICTURE
    with pytest.raises(NotYours):
        ledger.pictures.keep(encounter, "ana", PICTURE)


def test_an_archived_fight_comes_back_with_its_picture(ledger: Ledger) -> None:
    encounter = over(ledger)
    raw = archives.to_archive(ledger, encounter)
    archives.put_away(ledger, encounter, archives.checked(raw), NOW)
    with pytest.raises(Archived):
        ledger.pictures.of(encounter)
    archives.bring_back(ledger, raw)
    assert ledger.pictures.of(encounter) == PICTURE


def test_another_process_finds_it(ledger: Ledger, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    encounter = pictured(ledger)
    ledger.pictures.keep(encounter, "gm", PICTURE)
    in_database = "postgres" in request.node.name
    with Ledger(tmp_path, database=request.getfixturevalue("postgres") if in_database else None) as again:
        assert again.pictures.of(encounter) == PICTURE


@pytest.mark.parametrize("back", [False, True])
def test_it_goes_to_another_store_with_the_fight_and_later_too(tmp_path: Path, postgres: str, back: bool) -> None:
    here = {"folder": tmp_path / "here"}
    origin, goal = [here, {**here, "database": postgres}][:: -1 if back else 1]
    with Ledger(**origin) as source, Ledger(**goal) as target:  # type: ignore[arg-type]
        first, second = pictured(source), over(source)
        raw = archives.to_archive(source, second)
        archives.put_away(source, second, archives.checked(raw), NOW)
        assert dict(copy_all(source, target)) == {first: True, second: True}
        assert target.pictures.of(first) is None
        source.pictures.keep(first, "gm", PICTURE)
        assert dict(copy_all(source, target)) == {first: False, second: False}
        assert target.pictures.of(first) == PICTURE
        archives.bring_back(target, raw)
        assert target.pictures.of(second) == PICTURE


def test_it_goes_from_one_file_to_another(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with Ledger(here) as source:
        encounter = pictured(source)
        source.pictures.keep(encounter, "gm", PICTURE)
        share_key(here, there)
        with Ledger(there) as target:
            list(copy_all(source, target))
            assert target.pictures.of(encounter) == PICTURE


def test_a_what_if_has_the_picture_too(ledger: Ledger) -> None:
    encounter = pictured(ledger)
    assert ledger.pictures.of(ledger.fork(encounter, "gm").encounter) is None
    ledger.pictures.keep(encounter, "gm", PICTURE)
    assert ledger.pictures.of(ledger.fork(encounter, "gm").encounter) == PICTURE


COPY = PICTURE[:-256]


def mask(ledger: Ledger, encounter: str, seat: str = "ana") -> str:
    """Return the name of the copy that a seat is shown."""
    shown = mask_for(ledger.fight(encounter), seat)
    assert shown is not None
    return shown.name or ""


def changed(ledger: Ledger, encounter: str, change: str, opposite: str, **stated: Any) -> None:
    """Cover, or show, from the corner of the board on."""
    body = {"do": "change_board", "by": "gm", "change": change, "corner": "0:0", "opposite": opposite, **stated}
    action = actions("storyteller").validate_python(body, strict=False)
    ledger.record(encounter, "gm", Declaration(action=action, cmd=f"{change}-{opposite}-{'-'.join(stated.values())}"))


def covered(ledger: Ledger) -> str:
    """Return a fight with a picture, of which all is covered, and its copy."""
    encounter = pictured(ledger, covered=[["0:0", "5:5"]])
    ledger.pictures.keep(encounter, "gm", PICTURE)
    ledger.pictures.keep_mask(encounter, "gm", NAME, mask(ledger, encounter), COPY)
    return encounter


def test_only_the_copies_that_somebody_is_shown_are_kept(ledger: Ledger) -> None:
    encounter = covered(ledger)
    first = mask(ledger, encounter)
    changed(ledger, encounter, "uncover", "1:1", to="ana")
    assert ledger.store.masks_of(encounter) == [first]
    ledger.pictures.keep_mask(encounter, "gm", NAME, mask(ledger, encounter), COPY)
    assert ledger.store.masks_of(encounter) == sorted([first, mask(ledger, encounter)])
    changed(ledger, encounter, "uncover", "2:2")
    ledger.pictures.keep_mask(encounter, "gm", NAME, mask(ledger, encounter), COPY)
    assert ledger.store.masks_of(encounter) == [mask(ledger, encounter)]


def test_what_is_taken_back_is_covered_or_shown_as_before(ledger: Ledger) -> None:
    encounter = covered(ledger)
    first, before = mask(ledger, encounter), ledger.fight(encounter).version
    changed(ledger, encounter, "uncover", "5:5", to="ana")
    assert ledger.pictures.shown_to(encounter, "ana") == PICTURE
    ledger.ask_rewind(encounter, "gm", before, "too early", "back")
    assert ledger.pictures.shown_to(encounter, "ana") is None
    assert ledger.pictures.is_masked_for(encounter, "ana", NAME, first)
    assert ledger.pictures.mask(encounter, first) == COPY


def test_no_what_if_shows_more_of_the_picture_than_whoever_began_it_sees(ledger: Ledger) -> None:
    encounter = covered(ledger)
    assert ledger.pictures.of(ledger.fork(encounter, "gm").encounter) == PICTURE
    ledger.record(encounter, "gm", Declaration(action=ENDED, cmd="ended"))
    ledger.close_ledger(encounter, "gm", cmd="closed")
    begun = ledger.fight(encounter).ends[0]
    for seat in ("ana", "bo"):
        assert ledger.pictures.of(ledger.fork(encounter, seat, begun).encounter) is None
    assert ledger.pictures.of(ledger.fork(encounter, "gm", begun).encounter) == PICTURE
    assert ledger.pictures.shown_to(encounter, "ana") is None


def test_copies_go_to_another_store_with_the_picture(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with Ledger(here) as source:
        encounter = covered(source)
        share_key(here, there)
        with Ledger(there) as target:
            list(copy_all(source, target))
            assert target.pictures.mask(encounter, mask(target, encounter)) == COPY


def test_whoever_brought_a_fight_from_a_file_sees_and_brings_all_of_its_picture(ledger: Ledger) -> None:
    with Ledger() as elsewhere:
        encounter = ledger.import_(elsewhere.export(pictured(elsewhere, covered=[["0:0", "5:5"]])))
    ledger.pictures.keep(encounter, READER, PICTURE)
    assert ledger.pictures.shown_to(encounter, READER) == PICTURE
    assert ledger.pictures.shown_to(encounter, "gm") is None
    ledger.pictures.keep_mask(encounter, READER, NAME, mask(ledger, encounter), COPY)
    assert ledger.pictures.is_masked_for(encounter, STRANGER, NAME, mask(ledger, encounter))
