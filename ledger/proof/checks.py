"""What must hold of the lines of an encounter, one after another: each check says in a sentence what does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from itertools import chain
from typing import Any

from domain.events import DiceRolled, EncounterOpened, Facts, HistoryRewound
from ledger.dice.chain import follows
from ledger.dice.faces import roll_key, roll_message
from ledger.line.entries import (
    FIGHT_EVENTS,
    ChainRenewed,
    CommandAccepted,
    EntropyRevealed,
    Json,
    MissingAccepted,
    TableDiceTyped,
)
from ledger.line.forms import Wrong, hash_of, must_be_declared, must_be_in_place, well_formed
from ledger.line.lines import Line, untold
from ledger.line.sources import FORK, NONE
from ledger.line.spellings import is_seen
from ledger.line.tree import Tree, leaf
from ledger.proof import disputed, renamed, salted, sealed, seated, taken_back
from ledger.proof.forked import must_branch_off
from ledger.proof.freshness import Freshness, Overtaken
from ledger.proof.redrawn import must_be_empty
from ledger.proof.rolls import CheckedCommand, RollChecked, graded
from ledger.refusals import LedgerRefused
from ledger.table import joining, lapsing, rolling, seating, settling, signing
from ledger.table.log import Log, use_of
from ledger.table.table import Table, seat_of

_ID = re.compile(r"[0-9a-f]{32}")
_SET_UP = frozenset(
    {"EncounterOpened", "BoardChanged", "CombatantJoined", "ConditionApplied", "EngagementChanged", "Sealed"}
)
_DICE = frozenset({"ledger", "table", "loaded"})


class Checked:
    """The lines read so far, all of them good."""

    def __init__(self) -> None:
        """Begin; ``behind`` is what lay behind sealed lines, as far as it was opened and fits, by line."""
        self.behind: dict[int, Json] = {}
        self.unsealed: set[int] = set()
        self.withheld: set[int] = set()
        self.encounter = ""
        self.table = Table()
        self.log = Log()
        self.leaves: list[bytes] = []
        self._tree = Tree()
        self._head = bytes(32)
        self._clock = 0
        self._link = b""
        self._shown = 0
        self._command: CheckedCommand | None = None
        self._commands: dict[int, CheckedCommand] = {}
        self._rolls: list[tuple[CheckedCommand, str]] = []
        self._over = False
        self._playing = False
        self.fork: Facts | None = None
        self._repeated: list[RollChecked] = []
        self._freshness = Freshness()
        self._since = lapsing.Since()
        self.sealed_under: dict[int, list[int]] = {}

    @property
    def lines(self) -> int:
        """Return how many lines are good."""
        return len(self.log.lines)

    @property
    def root(self) -> bytes:
        """Return the root of the tree over them."""
        return self._tree.root()

    def take(self, raw: bytes, value: Json) -> None:
        """Check the next line, ``value`` being what its bytes spell; Wrong says what does not hold."""
        must_be_in_place(value, self.lines, self._head, self._clock)
        if self.table.closed:
            raise Wrong("The ledger was closed before this line.")
        line = well_formed(raw, value, self._head)
        self._in_its_place(line)
        seen = getattr(line.entry, "seen", ())
        if seen and not is_seen([*seen]):
            raise Wrong("What the seat had seen is not a number of lines and the hash of the last.")
        self._must_have_seen([*seen] or None)
        check = _CHECKS.get(line.type)
        if check is not None:
            try:
                check(self, line, line.entry)
            except LedgerRefused as refused:
                raise Wrong(refused.message) from None
        if seen and signing.is_signed(line.entry):
            self._freshness.may_be_old(line.n, seat_of(line.entry), seen[0])
        self.log.append(line)
        self._freshness.takes(line)
        self._since.takes(line, self.log)
        self.table = self.table.after(line)
        self._head = leaf(raw)
        self._tree.append(self._head)
        self.leaves.append(self._head)
        self._clock = line.at

    def end(self) -> None:
        """Check that the lines do not stop within a command."""
        if not self.log.lines:
            raise Wrong("The file holds no line.", line=0)
        self._close_command()

    def unclear(self) -> tuple[int, ...]:
        """Return the declarations of which a seal leaves open whether the fight had gone on; Wrong where it had."""
        return tuple(self._freshness.unclear(self.behind, settling.referee_of(self.table)))

    @property
    def overtaken(self) -> tuple[Overtaken, ...]:
        """Return the signed calls that came after the fight had gone on."""
        return tuple(self._freshness.overtaken)

    def graded(self, operators: Collection[str] = ()) -> tuple[RollChecked, ...]:
        """Return every roll with its grade; seats of the ``operators`` witness none."""
        live = set(chain.from_iterable(self.log.live(self.lines - 1))) if self.lines else set()
        return (
            *self._repeated,
            *(
                graded(command, seat, self.table, operators, voided=command.n not in live)
                for command, seat in self._rolls
                if command.n < self.lines
            ),
        )

    def _in_its_place(self, line: Line) -> None:
        if (line.n == 0) != (line.type == "EncounterOpened"):
            raise Wrong("Line 0 opens the encounter, and no other line does.")
        if line.type in FIGHT_EVENTS or line.type == "Sealed":
            self._fight_event(line)
            return
        self._playing = True
        if self._command is not None and line.type not in _WITHIN:
            self._close_command()

    def _fight_event(self, line: Line) -> None:
        if not self._playing:
            if line.cause is not None or (line.type not in _SET_UP and self.fork is None):
                raise Wrong("No command was accepted that this could follow from.")
            return
        command = self._command
        if command is None or line.cause != command.n:
            raise Wrong("Its cause is not the command accepted last.")
        if self._over:
            raise Wrong("The encounter was over before this line.")
        if self.table.request is not None and line.type not in ("MessageRecorded", "Sealed"):
            raise Wrong("The fight went on while a request to rewind stood open.")
        if command.roll is not None and self.table.dice == "ledger" and not command.dice.revealed:
            raise Wrong("The command rolls, and its entropy was not revealed.")
        command.told = True
        self._over = line.type == "EncounterEnded"

    def _close_command(self) -> None:
        command = self._command
        if command is None or self._waits_for_the_table(command) or self._waits_for_links(command):
            return
        self._command = None
        if not command.told:
            raise Wrong(f"What came of the command in line {command.n} is missing.", line=self.lines)
        command.end = self.lines
        command.must_come_to_something()

    def _waits_for_links(self, command: CheckedCommand) -> bool:
        return bool(command.contributors) and not command.dice.revealed

    def _waits_for_the_table(self, command: CheckedCommand) -> bool:
        return self.table.dice == "table" and command.roll is not None and not command.told

    def must_stand_in(self) -> None:
        """Refuse lines that do not stand in for what was sealed, where it is open now."""
        for n in sorted(self.behind):
            for place in range(n + 1, n + 1 + self.behind[n].get("stands_in", 0)):
                if place == self.lines or self.log.lines[place].type not in FIGHT_EVENTS:
                    raise Wrong("A line is missing that stands in for what was sealed.", line=place)

    def must_follow(self, line: Line) -> None:
        """Refuse a line that does not follow from the command accepted last."""
        if self._command is None or line.cause != self._command.n:
            raise Wrong("Its cause is not the command accepted last.")
        self._command.told = True

    def hides(self, n: int) -> None:
        """Take a sealed line of the command, in its place among the dice."""
        if self._command is not None:
            self.sealed_under.setdefault(self._command.n, []).append(n)
            self._command.dice.tells(n, None)

    def opens(self, n: int, payload: Json) -> None:
        """Look at what a line holds, now that it is open and fits: the dice in it, or what kept dice secret."""
        line, new = self.log.lines[n], n not in self.behind
        self.behind[n] = {**self.behind.get(n, {}), **payload}
        command = self._commands.get(n if line.cause is None else line.cause)
        rolls = [event for event in untold(payload.get("events", ())) if isinstance(event, DiceRolled)]
        if command is None:
            for rolled in rolls if new else ():
                self._set_up(n, rolled)
            return
        command.dice.unblinds(payload.get("blind"))
        if "events" in payload:
            command.dice.tells(n, rolls)
            if command.end is not None:
                command.must_come_to_something()

    def _set_up(self, n: int, rolled: DiceRolled) -> None:
        """Take dice of the set-up: a fork repeats those of the fight that it branched off, and nothing else rolls."""
        if rolled.source == NONE:
            must_be_empty(rolled, n)
            return
        if rolled.source != FORK or self.fork is None:
            raise Wrong("It rolls for a command that does not roll, or for another roll.", line=n)
        faces = (rolled.faces,)
        self._repeated.append(
            RollChecked(roll=rolled.roll or 0, line=n, seat="", grade=FORK, voided=False, faces=faces)
        )

    def must_be_called(self, seat: str, call: Any) -> None:
        """Refuse a call that is no player's, not new, or not signed as it must be."""
        self.must_be_a_player(seat)
        self.must_be_signed(call)

    # One check for each type of line that needs one

    def opened(self, _: Line, opened: EncounterOpened) -> None:
        """Check line 0: id, seats, policies, anchor."""
        if not _ID.fullmatch(opened.encounter):
            raise Wrong("The encounter's id is not 32 hexadecimal digits.")
        if opened.dice not in _DICE:
            raise Wrong(f"There are no {opened.dice[:40]!r} dice.")
        renamed.must_be_names(opened)
        seating.must_be_seats(opened.seats)
        must_branch_off(opened.fork)
        if opened.dice == "ledger":
            self._link = hash_of(opened.anchor, "The anchor of the server's chain")
        self.encounter = opened.encounter
        self.fork = opened.fork

    def accepted(self, line: Line, accepted: CommandAccepted) -> None:
        """Check a declaration: whose, for this encounter, new, and numbered."""
        decl = accepted.decl
        if line.cause is not None:
            raise Wrong("Its decl is not a declaration.")
        must_be_declared(decl)
        if decl["encounter"] != self.encounter:
            raise Wrong("The command was declared for another encounter.")
        seat = decl["seat"]
        self.must_be_a_player(seat)
        if decl["seq"] != self.table.seq.get(seat, 0) + 1:
            raise Wrong(f"It is not the command of {seat} that comes next: one was left out or moved.")
        party = signing.signer(self.table, seat, decl, accepted.sig)
        self._must_have_seen(decl.get("seen"))
        if "seen" in decl:
            self._freshness.must_be_fresh(line.n, seat, decl["seen"][0])
        lapsing.must_have_been_late(self.log, self._since, decl, line.at)
        settling.must_be_agreed(self.table, decl.get("action", {}))
        settling.must_be_seated(self.table, decl.get("action", {}))
        if self.table.open_roll is not None:
            raise Wrong(f"Roll {self.table.open_roll.roll} was still open.")
        _must_hide_a_roll(accepted)
        if accepted.roll is not None and accepted.roll != self.table.rolls + 1:
            raise Wrong(f"Its roll must have the number {self.table.rolls + 1}.")
        self.must_be_new(accepted)
        self._command = self._commands[line.n] = CheckedCommand(line.n, accepted, leaf(line.raw), self.table.dice)
        rolling.must_be_contributors(self.table, accepted.roll, party, self._command.contributors)
        if accepted.roll is not None:
            self._rolls.append((self._command, seat))

    def _must_have_seen(self, seen: list[Any] | None) -> None:
        """Refuse a declaration that names a line which these lines do not have."""
        if seen is not None and (seen[0] > self.lines or leaf(self.log.lines[seen[0] - 1].raw).hex() != seen[1]):
            raise Wrong("The seat had seen another history.")

    def revealed(self, line: Line, revealed: EntropyRevealed) -> None:
        """Check that the link is the next one of the chain, and make the words of the roll from it."""
        command = self._command
        if command is None or command.n != line.cause or command.roll != revealed.roll or command.dice.revealed:
            raise Wrong("It does not follow the command that rolls.")
        if command.n != line.n - 1 and not command.contributors:
            raise Wrong("It does not follow the command that rolls.")
        if self.table.dice != "ledger":
            raise Wrong("The dice of this encounter come from no chain.")
        link = hash_of(revealed.server, "The server's link")
        if not follows(self._link, link, revealed.roll - self._shown):
            raise Wrong("The server's link is not the next one of its chain.")
        self._link, self._shown = link, revealed.roll
        salts = salted.salts(self.table, self.encounter, line, revealed, command.contributors)
        command.seats = self._seats(revealed.contributions or {})
        command.missing = self._seats(revealed.missing)
        command.dice.reveals(roll_key(link, roll_message(self.encounter, revealed.roll, command.declared, salts)))

    def _seats(self, parties: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted({self.table.devices[party].seat for party in parties}))

    def rolled(self, line: Line, rolled: DiceRolled) -> None:
        """Check the faces against what they must come from."""
        if self._command is None:
            self._set_up(line.n, rolled)
        else:
            self._command.dice.tells(line.n, [rolled])

    def typed(self, line: Line, typed: TableDiceTyped) -> None:
        """Check that physical dice were waited for."""
        command = self._command
        if command is None or not self._waits_for_the_table(command) or line.cause != command.n:
            raise Wrong("No dice were waited for.")
        self.must_be_a_player(typed.seat)
        self.must_be_signed(typed)
        command.dice.typed.append(typed)
        command.lines.append(line.n)

    def renewed(self, _: Line, renewed: ChainRenewed) -> None:
        """Check that no roll is open, and go on with the new chain."""
        if renewed.party in self.table.devices:
            joining.must_renew(self.table, self.encounter, renewed)
            self.must_be_new(renewed)
            return
        if self.table.dice != "ledger" or renewed.party != "server" or self.table.open_roll is not None:
            raise Wrong("There is no such chain to renew, or not now.")
        self._link, self._shown = hash_of(renewed.anchor, "The new anchor"), self.table.rolls

    def went_on(self, line: Line, entry: MissingAccepted) -> None:
        """Check that the open roll waits for links that may be left out with consent."""
        self.must_be_a_player(entry.seat)
        rolling.must_be_asked(self.table, entry)
        if self._command is None or line.cause != self._command.n:
            raise Wrong("It does not follow the command that waits.")
        self.must_be_signed(entry)

    def rewound(self, line: Line, rewound: HistoryRewound) -> None:
        """Check the request, the moment, the voided rolls and who agreed."""
        taken_back.must_be_as_asked(self, line, rewound)
        still_over = self.log.lines[rewound.to_version].type == "EncounterEnded"
        if self._over and still_over:
            raise Wrong("The encounter was over, and this does not reopen it.")
        self._over = still_over
        self._command = None

    def must_be_a_player(self, seat: str) -> None:
        """Refuse a call of a seat that does not play."""
        if seat not in self.table.players:
            raise Wrong(f"{seat[:40]} is no player of this encounter.")

    def must_be_signed(self, call: Any) -> None:
        """Refuse a call that is not new, or not signed as it must be."""
        signing.must_be_signed(self.table, self.encounter, call)
        if (size := signing.seen_by(self.table, call)) is not None:
            self._freshness.must_be_fresh(self.lines, seat_of(call), size)
        self.must_be_new(call)

    def must_be_new(self, call: Any) -> None:
        """Refuse a call under an id that its seat had used."""
        use = use_of(call)
        if use is not None and use[0] in self.log.used:
            raise Wrong(f"{use[0][0]} had used the cmd {use[0][1]} before: a command was repeated.")


