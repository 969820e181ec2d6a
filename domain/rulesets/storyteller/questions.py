"""Questions that the rules put to the storyteller."""

from __future__ import annotations

from domain.events import DecisionOpened, Facts
from domain.story import Story


def ask_for_ruling(story: Story, context: Facts, rule: str) -> None:
    """STO-44: what was declared waits for the storyteller's word."""
    owner = str(story.now.referee)
    story.tell(DecisionOpened(kind="ruling", owner=owner, context={**context, "until": "ruling"}, rules=(rule,)))
