"""Write the golden rows anew: python -m tests.analytics."""

from analytics.queries import queries
from tests.analytics.golden_rows import GOLDEN, answered, rows_of_all, written

for query in queries().values():
    (GOLDEN / f"{query.name}.ndjson").write_bytes(written(answered(rows_of_all(), query.sql)))
