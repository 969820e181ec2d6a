"""Parameters of an address: a call takes those that it has, and no others."""

from __future__ import annotations

from fastapi import Request
from fastapi.dependencies.models import Dependant

from api.shapes.problems import Wrong
from files.fields import Field

LONGEST = 40
"""Signs of a name that are told again."""


async def must_be_known(request: Request) -> None:
    """Refuse parameters that the call does not have. Raises Wrong (422), which names those that it has."""
    if not request.query_params:
        return
    names = sorted(_names(request.scope["route"].dependant))
    foreign = dict.fromkeys(name for name in request.query_params if name not in names)
    if foreign:
        there = f"it has {', '.join(names)}" if names else "it has none"
        shown = [name.encode("ascii", "backslashreplace").decode()[:LONGEST] for name in foreign]
        said = f"This call has no parameter {shown[0]}: {there}."
        fields = [Field(at=name, problem="is no parameter of this call", allowed=names) for name in shown]
        raise Wrong("not-a-command", said, fields=fields)


def _names(call: Dependant) -> set[str]:
    """Return the parameters of the address that a call takes, or what it depends on."""
    return {each.alias for each in call.query_params}.union(*map(_names, call.dependencies))
