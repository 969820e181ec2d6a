"""Bodies sent to a receiver, signed, until it has taken them: the next only after the one before."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

SHORTEST_SECRET = 16
PATIENCE = 30.0
"""Seconds that a receiver may take for an answer."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
TRIES = 8
"""So often what is sent is tried where nobody follows: about a minute."""


class NotTaken(Exception):
    """A receiver does not take what is sent, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receiver:
    """Where lines go, and the secret that tells them from anybody else's."""

    url: str
    secret: bytes
    content_type: str

    def give(self, body: bytes, at: int) -> None:
        """Send a body once, as of a time in seconds. Raises NotTaken for all but an answer of 2xx."""
        headers = {
            "Content-Type": self.content_type,
            "Encounter-Time": str(at),
            "Encounter-Signature": f"v1={signature(self.secret, at, body)}",
        }
        where = urlsplit(self.url)
        kind = HTTPSConnection if where.scheme == "https" else HTTPConnection
        connection = kind(where.hostname or "", where.port, timeout=PATIENCE)
        try:
            connection.request("POST", _target(self.url), body, headers)
            answer = connection.getresponse()
            answer.read(1024)
        except (OSError, HTTPException) as error:
            raise NotTaken(f"{where.netloc} does not answer ({_why(error)}).") from None
        finally:
            connection.close()
        if not 200 <= answer.status < 300:
            raise NotTaken(f"{where.netloc} answers {answer.status}.")


def _target(url: str) -> str:
    where = urlsplit(url)
    return (where.path or "/") + (f"?{where.query}" if where.query else "")


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).strip().rstrip(".")


def signature(secret: bytes, at: int, body: bytes) -> str:
    """Return the HMAC-SHA256 of the time, a point and the body, in hexadecimal: nobody can send it again later."""
    return hmac.digest(secret, str(at).encode() + b"." + body, "sha256").hex()


def unfit(url: str) -> str | None:
    """Return why nothing can be sent to an address; None where it can."""
    if "@" in url:
        return "No name and no password can stand in an address that lines are sent to: what is sent is signed."
    try:
        where = urlsplit(url)
        whole = where.scheme in ("http", "https") and bool(where.hostname) and where.port != 0 and _is_plain(url)
        (where.hostname or "").encode("idna")
    except ValueError:
        whole = False
    if whole:
        return None
    return f"{url[:80]!r} is no address that lines can be sent to: write http://host/path, or https."


def _is_plain(url: str) -> bool:
    """Return whether an address holds nothing that would have to be escaped in it."""
    return url.isascii() and url.isprintable() and " " not in url


def until_taken(
    give: Callable[[], None],
    *,
    follow: bool,
    tell: Callable[[str], object],
    sleep: Callable[[float], object] = time.sleep,
) -> None:
    """Send until it is taken, each time after twice the pause; ``tell`` hears why it is not, once for each reason.

    Raises NotTaken after so many tries, unless somebody follows: then it goes on for as long as it takes.
    """
    pause, told, tries = FIRST_PAUSE, "", 0
    while True:
        try:
            give()
        except NotTaken as refused:
            tries += 1
            if not follow and tries >= TRIES:
                raise
            if str(refused) != told:
                told = str(refused)
                tell(f"{told} It is sent again until it is taken.")
            sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        else:
            return
