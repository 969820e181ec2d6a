"""Playing in a terminal, or over a pipe: what happens is told as it happens, and what may be done is numbered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TextIO

import orjson

from cli.playing.asking import Asked, Cancelled, alike, asked, chosen, label_of
from cli.playing.screen import TOGETHER, Screen
from cli.playing.vocabulary import HELP, word_of
from cli.replaying import order, points
from client import replies
from client.calling import NoServer, Problem
from client.client import Client
from client.history import Alarm
from domain.deciding import RULESETS, offers
from domain.events import MessageRecorded
from domain.offers import Offer
from ledger.table.fight import Fight
from ledger.table.settling import may_be_overruled
from projections.board import board
from projections.chronicle import Chronicle, Entry, project
from projections.drawing import drawing
from projections.initiative import initiative
from projections.wording import listed

ENDS = {
    "end_encounter": "End the fight for everybody?",
    "concede": "Give up: everybody of yours leaves the fight?",
    "close": "Close the ledger, so that nothing follows?",
}
"""What is asked before a command that ends something for good is given."""
MORE_THAN_LISTED = 9
"""So many choices stand one below the other; more stand beside each other."""


class Terminal:
    """One seat at a terminal. What is shown goes to ``printed``; what is typed comes from a file."""

    def __init__(self, client: Client, typed: TextIO, printed: Callable[[str], None], *, json: bool = False) -> None:
        self.client = client
        self.screen = Screen(printed, json=json)
        self._typed = typed
        self._told = Chronicle()
        self._known = 0
        self._said: dict[int, str] = {}
        self._spoken: dict[int, str] = {}
        self._shown = -1
        self._offers: list[tuple[Offer, ...]] = []
        self._main = 0
        self._question: Asked | None = None
        self._at = 0

    # Telling

    def heard(self, size: int | None) -> None:
        """Take note that there is something new: None means that the client has stopped."""
        if size is None:
            self.screen.say(str(self.client.alarm or self.client.trouble or "The client has stopped."))
        self.catch_up()

    def catch_up(self) -> None:
        """Tell what happened since the last time, and what may be done now if that is another thing."""
        fight = self.fight()
        with self.screen.lock:
            for line in fight.lines[self._known :]:
                self._told = project(self._told, line)
            # What a command came to is told once its dice are there: then its sentence is another one.
            new = [entry for entry in self._told.entries if self._said.get(entry.n) != entry.text]
            fresh, self._known = fight.version + 1 > self._known, fight.version + 1
            for entry in new:
                self._said[entry.n] = entry.text
                self._tell(entry, fight)
            if self._question is not None and new:
                self._put(self._question)
            elif fresh:
                self._offer(fight)

    def _tell(self, entry: Entry, fight: Fight) -> None:
        if self.screen.json:
            self.screen.value({"told": entry})
            return
        self.screen.tell([f"{entry.n:>5}  {self._text(entry, fight)}"], hanging=7)

    def _text(self, entry: Entry, fight: Fight) -> str:
        """Return an entry with what somebody said in it, which no line holds."""
        if not any(isinstance(line.entry, MessageRecorded) for line in fight.lines[entry.n : entry.last + 1]):
            return entry.text
        if entry.n not in self._spoken:
            try:
                entries = self.client.calls.ask(f"/api/encounters/{self.client.encounter}/chronicle")
            except (Problem, NoServer):
                return entry.text
            self._spoken = {each.n: each.text for each in replies.read(replies.Told, {"entries": entries}).entries}
        return self._spoken.get(entry.n, entry.text)

    def _offer(self, fight: Fight) -> None:
        """Tell what may be done, if there is more to do than talk."""
        found = self._may(fight)
        request = fight.table.request
        if request is not None and request.by != self.client.seat:
            back = f"{request.by} wants to go back to line {request.to_version}: {request.reason}"
            self.screen.say(f"{back}. agree, or refuse?")
        elif any(each.do == "refuse_end" for each in found) and fight.version != self._shown:
            self.screen.say(f"{listed(fight.encounter.ending)} would end the fight. agree, or refuse?")
        own = RULESETS[fight.encounter.system].commands(fight.encounter)
        if [each for each in found if not each.aside and each.do in own] and fight.version != self._shown:
            self._shown = fight.version
            self.offers()

    def _may(self, fight: Fight) -> list[Offer]:
        seat = self.client.seat
        if self.client.open_roll is not None or seat not in fight.table.players or fight.table.closed:
            return []
        found = offers(fight.encounter, seat)
        return [each for each in found if each.do != "override" or may_be_overruled(fight.table)]

    def offers(self) -> None:
        """Number what may be done now."""
        fight = self.fight()
        with self.screen.lock:
            found, own = self._may(fight), RULESETS[fight.encounter.system].commands(fight.encounter)
            rising = sorted(found, key=lambda offer: offer.aside or offer.do not in own)
            self._offers = [(each,) for each in rising] if self.screen.json else alike(rising)
            self._main = sum(not row[0].aside and row[0].do in own for row in self._offers)
            self._at = fight.version + 1
            if self.screen.json:
                self.screen.value({"offers": rising})
                return
            self._number(0, self._main)
            if not self._main:
                self.screen.say("There is nothing for you to do just now.")
            if len(self._offers) > self._main:
                self.screen.say(f"more shows {len(self._offers) - self._main} things that can be done at any time.")

    def _number(self, first: int, last: int) -> None:
        for number, row in enumerate(self._offers[first:last], first + 1):
            self.screen.tell([f"{number:>3}) {label_of(row)}"], hanging=5)

    def board(self) -> None:
        """Show the board, everybody's points, and whose turn it is."""
        state, width = self.fight().encounter, self.screen.width
        for each in (drawing(board(state), width), *points(state, width), *order(initiative(state), width)):
            self.screen.say(each)

    # Listening to what is typed

    def run(self) -> None:
        """Do what is typed, until quit or the end of the input."""
        self.catch_up()
        self.board()
        for line in self._lines():
            if line.casefold() in ("quit", "q", "exit"):
                return
            try:
                self._obey(line)
            except Problem as problem:
                self.screen.say(str(problem))
            except (Alarm, NoServer) as stopped:
                self.screen.say(str(stopped))
                return

    def _lines(self) -> Iterator[str]:
        while line := self._typed.readline():
            if text := line.strip():
                yield text

    def _obey(self, line: str) -> None:
        if line.isdecimal():
            self._choose(int(line))
        elif line.startswith("{"):
            self._command(line)
        elif (own := self._own_words.get(line.partition(" ")[0].casefold())) is not None:
            own()
        elif (found := word_of(line)) is not None:
            word, rest = found
            word(self, rest)
        else:
            self.screen.say(HELP)

    @property
    def _own_words(self) -> dict[str, Callable[[], None]]:
        return {
            "offers": self.offers,
            "o": self.offers,
            "more": lambda: self._number(self._main, len(self._offers)),
            "board": self.board,
            "b": self.board,
            "wait": self._wait,
        }

    def _choose(self, number: int) -> None:
        at = self._at
        try:
            action = self.offered(number)
            self.must_mean(action["do"])
        except Cancelled:
            self.screen.say("Nothing was done.")
            return
        self.do(action, None if self._row(number)[0].aside else at)

    def _row(self, number: int) -> tuple[Offer, ...]:
        if not 1 <= number <= len(self._offers):
            self.screen.say(f"There is no {number}: offers shows what there is.")
            raise Cancelled
        return self._offers[number - 1]

    def _ask(self, question: Asked) -> str | None:
        """Ask for one field; None where nothing is typed any more. Told again when others do something meanwhile."""
        with self.screen.lock:
            self._question = question
            self._put(question)
        line = self._typed.readline()
        with self.screen.lock:
            self._question = None
        return line.strip() if line else None

    def _put(self, question: Asked) -> None:
        if question.wrong:
            self.screen.tell([question.wrong], margin=3)
        numbered = [f"{number:>3}) {choice}" for number, choice in enumerate(question.choices, 1)]
        if len(numbered) > MORE_THAN_LISTED:
            numbered = ["   ".join(each.strip().replace(" ", TOGETHER) for each in numbered)]
        self.screen.tell([*numbered, question.text], margin=3, hanging=5)

    def _command(self, text: str) -> None:
        try:
            action = orjson.loads(text)
        except orjson.JSONDecodeError as error:
            self.screen.say(f"That is no JSON: {error}.")
            return
        self.do(action, None)

    def _wait(self) -> None:
        """Wait until there is something to do, or nothing will be."""

        def turn() -> bool:
            fight = self.client.history.fight()
            wanted = fight.table.request is not None and fight.table.request.by != self.client.seat
            over = fight.encounter.outcome is not None or fight.table.closed
            own = RULESETS[fight.encounter.system].commands(fight.encounter)
            return over or wanted or any(not each.aside and each.do in own for each in self._may(fight))

        while not self.client.wait(turn, 60):
            pass
        self.catch_up()

    # What the words are made of

    def fight(self) -> Fight:
        """Return the fight as far as the client knows it."""
        with self.client.knowing():
            return self.client.history.fight()

    def entries(self) -> list[Entry]:
        """Return all that happened in sentences, with the words that were said."""
        fight = self.fight()
        with self.screen.lock:
            return [replace(entry, text=self._text(entry, fight)) for entry in self._told.entries]

    def offered(self, number: int) -> dict[str, Any]:
        """Return the command that an offer becomes by asking; Cancelled."""
        return asked(chosen(self._row(number), self._ask), self._ask, self.fight().encounter)

    def must_mean(self, do: str) -> None:
        """Ask before something ends for good; Cancelled for anything but a plain yes."""
        if do in ENDS and (self._ask(Asked(text=f"{ENDS[do]} yes, or Enter for no")) or "").casefold() != "yes":
            raise Cancelled

    def do(self, action: dict[str, Any], at: int | None) -> None:
        """Give a command of the fight, and tell what came of it."""
        try:
            self.client.do(action, at=at)
        except Problem as problem:
            self.screen.say(str(problem))
        self.catch_up()

    def call(self, do: str, **fields: Any) -> None:
        """Give a command to the ledger, and tell what came of it."""
        self.client.call(do, **fields)
        self.catch_up()
