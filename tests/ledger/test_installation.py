"""The key that the dice of a store were locked with: nothing is served without it, and none is made in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ledger.application import Ledger
from ledger.dice.secrets import KEY_FILE, SecretsRefused
from ledger.proof.verifying import verify
from tests.ledger.fights import SHOT, Player, opened

Again = Callable[..., Ledger]


@pytest.fixture(params=["sqlite", "postgres"])
def again(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Again]:
    """Give how to open one store anew: in a file, and in a database; there with a key in another folder if need be."""
    url = request.getfixturevalue("postgres") if request.param == "postgres" else None
    with ExitStack() as open_ones:
        yield lambda **more: open_ones.enter_context(Ledger(more.pop("folder", tmp_path), database=url, **more))


def test_a_missing_key_beside_a_store_with_encounters_is_told_and_none_is_made(again: Again, tmp_path: Path) -> None:
    opened(again())
    key = tmp_path / KEY_FILE
    key.rename(tmp_path / "elsewhere")
    with pytest.raises(SecretsRefused, match=f"their key is not there .the file {key}.: put that key back"):
        again()
    assert not key.exists()
    (tmp_path / "elsewhere").rename(key)
    again()


def test_another_key_is_told_by_its_place(again: Again, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(again())
    other = "ab" * 32
    for name, value, place in (
        ("ENCOUNTER_KEY", other, "the environment variable ENCOUNTER_KEY"),
        ("ENCOUNTER_KEY_FILE", str(tmp_path / "other"), f"the file {tmp_path / 'other'}"),
    ):
        (tmp_path / "other").write_text(other, encoding="ascii")
        with monkeypatch.context() as patched:
            patched.setenv(name, value)
            with pytest.raises(SecretsRefused, match=f"locked with another key than this one .{place}."):
                again()
    (tmp_path / KEY_FILE).write_text(other, encoding="ascii")
    with pytest.raises(SecretsRefused, match=f"another key than this one .the file {tmp_path / KEY_FILE}."):
        again()


def test_of_two_processes_with_different_keys_the_second_does_not_start(postgres: str, tmp_path: Path) -> None:
    (tmp_path / "two").mkdir()
    with Ledger(tmp_path / "one", database=postgres):
        with pytest.raises(SecretsRefused, match="their key is not there"):
            Ledger(tmp_path / "two", database=postgres)
        (tmp_path / "two" / KEY_FILE).write_text("ef" * 32, encoding="ascii")
        (tmp_path / "two" / KEY_FILE).chmod(0o600)
        with pytest.raises(SecretsRefused, match="locked with another key"):
            Ledger(tmp_path / "two", database=postgres)


def test_a_store_of_an_older_program_is_known_by_its_newest_chain(again: Again, tmp_path: Path) -> None:
    first = again()
    opened(first)
    first.store._do("DELETE FROM key_marks")  # type: ignore[attr-defined]  # as an older program left it
    key = (tmp_path / KEY_FILE).read_text(encoding="ascii")
    (tmp_path / KEY_FILE).write_text("cd" * 32, encoding="ascii")
    with pytest.raises(SecretsRefused, match="locked with another key"):
        again()
    (tmp_path / KEY_FILE).write_text(key, encoding="ascii")
    again()
    (tmp_path / KEY_FILE).write_text("cd" * 32, encoding="ascii")
    with pytest.raises(SecretsRefused, match="locked with another key"):
        again()


def test_a_lost_key_is_lived_with_by_another_and_chains_that_it_opens(again: Again, tmp_path: Path) -> None:
    first = again()
    player = opened(first)
    player.comes_to_blows()
    player.does(SHOT)
    before = len(first.fight(player.encounter).lines)
    (tmp_path / KEY_FILE).unlink()
    ledger = again(key="new")
    assert ledger.renewals.renew(player.encounter) == before
    player.ledger = again()
    player.does({"do": "say", "who": "Ana", "text": "And now?"})
    turns = ledger.fight(player.encounter).encounter.turn
    assert turns is not None
    Player(ledger, player.encounter, start=50).does(
        {"do": "attack", "who": turns, "target": "Bo" if turns == "Ana" else "Ana"}
    )
    assert verify(ledger.export(player.encounter)).broken is None
