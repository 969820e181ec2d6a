"""A server lies to a browser that is the device of a seat: it says so, gives no link any more, and keeps the proof."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from playwright.sync_api import Browser, expect

from ledger.proof import notes
from ledger.proof.notes import proves_fork, read_vkey
from tests.page.looks import LOOKS, Look, Screen
from tests.page.site import Fight, Site
from tests.page.tables import archers, lines, rolls, seated, shoots, until
from tests.verifier.attacks import cheating


def links(shown: Screen) -> int:
    """Return how many links a browser sent."""
    return sum(address.endswith("/links") for address in shown.asked)


def evidence(shown: Screen) -> Any:
    """Return what the page saves of an alarm."""
    with shown.page.expect_download() as saved:
        shown.page.get_by_role("button", name="Save the evidence").click()
    kept = saved.value.path().read_bytes()
    told = orjson.loads(kept)
    assert kept == orjson.dumps(told, option=orjson.OPT_INDENT_2) + b"\n"
    assert saved.value.suggested_filename.startswith(f"evidence-{told['kind']}-")
    return told


def alarmed(shown: Screen, fight: Fight, kind: str, sentence: str) -> Any:
    """Assert that an alarm stands and stays, that nothing is given any more, and return its evidence."""
    bar = shown.page.locator(".sits.bad")
    expect(bar).to_contain_text(sentence, timeout=20_000)
    expect(shown.page.locator(".lamp")).to_have_class("lamp bad")
    given = links(shown)
    told = evidence(shown)
    shown.page.get_by_role("button", name="Look back").click()
    expect(shown.page.locator(".replay")).to_be_visible()
    expect(bar).to_contain_text(sentence)
    shown.page.get_by_role("button", name="Back to now").click()
    assert (told["kind"], told["encounter"], told["seat"]) == (kind, fight.id, "bo")
    assert sentence in told["sentence"]
    shown.page.keyboard.press("Escape")
    shown.page.reload()
    expect(bar).to_contain_text(sentence)
    assert evidence(shown) == told
    assert links(shown) == given
    return told


WAYS = {
    "to everybody": ("faces", "The faces do not follow from the links."),
    "each die alone": ("sealed", "seals something, and nobody and nothing in this fight is hidden."),
    "opened at once": ("sealed", "seals something"),
    "as dice of no source": ("sealed", "seals something"),
}
"""How an operator seals faces of their choice, and what a device that sees it says."""


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_faces_chosen_behind_a_seal_raise_an_alarm_and_no_link_is_given_any_more(
    browser: Browser, served: Site, way: str
) -> None:
    fight = archers(served)
    with seated(browser, fight.address("ana")) as ana, seated(browser, fight.address("bo")) as bo:
        with cheating.bent(cheating.WAYS[way]):
            shoots(ana)
            told = alarmed(bo, fight, *WAYS[way])
        assert links(bo) == 1
        assert [json.loads(line)["n"] for line in told["lines"]] == list(range(len(told["lines"])))
        expect(ana.page.locator(".sits.bad")).to_be_visible()
        ana.bears()
        bo.bears()


def forged(served: Site, note: str) -> str:
    """Return another checkpoint of the same size that the log signed."""
    origin, size, _ = note.partition("\n\n")[0].split("\n")
    text = f"{origin}\n{size}\n{b64encode(b'x' * 32).decode()}\n"
    return notes.signed(text, origin, served.ledger.receipts._signer)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_two_checkpoints_of_one_size_are_a_fork_that_anybody_can_check(
    browser: Browser, served: Site, monkeypatch: pytest.MonkeyPatch, look: Look
) -> None:
    fight = archers(served)
    with seated(browser, fight.address("ana"), look) as ana, seated(browser, fight.address("bo"), look) as bo:
        shoots(ana)
        until(ana, lambda: rolls(fight))
        expect(bo.page.locator(".lamp")).to_have_class("lamp good")
        honest = served.ledger.receipts.note
        with monkeypatch.context() as lying:
            lying.setattr(served.ledger.receipts, "note", lambda *asked: forged(served, honest(*asked)))
            bo.page.reload()
            expect(bo.page.locator(".sits.bad")).to_be_visible(timeout=20_000)
        bo.must_be_well()
        told = alarmed(bo, fight, "forked", "The log signed two histories of")
        assert proves_fork(told["evidence"]["note"], told["evidence"]["mine"], [read_vkey(told["log_key"])])
        bo.page.locator(".lamp").click()
        expect(bo.page.locator(".rests")).to_contain_text("The log signed two histories of")


Lie = Callable[[Site, Fight, pytest.MonkeyPatch], object]


def far_ahead(served: Site, _: Fight, patched: pytest.MonkeyPatch) -> None:
    """Say that the next link of Bo's device is a late one, whatever it says itself meanwhile."""
    patched.setattr(served.ledger.due, "present", lambda _: {"ana": 1, "bo": 60})


