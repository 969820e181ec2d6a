"""Rolls that seats salt (protocol el1): who contributes, which link is taken, when the dice are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ledger.dice.chain import follows
from ledger.dice.keys import contribution_message, key_of, signature_of, verifies
from ledger.line.entries import EntropyRevealed, MissingAccepted
from ledger.refusals import NoSuchLink, NotWaiting
from ledger.table.standing import Device, OpenRoll
from ledger.table.table import Table

HEARTBEAT = 5_000
"""Milliseconds since its last sign of life within which a device is asked for its link."""
PATIENCE = 10_000
"""Milliseconds that a roll waits for links."""
PENANCE = 10
"""So many rolls a seat is not asked after one for which its link did not come."""

Links = Mapping[str, tuple[str, str]]
"""(link, signature) by party, in hex and base64."""


def contributors(table: Table, roll: int, party: str | None, present: Mapping[str, int]) -> dict[str, int]:
    """Return who salts a roll, with the numbers of their links: the roller's device, and one of every seat there.

    ``party`` is the device that signed the command, ``present`` are the devices there with the links they would give.

    Raises:
        NoSuchLink: The roller's chain has no link left.
    """
    if table.dice != "ledger" or table.entropy == "server":
        return {}
    roller = table.devices.get(party or "")
    named: dict[str, Device] = {}
    if table.entropy == "all":
        for device in reversed(table.devices.values()):
            there = device.party in present and _next(device, present) <= device.length
            if there and not _rests(table.missed.get(device.seat), roll):
                named[device.seat] = device
    if roller is not None:
        if _next(roller, present) > roller.length:
            raise NoSuchLink(f"The chain of {roller.party} has no link left: renew it before the next roll.")
        named[roller.seat] = roller
    return {device.party: _next(device, present) for device in named.values()}


def must_fit(table: Table, encounter: str, party: str, roll: int, link: str, sig: str) -> None:
    """Refuse a link that the open roll does not wait for, that is not of the chain, or that another signed."""
    opened = table.open_roll
    if opened is None or opened.roll != roll or party not in opened.contributors:
        raise NoSuchLink(f"No link of {party} is waited for to decide roll {roll}.")
    device, k = table.devices[party], opened.contributors[party]
    if not follows(bytes.fromhex(device.link), bytes.fromhex(link), k - device.shown):
        raise NoSuchLink(f"This is not link {k} of the chain of {party}.")
    message = contribution_message(encounter, roll, opened.declared, party, k, bytes.fromhex(link))
    try:
        signed = verifies(key_of(device.key), signature_of(sig), message)
    except ValueError as wrong:
        raise NoSuchLink(str(wrong)) from None
    if not signed:
        raise NoSuchLink(f"{party} did not sign this link for roll {roll} as line {opened.line} declares it.")


def must_be_asked(table: Table, entry: MissingAccepted) -> None:
    """Refuse consent to leave links out that nobody asked for, or that was given already."""
    opened = table.open_roll
    if opened is None or opened.roll != entry.roll or not opened.contributors:
        raise NotWaiting(f"Roll {entry.roll} waits for nobody's link.")
    if table.missing != "consent" or entry.seat in opened.without:
        raise NotWaiting(f"{entry.seat} need not agree to anything: nothing was asked, or it has agreed already.")


def must_be_contributors(table: Table, roll: int | None, party: str | None, named: Mapping[str, int]) -> None:
    """Refuse contributors that the policy does not allow, whose links were used, or that leave the roller out."""
    salts = roll is not None and table.dice == "ledger" and table.entropy != "server"
    if named and not salts:
        raise NoSuchLink("Nobody salts this: it does not roll, or the server's chain alone decides.")
    if salts and party is not None and party not in named:
        raise NoSuchLink(f"Roll {roll} leaves out {party}, whose command it is.")
    if table.entropy == "roller" and set(named) - {party}:
        raise NoSuchLink(f"Roll {roll} is salted by others than the roller, which is not the policy here.")
    if any(name not in table.devices for name in named):
        raise NoSuchLink(f"Roll {roll} names a contributor that is not at the table.")
    if len({table.devices[name].seat for name in named}) < len(named):
        raise NoSuchLink(f"Roll {roll} is salted twice by one seat.")
    for name, k in named.items():
        _must_be_free(table, table.devices[name], roll or 0, k, is_roller=name == party)


def missed(table: Table, device: Device) -> int | None:
    """Return the last roll for which no link of the device's seat came; before ``key_wait``, none of the device."""
    return device.missed if table.key_wait is None else table.missed.get(device.seat)


