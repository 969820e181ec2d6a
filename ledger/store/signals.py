"""What devices send between two lines: signs of life, links for the open roll, cosignatures; and tokens that change."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.line import clock
from ledger.store.statements import Statements, among, of_kinds

_AT_ONCE = 500


class KeptSignals(Statements):
    """What devices send, as it is kept."""

    def moment(self) -> int:
        """Return the time (ms) that signs of life go by: that of the machine, which all who use one file share."""
        return clock.now()

    def beat(self, encounter: str, party: str, at: int, following: int) -> None:
        """Keep that a device was there at ``at``, and the number of the link that it gives next."""
        self._jot(
            "INSERT INTO presence (encounter, party, at, next) VALUES (?,?,?,?)"
            " ON CONFLICT (encounter, party) DO UPDATE SET at = excluded.at, next = excluded.next",
            encounter,
            party,
            at,
            following,
        )

    def present(self, encounter: str, since: int, until: int) -> dict[str, int]:
        """Return the devices that were there between two moments, each with the number of its next link."""
        there = "SELECT party, next FROM presence WHERE encounter=? AND at BETWEEN ? AND ?"
        return dict(map(tuple, of_kinds(self._all(there, encounter, since, until), str, int)))

    def present_in(self, encounters: Sequence[str], since: int, until: int) -> dict[str, set[str]]:
        """Return of some encounters the devices that were there between two moments."""
        there: dict[str, set[str]] = {encounter: set() for encounter in encounters}
        for first in range(0, len(encounters), _AT_ONCE):
            some = encounters[first : first + _AT_ONCE]
            statement = "SELECT encounter, party FROM presence WHERE at BETWEEN ? AND ? AND encounter IN (?)"
            for encounter, party in of_kinds(self._all(among(statement, some), since, until, *some), str, str):
                there[encounter].add(party)
        return there

    def give_link(self, encounter: str, roll: int, party: str, link: str, sig: str) -> None:
        """Keep a device's link for a roll; the first one stands."""
        self._jot(
            "INSERT INTO links (encounter, roll, party, link, sig) VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING",
            encounter,
            roll,
            party,
            link,
            sig,
        )

    def links(self, encounter: str, roll: int) -> dict[str, tuple[str, str]]:
        """Return (link, signature) by party of those that came for a roll."""
        found = self._all("SELECT party, link, sig FROM links WHERE encounter=? AND roll=?", encounter, roll)
        return {party: (link, sig) for party, link, sig in of_kinds(found, str, str, str)}

    def cosign(self, encounter: str, size: int, party: str, line: str) -> None:
        """Keep the line with which a device cosigned the checkpoint of a size; the first one stands."""
        self._do(
            "INSERT INTO cosignatures (encounter, size, party, line) VALUES (?,?,?,?) ON CONFLICT DO NOTHING",
            encounter,
            size,
            party,
            line,
        )

    def cosignatures(self, encounter: str) -> dict[int, list[str]]:
        """Return the cosigning lines by size, in the order of the parties; what is no line or no size is left out."""
        lines: dict[int, list[str]] = {}
        for size, _, line in self._cosigned(encounter):
            lines.setdefault(size, []).append(line)
        return lines

    def arrived(self, encounter: str) -> tuple[list[tuple[int, str, str, str]], list[tuple[int, str, str]]]:
        """Return every link (roll, party, link, signature) and every cosignature (size, party, line)."""
        links = self._all("SELECT roll, party, link, sig FROM links WHERE encounter=? ORDER BY roll, party", encounter)
        return list(map(tuple, of_kinds(links, int, str, str, str))), self._cosigned(encounter)

    def _cosigned(self, encounter: str) -> list[tuple[int, str, str]]:
        found = "SELECT size, party, line FROM cosignatures WHERE encounter=? ORDER BY size, party"
        return list(map(tuple, of_kinds(self._all(found, encounter), int, str, str)))

    def take_over(self, encounter: str, other: KeptSignals) -> None:
        """Keep what devices sent to another store, and the checkpoints that were imported there."""
        links, cosignatures = other.arrived(encounter)
        for roll, party, link, sig in links:
            self.give_link(encounter, roll, party, link, sig)
        for size, party, line in cosignatures:
            self.cosign(encounter, size, party, line)
        self.keep_notes(encounter, other.notes(encounter))

    def notes(self, encounter: str) -> list[str]:
        """Return the checkpoints that an imported fight brought along, in the order of its file."""
        found = self._all("SELECT note FROM notes WHERE encounter=? ORDER BY place", encounter)
        return [note for (note,) in of_kinds(found, str)]

    def keep_notes(self, encounter: str, notes: Sequence[str]) -> None:
        """Keep the checkpoints that an imported fight brings along, in place of any kept before."""
        with self._changing() as c:
            self._run(c, "DELETE FROM notes WHERE encounter=?", encounter)
            for place, note in enumerate(notes):
                self._run(c, "INSERT INTO notes (encounter, place, note) VALUES (?,?,?)", encounter, place, note)

    def add_seat(self, encounter: str, seat: str, token_hash: str) -> None:
        """Keep one more token, of a seat that is at the table or only reads."""
        self._do("INSERT INTO seats (encounter, seat, token_hash) VALUES (?,?,?)", encounter, seat, token_hash)

    def forget_token(self, encounter: str, token_hash: str) -> None:
        """Forget a token."""
        self._do("DELETE FROM seats WHERE encounter=? AND token_hash=?", encounter, token_hash)
