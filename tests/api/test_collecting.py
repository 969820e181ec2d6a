"""What a server lets the garbage collector search."""

from __future__ import annotations

import gc
import weakref

from api.collecting import sparing_the_old


class Kept:
    """Something that may refer to itself."""

    itself: Kept


def test_what_a_full_collection_found_in_use_is_not_searched_again() -> None:
    with sparing_the_old():
        kept = [Kept() for _ in range(1000)]
        gc.collect()
        before = gc.get_freeze_count()
        later = [Kept() for _ in range(1000)]
        gc.collect()
        assert gc.get_freeze_count() >= before + len(later)
        assert {id(kept[0]), id(later[0])}.isdisjoint(map(id, gc.get_objects()))


def test_what_was_set_aside_still_goes_when_nobody_refers_to_it() -> None:
    with sparing_the_old():
        kept = Kept()
        gone = weakref.ref(kept)
        gc.collect()
        del kept
        assert gone() is None


def test_cycles_that_came_later_are_still_found() -> None:
    with sparing_the_old():
        kept = Kept()
        kept.itself = kept
        gone = weakref.ref(kept)
        del kept
        gc.collect()
        assert gone() is None


def test_after_the_server_everything_is_searched_again() -> None:
    callbacks = list(gc.callbacks)
    with sparing_the_old():
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0
    assert gc.callbacks == callbacks
