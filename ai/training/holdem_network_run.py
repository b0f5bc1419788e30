"""The run `holdem-network`: train a network to predict the actions of logged players (behaviour cloning).

The run reads logs, trains the network on batches with Adam, calibrates the probabilities by temperature scaling,
and tests the network. Deals are divided into three parts:

- Training deals, from which the network learns. Results on a sample of these deals show overfitting.
- Validation deals, which determine the temperatures. Checkpoints are compared by their results on these deals.
- Test deals, which influence neither training nor selection. Results on test deals are an estimate for new deals.

A checkpoint contains the weights and the moments of Adam. The decisions of a batch, and the permutations of their
suits, depend only on the seed and the batch number. A resumed run therefore gives the same result as an
uninterrupted run. A run takes the decisions in its logs from a cache (ai/knowledge/dataset.py). The run includes
short tests during training, and a full test at the end.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from math import cos, pi

import numpy as np
import numpy.typing as npt

from ai.knowledge import hand_strength
from ai.knowledge.batches import (
    Calibration,
    Examination,
    FrequencyTable,
    PredictionScore,
    TrainingBatches,
    median_sizes,
)
from ai.knowledge.dataset import TrainingSet, gather
from ai.knowledge.decisions import HELD_OUT_EACH, SET_ASIDE, SIX_CLASSES
from ai.knowledge.log_store import to_learn_from
from ai.knowledge.network import Adam, Network, NetworkSize
from ai.knowledge.network_strategy import TEMPERATURES, read_network
from ai.steps import relay
from ai.storage import Array, Model
from ai.training.checkpoints import checkpoint_iterations
from ai.training.config import settings_dict
from ai.training.holdem_settings import NETWORK_METRICS, NETWORK_RUN, WINNERS, HoldemNetworkConfig
from ai.training.run import RunClock, SavedInOneFile, compile_with_reports, next_milestone, run_chunk
from game.agent_entries import Strength
from game.core import Progress
from game.files.manifest import Manifest
from game.rules import games
from game.rules.betting import Street
from game.study.training import RunSnapshot

TEST_DECISIONS = 6_000
"""The number of test decisions in a short test, and of training decisions in every test."""
CALIBRATION_DECISIONS = 20_000
"""The number of validation decisions in every test.

