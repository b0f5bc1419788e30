"""Training batches with permuted suits, temperature scaling, and scores: log loss, accuracy and calibration error.

Suits are interchangeable, so every batch is augmented by a random permutation of the suits. The order of decisions
and the permutation depend only on the seed and on the number of the batch. A run that resumes at batch 700
therefore sees the same batches as an uninterrupted run.

Temperature scaling (Guo, Pleiss, Sun and Weinberger, "On calibration of modern neural networks", ICML 2017) divides
the logits of each street by one number. The order of the classes by probability stays the same. Scaling corrects
probabilities that are too uniform (from underfitting or weight decay) or too extreme (from overfitting). The
correction differs by street. The temperature maximises the likelihood of the validation decisions. A prior
around 1 keeps the temperature moderate for streets with few decisions, or with decisions that are all
predicted correctly.

Log loss is the mean of -ln(p), where p is the probability that was predicted for the chosen action. Predictions are
calibrated if players chose, for example, 30% of the classes that were predicted with probability 0.3. Probabilities
are grouped into ten equal bins. The expected calibration error is the mean difference between predicted and
observed frequency, weighted by the size of the bins (Naeini, Cooper and Hauskrecht, AAAI 2015). The largest error
of a bin with at least MIN_BIN_SIZE probabilities is reported as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from ai.knowledge.decisions import CALLS, SIX_CLASSES, THREE_CLASSES, Decisions, planes, sum_raises
from ai.knowledge.network import Classes as NetworkClasses
from ai.knowledge.network import Floats, Inputs, Network, softmax
from game.rules.betting import Street

Probabilities = npt.NDArray[np.float32]
Classes = npt.NDArray[np.int64]

BINS = 10
MIN_BIN_SIZE = 300


@dataclass(frozen=True, slots=True)
class PredictionScore:
    """Scores over some decisions.

    Attributes:
        decisions: The number of decisions.
        log_loss: The log loss in nats.
        accuracy: The fraction of decisions at which the player chose the most likely class.
        calibration_error: The expected calibration error.
        worst_bin: The largest error of a bin, None if no bin has `MIN_BIN_SIZE` probabilities.
    """

    decisions: int
    log_loss: float
    accuracy: float
    calibration_error: float
    worst_bin: float | None


@dataclass(frozen=True, slots=True)
class JudgementSums:
    """Sums over decisions, from which the scores are computed.

    The arrays have a sum for each street, [4], or for each street and bin, [4, BINS].
    """

    decisions: npt.NDArray[np.float64]
    loss: npt.NDArray[np.float64]
    right: npt.NDArray[np.float64]
    predictions: npt.NDArray[np.float64]
    done: npt.NDArray[np.float64]
    count: npt.NDArray[np.float64]

    @classmethod
    def none(cls) -> JudgementSums:
        streets = len(Street)
        return cls(*(np.zeros(streets) for _ in range(3)), *(np.zeros((streets, BINS)) for _ in range(3)))

    def add(
        self, probabilities: Probabilities, legal: npt.NDArray[np.bool_], done: Classes, street: Classes
    ) -> None:
        """Add decisions.

        Args:
            probabilities: float32[n, classes], the predicted probabilities.
            legal: bool[n, classes], the legal classes.
            done: int64[n], the chosen class.
            street: int64[n], from 0 (preflop) to 3.
        """
        rows, streets = np.arange(len(done)), len(self.decisions)
        of_done = np.maximum(probabilities[rows, done].astype(np.float64), 1e-12)
        self.decisions[:] += np.bincount(street, minlength=streets)
        self.loss[:] -= np.bincount(street, np.log(of_done), streets)
        self.right[:] += np.bincount(street, probabilities.argmax(axis=1) == done, streets)
        row, kind = np.nonzero(legal)
        predictions = probabilities[row, kind]
        place = street[row] * BINS + np.minimum((predictions * BINS).astype(np.int64), BINS - 1)
        for sums, weights in (
            (self.predictions, predictions),
            (self.done, done[row] == kind),
            (self.count, None),
        ):
            sums[:] += np.bincount(place, weights, streets * BINS).reshape(streets, BINS)

    def score(self, streets: Sequence[int] = tuple(Street)) -> PredictionScore:
        """Return the scores over some streets."""
        chosen = list(streets)
        many = max(1.0, float(self.decisions[chosen].sum()))
        predictions, done, count = (
            sums[chosen].sum(axis=0) for sums in (self.predictions, self.done, self.count)
        )
        apart = np.abs(predictions - done)
        enough = count >= MIN_BIN_SIZE
        worst = float((apart[enough] / count[enough]).max()) if enough.any() else None
        return PredictionScore(
            int(self.decisions[chosen].sum()),
            float(self.loss[chosen].sum()) / many,
            float(self.right[chosen].sum()) / many,
            float(apart.sum() / max(1.0, count.sum())),
            worst,
        )


class FrequencyTable:
    """A baseline that predicts three classes by their frequencies in the same public situation, without the cards.

    A situation is the street, the position, the size of the bet to call and the number of raises on the street.
    Every class starts with a frequency of 1. The method `count` adds decisions.
    """

    _FACED = (0.0, 0.6, 1.1)
    _CELLS = 4 * 2 * 4 * 4

    def __init__(self) -> None:
        self._counts = np.ones((self._CELLS, len(THREE_CLASSES)))

    def count(self, decisions: Decisions) -> None:
        np.add.at(self._counts, (self._cells(decisions), merge_classes(decisions.done)), 1.0)

    def probabilities(self, decisions: Decisions) -> Probabilities:
        """Return the probabilities of the three classes, float32[n, 3], 0 for illegal classes."""
        shares = self._counts[self._cells(decisions)] * legal_three(decisions.legal)
        found: Probabilities = (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)
        return found

    def _cells(self, decisions: Decisions) -> Classes:
        """Return the row of the table for each decision, int64[n]."""
        numbers = decisions.situation.astype(np.float32)
        odds = np.minimum(numbers[:, POT_ODDS] / 2, 0.499)
        faced = np.searchsorted(self._FACED, np.round(odds / (1 - 2 * odds), 3), side="left")
        raises = np.minimum(np.round(numbers[:, RAISES] * 4), 3).astype(np.int64)
        button = numbers[:, BUTTON_PLACE].astype(np.int64)
        found: Classes = ((decisions.street * 2 + button) * 4 + faced) * 4 + raises
        return found


BUTTON_PLACE, POT_ODDS, RAISES = 4, 6, 12
"""Columns of the situation (ai/knowledge/decisions.py)."""


def merge_classes(six: npt.NDArray[np.integer]) -> Classes:
    """Map each of the six classes, int[n], to one of the three classes, int64[n]."""
    found: Classes = np.minimum(six, CALLS + 1).astype(np.int64)
    return found


def legal_three(legal: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return a mask of the legal classes among the three, bool[n, 3].

    `legal` is the mask of the six classes, bool[n, 6].
    """
    return np.stack([legal[:, 0], legal[:, 1], legal[:, 2:].any(axis=1)], axis=1)


