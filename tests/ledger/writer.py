"""A process of its own that plays encounters of a store and prints each line it was promised.

    python -m tests.ledger.writer FOLDER NAME COMMANDS ENCOUNTER…

After each answer it prints `encounter version leaf` of the answer's last line. COMMANDS 0 means until it is killed.
The store is in FOLDER, or in the database that ENCOUNTER_TEST_STORE names.
"""

import os
import random
import subprocess
import sys
from itertools import count
from pathlib import Path

from domain.refusals import Refused
from ledger.application import Ledger
from ledger.line.tree import leaf
from ledger.refusals import LedgerRefused
from tests.ledger.fights import Player, legal

STORE = "ENCOUNTER_TEST_STORE"


def writer(
    folder: Path, name: str, commands: int, *encounters: str, database: str | None = None
) -> subprocess.Popen[str]:
    """Return the process, started; its output is a pipe."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.ledger.writer", str(folder), name, str(commands), *encounters],
        cwd=Path(__file__).parents[2],
        env={**os.environ, STORE: database or ""},
        stdout=subprocess.PIPE,
        text=True,
    )


def main(folder: str, name: str, commands: str, *encounters: str) -> None:
    """Play until so many commands were accepted."""
    chance = random.Random(name)
    with Ledger(Path(folder), database=os.environ.get(STORE) or None, chain_length=64) as ledger:
        players = [Player(ledger, encounter) for encounter in encounters]
        accepted = 0
        for n in count():
            player = chance.choice(players)
            choices = legal(ledger, player.encounter)
            if not choices:
                print("over", player.encounter, flush=True)
                return
            seat, body = chance.choice(choices)
            try:
                answer = player.does(body, seat=seat, cmd=f"{name}-{n}")
            except (Refused, LedgerRefused):
                # The other process was faster, and the rules say no to this by now.
                continue
            print(player.encounter, answer.version, leaf(answer.lines[-1].raw).hex(), flush=True)
            accepted += 1
            if accepted == int(commands):
                return


if __name__ == "__main__":
    main(*sys.argv[1:])
