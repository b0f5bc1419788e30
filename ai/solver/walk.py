"""The results of a solve for each hand at any public state: strategy, reach, counterfactual values and EV.

A state is given by the actions of both players, street by street, and by the cards dealt since the root. The solve
contains only one of several isomorphic boards. A permutation of the suits maps cards and hands to this board.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ai.hands.combos import HANDS, Bools, Floats, opposing_weight
from ai.hands.equities import find_bluff_catchers
from ai.solver.betting import DECISION, Node, Path
from ai.solver.forest import AVERAGE, Float32s, Place, Scratch
from ai.solver.spot import IP, OOP
from ai.solver.streets import StatePlace, StreetTables, find_state
from ai.solver.subgame import PLAY, Subgame, reach_at_ends
from ai.solver.sweeps import MIN_WEIGHT, ascend, descend
from ai.steps import run_to_end
from game.rules.cards import Card


def sweep_board(game: Subgame, street: int, board: int, traverser: int) -> tuple[Float32s, Float32s]:
    """Return the traverser's value and the other player's reach at each node, float32[nodes, classes] each."""
    scratch = [one.scratch() for one in game.streets]
    reach = game.root_reach(1 - traverser, AVERAGE)[None]
    for number, above in enumerate(_boards_before(game, street, board)):
        one = game.streets[number]
        descend(one.seen_by(traverser), PLAY, Place(above, 0), reach, scratch[number])
        reach = reach_at_ends(one, traverser, above, scratch[number])
    here = game.streets[street]
    if here.is_river:
        return _sweep_river(here, traverser, board, reach, scratch[street])
    view, place = here.seen_by(traverser), Place(board, 0)
    descend(view, PLAY, place, reach, scratch[street])
    if street == 0:
        reaches = reach_at_ends(here, traverser, board, scratch[street])
        after = run_to_end(game.sweeper.after_first(traverser, PLAY, reaches))
    else:
        after = game.sweeper.after_turn(traverser, PLAY, board, scratch[1:])
    ascend(view, PLAY, place, (after, _unused_values(here, traverser)), scratch[street])
    return _copy_batch(here, place, traverser, scratch[street])


def _boards_before(game: Subgame, street: int, board: int) -> list[int]:
    """Return the indices of the boards from which a board was dealt, one for each earlier street."""
    path: list[int] = []
    for number in range(street, 0, -1):
        board = game.streets[number].deals.boards[board].parent
        path.insert(0, board)
    return path


def _unused_values(street: StreetTables, traverser: int) -> Float32s:
    classes = int(street.deals.hands[traverser].parent.max()) + 1
    return np.zeros((street.trees.roots, classes), np.float32)


def _sweep_river(
    street: StreetTables, traverser: int, board: int, reach: Float32s, scratch: Scratch
) -> tuple[Float32s, Float32s]:
    """Sweep a river batch by batch, and concatenate the results."""
    view, unread, parts = street.seen_by(traverser), _unused_values(street, traverser), []
    for batch in range(len(street.trees.forest.batch) - 1):
        place = Place(board, batch)
        descend(view, PLAY, place, reach, scratch)
        ascend(view, PLAY, place, (unread, unread), scratch)
        parts.append(_copy_batch(street, place, traverser, scratch))
    values, reaches = zip(*parts, strict=True)
    return np.concatenate(values), np.concatenate(reaches)


def _copy_batch(
    street: StreetTables, place: Place, traverser: int, scratch: Scratch
) -> tuple[Float32s, Float32s]:
    """Copy the values and the reaches at the nodes of a batch."""
    first, last = street.trees.forest.batch[place.batch : place.batch + 2].tolist()
    rows = street.trees.rows[traverser]
    mine, theirs = (street.deals.classes(player, place.board) for player in (traverser, 1 - traverser))
    values = scratch.value[: (last - first) * mine].reshape(-1, mine).copy()
    reach = scratch.reach[: int(rows.size[place.batch]) * theirs].reshape(-1, theirs)
    return values, reach[rows.row[first:last]]


MAX_CACHED_STATES, MAX_CACHED_BYTES = 32, 2**28
"""The maximum number of states and bytes of boards in the cache of a walk."""


@dataclass(frozen=True, slots=True, eq=False)
class SolvedState:
    """A state of the subgame with the results for each hand. The results of impossible hands are NaN.

    Attributes:
        strategy: float64[1326, actions], the strategy of the player to act.
        reach: The reach of each hand, float64[1326] for each player.
        values: The counterfactual value of each hand, float64[1326] for each player. The values are in chips,
            net of half the initial pot, and summed over the other player's hands, weighted by the reach of
            these hands.
        ev: The mean winnings of each hand from this state on, in chips, including the pot, float64[1326] for each
            player.
        action_ev: float64[1326, actions], the EV of each hand of the player to act, after each action.
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
        return self.node.actions

    @property
    def player(self) -> int:
        return self.node.player if self.node.kind == DECISION else -1

    def frequencies(self, chosen: Bools | None = None) -> list[float]:
        """Return the frequency of each action of the player to act, over the compatible hands of both players.

        `chosen`, bool[1326], limits the hands of the player to act.
        """
        own = self.reach[self.player]
        met = np.nan_to_num(own) * opposing_weight(np.nan_to_num(self.reach[1 - self.player]))
        if chosen is not None:
            met = met * chosen
        total = met.sum()
        if total <= 0:
            return [0.0] * len(self.actions)
        return [float(part) for part in np.nansum(self.strategy * met[:, None], axis=0) / total]

    def bluff_catchers(self, player: int) -> Bools:
        """Return the bluff-catchers of a player, bool[1326].

        A bluff-catcher beats the bluffs of the opponent's range, but loses to its value hands. Value hands and
        bluffs differ by their equity against the player's hands that continue (see `find_bluff_catchers`). If the
        player can fold, the hands that don't fold continue. Otherwise, all hands of the player continue.
        """
        own, other = (np.nan_to_num(self.reach[one]) for one in (player, 1 - player))
        if player == self.player and "fold" in self.actions:
            own = own * (1 - np.nan_to_num(self.strategy[:, self.actions.index("fold")]))
        return find_bluff_catchers(other, own, self.board)


