"""A process that trains until it is killed, and replacements for abstractions."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import pytest

from ai.abstraction import card_abstraction
from ai.abstraction.build import AbstractionBuild, Passed, Search, Steps
from ai.abstraction.isomorphism import cells
from ai.agents import blueprint
from ai.algorithms import td_kernel
from ai.training import holdem_blueprint_run, store
from ai.training import run as training_run
from game.core import Progress
from game.rules.betting import Street
from tests.ai.abstraction.oracles import StrengthBuckets


def trained_until_killed(reports: Callable[[], Iterable[Progress]], seconds: float) -> None:
    """Train in a process that saves constantly. Kill the process `seconds` after its first report."""
    td_kernel.compile_kernels()
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_train, args=(reports, theirs))
    process.start()
    assert process.pid is not None
    ours.recv()
    time.sleep(seconds)
    os.kill(process.pid, signal.SIGKILL)
    process.join()


def _train(reports: Callable[[], Iterable[Progress]], connection: Connection) -> None:
    training_run.CHUNK_SECONDS = 0.001
    training_run.CHECKPOINT_SECONDS = store.CHECKPOINT_SECONDS = 0.0
    for number, _ in enumerate(reports()):
        if number == 0:
            connection.send(number)


def stand_in(monkeypatch: pytest.MonkeyPatch) -> StrengthBuckets:
    """Replace every card abstraction by buckets that need no file, and let measurements use few deals."""
    cards = StrengthBuckets()
    monkeypatch.setattr(card_abstraction, "find_file", lambda name: Path("abstraction-stand-in.npz"))
    monkeypatch.setattr(card_abstraction, "counts_in", lambda file: cards.counts)
    monkeypatch.setattr(card_abstraction, "opened", lambda file: cards)
    monkeypatch.setattr(card_abstraction, "with_digest", lambda digest, beside, named: cards)
    monkeypatch.setattr(holdem_blueprint_run, "CardDealer", lambda cards: cards)
    monkeypatch.setattr(holdem_blueprint_run, "DEALS_PLAYED", 64)
    blueprint.open_blueprint.cache_clear()
    return cards


def steps_at_a_stroke(making: AbstractionBuild) -> Steps:
    """Replace the clustering: finish turn and flop in one k-means pass each, with all hands in bucket 0.

    The run must be set to 3 flop, 4 turn and 5 river buckets.
    """
    centres = np.zeros((4, 46), np.uint8)
    means = np.full((3, 4), 0.25, np.float32)
    making.river = np.zeros(1981, np.uint8)
    for street, best, cards, error in ((Street.TURN, centres, 4, 0.02), (Street.FLOP, means, 3, 0.03)):
        making.tables[street] = np.zeros(cells(cards), np.uint8)
        making.searches[street] = replace(Search(), done=3, centres=best, best=best, error=error)
        yield Passed(street, error)
