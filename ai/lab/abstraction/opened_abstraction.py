"""An abstraction for the explorer: loaded with the centres of its buckets, which play does not need.

Only a distribution-aware abstraction has histograms as centres. The first use on a computer compiles the kernels in
another process and computes the strengths of all rivers; this takes some seconds, is reported, and is cached.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai.abstraction import (
    histograms,
    isomorphism,
    kmeans_1d_emd,
    kmeans_emd,
    next_cards,
    registry,
    rivers,
    strengths,
    transport,
)
from ai.abstraction.card_abstraction import Parts, parts_of
from ai.abstraction.clustering import LineMetric
from ai.abstraction.emd import Histograms, are_shares
from ai.abstraction.kmeans_emd import BucketDistances
from ai.abstraction.rivers import ROWS_AT_A_TIME, Rivers
from ai.abstraction.strengths import GREATEST
from ai.kernel_cache import KernelSet
from ai.preparation import kernels_loaded
from ai.steps import relayed
from ai.storage import Model, load_model
from game.core import BadInput, Progress
from game.files import user_files
from game.files.manifest import ABSTRACTION
from game.rules import games
from game.study.abstraction import COMPILING, PHASE, POTENTIAL, RIVERS

Floats = npt.NDArray[np.float64]

COMPILED = (isomorphism, next_cards, strengths, histograms, kmeans_emd, transport)
"""The modules whose kernels the explorer needs."""


@dataclass(frozen=True, slots=True)
class OpenedAbstraction:
    """An abstraction with its centres.

    centres: float32[flop buckets, turn buckets], each of mass 1; ground: the distances between turn buckets;
    quantiles: float64[turn buckets, 46], the river strengths in the centre of each, 0 to 1.
    """

    name: str
    parts: Parts
    rivers: Rivers
    centres: Histograms
    ground: BucketDistances
    quantiles: Floats

    @property
    def turn_strengths(self) -> Floats:
        """float64[turn buckets]: the mean strength of each centre."""
        means: Floats = self.quantiles.mean(axis=1)
        return means


_open: dict[tuple[Path, int], OpenedAbstraction] = {}


def opened(name: str) -> Generator[Progress, None, OpenedAbstraction]:
    """Return an abstraction by its name; `BadInput` where there is none, or none with centres."""
    file = registry.file_of(name)
    key = file, file.stat().st_mtime_ns if file.exists() else 0
    if key not in _open:
        yield from compiled()
        model = load_model(file, game=games.HOLDEM, agent=ABSTRACTION)
        known = yield from _all_rivers()
        abstraction = from_model(model, known)
        _open.clear()
        _open[key] = abstraction
    return _open[key]


def from_model(model: Model, known: Rivers) -> OpenedAbstraction:
    """Return the abstraction in a model file; `BadInput` where it has no centres, or is damaged."""
    parts = parts_of(model)
    if model.manifest.config.get("kind") != POTENTIAL:
        raise BadInput(
            f"{model.file.name} clusters hands differently: only an abstraction by future strength "
            f"has histograms to show."
        )
    flop, turn, river = parts.counts
    of_turn = model.array("turn_best", (turn, -1), "u")
    if of_turn.shape[1] != 46 or of_turn.max() >= river:
        raise BadInput(f"{model.file.name} is damaged: a turn centre belongs to no bucket.")
    centres = model.array("flop_best", (flop, turn))
    if not are_shares(centres):
        raise BadInput(f"{model.file.name} is damaged: a centre of its flop is not a histogram of mass 1.")
    line = LineMetric(_positions(parts.river, known, river), river)
    ground = line.ground(of_turn)
    return OpenedAbstraction(
        model.file.stem,
        parts,
        known,
        centres,
        ground,
        line.positions[of_turn] / GREATEST,
    )


def _positions(bucket_of: npt.NDArray[np.uint8], known: Rivers, buckets: int) -> npt.NDArray[np.int16]:
    """Return int16[256]: the mean strength in each river bucket, rounded, as the line was made of."""
    values = np.arange(len(bucket_of))
    multiplicities = np.bincount(bucket_of, known.counts, buckets)
    totals = np.bincount(bucket_of, known.counts * values, buckets)
    positions = np.zeros(256, np.int16)
    positions[:buckets] = np.rint(totals / np.maximum(multiplicities, 1))
    return positions


def compiled() -> Generator[Progress]:
    """Compile and load the kernels, with progress."""
    for report in kernels_loaded(KernelSet.ABSTRACTION, _warm):
        yield replace(report, metrics={PHASE: COMPILING})


def _warm() -> None:
    for module in COMPILED:
        module.compile_kernels()
    kmeans_1d_emd.quarter_edges(1)  # the only kernel of it that is called; the others take seconds to compile


def _all_rivers() -> Generator[Progress, None, Rivers]:
    """Return the strengths of all rivers, worked out where they are not kept."""
    start, done, total = time.monotonic(), 0, -(-isomorphism.rows(5) // ROWS_AT_A_TIME)

    def report(_: None) -> Progress:
        nonlocal done
        done += 1
        seconds = time.monotonic() - start
        return Progress(done, total, seconds, seconds / done * (total - done), {PHASE: RIVERS})

    return (yield from relayed(rivers.worked_out(user_files.cache_folder()), report))
