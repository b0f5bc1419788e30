"""The streets of a subgame from its board to the river: betting trees, boards, and the tables of CFR.

`build_streets` checks the size of the trees and the memory limit before it allocates anything large. `memory_bytes`
returns the memory that a whole solve takes. `find_state` returns the indices of a public state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ai.hands.combos import HANDS, Bools
from ai.solver.betting import DEAL, Begin, Construction, Menu, Node, Path, no_action
from ai.solver.deals import Deals, Symmetry, first_deals, next_deals, permute_hands, symmetry
from ai.solver.forest import (
    Float32s,
    Planted,
    Scratch,
    Sides,
    Table,
    View,
    allocate_scratch,
    allocate_table,
    build_forest,
    scratch_bytes,
)
from ai.solver.sizes import Sizes
from ai.solver.spot import IP, OOP, Spot
from game.core import BadInput
from game.files.memory_limit import MIN_BYTES, check_memory
from game.rules.cards import Card, name, names
from game.texts import number, text

RIVER_CARDS = 5  # cards
MAX_FOREST_NODES = 4_000_000
FLOAT_BYTES = 4  # of a number in a table or in scratch memory
PACKED_BYTES = 2  # of a number in a table in 16 bits
ALL_BITS = (32, 16)
NODE_BYTES = 400  # of a node of a tree as an object
BOARD_BYTES = len(HANDS) * 2 * 4 + 1_000  # of a board: the classes of both players, and objects
BUILT_BOARD_BYTES = len(HANDS) * 12  # of a board that is being built: orbits, ranks and order of its hands
CLASS_BYTES = 48  # of a class in the columns of StreetHands
BUILDS = 2  # the classes of all boards, and those of each board, from which they are joined
TABLES_PER_PLAYER = 2  # regrets, and sums of the average


@dataclass(frozen=True, slots=True)
class BettingShape:
    """The differences between the tree of a subgame and the plain tree of its spot.

    Attributes:
        begin: The state of the betting at the root of the first street.
        extra: Additional bets in chips, by the path of their decision on the first street.
        later: The bet and raise sizes of the streets after the first.
        to_river: Whether later streets are dealt. If False, the caller gives the values at the end of the street,
            after `chooser` has picked one of `choices` continuations.
    """

    begin: Begin = field(default_factory=Begin)
    extra: Mapping[Path, Sequence[float]] = field(default_factory=dict)
    later: tuple[Sizes, Sizes] | None = None
    to_river: bool = True
    chooser: int = -1
    choices: int = 1


PLAIN = BettingShape()


@dataclass
class StreetTables:
    """One street: its trees, its boards, and the tables of both players. `allocate` creates the tables.

    Attributes:
        bits: The bits per number in the tables, 32 or 16.
    """

    trees: Planted
    deals: Deals
    bits: int = field(init=False, default=32)
    tables: tuple[Table, Table] = field(init=False)

    @property
    def is_river(self) -> bool:
        return len(self.deals.boards[0].cards) == RIVER_CARDS

    @cached_property
    def ends(self) -> tuple[Node, ...]:
        return tuple(node for node in self.trees.nodes if node.kind == DEAL)

    @cached_property
    def end_nodes(self) -> npt.NDArray[np.int64]:
        """The index of each end of the street among the nodes of the forest, int64[ends]."""
        return np.flatnonzero(self.trees.forest.kind == DEAL)

    def seen_by(self, traverser: int) -> Sides:
        """Return the street from the view of a traverser."""
        mine, theirs = self.deals.hands[traverser], self.deals.hands[1 - traverser]
        view = View(self.trees.forest, self.trees.rows[traverser], traverser, mine, theirs)
        return Sides(view, self.tables[traverser], self.tables[1 - traverser])

    def entries(self, player: int) -> int:
        return int(self.deals.hands[player].first[-1]) * self.trees.slots[player]

    def rows(self, player: int) -> int:
        """Return the number of rows in a player's tables.

        There is a row for each action of each decision on each board.
        """
        return len(self.deals.boards) * self.trees.slots[player]

    def allocate(self, bits: int = 32) -> None:
        """Allocate empty tables."""
        self.bits = bits
        first, second = (
            allocate_table(self.entries(player), self.rows(player), self.trees.slots[player], bits)
            for player in (OOP, IP)
        )
        self.tables = first, second

    def max_classes(self) -> int:
        return max(int(np.diff(hands.first).max()) for hands in self.deals.hands)

    def scratch(self) -> Scratch:
        return allocate_scratch(self.max_classes(), *self._sizes(), self._unpacked(self.bits))

    @cached_property
    def fixed_bytes(self) -> int:
        """The bytes of trees and boards, including the memory for building the boards.

        The process does not give the memory back to the system after building.
        """
        planted, boards = self.trees, self.deals.boards
        arrays = (*planted.forest, *planted.rows[OOP], *planted.rows[IP])
        nodes = NODE_BYTES * len({id(node) for node in planted.nodes})
        moves = {id(board.symmetry): board.symmetry for board in boards}.values()
        symmetries = sum(one.kinds.nbytes + one.maps.nbytes for one in moves)
        hands = sum(column.nbytes for of_player in self.deals.hands for column in of_player)
        together = int(np.bincount([board.parent for board in boards]).max())
        building = together * (BUILT_BOARD_BYTES + hands // len(boards)) if len(boards) > 1 else 0
        kept = sum(one.nbytes for one in arrays) + nodes + symmetries + BOARD_BYTES * len(boards)
        return kept + BUILDS * hands + building

    def _sizes(self) -> tuple[int, int, int]:
        """Return the maximum numbers of nodes, of rows, and of rows with terminals in a batch."""
        rows = max(int(rows.size.max()) for rows in self.trees.rows)
        end_rows = max(int(np.diff(rows.first).max()) for rows in self.trees.rows)
        return int(np.diff(self.trees.forest.batch).max()), rows, end_rows

    def scratch_bytes(self, bits: int = 32) -> int:
        return scratch_bytes(self.max_classes(), *self._sizes(), self._unpacked(bits))

    def _unpacked(self, bits: int) -> int:
        """Return the maximum number of actions unpacked at a time from tables in 16 bits, 0 for 32 bits."""
        return int(self.trees.forest.actions.max()) if bits == 16 else 0


def build_streets(
    spot: Spot,
    kept: Sequence[Bools],
    shape: BettingShape,
    moves: Symmetry | None,
    construction: Construction | None = None,
) -> list[StreetTables]:
    """Return the streets of a spot without tables. `allocate` creates the tables.

    Args:
        spot: The spot.
        kept: A mask of the hands of each player that take part in the solve, bool[1326] each.
        shape: The differences from the plain tree.
        moves: The suit permutations that leave the spot unchanged, or None to find them.
        construction: The count of the nodes built so far. Another thread may read the count or abandon the work.

    Raises:
        BadInput: If the tree is too large, or the memory limit leaves too little for the boards.
        BuildAbandoned: If `construction` was abandoned.
    """
    cards, watch = spot.board, construction or Construction()
    deals = first_deals(
        cards, kept, symmetry(cards, [one.astype(float) for one in spot.ranges]) if moves is None else moves
    )
    menu = street_menu(spot, len(cards))
    menu.extra, menu.construction = shape.extra, watch
    if not shape.to_river:
        menu.chooser, menu.choices = shape.chooser, shape.choices
    streets = [
        StreetTables(
            build_forest(
                [menu.street(shape.begin, len(cards) == RIVER_CARDS)],
                spot.pot,
                spot.rake,
                whole=len(cards) < RIVER_CARDS,
            ),
            deals,
        )
    ]
    while shape.to_river and not streets[-1].is_river:
        before = streets[-1]
        dealt = len(before.deals.boards[0].cards) + 1
        last = dealt == RIVER_CARDS
        menu = street_menu(spot, dealt) if shape.later is None else Menu(spot.pot, spot.stack, *shape.later)
        menu.construction = watch
        roots = [begin_after(node, donks=menu.donk is not None) for node in before.ends]
        trees = {root: menu.street(root, last) for root in dict.fromkeys(roots)}
        sizes = {root: sum(1 for _ in tree.nodes()) for root, tree in trees.items()}
        if sum(sizes[root] for root in roots) > MAX_FOREST_NODES:
            raise BadInput(text("solver_errors.tree.nodes", most=number(MAX_FOREST_NODES)))
        watch.add(sum(sizes[root] for root in roots))
        planted = build_forest([trees[root] for root in roots], spot.pot, spot.rake, whole=not last)
        watch.add(0)
        boards = sum(len(np.unique(board.symmetry.cards())) for board in before.deals.boards)
        hands = sum(int(one.times.sum()) for one in before.deals.hands) // len(before.deals.boards)
        check_memory("Solving this", MIN_BYTES + boards * (BOARD_BYTES + BUILDS * CLASS_BYTES * hands))
        streets.append(StreetTables(planted, next_deals(before.deals)))
    return streets


def street_menu(spot: Spot, cards: int) -> Menu:
    """Return the bet sizes of a street. `cards` is the number of cards on its board."""
    oop, ip = (spot.street_sizes(cards, player) for player in (OOP, IP))
    return Menu(
        spot.pot,
        spot.stack,
        *oop,
        of_ip=None if oop == ip else ip,
        streets_left=RIVER_CARDS + 1 - cards,
        limits=spot.limits,
        donk=spot.donk_sizes(cards),
    )


def begin_after(end: Node, *, donks: bool) -> Begin:
    chips = end.chips
    return Begin(chips=(chips, chips), matched=chips, donks=donks and end.caller == OOP)


def smallest_streets(bits: int = 32) -> list[StreetTables]:
    """Return the streets of a turn with two hands for each player, whose sweep compiles the kernels."""
    weights = np.zeros(len(HANDS), np.float32)
    weights[:2] = 1.0
    spot = Spot((20, 30, 40, 50), (weights, weights[::-1].copy()), 1.0, 1.0, (1.0,))
    streets = build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)
    for street in streets:
        street.allocate(bits)
    return streets


def table_bytes(entries: int, rows: int, bits: int) -> int:
    """Return the bytes of tables of regrets and strategy sums with this number of entries and rows."""
    if bits == 16:
        return TABLES_PER_PLAYER * (entries * PACKED_BYTES + rows * FLOAT_BYTES)
    return TABLES_PER_PLAYER * entries * FLOAT_BYTES


def memory_bytes(streets: Sequence[StreetTables], threads: int, bits: int = 32) -> int:
    """Return the bytes that a solve of these streets takes: tables, trees, boards, and scratch for each thread."""
    tables = sum(
        table_bytes(street.entries(player), street.rows(player), bits)
        for street in streets
        for player in (OOP, IP)
    )
    first, *later = (street.scratch_bytes(bits) for street in streets)
    return tables + first + threads * sum(later) + sum(street.fixed_bytes for street in streets)


Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class StatePlace:
    """The indices of a public state: street, board and node.

    Attributes:
        hands: int64[1326], the index of the equivalent hand on the solved board, for each hand.
    """

    street: int
    board: int
    node: int
    hands: Ints
    cards: tuple[Card, ...]

    def player(self, streets: Sequence[StreetTables]) -> int:
        return streets[self.street].trees.nodes[self.node].player

    def entries(self, streets: Sequence[StreetTables]) -> tuple[slice, tuple[int, int]]:
        """Return the slice of the player's tables that belongs to a decision, and its shape (actions, classes)."""
        street, player = streets[self.street], self.player(streets)
        forest, table = street.trees.forest, street.tables[player]
        classes = street.deals.classes(player, self.board)
        begin = int(street.deals.hands[player].first[self.board]) * table.slots
        begin += int(forest.slot[self.node]) * classes
        actions = int(forest.actions[self.node])
        return slice(begin, begin + actions * classes), (actions, classes)

    def rows(self, streets: Sequence[StreetTables]) -> slice:
        """Return the slice of the scales of the player's tables that belongs to a decision."""
        forest = streets[self.street].trees.forest
        begin = self.board * streets[self.street].trees.slots[self.player(streets)] + int(
            forest.slot[self.node]
        )
        return slice(begin, begin + int(forest.actions[self.node]))

    def strategy_sums(self, streets: Sequence[StreetTables]) -> Float32s:
        """Return the weighted sums of the strategy at a decision, float32[actions, classes]."""
        table, (entries, shape) = streets[self.street].tables[self.player(streets)], self.entries(streets)
        if table.packed is None:
            return table.total[entries].reshape(shape)
        scales = table.packed.total_scale[self.rows(streets)]
        return table.packed.total[entries].reshape(shape) * scales[:, None]


