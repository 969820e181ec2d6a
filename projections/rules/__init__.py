"""What the rules say: a sentence for every rule id that an event can cite."""

from dataclasses import dataclass
from importlib import import_module

from domain.ruleset import RULESETS

OF_EACH: dict[str, dict[str, str]] = {
    system: import_module(f"projections.rules.{system}").STATEMENTS for system in RULESETS
}
"""The rules of each system, from the module of its name."""
STATEMENTS: dict[str, str] = {rule: words for each in OF_EACH.values() for rule, words in each.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule id and what it says; ``statement`` is None for a rule this program does not know."""

    id: str
    statement: str | None


def stated(ids: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the rules with their statements, each once, in the order given."""
    return tuple(Rule(id=each, statement=STATEMENTS.get(each)) for each in dict.fromkeys(ids))
