"""Leaf values for depth-limited solving of the flop: multi-valued states (Brown, Sandholm and Amos, NeurIPS 2018).

The blueprint plays the turn and the river. One player chooses among several continuation strategies: the blueprint
itself, or the blueprint biased towards folding, calling or raising.

The buckets of the blueprint are combined into groups, and a value is computed for each pair of groups. The values
depend only on the betting, so each node of the tree is evaluated once for all boards. Future cards are averaged
over sampled boards: one table gives the probability that a turn group becomes each river group, and two tables give
the showdown results between groups.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.betting_tree import CALLED, FOLDED
from ai.abstraction.blueprint import Blueprint
from ai.algorithms.public_tree import DECISION, FOLD
from ai.hands.boards import rivers
from ai.hands.combos import Floats
from ai.steps import run_to_end
from game.core import Player
from game.rules.betting import BIG_BLIND, Street
from game.rules.cards import DECK, Card

Groups = npt.NDArray[np.int32]
Float32s = npt.NDArray[np.float32]

GROUPS = 50
"""The number of groups on each street. A group is a range of neighbouring buckets."""
CHOICES = 4
"""The number of continuation strategies: the blueprint, and the blueprint with more folds, calls or raises."""
LEAN = 5.0
"""The factor of the favoured action's probability in a biased continuation strategy, before scaling to sum 1."""
BOARDS = 100
"""The number of sampled boards for the averages over future cards."""
MAX_CACHED_NODES = 256
"""The maximum number of nodes with cached continuations. Each takes 80 kB."""
NODES_A_STEP = 150
"""The number of decision nodes after which the computation of continuations can stop."""


class Continuation(NamedTuple):
    """The value of turn and river from a node on, by continuation strategy and groups of both hands.

    For player 0, the value of a pair of hands is won + stake * (fraction of showdowns won - fraction lost).

    Attributes:
        won: float32[CHOICES, GROUPS, GROUPS], the mean chips that player 0 wins, minus the expected value of the
            showdowns.
        stake: float32[CHOICES, GROUPS, GROUPS], the mean number of chips that each player has in the pot at a
            showdown.
    """

    won: Float32s
    stake: Float32s


class CardsToCome(NamedTuple):
    """Averages over boards: the transitions between groups, and the results of showdowns.

    Attributes:
        becomes: float64[GROUPS, GROUPS], the probability that a hand of each turn group is in each river group
            after the river card.
        river: float64[GROUPS, GROUPS], the fraction of showdowns that the first of two river groups wins, minus the
            fraction that this group loses.
        turn: float64[GROUPS, GROUPS], the same difference for turn groups.
    """

    becomes: Floats
    river: Floats
    turn: Floats


