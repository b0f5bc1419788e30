"""The run `holdem-network`: its settings and its metrics.

The run itself is in ai/training/holdem_network_run.py, which loads the compiler. Listing runs does not import it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.training.config import setting
from game.rules import games
from game.study.training import MetricEntry

NAME = "holdem-network"
GAME = games.HOLDEM
DESCRIPTION = "Learns from logs how players of Hold'em act, as a convolutional network."
EVERYBODY, WINNERS = "everybody", "winners"
METRICS = (
    MetricEntry("log_loss", "held-out decisions, three classes", "log_loss"),
    MetricEntry("log_loss_table", "a table of frequencies", "log_loss"),
    MetricEntry("log_loss_set_aside", "deals by which checkpoints are compared", "log_loss"),
    MetricEntry("log_loss_learnt", "decisions learnt from", "log_loss"),
    MetricEntry("accuracy", "held-out decisions, three classes", "accuracy"),
    MetricEntry("accuracy_table", "a table of frequencies", "accuracy"),
    MetricEntry("accuracy_learnt", "decisions learnt from", "accuracy"),
    MetricEntry("calibration_error", "predicted v observed frequency", "calibration", 0),
)


@dataclass(frozen=True, slots=True)
class HoldemNetworkConfig:
    """The logs, the players to learn from, and the training."""

    logs: str = setting("", "files to learn from, separated by commas; put ! before a file to hold it out")
    players: str = setting("!LBR*", "whose decisions; * matches any letters, ! excludes")
    strength: str = setting(
        EVERYBODY, "everyone, or only players who won over the logs", choices=(EVERYBODY, WINNERS)
    )
    classes: str = setting("6", "whether bet sizes count as separate actions", choices=("6", "3"))
    iterations: int = setting(4_000, "batches of 256 decisions", unit="batches", low=1, high=10_000_000)
    rate: float = setting(0.002, "highest learning rate of Adam", above=0, high=0.1)
    decay: float = setting(0.3, "weight decay, against overfitting", low=0, high=10)
    seed: int = setting(0, "random seed", low=0)


def setting_choices() -> dict[str, list[tuple[str, str]]]:
    """Return the imported logs, as choices that need no file name."""
    from ai.knowledge import log_store  # noqa: PLC0415 - who lists small games reads no logs

    return {"logs": log_store.imported_logs()}
