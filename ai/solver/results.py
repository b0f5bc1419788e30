"""The results of a solve: at any public state of the subgame, for every hand, by walking the tree.

A state is found by the actions of both players, street by street, and by the cards that were dealt since. Boards
that are alike were solved once: a move of the deck takes the cards to the board that stands for them, and the hands
with them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ai.hands.combos import HANDS, opposing_weight
from ai.solver.betting import DECISION, Node, Path
from ai.solver.forest import AVERAGE, Float32s, Place, Scratch
from ai.solver.spot import IP, OOP
from ai.solver.streets import StatePlace, StreetTables, find
from ai.solver.subgame import PLAY, Subgame
from ai.solver.sweeper import reach_at_ends
from ai.solver.sweeps import LEAST, ascend, descend
from ai.steps import finished
from game.rules.cards import Card


def swept(game: Subgame, street: int, board: int, traverser: int) -> tuple[Float32s, Float32s]:
    """Return float32[nodes, classes] twice: what the traverser wins at each node, and the other player's reach."""
    scratch = [one.scratch() for one in game.streets]
    reach = game.root_reach(1 - traverser, AVERAGE)[None]
    for number, above in enumerate(_boards_before(game, street, board)):
        one = game.streets[number]
        descend(one.seen_by(traverser), PLAY, Place(above, 0), reach, scratch[number])
        reach = reach_at_ends(one, traverser, above, scratch[number])
    here = game.streets[street]
    if here.is_river:
        return _swept_river(here, traverser, board, reach, scratch[street])
    view, place = here.seen_by(traverser), Place(board, 0)
    descend(view, PLAY, place, reach, scratch[street])
    if street == 0:
        reaches = reach_at_ends(here, traverser, board, scratch[street])
        after = finished(game.sweeper.after_first(traverser, PLAY, reaches))
    else:
        after = game.sweeper.after_turn(traverser, PLAY, board, scratch[1:])
    ascend(view, PLAY, place, (after, _unread(here, traverser)), scratch[street])
    return _kept(here, place, traverser, scratch[street])


def _boards_before(game: Subgame, street: int, board: int) -> list[int]:
    """Return the boards of the streets before one, the first street's first."""
    path: list[int] = []
    for number in range(street, 0, -1):
        board = game.streets[number].deals.boards[board].parent
        path.insert(0, board)
    return path


def _unread(street: StreetTables, traverser: int) -> Float32s:
    """Return an array for the values of the trees on the board before: nobody asks for them."""
    classes = int(street.deals.hands[traverser].parent.max()) + 1
    return np.zeros((street.planted.roots, classes), np.float32)


def _swept_river(
    street: StreetTables, traverser: int, board: int, reach: Float32s, scratch: Scratch
) -> tuple[Float32s, Float32s]:
    """Sweep batch by batch, and join what is kept."""
    view, unread, parts = street.seen_by(traverser), _unread(street, traverser), []
    for batch in range(len(street.planted.forest.batch) - 1):
        place = Place(board, batch)
        descend(view, PLAY, place, reach, scratch)
        ascend(view, PLAY, place, (unread, unread), scratch)
        parts.append(_kept(street, place, traverser, scratch))
    values, reaches = zip(*parts, strict=True)
    return np.concatenate(values), np.concatenate(reaches)


def _kept(street: StreetTables, place: Place, traverser: int, scratch: Scratch) -> tuple[Float32s, Float32s]:
    """Copy the values and the reaches at the nodes of a batch."""
    first, last = street.planted.forest.batch[place.batch : place.batch + 2].tolist()
    rows = street.planted.rows[traverser]
    mine, theirs = (street.deals.classes(player, place.board) for player in (traverser, 1 - traverser))
    values = scratch.value[: (last - first) * mine].reshape(-1, mine).copy()
    reach = scratch.reach[: int(rows.size[place.batch]) * theirs].reshape(-1, theirs)
    return values, reach[rows.row[first:last]]


Floats = npt.NDArray[np.float64]

KEPT_STATES, KEPT_BYTES = 32, 2**28
"""States and bytes of boards that a walk keeps."""


@dataclass(frozen=True, slots=True, eq=False)
class SolvedState:
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
        met = np.nan_to_num(own) * opposing_weight(np.nan_to_num(self.reach[1 - self.player]))
        total = met.sum()
        if total <= 0:
            return [0.0] * len(self.actions)
        return [float(part) for part in np.nansum(self.strategy * met[:, None], axis=0) / total]


