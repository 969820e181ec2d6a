"""A server that lies in every word: nothing of it becomes a path, a link or a command of the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import orjson
import pytest
from typer.testing import CliRunner, Result

from cli.main import app

ID, KEY, HEAD = "a" * 32, "k" * 43, "0" * 64
FAIR = {
    "seat": "ana",
    "role": "player",
    "next": "ana",
    "seen": [1, HEAD],
    "following": 1,
    "seats": [{"seat": "ana", "role": "player", "devices": []}],
}
NAMES: tuple[Any, ...] = (
    "out/elsewhere/x",
    "/elsewhere",
    "..",
    "../../elsewhere",
    "",
    ".",
    "a\\b",
    "a\x00b",
    "ana\n",
    "\x1b[2J",
    "ana\u202e",
    "x" * 33,
    "~",
    5,
    None,
    ["ana"],
    {"seat": "ana"},
)
"""Names that a seat or a device cannot have."""


class Evil:
    """A server that answers every call with the same, and remembers what it was sent."""

    def __init__(self) -> None:
        self.answer: bytes = b"{}"
        self.status = 200
        self.sent: list[bytes] = []
        evil = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                return

            def do_GET(self) -> None:
                evil.sent.append(self.rfile.read(int(self.headers.get("Content-Length", 0))))
                self.send_response(evil.status)
                self.send_header("Content-Length", str(len(evil.answer)))
                self.end_headers()
                self.wfile.write(evil.answer)

            do_POST = do_GET  # noqa: N815 - the library calls it so

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self.link = f"{self.address}/api/encounters/{ID}#{KEY}"

    def says(self, value: Any, status: int = 200) -> None:
        self.answer, self.status = value if isinstance(value, bytes) else orjson.dumps(value), status

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def evil() -> Iterator[Evil]:
    server = Evil()
    yield server
    server.close()


def run(evil: Evil, folder: Path, *arguments: str) -> Result:
    """Call the command line, which must end with a sentence and leave nothing where it was not asked to."""
    state = folder / "in" / "state"
    result = CliRunner().invoke(app, [*arguments, *(["--state", str(state)] if arguments[0] != "open" else [])])
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "\x1b" not in result.output
    assert "\u202e" not in result.output
    assert not any(KEY.encode() in sent for sent in evil.sent)
    assert {each.name for each in folder.iterdir()} <= {"in"}
    return result


EVERY = [(field, name) for field in ("next", "seat") for name in NAMES]
SOME = [(field, name) for field in ("seats", "devices") for name in ("../x", "\x1b[2J", 5)]


@pytest.mark.parametrize(("field", "name"), [*EVERY, *SOME], ids=repr)
def test_no_name_from_a_server_becomes_a_path_or_is_shown_unless_it_is_one(
    evil: Evil, tmp_path: Path, field: str, name: Any
) -> None:
    sitting = {"seats": [{**FAIR["seats"][0], "seat": name}]}  # type: ignore[index]
    others = {"seats": [{**FAIR["seats"][0], "devices": [name]}]}  # type: ignore[index]
    evil.says({**FAIR, **{"seats": sitting, "devices": others}.get(field, {field: name})})
    assert "The server says what cannot be" in run(evil, tmp_path, "join", evil.link, "--as", "bot").output
    assert not [*tmp_path.rglob("device.json")]
    if field == "seat":
        assert "what cannot be" in run(evil, tmp_path, "join", evil.link, "--custodial").output


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"ana"',
        {**FAIR, "seen": [1, "x"]},
        {**FAIR, "seen": None},
        {**FAIR, "following": "1"},
        {**FAIR, "following": -1},
        {**FAIR, "seats": {}},
        {},
    ],
)
def test_an_answer_that_is_none_ends_with_a_sentence(evil: Evil, tmp_path: Path, answer: Any) -> None:
    evil.says(answer)
    for more in ([], ["--custodial"], ["--lost", "ana"]):
        assert "The server" in run(evil, tmp_path, "join", evil.link, *more).output


@pytest.mark.parametrize("lost", ["../x", "/x", "Ana", ""])
def test_a_lost_device_has_the_name_of_a_device(evil: Evil, tmp_path: Path, lost: str) -> None:
    evil.says(FAIR)
    assert "is no name of a device" in run(evil, tmp_path, "join", evil.link, "--lost", lost).output
    assert evil.sent == []


def test_no_word_of_a_refusal_does_anything_to_a_terminal(evil: Evil, tmp_path: Path) -> None:
    evil.says({"detail": "\x1b]0;owned\x07\u202eNo." + "x" * 100_000, "type": "/problems/\x1b[2J"}, 403)
    output = run(evil, tmp_path, "join", evil.link).output
    assert "\\u{1b}]0;owned\\u{7}\\u{202e}No." in output
    assert len(output) < 10_000


@pytest.mark.parametrize(
    "opened",
    [
        {"encounter": "../../x", "invitations": {}},
        {"encounter": f"{ID}\n", "invitations": {}},
        {"encounter": ID, "invitations": {"\x1b[2J": f"/api/encounters/{ID}#{KEY}"}},
        {"encounter": ID, "invitations": {"ana": "javascript:alert(1)"}},
        {"encounter": ID, "invitations": {"ana": f"/api/encounters/{'b' * 32}#{KEY}"}},
        {"encounter": ID, "invitations": {"ana": 5}},
        {"encounter": ID},
        [],
    ],
)
def test_what_opening_answers_is_printed_only_if_it_is_an_encounter_with_its_links(
    evil: Evil, tmp_path: Path, opened: Any
) -> None:
    evil.says(opened)
    for more in ([], ["--json"]):
        assert "what cannot be" in run(evil, tmp_path, "open", "pursuit", "--server", evil.address, *more).output


@pytest.mark.parametrize("link", [f"/api/encounters/{'b' * 32}#{KEY}", "\x1b[2J", 5, None])
def test_an_invitation_is_printed_only_if_it_is_one(evil: Evil, tmp_path: Path, link: Any) -> None:
    evil.says({"invitation": link})
    assert "what cannot be" in run(evil, tmp_path, "invite", evil.link, "bo").output
