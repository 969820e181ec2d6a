"""Law: whoever guesses what is hidden learns from no answer whether the guess is right.

Two worlds are equal but for what is hidden in them; the same word, which is right in one of them only, is said in every
place of every call that a player and a spectator can make. All answers are the same, and so is all that is read then.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from domain.deciding import bodies as offered
from domain.deciding import offers
from ledger.application import Ledger
from ledger.table import opening as ledger_opening
from tests.api.conftest import Table
from tests.api.devices import Player
from tests.clocks import START, goes_by
from tests.laws.fights import SYSTEMS
from tests.laws.guesses import Schema, bodies, command_schemas
from tests.laws.test_secrets import READ, SHEETS, WORLDS, World, masked
from tests.secrecy import LURKER
from tests.secrecy import OPENINGS as TABLES

RIGHT, WRONG = WORLDS
LAST = ("end_encounter", "concede")
"""What ends the fight, or the player's part in it, is tried after the rest."""
SHORT = tuple(path for path in READ if path not in ("/audit", "/export", "/offers?odds=true", "/chronicle?known=now"))
"""What is read at the end; what takes long is read by the law of secrets."""
ODDS = 0.2
"""Of so many commands the odds are asked as well."""
NAMING = ("/invitations", "/why")
"""Calls in which a name stands for more than somebody: a seat, or a thing."""
CARDS = ("use_item", "play_item")
"""What plays a card is tried first: later it may be somebody else's turn."""
MOST_COMMANDS = 60
"""After so many at most the one who guesses can play a card."""
PUBLIC = 3
"""Besides the sealed lines so many others are tried, where a line is named."""


