"""Temperature scaling of a network: one temperature a street, fitted on deals that it was not trained on.

An underfitted network, or one whose weights shrink, gives probabilities too near the middle; an overfitted one
gives them too near 0 and 1. Which of the two holds differs by street. Dividing the logits of a street by one
number, the temperature, corrects this and keeps the order of the classes (Guo, Pleiss, Sun and Weinberger, 2017).
The temperature maximises the likelihood of the decisions that were set aside, with a prior around 1 for streets
with few decisions, or with decisions that are all predicted.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ai.knowledge.batches import DECISIONS_A_PIECE, Indices, inputs_of, targets
from ai.knowledge.decisions import Decisions
from ai.knowledge.judgement import JudgementSums, PredictionScore, legal_three, three_given, three_of
from ai.knowledge.network import Classes, Floats, Network, softmax
from game.rules.betting import Street

PRIOR_SPREAD = 0.3
"""The standard deviation of the prior on the logarithm of a temperature."""
MOST = 4.0
"""The highest temperature; the lowest is one over it."""
_HALVINGS = 20


class Calibration:
    """Runs a copy of a network on the decisions that were set aside, some at a time, then fits its temperatures."""

    def __init__(self, network: Network, decisions: Decisions, places: Indices) -> None:
        self._network = network.copy()
        self._decisions = decisions
        self._places = places
        self._logits: list[Floats] = []

    @property
    def is_over(self) -> bool:
        """Return whether the network has seen all decisions."""
        return len(self._logits) * DECISIONS_A_PIECE >= len(self._places)

    def go_on(self) -> None:
        """Run the network on the next decisions."""
        start = len(self._logits) * DECISIONS_A_PIECE
        part = self._decisions.of(self._places[start : start + DECISIONS_A_PIECE])
        self._logits.append(self._network.logits(inputs_of(part)))

    def calibrated(self) -> tuple[Network, PredictionScore]:
        """Return the network with its temperatures, and its scores on the decisions set aside, in three classes."""
        seen, logits = self._decisions.of(self._places), np.concatenate(self._logits)
        legal, done = targets(seen, self._network.size.classes)
        found = Network(
            self._network.size, self._network.weights, temperatures(logits, legal, done, seen.street)
        )
        given = softmax(logits / found.temperatures[seen.street][:, None], legal)
        sums = JudgementSums.none()
        sums.add(three_given(given), legal_three(seen.legal), three_of(seen.done), seen.street)
        return found, sums.judged()


def temperatures(
    logits: Floats, legal: npt.NDArray[np.bool_], done: Classes, street: Classes
) -> npt.NDArray[np.float32]:
    """Return float32[4]: the temperature of every street.

    logits: float[n, classes]; legal: bool[n, classes]; done, street: int64[n].
    """
    return np.array(
        [temperature(logits[at], legal[at], done[at]) for at in (street == one for one in Street)], np.float32
    )


def temperature(logits: Floats, legal: npt.NDArray[np.bool_], done: Classes) -> float:
    """Return the temperature for logits float[n, classes]; 1 where n is 0.

    Bisection finds where the slope of loss plus prior is 0.
    """
    low, high = -np.log(MOST), np.log(MOST)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        too_cold = _slope(logits / np.exp(middle), legal, done) + middle / PRIOR_SPREAD**2 < 0
        low, high = (middle, high) if too_cold else (low, middle)
    return float(np.exp((low + high) / 2))


def _slope(scaled: Floats, legal: npt.NDArray[np.bool_], done: Classes) -> float:
    """Return the derivative of the summed loss by the logarithm of the temperature."""
    expected = (softmax(scaled, legal) * np.where(legal, scaled, 0.0)).sum(axis=1)
    return float((scaled[np.arange(len(done)), done] - expected).sum())
