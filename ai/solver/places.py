"""Finds a public state in the streets of a subgame by the actions of both players and the cards dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ai.solver.betting import DEAL
from ai.solver.streets import StreetTables
from ai.solver.symmetry import places_after
from game.core import BadInput
from game.rules.cards import Card, name, names

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class StatePlace:
    """Where a state lies: street, board, node, and which hand of that board each hand is like, int64[1326]."""

    street: int
    board: int
    node: int
    places: Ints
    cards: tuple[Card, ...]

    def player(self, streets: Sequence[StreetTables]) -> int:
        """Return whose turn it is, -1 where nobody's."""
        return streets[self.street].planted.nodes[self.node].player

    def entries(self, streets: Sequence[StreetTables]) -> tuple[slice, tuple[int, int]]:
        """Return which entries a decision has in the tables of its player, and their shape: actions, classes."""
        street, player = streets[self.street], self.player(streets)
        forest, table = street.planted.forest, street.tables[player]
        classes = street.deals.classes(player, self.board)
        begin = int(street.deals.hands[player].first[self.board]) * table.slots
        begin += int(forest.slot[self.node]) * classes
        actions = int(forest.actions[self.node])
        return slice(begin, begin + actions * classes), (actions, classes)


def find(streets: Sequence[StreetTables], actions: Sequence[str], cards: Sequence[Card]) -> StatePlace:
    """Return where a state lies; `BadInput` where an action or a card is not possible."""
    street, board, node = 0, 0, 0
    moved = np.arange(52)
    ahead = list(cards)
    for action in (*actions, None):
        trees = streets[street].planted
        while trees.nodes[node].kind == DEAL and ahead:
            board, moved = _dealt(streets, street, board, moved, ahead.pop(0))
            root = int(trees.forest.end[node])
            street += 1
            trees = streets[street].planted
            node = int(np.flatnonzero(trees.forest.root == root)[0])
        if action is None:
            break
        names_here = trees.nodes[node].actions
        if action not in names_here:
            known = ", ".join(names_here) or "none, the street is over"
            raise BadInput(f"There is no {action} here: the actions are {known}.")
        node = int(trees.forest.child[node]) + names_here.index(action)
    if ahead:
        raise BadInput(f"{names(ahead)} cannot be dealt here: the street is not over.")
    return StatePlace(street, board, node, places_after(moved), tuple(cards))


def _dealt(
    streets: Sequence[StreetTables], street: int, board: int, moved: Ints, card: Card
) -> tuple[int, Ints]:
    """Return the board that stands for the one with `card`, and the move of the deck that leads there."""
    if street + 1 == len(streets):
        raise BadInput(f"{name(card)} cannot be dealt here: no street follows.")
    deals, boards = streets[street].deals, streets[street + 1].deals
    before = deals.boards[board]
    here = int(moved[card])
    if here in before.cards:
        raise BadInput(f"{name(card)} is already on the board.")
    bringing = before.symmetry.bringing(here)
    cards = (*before.cards, int(bringing[here]))
    first, last = boards.after(board)
    found = next(one for one in range(first, last) if boards.boards[one].cards == cards)
    return found, bringing[moved]
