"""Which code is changed, and which tests should notice: the quick ones first."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Room:
    """Files by pattern, and the groups of tests that are run one after the other until one fails."""

    code: tuple[str, ...]
    tests: tuple[tuple[str, ...], ...]

    def files(self, root: Path) -> list[Path]:
        """Return the files of this room under ``root``."""
        return sorted({path for pattern in self.code for path in root.glob(pattern) if path.name != "__init__.py"})


ROOMS = {
    "rules": Room(
        (
            "domain/rulesets/**/*.py",
            "domain/duel/*.py",
            "domain/places/**/*.py",
        ),
        (
            ("tests/test_scenarios.py",),
            ("tests/domain",),
            ("tests/laws/test_laws.py", "tests/laws/test_outside.py", "tests/laws/test_lineups.py"),
            ("tests/projections", "tests/api/test_players.py"),
        ),
    ),
    "core": Room(
        ("domain/*.py", "domain/table/*.py", "domain/secret/*.py"),
        (("tests/domain",), ("tests/test_scenarios.py",), ("tests/laws", "tests/sixth"), ("tests/ledger",)),
    ),
    "verification": Room(
        (
            "ledger/proof/checks.py",
            "ledger/proof/rolls.py",
            "ledger/proof/seated.py",
            "ledger/proof/taken_back.py",
            "ledger/proof/proofs.py",
            "ledger/proof/verifying.py",
            "ledger/proof/sealed.py",
            "ledger/proof/disputed.py",
            "ledger/proof/notes.py",
            "ledger/proof/freshness.py",
            "ledger/proof/redrawn.py",
            "ledger/proof/anchoring.py",
            "ledger/proof/findings.py",
            "ledger/proof/salted.py",
            "ledger/proof/renamed.py",
            "ledger/line/tree.py",
            "verifier/verify_fight.py",
        ),
        (
            (
                "tests/verifier/test_rows.py",
                "tests/verifier/test_told.py",
                "tests/verifier/test_paths.py",
                "tests/verifier/test_forged_proofs.py",
                "tests/verifier/test_forged.py",
                "tests/verifier/test_forged_lines.py",
                "tests/verifier/test_checkpoints.py",
                "tests/verifier/test_names.py",
                "tests/ledger/line/test_tree.py",
                "tests/ledger/proof/test_notes.py",
            ),
            ("tests/ledger/proof/test_verifying.py", "tests/verifier/test_files.py"),
            ("tests/verifier", "tests/trust"),
            ("tests/ledger", "tests/projections", "tests/api"),
        ),
    ),
    "ledger": Room(("ledger/**/*.py",), (("tests/ledger",), ("tests/trust", "tests/verifier"), ("tests/api",))),
    "projections": Room(("projections/**/*.py",), (("tests/projections",), ("tests/api", "tests/laws"))),
    "api": Room(
        ("api/**/*.py", "bots/*.py", "cli/**/*.py", "client/*.py", "files/*.py"),
        (("tests/api", "tests/test_scenarios.py"), ("tests",)),
    ),
}