def left_out(served: Site, _: Fight, patched: pytest.MonkeyPatch) -> None:
    """Leave Bo out of the roll."""
    patched.setattr(served.ledger.due, "present", lambda _: {"ana": 1})


def dropped(served: Site, _: Fight, patched: pytest.MonkeyPatch) -> None:
    """Take the link of Bo, and decide the roll as if it had not come."""
    honest = served.ledger.store.links
    patched.setattr(
        served.ledger.store, "links", lambda *roll: {who: link for who, link in honest(*roll).items() if who != "bo"}
    )


def unsigned(served: Site, _: Fight, patched: pytest.MonkeyPatch) -> None:
    """Bend the signature of every checkpoint."""
    honest = served.ledger.receipts.signed

    def bent(*asked: Any) -> str | None:
        note = honest(*asked)
        return None if note is None else note[:-8] + ("A" if note[-8] != "A" else "B") + note[-7:]

    patched.setattr(served.ledger.receipts, "signed", bent)


def another_root(served: Site, fight: Fight, patched: pytest.MonkeyPatch) -> None:
    """Sign another history than the lines that are told from now on."""
    honest, known = served.ledger.receipts.signed, len(lines(fight))

    def other(table: Any, size: int, root: bytes) -> str | None:
        note = honest(table, size, root)
        return note if note is None or size <= known else forged(served, note)

    patched.setattr(served.ledger.receipts, "signed", other)


LIES: dict[str, tuple[Lie, str, bool]] = {
    "links": (far_ahead, "Link 60 of bo is asked for, and the next one is 1.", False),
    "unlisted": (left_out, "Roll 1 was made without you, though", False),
    "missing": (dropped, "Roll 1 was decided without your link, which the server had taken.", True),
    "unsigned": (unsigned, "The checkpoint proves nothing:", False),
    "root": (another_root, "is one of another history than the lines that were told.", False),
}
"""What a server does, what the device says, and whether it gave its link by then."""


@pytest.mark.long(but=("links",))
@pytest.mark.parametrize("kind", LIES)
def test_a_lie_of_the_server_raises_the_alarm_that_the_terminal_raises(
    browser: Browser, served: Site, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    lie, sentence, gave = LIES[kind]
    fight = archers(served)
    with seated(browser, fight.address("ana")) as ana, seated(browser, fight.address("bo")) as bo:
        with monkeypatch.context() as patched:
            lie(served, fight, patched)
            shoots(ana)
            bar = bo.page.locator(".sits.bad")
            until(bo, lambda: (served.ledger.due.reveal_if_due(fight.id), bar.is_visible())[1])
        alarmed(bo, fight, kind, sentence)
        assert (links(bo) > 0) == gave
        ana.bears()
        bo.bears()


@pytest.mark.long
def test_a_device_that_stopped_signs_nothing_any_more_and_says_why(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with seated(browser, fight.address("ana")) as ana:
        before = len(lines(fight))
        with_fewer: dict[str, Any] = {"version": 3, "at": 0, "seen": [4, "0" * 64], "following": 1}
        ana.context.route("**/presence", lambda route: route.fulfill(json=with_fewer))
        expect(ana.page.locator(".sits.bad")).to_be_visible(timeout=20_000)
        shoots(ana)
        expect(ana.page.locator(".say.refused")).to_contain_text("Your device stopped: The server has 4 lines")
        assert len(lines(fight)) == before


@pytest.mark.long
def test_a_server_that_has_fewer_lines_than_it_told_is_found_out(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with seated(browser, fight.address("bo")) as bo:
        with_fewer: dict[str, Any] = {"version": 3, "at": 0, "seen": [4, "0" * 64], "following": 1}
        bo.context.route("**/presence", lambda route: route.fulfill(json=with_fewer))
        alarmed(bo, fight, "shrunk", "The server has 4 lines, and told")
