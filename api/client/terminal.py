"""Playing in a terminal, or over a pipe: what happens is told as it happens, and what may be done is numbered."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Any, TextIO

import orjson

from api.client import said
from api.client.asking import Asked, Cancelled, alike, asked, chosen, label_of
from api.client.calling import NoServer, Problem
from api.client.client import Client
from api.client.history import Alarm
from api.client.joining import read, written
from api.client.telling import not_on_offer, odds_of, rows, why_so
from api.replaying import order, points
from domain.deciding import RULESETS, offers
from domain.events import MessageRecorded
from domain.offers import Offer
from ledger.accepting import wait
from ledger.entries import CommandAccepted, TableDiceTyped
from ledger.fight import Fight
from ledger.settling import may_be_overruled
from projections.board import board
from projections.chronicle import Chronicle, Entry, project, text
from projections.drawing import drawing
from projections.initiative import initiative
from projections.wording import counted, inert, listed

HELP = """\
a number      do what is offered under it       offers   what may be done now, more: and at any time
board         the board and whose turn it is    wait     until it is for you to do something, or the end
odds N        what offer N can come to          reasons  why something is not on offer
why N         line N is there, or why Bo.health or turn is what it is
chronicle     all that happened, or the last N  export FILE   the fight as a file that verifies
say WORDS     to the table                      narrate WORDS   what happens around
undo          your last command                 agree    to a taking back or an end; or refuse
go on         without links that do not come    compare  are all told the same? with what others pasted, too
vouch WORD    for another device                checks   what was checked so far
dice 4 2 6    that you rolled on the table      saw N    the dice typed in in line N; or unseen N
contest N WHY line N; of typed dice or any      settle N stands WHY   a dispute; or rewound
close         the ledger: nothing follows
{...}         a command as JSON                 quit
A question takes a number, a name or a place; Enter or cancel does nothing."""
ENDS = {
    "end_encounter": "End the fight for everybody?",
    "concede": "Give up: everybody of yours leaves the fight?",
    "close": "Close the ledger, so that nothing follows?",
}
"""What is asked before a command that ends something for good is given."""
MORE_THAN_LISTED = 9
"""So many choices stand one below the other; more stand beside each other."""


class Terminal:
    """One seat at a terminal. ``say`` prints; what is typed comes from a file."""

    def __init__(self, client: Client, typed: TextIO, say: Callable[[str], None], *, json: bool = False) -> None:
        self._client = client
        self._typed = typed
        self._json = json
        self._print = say
        self._lock = RLock()
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
            self._say(str(self._client.alarm or self._client.trouble or "The client has stopped."))
        self.catch_up()

    def catch_up(self) -> None:
        """Tell what happened since the last time, and what may be done now if that is another thing."""
        with self._client.knowing():
            fight = self._client.history.fight()
        with self._lock:
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
        if self._json:
            self._print(orjson.dumps({"told": entry}).decode())
            return
        self._say(f"{entry.n:>5}  {self._text(entry, fight)}")

    def _text(self, entry: Entry, fight: Fight) -> str:
        """Return an entry with what somebody said in it, which no line holds."""
        if not any(isinstance(line.entry, MessageRecorded) for line in fight.lines[entry.n : entry.last + 1]):
            return entry.text
        if entry.n not in self._spoken:
            try:
                entries = self._client.calls.ask(f"/api/encounters/{self._client.encounter}/chronicle")
            except (Problem, NoServer):
                return entry.text
            self._spoken = {each.n: each.text for each in said.read(said.Told, {"entries": entries}).entries}
        return self._spoken.get(entry.n, entry.text)

    def _offer(self, fight: Fight) -> None:
        """Tell what may be done, if there is more to do than talk."""
        found = self._may(fight)
        request = fight.table.request
        if request is not None and request.by != self._client.seat:
            back = f"{request.by} wants to go back to version {request.to_version}: {request.reason}"
            self._say(f"{back}. agree, or refuse?")
        elif any(each.do == "refuse_end" for each in found) and fight.version != self._shown:
            self._say(f"{listed(fight.encounter.ending)} would end the fight. agree, or refuse?")
        own = RULESETS[fight.encounter.system].commands(fight.encounter)
        if [each for each in found if not each.aside and each.do in own] and fight.version != self._shown:
            self._shown = fight.version
            self.offers()

    def _may(self, fight: Fight) -> list[Offer]:
        seat = self._client.seat
        if self._client.open_roll is not None or seat not in fight.table.players or fight.table.closed:
            return []
        found = offers(fight.encounter, seat)
        return [each for each in found if each.do != "override" or may_be_overruled(fight.table)]

    def offers(self) -> None:
        """Number what may be done now."""
        fight = self._fight()
        with self._lock:
            found, own = self._may(fight), RULESETS[fight.encounter.system].commands(fight.encounter)
            rising = sorted(found, key=lambda offer: offer.aside or offer.do not in own)
            self._offers = [(each,) for each in rising] if self._json else alike(rising)
            self._main = sum(not row[0].aside and row[0].do in own for row in self._offers)
            self._at = fight.version + 1
            if self._json:
                self._print(orjson.dumps({"offers": rising}, default=list).decode())
                return
            self._number(0, self._main)
            if not self._main:
                self._say("There is nothing for you to do just now.")
            if len(self._offers) > self._main:
                self._say(f"more shows {len(self._offers) - self._main} things that can be done at any time.")

    def _number(self, first: int, last: int) -> None:
        for number, row in enumerate(self._offers[first:last], first + 1):
            for told in rows([f"{number:>3}) {label_of(row)}"], self._width):
                self._say(told)

    @property
    def _width(self) -> int:
        return shutil.get_terminal_size().columns

    def board(self) -> None:
        """Show the board, everybody's points, and whose turn it is."""
        state, width = self._fight().encounter, self._width
        for each in (drawing(board(state), width), *points(state, width), *order(initiative(state), width)):
            self._say(each)

    def _say(self, text: str) -> None:
        with self._lock:
            if self._json:
                self._print(orjson.dumps({"said": text}).decode())
                return
            for line in text.split("\n"):
                self._print(inert(line))

    # Listening to what is typed

    def run(self) -> None:
        """Do what is typed, until quit or the end of the input."""
        self.catch_up()
        self.board()
        for line in self._lines():
            if line in ("quit", "q", "exit"):
                return
            try:
                self._obey(line)
            except Problem as problem:
                self._say(str(problem))
            except (Alarm, NoServer) as stopped:
                self._say(str(stopped))
                return

    def _lines(self) -> Iterator[str]:
        while line := self._typed.readline():
            if text := line.strip():
                yield text

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if line.isdecimal():
            self._choose(int(line))
        elif line.startswith("{"):
            self._command(line)
        elif line == "go on":
            self._go_on()
        elif (known := self._words.get(word)) is not None:
            known(rest.strip())
        else:
            self._say(HELP)

    @property
    def _words(self) -> dict[str, Callable[[str], None]]:
        return {
            "offers": lambda _: self.offers(),
            "o": lambda _: self.offers(),
            "more": lambda _: self._number(self._main, len(self._offers)),
            "board": lambda _: self.board(),
            "b": lambda _: self.board(),
            "wait": lambda _: self._wait(),
            "say": lambda rest: self._speak(rest, "table"),
            "narrate": lambda rest: self._speak(rest, "narration"),
            "undo": self._undo,
            "agree": lambda _: self._answer(agree=True),
            "refuse": lambda _: self._answer(agree=False),
            "odds": self._odds,
            "why": lambda rest: self._tell_all(why_so(self._fight(), rest or "pending")),
            "reasons": lambda _: self._tell_all(not_on_offer(self._fight(), self._client.seat)),
            "chronicle": self._chronicle,
            "export": self._export,
            "compare": self._compare,
            "vouch": self._vouch,
            "checks": lambda _: self._checks(),
            "dice": self._dice,
            "saw": lambda rest: self._attest(rest, "saw"),
            "unseen": lambda rest: self._attest(rest, "unseen"),
            "contest": self._contest,
            "settle": self._settle,
            "close": lambda _: self._close(),
        }

    def _fight(self) -> Fight:
        with self._client.knowing():
            return self._client.history.fight()

    def _choose(self, number: int) -> None:
        at = self._at
        try:
            row = self._row(number)
            offer = chosen(row, self._ask)
            action = asked(offer, self._ask, self._fight().encounter)
            self._must_mean(offer.do)
        except Cancelled:
            self._say("Nothing was done.")
            return
        self._do(action, None if offer.aside else at)

    def _row(self, number: int) -> tuple[Offer, ...]:
        if not 1 <= number <= len(self._offers):
            self._say(f"There is no {number}: offers shows what there is.")
            raise Cancelled
        return self._offers[number - 1]

    def _must_mean(self, do: str) -> None:
        """Ask before something ends for good; Cancelled for anything but a plain yes."""
        if do in ENDS and (self._ask(Asked(text=f"{ENDS[do]} yes, or Enter for no")) or "").casefold() != "yes":
            raise Cancelled

    def _ask(self, question: Asked) -> str | None:
        """Ask for one field; None where nothing is typed any more. Told again when others do something meanwhile."""
        with self._lock:
            self._question = question
            self._put(question)
        line = self._typed.readline()
        with self._lock:
            self._question = None
        return line.strip() if line else None

    def _put(self, question: Asked) -> None:
        if question.wrong:
            self._say(f"   {question.wrong}")
        numbered = [f"{number:>3}) {choice}" for number, choice in enumerate(question.choices, 1)]
        if len(numbered) > MORE_THAN_LISTED:
            numbered = ["   ".join(each.strip() for each in numbered)]
        for told in rows([*numbered, question.text], self._width - 3):
            self._say(f"   {told}")

    def _tell_all(self, sentences: list[str]) -> None:
        for told in rows(sentences, self._width):
            self._say(told)

    def _odds(self, rest: str) -> None:
        """Tell what an offer can come to, or a command as JSON."""
        try:
            if rest.startswith("{"):
                action = orjson.loads(rest)
            elif rest.isdecimal():
                action = asked(chosen(self._row(int(rest)), self._ask), self._ask, self._fight().encounter)
            else:
                self._say("Name the number of an offer, as in odds 1, or a command as JSON.")
                return
        except Cancelled:
            return
        except orjson.JSONDecodeError as error:
            self._say(f"That is no JSON: {error}.")
            return
        self._tell_all(odds_of(self._fight(), action))

    def _chronicle(self, rest: str) -> None:
        """Tell all that happened, or the last of it, with the words that were said."""
        fight = self._fight()
        with self._lock:
            told = text([replace(entry, text=self._text(entry, fight)) for entry in self._told.entries]).splitlines()
        last = int(rest) if rest.isascii() and rest.isdecimal() else len(told)
        self._tell_all(told[-last:] if last else [])

    def _export(self, rest: str) -> None:
        """Write the fight to a new file."""
        if not rest:
            self._say("Name a file, as in export fight.ndjson.")
            return
        raw = self._client.calls.get(f"/api/encounters/{self._client.encounter}/export")
        try:
            with Path(rest).expanduser().open("xb") as file:
                file.write(raw)
        except OSError as error:
            self._say(f"The file {rest} cannot be written: {error.strerror}.")
            return
        self._say(f"Wrote {rest}: {len(raw)} bytes.")

    def _speak(self, words: str, channel: str) -> None:
        """Say or narrate something as the seat; in somebody's words it is among the offers."""
        if not words:
            self._say("Say what, as in say To me!")
            return
        self._do({"do": "say", "by": self._client.seat, "text": words, "channel": channel}, None)

    def _close(self) -> None:
        try:
            self._must_mean("close")
        except Cancelled:
            self._say("Nothing was done.")
            return
        self._call("close")

    def _command(self, text: str) -> None:
        try:
            action = orjson.loads(text)
        except orjson.JSONDecodeError as error:
            self._say(f"That is no JSON: {error}.")
            return
        self._do(action, None)

    def _do(self, action: dict[str, Any], at: int | None) -> None:
        try:
            self._client.do(action, at=at)
        except Problem as problem:
            self._say(str(problem))
        self.catch_up()

    def _wait(self) -> None:
        """Wait until there is something to do, or nothing will be."""

        def turn() -> bool:
            fight = self._client.history.fight()
            wanted = fight.table.request is not None and fight.table.request.by != self._client.seat
            over = fight.encounter.outcome is not None or fight.table.closed
            own = RULESETS[fight.encounter.system].commands(fight.encounter)
            return over or wanted or any(not each.aside and each.do in own for each in self._may(fight))

        while not self._client.wait(turn, 60):
            pass
        self.catch_up()

    def _undo(self, rest: str) -> None:
        """Ask for the moment before the last command of this seat that counts."""
        fight = self._fight()
        live = {n for part in fight.live for n in part}
        own = [
            line.n
            for line in fight.lines
            if isinstance(line.entry, CommandAccepted)
            and line.n in live
            and line.entry.decl["seat"] == self._client.seat
        ]
        ends = [end for end in fight.ends if own and end < own[-1] and end in live]
        if not ends:
            self._say("You have done nothing that could be taken back.")
            return
        self._client.call("rewind", to_version=ends[-1], reason=rest or "undo")
        self.catch_up()
        if (request := self._fight().table.request) is not None:
            missing = set(fight.table.players) - {request.by, *dict(request.agreed)}
            self._say(f"Asked: {' and '.join(sorted(missing))} must agree.")

    def _answer(self, *, agree: bool) -> None:
        """Answer to what somebody wants to take back, or else to whoever wants the fight to end."""
        fight = self._fight()
        if fight.table.request is None and fight.encounter.ending:
            self._do({"do": "end_encounter" if agree else "refuse_end", "by": self._client.seat}, None)
            return
        self._client.call("answer_rewind", agree=agree)
        self.catch_up()

    def _call(self, do: str, **fields: Any) -> None:
        self._client.call(do, **fields)
        self.catch_up()

    def _dice(self, rest: str) -> None:
        """Type in what the dice that are waited for showed on the table."""
        waited = wait(self._fight())
        faces = rest.replace(",", " ").split()
        if waited is None or not faces or not all(face.isdecimal() for face in faces):
            which = f"{waited.by} rolls {waited.dice}" if waited else "no dice are waited for"
            self._say(f"Type the faces, as in dice 4 2: {which}.")
            return
        self._call("type_dice", by=waited.by, dice=waited.dice, faces=[int(face) for face in faces])

    def _attest(self, rest: str, verdict: str) -> None:
        if self._must_be_a_line(rest):
            self._call("attest", of=int(rest), verdict=verdict)

    def _contest(self, rest: str) -> None:
        line, _, why = rest.partition(" ")
        if not self._must_be_a_line(line):
            return
        lines = self._fight().lines
        if int(line) < len(lines) and isinstance(lines[int(line)].entry, TableDiceTyped):
            self._call("attest", of=int(line), verdict="contest")
        self._call("contest", of=int(line), reason=why or "no reason given")

    def _settle(self, rest: str) -> None:
        line, _, words = rest.partition(" ")
        result, _, why = words.partition(" ")
        if self._must_be_a_line(line):
            self._call("settle", dispute=int(line), result=result, reason=why or "no reason given")

    def _must_be_a_line(self, text: str) -> bool:
        if not text.isdecimal():
            self._say("Name the number of a line; they stand in front of what is told.")
        return text.isdecimal()

    def _go_on(self) -> None:
        opened = self._client.open_roll
        if opened is None:
            self._say("No roll waits for links.")
            return
        self._client.call("go_on", roll=opened.roll)
        self.catch_up()

    def _compare(self, pasted: str) -> None:
        if pasted:
            self._say(self._client.compare(pasted))
            return
        with self._client.knowing():
            told = self._client.history.told()
        self._say(f"Paste this where the others read it:\n{told}")

    def _vouch(self, word: str) -> None:
        try:
            request = read(word)
            vouched = self._client.vouch(request)
        except ValueError as wrong:
            self._say(str(wrong))
            return
        party = request["action"].get("party")
        if request["action"].get("do") == "change_key":
            whose = f"that {request['seat']} lost the device {party}, and that another key takes its place"
            self._say(f"You vouch {whose}: ask {request['seat']} in another way first. If so, give it back this:")
        else:
            self._say(f"You vouch that {request['seat']} plays with the device {party}. Give it back this:")
        self._say(written(vouched))

    def _checks(self) -> None:
        history = self._client.history
        links = f", {counted(self._client.given, 'link')} given" if self._client.device else ""
        self._say(f"{counted(history.size, 'line')} checked, {history.covered} under a signed checkpoint{links}.")
