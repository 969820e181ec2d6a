"""Casts: the opening that many check files begin with, stated once in ``casts/NAME.yaml`` and named as ``like: NAME``.

What a file states wins. A list whose items have ids is stated whole: of an item that the cast has too, its name or the
fields that differ are enough. ``null`` leaves a field of the cast out.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from domain.table.words import nearest, plain
from files.comparing import shown
from files.documents import Document, read
from files.malformed import Malformed, Place, visible
from files.scenarios import Example
from files.yaml_text import yaml_text

FOLDER = "casts"
LIKE = "like"

_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_MOST = 500
_SHORT = 40


def read_whole(path: Path) -> Document:
    """Return what the check file at ``path`` states, with what it takes of its cast. Raises Malformed."""
    return whole(read(path), path)


def whole(document: Document, path: Path | None) -> Document:
    """Return a check file, with what it takes of the cast it names, if any. Raises Malformed."""
    if LIKE not in document.content:
        return document
    if path is None:
        raise Malformed(document.place((LIKE,)), "Only a file that lies in a folder can be like a cast.")
    cast = _cast_of(document, path)
    merging = _Merging(document=document, cast=cast)
    own = {key: value for key, value in document.content.items() if key != LIKE}
    content = merging.mapping(own, cast.content, (), ())
    return replace(document, content=content, cast=cast, taken=merging.taken)


def whole_text(path: Path, as_json: bool = False) -> str:
    """Return a check file and what it takes of its cast as one text, its first comment too. Raises Malformed."""
    content = read_whole(path).content
    first = [key for key in ("title", "system", "rules", "settings") if key in content]
    last = [key for key in Example.model_fields if key in content and key not in first]
    opening = [key for key in content if key not in first and key not in last]
    ordered = {key: content[key] for key in (*first, *opening, *last)}
    if as_json:
        return json.dumps(ordered, indent=1)
    lines = path.read_text(encoding="utf-8").splitlines()
    comment = map(visible, takewhile(lambda line: line.startswith("#"), lines))
    return "\n".join((*comment, yaml_text(ordered).removesuffix("\n")))


def is_cast(document: Document) -> bool:
    """Return whether a file is a cast itself: it lies among casts, and states no more than an opening."""
    return Path(document.name).absolute().parent.name == FOLDER and not Example.model_fields.keys() & document.content


def _cast_of(document: Document, path: Path) -> Document:
    """Return the cast that a file names, from the folder beside it or above. Raises Malformed."""
    place, name = document.place((LIKE,)), document.content[LIKE]
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise Malformed(place, f"A cast is named in small letters, digits and -, not {shown(name)}.")
    try:
        found = _file(path, name, place)
    except OSError as trouble:
        raise Malformed(place, f"Its cast cannot be looked for: {trouble.strerror or trouble}.") from None
    cast = read(found)
    must_be_an_opening(cast)
    return cast


def _file(path: Path, name: str, place: str) -> Path:
    """Return where the cast of this name lies. Raises Malformed, and OSError where one may not look."""
    folders = _folders(path)
    found = next((cast for folder in folders if (cast := folder / f"{name}.yaml").is_file()), None)
    if found is None:
        known = {each.stem for folder in folders for each in islice(folder.glob("*.yaml"), _MOST)}
        message = f"There is no {FOLDER}/{name}.yaml beside this file or in the folder above"
        raise Malformed(place, f"{message}: {_others(name, sorted(known))}.")
    if found.resolve().parent != found.parent.resolve():
        raise Malformed(place, f"The cast {name} leads out of its folder.")
    return found


def _folders(path: Path) -> list[Path]:
    """Return where the casts of a file may lie, as they are reached from where one stands."""
    beside = path.parent
    above = beside.parent if beside.name not in ("", "..") else beside / ".."
    return [beside / FOLDER, above / FOLDER]


def must_be_an_opening(cast: Document) -> None:
    """Refuse a cast that is like another, or that states more than an opening."""
    if LIKE in cast.content:
        raise Malformed(cast.place((LIKE,)), "A cast is like no other: it states its opening itself.")
    for key in cast.content:
        if key in Example.model_fields:
            raise Malformed(cast.place((key,)), "A cast states an opening alone: this belongs to the files like it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Merging:
    """What a file states laid over its cast; ``taken`` notes where in the cast each value stands that it gives."""

    document: Document
    cast: Document
    taken: dict[Place, Place] = field(default_factory=dict)

    def mapping(self, own: dict[str, Any], cast: dict[str, Any], at: Place, there: Place) -> dict[str, Any]:
        """Return the fields of both, in the order of the cast; what is null leaves the cast's out."""
        merged: dict[str, Any] = {}
        for key, value in cast.items():
            if key not in own:
                merged[key] = value
                self.taken[(*at, key)] = (*there, key)
            elif own[key] is not None:
                merged[key] = self.value(own[key], value, (*at, key), (*there, key))
        return merged | {key: value for key, value in own.items() if key not in cast}

    def value(self, own: Any, cast: Any, at: Place, there: Place) -> Any:
        """Return what a file states, with what the cast adds to a mapping or to items of a list."""
        if isinstance(own, dict) and isinstance(cast, dict):
            return self.mapping(own, cast, at, there)
        if isinstance(own, list) and isinstance(cast, list) and cast and all(_id(each) is not None for each in cast):
            return self.items(own, cast, at, there)
        return own

    def items(self, own: list[Any], cast: list[dict[str, Any]], at: Place, there: Place) -> list[Any]:
        """Return the items that a file states; a name stands for the cast's item, and each of those is taken once."""
        known = {each["id"]: index for index, each in enumerate(cast)}
        if len(known) < len(cast):
            raise Malformed(self.cast.place(there), "Two items have one id, so that none can be taken by it.")
        merged, met = [], set()
        for index, each in enumerate(own):
            place = (*at, index)
            name = each if isinstance(each, str) else _id(each)
            if name not in known:
                merged.append(self.new(each, known, place))
                continue
            if name in met:
                raise Malformed(self.document.place(place), f"{shown(name)} of the cast stands there twice.")
            met.add(name)
            origin = (*there, known[name])
            if isinstance(each, str):
                merged.append(cast[known[name]])
                self.taken[place] = origin
            else:
                merged.append(self.mapping(each, cast[known[name]], place, origin))
        return merged

    def new(self, each: Any, known: dict[str, int], place: Place) -> Any:
        """Return an item that the cast has not; a bare name is refused with the nearest."""
        if isinstance(each, str):
            message = f"The cast {self.cast.name} has no {shown(each)} here: {_others(each, list(known))}."
            raise Malformed(self.document.place(place), message)
        return each


def _others(name: str, known: list[str]) -> str:
    """Return which of the known names is nearest to one, or else which there are."""
    known = [each[:_SHORT] for each in known[:_MOST]]
    written = {plain(each): each for each in known}
    like = nearest(name[:_SHORT], written)
    return f"the nearest is {written[like]}" if like else f"there are {', '.join(known[:20]) or 'none'}"


def _id(item: Any) -> str | None:
    """Return the id of an item that has one."""
    found = item.get("id") if isinstance(item, dict) else None
    return found if isinstance(found, str) else None
