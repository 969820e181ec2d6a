"""The page, opened once for all tests of a process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.verifier.page import InBrowser, InNode, page


@pytest.fixture(scope="session")
def opened() -> Iterator[InBrowser | InNode]:
    """The page in a browser, or its scripts in node."""
    with page() as found:
        if found is None:
            pytest.skip("the page needs chromium (or chrome), or node, and this machine has neither")
        yield found
