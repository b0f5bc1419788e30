"""Two strategies against each other in the small game of bets and buckets that both were made for.

What is seen there is a part of the truth: at the table others bet other sizes, and hold hands instead of buckets.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from ai.abstraction.betting_tree import RULES
from ai.algorithms.average_strategy import Strategy, play
from ai.algorithms.dice import Dice
from ai.algorithms.mccfr_kernel import Tree
from ai.algorithms.public_tree import PLAYERS, Dealer
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
