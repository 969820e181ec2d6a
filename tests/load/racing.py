"""Many who write to one encounter through several servers at once, every command twice; held by the judge."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import httpx2

from tests.load.journal import journal, unsound

Body = dict[str, Any]
HANGING = 50


@dataclass
class Raced:
    """What came of it: by seat and command id, the number and the hash of the line that its answers named last."""

    answered: dict[tuple[str, str], set[tuple[int, str]]] = field(default_factory=dict)
    sent: set[tuple[str, str]] = field(default_factory=set)
    told: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def race(
    addresses: Sequence[str], encounter: str, keys: Mapping[str, str], each: int, done: Event | None = None
) -> Raced:
    """Let every seat say ``each`` things, or as much as it can until it is done; return what it was told."""
    raced = Raced()
    with ThreadPoolExecutor(2 * len(keys)) as pool:
        for said in [
            pool.submit(_say, raced, addresses, encounter, seat, key, each, done, turn)
            for seat, key in keys.items()
            for turn in range(2)
        ]:
            said.result()
    return raced


def _say(
    raced: Raced,
    addresses: Sequence[str],
    encounter: str,
    seat: str,
    key: str,
    each: int,
    done: Event | None,
    turn: int,
) -> None:
    """Say one thing after another; whoever else has this seat says the same, at the same time and somewhere else."""
    chance = random.Random(f"{seat} {turn}")
    url, head = f"/api/encounters/{encounter}/commands", {"Authorization": f"Bearer {key}"}
    with httpx2.Client(timeout=HANGING) as client:
        for number in range(each):
            if done is not None and done.is_set():
                return
            cmd = f"c{number}"
            raced.sent.add((seat, cmd))
            body = {"action": {"do": "say", "by": seat, "text": f"{number}."}, "cmd": cmd}
            _note(raced, seat, cmd, _sent(raced, client, [each + url for each in addresses], chance, head, body))


def _sent(
    raced: Raced, client: httpx2.Client, urls: Sequence[str], chance: random.Random, head: Body, body: Body
) -> httpx2.Response:
    """Return the answer of any server; the same call again where none came, or it could not be taken just then."""
    until = monotonic() + HANGING
    while True:
        try:
            answer = client.post(chance.choice(urls), headers=head, json=body)
        except httpx2.TransportError:
            assert monotonic() < until, "nobody answers"
            continue
        if answer.status_code != 503 or monotonic() > until:
            return answer
        raced.told.append(answer.json()["detail"])


def _note(raced: Raced, seat: str, cmd: str, answer: httpx2.Response) -> None:
    if answer.status_code == 200:
        size, head = answer.json()["seen"]
        raced.answered.setdefault((seat, cmd), set()).add((size - 1, head))
    else:
        raced.wrong.append(f"{seat} {cmd}: {answer.status_code} {answer.text[:200]}")


def judged(raced: Raced, folder: Path, database: str | None, encounter: str) -> list[str]:
    """Return what the store has otherwise than it was told, as the judge reads it."""
    with journal(folder, database) as judge:
        lines = judge.lines(encounter)
        wrong = [*raced.wrong, *unsound(lines), *judge.untrue(encounter)]
    uses = [_use(line.says) for line in lines if line.says["type"] == "CommandAccepted"]
    wrong += [f"{use} happened {uses.count(use)} times" for use in {*uses} if uses.count(use) > 1]
    wrong += [f"{use} was never sent" for use in {*uses} - raced.sent]
    for use, answers in raced.answered.items():
        if len(answers) != 1:
            wrong.append(f"{use} was answered with different lines: {answers}")
        wrong += [f"{use}: line {n} is another" for n, head in answers if n >= len(lines) or lines[n].hash != head]
    return wrong


def _use(says: dict[str, Any]) -> tuple[str, str]:
    decl = says["decl"]
    return decl["seat"], decl["cmd"]
