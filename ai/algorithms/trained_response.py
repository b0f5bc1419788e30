"""An approximate best response, learnt against a fixed strategy.

If a tree is too large to compute the best response, a player can learn a good one by external sampling
(ai/algorithms/mccfr.py): only that player learns, and the other samples from the fixed strategy. What the response
then wins in fresh deals is a lower bound of what a best response wins (F. Timbers et al., "Approximate
exploitability: learning a best response", IJCAI 2022, do the same with networks). The response starts as the fixed
strategy itself, so that it plays sensibly in rarely visited information sets.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from ai.algorithms import mccfr_kernel
from ai.algorithms.average_strategy import CERTAIN, Strategy, put_regrets, quantise
from ai.algorithms.dice import Dice
from ai.algorithms.mccfr_kernel import NEVER, DealtHands, UpdateSettings
from ai.algorithms.public_tree import PLAYERS, Dealer, Layout, PublicTree

BATCH = 512
"""Deals between two reports, which takes a few milliseconds."""
PRIOR = 40.0
"""The initial regret of an action with probability 1, as a multiple of the largest stake: a change of action then
takes more than a little luck."""
_ONLY = (np.float32(1.0), np.float32(0.0), NEVER, np.float32(1.0))
"""All deals have the same weight, strategies are not summed, no action is pruned, and stakes are the unit."""


@dataclass(frozen=True, slots=True)
class SmallGame:
    """A public tree, the layout of its tables, and the dealer."""

    tree: PublicTree
    layout: Layout
    dealer: Dealer


def trained_response(
    game: SmallGame, strategy: Strategy, deals: int, dice: Dice
) -> Generator[int, None, Strategy]:
    """Learn a response for each seat from `deals` deals; return both as one strategy, uint8[entries].

    Yields the number of deals learnt from so far, after every batch. The last number is `PLAYERS * deals`.
    """
    packed, layout = mccfr_kernel.packed(game.tree, game.layout), game.layout
    found = np.zeros(layout.entries, np.uint8)
    for seat in range(PLAYERS):
        first, end = layout.entries_of(seat)
        tables = np.zeros(2 * layout.entries, np.float32)
        put_regrets(packed, tables, layout.buckets, strategy)
        tables[2 * first : 2 * end] *= PRIOR * float(game.tree.stake.max()) / CERTAIN
        for done in range(0, deals, BATCH):
            dealt = game.dealer.deal(min(BATCH, deals - done), dice)
            settings = UpdateSettings(*_ONLY, seat, seat + 1)
            dealt_hands = DealtHands(dealt.buckets.reshape(len(dealt), -1), dealt.results)
            counter = np.array([dice.counter], np.uint64)
            mccfr_kernel.learn(packed, tables, dealt_hands, settings, counter)
            dice.counter = int(counter[0])
            yield seat * deals + done + len(dealt)
        reply = np.zeros(layout.entries, np.uint8)
        quantise(packed, tables, layout.buckets, reply)
        found[first:end] = reply[first:end]
    return found
