"""A file that verifies is not kept where somebody in it has a name that nobody can have: it is shown to others."""

from __future__ import annotations

import pytest

from ledger.application import Ledger
from ledger.proof.verifying import verify
from ledger.refusals import Broken
from projections.admission import take_in
from tests.ledger.forging import chained, rows_of
from tests.verifier.cases import FILES

ROWS = rows_of((FILES / "loaded.ndjson").read_bytes())
AT = next(n for n, row in enumerate(ROWS) if row.get("type") == "CombatantJoined")


def renamed(name: str) -> bytes:
    """Return a fight in which somebody comes under a name, to whom nothing happens before the file ends."""
    return chained([*ROWS[:AT], {**ROWS[AT], "who": name}])


@pytest.mark.parametrize("name", ["\x1b[31mAna", "<img src=x>", "\u202eanA", "A" * 33, "../Ana", "Ana\n"])
def test_nobody_is_taken_in_under_a_name_that_nobody_can_have(name: str) -> None:
    raw = renamed(name)
    assert verify(raw).broken is None
    with Ledger(chain_length=4) as ledger:
        with pytest.raises(Broken, match="Nobody can be called"):
            take_in(ledger, raw)
        assert ledger.encounters() == []


def test_somebody_with_a_name_is_taken_in() -> None:
    with Ledger(chain_length=4) as ledger:
        assert take_in(ledger, renamed("Ana")) == ROWS[0]["encounter"]