def _rests(missed: int | None, roll: int) -> bool:
    return missed is not None and roll <= missed + PENANCE


def _must_be_free(table: Table, device: Device, roll: int, k: object, *, is_roller: bool) -> None:
    if type(k) is not int or not device.used < k <= device.length:
        raise NoSuchLink(f"Roll {roll} names link {k} of {device.party}, which is used or none of its chain.")
    last = missed(table, device)
    if not is_roller and _rests(last, roll):
        raise NoSuchLink(f"Roll {roll} asks {device.party}, whose link did not come for roll {last}.")


def may_be_revealed(table: Table, came: Links, now: int) -> bool:
    """Say whether the open roll can be decided: every link came, or those that did not are to be left out."""
    opened = table.open_roll
    if opened is None or not opened.contributors:
        return False
    missing = missing_of(opened, came)
    return not missing or may_go_without(table, opened, missing, now)


def missing_of(opened: OpenRoll, came: Iterable[str]) -> list[str]:
    """Return the contributors whose link did not come."""
    return sorted(set(opened.contributors) - set(came))


def may_go_without(table: Table, opened: OpenRoll, missing: list[str], now: int) -> bool:
    """Say whether the links that are missing may be left out at a time; the roller's never.

    Where that needs consent, the roller gives it and every playing seat whose link came.
    """
    if any(table.devices[party].seat == opened.seat for party in missing):
        return False
    if table.missing == "wait":
        return now >= opened.at + PATIENCE
    there = {table.devices[party].seat for party in opened.contributors if party not in missing}
    return {opened.seat, *there} & set(table.players) <= set(opened.without)


def has_come(table: Table, came: Iterable[str]) -> bool:
    """Say whether the link of the open roll's own roller is among those that came."""
    opened = table.open_roll
    return opened is not None and any(table.devices[party].seat == opened.seat for party in came)


def waits_until(table: Table) -> int | None:
    """Return when the open roll need not wait for links any more; None where it waits for consent, or for none."""
    opened = table.open_roll
    if opened is None or not opened.contributors or table.missing != "wait":
        return None
    return opened.at + PATIENCE


def overdue(table: Table, now: int) -> OpenRoll | None:
    """Return the open roll if it has waited for links long enough."""
    opened = table.open_roll
    return opened if opened is not None and opened.contributors and now >= opened.at + PATIENCE else None


def revealed(opened: OpenRoll, server: bytes, came: Links) -> EntropyRevealed:
    """Return the line that shows the server's link and the seats'."""
    return EntropyRevealed(
        roll=opened.roll,
        server=server.hex(),
        contributions={
            party: {"link": came[party][0], "sig": came[party][1]}
            for party in sorted(opened.contributors)
            if party in came
        },
        missing=tuple(missing_of(opened, came)),
    )


def salts(opened: OpenRoll, came: Links) -> list[tuple[str, int, bytes]]:
    """Return (party, number, link) of every contributor whose link came."""
    return [(party, k, bytes.fromhex(came[party][0])) for party, k in opened.contributors.items() if party in came]


def _next(device: Device, present: Mapping[str, int]) -> int:
    """Return the number of the link that a device gives next."""
    return max(device.used + 1, present.get(device.party, 0))