def find_state(streets: Sequence[StreetTables], actions: Sequence[str], cards: Sequence[Card]) -> StatePlace:
    """Return the indices of a public state.

    Raises:
        BadInput: If an action or a card is not possible.
    """
    street, board, node = 0, 0, 0
    moved = np.arange(52)
    ahead = list(cards)
    for action in (*actions, None):
        trees = streets[street].trees
        while trees.nodes[node].kind == DEAL and ahead:
            board, moved = _deal_card(streets, street, board, moved, ahead.pop(0))
            root = int(trees.forest.end[node])
            street += 1
            trees = streets[street].trees
            node = int(np.flatnonzero(trees.forest.root == root)[0])
        if action is None:
            break
        names_here = trees.nodes[node].actions
        if action not in names_here:
            raise BadInput(no_action(action, names_here))
        node = int(trees.forest.child[node]) + names_here.index(action)
    if ahead:
        raise BadInput(text("solver_errors.cards.too_early", cards=names(ahead)))
    return StatePlace(street, board, node, permute_hands(moved), tuple(cards))


def _deal_card(
    streets: Sequence[StreetTables], street: int, board: int, moved: Ints, card: Card
) -> tuple[int, Ints]:
    """Return the index of the solved board that represents the board with `card`.

    Also return the permutation of the cards that maps the dealt board to the solved board.
    """
    if street + 1 == len(streets):
        raise BadInput(text("solver_errors.cards.no_street", card=name(card)))
    deals, boards = streets[street].deals, streets[street + 1].deals
    before = deals.boards[board]
    here = int(moved[card])
    if here in before.cards:
        raise BadInput(text("solver_errors.cards.on_board", card=name(card)))
    to_lowest = before.symmetry.to_lowest(here)
    cards = (*before.cards, int(to_lowest[here]))
    first, last = boards.after(board)
    index = next(index for index in range(first, last) if boards.boards[index].cards == cards)
    return index, to_lowest[moved]
