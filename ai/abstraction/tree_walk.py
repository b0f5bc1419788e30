"""Translate the betting of a real hand into the abstract betting tree by the pseudo-harmonic mapping.

A bet of x pots between the sizes A < B of the tree is translated to A with the probability

    f(x) = (B - x) (1 + A) / ((B - A) (1 + x))

and to B otherwise (S. Ganzfried, T. Sandholm, "Action translation in extensive-form games with large action spaces:
axioms, paradoxes, and the pseudo-harmonic mapping", IJCAI 2013). The formula comes from a game in which, in
equilibrium, a bet of s pots is called with probability 1 / (1 + s). A strategy that calls A and B with these
probabilities also calls the translated bet of x pots with probability 1 / (1 + x).

The deterministic form translates x to the more likely of the two sizes. A bet that is larger than all sizes of the
tree is translated to the largest size.

A real hand may therefore correspond to several nodes of the tree, each with a probability (`TreeFollower`). The
stacks may differ from the tree's stacks. All sizes, including all-in, are compared as fractions of the pot. A bet
above the opponent's stack counts as a bet of that stack.

For a bet below the smallest size, the lower neighbour A is "no bet":

- If the opponent acts after a check, "no bet" leads to the node after the check.
- If a check or a call would end the round, "no bet" leads to the node of the smallest bet. A fold at this node then
  counts as a call. After a call, the hand continues at the node at which the round ends without the bet.

Both the mapping and the fold frequency at which a bluff breaks even are linear in 1 / (1 + size). A strategy that
does not overfold against the sizes of the tree therefore does not overfold against the real bet either.

The players may be all-in in the tree but not at the table. In this case, the next street starts at the node with
the nearest stack-to-pot ratio among the first decisions of that street.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

import numpy as np

from ai.abstraction.betting_tree import CALLED, FOLDED, BettingTree
from ai.algorithms.public_tree import DECISION, Int64s
from game.core import Action
from game.rules.betting import CALL, FOLD, PublicBetting

Translation = tuple[tuple[int, float], ...]
"""The sizes to which a bet is translated, as (index in the list of sizes, probability)."""


def share_of_lower(size: float, lower: float, upper: float) -> float:
    """Return the probability that a bet of `size` is translated to `lower` instead of `upper`.

    All sizes are fractions of the pot.

    >>> share_of_lower(0.5, 0.5, 1.0), share_of_lower(1.0, 0.5, 1.0), share_of_lower(0.25, 0.0, 1.0)
    (1.0, 0.0, 0.6)
    """
    return (upper - size) * (1 + lower) / ((upper - lower) * (1 + size))


def midpoint_size(lower: float, upper: float) -> float:
    """Return the bet that is translated to `lower` and to `upper` with probability 1/2 each.

    >>> midpoint_size(0.0, 1.0)
    0.3333333333333333
    """
    return (lower + upper + 2 * lower * upper) / (lower + upper + 2)


def translate_size(size: float, on_offer: Sequence[float]) -> Translation:
    """Return the sizes to which a bet is translated, one or two, each as (index, probability).

    `on_offer` is in ascending order and not empty.

    >>> translate_size(2.0, [0.5, 1.0]), translate_size(0.25, [0.0, 1.0])
    (((1, 1.0),), ((0, 0.6), (1, 0.4)))
    """
    above = bisect_left(on_offer, size)
    if above == len(on_offer):
        return ((above - 1, 1.0),)
    if above == 0 or on_offer[above] == size:
        return ((above, 1.0),)
    share = share_of_lower(size, on_offer[above - 1], on_offer[above])
    return (above - 1, share), (above, 1.0 - share)


def nearest_size(size: float, on_offer: Sequence[float]) -> int:
    """Return the index of the most likely size to which a bet is translated. On a tie, return the lower size.

    >>> nearest_size(0.7, [0.5, 1.0]), nearest_size(0.72, [0.5, 1.0])
    (0, 1)
    """
    return max(translate_size(size, on_offer), key=lambda taken: (taken[1], -taken[0]))[0]


NO_NODE = -1


class TreePlace(NamedTuple):
    """A node of the tree to which the betting of a hand may be translated.

    If the last bet counts as "no bet", a fold at `node` counts as a call, and `unbet` is the node after a call.
    """

    node: int
    unbet: int = NO_NODE


TreePlaces = Mapping[TreePlace, float]
"""The probability of each place, most likely first. The probabilities sum to 1. The mapping may be empty."""

MAX_PLACES = 6
MAX_CACHED_BETTINGS = 1024


class TreeFollower:
    """Translates betting sequences into places of a tree."""

    def __init__(self, tree: BettingTree) -> None:
        self.tree = tree
        self.places = lru_cache(maxsize=MAX_CACHED_BETTINGS)(self._places)
        self._openings = _openings(tree)

    def translations(
        self, place: TreePlace, betting: PublicBetting, action: Action
    ) -> Iterator[tuple[int, TreePlace, float]]:
        """Yield the actions of the tree to which a real action at a node is translated.

        Each item is (index of the child, place after the action, probability).
        """
        children = self.tree.children(place.node)
        fractions = [float(self.tree.fraction[child]) for child in children]
        called = fractions.index(CALLED)
        if action > CALL:
            yield from self._bet_translations(place.node, called, betting.raise_fraction(action))
        elif action == CALL:
            yield called, TreePlace(children[called] if place.unbet == NO_NODE else place.unbet), 1.0
        elif FOLDED in fractions:
            yield fractions.index(FOLDED), TreePlace(children[fractions.index(FOLDED)]), 1.0

    def _bet_translations(
        self, node: int, called: int, size: float
    ) -> Iterator[tuple[int, TreePlace, float]]:
        """Yield the translations of a bet of `size` pots. If the node has no bets, yield nothing.

        `called` is the index of the child after a check or a call.
        """
        children = self.tree.children(node)
        if called + 1 == len(children):
            return
        sizes = [0.0, *(self._size(node, child) for child in children[called + 1 :])]
        for number, share in translate_size(size, sizes):
            child = called + number
            place = TreePlace(children[child]) if number else self._without_bet(node, called)
            yield child, place, share

    def _places(self, betting: PublicBetting) -> TreePlaces:
        """Return the places in the tree that correspond to the betting.

        Each place is a decision of the player to act on the current street.
        """
        before = PublicBetting.start(betting.rules)
        places: TreePlaces = {TreePlace(0): 1.0}
        for street, played in enumerate(betting.history):
            if street:
                before = before.next_round()
                places = self._on_street(places, before)
            for _, action in played:
                places = self._after(places, before, action)
                before = before.child(action)
        return self._decision_places(places, betting)

    def _after(self, places: TreePlaces, betting: PublicBetting, action: Action) -> TreePlaces:
        """Return the most likely places after an action, at most `MAX_PLACES`."""
        found: dict[TreePlace, float] = {}
        for place, weight in self._decision_places(places, betting).items():
            for _, after, share in self.translations(place, betting, action):
                if share > 0:
                    found[after] = found.get(after, 0.0) + weight * share
        likeliest = sorted(found.items(), key=lambda item: -item[1])[:MAX_PLACES]
        return _normalise(dict(likeliest))

    def _decision_places(self, places: TreePlaces, betting: PublicBetting) -> TreePlaces:
        """Return the places that are decisions of the player to act on the current street."""
        public = self.tree.public
        return _normalise(
            {
                place: weight
                for place, weight in places.items()
                if public.kind[place.node] == DECISION
                and (public.player[place.node], public.round[place.node]) == (betting.actor, betting.street)
            }
        )

    def _on_street(self, places: TreePlaces, betting: PublicBetting) -> TreePlaces:
        """Return the places at the start of a street.

        If there is none, return the node with the nearest stack-to-pot ratio among the first decisions of the
        street.
        """
        found = self._decision_places(places, betting)
        if found or betting.actor is None:
            return found
        nodes = self._openings[betting.street]
        pots = 2.0 * self.tree.committed[nodes, 0]
        left = log(1 + min(betting.stacks_left) / betting.pot)
        nearest = np.abs(np.log1p((self.tree.stack - pots / 2) / pots) - left).argmin()
        return {TreePlace(int(nodes[nearest])): 1.0}

    def _without_bet(self, node: int, called: int) -> TreePlace:
        """Return the place for "no bet". `called` is the index of the child after a check or a call.

        This is the node after a check, or the node of the smallest bet, where folds count as calls.
        """
        public, children = self.tree.public, self.tree.children(node)
        after = children[called]
        if public.kind[after] == DECISION and public.round[after] == public.round[node]:
            return TreePlace(after)
        return TreePlace(children[called + 1], unbet=after)

    def _size(self, node: int, child: int) -> float:
        """Return the bet size that leads to `child`, as a fraction of the pot after a call, 0 for a check."""
        high = int(self.tree.committed[node].max())
        return (int(self.tree.committed[child].max()) - high) / (2 * high)


def real_action(betting: PublicBetting, fraction: float) -> Action:
    """Return the action of the real hand that corresponds to an action of the tree.

    `fraction` is the `tree.fraction` of the node after the action.
    """
    if fraction == FOLDED and betting.to_call:
        return FOLD
    raised = betting.raise_to_for_fraction(fraction) if fraction > CALLED else None
    return CALL if raised is None else raised


def _normalise(places: TreePlaces) -> TreePlaces:
    total = sum(places.values())
    return {place: weight / total for place, weight in places.items()} if total > 0 else {}


def _openings(tree: BettingTree) -> list[Int64s]:
    """Return the first decisions of each street, as int64 arrays of nodes."""
    public = tree.public
    parents = np.zeros(len(public), np.int64)
    for node in np.flatnonzero(public.kind == DECISION):
        parents[public.first_child[node] : public.first_child[node] + public.actions[node]] = node
    opens = (public.kind == DECISION) & (public.round != public.round[parents])
    opens[0] = True
    return [np.flatnonzero(opens & (public.round == street)) for street in range(public.rounds)]
