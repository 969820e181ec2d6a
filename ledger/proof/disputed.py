"""What must hold of the lines of disputes, of words on typed dice, and of the end of a ledger."""

from __future__ import annotations

from ledger.line.entries import DisputeAnswered, DisputeRaised, DisputeSettled, LedgerClosed, TableDiceAttested
from ledger.line.forms import Wrong
from ledger.line.lines import Line
from ledger.proof.good_lines import GoodLines
from ledger.table import attesting, closing, disputing, settling


def raised(checked: GoodLines, line: Line, entry: DisputeRaised) -> None:
    """Check that a line is contested that is there, by a seat that does not contest it already."""
    checked.must_be_called(entry.by, entry)
    disputing.must_be_contestable(checked.table, line.n - 1, entry)


def answered(checked: GoodLines, line: Line, entry: DisputeAnswered) -> None:
    """Check that the dispute is open, and that the seat may say how it ends."""
    checked.must_be_called(entry.seat, entry)
    disputing.must_be_answerable(checked.table, checked.log, line.n - 1, entry)


def settled(checked: GoodLines, line: Line, entry: DisputeSettled) -> None:
    """Check that a dispute ends as those said who settle it."""
    dispute = checked.table.disputes.get(entry.dispute)
    if dispute is None or dispute.result is not None:
        raise Wrong("No such dispute was open.")
    if settling.outcome(checked.table, checked.log, line.n - 1, dispute) != entry:
        raise Wrong("That is not how those who settle the dispute have said it ends.")


def attested(checked: GoodLines, line: Line, entry: TableDiceAttested) -> None:
    """Check that a word is about typed dice, by another seat, and its only one on them."""
    checked.must_be_called(entry.seat, entry)
    attesting.must_be_about_dice(checked.table, checked.log, line.n - 1, entry)


def closed(checked: GoodLines, _: Line, entry: LedgerClosed) -> None:
    """Check that the fight was over, by whom it is closed, and that every open dispute is named."""
    if entry.by is not None:
        checked.must_be_called(entry.by, entry)
        closing.must_be_the_hosts(checked.table, entry.by)
    if checked.table.open_roll is not None:
        raise Wrong("A roll was still open.")
    if entry.disputes != tuple(dispute.line for dispute in checked.table.open_disputes):
        raise Wrong("It does not name the disputes that nobody settled, no more and no less.")
