"""Exact numbers as they are shown: a fraction, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

_SIX = Context(prec=6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """A chance or a mean: ``exact`` as a fraction in lowest terms (``35/108``), ``decimal`` to six digits.

    Both are texts: the terms outgrow what a JSON number holds, and no reader should take the rounded one for exact.
    """

    exact: str
    decimal: str


def exact(number: Fraction) -> Exact:
    """Return ``number`` as it is shown."""
    rounded = _SIX.divide(Decimal(number.numerator), Decimal(number.denominator))
    return Exact(exact=f"{number.numerator}/{number.denominator}", decimal=f"{rounded:f}")
