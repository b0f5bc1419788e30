"""The betting tree of a menu at one stack depth, as the arrays of ai/algorithms/public_tree.py.

Both players have the same stack. The kernels follow exactly the rules of game/rules/betting.py for blinds, order of
action, minimum raise, end of a round, and end of the betting after a called all-in. `size` counts the nodes without
building the tree, and so tells how much memory a menu needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.bet_menu import MAX_RAISES, MAX_SIZES, BetMenu, StreetMenu
from ai.algorithms.public_tree import DECISION, FOLD, SHOWDOWN, Int8s, Int32s, Int64s, PublicTree
from ai.compiled import kernel
from game import texts
from game.core import BadInput
from game.rules.betting import BIG_BLIND, BUTTON, HoldemRules, Street

Floats = npt.NDArray[np.float64]
Floats32 = npt.NDArray[np.float32]

RULES = HoldemRules()
"""The rules with the blinds of all trees. Stack depths are in big blinds."""
FOLDED, CALLED, ALL_IN = -1.0, 0.0, np.inf
"""Values of a node's `fraction` for actions without a bet size. Other values are fractions of the pot."""
BYTES_AN_ENTRY = 21
"""The bytes of an entry in all tables together.

They are 8 for a regret and a strategy sum, 8 more while a response is trained, and 5 for one-byte strategies.
"""
BYTES_A_NODE = 40
MAX_COUNTED_NODES = 10_000_000
"""The maximum number of nodes. A larger tree would not fit into memory, and counting it would take too long."""

_STREET, _ACTOR, _FIRST, _SECOND, _RAISES, _LAST_RAISE, _SPOKEN, _KIND = range(8)
"""The indices of a state: street, player to act, chips of both players, raises in the round, last raise, number of
players who have acted, and kind of node.
"""
_STATE = 8
_MAX_CHILDREN = MAX_SIZES + 3
_DEEPEST = 4 * (MAX_RAISES + 4)
_SMALL, _BIG = RULES.small_blind, RULES.big_blind
_LAST_STREET = int(Street.RIVER)


@dataclass(frozen=True, slots=True)
class BettingTree:
    """The betting tree of one stack depth.

    Attributes:
        depth: The stack in big blinds.
        committed: int32[nodes, 2], the chips that each player has put into the pot.
        fraction: float32[nodes], the action that leads to each node: a bet size of the menu, ALL_IN, CALLED (also
            for a check) or FOLDED.
    """

    depth: int
    menu: BetMenu
    public: PublicTree
    committed: Int32s
    fraction: Floats32

    @property
    def stack(self) -> int:
        return self.depth * _BIG

    def children(self, node: int) -> range:
        first = int(self.public.first_child[node])
        return range(first, first + int(self.public.actions[node]))

    def early_all_ins(self) -> list[tuple[int, int]]:
        """Return the all-ins that the strategy must not choose (see `StreetMenu.all_in`).

        Each item is (node of the decision, index of the all-in among the decision's actions).
        """
        public, found = self.public, []
        raises = {0: 0}
        for node in np.flatnonzero(public.kind == DECISION).tolist():
            street, so_far = public.round[node], raises.pop(node)
            for action, child in enumerate(self.children(node)):
                raised = so_far + int(self.fraction[child] > 0)
                if self.fraction[child] == ALL_IN and raised < self.menu.streets[street].all_in:
                    found.append((node, action))
                raises[child] = raised if public.round[child] == street else 0
        return found


@dataclass(frozen=True, slots=True)
class TreeSize:
    """The size of a tree.

    Attributes:
        nodes: The number of nodes.
        entries: int64[2, 4], the number of table entries per bucket, by player and street. There is one entry for
            each action of each decision.
    """

    nodes: int
    entries: Int64s

    def bytes_with(self, buckets: Sequence[int]) -> int:
        """Return the number of bytes of the nodes and of all training tables.

        `buckets` has the number of buckets of each street.
        """
        return self.nodes * BYTES_A_NODE + int((self.entries * np.asarray(buckets)).sum()) * BYTES_AN_ENTRY


@lru_cache(maxsize=8)
def build(menu: BetMenu, depth: int) -> BettingTree:
    """Return the betting tree of a menu at a stack depth.

    Raises:
        BadInput: If the tree has more than `MAX_COUNTED_NODES` nodes, or the depth is below 1.
    """
    nodes = size(menu, depth).nodes
    if nodes > MAX_COUNTED_NODES:
        most = texts.number(MAX_COUNTED_NODES)
        raise BadInput(texts.text("input_errors.menu.large_tree", nodes=most, depth=depth))
    kind, player, street, actions = (np.empty(nodes, np.int8) for _ in range(4))
    first_child, committed = np.empty(nodes, np.int32), np.empty((nodes, 2), np.int32)
    fraction = np.empty(nodes, np.float32)
    grown = _Nodes(kind, player, street, actions, first_child, committed, fraction)
    _grow(_root(), _on_offer(menu, depth), grown)
    public = PublicTree(kind, player, street, actions, first_child, stake=committed.min(axis=1))
    return BettingTree(depth, menu, public, committed, fraction)


