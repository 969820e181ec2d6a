"""The process that estimates chances, whose judges of pursuit learn from few fights."""

from __future__ import annotations

import sys

from bots.chances import __main__ as program
from bots.chances.judges import LEARNT

FIGHTS = 200

if __name__ == "__main__":
    LEARNT["pursuit"] = FIGHTS
    program.main(sys.argv[1])
