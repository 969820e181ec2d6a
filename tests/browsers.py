"""Which browser the tests look at pages with."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SETTING = "LEDGER_CHROMIUM"


def program() -> str | None:
    """Return the browser that the setting names, else one of this machine, None without one."""
    return os.environ.get(SETTING) or next((found for name in NAMES if (found := shutil.which(name))), None)
