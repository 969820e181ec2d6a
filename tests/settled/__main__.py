"""Keep fights under the rules versions of today that have none yet: ``python -m tests.settled [SYSTEM]``.

Those of a system that is named are drawn anew, for one whose rules nobody has played by yet.
"""

import sys
from dataclasses import asdict

import orjson

from domain.deciding import RULESETS
from tests.settled.fights import fights_of, place_of

named = sys.argv[1:]
for system in named or RULESETS:
    place = place_of(system)
    if named or not place.exists():
        place.write_bytes(b"".join(orjson.dumps(asdict(fight)) + b"\n" for fight in fights_of(system)))
        print(place.name)