@lru_cache(maxsize=8)
def size(menu: BetMenu, depth: int) -> TreeSize:
    """Return the size of the tree without building the tree. Counting stops after `MAX_COUNTED_NODES` nodes.

    Raises:
        BadInput: If the depth is below one big blind.
    """
    if depth < 1:
        raise BadInput(texts.text("input_errors.menu.depth", depth=depth))
    entries = np.zeros((2, len(Street)), np.int64)
    nodes = _count(_root(), _on_offer(menu, depth), entries)
    return TreeSize(int(nodes), entries)


def check_memory(menu: BetMenu, depth: int, buckets: Sequence[int], max_megabytes: int) -> None:
    """Check that the training tables of a menu at a stack depth fit into the allowed memory.

    Raises:
        BadInput: If the tables are too large. The message says by how much.
    """
    found = size(menu, depth)
    needed = found.bytes_with(buckets) / 2**20
    beyond = needed - max_megabytes
    if beyond <= 0:
        return
    fields = {
        "needed": texts.number(needed),
        "beyond": texts.number(beyond),
        "allowed": texts.number(max_megabytes),
    }
    if found.nodes > MAX_COUNTED_NODES:
        raise BadInput(texts.text("input_errors.menu.far_too_large", depth=depth, **fields))
    raise BadInput(texts.text("input_errors.menu.too_large", depth=depth, **fields))


def compile_kernels() -> None:
    street = StreetMenu(((1.0,),), 1)
    build(BetMenu((street, street, street, street)), 2)


def _root() -> Int64s:
    """Return the state after the blinds, int64[state]. The first raise must add at least the big blind."""
    return np.array([Street.PREFLOP, BUTTON, _BIG, _SMALL, 0, _BIG, 0, DECISION], np.int64)


class _OnOffer(NamedTuple):
    """A menu at one stack depth, as arrays for the kernels.

    Attributes:
        fractions: float64[4, raises, sizes], the bet sizes by street and number of raises so far.
        counts: int64[4, raises], the number of valid sizes in each row of `fractions`.
        all_in: int64[4], 1 for each street with all-in on the menu, otherwise 0.
        stack: The stack in chips.
        from_chips: The minimum number of committed chips at which a bet becomes all-in.
    """

    fractions: Floats
    counts: Int64s
    all_in: Int64s
    stack: int
    from_chips: float


class _Nodes(NamedTuple):
    """The arrays of a `BettingTree` under construction."""

    kind: Int8s
    player: Int8s
    street: Int8s
    actions: Int8s
    first_child: Int32s
    committed: Int32s
    fraction: Floats32


def _on_offer(menu: BetMenu, depth: int) -> _OnOffer:
    fractions = np.zeros((len(Street), MAX_RAISES + 2, MAX_SIZES))
    counts = np.zeros((len(Street), MAX_RAISES + 2), np.int64)
    for street, of_street in enumerate(menu.streets):
        for raises in range(MAX_RAISES + 2):
            sizes = of_street.fractions(raises)
            counts[street, raises] = len(sizes)
            fractions[street, raises, : len(sizes)] = sizes
    all_in = np.array([of_street.all_in > 0 for of_street in menu.streets], np.int64)
    return _OnOffer(fractions, counts, all_in, depth * _BIG, menu.commit * depth * _BIG)


@kernel
def _count(root: Int64s, menu: _OnOffer, entries: Int64s) -> int:
    """Return the number of nodes.

    Add the numbers of actions of all decisions to `entries`, int64[2, 4], by player and street.
    """
    waiting = np.empty((_DEEPEST * _MAX_CHILDREN, _STATE), np.int64)
    children = np.empty((_MAX_CHILDREN, _STATE), np.int64)
    sizes = np.empty(_MAX_CHILDREN, np.float32)
    _copy(root, waiting[0])
    left, nodes = 1, 1
    while left and nodes <= MAX_COUNTED_NODES:
        left -= 1
        player, street = waiting[left, _ACTOR], waiting[left, _STREET]
        number = _expand(waiting[left], menu, children, sizes)
        entries[player, street] += number
        nodes += number
        for child in range(number):
            if children[child, _KIND] == DECISION:
                _copy(children[child], waiting[left])
                left += 1
    return nodes


