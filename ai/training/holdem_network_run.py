"""The run `holdem-network` at work: logs are read, then batches learnt, with examinations on deals held out.

The weights with the totals of Adam are the checkpoint; order and suits of the batches depend on seed and number
alone, so a run goes on as if it had never stopped. Logs are read again when it goes on; what was read is kept
(ai/knowledge/decision_cache.py). A short examination takes place now and then while it learns, a full one at its
end.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from math import cos, pi
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai.knowledge import hand_strength
from ai.knowledge.actions import SIX
from ai.knowledge.decisions import HELD_OUT_EACH
from ai.knowledge.judgement import FrequencyTable, Judgement
from ai.knowledge.lessons import Examination, Lessons, middle_sizes
from ai.knowledge.log_sources import sources
from ai.knowledge.network import Adam, Network, Size
from ai.knowledge.network_strategy import network_of
from ai.knowledge.training_set import TrainingSet, gather
from ai.storage import Array, Model, save_model
from ai.training.compiling import reports_while
from ai.training.config import settings_of
from ai.training.holdem_network import GAME, METRICS, NAME, WINNERS, HoldemNetworkConfig
from ai.training.run import Pace, chunk, iterations_done, milestone
from game.core import Progress, RunSnapshot, Strength
from game.manifest import Manifest
from game.rules.betting import Street

WARM_UP = 0.1
"""The share of the run in which the rate rises; then it falls as half a cosine."""
EXAMINATIONS = 40
FEWEST_BETWEEN = 25
EXAMINED = 6_000
"""Decisions of an examination on the way, held out and learnt."""
COUNTED_AT_A_TIME = 50_000
SIZES = (len(Street), len(SIX))
SPLIT = f"deals whose number (CRC-32 of the four hole cards) {HELD_OUT_EACH} divides are held out"

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _School:
    """What the logs gave: decisions, batches, places learnt and held out (shuffled), and the baseline."""

    material: TrainingSet
    lessons: Lessons
    learnt: Places
    held_out: Places
    table: FrequencyTable

    def examination(self, network: Network, places: Places) -> Examination:
        """Return an examination of a network on some decisions."""
        return Examination(network, self.material.decisions, places, self.table)


@dataclass(frozen=True, slots=True)
class _Test:
    """Two examinations of one network: on decisions held out, and on some of those learnt."""

    held_out: Examination
    learnt: Examination

    @property
    def is_over(self) -> bool:
        return self.held_out.is_over and self.learnt.is_over

    def go_on(self) -> None:
        """Look at a few more decisions."""
        (self.learnt if self.held_out.is_over else self.held_out).go_on()


class HoldemNetworkRun:
    """Batches, counted as iterations."""

    def __init__(self, config: HoldemNetworkConfig) -> None:
        self.config = config
        size = Size(classes=int(config.classes))
        self._network = Network.fresh(size, np.random.default_rng(config.seed))
        self._adam = Adam(self._network.weights, config.decay)
        self._sizes = np.zeros(SIZES, np.float32)
        self._data: dict[str, object] = {}
        self._school: _School | None = None
        self._test: _Test | None = None
        self._last: Examination | None = None

    @classmethod
    def fresh(cls, config: HoldemNetworkConfig) -> HoldemNetworkRun:
        """Return a run from nothing; `BadInput` where a log is not there."""
        sources(config.logs)
        return cls(config)

    @classmethod
    def resumed(cls, config: HoldemNetworkConfig, model: Model) -> HoldemNetworkRun:
        """Return the run as it was when `model` was saved; `BadInput` if it is no checkpoint.

        A log that is away for now is missed when the run is to go on, and no fault of the checkpoint.
        """
        run = cls(config)
        run._network = network_of(model)
        run._adam = Adam(run._network.weights, config.decay)
        run._adam.taken = iterations_done(model, config.iterations)
        for name, shape in run._network.size.shapes.items():
            run._adam.mean[name] = model.array(f"{name}_mean", shape).astype(np.float32)
            run._adam.square[name] = model.array(f"{name}_square", shape).astype(np.float32)
        run._sizes = model.array("sizes", SIZES).astype(np.float32)
        run._data = dict(model.manifest.data)
        return run

    @property
    def iteration(self) -> int:
        """Return how many batches have been learnt."""
        return self._adam.taken

    @property
    def total(self) -> int:
        """Return how many batches are to be learnt."""
        return self.config.iterations

    def reports(self) -> Iterator[Progress]:
        """Yield a report after every chunk: logs are read, batches learnt, and last all held out is examined."""
        yield from reports_while(hand_strength.warm, self, self._metrics)
        school = yield from self._go_to_school()
        pace = Pace(self.iteration, self.total)
        while self.iteration < self.total:
            last = self._last
            chunk(self._learn, milestone(self.iteration, self.total) - self.iteration, 1)
            metrics = self._metrics() if self._last is not last else {}
            left = pace.seconds_left(self.iteration)
            yield Progress(self.iteration, self.total, pace.seconds, left, metrics)
        test = _Test(
            school.examination(self._network, school.held_out),
            school.examination(self._network, school.learnt[:EXAMINED]),
        )
        while not test.is_over:
            test.go_on()
            yield Progress(self.iteration, self.total, pace.seconds)
        self._note(test)
        yield Progress(self.iteration, self.total, pace.seconds, 0.0, self._metrics(), done=True)

    def save(self, file: Path) -> None:
        """Write the model, which is also the checkpoint, to `file` and its manifest beside it."""
        save_model(file, self.manifest(), self._arrays())

    def manifest(self) -> Manifest:
        """Return what this model is, which logs it saw, and how it measured last."""
        return Manifest(
            game=GAME,
            agent="imitator",
            kind="learned",
            run=NAME,
            config=settings_of(self.config),
            seed=self.config.seed,
            iterations=self.iteration,
            stage=f"{self.iteration:,} batches",
            strength=self._strength(),
            description=f"Acts as the players in {self._data.get('logs', self.config.logs)} do.",
            data=self._data,
        )

    def snapshot(self) -> RunSnapshot:
        """Return how often it foretells what is done, by street, and how often the table of frequencies does."""
        table = {
            f"{column}{street.value}": {0: 1.0 - right, 1: right}
            for column, key in (("N", "accuracy"), ("T", "accuracy_table"))
            for street in Street
            if isinstance(right := self._data.get(f"{key}_{_name(street)}"), float)
        }
        return RunSnapshot(self.iteration, "accuracy", table)

    # ---- learning -------------------------------------------------------------------------------------------
    def _go_to_school(self) -> Generator[Progress, None, _School]:
        """Read the logs, and report the while."""
        began = time.monotonic()
        reading = gather(sources(self.config.logs), self.config.players)
        while True:
            try:
                next(reading)
            except StopIteration as end:
                material: TrainingSet = end.value
                break
            yield Progress(self.iteration, self.total, time.monotonic() - began)
        classes, table = int(self.config.classes), FrequencyTable()
        learnt = material.learnt(winners_only=self.config.strength == WINNERS)
        rng = np.random.default_rng(self.config.seed)
        decisions = material.decisions
        for start in range(0, len(learnt), COUNTED_AT_A_TIME):
            table.count(decisions.of(learnt[start : start + COUNTED_AT_A_TIME]))
            yield Progress(self.iteration, self.total, time.monotonic() - began)
        self._school = _School(
            material,
            Lessons(decisions, learnt, classes, self.config.seed),
            rng.permutation(learnt),
            rng.permutation(material.held_out()),
            table,
        )
        self._sizes = middle_sizes(decisions, learnt, classes)
        return self._school

    def _learn(self, batches: int) -> None:
        """Learn some batches, and between them go on with the examination that is due."""
        assert self._school is not None
        for _ in range(batches):
            inputs, legal, done = self._school.lessons.batch(self.iteration)
            _, gradients = self._network.gradients(inputs, legal, done)
            self._adam.step(self._network.weights, gradients, self._rate())
            if self._test is not None:
                self._test.go_on()
                if self._test.is_over:
                    self._note(self._test)
            elif self.iteration % max(FEWEST_BETWEEN, self.total // EXAMINATIONS) == 0:
                self._test = _Test(
                    *(
                        self._school.examination(self._network, places[:EXAMINED])
                        for places in (self._school.held_out, self._school.learnt)
                    )
                )

    def _rate(self) -> float:
        """Return the rate of the next batch."""
        share = self.iteration / self.total
        risen = min(1.0, share / WARM_UP + 0.01)
        falling = max(0.0, (share - WARM_UP) / (1 - WARM_UP))
        return self.config.rate * risen * (1 + cos(pi * falling)) / 2

    # ---- measuring ------------------------------------------------------------------------------------------
    def _note(self, test: _Test) -> None:
        """Keep what an examination has found."""
        self._test, self._last = None, test.held_out
        self._data = {**self._origin(), **_figures(test)}

    def _metrics(self) -> dict[str, float]:
        """Return what was measured last, as the curves want it."""
        return {
            entry.key: value for entry in METRICS if isinstance(value := self._data.get(entry.key), float)
        }

    def _strength(self) -> Strength | None:
        """Return the log-loss on deals held out, as it was found last; the least of a run is proposed."""
        found, examined = self._data.get("log_loss"), self._data.get("examined")
        if not isinstance(found, float) or not isinstance(examined, int):
            return None
        return Strength("log-loss", found, None, "held-out decisions", examined)

    def _origin(self) -> dict[str, object]:
        """Return which logs were seen."""
        assert self._school is not None
        material = self._school.material
        return {
            "logs": ", ".join(log.name for log in material.logs),
            "players": self.config.players,
            "strength": self.config.strength,
            "hands": material.hands,
            "bad_lines": sum(log.bad for log in material.logs),
            "decisions_learnt": len(self._school.learnt),
            "decisions_held_out": len(self._school.held_out),
            "split": SPLIT,
            "passes": round(self.iteration / self._school.lessons.a_pass, 2),
        }

    def _arrays(self) -> dict[str, Array]:
        adam = self._adam
        return {
            **self._network.weights,
            **{f"{name}_mean": array for name, array in adam.mean.items()},
            **{f"{name}_square": array for name, array in adam.square.items()},
            "sizes": self._sizes,
            "iteration": np.array(self.iteration, dtype=np.int64),
        }


def _figures(test: _Test) -> dict[str, object]:
    """Return the figures of an examination, of three classes unless they say otherwise, by street as well."""
    found: dict[str, object] = {"examined": test.held_out.network.judged().decisions}
    for name, sums in (
        ("", test.held_out.network),
        ("_table", test.held_out.table),
        ("_learnt", test.learnt.network),
    ):
        found |= {f"{key}{name}": value for key, value in _told(sums.judged()).items()}
    for street in Street:
        of_street = test.held_out.network.judged([street])
        found |= {f"{key}_{_name(street)}": value for key, value in _told(of_street).items()}
        found[f"accuracy_table_{_name(street)}"] = _told(test.held_out.table.judged([street]))["accuracy"]
    own = test.held_out.own_classes
    found |= {"log_loss_own_classes": round(own.log_loss, 4), "accuracy_own_classes": round(own.accuracy, 4)}
    return found


def _told(judgement: Judgement) -> dict[str, float]:
    names = ("log_loss", "accuracy", "calibration_error", "worst_bin")
    return {name: round(getattr(judgement, name), 4) for name in names}


def _name(street: Street) -> str:
    return street.name.lower()
