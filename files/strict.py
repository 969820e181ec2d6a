"""How what people and programs write is read: nothing is taken for something else, and nothing unknown is let go."""

from __future__ import annotations

from pydantic import ConfigDict

STRICT = ConfigDict(strict=True, extra="forbid")
