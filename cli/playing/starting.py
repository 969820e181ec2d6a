"""What the commands that call a server share: how they end, the device that a link belongs to, the file it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from cli.stopping import WRONG, stop
from client.calling import Calls, Invitation, NoLink, NoServer, Problem, invitation
from client.device import Device
from client.folder import InUse, devices, hash_of, home
from client.history import Alarm
from client.joining import MustWait, TooOld


@contextmanager
def ending() -> Iterator[None]:
    """Let what goes wrong end with its sentence."""
    try:
        yield
    except Alarm as alarm:
        stop(str(alarm), WRONG)
    except (NoLink, NoServer, Problem, InUse, MustWait, TooOld) as refused:
        stop(str(refused))


def exported_there(link: str, state: Path | None, form: str = "lines") -> bytes:
    """Return a fight as the file that its server hands to the seat of a link; ends with a sentence if it does not."""
    return _got(link, state, "/export" if form == "lines" else f"/export?format={form}")


def proved_there(link: str, roll: int, state: Path | None) -> bytes:
    """Return the proof of a roll that the server of a link hands out; ends with a sentence if it does not."""
    return _got(link, state, f"/proofs?roll={roll}")


def _got(link: str, state: Path | None, path: str) -> bytes:
    with ending():
        invited = invitation(link)
        with closing(calls_of(invited, own_of(invited, state))) as calls:
            return calls.get(f"/api/encounters/{invited.encounter}{path}")


def own_of(invited: Invitation, state: Path | None) -> Device | None:
    """Return the device that was made of a link, among those kept in a folder; None where none was."""
    return own_device(invited.encounter, invited.key, state or home())


def calls_of(invited: Invitation, own: Device | None) -> Calls:
    """Return calls to the server of a link, with the key of the device that was made of it, if one was."""
    return Calls(invited.address, invited.key if own is None else own.state.token)


def own_device(encounter: str, key: str, state: Path) -> Device | None:
    """Return the device that came with this link; None where none did."""
    for _, device in devices(state, encounter):
        if device.state.joined and device.state.invitation == hash_of(key):
            return device
    return None
