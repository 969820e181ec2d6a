"""Why the ledger does not take something. Nothing was written and no die was rolled.

What the rules of a system refuse is the domain's ``Refused``; here stands what the ledger itself refuses.
"""

from __future__ import annotations


class LedgerRefused(Exception):
    """The ledger says no; ``message`` is the whole reason in one sentence, ``named`` whether it has names for ids."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.named = False


class NoSuchEncounter(LedgerRefused):
    """There is no such encounter in this store (404)."""


class NotSeated(LedgerRefused):
    """The token is no seat's of this encounter (404 or 401)."""


class Archived(LedgerRefused):
    """The lines of the encounter lie in a file: it can be read again once it is restored (404)."""

    def __init__(self, encounter: str) -> None:
        super().__init__(f"{encounter} is archived: whoever runs this installation can restore it from its file.")


class Damaged(LedgerRefused):
    """What the store has of the encounter is not what was written: nothing is read from it or added to it (409)."""

    def __init__(self, encounter: str, n: int, what: str) -> None:
        super().__init__(
            f"What is stored of {encounter} is damaged: {what}. Nothing of it is shown, and nothing is added to it, "
            "until whoever runs this installation puts it back from a backup: `encounter check-store` names all of it."
        )
        self.encounter = encounter
        self.n = n
        self.what = what


class NoChain(LedgerRefused):
    """The secret that the dice of the encounter come from is not in the store as it was written (409)."""

    def __init__(self, encounter: str) -> None:
        super().__init__(
            f"Nothing can be rolled in {encounter}: what its dice come from is gone from the store, was changed, or was"
            " locked with another key. Whoever runs this installation puts back a backup, or begins another chain with"
            " `encounter renew-chains`."
        )


class NotOver(LedgerRefused):
    """The encounter goes on: it cannot be archived."""


class NotYours(LedgerRefused):
    """The seat may not do this: it only reads, or somebody else controls the combatant (403)."""


class WentOn(LedgerRefused):
    """The fight went on since the version the seat had seen (412); ``version`` is the current one."""

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.version = version


class NotSigned(LedgerRefused):
    """It is not signed as it must be (401)."""


class OutOfSequence(LedgerRefused):
    """The seat counts its commands and signed calls, and this is not the next one (409), which is ``following``."""

    def __init__(self, message: str, following: int) -> None:
        super().__init__(message)
        self.following = following


class NotJoined(LedgerRefused):
    """A device cannot take this seat, or not with these keys (409)."""


class NotNamed(LedgerRefused):
    """Nothing can be called that, or there is nothing of that id (409)."""


class NotPictured(LedgerRefused):
    """The board names another picture, or none (409)."""


class NoSuchLink(LedgerRefused):
    """A link is not the one the open roll waits for (409)."""


class NotCosigned(LedgerRefused):
    """This is no cosignature of that checkpoint (422)."""


class NoSuchProof(LedgerRefused):
    """There is no such checkpoint or line to prove (404)."""


class OtherBody(LedgerRefused):
    """The seat used this ``cmd`` before, for something else (422)."""


class Waiting(LedgerRefused):
    """First dice of the table must be typed in, or the links of devices come (409)."""


class InTime(LedgerRefused):
    """There is time left to decide: nobody can claim it yet (409)."""


class NotWaiting(LedgerRefused):
    """Nobody waits for these dice, this consent or this word (409)."""


class NoDispute(LedgerRefused):
    """This cannot be contested, or not be settled so (409)."""


class NotClosed(LedgerRefused):
    """The ledger cannot be closed yet (409)."""


class NoRewind(LedgerRefused):
    """This cannot be taken back, or not so (409)."""


class NoFork(LedgerRefused):
    """There is no such moment to branch off from (409)."""


class ReadOnly(LedgerRefused):
    """The fight was imported, or its ledger is closed: it can be read, not played (409)."""


class NoFaces(LedgerRefused):
    """Loaded dice were not given the faces they should show, or faces were given to dice that roll (422)."""


class Busy(LedgerRefused):
    """Others wrote to this encounter all the time; the command was not accepted and may be sent again (503)."""


class NoStore(LedgerRefused):
    """The store cannot be written or read now, its disk being full or gone; the call may be sent again (503)."""


class DamagedFile(NoStore):
    """The file of the store holds something else than SQLite wrote, where it was looked for just now (503)."""

    def __init__(self, what: object) -> None:
        super().__init__(
            f"The store cannot be used ({what}): its file is damaged. Stop the server, and put a backup in its place."
        )
        self.what = str(what)


class Conflict(LedgerRefused):
    """An imported file differs from what is stored under its id (409)."""


class TooOften(LedgerRefused):
    """A seat has asked for the same again and again; ``after`` are the seconds until it may once more (429)."""

    def __init__(self, message: str, after: int | None = None) -> None:
        super().__init__(message)
        self.after = after


class NoRoom(LedgerRefused):
    """An encounter has as many seats or invitations as the operator lets it have (403)."""


class TooMuch(LedgerRefused):
    """A file holds more than a fight comes to, and is not looked into (413)."""


class Broken(LedgerRefused):
    """A file does not verify: ``line`` is the first broken one, ``reason`` says what is wrong with it (422)."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Line {line} is broken: {reason}")
        self.line = line
        self.reason = reason
