"""What a sample is: the content of a call, as JSON."""

from __future__ import annotations

from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]
