"""Values as the plain YAML that people write here: what ``plain_yaml`` reads, it reads as the same values."""

from __future__ import annotations

import re
from typing import Any

import yaml

_ONE_LINE = 118
_TAG = "tag:yaml.org,2002:"


class _Dumper(yaml.SafeDumper):
    """Quotes a text only where it would be read as something else."""

    yaml_implicit_resolvers = {}  # noqa: RUF012  # the name and kind are PyYAML's

    def choose_scalar_style(self) -> str:
        """Return no quotes, or double ones."""
        return super().choose_scalar_style() and '"'


_Dumper.add_implicit_resolver(_TAG + "bool", re.compile(r"(?i)(true|false)\Z"), list("tTfF"))
_Dumper.add_implicit_resolver(_TAG + "null", re.compile(r"(?i)(null|~|)\Z"), ["n", "N", "~", ""])
_Dumper.add_implicit_resolver(_TAG + "int", re.compile(r"[-+]?[0-9]+\Z"), list("-+0123456789"))


def yaml_text(content: dict[str, Any]) -> str:
    """Return the fields one after another: items that are mappings one a line, all else in as few lines as it needs."""
    return "".join(_field(key, value) for key, value in content.items())


def _field(key: str, value: Any) -> str:
    name, flow = in_one_line(key), in_one_line(value)
    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        return "\n".join([f"{name}:", *(f"  - {in_one_line(each)}" for each in value)]) + "\n"
    if value and isinstance(value, dict) and len(name) + len(flow) > _ONE_LINE:
        return "\n".join([f"{name}:", *(f"  {in_one_line(k)}: {in_one_line(v)}" for k, v in value.items())]) + "\n"
    return f"{name}: {flow}\n"


def in_one_line(value: Any) -> str:
    """Return a value in brackets and braces, or a single word."""
    text: str = yaml.dump(
        [value], Dumper=_Dumper, default_flow_style=True, width=1 << 30, allow_unicode=True, sort_keys=False
    )
    return text.strip()[1:-1]
