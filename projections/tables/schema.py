"""The tables of a read model: what stands in them, and the statements that make and fill them, for both stores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TEXT, NUMBER = "text", "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table; where a row with its ``key`` is there, what is ``added`` is added to it and all else replaced.

    The first column names the encounter.
    """

    name: str
    columns: Mapping[str, str]
    key: tuple[str, ...]
    added: frozenset[str] = frozenset()
    indexes: tuple[tuple[str, ...], ...] = ()

    def made(self, as_name: str, types: Mapping[str, str]) -> list[str]:
        """Return the statements that make it under a name; ``types`` are a store's words for text and number."""
        columns = [f"{column} {types[kind]}" for column, kind in self.columns.items()]
        statements = [f"CREATE TABLE {as_name} ({', '.join(columns)}, PRIMARY KEY ({', '.join(self.key)}))"]
        for number, index in enumerate(self.indexes, 1):
            statements.append(f"CREATE INDEX {as_name}_i{number} ON {as_name} ({', '.join(index)})")
        return statements

    def filled(self, as_name: str, values: str) -> str:
        """Return the statement that puts rows in, from ``values`` as a store writes them."""
        rest = [column for column in self.columns if column not in self.key]
        after = [f"{column} = {self._after(as_name, column)}" for column in rest]
        what = f"UPDATE SET {', '.join(after)}" if after else "NOTHING"
        head = f"INSERT INTO {as_name} ({', '.join(self.columns)})"
        return f"{head} {values} ON CONFLICT ({', '.join(self.key)}) DO {what}"

    def _after(self, as_name: str, column: str) -> str:
        return f"{as_name}.{column} + excluded.{column}" if column in self.added else f"excluded.{column}"
