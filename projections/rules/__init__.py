"""What the rules say: a sentence for every rule id that an event can cite."""

from dataclasses import dataclass

from projections.rules import etiquette, pursuit, storyteller, vanguard, verdigris

STATEMENTS: dict[str, str] = {
    **pursuit.STATEMENTS,
    **etiquette.STATEMENTS,
    **verdigris.STATEMENTS,
    **vanguard.STATEMENTS,
    **storyteller.STATEMENTS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule id and what it says; ``statement`` is None for a rule this program does not know."""

    id: str
    statement: str | None


def stated(ids: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the rules with their statements, each once, in the order given."""
    return tuple(Rule(id=each, statement=STATEMENTS.get(each)) for each in dict.fromkeys(ids))
