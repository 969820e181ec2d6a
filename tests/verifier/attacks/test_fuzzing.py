"""The three verifiers say the same of every file, however it was changed and made good again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sparing import often
from tests.verifier.attacks.fuzzing import bare, by_the_file, by_the_ledger, differences, fuzzed, samples, smallest
from tests.verifier.attacks.resigning import resigned
from tests.verifier.page import InBrowser, InNode, asked


def told(seed: int, raw: bytes, found: dict[str, Any], folder: Path, *, small: bytes) -> str:
    """Return what is printed of a difference; the file is written down."""
    (folder / f"fuzz-{seed}.ndjson").write_bytes(raw)
    (folder / f"fuzz-{seed}-small.ndjson").write_bytes(small)
    return f"seed {seed}: {found}\n{folder}/fuzz-{seed}-small.ndjson has {len(small.splitlines())} rows"


def two_differ(raw: bytes) -> bool:
    return by_the_file(raw) != by_the_ledger(raw)


def test_a_file_that_was_made_good_again_is_as_good_as_before() -> None:
    for name, rows in samples():
        raw = resigned(rows, "as it was")
        assert raw is not None
        assert by_the_file(raw)["verdict"] in ("OK", "OK BUT"), name


@pytest.mark.parametrize("part", range(4))
def test_the_file_and_the_ledger_say_the_same_of_any_file(part: int, tmp_path: Path) -> None:
    _agree(range(1000 * part, 1000 * part + 15), tmp_path)


def _agree(seeds: range, folder: Path) -> None:
    files = {seed: raw for seed in seeds if (raw := fuzzed(seed)) is not None}
    failed = [
        told(seed, raw, differences(by_the_file(raw), by_the_ledger(raw)), folder, small=smallest(raw, two_differ))
        for seed, raw in files.items()
        if two_differ(raw)
    ]
    assert not failed, "\n".join(failed)


@pytest.mark.long
def test_the_page_says_what_the_file_says_of_any_file(opened: InBrowser | InNode, tmp_path: Path) -> None:
    _agree_with_the_page(range(5000, 5000 + often(8, whole=30)), opened, tmp_path)


def _agree_with_the_page(seeds: range, opened: InBrowser | InNode, folder: Path) -> None:
    files = {seed: raw for seed in seeds if (raw := fuzzed(seed)) is not None}
    said = opened.call("checkAll", [asked(raw) for raw in files.values()])
    pairs = zip(files.items(), said, strict=True)
    failed = [
        told(seed, raw, differences(by_the_file(raw), bare(report)), folder, small=raw)
        for (seed, raw), report in pairs
        if by_the_file(raw) != bare(report)
    ]
    assert not failed, "\n".join(failed)


@pytest.mark.long
def test_of_many_changed_files_some_are_whole_some_broken_and_some_newer() -> None:
    verdicts = [by_the_file(raw)["verdict"] for seed in range(60) if (raw := fuzzed(seed)) is not None]
    assert {"OK BUT", "BROKEN", "newer than I am"} <= set(verdicts)
    # Many changes reach what is behind the hashes and the signatures.
    assert verdicts.count("OK BUT") > 6


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_the_three_say_the_same_of_many_more_files(part: int, opened: InBrowser | InNode, tmp_path: Path) -> None:
    seeds = range(1_000_000 + 2000 * part, 1_000_000 + 2000 * part + 1000)
    _agree(seeds, tmp_path)
    _agree_with_the_page(range(seeds.stop, seeds.stop + 1000), opened, tmp_path)
