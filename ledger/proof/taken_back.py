"""What must hold of a request to take back, of the answers to it, and of the rewind that follows."""

from __future__ import annotations

from domain.events import HistoryRewound
from ledger.line.entries import RewindAnswered, RewindAsked, RewindLapsed
from ledger.line.forms import Wrong
from ledger.line.lines import Line
from ledger.proof.good_lines import GoodLines
from ledger.refusals import NoRewind
from ledger.table.rewinding import rewind


def asked(checked: GoodLines, line: Line, asked: RewindAsked) -> None:
    """Check that no other request is open."""
    checked.must_be_a_player(asked.by)
    if line.cause is not None or checked.table.request is not None:
        raise Wrong("A request to rewind was open already.")
    checked.must_be_signed(asked)


def answered(checked: GoodLines, line: Line, answered: RewindAnswered) -> None:
    """Check that it answers the open request, and that the seat had not; whoever asked may withdraw it."""
    checked.must_be_a_player(answered.seat)
    request = checked.table.request
    if request is None or line.cause != request.line:
        raise Wrong("It answers no open request.")
    withdraws = answered.seat == request.by and not answered.agree
    if not withdraws and (answered.seat == request.by or answered.seat in dict(request.agreed)):
        raise Wrong(f"{answered.seat} had agreed already.")
    checked.must_be_signed(answered)


def lapsed(checked: GoodLines, _: Line, __: RewindLapsed) -> None:
    """Check that there was a request to lapse."""
    if checked.table.request is None:
        raise Wrong("No request to rewind was open.")


def must_be_as_asked(checked: GoodLines, line: Line, rewound: HistoryRewound) -> None:
    """Check the request, the moment, the voided rolls and who agreed."""
    request = checked.table.request
    if request is None or line.cause != request.line:
        raise Wrong("Nobody asked for this rewind.")
    if (rewound.by, rewound.to_version, rewound.reason) != (request.by, request.to_version, request.reason):
        raise Wrong("It is not the rewind that was asked for.")
    try:
        wanted = rewind(checked.log, checked.table, line.n - 1, rewound.by, rewound.to_version, line.at)
    except NoRewind as refused:
        raise Wrong(refused.message) from None
    if rewound.voids != wanted.voids:
        raise Wrong(f"It must void the rolls {list(wanted.voids)}, no more and no less.")
    if rewound.consents != tuple({"line": n, "seat": seat} for seat, n in request.agreed):
        raise Wrong("Its consents are not those that were given.")
    if missing := [seat for seat in wanted.others if seat not in dict(request.agreed)]:
        raise Wrong(f"{missing[0]} had not agreed.")
