"""Training batches with permuted suits, evaluation on held-out decisions, and calibration by temperature scaling.

Suits are interchangeable, so every batch is augmented by a random one of the 24 permutations. Order and suits
depend only on the seed and the number of the batch. A run resumed at batch 700 sees the same batches as an
uninterrupted one.

Temperature scaling (Guo, Pleiss, Sun and Weinberger, 2017) divides the logits of each street by one number.
This keeps the order of the classes, and corrects probabilities that are too near the middle (an underfitted
network or shrinking weights) or too near 0 and 1 (an overfitted one). Which of the two holds differs by
street. The temperature maximises the likelihood of the validation decisions, with a prior around 1 for
streets with few decisions, or with decisions that are all predicted.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
import numpy.typing as npt

from ai.knowledge.decisions import Decisions
from ai.knowledge.features import planes
from ai.knowledge.judgement import (
    FrequencyTable,
    JudgementSums,
    PredictionScore,
    Probabilities,
    legal_three,
    three_given,
    three_of,
)
from ai.knowledge.network import Classes, Floats, Inputs, Network, softmax
from game.rules.betting import Street

BATCH_DECISIONS = 256
DECISIONS_A_PIECE = 512
"""The number of decisions that a network evaluates in some hundredths of a second."""
_EXCHANGES = np.array(list(permutations(range(4))))

Indices = npt.NDArray[np.int64]


class TrainingBatches:
    """The training batches: the decisions at the indices `places`, in a new random order for each pass."""

    def __init__(self, decisions: Decisions, places: Indices, classes: int, seed: int) -> None:
        self._decisions = decisions
        self._places = places
        self._classes = classes
        self._seed = seed
        self.a_pass = max(1, len(places) // BATCH_DECISIONS)
        """How many batches make a pass."""
        self._order: tuple[int, Indices] = (-1, places)

    def batch(self, number: int) -> tuple[Inputs, npt.NDArray[np.bool_], Indices]:
        """Return a batch by its number from 0: inputs, legal classes bool[n, classes], and targets int64[n]."""
        passes, within = divmod(number, self.a_pass)
        if self._order[0] != passes:
            rng = np.random.default_rng((self._seed, passes))
            self._order = passes, rng.permutation(self._places)
        chosen = self._order[1][within * BATCH_DECISIONS : (within + 1) * BATCH_DECISIONS]
        exchange = np.random.default_rng((self._seed, passes, within)).integers(len(_EXCHANGES))
        part = self._decisions.of(chosen)
        return (network_inputs(part, _EXCHANGES[exchange]), *targets(part, self._classes))


class Examination:
    """Evaluates a copy of a network on decisions that it was not trained on, some at a time."""

    def __init__(
        self, network: Network, decisions: Decisions, places: Indices, table: FrequencyTable
    ) -> None:
        self._network = network.copy()
        self._decisions = decisions
        self._places = places
        self._table = table
        self.passed = 0
        """Decisions evaluated so far, rounded up to whole pieces."""
        self._sums, self._of_table, self._own = (
            JudgementSums.none(),
            JudgementSums.none(),
            JudgementSums.none(),
        )

    @property
    def is_over(self) -> bool:
        return self.passed >= len(self._places)

    def go_on(self) -> None:
        """Evaluate the next decisions."""
        part = self._decisions.of(self._places[self.passed : self.passed + DECISIONS_A_PIECE])
        self.passed += DECISIONS_A_PIECE
        legal, done = targets(part, self._network.size.classes)
        given = self._network.probabilities(network_inputs(part), legal).astype(np.float32)
        self._own.add(given, legal, done, part.street)
        self._add_three(self._sums, three_given(given), part)
        self._add_three(self._of_table, self._table.probabilities(part), part)

    @property
    def network(self) -> JudgementSums:
        return self._sums

    @property
    def own_classes(self) -> PredictionScore:
        return self._own.judged()

    @property
    def table(self) -> JudgementSums:
        return self._of_table

    @staticmethod
    def _add_three(sums: JudgementSums, given: Probabilities, part: Decisions) -> None:
        sums.add(given, legal_three(part.legal), three_of(part.done), part.street)


def network_inputs(decisions: Decisions, suits: npt.NDArray[np.int64] | None = None) -> Inputs:
    """Return the inputs of a network for n decisions, with the suits permuted by `suits`, int64[4], if given."""
    cards = planes(decisions.cards)
    numbers = np.concatenate([decisions.situation, decisions.strength], axis=1).astype(np.float32)
    return Inputs(
        cards if suits is None else cards[:, :, suits], decisions.betting.astype(np.float32), numbers
    )


def targets(decisions: Decisions, classes: int) -> tuple[npt.NDArray[np.bool_], Indices]:
    """Return the legal classes, bool[n, classes], and the class of the action taken, int64[n]."""
    if classes == 3:
        return legal_three(decisions.legal), three_of(decisions.done)
    return decisions.legal, decisions.done.astype(np.int64)


def median_sizes(decisions: Decisions, places: Indices, classes: int) -> npt.NDArray[np.float32]:
    """Return the median bet in pots by street and class, float32[4, 6], or a default for classes without bets."""
    usual = (0.0, 0.0, 0.5, 0.8, 1.5, 0.0) if classes == 6 else (0.0, 0.0, 0.8, 0.0, 0.0, 0.0)
    found = np.tile(np.array(usual, np.float32), (4, 1))
    six, size, at = decisions.done[places], decisions.size[places], decisions.street[places]
    done = three_of(six) if classes == 3 else six.astype(np.int64)
    for street in range(4):
        for kind in range(2, 5 if classes == 6 else 3):
            sizes = size[(at == street) & (done == kind)]
            if len(sizes):
                found[street, kind] = np.median(sizes)
    return found


PRIOR_SPREAD = 0.3
"""The standard deviation of the prior on the logarithm of a temperature."""
MAX_TEMPERATURE = 4.0
"""The maximum temperature. The minimum is its reciprocal."""
_HALVINGS = 20


class Calibration:
    """Runs a copy of a network on the validation decisions in steps, then fits its temperatures."""

    def __init__(self, network: Network, decisions: Decisions, places: Indices) -> None:
        self._network = network.copy()
        self._decisions = decisions
        self._places = places
        self._logits: list[Floats] = []

    @property
    def is_over(self) -> bool:
        return len(self._logits) * DECISIONS_A_PIECE >= len(self._places)

    def go_on(self) -> None:
        """Run the network on the next decisions."""
        start = len(self._logits) * DECISIONS_A_PIECE
        part = self._decisions.of(self._places[start : start + DECISIONS_A_PIECE])
        self._logits.append(self._network.logits(network_inputs(part)))

    def calibrated(self) -> tuple[Network, PredictionScore]:
        """Return the network with its temperatures, and its scores on the validation decisions in three classes."""
        seen, logits = self._decisions.of(self._places), np.concatenate(self._logits)
        legal, done = targets(seen, self._network.size.classes)
        found = Network(
            self._network.size, self._network.weights, fit_temperatures(logits, legal, done, seen.street)
        )
        given = softmax(logits / found.temperatures[seen.street][:, None], legal)
        sums = JudgementSums.none()
        sums.add(three_given(given), legal_three(seen.legal), three_of(seen.done), seen.street)
        return found, sums.judged()


def fit_temperatures(
    logits: Floats, legal: npt.NDArray[np.bool_], done: Classes, street: Classes
) -> npt.NDArray[np.float32]:
    """Return the temperature of every street, float32[4].

    Args:
        logits: float[n, classes].
        legal: bool[n, classes].
        done: int64[n], the classes taken.
        street: int64[n].
    """
    return np.array(
        [fit_temperature(logits[at], legal[at], done[at]) for at in (street == one for one in Street)],
        np.float32,
    )


def fit_temperature(logits: Floats, legal: npt.NDArray[np.bool_], done: Classes) -> float:
    """Return the temperature for logits float[n, classes], 1 if n is 0.

    Bisection finds the zero of the slope of loss plus prior.
    """
    low, high = -np.log(MAX_TEMPERATURE), np.log(MAX_TEMPERATURE)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        too_cold = _slope(logits / np.exp(middle), legal, done) + middle / PRIOR_SPREAD**2 < 0
        low, high = (middle, high) if too_cold else (low, middle)
    return float(np.exp((low + high) / 2))


def _slope(scaled: Floats, legal: npt.NDArray[np.bool_], done: Classes) -> float:
    """Return the derivative of the summed loss by the logarithm of the temperature."""
    expected = (softmax(scaled, legal) * np.where(legal, scaled, 0.0)).sum(axis=1)
    return float((scaled[np.arange(len(done)), done] - expected).sum())
