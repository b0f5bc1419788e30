"""How well decisions are predicted: log-loss, accuracy and calibration, by street, beside a frequency table.

Log-loss is the mean of -ln of the probability predicted for the action taken. A prediction is well calibrated if of
all classes predicted with about 30%, about 30% were chosen. Probabilities fall into ten equal bins; the expected
calibration error is the mean distance between predicted and observed frequency, weighted by the size of the bins
(Naeini, Cooper and Hauskrecht, 2015). The worst bin with at least FEWEST probabilities is reported as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ai.knowledge.decisions import CALLS, SIX_CLASSES, THREE_CLASSES, Decisions, sum_raises
from game.rules.betting import Street

Probabilities = npt.NDArray[np.float32]
Classes = npt.NDArray[np.int64]

BINS = 10
FEWEST = 300


@dataclass(frozen=True, slots=True)
class PredictionScore:
    """Figures over some decisions: log-loss in nats; accuracy, calibration error and the worst bin's, as fractions.

    `worst_bin` is None where no bin has `FEWEST` probabilities.
    """

    decisions: int
    log_loss: float
    accuracy: float
    calibration_error: float
    worst_bin: float | None


@dataclass(frozen=True, slots=True)
class JudgementSums:
    """Sums over decisions, from which the figures follow: by street [4] and by bin [4, BINS]."""

    decisions: npt.NDArray[np.float64]
    loss: npt.NDArray[np.float64]
    right: npt.NDArray[np.float64]
    given: npt.NDArray[np.float64]
    done: npt.NDArray[np.float64]
    count: npt.NDArray[np.float64]

    @classmethod
    def none(cls) -> JudgementSums:
        """Return sums over nothing."""
        streets = len(Street)
        return cls(*(np.zeros(streets) for _ in range(3)), *(np.zeros((streets, BINS)) for _ in range(3)))

    def add(
        self, probabilities: Probabilities, legal: npt.NDArray[np.bool_], done: Classes, street: Classes
    ) -> None:
        """Add decisions.

        probabilities: float32[n, classes], predicted; legal: bool[n, classes]; done: int64[n], the class chosen;
        street: int64[n].
        """
        rows, streets = np.arange(len(done)), len(self.decisions)
        of_done = np.maximum(probabilities[rows, done].astype(np.float64), 1e-12)
        self.decisions[:] += np.bincount(street, minlength=streets)
        self.loss[:] -= np.bincount(street, np.log(of_done), streets)
        self.right[:] += np.bincount(street, probabilities.argmax(axis=1) == done, streets)
        row, kind = np.nonzero(legal)
        given = probabilities[row, kind]
        place = street[row] * BINS + np.minimum((given * BINS).astype(np.int64), BINS - 1)
        for sums, weights in ((self.given, given), (self.done, done[row] == kind), (self.count, None)):
            sums[:] += np.bincount(place, weights, streets * BINS).reshape(streets, BINS)

    def judged(self, streets: Sequence[int] = tuple(Street)) -> PredictionScore:
        """Return the figures over some streets."""
        chosen = list(streets)
        many = max(1.0, float(self.decisions[chosen].sum()))
        given, done, count = (sums[chosen].sum(axis=0) for sums in (self.given, self.done, self.count))
        apart = np.abs(given - done)
        enough = count >= FEWEST
        worst = float((apart[enough] / count[enough]).max()) if enough.any() else None
        return PredictionScore(
            int(self.decisions[chosen].sum()),
            float(self.loss[chosen].sum()) / many,
            float(self.right[chosen].sum()) / many,
            float(apart.sum() / max(1.0, count.sum())),
            worst,
        )


class FrequencyTable:
    """The baseline: how often each of three classes was chosen in public situations, without the cards.

    A situation is the street, the position, the size of the bet faced and the number of raises on the street. Every
    class starts with a count of one. `count` adds decisions.
    """

    _FACED = (0.0, 0.6, 1.1)
    _CELLS = 4 * 2 * 4 * 4

    def __init__(self) -> None:
        self._counts = np.ones((self._CELLS, len(THREE_CLASSES)))

    def count(self, decisions: Decisions) -> None:
        np.add.at(self._counts, (self._cells(decisions), three_of(decisions.done)), 1.0)

    def probabilities(self, decisions: Decisions) -> Probabilities:
        """Return float32[n, 3] over the legal classes."""
        shares = self._counts[self._cells(decisions)] * legal_three(decisions.legal)
        found: Probabilities = (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)
        return found

    def _cells(self, decisions: Decisions) -> Classes:
        """Return int64[n]: the row of the table for each decision."""
        numbers = decisions.situation.astype(np.float32)
        odds = np.minimum(numbers[:, POT_ODDS] / 2, 0.499)
        faced = np.searchsorted(self._FACED, np.round(odds / (1 - 2 * odds), 3), side="left")
        raises = np.minimum(np.round(numbers[:, RAISES] * 4), 3).astype(np.int64)
        button = numbers[:, BUTTON_PLACE].astype(np.int64)
        found: Classes = ((decisions.street * 2 + button) * 4 + faced) * 4 + raises
        return found


BUTTON_PLACE, POT_ODDS, RAISES = 4, 6, 12
"""Columns of the situation (ai/knowledge/features.py)."""


def three_of(six: npt.NDArray[np.integer]) -> Classes:
    found: Classes = np.minimum(six, CALLS + 1).astype(np.int64)
    return found


def legal_three(legal: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return bool[n, 3]: which of three classes are legal. legal: bool[n, 6]."""
    return np.stack([legal[:, 0], legal[:, 1], legal[:, 2:].any(axis=1)], axis=1)


def three_given(probabilities: Probabilities) -> Probabilities:
    """Return float32[n, 3], from float32[n, 3] or float32[n, 6]."""
    return sum_raises(probabilities) if probabilities.shape[1] == len(SIX_CLASSES) else probabilities
