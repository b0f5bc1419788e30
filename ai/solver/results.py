"""What a solve says: at any public state of the subgame, for every hand, by walking the tree.

A state is found by the actions of both players, street by street, and by the cards that were dealt since. Boards
that are alike were solved once: a move of the deck takes the cards to the board that stands for them, and the hands
with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ai.hands.combos import HANDS, beside
from ai.solver.betting import DEAL, DECISION, Node
from ai.solver.board_sweep import swept
from ai.solver.spot import IP, OOP
from ai.solver.subgame import Subgame
from ai.solver.sweeps import LEAST
from ai.solver.symmetry import places_after
from ai.solver.views import Float32s
from game.core import BadInput
from game.rules.cards import Card, name, names

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PublicState:
    """A state of the subgame and what is known there, by hand; hands that cannot be held are NaN.

    player: whose turn it is, -1 where nobody's. strategy: float64[1326, actions]. reach: two of float64[1326], the
    weight with which each player comes here with each hand. values: two of float64[1326], chips that a hand wins in
    all from here, net of half the pot at the beginning, summed over the other's hands by their reach. ev: two of
    float64[1326], chips that a hand wins on average from here, what is in the pot counted. action_ev:
    float64[1326, actions], the same for the player to act after each action.
    """

    node: Node
    board: tuple[Card, ...]
    strategy: Floats = field(repr=False)
    reach: tuple[Floats, Floats] = field(repr=False)
    values: tuple[Floats, Floats] = field(repr=False)
    ev: tuple[Floats, Floats] = field(repr=False)
    action_ev: Floats = field(repr=False)

    @property
    def actions(self) -> tuple[str, ...]:
        """Return what can be done."""
        return self.node.actions

    @property
    def player(self) -> int:
        """Return whose turn it is."""
        return self.node.player if self.node.kind == DECISION else -1

    def frequencies(self) -> list[float]:
        """Return how often the player to act takes each action, over the hands that both can hold here."""
        own = self.reach[self.player]
        met = np.nan_to_num(own) * beside(np.nan_to_num(self.reach[1 - self.player]))
        total = met.sum()
        if total <= 0:
            return [0.0] * len(self.actions)
        return [float(part) for part in np.nansum(self.strategy * met[:, None], axis=0) / total]


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """Where a state lies: street, board, node, and which hand of that board each hand is like."""

    street: int
    board: int
    node: int
    places: Ints
    cards: tuple[Card, ...]


class Walk:
    """The states of a subgame as it is solved now. What a board needs is computed when it is first asked for."""

    def __init__(self, game: Subgame) -> None:
        self._game = game
        self._known: dict[tuple[int, int, int], tuple[Float32s, Float32s]] = {}

    def at(self, actions: Sequence[str] = (), cards: Sequence[Card] = ()) -> PublicState:
        """Return the state after the actions of both players, with `cards` dealt after the first board.

        `BadInput` where an action or a card is not possible.
        """
        found = self._find(actions, cards)
        street = self._game.streets[found.street]
        node = street.planted.nodes[found.node]
        values, reach = [], []
        for player in (OOP, IP):
            values.append(self._hands(found, player, self._values(found, player)[found.node]))
            reach.append(self._hands(found, player, self._reach(found, player)[found.node]))
        pot = self._game.spot.pot
        ev = [
            values[player] * pot / _mass(reach[1 - player]) + pot / 2 + node.put_in[player]
            for player in (OOP, IP)
        ]
        strategy, action_ev = np.empty((len(HANDS), 0)), np.empty((len(HANDS), 0))
        if node.kind == DECISION:
            player = node.player
            child = int(street.planted.forest.child[found.node])
            after = [self._values(found, player)[child + step] for step in range(len(node.actions))]
            by_action = np.array([self._hands(found, player, one) for one in after]).T
            met = _mass(reach[1 - player])[:, None]
            action_ev = by_action * pot / met + pot / 2 + node.put_in[player]
            strategy = self._strategy(found)
        return PublicState(
            node,
            (*self._game.spot.board, *found.cards),
            strategy,
            (reach[0], reach[1]),
            (values[0] * pot, values[1] * pot),
            (ev[0], ev[1]),
            action_ev,
        )

    # ---- where it lies ------------------------------------------------------------------------------------------
    def _find(self, actions: Sequence[str], cards: Sequence[Card]) -> _Found:
        street, board, node = 0, 0, 0
        moved = np.arange(52)
        ahead = list(cards)
        for action in (*actions, None):
            trees = self._game.streets[street].planted
            while trees.nodes[node].kind == DEAL and ahead:
                board, moved = self._dealt(street, board, moved, ahead.pop(0))
                root = int(trees.forest.end[node])
                street += 1
                trees = self._game.streets[street].planted
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
        return _Found(street, board, node, places_after(moved), tuple(cards))

    def _dealt(self, street: int, board: int, moved: Ints, card: Card) -> tuple[int, Ints]:
        """Return the board that stands for the one with `card`, and the move of the deck that leads there."""
        if street + 1 == len(self._game.streets):
            raise BadInput(f"{name(card)} cannot be dealt here: no street follows.")
        deals, boards = self._game.streets[street].deals, self._game.streets[street + 1].deals
        before = deals.boards[board]
        here = int(moved[card])
        if here in before.cards:
            raise BadInput(f"{name(card)} lies on the board.")
        bringing = before.symmetry.bringing(here)
        cards = (*before.cards, int(bringing[here]))
        first, last = boards.after(board)
        found = next(one for one in range(first, last) if boards.boards[one].cards == cards)
        return found, bringing[moved]

    # ---- what is there ------------------------------------------------------------------------------------------
    def _hands(self, found: _Found, player: int, of_class: npt.NDArray[np.generic]) -> Floats:
        """Return float64[1326] from an array by class."""
        board = self._game.streets[found.street].deals.boards[found.board]
        classes = board.class_of[player][found.places]
        return np.where(classes >= 0, of_class.astype(float)[classes], np.nan)

    def _strategy(self, found: _Found) -> Floats:
        street = self._game.streets[found.street]
        forest, player = street.planted.forest, street.planted.nodes[found.node].player
        table, hands = street.tables[player], street.deals.hands[player]
        classes = street.deals.classes(player, found.board)
        begin = int(hands.first[found.board]) * table.slots + int(forest.slot[found.node]) * classes
        actions = int(forest.actions[found.node])
        weights = np.maximum(table.total[begin : begin + actions * classes].reshape(actions, classes), 0.0)
        total = weights.astype(float).sum(axis=0)
        played = np.divide(weights, total, out=np.full(weights.shape, 1 / actions), where=total > LEAST)
        return np.array([self._hands(found, player, one) for one in played]).T

    def _values(self, found: _Found, player: int) -> Float32s:
        return self._swept(found, player)[0]

    def _reach(self, found: _Found, player: int) -> Float32s:
        return self._swept(found, 1 - player)[1]

    def _swept(self, found: _Found, traverser: int) -> tuple[Float32s, Float32s]:
        """Return [nodes, classes] twice: values of the traverser and the other's reach, on a board."""
        key = (found.street, found.board, traverser)
        if key not in self._known:
            self._known[key] = swept(self._game, found.street, found.board, traverser)
        return self._known[key]


def _mass(reach: Floats) -> Floats:
    """Return float64[1326]: what of a range each hand can meet, NaN where nothing."""
    met = beside(np.nan_to_num(reach))
    return np.where(met > 0, met, np.nan)