def _must_hide_a_roll(accepted: CommandAccepted) -> None:
    if accepted.blind is None:
        return
    hash_of(accepted.blind, "The commitment to the blind")
    if "sealed" not in accepted.decl or accepted.roll is None:
        raise Wrong("A blind keeps the dice of a sealed command secret, and of no other.")


_WITHIN = frozenset({"EntropyRevealed", "TableDiceTyped", "MissingAccepted", "Unsealed"})
"""Lines that stand between a command and what came of it."""
_CHECKS: dict[str, Callable[[Checked, Line, Any], None]] = {
    "Sealed": sealed.sealed,
    "Unsealed": sealed.unsealed,
    "Withheld": sealed.withheld,
    "Renamed": renamed.renamed,
    "DisputeRaised": disputed.raised,
    "DisputeAnswered": disputed.answered,
    "DisputeSettled": disputed.settled,
    "TableDiceAttested": disputed.attested,
    "LedgerClosed": disputed.closed,
    "EncounterOpened": Checked.opened,
    "CombatantJoined": renamed.joined,
    "CommandAccepted": Checked.accepted,
    "EntropyRevealed": Checked.revealed,
    "DiceRolled": Checked.rolled,
    "TableDiceTyped": Checked.typed,
    "SeatJoined": seated.joined,
    "SeatKeyChanged": seated.key_changed,
    "SeatKeyAsked": seated.key_asked,
    "SeatKeyVetoed": seated.vetoed,
    "MissingAccepted": Checked.went_on,
    "ChainRenewed": Checked.renewed,
    "RewindAsked": taken_back.asked,
    "RewindAnswered": taken_back.answered,
    "RewindLapsed": taken_back.lapsed,
    "HistoryRewound": Checked.rewound,
}
