"""What devices do for each other: links that do not come, what others were told, a word for another device."""

from __future__ import annotations

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
    terminal.screen.say(f"Paste this where the others read it:\n{told}")


def vouch(terminal: Terminal, word: str) -> None:
    """Vouch for another device."""
    try:
        request = read(word)
        vouched = terminal.client.vouch(request)
    except ValueError as wrong:
        terminal.screen.say(str(wrong))
        return
    party = request["action"].get("party")
    if request["action"].get("do") == "change_key":
        whose = f"that {request['seat']} lost the device {party}, and that another key takes its place"
        terminal.screen.say(f"You vouch {whose}: ask {request['seat']} in another way first. If so, give it back this:")
    else:
        terminal.screen.say(f"You vouch that {request['seat']} plays with the device {party}. Give it back this:")
    terminal.screen.say(written(vouched))


def checks(terminal: Terminal, _: str) -> None:
    """Tell what was checked so far."""
    client = terminal.client
    links = f", {counted(client.given, 'link')} given" if client.device else ""
    checked = f"{counted(client.history.size, 'line')} checked, {client.history.covered} under a signed checkpoint"
    terminal.screen.say(f"{checked}{links}.")