class Guessed(World):
    """A world with somebody in reserve, notes and dice of the referee, or other cards; a player guesses in it."""

    def __init__(self, client: TestClient, ledger: Ledger, system: str, number: int, secrets: dict[str, Any]) -> None:
        super().__init__(client, ledger, system, number, secrets)
        self.player = next(seat for seat in reversed(ledger.fight(self.table.id).table.players) if seat != self.gm)
        self.observers = (self.player, "eve")
        self.keeper = self.gm or self.keeper
        self.word = str(RIGHT["name"])

    def opening(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return an opening where a player is the host, and somebody of the world's own name waits in reserve."""
        if self.system not in SHEETS:
            return self.dealt(body)
        among = "groups" if self.system == "vanguard" else "combatants"
        hidden = {**SHEETS[self.system], "id": self.secrets["name"], "hidden": True}
        if self.system == "verdigris":
            hidden["belt"] = [{"id": f"{self.secrets['name']}s-knife"}]
        seats = sorted(body["seats"], key=lambda seat: seat.get("role", "player") != "player")
        return {**body, "seats": seats, among: [*body.get(among, ()), hidden]}

    def dealt(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return an opening where one player alone holds a card of the world's own name, and another guesses."""
        *known, last = [each["id"] for each in body["items"]]
        mine = card(self.secrets)
        first, *others = body["combatants"]
        side = first.get("owner")
        host = {**first, "controller": "p0", "hand": [mine["id"], last]}
        others = [{**one, "controller": "p0" if side and one.get("owner") == side else "p1"} for one in others]
        others = [{**one, "hand": known if n == 0 else []} for n, one in enumerate(others)]
        return {**body, "items": [*body["items"], mine], "combatants": [host, *others]}

    def prepares(self) -> None:
        """Let something be known of the hidden one, and let the fight go on for a while."""
        if self.gm is not None:
            for body in self.said_of_them():
                faces = {"faces": [3]} if body["do"] == "secret_roll" else {}
                assert self.does(self.gm, body, **faces).status_code == 200, body
        # A party may sneak past at once, and then nothing can be tried any more.
        if self.gm is not None:
            self.plays(0 if self.system == "vanguard" else 2)
        for _ in range(MOST_COMMANDS if self.gm is None else 0):
            if not self.may_play():
                self.plays(1)

    def may_play(self) -> bool:
        """Return whether the guesser may play a card now."""
        fight = self.ledger.fight(self.table.id, self.player).encounter
        return any(offer.do in CARDS for offer in offers(fight, self.player))

    def said_of_them(self) -> Iterator[dict[str, Any]]:
        """Yield what the referee does about the hidden one."""
        name, by = self.secrets["name"], self.gm
        yield {"do": "seal", "by": by, "text": name, "facts": {"who": name}}
        yield {"do": "secret_roll", "by": by, "dice": "1d6", "purpose": name}

    def guesses(self) -> Iterator[tuple[str, bytes]]:
        """Yield every answer to somebody who says the word."""
        for body in self.tried():
            answer = self.does(self.player, body)
            yield f"{answer.status_code} {body}", answer.content
            if self.chance.random() < ODDS:
                asked = {"action": body, "cmd": "odds"}
                yield f"odds {body}", self.table.post(self.player, "/odds", asked).content
                yield f"preview {body}", self.table.post(self.player, "/preview", asked).content
        yield from self.called()
        for n in self.lines():
            yield f"unseal {n}", self.does(self.player, {"do": "unseal", "by": self.player, "of": [n]}).content
            kept = {"of": n, "reason": self.word, "cmd": f"keep-{n}"}
            yield f"withhold {n}", self.table.post(self.player, "/withheld", kept).content
        yield from self.reads()

    def lines(self) -> list[int]:
        """Return the sealed lines, and some others."""
        lines = self.ledger.fight(self.table.id).lines
        sealed = [line.n for line in lines if line.type == "Sealed"]
        return sorted({*sealed, *self.chance.sample(range(len(lines)), PUBLIC)})

    def tried(self) -> Iterator[dict[str, Any]]:
        """Yield commands with the word everywhere, with the seat's own names, and offers with the word in one place."""
        fight = self.ledger.fight(self.table.id, self.player).encounter
        own = next((who.id for who in fight.combatants.values() if who.controller == self.player), self.word)
        some = {offer.do: next(offered(offer)) for offer in offers(fight, self.player)}
        schemas = {schema["properties"]["do"]["const"]: schema for schema in command_schemas(self.system)}
        for do in sorted(schemas, key=lambda each: (each in LAST, each not in CARDS)):
            schema = schemas[do]
            whole, *parts = bodies(schema, self.word, schema.get("$defs", {}))
            yield whole
            for body in (whole, *parts):
                yield {**body, **{name: ours for name, ours in (("by", self.player), ("who", own)) if name in body}}
            for name in sorted(set(whole) - {"do"} if do in some else ()):
                yield {**some[do], name: whole[name]}

    def called(self) -> Iterator[tuple[str, bytes]]:
        """Yield the answers to every other call, with the word in every field and in the address."""
        document = _document()
        defined = document["components"]["schemas"]
        for path, calls in document["paths"].items():
            short = path.removeprefix("/api/encounters/{encounter}").replace("{line}", "3")
            if short == path or path.endswith(("/commands", "/odds", "/preview", "/close", "/stream")):
                continue
            for word in self.words(short):
                for body in _sent(calls, word, defined):
                    yield f"{short} {body}", self.table.post(self.player, short, body).content
                for query in _asked(calls, word):
                    yield f"{short}{query}", self.table.get(self.player, f"{short}{query}").content

    def words(self, path: str) -> tuple[str, ...]:
        """Return what is guessed in a call: names of seats are small, and things have names too."""
        return (self.word, self.word.lower(), f"{self.word}s-knife") if path in NAMING else (self.word,)

    def reads(self) -> Iterator[tuple[str, bytes]]:
        """Yield all that the two can read."""
        for seat in self.observers:
            for path in SHORT:
                yield f"{seat} {path}", self.table.get(seat, path).content
            yield f"{seat} stream", self.streamed(seat)
            for do in ("attack", "move", "use_item"):
                yield f"{seat} {do}", self.table.get(seat, f"/reasons?do={do}&who={self.word}").content
            for value in ("at", "hp", "health", "controller", "prone", self.word):
                yield f"{seat} why {value}", self.table.get(seat, f"/why?value={self.word}.{value}").content


def card(secrets: dict[str, Any]) -> dict[str, Any]:
    """Return a card of the world's own name that does what no other card of it does."""
    does = {"kind": "condition", "condition": "hexed" if secrets == RIGHT else "marked"}
    return {"id": secrets["name"], "effect": does}


@cache
def _document() -> Schema:
    return create_app(cast("Ledger", None)).openapi()


def _sent(calls: Schema, word: str, defined: Schema) -> Iterator[Any]:
    content = calls.get("post", {}).get("requestBody", {}).get("content", {})
    if "application/json" in content:
        yield from bodies(content["application/json"]["schema"], word, defined)


def _asked(calls: Schema, word: str) -> Iterator[str]:
    for parameter in calls.get("get", {}).get("parameters", ()):
        if parameter["in"] == "query":
            yield f"?{parameter['name']}={word}"
            yield f"?{parameter['name']}={word}.hp"


def _all_of(system: str, number: int, secrets: dict[str, Any]) -> list[tuple[str, bytes]]:
    with Ledger() as ledger, TestClient(create_app(ledger)) as client:
        world = Guessed(client, ledger, system, number, secrets)
        world.prepares()
        return [(asked, masked(raw)) for asked, raw in world.guesses()]


NOW = (("pursuit", 5), ("storyteller", 0))
"""One of each kind of game; the others, and further fights, run where everything does."""
LATER = tuple((system, number) for system in SYSTEMS for number in range(6) if (system, number) not in NOW)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("system", "number"), [*NOW, *(pytest.param(*each, marks=pytest.mark.long) for each in LATER)])
def test_no_answer_tells_whether_a_guess_is_right(system: str, number: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ledger_opening, "_must_be_alone_with_loaded_dice", lambda _: None)
        goes_by(patched, lambda: START)
        right, wrong = (_all_of(system, number, secrets) for secrets in WORLDS)
    assert len(right) == len(wrong) > 200
    for one, other in zip(right, wrong, strict=True):
        assert one == other
    assert any(asked.startswith(("200", "201")) for asked, _ in right), "nothing was accepted: the law says little"


@pytest.mark.parametrize("system", sorted(TABLES))
def test_a_signed_word_is_taken_whether_or_not_it_is_a_name(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_by(monkeypatch, lambda: START)
    told = []
    for name in (LURKER, "Murker"):
        with Ledger() as ledger, TestClient(create_app(ledger)) as client:
            table = Table(client, TABLES[system])
            ana = Player(client, table.id, "ana", table.keys["ana"])
            assert ana.join().status_code == 200
            answers = [
                ana.does(body) for body in ({"do": "say", "who": "Ana", "text": name}, {"do": "end_turn", "who": name})
            ]
            told.append([masked(answer.content.replace(name.encode(), b"NAME")) for answer in answers])
            if system.startswith("storyteller"):
                assert [answer.status_code for answer in answers] == [200, 409]
    assert told[0] == told[1]
