"""The frame of a report: one file, no script, a policy that lets nothing be fetched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ledger.version import VERSION

_LOOK = Path(__file__).with_name("look.css")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Encounter Ledger {version}">
<title>{title}</title>
<style>
{look}</style>
</head>
<body>
<header><h1>{title}</h1>
<p class="lead">{lead}</p>
<ul class="figures">{figures}</ul></header>
<main>
{sections}
</main>
<footer><section>{foot}</section></footer>
</body>
</html>
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a report: what it shows, how it is read (both plain text), and the figure."""

    title: str
    reads: str
    figure: str


def page(
    title: str, lead: str, figures: Sequence[tuple[str, str]], sections: Iterable[Section], foot: Sequence[str]
) -> str:
    """Return the page; ``figures`` are numbers with what they count, ``foot`` paragraphs of HTML."""
    told = "\n".join(
        f"<section><h2>{escape(each.title)}</h2><p class='soft'>{escape(each.reads)}</p>{each.figure}</section>"
        for each in sections
    )
    return _PAGE.format(
        policy=POLICY,
        version=VERSION,
        title=escape(title),
        lead=escape(lead),
        look=_LOOK.read_text(encoding="utf-8"),
        figures="".join(f"<li><b>{escape(value)}</b><span>{escape(of)}</span></li>" for value, of in figures),
        sections=told,
        foot="".join(f"<p>{each}</p>" for each in foot),
    )