class Walk:
    """The states of a subgame as it is solved now. What a board needs is computed when it is first asked for.

    States and boards that were asked for last are kept, of later boards about so many bytes.
    """

    def __init__(self, game: Subgame, kept_bytes: int = KEPT_BYTES) -> None:
        self.game, self._kept_bytes = game, kept_bytes
        self._known: OrderedDict[tuple[int, int, int], tuple[Float32s, Float32s]] = OrderedDict()
        self._held_bytes = 0  # of later boards
        self._states: OrderedDict[tuple[Path, tuple[Card, ...]], SolvedState] = OrderedDict()

    @property
    def iterations(self) -> int:
        """Return the number of iterations of the solve."""
        return self.game.iterations

    def exploitability(self) -> float:
        """Return how far the solve is from equilibrium, in percent of the pot."""
        return 100 * finished(self.game.exploitability())

    def at(self, actions: Sequence[str] = (), cards: Sequence[Card] = ()) -> SolvedState:
        """Return the state after the actions of both players, with `cards` dealt after the first board.

        Raises `BadInput` if an action or a card is not possible.
        """
        key = tuple(actions), tuple(cards)
        if key not in self._states:
            self._states[key] = self._state(*key)
            if len(self._states) > KEPT_STATES:
                self._states.popitem(last=False)
        self._states.move_to_end(key)
        return self._states[key]

    def _state(self, actions: Path, cards: tuple[Card, ...]) -> SolvedState:
        found = find(self.game.streets, actions, cards)
        street = self.game.streets[found.street]
        node = street.planted.nodes[found.node]
        values, reach = [], []
        for player in (OOP, IP):
            values.append(self._hands(found, player, self._values(found, player)[found.node]))
            reach.append(self._hands(found, player, self._reach(found, player)[found.node]))
        pot = self.game.spot.pot
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
        return SolvedState(
            node,
            (*self.game.spot.board, *found.cards),
            strategy,
            (reach[0], reach[1]),
            (values[0] * pot, values[1] * pot),
            (ev[0], ev[1]),
            action_ev,
        )

    # ---- what is there ------------------------------------------------------------------------------------------
    def _hands(self, found: StatePlace, player: int, of_class: npt.NDArray[np.generic]) -> Floats:
        """Return float64[1326] from an array by class."""
        board = self.game.streets[found.street].deals.boards[found.board]
        classes = board.class_of[player][found.places]
        return np.where(classes >= 0, of_class.astype(float)[classes], np.nan)

    def _strategy(self, found: StatePlace) -> Floats:
        player, (entries, shape) = found.player(self.game.streets), found.entries(self.game.streets)
        table = self.game.streets[found.street].tables[player]
        actions = shape[0]
        weights = np.maximum(table.total[entries].reshape(shape), 0.0)
        total = weights.astype(float).sum(axis=0)
        played = np.divide(weights, total, out=np.full(weights.shape, 1 / actions), where=total > LEAST)
        return np.array([self._hands(found, player, one) for one in played]).T

    def _values(self, found: StatePlace, player: int) -> Float32s:
        return self._swept(found, player)[0]

    def _reach(self, found: StatePlace, player: int) -> Float32s:
        return self._swept(found, 1 - player)[1]

    def _swept(self, found: StatePlace, traverser: int) -> tuple[Float32s, Float32s]:
        """Return [nodes, classes] twice: values of the traverser and the other's reach, on a board."""
        key = (found.street, found.board, traverser)
        if key not in self._known:
            self._known[key] = swept(self.game, found.street, found.board, traverser)
            if found.street > 0:
                self._held_bytes += _bytes_of(self._known[key])
                self._drop_oldest(key)
        self._known.move_to_end(key)
        return self._known[key]

    def _drop_oldest(self, newest: tuple[int, int, int]) -> None:
        """Drop the sweeps of later boards that were used longest ago, but never the newest.

        Sweeps of the first board stay, because the game may have dropped the values of its ends.
        """
        while self._held_bytes > self._kept_bytes:
            oldest = next(key for key in self._known if key[0] > 0)
            if oldest == newest:
                return
            self._held_bytes -= _bytes_of(self._known.pop(oldest))


def _bytes_of(arrays: tuple[Float32s, Float32s]) -> int:
    return sum(array.nbytes for array in arrays)


def _mass(reach: Floats) -> Floats:
    """Return float64[1326]: what of a range each hand can meet, NaN where nothing."""
    met = opposing_weight(np.nan_to_num(reach))
    return np.where(met > 0, met, np.nan)
