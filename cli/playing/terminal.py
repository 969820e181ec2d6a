"""Playing in a terminal, or over a pipe: what happens is told as it happens, and what may be done is numbered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic
from typing import Any, TextIO

import orjson

from cli.playing.asking import Asked, Cancelled, alike, asked, chosen, label_of
from cli.playing.screen import Screen
from cli.playing.vocabulary import HELP, word_of
from cli.replaying import order, points
from cli.rows import TOGETHER
from client import replies
from client.calling import NoServer, Problem
from client.client import Client
from client.history import Alarm
from domain.deciding import RULESETS, offers
from domain.events import MessageRecorded
from domain.offers import Offer
from domain.table.disclosure import blurred, of_seat, shown
from ledger.table.fight import Fight
from ledger.table.settling import allowed
from projections import naming
from projections.board import board
from projections.chronicle import Chronicle, Entry, project
from projections.drawing import drawing
from projections.initiative import initiative
from projections.marking import calling
from projections.sentences.seats import told_to
from projections.wording import listed

ENDS = {
    "end_encounter": "End the fight for everybody?",
    "concede": "Give up: everybody of yours leaves the fight?",
    "close": "Close the ledger, so that nothing follows?",
}
"""What is asked before a command that ends something for good is given."""
MORE_THAN_LISTED = 9
"""So many choices stand one below the other; more stand beside each other."""
PATIENCE = 1.5
"""Seconds that a roll waits for links before that is told: most of them come at once, and the roll is told whole."""


class Terminal:
    """One seat at a terminal. What is shown goes to ``printed``; what is typed comes from a file."""

    def __init__(self, client: Client, typed: TextIO, printed: Callable[[str], None], *, json: bool = False) -> None:
        self.client = client
        self.screen = Screen(printed, json=json)
        self._typed = typed
        self._told = Chronicle(seats=told_to(client.seat))
        self._known = 0
        self._said: dict[int, str] = {}
        self._spoken: dict[int, str] = {}
        self._shown: list[Offer] = []
        self._wanted: object = None
        self._gone = self._gave = False
        self._waits: tuple[int, float] = (-1, 0.0)
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
        with self.screen.lock:
            # Asked for here: whoever held an older one would tell again what another thread told meanwhile.
            fight = self.fight()
            for line in fight.lines[self._known :]:
                self._told = project(self._told, line)
            # What a command came to is told once its dice are there: then its sentence is another one.
            new = [
                each for each in self._told.entries if self._said.get(each.n) != each.text and not self._hurries(each)
            ]
            fresh, self._known = fight.version + 1 > self._known, fight.version + 1
            for entry in new:
                self._said[entry.n] = entry.text
                self._tell(entry, fight)
            if self._question is None and fresh:
                self._offer(fight)
            elif self._question is not None and new:
                self._put(self._question)

    def _hurries(self, entry: Entry) -> bool:
        """Return whether an entry says no more than that a roll waits for links, which may well be here in a moment."""
        opened = self.client.open_roll
        if opened is None or opened.line != entry.n or self.screen.json:
            return False
        if self._waits[0] != opened.line:
            self._waits = (opened.line, monotonic())
        return monotonic() - self._waits[1] < PATIENCE

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
        """Tell what may be done, if there is more to do than talk, and other things than were told last."""
        found = self._may(fight)
        wanted = _wanted(fight, found, self.client.seat)
        if wanted is not None and wanted != self._wanted:
            self.screen.say(f"{wanted[0]}. agree, or refuse?")
        self._wanted = wanted
        own = RULESETS[fight.encounter.system].commands(fight.encounter)
        main = [each for each in found if not each.aside and each.do in own]
        if main and (main != self._shown or self._gone or self._gave or self.screen.json):
            self.offers()
        self._gone, self._at = not main, fight.version + 1

    def _may(self, fight: Fight) -> list[Offer]:
        seat = self.client.seat
        if self.client.open_roll is not None or seat not in fight.table.players or fight.table.closed:
            return []
        return allowed(fight.table, offers(fight.encounter, seat))

    def offers(self) -> None:
        """Number what may be done now."""
        fight = self.fight()
        with self.screen.lock, calling(naming.called(fight)):
            found, own = self._may(fight), RULESETS[fight.encounter.system].commands(fight.encounter)
            rising = sorted(found, key=lambda offer: offer.aside or offer.do not in own)
            self._offers = [(each,) for each in rising] if self.screen.json else alike(rising)
            self._main = sum(not row[0].aside and row[0].do in own for row in self._offers)
            self._shown = [each for each in found if not each.aside and each.do in own]
            self._gone, self._gave, self._at = False, False, fight.version + 1
            if self.screen.json:
                self.screen.value({"offers": rising})
                return
            self._number(0, self._main)
            if not self._main:
                self.screen.say("There is nothing for you to do just now.")
            if len(self._offers) > self._main:
                self.screen.say(f"more shows {len(self._offers) - self._main} things that can be done at any time.")

    def _number(self, first: int, last: int) -> None:
        with calling(naming.called(self.fight())):
            for number, row in enumerate(self._offers[first:last], first + 1):
                self.screen.tell([f"{number:>3}) {label_of(row)}"], hanging=5)

    def board(self) -> None:
        """Show the board, everybody's points, and whose turn it is."""
        fight = self.fight()
        state, width, names, said = fight.encounter, self.screen.width, naming.called(fight), naming.spoken(fight)
        vague = of_seat(state, self.client.seat)
        told = {who: shown(state.combatants[who], how) for who, how in vague.items()}
        seen = blurred(state, self.client.seat)
        for each in (
            drawing(board(seen), width),
            *points(seen, width, said, told),
            *order(initiative(state), width, said),
        ):
            self.screen.draw(each)
        if names:
            self.screen.tell([f"Names: {'; '.join(f'{of} is {name}' for of, name in names.items())}."])
        if true := naming.at(fight, fight.version).sealed(state):
            self.screen.tell([f"In truth: {'; '.join(f'{of} is {name}' for of, name in true.items())}."])

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
            except NoServer as away:
                self.screen.say(str(away))
                if self.client.over:
                    return
                self.screen.say("Type it again once the server answers.")
            except Alarm as stopped:
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
        if self._gone and number <= self._main:
            self.screen.say(f"What stood under {number} can be done no more: offers shows what there is.")
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

    def words_in(self, line: str) -> str | None:
        """Return an entry in which somebody says something, by the number of one of its lines; None for any other."""
        if not (line.isascii() and line.isdecimal()):
            return None
        fight = self.fight()
        with self.screen.lock:
            found = next((each for each in self._told.entries if each.n <= int(line) <= each.last), None)
            told = None if found is None else self._text(found, fight)
        return None if found is None or told == found.text else told

    def offered(self, number: int) -> dict[str, Any]:
        """Return the command that an offer becomes by asking; Cancelled."""
        fight = self.fight()
        with calling(naming.called(fight)):
            return asked(chosen(self._row(number), self._ask), self._ask, fight.encounter)

    def must_mean(self, do: str) -> None:
        """Ask before something ends for good; Cancelled for anything but a plain yes."""
        if do in ENDS:
            self.must_agree(ENDS[do])

    def must_agree(self, question: str) -> None:
        """Ask whether something shall be; Cancelled for anything but a plain yes."""
        if (self._ask(Asked(text=f"{question} yes, or Enter for no")) or "").casefold() != "yes":
            raise Cancelled

    def do(self, action: dict[str, Any], at: int | None) -> None:
        """Give a command of the fight, and tell what came of it."""
        self._gave = action.get("do") != "say"
        try:
            self.client.do(action, at=at)
        except Problem as problem:
            self._gave = False
            self.screen.say(str(problem))
        self.catch_up()

    def call(self, do: str, **fields: Any) -> None:
        """Give a command to the ledger, and tell what came of it."""
        self.client.call(do, **fields)
        self.catch_up()


def _wanted(fight: Fight, found: list[Offer], seat: str) -> tuple[str, object] | None:
    """Return what another seat asks this one for, in words and told apart from what it asked before."""
    request = fight.table.request
    if request is not None and request.by != seat:
        return f"{request.by} wants to go back to line {request.to_version}: {request.reason}", request.line
    if any(each.do == "refuse_end" for each in found):
        return f"{listed(fight.encounter.ending)} would end the fight", fight.encounter.ending
    return None
