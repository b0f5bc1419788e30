"""What the rest of a hand is worth when a blueprint plays it, bucket against bucket, from the turn on.

One player chooses among several continuations: the blueprint as it is, and leaning to fold, to call or to raise
(Brown, Sandholm and Amos: Depth-limited solving for imperfect-information games, NeurIPS 2018). Values depend on
the betting alone, so a node of the tree is valued once for all boards. The cards to come are those of an average
board: how often a bucket of the turn becomes one of the river, and how often one bucket of the river beats another.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.betting_tree import CALLED, FOLDED
from ai.abstraction.blueprint import Blueprint
from ai.algorithms.public_tree import DECISION, FOLD
from ai.hands.boards import rivers
from ai.hands.combos import Floats
from game.core import Player
from game.rules.betting import BIG_BLIND, Street
from game.rules.cards import DECK, Card

Groups = npt.NDArray[np.int32]
Float32s = npt.NDArray[np.float32]

GROUPS = 50
"""How many groups of neighbouring buckets a street has."""
CHOICES = 4
"""The blueprint itself, and three variants of it: folding, calling or raising more often."""
LEAN = 5.0
"""A variant multiplies the probability of its action by this, before all are scaled to add up to 1."""
BOARDS = 100
"""How many full boards are sampled to estimate the effect of the next cards."""
NODES_KEPT = 256
"""The nodes whose continuations are cached, 80 kB each."""


class Continuation(NamedTuple):
    """What the rest of a hand is worth: float32[CHOICES, GROUPS, GROUPS] twice, by the groups of both on the turn.

    won: chips that player 0 wins, less what a showdown is worth on average. shown: chips that each stakes at a
    showdown, on average. A pair of hands wins won + shown x (its part of wins less losses at a showdown).
    """

    won: Float32s
    shown: Float32s


class CardsToCome(NamedTuple):
    """becomes: float64[GROUPS, GROUPS], how often a group of the turn becomes each of the river.

    river, turn: float64[GROUPS, GROUPS], wins less losses of a group against another at a showdown.
    """

    becomes: Floats
    river: Floats
    turn: Floats


@dataclass(eq=False)
class Continuations:
    """The continuations of a blueprint. The last ones are cached."""

    blueprint: Blueprint
    to_come: CardsToCome = field(init=False)

    def __post_init__(self) -> None:
        self.to_come = self._cards_to_come()
        self._cache: OrderedDict[tuple[int, Player], Continuation] = OrderedDict()

    def groups(self, board: tuple[Card, ...]) -> Groups:
        """Return int32[1326]: the group of every hand on a turn or river, -1 for those that meet the board."""
        street = Street.TURN if len(board) == 4 else Street.RIVER
        buckets = self.blueprint.buckets(board)
        return np.where(buckets < 0, -1, buckets * GROUPS // self._buckets(street)).astype(np.int32)

    def _buckets(self, street: Street) -> int:
        return int(self.blueprint.layout.buckets[street])

    def has(self, node: int, chooser: Player) -> bool:
        return (node, chooser) in self._cache

    def at(self, node: int, chooser: Player) -> Continuation:
        """Return the continuations from a node of the tree that begins the turn."""
        key = node, chooser
        if key not in self._cache:
            won, shown = self._value(node, Street.TURN, chooser)
            net = (won - shown * self.to_come.turn).astype(np.float32)
            self._cache[key] = Continuation(net, shown.astype(np.float32))
            if len(self._cache) > NODES_KEPT:
                self._cache.popitem(last=False)
        self._cache.move_to_end(key)
        return self._cache[key]

    def _value(self, node: int, street: Street, chooser: Player) -> Floats:
        """Return float64[2, CHOICES, GROUPS, GROUPS]: chips that player 0 wins, and chips staked at showdowns."""
        public = self.blueprint.tree.public
        if public.kind[node] != DECISION:
            return self._ended(node, street)
        if public.round[node] != street:
            becomes = self.to_come.becomes
            after = self._value(node, Street(int(public.round[node])), chooser)
            found: Floats = becomes @ after @ becomes.T
            return found
        played = self._played(node, chooser)
        total = np.zeros((2, CHOICES, GROUPS, GROUPS))
        for number, child in enumerate(self.blueprint.tree.children(node)):
            shares = played[:, :, number]
            by_pair = shares[:, :, None] if public.player[node] == BIG_BLIND else shares[:, None, :]
            total += by_pair * self._value(child, street, chooser)
        return total

    def _ended(self, node: int, street: Street) -> Floats:
        public = self.blueprint.tree.public
        stake = float(public.stake[node])
        found = np.zeros((2, CHOICES, GROUPS, GROUPS))
        if public.kind[node] == FOLD:
            found[0] = -stake if public.player[node] == BIG_BLIND else stake
        else:
            found[0] = stake * (self.to_come.river if street == Street.RIVER else self.to_come.turn)
            found[1] = stake
        return found

    def _played(self, node: int, chooser: Player) -> Floats:
        """Return float64[CHOICES, GROUPS, actions]: how often each group takes each action."""
        public = self.blueprint.tree.public
        mixes = self.blueprint.mixes(node)
        group = np.arange(len(mixes)) * GROUPS // len(mixes)
        sums = np.zeros((GROUPS, mixes.shape[1]))
        np.add.at(sums, group, mixes)
        played = np.repeat((sums / sums.sum(axis=1, keepdims=True))[None], CHOICES, axis=0)
        if public.player[node] != chooser:
            return played
        fractions = [
            float(self.blueprint.tree.fraction[child]) for child in self.blueprint.tree.children(node)
        ]
        for number, fraction in enumerate(fractions):
            choice = 1 if fraction == FOLDED else 2 if fraction == CALLED else 3
            played[choice, :, number] *= LEAN
        found: Floats = played / played.sum(axis=2, keepdims=True)
        return found

    def _cards_to_come(self) -> CardsToCome:
        """Estimate from some boards, always the same, how groups become groups, and how they fare."""
        rng = np.random.default_rng(0)
        counts, wins, met = (np.zeros((GROUPS, GROUPS)) for _ in range(3))
        for _ in range(BOARDS):
            board = tuple(rng.choice(len(DECK), 5, replace=False).tolist())
            ranks = rivers(np.array([board], np.uint8))[0][0]
            order = np.flatnonzero(ranks)[np.argsort(-ranks[ranks > 0].astype(int), kind="stable")]
            turn, river = (np.eye(GROUPS)[self.groups(cards)[order]] for cards in (board[:4], board))
            counts += turn.T @ river
            wins += river.T @ _fares(ranks[order].astype(int), river)
            met += np.outer(river.sum(axis=0), river.sum(axis=0))
        becomes = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        showdowns = wins / np.maximum(met, 1)
        return CardsToCome(becomes, showdowns, becomes @ showdowns @ becomes.T)


def _fares(ranks: npt.NDArray[np.int64], group: Floats) -> Floats:
    """Return float64[hands, GROUPS]: how many hands of each group a hand beats, less those that beat it.

    ranks: int64[hands], from the weakest hand to the strongest, whose rank is the least. group: float64[hands,
    GROUPS], 1 where a hand is in a group.
    """
    below = np.concatenate([np.zeros((1, GROUPS)), group.cumsum(axis=0)])
    first = np.searchsorted(-ranks, -ranks, side="left")
    last = np.searchsorted(-ranks, -ranks, side="right")
    found: Floats = below[first] + below[last] - below[-1]
    return found
