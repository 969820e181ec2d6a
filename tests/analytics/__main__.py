"""Write the golden rows, and what the notebook prints, anew: python -m tests.analytics.

--judge: the chances first. --pages: what the pages print, and nothing else, which takes a minute or two.
"""

import sys

from analytics.queries import queries
from tests.analytics import notebook, printed
from tests.analytics.golden_rows import GOLDEN, SWINGS, answered, judged, rows_of_all, written

if "--pages" in sys.argv[1:]:
    printed.write()
    sys.exit()
if "--judge" in sys.argv[1:]:
    SWINGS.write_bytes(judged())
for query in queries().values():
    (GOLDEN / f"{query.name}.ndjson").write_bytes(written(answered(rows_of_all(), query.sql)))
notebook.write()
