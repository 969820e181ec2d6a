"""Write the golden rows, and what the notebook prints, anew: python -m tests.analytics; --judge: the chances first."""

import sys

from analytics.queries import queries
from tests.analytics import notebook
from tests.analytics.golden_rows import GOLDEN, SWINGS, answered, judged, rows_of_all, written

if "--judge" in sys.argv[1:]:
    SWINGS.write_bytes(judged())
for query in queries().values():
    (GOLDEN / f"{query.name}.ndjson").write_bytes(written(answered(rows_of_all(), query.sql)))
notebook.write()
