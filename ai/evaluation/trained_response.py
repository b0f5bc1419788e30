"""How much a trained response wins from a blueprint, in the small game that the blueprint was made for.

The response learns there (ai/algorithms/trained_response.py) and then plays fresh deals: the mean has an interval,
and a best response in that game wins at least as much. What bets off the menu and finer hands would win is not in
this figure; the local best response (ai/evaluation/lbr_measure.py) says something about that.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ai.abstraction.betting_tree import RULES
from ai.abstraction.blueprint import Blueprint
from ai.algorithms import mccfr_kernel
from ai.algorithms.average_strategy import play
from ai.algorithms.deals import Dealer
from ai.algorithms.dice import Dice
from ai.algorithms.public_tree import PLAYERS
from ai.algorithms.trained_response import SmallGame, trained_response
from game.core import Progress
from game.match.series import NORMAL_95

DEALS_PLAYED, DEALS_AT_A_TIME = 409_600, 4_096
MBB = 1000 / RULES.big_blind


@dataclass(frozen=True, slots=True)
class ResponseResult:
    """What the response wins, in mbb/hand; `ci95` is the half-width. Every deal is played from both seats."""

    mean: float
    ci95: float
    hands: int
    seconds: float


def measure(
    blueprint: Blueprint, dealer: Dealer, deals: int, seed: int = 0
) -> Iterator[Progress | ResponseResult]:
    """Train a response on so many deals for each seat and let it play; yield progress and, last, the result.

    The dealer deals the buckets of the blueprint's abstraction.
    """
    game = SmallGame(blueprint.tree.public, blueprint.layout, dealer)
    strategy = blueprint.played()
    dice, began = Dice.seeded(seed), time.monotonic()
    learning = trained_response(game, strategy, deals, dice)
    total = PLAYERS * deals
    while True:
        try:
            done = next(learning)
        except StopIteration as end:
            response = end.value
            break
        seconds = time.monotonic() - began
        yield Progress(done, total, seconds, seconds / done * (total - done))
    packed = mccfr_kernel.packed(game.tree, game.layout)
    won = [
        play(packed, response, strategy, game.dealer.deal(DEALS_AT_A_TIME, dice), dice)
        for _ in range(0, DEALS_PLAYED, DEALS_AT_A_TIME)
    ]
    found = np.concatenate(won) * MBB
    ci95 = NORMAL_95 * float(found.std(ddof=1)) / math.sqrt(len(found))
    yield ResponseResult(float(found.mean()), ci95, PLAYERS * len(found), time.monotonic() - began)
