"""What an installed `encounter` starts: the folders beside this file come first on the path.

In a wheel this file is the `__init__.py` of a package that holds all of them, so that none lies among other packages.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    """Run the command line; it ends with the exit status."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    try:
        from cli.main import main as run  # noqa: PLC0415 - found only now

        return run()
    except KeyboardInterrupt:
        return 130
