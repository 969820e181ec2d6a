"""Where dice came from that were not thrown for a roll of this fight."""

from __future__ import annotations

FORK = "fork"
"""Another fight rolled them, which this one branched off from; so their grade is called too."""
NONE = "none"
"""No dice are thrown: a roll of none of them."""