@kernel
def _grow(root: Int64s, menu: _OnOffer, nodes: _Nodes) -> None:
    """Fill in the nodes in depth-first order, so that consecutive actions are close in memory."""
    waiting = np.empty((_DEEPEST * _MAX_CHILDREN, _STATE), np.int64)
    numbers = np.zeros(_DEEPEST * _MAX_CHILDREN, np.int64)
    children = np.empty((_MAX_CHILDREN, _STATE), np.int64)
    sizes = np.empty(_MAX_CHILDREN, np.float32)
    _copy(root, waiting[0])
    _write(root, CALLED, nodes, 0)
    left, written = 1, 1
    while left:
        left -= 1
        node = numbers[left]
        number = _expand(waiting[left], menu, children, sizes)
        nodes.actions[node], nodes.first_child[node] = number, written
        for child in range(number - 1, -1, -1):
            _write(children[child], sizes[child], nodes, written + child)
            if children[child, _KIND] == DECISION:
                numbers[left] = written + child
                _copy(children[child], waiting[left])
                left += 1
        written += number


@kernel
def _write(state: Int64s, fraction: float, nodes: _Nodes, node: int) -> None:
    """Fill in a node from its state and from the action that led to the node. The node gets no children yet."""
    nodes.kind[node], nodes.player[node], nodes.street[node] = state[_KIND], state[_ACTOR], state[_STREET]
    nodes.committed[node, 0], nodes.committed[node, 1] = state[_FIRST], state[_SECOND]
    nodes.fraction[node] = fraction
    nodes.actions[node], nodes.first_child[node] = 0, 0


@kernel
def _expand(state: Int64s, menu: _OnOffer, children: Int64s, sizes: Floats32) -> int:
    """Fill in the children of a decision, and return the number of children.

    Args:
        state: int64[state], the decision.
        menu: The possible bets.
        children: int64[children, state], the state after each action.
        sizes: float32[children], the bet that leads to each child, or FOLDED, CALLED, ALL_IN.
    """
    actor, street, raises = state[_ACTOR], state[_STREET], state[_RAISES]
    own, high = state[_FIRST + actor], max(state[_FIRST], state[_SECOND])
    found = 0
    if own < high:
        _copy(state, children[0])
        children[0, _KIND] = FOLD
        sizes[0] = FOLDED
        found = 1
    _call(state, menu.stack, children[found])
    sizes[found] = CALLED
    found += 1
    if high >= menu.stack:
        return found
    least, before = min(high + state[_LAST_RAISE], menu.stack), 0
    for index in range(menu.counts[street, raises]):
        fraction = menu.fractions[street, raises, index]
        to = max(least, round(min(high + fraction * 2 * high, float(menu.stack))))
        if to >= menu.from_chips:
            to = menu.stack
        if to > before:
            _raise(state, to, children[found])
            sizes[found] = fraction if to < menu.stack else ALL_IN
            found += 1
            before = to
    if menu.all_in[street] and before < menu.stack:
        _raise(state, menu.stack, children[found])
        sizes[found] = ALL_IN
        found += 1
    return found


@kernel
def _copy(state: Int64s, to: Int64s) -> None:
    """Copy a state in a loop. Compiling `to[:] = state` would take numba some seconds."""
    for index in range(_STATE):
        to[index] = state[index]


@kernel
def _call(state: Int64s, stack: int, child: Int64s) -> None:
    """Fill in the state after a call or a check. The opponent acts, the next street begins, or the hand ends."""
    high = max(state[_FIRST], state[_SECOND])
    _copy(state, child)
    child[_FIRST + state[_ACTOR]] = high
    child[_SPOKEN] = 1
    if not state[_SPOKEN] and high < stack:
        child[_ACTOR] = 1 - state[_ACTOR]
    elif state[_STREET] == _LAST_STREET or high == stack:
        child[_KIND] = SHOWDOWN
    else:
        child[_STREET] = state[_STREET] + 1
        child[_ACTOR] = BIG_BLIND
        child[_RAISES] = 0
        child[_LAST_RAISE] = _BIG
        child[_SPOKEN] = 0


@kernel
def _raise(state: Int64s, to: int, child: Int64s) -> None:
    """Fill in the state after a bet or raise. `to` is the total of the player's chips in the pot afterwards."""
    high = max(state[_FIRST], state[_SECOND])
    _copy(state, child)
    child[_FIRST + state[_ACTOR]] = to
    child[_ACTOR] = 1 - state[_ACTOR]
    child[_RAISES] = state[_RAISES] + 1
    child[_LAST_RAISE] = max(state[_LAST_RAISE], to - high)
    child[_SPOKEN] = 1