They are always the same decisions, so that checkpoints can be compared. With more decisions, the
temperatures are only slightly better.
"""

Indices = npt.NDArray[np.int64]
NetworkTest = Generator[None, None, "ExamResult"]
"""A test that yields every few hundredths of a second. Training may continue between its steps."""


@dataclass(frozen=True, slots=True)
class PreparedData:
    """The decisions of a run, the training batches, and the frequency table as the baseline.

    `training`, `set_aside` and `held_out` are the shuffled indices of the training, validation and test decisions,
    int64[n].
    """

    training_set: TrainingSet
    training_batches: TrainingBatches
    training: Indices
    set_aside: Indices
    held_out: Indices
    table: FrequencyTable

    def short_test(self, network: Network) -> NetworkTest:
        return self._test(network, self.held_out[:TEST_DECISIONS])

    def full_test(self, network: Network) -> NetworkTest:
        return self._test(network, self.held_out)

    def _test(self, network: Network, held_out: Indices) -> NetworkTest:
        decisions = self.training_set.decisions
        calibration = Calibration(network, decisions, self.set_aside[:CALIBRATION_DECISIONS])
        while not calibration.is_over:
            calibration.go_on()
            yield
        calibrated, chosen_by = calibration.fit()
        yield
        examinations = [
            Examination(calibrated, decisions, places, self.table)
            for places in (held_out, self.training[:TEST_DECISIONS])
        ]
        for examination in examinations:
            while not examination.is_over:
                examination.go_on()
                yield
        return ExamResult(calibrated.temperatures, chosen_by, *examinations)


@dataclass(frozen=True, slots=True)
class ExamResult:
    """The result of a test: the temperatures by street, float32[4], and the scores.

    There are scores on the validation decisions, the test decisions, and a sample of the training decisions.
    """

    temperatures: npt.NDArray[np.float32]
    set_aside: PredictionScore
    held_out: Examination
    training: Examination

    def figures(self) -> dict[str, object]:
        """Return the results by name. Unless a name says otherwise, the result is for three classes of actions.

        Names without a suffix are results on the test decisions.
        """
        network, table = self.held_out.network, self.held_out.table
        found: dict[str, object] = {
            "examined": network.score().decisions,
            "examined_set_aside": self.set_aside.decisions,
        }
        for name, judgement in (
            ("", network.score()),
            ("_table", table.score()),
            ("_set_aside", self.set_aside),
            ("_learnt", self.training.network.score()),
            *((f"_{street_name(street)}", network.score([street])) for street in Street),
        ):
            found |= {f"{key}{name}": value for key, value in _figures(judgement).items()}
        for street in Street:
            of_street = _figures(table.score([street]))
            found[f"accuracy_table_{street_name(street)}"] = of_street["accuracy"]
            found[f"temperature_{street_name(street)}"] = round(float(self.temperatures[street]), 3)
        own = self.held_out.own_classes
        found |= {
            "log_loss_own_classes": round(own.log_loss, 4),
            "accuracy_own_classes": round(own.accuracy, 4),
        }
        return found


def street_name(street: Street) -> str:
    return street.name.lower()


def _figures(judgement: PredictionScore) -> dict[str, float]:
    names = ("log_loss", "accuracy", "calibration_error", "worst_bin")
    figures = {name: getattr(judgement, name) for name in names}
    return {name: round(value, 4) for name, value in figures.items() if value is not None}


WARM_UP = 0.1
"""The share of the run in which the learning rate rises. Afterwards, the rate falls along half a cosine wave."""
SHORT_TESTS = 40
MIN_BATCHES_BETWEEN_TESTS = 25
DECISIONS_COUNTED_AT_A_TIME = 50_000
SIZES_SHAPE = (len(Street), len(SIX_CLASSES))
SPLIT = (
    f"deals whose number (CRC-32 of the four hole cards) {HELD_OUT_EACH} divides are held out, and those that leave"
    f" {SET_ASIDE} set aside to find temperatures and to compare checkpoints by"
)


class HoldemNetworkRun(SavedInOneFile):
    """A training run whose iterations are batches."""

    def __init__(self, config: HoldemNetworkConfig) -> None:
        self.config = config
        size = NetworkSize(classes=int(config.classes))
        self._network = Network.fresh(size, np.random.default_rng(config.seed))
        self._adam = Adam(self._network.weights, config.decay)
        self._sizes = np.zeros(SIZES_SHAPE, np.float32)
        self._data: dict[str, object] = {}
        self._parts: PreparedData | None = None
        self._test: NetworkTest | None = None
        self._last: ExamResult | None = None

    @classmethod
    def fresh(cls, config: HoldemNetworkConfig) -> HoldemNetworkRun:
        """Return a new run.

        Raises:
            BadInput: If a log is missing.
        """
        to_learn_from(config.logs)
        return cls(config)

    @classmethod
    def from_checkpoint(cls, config: HoldemNetworkConfig, model: Model) -> HoldemNetworkRun:
        """Return the run as it was when `model` was saved.

        A missing log is reported by `reports`, because the checkpoint is valid without it.

        Raises:
            BadInput: If `model` is not a checkpoint.
        """
        run = cls(config)
        run._network = read_network(model)
        run._adam = Adam(run._network.weights, config.decay)
        run._adam.steps = checkpoint_iterations(model, config.iterations)
        for name, shape in run._network.size.shapes.items():
            run._adam.mean[name] = model.array(f"{name}_mean", shape).astype(np.float32)
            run._adam.square[name] = model.array(f"{name}_square", shape).astype(np.float32)
        run._sizes = model.array("sizes", SIZES_SHAPE).astype(np.float32)
        run._data = dict(model.manifest.data)
        return run

    @property
    def iteration(self) -> int:
        return self._adam.steps

    @property
    def total(self) -> int:
        return self.config.iterations

    def reports(self) -> Iterator[Progress]:
        """Read the logs, train on the batches, and run a full test. Yield a report after every chunk."""
        yield from compile_with_reports(hand_strength.compile_kernels, self, self._metrics)
        prepared = yield from self._prepare_data()
        pace = RunClock(self.iteration, self.total)
        while self.iteration < self.total:
            last = self._last
            run_chunk(self._learn, next_milestone(self.iteration, self.total) - self.iteration, 1)
            metrics = self._metrics() if self._last is not last else {}
            left = pace.seconds_left(self.iteration)
            yield Progress(self.iteration, self.total, pace.seconds, left, metrics)
        test = prepared.full_test(self._network)
        while self._goes_on(test):
            yield Progress(self.iteration, self.total, pace.seconds)
        yield Progress(self.iteration, self.total, pace.seconds, 0.0, self._metrics(), done=True)

    def manifest(self) -> Manifest:
        """Return the manifest of the model with its settings, its logs and its last results."""
        return Manifest(
            game=games.HOLDEM,
            agent="imitator",
            kind="learned",
            run=NETWORK_RUN,
            config=settings_dict(self.config),
            seed=self.config.seed,
            iterations=self.iteration,
            stage=f"{self.iteration:,} batches",
            strength=self._strength(),
            description=f"Acts as the players in {self._data.get('logs', self.config.logs)} do.",
            data=self._data,
        )

    def snapshot(self) -> RunSnapshot:
        """Return the accuracy by street, for the network ("N") and for the frequency table ("T")."""
        table = {
            f"{column}{street.value}": {0: 1.0 - right, 1: right}
            for column, key in (("N", "accuracy"), ("T", "accuracy_table"))
            for street in Street
            if isinstance(right := self._data.get(f"{key}_{street_name(street)}"), float)
        }
        return RunSnapshot(self.iteration, "accuracy", table)

    # ---- learning -------------------------------------------------------------------------------------------
    def _prepare_data(self) -> Generator[Progress, None, PreparedData]:
        """Read the logs and yield progress."""
        began = time.monotonic()
        reading = gather(to_learn_from(self.config.logs), self.config.players)
        training_set = yield from relay(
            reading, lambda _: Progress(self.iteration, self.total, time.monotonic() - began)
        )
        classes, table = int(self.config.classes), FrequencyTable()
        winners_only = self.config.strength == WINNERS
        learnt, set_aside = (
            part(winners_only=winners_only) for part in (training_set.training, training_set.set_aside)
        )
        rng = np.random.default_rng(self.config.seed)
        decisions = training_set.decisions
        for start in range(0, len(learnt), DECISIONS_COUNTED_AT_A_TIME):
            table.count(decisions.of(learnt[start : start + DECISIONS_COUNTED_AT_A_TIME]))
            yield Progress(self.iteration, self.total, time.monotonic() - began)
        self._parts = PreparedData(
            training_set,
            TrainingBatches(decisions, learnt, classes, self.config.seed),
            rng.permutation(learnt),
            rng.permutation(set_aside),
            rng.permutation(training_set.held_out()),
            table,
        )
        self._sizes = median_sizes(decisions, learnt, classes)
        return self._parts

    def _learn(self, batches: int) -> None:
        """Train on some batches, and run one step of the current test after each batch."""
        assert self._parts is not None
        for _ in range(batches):
            inputs, legal, done = self._parts.training_batches.batch(self.iteration)
            _, gradients = self._network.gradients(inputs, legal, done)
            self._adam.step(self._network.weights, gradients, self._rate())
            if self._test is not None:
                self._goes_on(self._test)
            elif self.iteration % max(MIN_BATCHES_BETWEEN_TESTS, self.total // SHORT_TESTS) == 0:
                self._test = self._parts.short_test(self._network)

    def _rate(self) -> float:
        """Return the learning rate of the next batch."""
        share = self.iteration / self.total
        risen = min(1.0, share / WARM_UP + 0.01)
        falling = max(0.0, (share - WARM_UP) / (1 - WARM_UP))
        return self.config.rate * risen * (1 + cos(pi * falling)) / 2

    # ---- measuring ------------------------------------------------------------------------------------------
    def _goes_on(self, test: NetworkTest) -> bool:
        """Run one step of a test, and return whether more steps follow. The last step stores the results."""
        try:
            next(test)
        except StopIteration as end:
            found: ExamResult = end.value
            self._test, self._last = None, found
            self._network.temperatures = found.temperatures
            self._data = {**self._origin(), **found.figures()}
            return False
        return True

    def _metrics(self) -> dict[str, float]:
        """Return the last results for the charts."""
        return {
            entry.key: value
            for entry in NETWORK_METRICS
            if isinstance(value := self._data.get(entry.key), float)
        }

    def _strength(self) -> Strength | None:
        """Return the last log loss on the validation decisions. The best checkpoint has the lowest log loss."""
        found, examined = self._data.get("log_loss_set_aside"), self._data.get("examined_set_aside")
        if not isinstance(found, float) or not isinstance(examined, int):
            return None
        return Strength("log-loss", found, None, "decisions set aside", examined)

    def _origin(self) -> dict[str, object]:
        """Return the logs and the numbers of decisions of this run."""
        assert self._parts is not None
        training_set = self._parts.training_set
        own = [log for log in training_set.logs if not log.held_out]
        of_others = [log.name for log in training_set.logs if log.held_out]
        return {
            "logs": ", ".join(log.name for log in own),
            **({"held_out_logs": ", ".join(of_others)} if of_others else {}),
            "players": self.config.players,
            "strength": self.config.strength,
            "hands": training_set.hands,
            "bad_lines": sum(log.bad for log in own),
            "decisions_learnt": len(self._parts.training),
            "decisions_set_aside": len(self._parts.set_aside),
            "decisions_held_out": len(self._parts.held_out),
            "split": SPLIT,
            "passes": round(self.iteration / self._parts.training_batches.a_pass, 2),
        }

    def _arrays(self) -> dict[str, Array]:
        adam = self._adam
        return {
            **self._network.weights,
            **{f"{name}_mean": array for name, array in adam.mean.items()},
            **{f"{name}_square": array for name, array in adam.square.items()},
            TEMPERATURES: self._network.temperatures,
            "sizes": self._sizes,
            "iteration": np.array(self.iteration, dtype=np.int64),
        }