class Walk:
    """The states of a subgame in its current solution, computed on first use and cached.

    The caches drop the least recently used states and boards.

    Args:
        game: The subgame.
        kept_bytes: The approximate size limit of the cache for boards of later streets.
    """

    def __init__(self, game: Subgame, kept_bytes: int = MAX_CACHED_BYTES) -> None:
        self.game, self._kept_bytes = game, kept_bytes
        self._sweeps: OrderedDict[tuple[int, int, int], tuple[Float32s, Float32s]] = OrderedDict()
        self._held_bytes = 0  # of the boards of later streets
        self._states: OrderedDict[tuple[Path, tuple[Card, ...]], SolvedState] = OrderedDict()

    @property
    def iterations(self) -> int:
        return self.game.iterations

    def exploitability(self) -> float:
        return 100 * run_to_end(self.game.exploitability())

    def at(self, actions: Sequence[str] = (), cards: Sequence[Card] = ()) -> SolvedState:
        """Return the state after the actions of both players, with `cards` dealt after the first board.

        Raises:
            BadInput: If an action or a card is not possible.
        """
        key = tuple(actions), tuple(cards)
        if key not in self._states:
            self._states[key] = self._state(*key)
            if len(self._states) > MAX_CACHED_STATES:
                self._states.popitem(last=False)
        self._states.move_to_end(key)
        return self._states[key]

    def _state(self, actions: Path, cards: tuple[Card, ...]) -> SolvedState:
        found = find_state(self.game.streets, actions, cards)
        street = self.game.streets[found.street]
        node = street.trees.nodes[found.node]
        values, reach = [], []
        for player in (OOP, IP):
            values.append(self._hands(found, player, self._values(found, player)[found.node]))
            reach.append(self._hands(found, player, self._swept(found, 1 - player)[1][found.node]))
        pot = self.game.spot.pot
        ev = [
            values[player] * pot / _compatible_weight(reach[1 - player]) + pot / 2 + node.put_in[player]
            for player in (OOP, IP)
        ]
        strategy, action_ev = np.empty((len(HANDS), 0)), np.empty((len(HANDS), 0))
        if node.kind == DECISION:
            player = node.player
            child = int(street.trees.forest.child[found.node])
            after = [self._values(found, player)[child + step] for step in range(len(node.actions))]
            by_action = np.array([self._hands(found, player, one) for one in after]).T
            met = _compatible_weight(reach[1 - player])[:, None]
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

    # ---- values by hand and by class ----------------------------------------------------------------------------
    def _hands(self, found: StatePlace, player: int, of_class: npt.NDArray[np.generic]) -> Floats:
        """Convert an array with an entry for each class to an array with an entry for each hand, float64[1326]."""
        board = self.game.streets[found.street].deals.boards[found.board]
        classes = board.hand_classes[player][found.hands]
        return np.where(classes >= 0, of_class.astype(float)[classes], np.nan)

    def _strategy(self, found: StatePlace) -> Floats:
        player, weights = found.player(self.game.streets), found.strategy_sums(self.game.streets)
        actions, weights = len(weights), np.maximum(weights, 0.0)
        total = weights.astype(float).sum(axis=0)
        played = np.divide(weights, total, out=np.full(weights.shape, 1 / actions), where=total > MIN_WEIGHT)
        return np.array([self._hands(found, player, one) for one in played]).T

    def _values(self, found: StatePlace, player: int) -> Float32s:
        return self._swept(found, player)[0]

    def _swept(self, found: StatePlace, traverser: int) -> tuple[Float32s, Float32s]:
        """Return the traverser's values and the other player's reach on a board, [nodes, classes] each.

        Results are cached.
        """
        key = (found.street, found.board, traverser)
        if key not in self._sweeps:
            self._sweeps[key] = sweep_board(self.game, found.street, found.board, traverser)
            if found.street > 0:
                self._held_bytes += _count_bytes(self._sweeps[key])
                self._drop_oldest(key)
        self._sweeps.move_to_end(key)
        return self._sweeps[key]

    def _drop_oldest(self, newest: tuple[int, int, int]) -> None:
        """Evict the least recently used values of turn and river boards, but never the values of `newest`.

        The values of the first board are never evicted, because the game may have freed the data from which
        they are computed.
        """
        while self._held_bytes > self._kept_bytes:
            oldest = next(key for key in self._sweeps if key[0] > 0)
            if oldest == newest:
                return
            self._held_bytes -= _count_bytes(self._sweeps.pop(oldest))


def _count_bytes(arrays: tuple[Float32s, Float32s]) -> int:
    return sum(array.nbytes for array in arrays)


def _compatible_weight(reach: Floats) -> Floats:
    """Return for each hand the weight of the range's hands that share no card with the hand.

    The result is float64[1326], NaN instead of 0.
    """
    met = opposing_weight(np.nan_to_num(reach))
    return np.where(met > 0, met, np.nan)
