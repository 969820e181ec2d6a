"""What devices do for each other: links that do not come, what others were told, a word for another device."""

from __future__ import annotations

from cli.playing.asking import Cancelled
from cli.playing.terminal import Terminal
from client.joining import read, written
from projections.wording import counted


def go_on(terminal: Terminal, _: str) -> None:
    """Agree to decide a roll without the links that do not come."""
    opened = terminal.client.open_roll
    if opened is None:
        terminal.screen.say("No roll waits for links.")
        return
    terminal.call("go_on", roll=opened.roll)


def compare(terminal: Terminal, pasted: str) -> None:
    """Show what this device was told, or hold against it what another one was told."""
    if pasted:
        terminal.screen.say(terminal.client.compare(pasted))
        return
    with terminal.client.knowing():
        told = terminal.client.history.told()
    terminal.screen.draw(f"Paste this where the others read it:\n{told}")


def vouch(terminal: Terminal, word: str) -> None:
    """Vouch for another device, once it is said for which and why."""
    try:
        request = read(word)
        asks = terminal.client.who_asks(request)
    except ValueError as wrong:
        terminal.screen.say(str(wrong))
        return
    if asks.lost:
        whose = f"that {asks.seat} lost the device {asks.party}, and that another key takes its place"
        terminal.screen.say(f"You would vouch {whose}: ask {asks.seat} in another way first.")
    else:
        by = ", by which a program plays" if asks.bot else ""
        terminal.screen.say(f"You would vouch that {asks.seat} plays with the device {asks.party}{by}.")
    try:
        terminal.must_agree("Is it so?")
    except Cancelled:
        terminal.screen.say("Nothing was signed.")
        return
    terminal.screen.say("Give it back this:")
    terminal.screen.draw(written(terminal.client.vouch(request)))


def checks(terminal: Terminal, _: str) -> None:
    """Tell what was checked so far."""
    client = terminal.client
    links = f", {counted(client.given, 'link')} given" if client.device else ""
    checked = f"{counted(client.history.size, 'line')} checked, {client.history.covered} under a signed checkpoint"
    terminal.screen.say(f"{checked}{links}.")
