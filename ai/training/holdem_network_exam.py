"""Tests the network of the run `holdem-network`: calibrates it on validation deals, examines it on held-out deals.

Deals fall into three parts. Those set aside are for validation: they determine the temperatures, and checkpoints
are compared on them. Those held out influence nothing, so results on them are what to expect of new deals. Results
on some of the training deals are given beside them, to show overfitting.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ai.knowledge.batches import Calibration, Examination, TrainingBatches
from ai.knowledge.dataset import TrainingSet
from ai.knowledge.judgement import FrequencyTable, PredictionScore
from ai.knowledge.network import Network
from game.rules.betting import Street

EXAMINED = 6_000
"""How many held-out decisions a short test uses, and how many training decisions every test uses."""
CALIBRATED = 20_000
"""How many decisions set aside every test uses, always the same ones, so that checkpoints can be compared. More
would hardly change the temperatures."""

Indices = npt.NDArray[np.int64]
Testing = Generator[None, None, "ExamResult"]
"""A test in steps of some hundredths of a second; training may continue between them."""


@dataclass(frozen=True, slots=True)
class PreparedData:
    """The data of a run: decisions, training batches, shuffled indices of the three parts, and the baseline."""

    training_set: TrainingSet
    training_batches: TrainingBatches
    learnt: Indices
    set_aside: Indices
    held_out: Indices
    table: FrequencyTable

    def short_test(self, network: Network) -> Testing:
        """Test a network on some of the held-out decisions."""
        return self._test(network, self.held_out[:EXAMINED])

    def full_test(self, network: Network) -> Testing:
        """Test a network on all held-out decisions."""
        return self._test(network, self.held_out)

    def _test(self, network: Network, held_out: Indices) -> Testing:
        decisions = self.training_set.decisions
        calibration = Calibration(network, decisions, self.set_aside[:CALIBRATED])
        while not calibration.is_over:
            calibration.go_on()
            yield
        calibrated, chosen_by = calibration.calibrated()
        yield
        examinations = [
            Examination(calibrated, decisions, places, self.table)
            for places in (held_out, self.learnt[:EXAMINED])
        ]
        for examination in examinations:
            while not examination.is_over:
                examination.go_on()
                yield
        return ExamResult(calibrated.temperatures, chosen_by, *examinations)


@dataclass(frozen=True, slots=True)
class ExamResult:
    """The result of a test: float32[4], the temperatures by street, and the predictions on the three parts."""

    temperatures: npt.NDArray[np.float32]
    set_aside: PredictionScore
    held_out: Examination
    learnt: Examination

    def figures(self) -> dict[str, object]:
        """Return the results by name, for three classes of actions unless the name says otherwise.

        Names without a suffix are for the held-out decisions.
        """
        network, table = self.held_out.network, self.held_out.table
        found: dict[str, object] = {
            "examined": network.judged().decisions,
            "examined_set_aside": self.set_aside.decisions,
        }
        for name, judgement in (
            ("", network.judged()),
            ("_table", table.judged()),
            ("_set_aside", self.set_aside),
            ("_learnt", self.learnt.network.judged()),
            *((f"_{name_of(street)}", network.judged([street])) for street in Street),
        ):
            found |= {f"{key}{name}": value for key, value in _figures(judgement).items()}
        for street in Street:
            of_street = _figures(table.judged([street]))
            found[f"accuracy_table_{name_of(street)}"] = of_street["accuracy"]
            found[f"temperature_{name_of(street)}"] = round(float(self.temperatures[street]), 3)
        own = self.held_out.own_classes
        found |= {
            "log_loss_own_classes": round(own.log_loss, 4),
            "accuracy_own_classes": round(own.accuracy, 4),
        }
        return found


def name_of(street: Street) -> str:
    """Return how figures of a street are called."""
    return street.name.lower()


def _figures(judgement: PredictionScore) -> dict[str, float]:
    names = ("log_loss", "accuracy", "calibration_error", "worst_bin")
    figures = {name: getattr(judgement, name) for name in names}
    return {name: round(value, 4) for name, value in figures.items() if value is not None}
