"""The documentation as one page without scripts, drawn from the OpenAPI document: it works without a network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from api.shapes.problems import MEANINGS, TITLES, Wrong
from domain.refusals import CODES
from ledger.version import VERSION
from projections.wording import listed

VERIFIER = (Path(__file__).parents[2] / "verifier" / "index.html").read_text(encoding="utf-8")
_POLICY = VERIFIER.partition('Content-Security-Policy" content="')[2].partition('"')[0]
SHOWN = 10
"""So many examples of a body are shown at once."""

router = APIRouter(include_in_schema=False)


@router.get("/docs")
def docs(request: Request) -> HTMLResponse:
    """Show every call, its body and its answers."""
    return HTMLResponse(_whole(request.app.openapi()))


@router.get("/verify")
def verify() -> HTMLResponse:
    """Show the page that checks exported fights in the reader's own browser, with the policy that it brings."""
    return HTMLResponse(VERIFIER, headers={"Content-Security-Policy": f"{_POLICY}; frame-ancestors 'none'"})


@router.get("/problems/{name}")
def problem(name: str) -> HTMLResponse:
    """Show what the problem of that name means."""
    if name.replace("-", "_") in CODES:
        title, meaning = name.replace("-", " ").capitalize(), MEANINGS[409]
        status = 409
    elif name in TITLES:
        status, title = TITLES[name]
        meaning = MEANINGS.get(status, "")
    else:
        raise Wrong("not-found", "There is no problem of that name.")
    return HTMLResponse(_sheet(title, f"<p>Status {status}. {_words(meaning)}</p><p><a href=/docs>All calls</a></p>"))


def _whole(document: dict[str, Any]) -> str:
    calls = [
        (path, method, call)
        for path, methods in document["paths"].items()
        for method, call in methods.items()
        if isinstance(call, dict)
    ]
    index = "".join(
        f"<li><a href=#{_anchor(call)}><code>{method.upper()} {escape(path)}</code></a> {escape(call['summary'])}"
        for path, method, call in calls
    )
    sections = "".join(_call(path, method, call) for path, method, call in calls)
    shapes = "".join(_shape(name, schema) for name, schema in sorted(document["components"]["schemas"].items()))
    return _sheet(
        document["info"]["title"],
        f"<p>{_words(document['info']['description'])} The same as a file for programs: "
        f"<a href=/openapi.json>openapi.json</a>. <a href=/verify>Check an exported fight</a> in your own browser.</p>"
        f"<h2>Calls</h2><ul>{index}</ul>{sections}<h2 id=shapes>Shapes</h2>{shapes}",
    )


def _sheet(title: str, content: str) -> str:
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<meta name=generator content='Encounter Ledger {VERSION}'>"
        f"<title>{escape(title)}</title><style>{_STYLE}</style><main><h1>{escape(title)}</h1>{content}</main></html>"
    )


_STYLE = (
    ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;"
    "padding:1rem 1.25rem 4rem}code,pre{font:14px/1.45 ui-monospace,monospace}"
    "li code,h3 code{overflow-wrap:anywhere}table{display:block;overflow-x:auto}pre{overflow:auto;padding:.75rem;"
    "border:1px solid #8886;border-radius:6px}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem "
    ".8rem .2rem 0;vertical-align:top}h3{margin-top:2.5rem;border-top:1px solid #8886;padding-top:1rem}"
)


def _call(path: str, method: str, call: dict[str, Any]) -> str:
    parts = [
        f"<h3 id={_anchor(call)}><code>{method.upper()} {escape(path)}</code></h3>",
        f"<p>{_words(call.get('description') or call['summary'])}</p>",
    ]
    rows = [
        (name["name"], name["in"], _kind(name["schema"]), name.get("description", ""))
        for name in call.get("parameters", ())
    ]
    if rows:
        parts.append(_table(rows))
    for kind, content in call.get("requestBody", {}).get("content", {}).items():
        parts.append(f"<p>Body: {escape(kind)}, {_kind(content.get('schema', {}))}</p>")
        parts += _examples(content.get("examples", {}))
    answers = [
        (status, answer["description"], *(_kind(content.get("schema", {})) for content in _contents(answer)))
        for status, answer in call["responses"].items()
    ]
    return "".join([*parts, "<p>Answers</p>", _table(answers)])


def _examples(examples: dict[str, Any]) -> Iterator[str]:
    """Yield examples to copy; many are folded away by what stands before the colon of their titles: the system."""
    written = {title: json.dumps(example["value"], ensure_ascii=False) for title, example in examples.items()}
    shown = {title: f"<p>{escape(title)}</p><pre>{escape(body)}</pre>" for title, body in written.items()}
    if len(shown) <= SHOWN:
        yield from shown.values()
        return
    for system in dict.fromkeys(title.partition(":")[0] for title in shown):
        own = [each for title, each in shown.items() if title.partition(":")[0] == system]
        yield f"<details><summary>{escape(system)}: {len(own)} to copy</summary>{''.join(own)}</details>"


def _contents(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from answer.get("content", {}).values()


def _anchor(call: dict[str, Any]) -> str:
    return escape(call["operationId"], quote=True)


def _shape(name: str, schema: dict[str, Any]) -> str:
    needed = schema.get("required", ())
    rows = [
        (field, _kind(kind), "required" if field in needed else "", kind.get("description", ""))
        for field, kind in schema.get("properties", {}).items()
    ]
    words = _words(schema.get("description", "").split("\n")[0])
    if "x-systems" in schema:
        words += f" In {listed(schema['x-systems'])}."
    return f"<h4 id='shape-{escape(name)}'>{escape(name)}</h4><p>{words}</p>{_table(rows) if rows else _kind(schema)}"


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    lines = "".join("<tr>" + "".join(f"<td>{_cell(cell)}" for cell in row) for row in rows)
    return f"<table>{lines}</table>"


class _Html(str):
    """Text that is markup already."""

    __slots__ = ()


def _cell(text: str) -> str:
    return text if isinstance(text, _Html) else _words(text)


def _words(text: str) -> str:
    """Return a text of the document as markup, with its code marks."""
    pieces = escape(text).replace("``", "`").split("`")
    return "".join(f"<code>{piece}</code>" if index % 2 else piece for index, piece in enumerate(pieces))


def _kind(schema: dict[str, Any]) -> _Html:
    """Return in short what a schema allows."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return _Html(f"<a href='#shape-{name}'>{name}</a>")
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return _Html(" or ".join(_kind(each) for each in schema[union]))
    if "const" in schema:
        return _Html(f"<code>{escape(json.dumps(schema['const']))}</code>")
    if "enum" in schema:
        return _Html(" or ".join(f"<code>{escape(json.dumps(each))}</code>" for each in schema["enum"]))
    if schema.get("type") == "array":
        inside = schema.get("items") or {"type": "/".join(_plain(each) for each in schema.get("prefixItems", ()))}
        return _Html(f"list of {_kind(inside)}{_bounds(schema)}")
    return _Html(escape(str(schema.get("type", "anything"))) + _bounds(schema))


def _plain(schema: dict[str, Any]) -> str:
    return str(schema.get("type", "anything"))


def _bounds(schema: dict[str, Any]) -> str:
    said = [(name, schema[key]) for key, name in _LIMITS.items() if key in schema]
    return f" ({', '.join(f'{name} {value}' for name, value in said)})" if said else ""


_LIMITS = {
    "minimum": "from",
    "maximum": "to",
    "minLength": "at least",
    "maxLength": "at most",
    "minItems": "at least",
    "maxItems": "at most",
}
