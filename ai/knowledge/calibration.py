"""How sure a network may be: its temperatures, one for each street, found on deals that it has not learnt.

A network that has learnt too little, or whose weights shrink, gives probabilities too near the middle; one that
has learnt by heart gives them too near 0 and 1. Which of both holds differs by street. Dividing the logits of a
street by one number, the temperature, mends it and changes no order of the classes (Guo, Pleiss, Sun and
Weinberger, 2017). It is the one under which decisions that were set aside are most probable, with a prior at 1 for
streets of which there are few, or of which all is foretold.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ai.knowledge.batches import DECISIONS_A_PIECE, Indices, inputs_of, targets
from ai.knowledge.decisions import Decisions
from ai.knowledge.judgement import Judgement, JudgementSums, legal_three, three_given, three_of
from ai.knowledge.network import Classes, Floats, Network, softmax
from game.rules.betting import Street

PRIOR_SPREAD = 0.3
"""The deviation of the logarithm of a temperature, before anything is seen."""
MOST = 4.0
"""No temperature is above it, or below one by it."""
_HALVINGS = 20


class Calibration:
    """A network, as it is now, before decisions that were set aside; piece by piece."""

    def __init__(self, network: Network, decisions: Decisions, places: Indices) -> None:
        self._network = network.copy()
        self._decisions = decisions
        self._places = places
        self._logits: list[Floats] = []

    @property
    def is_over(self) -> bool:
        """Return whether all decisions have been looked at."""
        return len(self._logits) * DECISIONS_A_PIECE >= len(self._places)

    def go_on(self) -> None:
        """Look at the next few."""
        start = len(self._logits) * DECISIONS_A_PIECE
        part = self._decisions.of(self._places[start : start + DECISIONS_A_PIECE])
        self._logits.append(self._network.logits(inputs_of(part)))

    def calibrated(self) -> tuple[Network, Judgement]:
        """Return the network with its temperatures, and how it does, with three classes, on what was set aside."""
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
    """Return float32[4], by street, from float[n, classes], bool[n, classes] and int64[n] each."""
    return np.array(
        [temperature(logits[at], legal[at], done[at]) for at in (street == one for one in Street)], np.float32
    )


def temperature(logits: Floats, legal: npt.NDArray[np.bool_], done: Classes) -> float:
    """Return the temperature of float[n, classes] of logits; 1 where there are none.

    Loss and prior are least where their slope is 0: halving finds it.
    """
    low, high = -np.log(MOST), np.log(MOST)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        too_cold = _slope(logits / np.exp(middle), legal, done) + middle / PRIOR_SPREAD**2 < 0
        low, high = (middle, high) if too_cold else (low, middle)
    return float(np.exp((low + high) / 2))


def _slope(scaled: Floats, legal: npt.NDArray[np.bool_], done: Classes) -> float:
    """Return how the summed loss grows with the logarithm of the temperature: logit done less logit expected."""
    expected = (softmax(scaled, legal) * np.where(legal, scaled, 0.0)).sum(axis=1)
    return float((scaled[np.arange(len(done)), done] - expected).sum())
