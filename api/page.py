"""The page that people play by: one document for every address of a fight, its assets under the name of the build."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from fastapi import APIRouter, Request, Response

from api.lanes import lanes_of
from api.seats import TheLedger, to_look_at
from api.shapes.problems import Wrong
from api.sparing import has, takes_gzip
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from ledger.table.knowledge import STRANGER
from ledger.version import VERSION
from projections.cards.card import HIGH, WIDE, Card, card
from projections.cards.svg import svg

SERVED = Path(__file__).parents[1] / "page" / "served"
DOCUMENT = "index.html"
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types page"
)
WORKER = "worker.js"
WORKS_BESIDE = "default-src 'none'; script-src 'self'; connect-src 'self'"
"""What runs beside the page has a policy of its own, and reaches this server alone."""
_DOCUMENT = {"Cache-Control": "no-cache", "Cross-Origin-Opener-Policy": "same-origin"}
"""What every address of the page says of its document."""
SMALL = 400
"""Packing fewer bytes than this would not make them fewer."""

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """One file as it is sent, and packed where that is smaller."""

    kind: str
    raw: bytes
    packed: bytes | None
    tag: str


@cache
def build() -> str:
    """Return the name of the build: whatever changes in a file of it changes this."""
    files = sorted(SERVED.iterdir())
    return sha256(b"".join(file.name.encode() + b"\0" + file.read_bytes() for file in files)).hexdigest()[:12]


@cache
def assets() -> dict[str, Asset]:
    """Return every file of the page by its name, packed once."""
    found = [file for file in SERVED.iterdir() if file.suffix in KINDS and file.name != DOCUMENT]
    return {file.name: _asset(file.read_bytes(), KINDS[file.suffix]) for file in found}


@cache
def document_of(entry: str) -> Asset:
    """Return the document that begins with a script of the page."""
    raw = (SERVED / DOCUMENT).read_bytes().replace(b"{build}", build().encode()).replace(b"{entry}", entry.encode())
    return _asset(raw, "text/html")


def _asset(raw: bytes, kind: str) -> Asset:
    packed = gzip.compress(raw, 9, mtime=0) if len(raw) > SMALL else None
    return Asset(kind=kind, raw=raw, packed=packed, tag=f'"{sha256(raw).hexdigest()[:16]}"')


@router.get("/r/{encounter}")
def shown(request: Request, encounter: str, ledger: TheLedger) -> Response:
    """Give the document at the address for those who have no key; with ``?embed`` other pages may frame it.

    Where the fight is shown to everybody, it names a title and a picture for previews. It is for no index.
    """
    policy = (
        POLICY.replace("frame-ancestors 'none'", "frame-ancestors *") if "embed" in request.query_params else POLICY
    )
    raw = document_of("watch").raw
    if (told := _card(ledger, encounter)) is not None:
        raw = raw.replace(b"</head>", _preview(told, to_look_at(request, encounter)) + b"</head>", 1)
    tag = f'"{sha256(raw + policy.encode()).hexdigest()[:16]}"'
    headers = {**_DOCUMENT, "Content-Security-Policy": policy, "ETag": tag, "X-Robots-Tag": "noindex"}
    if has(request.headers, tag):
        return Response(status_code=304, headers=headers)
    return Response(raw, media_type="text/html", headers=headers)


@router.get("/r/{encounter}/card.svg")
def picture(request: Request, encounter: str, ledger: TheLedger) -> Response:
    """Give the picture for previews of a fight that is shown to everybody."""
    return _pictured(request, _must_be_shown(ledger, encounter), "image/svg+xml", lambda told: svg(told).encode())


@router.get("/r/{encounter}/card.png")
async def painting(request: Request, encounter: str, ledger: TheLedger) -> Response:
    """Give the same picture as PNG, since not every site shows SVG; what it is of is drawn once."""
    lanes = lanes_of(request)

    def drawn(told: Card) -> bytes:
        from projections.cards.png import png  # noqa: PLC0415 - few servers are ever asked for one

        return lanes.known.of(("card", told), lambda: png(told))

    return await lanes.reports.do(lambda: _pictured(request, _must_be_shown(ledger, encounter), "image/png", drawn))


def _pictured(request: Request, told: Card, kind: str, draw: Callable[[Card], bytes]) -> Response:
    """Return a card as a picture of a kind, which is not drawn for whoever has it."""
    tag = f'"{sha256(f"{VERSION} {kind} {told}".encode()).hexdigest()[:16]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "X-Robots-Tag": "noindex"}
    if has(request.headers, tag):
        return Response(status_code=304, headers=headers)
    return Response(draw(told), media_type=kind, headers=headers)


def _must_be_shown(ledger: Ledger, encounter: str) -> Card:
    """Return the card of a fight; refuses one that is not shown to everybody now."""
    if (told := _card(ledger, encounter)) is None:
        raise Wrong("not-found", "There is no picture of this fight for everybody.")
    return told


def _card(ledger: Ledger, encounter: str) -> Card | None:
    """Return the card of a fight, if everybody may see it now."""
    try:
        if (far := ledger.shown(encounter)) == "none":
            return None
        fight = ledger.fight(encounter, STRANGER)
    except LedgerRefused:
        return None
    return None if far == "replay" and fight.encounter.outcome is None else card(fight)


def _preview(told: Card, address: str) -> bytes:
    """Return what tells a preview of the title, a sentence and the picture."""
    said = {
        "og:type": "website",
        "og:title": told.title,
        "og:description": told.sentence,
        "og:image": f"{address}/card.png",
        "og:image:type": "image/png",
        "og:image:width": str(WIDE),
        "og:image:height": str(HIGH),
        "og:image:alt": f"{told.title}: {told.sentence}",
        "og:url": address,
        "twitter:card": "summary_large_image",
    }
    lines = (f'<meta property="{name}" content="{escape(text)}">\n' for name, text in said.items())
    return "".join(lines).encode()


@router.get("/")
def lobby(request: Request) -> Response:
    """Give the document of the lobby, where fights are begun."""
    return _document(request, document_of("start"))


@router.get("/e/{encounter}")
def table(request: Request) -> Response:
    """Give the document of a table: what it shows, it reads from its address."""
    return _document(request, document_of("app"))


def _document(request: Request, asset: Asset) -> Response:
    headers = {**_DOCUMENT, "Content-Security-Policy": POLICY, "ETag": asset.tag}
    if has(request.headers, asset.tag):
        return Response(status_code=304, headers=headers)
    return _given(request, asset, headers)


@router.get("/page/{name}/{file}")
def asset_of(request: Request, name: str, file: str) -> Response:
    """Give a file of this build of the page; it never changes under this address."""
    if name != build() or file not in assets():
        raise Wrong("not-found", "There is no such file of this build of the page.")
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    if file == WORKER:
        headers["Content-Security-Policy"] = WORKS_BESIDE
    return _given(request, assets()[file], headers)


def _given(request: Request, asset: Asset, headers: dict[str, str]) -> Response:
    """Return a file, packed for whoever unpacks it."""
    headers["Vary"] = "Accept-Encoding"
    if asset.packed is not None and takes_gzip(request.headers):
        headers["Content-Encoding"] = "gzip"
        return Response(asset.packed, media_type=asset.kind, headers=headers)
    return Response(asset.raw, media_type=asset.kind, headers=headers)
