"""The shipped questions as other engines read them, translated by sqlglot: printed, and run by whoever has one."""

from __future__ import annotations

from enum import StrEnum

from analytics.extras import must_have
from analytics.queries import Query


class Dialect(StrEnum):
    """Whose SQL it is; that of DuckDB is the one that the questions are written in."""

    DUCKDB = "duckdb"
    SPARK = "spark"
    CLICKHOUSE = "clickhouse"


def said_in(query: Query, dialect: Dialect) -> str:
    """Return a question in a dialect. Raises MissingExtra where what translates is not installed."""
    if dialect is Dialect.DUCKDB:
        return query.sql
    must_have("sqlglot", extra="spark")
    import sqlglot  # noqa: PLC0415 - only who asks for it has it

    (translated,) = sqlglot.transpile(query.sql, read="duckdb", write=dialect.value, pretty=True)
    return f"{translated}\n"
