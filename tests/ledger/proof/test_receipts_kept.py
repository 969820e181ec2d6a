"""A checkpoint is signed once, whoever gets it, and is the same note again."""

from __future__ import annotations

import pytest

from ledger.application import Ledger
from ledger.dice.keys import Signer
from tests.bench.fights import opening


def test_a_checkpoint_is_signed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    signed: list[bytes] = []
    sign = Signer.sign

    def counted(signer: Signer, message: bytes) -> bytes:
        signed.append(message)
        return sign(signer, message)

    with Ledger() as ledger:
        fight = ledger.fight(ledger.open(opening()).encounter)
        monkeypatch.setattr(Signer, "sign", counted)
        first = ledger.receipts.checkpoint(fight)
        assert first == ledger.receipts.checkpoint(fight) == ledger.receipts.note(fight.id)
        assert len(signed) == 1
        assert ledger.receipts.checkpoint(fight, 2) != first
        assert len(signed) == 2
