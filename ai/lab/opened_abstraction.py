"""Explain the bucket of a flop hand in a card abstraction, by its histogram of turn buckets and its strength.

Only a potential-aware abstraction can be explained, because its centres are histograms. The first use on a computer
compiles the kernels in another process and computes the strengths of all rivers. Compiling and computing take
some seconds. Meanwhile, progress is yielded. The results are cached.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai.abstraction import (
    card_abstraction,
    isomorphism,
    kmeans_1d,
    kmeans_emd,
    next_street,
    strengths,
    transport,
)
from ai.abstraction.card_abstraction import Parts, read_parts
from ai.abstraction.clustering import LineMetric
from ai.abstraction.emd import Floats as EmdFloats
from ai.abstraction.emd import Histograms, are_shares
from ai.abstraction.isomorphism import CellIndices, cell_index
from ai.abstraction.kmeans_emd import BucketDistances, mass_histograms
from ai.abstraction.next_street import next_cells, scratch_for
from ai.abstraction.strengths import GREATEST, ROWS_AT_A_TIME, Rivers, compute_rivers
from ai.hands.combos import CARDS, unblocked_hands
from ai.hands.evaluator import ranks
from ai.kernel_cache import KernelSet
from ai.preparation import kernels_loaded
from ai.steps import relay
from ai.storage import Model, load_model
from game.core import BadInput, Progress
from game.files import user_files
from game.files.manifest import ABSTRACTION
from game.rules import games
from game.rules.cards import DECK, Card, names
from game.study.abstraction import (
    BINS,
    COMPILING,
    PHASE,
    POTENTIAL,
    RIVERS,
    AbstractionHand,
    Apart,
    BoardHand,
    Shape,
    Shapes,
    TurnCard,
)
from game.texts import text

Floats = npt.NDArray[np.float64]

KERNEL_MODULES = (isomorphism, next_street, strengths, kmeans_emd, transport)
"""The modules whose kernels the explorer needs."""


@dataclass(frozen=True, slots=True)
class OpenedAbstraction:
    """An abstraction with its centres.

    Attributes:
        centres: float32[flop buckets, turn buckets], each of mass 1.
        ground: The distances between turn buckets.
        quantiles: float64[turn buckets, 46], the river strengths, from 0 to 1, in the centre of each turn bucket.
    """

    name: str
    parts: Parts
    rivers: Rivers
    centres: Histograms
    ground: BucketDistances
    quantiles: Floats

    @property
    def turn_strengths(self) -> Floats:
        """The mean strength of each turn centre, float64[turn buckets]."""
        means: Floats = self.quantiles.mean(axis=1)
        return means


_open: dict[tuple[Path, int], OpenedAbstraction] = {}


def open_abstraction(name: str) -> Generator[Progress, None, OpenedAbstraction]:
    """Yield progress, and return the abstraction of this name. Opened abstractions are cached.

    Raises:
        BadInput: If there is no such abstraction, or its file has no centres.
    """
    file = card_abstraction.find_file(name)
    key = file, file.stat().st_mtime_ns if file.exists() else 0
    if key not in _open:
        yield from load_kernels()
        model = load_model(file, game=games.HOLDEM, agent=ABSTRACTION)
        known = yield from _all_rivers()
        abstraction = read_abstraction(model, known)
        _open.clear()
        _open[key] = abstraction
    return _open[key]


def read_abstraction(model: Model, known: Rivers) -> OpenedAbstraction:
    """Return the abstraction in a model file.

    Raises:
        BadInput: If the model has no centres, or is damaged.
    """
    parts = read_parts(model)
    if model.manifest.config.get("kind") != POTENTIAL:
        raise BadInput(text("agent_errors.abstraction.no_histograms", file=model.file.name))
    flop, turn, river = parts.counts
    of_turn = model.array("turn_best", (turn, -1), "u")
    if of_turn.shape[1] != 46 or of_turn.max() >= river:
        raise BadInput(text("agent_errors.abstraction.turn_centre", file=model.file.name))
    centres = model.array("flop_best", (flop, turn))
    if not are_shares(centres):
        raise BadInput(text("agent_errors.checkpoint.flop.histogram", file=model.file.name))
    line = LineMetric(_positions(parts.river, known, river), river)
    ground = line.ground(of_turn)
    return OpenedAbstraction(
        model.file.stem, parts, known, centres, ground, line.positions[of_turn] / GREATEST
    )


def _positions(bucket_of: npt.NDArray[np.uint8], known: Rivers, buckets: int) -> npt.NDArray[np.int16]:
    """Return the mean strength of each river bucket, int16[256], rounded as in the clustering."""
    values = np.arange(len(bucket_of))
    multiplicities = np.bincount(bucket_of, known.counts, buckets)
    totals = np.bincount(bucket_of, known.counts * values, buckets)
    positions = np.zeros(256, np.int16)
    positions[:buckets] = np.rint(totals / np.maximum(multiplicities, 1))
    return positions


def load_kernels() -> Generator[Progress]:
    for report in kernels_loaded(KernelSet.ABSTRACTION, _compile_kernels):
        yield replace(report, metrics={PHASE: COMPILING})


def _compile_kernels() -> None:
    for module in KERNEL_MODULES:
        module.compile_kernels()
    kmeans_1d.quarter_edges(1)  # the only kernel in use, because the others take seconds to compile


def _all_rivers() -> Generator[Progress, None, Rivers]:
    """Return the strengths of all rivers. Strengths that are not cached are computed."""
    start, done, total = time.monotonic(), 0, -(-isomorphism.rows(5) // ROWS_AT_A_TIME)

    def report(_: None) -> Progress:
        nonlocal done
        done += 1
        seconds = time.monotonic() - start
        return Progress(done, total, seconds, seconds / done * (total - done), {PHASE: RIVERS})

    return (yield from relay(compute_rivers(user_files.cache_folder()), report))


FLOP_CARDS, RIVER_CARDS = 3, 5
HOLE_CARDS = 2


def checked_hand(hand: Sequence[Card], board: Sequence[Card]) -> BoardHand:
    """Check a hand and a board, and return them together.

    Raises:
        BadInput: If the hand is not two cards, or the board is not three to five other cards.
    """
    spot = BoardHand(tuple(hand), tuple(board))
    if len(spot.hand) != HOLE_CARDS or not FLOP_CARDS <= len(spot.board) <= RIVER_CARDS:
        raise BadInput(text("agent_errors.abstraction.cards"))
    if not set(spot.cards) <= set(DECK):
        raise BadInput("Cards are numbers from 0 to 51.")
    if len(set(spot.cards)) < len(spot.cards):
        fields = {"hand": names(spot.hand), "board": names(spot.board)}
        raise BadInput(text("agent_errors.abstraction.twice", **fields))
    return spot


def explain_hand(abstraction: OpenedAbstraction, spot: BoardHand) -> AbstractionHand:
    """Return the explanation of a hand: its histogram, strength and bucket."""
    flop = spot.flop
    turns, strengths = turn_cards(abstraction, flop), river_strengths(abstraction, flop)
    after_turn = strengths.reshape(len(turns), -1).mean(axis=1)
    buckets = hand_buckets(abstraction, spot)
    bucket = buckets[0]
    histogram, centre = turn_histogram(abstraction, turns), abstraction.centres[bucket].astype(np.float64)
    return AbstractionHand(
        spot,
        buckets,
        abstraction.parts.counts[: len(buckets)],
        share_beaten(flop),
        float(strengths.mean()),
        (float(after_turn.min()), float(after_turn.max())),
        tuple(sorted(turns, key=lambda turn: (turn.strength, turn.card))),
        Shapes(
            turn_shape(abstraction, histogram),
            turn_shape(abstraction, centre),
            strength_shape(strengths),
            strength_shape(abstraction.quantiles.ravel(), np.repeat(centre, abstraction.quantiles.shape[1])),
        ),
        float(centre @ abstraction.turn_strengths),
        distance_between(abstraction, histogram, centre),
        nearest_other(abstraction, histogram, bucket),
    )


def hand_distances(abstraction: OpenedAbstraction, one: BoardHand, other: BoardHand) -> Apart:
    """Return three distances between two flop hands.

    The distances are the difference of the mean river strengths, the earth mover's distance of the river strengths,
    and the earth mover's distance of the histograms of turn buckets.
    """
    first, second = (river_strengths(abstraction, spot.flop) for spot in (one, other))
    histogram, beside = (
        turn_histogram(abstraction, turn_cards(abstraction, spot.flop)) for spot in (one, other)
    )
    return Apart(
        float(abs(first.mean() - second.mean())),
        float(np.abs(np.sort(first) - np.sort(second)).mean()),
        distance_between(abstraction, histogram, beside),
    )


def turn_cards(abstraction: OpenedAbstraction, flop: BoardHand) -> list[TurnCard]:
    """Return the turn bucket of a flop hand after each possible turn card, in the order of the deck."""
    buckets = abstraction.parts.turn[_next_cells(flop.hand, flop.board)]
    strengths = abstraction.turn_strengths
    return [
        TurnCard(card, int(bucket), float(strengths[bucket]))
        for card, bucket in zip(_remaining_cards(flop.cards), buckets, strict=True)
    ]


def turn_histogram(abstraction: OpenedAbstraction, turns: Sequence[TurnCard]) -> EmdFloats:
    """Return the histogram of turn buckets, float64[turn buckets], of mass 1."""
    points = np.array([[turn.bucket for turn in turns]], np.uint8)
    found: EmdFloats = mass_histograms(points, len(abstraction.ground.distances))[0].astype(np.float64)
    return found


def distance_between(abstraction: OpenedAbstraction, one: EmdFloats, other: EmdFloats) -> float:
    """Return the exact distance between two histograms, float64[turn buckets]."""
    return transport.exact(one.tolist(), other.tolist(), abstraction.ground.distances)


def river_strengths(abstraction: OpenedAbstraction, flop: BoardHand) -> EmdFloats:
    """Return the strength of a hand, from 0 to 1, for every turn and river, float64[47 * 46]."""
    cells = [_next_cells(flop.hand, (*flop.board, card)) for card in _remaining_cards(flop.cards)]
    found: EmdFloats = abstraction.rivers.table[np.concatenate(cells)] / GREATEST
    return found


def hand_buckets(abstraction: OpenedAbstraction, spot: BoardHand) -> tuple[int, ...]:
    """Return the buckets of a hand on the flop and later streets, up to the street of the board."""
    hand, parts = np.array(spot.hand, np.uint8), abstraction.parts
    found = []
    for board_cards in range(FLOP_CARDS, len(spot.board) + 1):
        cell = cell_index(np.array(spot.board[:board_cards], np.uint8), hand)
        if board_cards == RIVER_CARDS:
            found.append(int(parts.river[abstraction.rivers.table[cell]]))
        else:
            found.append(int((parts.flop, parts.turn)[board_cards - FLOP_CARDS][cell]))
    return tuple(found)


def share_beaten(flop: BoardHand) -> float:
    """Return the share of all other hands that a hand beats on the flop. Ties count half."""
    others = CARDS[unblocked_hands(flop.cards)]
    board = np.tile(np.array(flop.board), (len(others) + 1, 1))
    found = ranks(np.hstack([np.vstack([flop.hand, others]), board]).astype(np.uint8)).astype(int)
    own, theirs = found[0], found[1:]
    return float(((own < theirs) + (own == theirs) / 2).mean())


def nearest_other(abstraction: OpenedAbstraction, histogram: EmdFloats, bucket: int) -> tuple[int, float]:
    """Return the bucket, other than `bucket`, with the nearest centre, and the distance to this centre.

    The search visits the centres in the order of a lower bound on the distance: the L1 distance of the mean
    quantiles. The histogram is float64[turn buckets].
    """
    quantiles = abstraction.ground.quantiles
    least = np.abs(abstraction.centres @ quantiles - histogram @ quantiles).sum(axis=1)
    least[bucket] = np.inf
    found, nearest = bucket, np.inf
    for other in np.argsort(least):
        if least[other] >= nearest:
            break
        distance = distance_between(abstraction, histogram, abstraction.centres[other].astype(float))
        if distance < nearest:
            found, nearest = int(other), distance
    return found, float(nearest)


def turn_shape(abstraction: OpenedAbstraction, histogram: EmdFloats) -> Shape:
    """Convert a histogram of turn buckets, float64[turn buckets], to a histogram of strengths."""
    return strength_shape(abstraction.turn_strengths, histogram)


def strength_shape(strengths: EmdFloats, weights: EmdFloats | None = None) -> Shape:
    """Return the histogram of `strengths`, float64[n], with mass 1.

    `weights`, float64[n], are the weights of the strengths. By default, all weights are equal.
    """
    bins = np.minimum((strengths * BINS).astype(int), BINS - 1)
    counts = np.bincount(bins, weights, BINS)
    return tuple((counts / counts.sum()).tolist())


def _remaining_cards(known: Sequence[Card]) -> list[Card]:
    return [card for card in DECK if card not in known]


def _next_cells(hand: Sequence[Card], board: Sequence[Card]) -> CellIndices:
    """Return the cells of a hand on the next street, one for every remaining card, in the order of the cards."""
    spots = scratch_for(len(board))
    spots.hands[0] = hand
    next_cells(np.array(board, np.uint8), 1, spots)
    found: CellIndices = spots.after[0]
    return found
