"""Measure a blueprint by an approximate best response that is trained in the blueprint's abstract game.

The response is trained by sampling (ai/algorithms/mccfr.py) and then plays new deals. The mean winnings of the
trained response are a lower bound on the winnings of a best response in the abstract game. A best response in the
real game could also gain by off-tree bets, and by playing exact hands instead of buckets. The local best response
measures a part of this gain (ai/evaluation/local_best_response.py).
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np

from ai.abstraction.betting_tree import RULES
from ai.abstraction.blueprint import Blueprint
from ai.algorithms import mccfr_kernel
from ai.algorithms.dice import Dice
from ai.algorithms.mccfr import SmallGame, trained_response
from ai.algorithms.mccfr_kernel import Strategy, Tree, play
from ai.algorithms.public_tree import PLAYERS, Dealer
from ai.steps import relay
from game.core import Progress
from game.match.series import NORMAL_95

DEALS_AT_A_TIME = 4_096
"""The number of deals between two reports, which are some milliseconds apart."""
MBB = 1_000 / RULES.big_blind


@dataclass(frozen=True, slots=True)
class SmallResult:
    """The winnings of the first strategy in mbb/hand, and the half-width of their 95 % interval.

    Every deal counts as two hands.
    """

    mean: float
    ci95: float
    hands: int


def small_match(
    tree: Tree, players: tuple[Strategy, Strategy], dealer: Dealer, deals: int, dice: Dice
) -> Generator[int, None, SmallResult]:
    """Play a match with each deal in both seats. Yield the number of deals so far, and return the result.

    `deals` must be at least 2. Each strategy is uint8[entries], as `Blueprint.effective_strategy` returns it.
    """
    won = []
    for done in range(0, deals, DEALS_AT_A_TIME):
        number = min(DEALS_AT_A_TIME, deals - done)
        won.append(play(tree, *players, dealer.deal(number, dice), dice))
        yield done + number
    found = np.concatenate(won) * MBB
    half_width = NORMAL_95 * float(found.std(ddof=1)) / math.sqrt(deals)
    return SmallResult(float(found.mean()), half_width, PLAYERS * deals)


DEALS_PLAYED = 409_600


@dataclass(frozen=True, slots=True)
class ResponseResult:
    """The winnings of the response in mbb/hand, and the half-width of their 95 % interval.

    Every deal is played in both seats. `seconds_a_deal` is the training time per deal, for both seats together.
    """

    mean: float
    ci95: float
    hands: int
    seconds: float
    seconds_a_deal: float


class _Part:
    """A part of the measurement (the training or the match) with its progress.

    The first step may compile kernels, so its time is ignored.
    """

    def __init__(self, total: int, began: float) -> None:
        self._total = total
        self._began = began
        self._first: tuple[int, float] | None = None
        self.seconds_each: float | None = None

    def report(self, done: int) -> Progress:
        """Return the progress and an estimate of the remaining time."""
        seconds = time.monotonic() - self._began
        if self._first is None:
            self._first = done, seconds
        before, then = self._first
        self.seconds_each = (seconds - then) / (done - before) if done > before else None
        left = None if self.seconds_each is None else self.seconds_each * (self._total - done)
        return Progress(done, self._total, seconds, left)


def measure(
    blueprint: Blueprint, dealer: Dealer, deals: int, seed: int = 0
) -> Iterator[Progress | ResponseResult]:
    """Train a response on `deals` deals for each seat, and measure the winnings of the response.

    Yield progress and finally the result.

    `dealer` must deal the buckets of the blueprint's abstraction.
    """
    game, began = SmallGame(blueprint.tree.public, blueprint.layout, dealer), time.monotonic()
    learning, playing = _Part(PLAYERS * deals, began), _Part(DEALS_PLAYED, began)
    yield Progress(0, PLAYERS * deals, 0.0)
    strategy, dice = blueprint.effective_strategy(), Dice.from_seed(seed)
    response = yield from relay(trained_response(game, strategy, deals, dice), learning.report)
    packed = mccfr_kernel.kernel_tree(game.tree, game.layout)
    match = small_match(packed, (response, strategy), game.dealer, DEALS_PLAYED, dice)
    won = yield from relay(match, playing.report)
    seconds_a_deal = PLAYERS * (learning.seconds_each or 0.0)
    yield ResponseResult(won.mean, won.ci95, won.hands, time.monotonic() - began, seconds_a_deal)
