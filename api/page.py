"""The page that people play by: one document for every address of a fight, its assets under the name of the build."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request, Response

from api.shapes.problems import Wrong
from api.sparing import has, takes_gzip

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


@router.get("/")
def lobby(request: Request) -> Response:
    """Give the document of the lobby, where fights are begun."""
    return _document(request, document_of("start"))


@router.get("/e/{encounter}")
@router.get("/r/{encounter}")
def table(request: Request) -> Response:
    """Give the document of a table: what it shows, it reads from its address."""
    return _document(request, document_of("app"))


def _document(request: Request, asset: Asset) -> Response:
    headers = {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": POLICY,
        "Cross-Origin-Opener-Policy": "same-origin",
        "ETag": asset.tag,
    }
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
