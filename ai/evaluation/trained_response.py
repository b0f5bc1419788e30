"""An approximate best response, learnt against a blueprint in its own small game, and what it wins.

What is seen there is a part of the truth: at the table others bet other sizes, and hold hands instead of buckets.

The response learns there (ai/algorithms/trained_response.py) and then plays fresh deals: the mean has an interval,
and a best response in that game wins at least as much. What bets off the menu and finer hands would win is not in
this figure; the local best response (ai/evaluation/lbr_measure.py) says something about that.
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
from ai.algorithms.average_strategy import Strategy, play
from ai.algorithms.dice import Dice
from ai.algorithms.mccfr_kernel import Tree
from ai.algorithms.public_tree import PLAYERS, Dealer
from ai.algorithms.trained_response import SmallGame, trained_response
from ai.steps import relayed
from game.core import Progress
from game.match.series import NORMAL_95

DEALS_AT_A_TIME = 4_096
"""What is played between two reports: some milliseconds."""
MBB = 1_000 / RULES.big_blind


@dataclass(frozen=True, slots=True)
class SmallResult:
    """What the first strategy wins, in mbb/hand; `ci95` is the half-width. Every deal makes two hands."""

    mean: float
    ci95: float
    hands: int


def small_match(
    tree: Tree, players: tuple[Strategy, Strategy], dealer: Dealer, deals: int, dice: Dice
) -> Generator[int, None, SmallResult]:
    """Play so many deals, two or more, from both seats; yield how many are done, and return the result.

    players: uint8[entries] each, as `Blueprint.played` returns them.
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
    """What the response wins, in mbb/hand; `ci95` is the half-width. Every deal is played from both seats.

    seconds_a_deal: what learning from another deal for each seat would take.
    """

    mean: float
    ci95: float
    hands: int
    seconds: float
    seconds_a_deal: float


class _Part:
    """Reports of one part of the work, which has its own pace; its first step may compile, and is not counted."""

    def __init__(self, total: int, began: float) -> None:
        self._total = total
        self._began = began
        self._first: tuple[int, float] | None = None
        self.seconds_each: float | None = None

    def report(self, done: int) -> Progress:
        """Return how far the part is, and how long it will take."""
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
    """Train a response on so many deals for each seat and let it play; yield progress and, last, the result.

    The dealer deals the buckets of the blueprint's abstraction.
    """
    game, began = SmallGame(blueprint.tree.public, blueprint.layout, dealer), time.monotonic()
    learning, playing = _Part(PLAYERS * deals, began), _Part(DEALS_PLAYED, began)
    yield Progress(0, PLAYERS * deals, 0.0)
    strategy, dice = blueprint.played(), Dice.seeded(seed)
    response = yield from relayed(trained_response(game, strategy, deals, dice), learning.report)
    packed = mccfr_kernel.packed(game.tree, game.layout)
    match = small_match(packed, (response, strategy), game.dealer, DEALS_PLAYED, dice)
    won = yield from relayed(match, playing.report)
    seconds_a_deal = PLAYERS * (learning.seconds_each or 0.0)
    yield ResponseResult(won.mean, won.ci95, won.hands, time.monotonic() - began, seconds_a_deal)
