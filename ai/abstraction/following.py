"""Following a real hand through the betting tree of a menu.

A bet that is not on the menu is taken for its neighbours there with the probabilities of the pseudo-harmonic
mapping (ai/abstraction/translation.py), so a hand may be at several places of the tree, each with its share. A bet
smaller than all on offer may be taken for a check, where a check leaves the word to the other. All-in is all-in.
The stacks need not be those of the tree: sizes are compared as fractions of the pot.

Where the betting has left the tree (the tree was all-in, the hand is not), the street begins anew at the place that
resembles it most: the one with the same ratio of stack to pot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import log

import numpy as np

from ai.abstraction.betting_tree import ALL_IN, CALLED, FOLDED, BettingTree
from ai.abstraction.translation import taken_for
from ai.algorithms.public_tree import DECISION, Int64s
from game.core import Action
from game.rules.betting import CALL, FOLD, PublicBetting

Places = Mapping[int, float]
"""Nodes where a hand may be, the likeliest first, with shares that add up to 1; or none."""

MOST_PLACES = 6
BETTINGS_KEPT = 1024


class Follower:
    """Finds the places of a hand in a tree."""

    def __init__(self, tree: BettingTree) -> None:
        self.tree = tree
        self.places = lru_cache(maxsize=BETTINGS_KEPT)(self._places)
        self._openings = _openings(tree)

    def taken_for(self, node: int, betting: PublicBetting, action: Action) -> Iterator[tuple[int, float]]:
        """Yield the children of a node for which an action is taken, each with its probability."""
        children = {float(self.tree.fraction[child]): child for child in self.tree.children(node)}
        if action <= CALL:
            wanted = FOLDED if action == FOLD else CALLED
            if wanted in children:
                yield children[wanted], 1.0
            return
        if action >= min(betting.rules.stacks) and ALL_IN in children:
            yield children[ALL_IN], 1.0
            return
        bets = [child for fraction, child in children.items() if fraction > CALLED]
        if self._leaves_the_word(node, children[CALLED]):
            bets.insert(0, children[CALLED])
        if bets:
            sizes = [self._size(node, child) for child in bets]
            for place, share in taken_for(_size_of(betting, action), sizes):
                yield bets[place], share

    def _places(self, betting: PublicBetting) -> Places:
        """Return where a hand is, as far as it is at a decision of the player to act on the street being played."""
        before = PublicBetting.start(betting.rules)
        places: Places = {0: 1.0}
        for street, played in enumerate(betting.history):
            if street:
                before = before.next_round()
                places = self._on_street(places, before)
            for _, action in played:
                places = self._after(places, before, action)
                before = before.child(action)
        return self._deciding(places, betting)

    def _after(self, places: Places, betting: PublicBetting, action: Action) -> Places:
        """Return the places after an action, the likeliest of them."""
        found: dict[int, float] = {}
        for node, weight in self._deciding(places, betting).items():
            for child, share in self.taken_for(node, betting, action):
                if share > 0:
                    found[child] = found.get(child, 0.0) + weight * share
        likeliest = sorted(found.items(), key=lambda place: -place[1])[:MOST_PLACES]
        return _normed(dict(likeliest))

    def _deciding(self, places: Places, betting: PublicBetting) -> Places:
        """Return those places where the player to act is to act on this street."""
        public = self.tree.public
        return _normed(
            {
                node: weight
                for node, weight in places.items()
                if public.kind[node] == DECISION
                and (public.player[node], public.round[node]) == (betting.actor, betting.street)
            }
        )

    def _on_street(self, places: Places, betting: PublicBetting) -> Places:
        """Return the places at the beginning of a street; the most similar one where the tree has ended."""
        found = self._deciding(places, betting)
        if found or betting.actor is None:
            return found
        nodes = self._openings[betting.street]
        pots = 2.0 * self.tree.committed[nodes, 0]
        left = log(1 + min(betting.stacks_left) / betting.pot)
        nearest = np.abs(np.log1p((self.tree.stack - pots / 2) / pots) - left).argmin()
        return {int(nodes[nearest]): 1.0}

    def _leaves_the_word(self, node: int, called: int) -> bool:
        """Return whether the other may still act on this street after a check or a call."""
        public = self.tree.public
        return bool(public.kind[called] == DECISION and public.round[called] == public.round[node])

    def _size(self, node: int, child: int) -> float:
        """Return how large a bet of the tree is, in pots after a call; a check is 0."""
        high = int(self.tree.committed[node].max())
        return (int(self.tree.committed[child].max()) - high) / (2 * high)


def real_action(betting: PublicBetting, fraction: float) -> Action:
    """Return what a player does at the table who takes an action of the tree."""
    if fraction == FOLDED and betting.to_call:
        return FOLD
    raised = betting.raise_to_for_fraction(fraction) if fraction > CALLED else None
    return CALL if raised is None else raised


def _size_of(betting: PublicBetting, action: Action) -> float:
    """Return how large a bet at the table is, in pots after a call."""
    return (action - max(betting.committed)) / (betting.pot + betting.to_call)


def _normed(places: Places) -> Places:
    total = sum(places.values())
    return {node: weight / total for node, weight in places.items()} if total > 0 else {}


def _openings(tree: BettingTree) -> list[Int64s]:
    """Return by street the decisions that open it."""
    public = tree.public
    parents = np.zeros(len(public), np.int64)
    for node in np.flatnonzero(public.kind == DECISION):
        parents[public.first_child[node] : public.first_child[node] + public.actions[node]] = node
    opens = (public.kind == DECISION) & (public.round != public.round[parents])
    opens[0] = True
    return [np.flatnonzero(opens & (public.round == street)) for street in range(public.rounds)]
