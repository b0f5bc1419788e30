"""The command `foretell`: log loss, accuracy and calibration of a network on the decisions of logs, by street.

The baseline is a table of action frequencies. With `--held-out`, the frequencies are those of the other deals.
Otherwise they are those of the predicted decisions themselves, so the results of the baseline are too good.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict
from typing import Any

import numpy as np

from ai import catalog
from ai.commands.output import print_document, show_progress
from ai.knowledge.batches import Examination, FrequencyTable, PredictionScore
from ai.knowledge.dataset import TrainingSet, gather
from ai.knowledge.log_store import sources
from ai.knowledge.network_strategy import read_network
from ai.steps import relay, run_to_end
from ai.storage import load_model
from game.core import BadInput, Progress
from game.rules import games
from game.rules.betting import Street

DIGITS = 4
COUNTED_AT_A_TIME = 50_000


def foretell(options: argparse.Namespace) -> int:
    """Print log loss, accuracy and calibration over the decisions of some players.

    Raises:
        BadInput: If the agent has no network, or a log cannot be read.
    """
    entry = catalog.find(games.HOLDEM, options.agent)
    if entry.file is None or not entry.file.with_suffix(".npz").exists():
        raise BadInput(
            f"{entry.name} has no network: those that have are named search-network-..., or trained here."
        )
    network = read_network(load_model(entry.file))
    material = _read(options)
    decisions = material.decisions
    indices = material.held_out() if options.held_out else np.arange(len(decisions))
    learnt = material.training(winners_only=False) if options.held_out else indices
    table = FrequencyTable()
    for start in range(0, len(learnt), COUNTED_AT_A_TIME):
        table.count(decisions.of(learnt[start : start + COUNTED_AT_A_TIME]))
    examination = Examination(network, decisions, indices, table)
    began = time.monotonic()
    while not examination.is_over:
        examination.go_on()
        show_progress(Progress(examination.position, len(indices), time.monotonic() - began))
    sums = examination.network
    document: dict[str, Any] = {
        "agent": entry.name,
        "logs": [log.name for log in material.logs],
        "hands": sum(log.hands for log in material.logs),
        **_figures(sums.score()),
        "table": _figures(examination.table.score()),
        "streets": {street.name.lower(): _figures(sums.score([street])) for street in Street},
    }
    return print_document(
        options, document, [*_lines(document), describe_baseline(document, options.held_out)]
    )


def _read(options: argparse.Namespace) -> TrainingSet:
    """Read the logs, and show the progress."""
    reading = gather(sources(options.logs), options.players)
    began = time.monotonic()
    return run_to_end(
        relay(reading, lambda hands: show_progress(Progress(hands, None, time.monotonic() - began)))
    )


def _figures(judgement: PredictionScore) -> dict[str, Any]:
    return {
        name: None if value is None else round(value, DIGITS) for name, value in asdict(judgement).items()
    }


def describe_baseline(document: dict[str, Any], held_out: bool) -> str:
    """Describe the baseline, and whether the network predicts better."""
    counted = "all other deals" if held_out else "these same decisions"
    ours, baseline = document["log_loss"], document["table"]["log_loss"]
    compared = "better than" if ours < baseline else "worse than" if ours > baseline else "as well as"
    return (
        f"table: how often each action was chosen, counted on {counted}. By log-loss (less is better), "
        f"the network predicts {compared} the table."
    )


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _lines(document: dict[str, Any]) -> list[str]:
    """Return a line for all decisions, a line for the baseline, and a line for each street."""
    rows = {"all": document, "table": document["table"], **document["streets"]}
    return [
        f"{name:8} {row['decisions']:>9,} decisions  log-loss {row['log_loss']:.4f}  "
        f"right {row['accuracy']:.1%}  calibration error {row['calibration_error']:.1%}"
        f"  worst bin {_share(row['worst_bin'])}"
        for name, row in rows.items()
    ]
