"""A reply that is learnt against a strategy which does not change: a best reply wins at least as much.

Where a tree is too large to be searched for its best reply, a player can still learn one: external sampling
(ai/algorithms/mccfr.py) in which only that player learns and the other samples from the strategy in question. What
the reply then wins in fresh deals is a lower bound of what the strategy can lose (F. Timbers et al., "Approximate
exploitability: learning a best response", IJCAI 2022, do the same with networks). The reply begins as the strategy
itself, so that where it has hardly been it knows something.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from ai.algorithms import mccfr_kernel
from ai.algorithms.average_strategy import CERTAIN, Strategy, put_regrets, quantise
from ai.algorithms.deals import Dealer
from ai.algorithms.dice import Dice
from ai.algorithms.mccfr_kernel import NEVER, DealtHands, UpdateSettings
from ai.algorithms.public_tree import PLAYERS, Layout, PublicTree

BATCH = 512
"""Deals between two reports: some milliseconds."""
PRIOR = 40.0
"""The regret that certain actions of the strategy begin with, in largest stakes: doubts have to outweigh chance."""
_ONLY = (np.float32(1.0), np.float32(0.0), NEVER, np.float32(1.0))
"""All deals weigh the same, nothing is summed up, no action is left out, and stakes are the unit."""


@dataclass(frozen=True, slots=True)
class SmallGame:
    """A public tree, where the entries of its strategies lie, and who deals."""

    tree: PublicTree
    layout: Layout
    dealer: Dealer


def trained_response(
    game: SmallGame, strategy: Strategy, deals: int, dice: Dice
) -> Generator[int, None, Strategy]:
    """Learn the replies of both seats from so many deals each; return them as one strategy, uint8[entries].

    Yields after every batch from how many deals has been learnt; the last time it is `PLAYERS * deals`.
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
