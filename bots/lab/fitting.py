"""A softmax regression: from the numbers of a state to the chance of each end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.float64]

RIDGE = 1.0
"""What a weight of one costs, in states: it keeps weights small that few states speak of."""
STEPS = 30
SMALL = 1e-8


MISSING = "This needs numpy, which the extra `judge` brings: type `pip install 'encounter-ledger[judge]'`."


class NoNumpy(Exception):
    """The library that fits a judge is not installed; the message is a sentence."""


def numpy() -> Any:
    """Return the library. Raises NoNumpy."""
    try:
        import numpy as np  # noqa: PLC0415 - few ask for a judge, and it is an extra
    except ImportError:
        raise NoNumpy(MISSING) from None
    return np


def fitted(states: Numbers, ends: Numbers, many: int, near: Numbers | None = None) -> Numbers:
    """Return the weights of ``many`` ends, by Newton's method; ``ends`` are the numbers of those that came.

    Whoever knows weights ``near`` them is sooner there.
    """
    np = numpy()
    of, width = states.shape
    came = np.eye(many)[ends]
    weights = np.zeros((many, width)) if near is None else near
    for _ in range(STEPS):
        chances = shares(states, weights)
        slope = (chances - came).T @ states + RIDGE * weights
        bend = np.empty((many * width, many * width))
        for one in range(many):
            for other in range(one, many):
                weighed = chances[:, one] * ((one == other) - chances[:, other])
                block = states.T @ (states * weighed[:, None])
                bend[one * width : (one + 1) * width, other * width : (other + 1) * width] = block
                bend[other * width : (other + 1) * width, one * width : (one + 1) * width] = block
        bend[np.diag_indices(many * width)] += RIDGE
        step = np.linalg.solve(bend, slope.ravel()).reshape(many, width)
        weights = weights - step
        if np.abs(step).max() < SMALL * of:
            break
    found: Numbers = weights
    return found


def shares(states: Numbers, weights: Numbers) -> Numbers:
    """Return the chance of each end, of each state."""
    np = numpy()
    reached = states @ weights.T
    grown = np.exp(reached - reached.max(axis=1, keepdims=True))
    found: Numbers = grown / grown.sum(axis=1, keepdims=True)
    return found
