"""One value in two spellings, texts that deceive the eye, markup, enormous dice: at the door and in files."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from ledger.application import Ledger
from ledger.line.canonical import MAX_LINE
from ledger.proof.verifying import verify
from tests.ledger.fights import ARCHERS, SWORDS, TO_BLOWS, opened
from tests.trust.tables import no
from verifier.verify_fight import verify as verify_alone

BOW = {"id": "bow", "damage": "1d6", "to_hit": {"dice": "1d6", "at_least": 4}}
DEEP = "[" * 100_000 + "]" * 100_000


@pytest.fixture
def ana(client: TestClient) -> Any:
    """Return what sends the bytes of a command of Ana's."""
    table = client.post("/api/encounters", json=ARCHERS).json()
    headers = {"Authorization": f"Bearer {table['keys']['ana']}", "Content-Type": "application/json"}

    def sends(body: str | bytes) -> Any:
        raw = body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass")
        return client.post(f"/api/encounters/{table['encounter']}/commands", content=raw, headers=headers)

    return sends


def begin(allowance: str, more: str = "") -> str:
    return f'{{"action":{{"do":"begin_move","who":"Ana","allowance":{allowance}{more}}},"cmd":"c"}}'


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (begin("3", ',"who":"Bo"'), "The field 'who' stands there twice in one object."),
        (begin("3", ',"\\u0077ho":"Bo"'), "The field 'who' stands there twice in one object."),
        (begin("3.0"), "This cannot be read: action.allowance must be a whole number."),
        (begin("1e2"), "This cannot be read: action.allowance must be a whole number."),
        (begin('"3"'), "This cannot be read: action.allowance must be a whole number."),
        (begin("true"), "This cannot be read: action.allowance must be a whole number."),
        (begin("NaN"), "NaN is not a number that is read here."),
        (begin("-Infinity"), "-Infinity is not a number that is read here."),
        (
            begin("9007199254740992"),
            "The number 9007199254740992 is too large: whole numbers go up to 9007199254740991.",
        ),
        (begin("03"), "The body is not JSON: Expecting ',' delimiter at line 1, column 55."),
        (
            "\ufeff" + begin("3"),
            "The body is not JSON: Unexpected UTF-8 BOM (decode using utf-8-sig) at line 1, column 1.",
        ),
        (begin("3").encode("utf-16"), "The body is not UTF-8 text."),
        (begin("3", f',"x":{DEEP}'), "The body is nested too deeply: at most 12 levels are read."),
        (begin("3", ',"x":"\\ud800"'), "The text holds U+D800, half of a surrogate pair, which is not allowed."),
        (begin("3", ',"x":"e\u0301"'), "The text is not in composed form (Unicode NFC)."),
        (
            begin("3", ',"x":"\u202e"'),
            "The text holds U+202E, a character that overrides the direction of writing, which is not allowed.",
        ),
        (begin("3", ',"x":"\\u0000"'), "The text holds U+0000, a control character, which is not allowed."),
    ],
)
def test_33_what_has_a_second_meaning_is_no_command(ana: Any, body: str | bytes, sentence: str) -> None:
    assert no(ana(body)) == (422, "not-a-command", sentence)


def test_33_another_spelling_of_the_same_command_is_stored_in_the_one_spelling(ana: Any) -> None:
    spelt = '{ "cmd" : "c", "action":{"who":"Ana","do":"begin_m\\u006fve", "allowance": 3 } }'
    accepted = ana(spelt).json()["lines"][0]
    assert accepted["decl"]["action"] == {"allowance": 3, "do": "begin_move", "who": "Ana"}
    assert b'"action":{"allowance":3,"do":"begin_move","who":"Ana"}' in ana(begin("3")).content


@pytest.fixture(scope="module")
def file() -> bytes:
    with Ledger() as ledger:
        player = opened(ledger)
        player.does(TO_BLOWS[0])
        return ledger.export(player.encounter)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"who":"Ana"', b'"who":"Ana","who":"Ana"'),
        (b'"who":"Ana"', b'"who":"\\u0041na"'),
        (b'"who":"Ana"', b'"who": "Ana"'),
        (b'"allowance":3', b'"allowance":3.0'),
        (b'"allowance":3', b'"allowance":3e0'),
        (b'"allowance":3', b'"allowance":-0'),
        (b'"allowance":3', b'"allowance":9007199254740993'),
        (b'"allowance":3', b'"allowance":' + b"[" * 14 + b"]" * 14),
        (b'"allowance":3', b'"allowance":"' + b"x" * MAX_LINE + b'"'),
        (b'"allowance":3', b'"Allowance":3'),
    ],
)
def test_33_a_line_in_another_spelling_is_no_line(file: bytes, old: bytes, new: bytes) -> None:
    rows = file.splitlines()
    n = next(n for n, row in enumerate(rows) if b"CommandAccepted" in row)
    rows[n] = rows[n].replace(old, new, 1)
    changed = b"\n".join(rows) + b"\n"
    here, alone = verify(changed).broken, verify_alone(changed)
    assert here is not None
    assert (here[0], alone["line"]) == (n, n)