def three_given(probabilities: Probabilities) -> Probabilities:
    """Return the probabilities of the three classes, float32[n, 3].

    The argument has three or six classes, float32[n, 3 or 6].
    """
    return sum_raises(probabilities) if probabilities.shape[1] == len(SIX_CLASSES) else probabilities


BATCH_DECISIONS = 256
DECISIONS_A_PIECE = 512
"""The number of decisions in a step of an evaluation, which takes some hundredths of a second."""
_EXCHANGES = np.array(list(permutations(range(4))))

Indices = npt.NDArray[np.int64]


class TrainingBatches:
    """The training batches. In each epoch, the training decisions have a new random order."""

    def __init__(self, decisions: Decisions, indices: Indices, classes: int, seed: int) -> None:
        self._decisions = decisions
        self._indices = indices
        self._classes = classes
        self._seed = seed
        self.a_pass = max(1, len(indices) // BATCH_DECISIONS)
        """The number of batches in a pass."""
        self._order: tuple[int, Indices] = (-1, indices)

    def batch(self, number: int) -> tuple[Inputs, npt.NDArray[np.bool_], Indices]:
        """Return batch `number`, counted from 0: the inputs, the legal classes, and the targets.

        The legal classes are bool[n, classes], and the targets int64[n].
        """
        passes, within = divmod(number, self.a_pass)
        if self._order[0] != passes:
            rng = np.random.default_rng((self._seed, passes))
            self._order = passes, rng.permutation(self._indices)
        chosen = self._order[1][within * BATCH_DECISIONS : (within + 1) * BATCH_DECISIONS]
        exchange = np.random.default_rng((self._seed, passes, within)).integers(len(_EXCHANGES))
        part = self._decisions.of(chosen)
        return (network_inputs(part, _EXCHANGES[exchange]), *targets(part, self._classes))


class Examination:
    """Evaluates a copy of a network, and the frequency table, on some decisions, in steps."""

    def __init__(
        self, network: Network, decisions: Decisions, indices: Indices, table: FrequencyTable
    ) -> None:
        self._network = network.copy()
        self._decisions = decisions
        self._indices = indices
        self._table = table
        self.position = 0
        """The number of decisions evaluated so far, rounded up to a multiple of `DECISIONS_A_PIECE`."""
        self._sums, self._of_table, self._own = (
            JudgementSums.none(),
            JudgementSums.none(),
            JudgementSums.none(),
        )

    @property
    def is_over(self) -> bool:
        return self.position >= len(self._indices)

    def go_on(self) -> None:
        """Evaluate the next decisions."""
        part = self._decisions.of(self._indices[self.position : self.position + DECISIONS_A_PIECE])
        self.position += DECISIONS_A_PIECE
        legal, done = targets(part, self._network.size.classes)
        predictions = self._network.probabilities(network_inputs(part), legal).astype(np.float32)
        self._own.add(predictions, legal, done, part.street)
        self._add_three(self._sums, three_given(predictions), part)
        self._add_three(self._of_table, self._table.probabilities(part), part)

    @property
    def network(self) -> JudgementSums:
        return self._sums

    @property
    def own_classes(self) -> PredictionScore:
        return self._own.score()

    @property
    def table(self) -> JudgementSums:
        return self._of_table

    @staticmethod
    def _add_three(sums: JudgementSums, predictions: Probabilities, part: Decisions) -> None:
        sums.add(predictions, legal_three(part.legal), merge_classes(part.done), part.street)


def network_inputs(decisions: Decisions, suits: npt.NDArray[np.int64] | None = None) -> Inputs:
    """Return the inputs of a network for n decisions. `suits`, int64[4], permutes the suits."""
    cards = planes(decisions.cards)
    numbers = np.concatenate([decisions.situation, decisions.strength], axis=1).astype(np.float32)
    return Inputs(
        cards if suits is None else cards[:, :, suits], decisions.betting.astype(np.float32), numbers
    )


def targets(decisions: Decisions, classes: int) -> tuple[npt.NDArray[np.bool_], Indices]:
    """Return the legal classes (bool[n, classes]) and the class of the chosen action (int64[n])."""
    if classes == 3:
        return legal_three(decisions.legal), merge_classes(decisions.done)
    return decisions.legal, decisions.done.astype(np.int64)


def median_sizes(decisions: Decisions, indices: Indices, classes: int) -> npt.NDArray[np.float32]:
    """Return the median bet as a fraction of the pot, float32[4, 6], by street and class.

    A class without bets gets a default size.
    """
    usual = (0.0, 0.0, 0.5, 0.8, 1.5, 0.0) if classes == 6 else (0.0, 0.0, 0.8, 0.0, 0.0, 0.0)
    found = np.tile(np.array(usual, np.float32), (4, 1))
    six, size, at = decisions.done[indices], decisions.size[indices], decisions.street[indices]
    done = merge_classes(six) if classes == 3 else six.astype(np.int64)
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
    """Evaluates a copy of a network on the validation decisions in steps, then fits its temperatures."""

    def __init__(self, network: Network, decisions: Decisions, indices: Indices) -> None:
        self._network = network.copy()
        self._decisions = decisions
        self._indices = indices
        self._logits: list[Floats] = []

    @property
    def is_over(self) -> bool:
        return len(self._logits) * DECISIONS_A_PIECE >= len(self._indices)

    def go_on(self) -> None:
        """Evaluate the next decisions."""
        start = len(self._logits) * DECISIONS_A_PIECE
        part = self._decisions.of(self._indices[start : start + DECISIONS_A_PIECE])
        self._logits.append(self._network.logits(network_inputs(part)))

    def fit(self) -> tuple[Network, PredictionScore]:
        """Return the network with fitted temperatures, and its three-class scores on the validation decisions."""
        seen, logits = self._decisions.of(self._indices), np.concatenate(self._logits)
        legal, done = targets(seen, self._network.size.classes)
        found = Network(
            self._network.size, self._network.weights, fit_temperatures(logits, legal, done, seen.street)
        )
        predictions = softmax(logits / found.temperatures[seen.street][:, None], legal)
        sums = JudgementSums.none()
        sums.add(three_given(predictions), legal_three(seen.legal), merge_classes(seen.done), seen.street)
        return found, sums.score()


def fit_temperatures(
    logits: Floats, legal: npt.NDArray[np.bool_], done: NetworkClasses, street: NetworkClasses
) -> npt.NDArray[np.float32]:
    """Return the temperature of every street, float32[4].

    Args:
        logits: float[n, classes].
        legal: bool[n, classes], the legal classes.
        done: int64[n], the chosen classes.
        street: int64[n], from 0 (preflop) to 3.
    """
    return np.array(
        [fit_temperature(logits[at], legal[at], done[at]) for at in (street == one for one in Street)],
        np.float32,
    )


def fit_temperature(logits: Floats, legal: npt.NDArray[np.bool_], done: NetworkClasses) -> float:
    """Return the temperature for some logits, float[n, classes]. If n is 0, the temperature is 1.

    Bisection finds the minimum of loss plus prior, at which the derivative is 0.
    """
    low, high = -np.log(MAX_TEMPERATURE), np.log(MAX_TEMPERATURE)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        too_cold = _slope(logits / np.exp(middle), legal, done) + middle / PRIOR_SPREAD**2 < 0
        low, high = (middle, high) if too_cold else (low, middle)
    return float(np.exp((low + high) / 2))


def _slope(scaled: Floats, legal: npt.NDArray[np.bool_], done: NetworkClasses) -> float:
    """Return the derivative of the summed loss with respect to the logarithm of the temperature."""
    expected = (softmax(scaled, legal) * np.where(legal, scaled, 0.0)).sum(axis=1)
    return float((scaled[np.arange(len(done)), done] - expected).sum())
