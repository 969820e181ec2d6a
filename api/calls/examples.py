"""The ready fights: whole openings to begin with, each with a sentence and its seats."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from files.written_rosters import OURS, as_written

router = APIRouter(prefix="/api/examples", tags=["encounters"])


class Playing(BaseModel):
    """A seat of a ready fight, and whom it plays by name; a referee plays whoever is nobody's."""

    seat: str
    role: str
    plays: list[str]


class Example(BaseModel):
    """A ready fight."""

    name: str
    system: str
    title: str = Field(description="A sentence on who fights here, and over what.")
    seats: list[Playing]
    opening: dict[str, Any] = Field(description="What `POST /api/encounters` takes.")


@router.get("")
def examples() -> list[Example]:
    """Return every ready fight, by name."""
    return _read()


@cache
def _read() -> list[Example]:
    return [_example(name, path) for name, path in OURS.items()]


def _example(name: str, path: Path) -> Example:
    opening = as_written(path).content
    said = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    people = [*opening.get("combatants", ()), *opening.get("characters", ())]
    seats = [
        Playing(
            seat=seat["id"],
            role=seat.get("role", "player"),
            plays=[one["id"] for one in people if one.get("controller") == seat["id"]],
        )
        for seat in opening["seats"]
    ]
    return Example(name=name, system=opening["system"], title=said, seats=seats, opening=opening)
