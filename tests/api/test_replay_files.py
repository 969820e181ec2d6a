"""A replay as one file: handed out over HTTP and by the command line, read by `verify`, with its sizes held."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

import pytest

from files.pages.replay import NoReplay, lines_in, replay_file, replay_of
from ledger.application import Ledger
from ledger.dice.keys import verifies
from ledger.proof.notes import NoteRefused, parsed
from tests.api.calling import run
from tests.api.conftest import Table, combat
from tests.ledger.fights import SHOT, TO_BLOWS, opened
from tests.secrecy import OPENINGS
from verifier.inlining import allowing


def test_a_seat_is_handed_the_file_with_the_lines_that_it_may_know(table: Table) -> None:
    combat(table)
    answer = table.get("eve", "/export?format=html")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-disposition"] == f'attachment; filename="{table.id}.html"'
    assert answer.headers["content-security-policy"] == "sandbox"
    assert lines_in(answer.content) == table.get("eve", "/export").content
    assert table.get(None, "/export?format=html").status_code == 401
    assert table.get("eve", "/export?format=pdf").status_code == 422


def test_as_everybody_it_holds_what_all_may_know(table: Table) -> None:
    hidden = Table(table.client, OPENINGS["storyteller"])
    hidden.done("gm", "seal", by="gm", title="Bridge", text="It gives way.")
    everybodys = hidden.get("gm", "/export?format=html&as=everybody").content
    assert lines_in(everybodys) == hidden.get("eve", "/export").content
    assert b"gives way" in lines_in(hidden.get("gm", "/export?format=html").content)


def test_its_policy_allows_its_own_script_and_style_and_no_network() -> None:
    page = replay_file(b"{}", b"", None).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1] == f"default-src 'none'; img-src data:; {allowing(page)}"
    assert policy[1].count("'sha256-") == 2
    assert "unsafe" not in policy[1]


def test_the_note_on_it_is_signed_by_the_log_and_is_no_checkpoint() -> None:
    with Ledger() as ledger:
        player = opened(ledger)
        note = ledger.sealed_replay(player.encounter, 3, b"told") or ""
        text, _, signature = note.rpartition("\n\n")
        assert text.splitlines()[0] == "encounter-replay/v1"
        assert text.splitlines()[2] == "4"
        log_key = (ledger.fight(player.encounter).table.log_key or "").split("+", 2)
        raw = b64decode(signature.split(" ")[2].strip())
        assert verifies(b64decode(log_key[2])[1:], raw[4:], f"{text}\n".encode())
        with pytest.raises(NoteRefused):
            parsed(note)


@pytest.mark.parametrize("change", [b"", b'<script type="application/gzip" id="lines">AAAA</script>'])
def test_a_page_without_whole_lines_is_no_replay(change: bytes) -> None:
    with pytest.raises(NoReplay):
        lines_in(b"<!doctype html>" + change)


def test_the_command_line_writes_it_and_verifies_the_lines_in_it(tmp_path: Path) -> None:
    folder, file = tmp_path / "data", tmp_path / "replay.html"
    with Ledger(folder) as ledger:
        player = opened(ledger)
        for body in (*TO_BLOWS, SHOT):
            player.does(body)
    wrote = run("export", player.encounter, "--format", "html", "--out", file, "--data", folder)
    assert wrote.exit_code == 0, wrote.output
    with Ledger(folder) as ledger:
        assert file.read_bytes() == replay_of(ledger, player.encounter)
    lines = tmp_path / "lines.ndjson"
    lines.write_bytes(lines_in(file.read_bytes()))
    judged, plain = run("verify", file), run("verify", lines)
    assert (judged.exit_code, judged.stdout) == (plain.exit_code, plain.stdout)
    file.write_bytes(file.read_bytes().replace(b'id="lines">H', b'id="lines">I', 1))
    assert run("verify", file).exit_code == 1