@dataclass(eq=False)
class Continuations:
    """Computes the continuation values of a blueprint, with a cache of recent nodes."""

    blueprint: Blueprint
    to_come: CardsToCome = field(init=False)

    def __post_init__(self) -> None:
        self.to_come = self._cards_to_come()
        self._cache: OrderedDict[tuple[int, Player], Continuation] = OrderedDict()
        self._decisions = 0

    def groups(self, board: tuple[Card, ...]) -> Groups:
        """Return the group of every hand on a turn or river, int32[1326], -1 for blocked hands."""
        street = Street.TURN if len(board) == 4 else Street.RIVER
        buckets = self.blueprint.buckets(board)
        all_buckets = int(self.blueprint.layout.buckets[street])
        return np.where(buckets < 0, -1, buckets * GROUPS // all_buckets).astype(np.int32)

    def has(self, node: int, chooser: Player) -> bool:
        return (node, chooser) in self._cache

    def at(self, node: int, chooser: Player) -> Continuation:
        """Return the continuation values from a node of the tree at the start of the turn.

        `chooser` is the player who chooses among the continuation strategies.
        """
        run_to_end(self.compute(node, chooser))
        self._cache.move_to_end((node, chooser))
        return self._cache[node, chooser]

    def compute(self, node: int, chooser: Player) -> Generator[None, None, None]:
        """Compute and cache the continuations from a node. Yield after every `NODES_A_STEP` decision nodes."""
        key = node, chooser
        if key in self._cache:
            return
        won, stake = yield from self._value(node, Street.TURN, chooser)
        net = (won - stake * self.to_come.turn).astype(np.float32)
        self._cache[key] = Continuation(net, stake.astype(np.float32))
        if len(self._cache) > MAX_CACHED_NODES:
            self._cache.popitem(last=False)

    def _value(self, node: int, street: Street, chooser: Player) -> Generator[None, None, Floats]:
        """Return player 0's winnings and the stakes from a node on, float64[2, CHOICES, GROUPS, GROUPS]."""
        public = self.blueprint.tree.public
        if public.kind[node] != DECISION:
            return self._terminal_value(node, street)
        if public.round[node] != street:
            becomes = self.to_come.becomes
            after = yield from self._value(node, Street(int(public.round[node])), chooser)
            found: Floats = becomes @ after @ becomes.T
            return found
        self._decisions += 1
        if self._decisions % NODES_A_STEP == 0:
            yield
        mixed = self._strategy(node, chooser)
        total = np.zeros((2, CHOICES, GROUPS, GROUPS))
        for number, child in enumerate(self.blueprint.tree.children(node)):
            shares = mixed[:, :, number]
            by_pair = shares[:, :, None] if public.player[node] == BIG_BLIND else shares[:, None, :]
            total += by_pair * (yield from self._value(child, street, chooser))
        return total

    def _terminal_value(self, node: int, street: Street) -> Floats:
        public = self.blueprint.tree.public
        stake = float(public.stake[node])
        found = np.zeros((2, CHOICES, GROUPS, GROUPS))
        if public.kind[node] == FOLD:
            found[0] = -stake if public.player[node] == BIG_BLIND else stake
        else:
            found[0] = stake * (self.to_come.river if street == Street.RIVER else self.to_come.turn)
            found[1] = stake
        return found

    def _strategy(self, node: int, chooser: Player) -> Floats:
        """Return the strategy of each group, float64[CHOICES, GROUPS, actions]."""
        public = self.blueprint.tree.public
        mixes = self.blueprint.mixes(node)
        group = np.arange(len(mixes)) * GROUPS // len(mixes)
        sums = np.zeros((GROUPS, mixes.shape[1]))
        np.add.at(sums, group, mixes)
        mixed = np.repeat((sums / sums.sum(axis=1, keepdims=True))[None], CHOICES, axis=0)
        if public.player[node] != chooser:
            return mixed
        fractions = [
            float(self.blueprint.tree.fraction[child]) for child in self.blueprint.tree.children(node)
        ]
        for number, fraction in enumerate(fractions):
            choice = 1 if fraction == FOLDED else 2 if fraction == CALLED else 3
            mixed[choice, :, number] *= LEAN
        found: Floats = mixed / mixed.sum(axis=2, keepdims=True)
        return found

    def _cards_to_come(self) -> CardsToCome:
        """Estimate the transitions and the showdown results between groups from a fixed sample of boards."""
        rng = np.random.default_rng(0)
        counts, wins, met = (np.zeros((GROUPS, GROUPS)) for _ in range(3))
        for _ in range(BOARDS):
            board = tuple(rng.choice(len(DECK), 5, replace=False).tolist())
            ranks = rivers(np.array([board], np.uint8))[0][0]
            order = np.flatnonzero(ranks)[np.argsort(-ranks[ranks > 0].astype(int), kind="stable")]
            turn, river = (np.eye(GROUPS)[self.groups(cards)[order]] for cards in (board[:4], board))
            counts += turn.T @ river
            wins += river.T @ _net_wins(ranks[order].astype(int), river)
            met += np.outer(river.sum(axis=0), river.sum(axis=0))
        becomes = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        showdowns = wins / np.maximum(met, 1)
        return CardsToCome(becomes, showdowns, becomes @ showdowns @ becomes.T)


def _net_wins(ranks: npt.NDArray[np.int64], group: Floats) -> Floats:
    """Return the net wins of each hand against each group, float64[hands, GROUPS].

    The net wins are the number of hands of the group that lose to the hand, minus the number of hands of the group
    that beat the hand.

    Args:
        ranks: int64[hands] in descending order. A stronger hand has a lower rank.
        group: float64[hands, GROUPS], 1 if a hand is in a group.
    """
    below = np.concatenate([np.zeros((1, GROUPS)), group.cumsum(axis=0)])
    first = np.searchsorted(-ranks, -ranks, side="left")
    last = np.searchsorted(-ranks, -ranks, side="right")
    found: Floats = below[first] + below[last] - below[-1]
    return found