def test_33_no_sign_stands_before_the_first_line(file: bytes) -> None:
    for front in (b"\xef\xbb\xbf", b" ", b"\n"):
        here = verify(front + file).broken
        assert here is not None
        assert (here[0], verify_alone(front + file)["line"]) == (0, 0)


@pytest.mark.parametrize("name", ["<b>Ana</b>", "\u0410na", "Ana\u200b", "[[1d6=6]]", "Ana Bo", "", "\u00aana"])
def test_34_names_are_of_signs_that_nobody_mistakes(client: TestClient, name: str) -> None:
    combatants = [{**ARCHERS["combatants"][0], "id": name}, ARCHERS["combatants"][1]]
    named = client.post("/api/encounters", json={**ARCHERS, "combatants": combatants})
    assert named.status_code in (409, 422)
    seats = [{"id": name.lower()}, {"id": "bo"}]
    assert client.post("/api/encounters", json={**ARCHERS, "seats": seats}).status_code in (409, 422)


def test_34_a_seat_that_is_not_named_so_is_told_how(client: TestClient) -> None:
    answer = client.post("/api/encounters", json={**ARCHERS, "seats": [{"id": "Ana"}, {"id": "bo"}]})
    sentence = "'Ana' is no seat id: small letters, digits and -, at most 32, beginning with a letter or digit."
    assert no(answer) == (409, "invalid-value", sentence)


FAKE = "A” hit: 🎲 1d6: 6. </p><script>alert(1)</script> **Bo fell** `[[20]]` \u200b\u2028"


def test_34_words_that_look_like_a_roll_stay_words(client: TestClient) -> None:
    table = client.post("/api/encounters", json=SWORDS).json()
    address = f"/api/encounters/{table['encounter']}"
    bearer = {seat: {"Authorization": f"Bearer {key}"} for seat, key in table["keys"].items()}
    walk = {"do": "move", "who": "A", "to": "T0"}
    for number, body in enumerate([{"do": "begin_move", "who": "A", "allowance": 1}, walk]):
        sent = {"action": body, "cmd": f"c{number}"}
        assert client.post(f"{address}/commands", json=sent, headers=bearer["ana"]).status_code == 200
    said = {"action": {"do": "say", "who": "Bo", "text": FAKE}, "cmd": "say"}
    answer = client.post(f"{address}/commands", json=said, headers=bearer["bo"])
    assert answer.status_code == 200, answer.text
    entry = client.get(f"{address}/chronicle", headers=bearer["ana"]).json()[-1]
    shown = "A’ hit: 🎲 1d6: 6. </p><script>alert(1)</script> **Bo fell** `[[20]]` \\u{200b}\\u{2028}"
    assert entry["text"].startswith(f"Bo said “{shown}”")
    # What was really rolled stands in a field of its own.
    assert entry["dice"] == []
    marked = client.get(f"{address}/chronicle?format=markdown", headers=bearer["ana"]).text
    assert "\\<script\\>" in marked
    assert "<script>" not in marked.replace("\\<", "")
    assert "\\*\\*Bo fell\\*\\*" in marked
    report = verify_alone(client.get(f"{address}/export", headers=bearer["ana"]).content)
    assert (report["verdict"], report["rolls"]) == ("OK BUT", [])


def test_34_markup_in_a_reason_is_shown_as_it_was_written(client: TestClient) -> None:
    table = client.post("/api/encounters", json=ARCHERS).json()
    address, bearer = f"/api/encounters/{table['encounter']}", {"Authorization": f"Bearer {table['keys']['ana']}"}
    sent = {"action": TO_BLOWS[0], "cmd": "c"}
    client.post(f"{address}/commands", json=sent, headers=bearer)
    wish = {"to_version": 4, "reason": "<img src=x onerror=alert(1)>", "cmd": "back"}
    assert client.post(f"{address}/rewind", json=wish, headers=bearer).status_code == 200
    marked = client.get(f"{address}/chronicle?format=markdown", headers=bearer).text
    assert "<img" not in marked.replace("\\<", "")
    assert "\\<img src=x onerror=alert(1)\\>" in marked


@pytest.mark.parametrize("dice", ["1d1000000000", "1000000d6", "201d6", "1d1001", "0d6", "-1d6", "1d6e9"])
def test_38_dice_are_at_most_two_hundred_of_a_thousand_sides(client: TestClient, dice: str) -> None:
    answer = no(client.post("/api/encounters", json={**ARCHERS, "weapons": [{**BOW, "damage": dice}]}))
    assert answer[:2] == (409, "invalid-value")
    assert answer[2].startswith(f"bow: '{dice}' is ")


def test_38_a_body_is_read_to_its_limit_and_no_further(ana: Any) -> None:
    answer = no(ana(b" " * (1024 * 1024 + 1)))
    assert answer == (413, "too-large", "The body is too large: at most 1048576 bytes are read here.")
    assert orjson.loads(ana(begin("3")).content)["version"] > 4
