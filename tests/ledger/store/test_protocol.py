"""What the ledger asks of its store is what both stores answer."""

from __future__ import annotations

from inspect import getmembers, isfunction, signature

import pytest

from ledger.store import postgres, sqlite
from ledger.store.protocol import Store

STORES: tuple[type[Store], ...] = (sqlite.Recorder, postgres.Recorder)
ASKED = [name for name, _ in getmembers(Store, isfunction) if not name.startswith("_")]


@pytest.mark.parametrize("store", STORES)
def test_a_store_takes_what_it_is_asked_under_the_same_names_and_in_the_same_order(store: type[Store]) -> None:
    assert len(ASKED) > 20
    for name in ASKED:
        wanted, there = (signature(getattr(each, name)).parameters.values() for each in (Store, store))
        assert [(each.name, each.kind, each.default) for each in there] == [
            (each.name, each.kind, each.default) for each in wanted
        ], name
