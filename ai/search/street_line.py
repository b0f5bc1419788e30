"""The betting of a street as a path in the solver's betting tree, with a new tree after each off-tree bet.

A bet within half a chip of a bet in the tree counts as the bet of the tree. Any other bet starts a new tree at its
decision, so the solution for the earlier actions stays valid. If the whole street were solved again with the bet,
other hands might take the earlier actions. An off-tree first bet of a street is added to the tree of the street,
because there are no earlier actions that could change.

`sizes_in_play` gives the bet sizes of a solve during play. `street_subgame` builds the subgame of a line.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ai.hands.range_strategy import Shares
from ai.solver.betting import DECISION, Begin, Menu, Node, Path
from ai.solver.sizes import Fractions
from ai.solver.spot import IP, Spot
from ai.solver.streets import BettingShape
from ai.solver.subgame import Limits, OptOut, Subgame
from game.core import Action
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.rules.cards import Card

BET_TOLERANCE_CHIPS = 0.5
"""The maximum difference in chips between a bet at the table and a bet of the tree that counts as equal."""


@dataclass(frozen=True, slots=True)
class StreetSizes:
    """The bet and raise sizes of a solve, on its street and on later streets."""

    bets: Fractions
    raises: Fractions
    later_bets: Fractions
    later_raises: Fractions


@dataclass(frozen=True, slots=True)
class StreetLine:
    """The actions of a hand on its current street as a path in a tree.

    Attributes:
        root: The betting at the start of the street.
        before: The line that leads to the decision at which this tree begins. None if the tree begins with the
            street.
        extra: Additional bets of the tree. Each bet is the path of its decision and the number of chips that
            the player puts in.
        start: The first decision of the tree.
        path: The names of the actions since `start`.
    """

    root: PublicBetting
    begin: Begin
    before: StreetLine | None
    extra: tuple[tuple[Path, float], ...]
    path: Path
    start: Node = field(hash=False, compare=False)

    @property
    def node(self) -> Node:
        return self.start.at(self.path)

    @property
    def pot(self) -> int:
        return self.root.pot

    @property
    def stack(self) -> int:
        return min(self.root.rules.stacks) - self.root.committed[0]

    @property
    def tree(self) -> Hashable:
        before = None if self.before is None else (self.before.tree, self.before.path)
        return self.root, before, self.extra

    @property
    def extra_chips(self) -> Mapping[Path, Sequence[float]]:
        return {path: (chips,) for path, chips in self.extra}

    @property
    def actions_before(self) -> int:
        return 0 if self.before is None else self.before.actions_before + len(self.before.path)

    def beginning(self, betting: PublicBetting) -> PublicBetting:
        """Return the betting at the root of this tree.

        `betting` is the betting at the end of the line, or later on the street.
        """
        now = self.root
        for _, action in betting.history[now.street][: self.actions_before]:
            now = now.child(action)
        return now

    @property
    def last_decision(self) -> StreetLine:
        return replace(self, path=self.path[:-1])

    def table_action(self, name: str, betting: PublicBetting) -> Action:
        return nearest_table_action(name, betting)


def nearest_table_action(name: str, betting: PublicBetting) -> Action:
    """Return the legal action nearest to the tree action `name` at the decision of `betting`."""
    kind, _, chips = name.partition(" ")
    if kind in ("fold", "check", "call"):
        return FOLD if kind == "fold" else CALL
    lowest, highest = betting.min_raise_to, betting.max_raise_to
    if lowest is None or highest is None:
        return CALL
    if kind == "all-in":
        return max(lowest, min(highest, *betting.rules.stacks))
    assert betting.actor is not None
    return min(highest, max(lowest, round(betting.committed[betting.actor] + float(chips))))


def street_line(
    betting: PublicBetting, sizes: StreetSizes, last: bool, after: Sequence[Action] = ()
) -> StreetLine:
    """Return the line of the current street, followed by the actions `after`.

    If `last` is True, the street ends with showdowns.
    """
    root = _start_of_street(betting)
    line = _new_tree(root, sizes, last)
    before = root
    for action in (*(action for _, action in betting.history[-1]), *after):
        line = _extend(line, sizes, last, before, action)
        before = before.child(action)
    return line


def whole_street(betting: PublicBetting, sizes: StreetSizes, last: bool) -> StreetLine:
    """Return the line to a decision in a single tree from the start of the street.

    If `last` is True, the street ends with showdowns.

    The tree contains all bets of the line, so the solution treats these bets as if both players had expected the
    sizes.
    """
    root = _start_of_street(betting)
    line, before = _new_tree(root, sizes, last), root
    for _, action in betting.history[-1]:
        if not (name := _tree_action(root, line.node, before, action)):
            extra = (*line.extra, (line.path, _chips_put_in(root, before, action)))
            whole = _new_tree(root, sizes, last, extra=extra)
            line = replace(whole, path=line.path)
            name = _tree_action(root, line.node, before, action)
        line, before = replace(line, path=(*line.path, name)), before.child(action)
    return line


def _start_of_street(betting: PublicBetting) -> PublicBetting:
    for before, _ in betting.steps():
        if before.street == betting.street:
            return before
    return betting


def _extend(
    line: StreetLine, sizes: StreetSizes, last: bool, before: PublicBetting, action: Action
) -> StreetLine:
    """Return the line after one more action, taken at `before`. An action that the tree lacks starts a new tree."""
    name = _tree_action(line.root, line.node, before, action)
    if name:
        return replace(line, path=(*line.path, name))
    extra = ((), _chips_put_in(line.root, before, action))
    starts = line.before is None and not line.path
    tree = _new_tree(line.root, sizes, last, after=None if starts else line, extra=(extra,))
    return _extend(tree, sizes, last, before, action)


def _tree_action(root: PublicBetting, node: Node, before: PublicBetting, action: Action) -> str:
    """Return the name of the tree's action that is within half a chip of a table action, or "" if there is none."""
    if action == FOLD:
        return "fold"
    if action == CALL:
        return "call" if before.to_call else "check"
    chips = _chips_put_in(root, before, action)
    for name in node.actions:
        kind, _, amount = name.partition(" ")
        if kind in ("bet", "raise", "all-in") and abs(float(amount) - chips) <= BET_TOLERANCE_CHIPS:
            return name
    return ""


def _chips_put_in(root: PublicBetting, before: PublicBetting, action: Action) -> float:
    """Return the chips that a player adds with a bet or raise."""
    assert before.actor is not None
    total = before.effective(action) - root.committed[0]
    return float(total - (before.committed[before.actor] - root.committed[0]))


def _beginning(line: StreetLine) -> Begin:
    """Return the state of the betting at the decision of a line."""
    first, second = line.node.put_in
    checked = line.begin.checked if not line.path else line.node.player == IP and first == second
    return Begin(line.node.player, (first, second), checked)


def _new_tree(
    root: PublicBetting,
    sizes: StreetSizes,
    last: bool,
    *,
    after: StreetLine | None = None,
    extra: tuple[tuple[Path, float], ...] = (),
) -> StreetLine:
    """Return the line at the root of a new tree.

    The root is the start of the street, or the decision of `after`.
    """
    begin = Begin() if after is None else _beginning(after)
    stack = float(min(root.rules.stacks) - root.committed[0])
    line = StreetLine(root, begin, after, extra, (), Node(DECISION))
    menu = Menu(float(root.pot), stack, sizes.bets, sizes.raises, line.extra_chips)
    return replace(line, start=menu.street(begin, last))


ALL_IN = float("inf")
FLOP_SIZES, DEEP_FLOP_SIZES = (
    StreetSizes((0.5, ALL_IN), (ALL_IN,), (), ()),
    StreetSizes((0.75,), (1.0,), (), ()),
)
TURN_SIZES, DEEP_TURN_SIZES = (
    StreetSizes((0.5, 1.0, ALL_IN), (ALL_IN,), (0.75, ALL_IN), (ALL_IN,)),
    StreetSizes((0.7,), (1.0,), (0.75,), ()),
)
RIVER_SIZES, DEEP_RIVER_SIZES = (
    StreetSizes((0.33, 0.75, ALL_IN), (0.75, ALL_IN), (), ()),
    StreetSizes((0.33, 0.75, 1.5), (0.75,), (), ()),
)
_SIZES = {
    Street.FLOP: (FLOP_SIZES, DEEP_FLOP_SIZES),
    Street.TURN: (TURN_SIZES, DEEP_TURN_SIZES),
    Street.RIVER: (RIVER_SIZES, DEEP_RIVER_SIZES),
}
DEEP_POTS = 4.0
"""Above this stack-to-pot ratio, the tree has no all-in as a first bet."""


def line_in_play(betting: PublicBetting, *after: Action) -> StreetLine:
    return street_line(betting, sizes_in_play(betting), betting.street == Street.RIVER, after)


def sizes_in_play(betting: PublicBetting) -> StreetSizes:
    """Return the bet sizes of a solve. The sizes depend on the street, and on the stack at the start of the street.

    No size is below the minimum bet.
    """
    begun = betting.round_start
    deep = min(betting.rules.stacks) - begun > DEEP_POTS * 2 * begun
    sizes = _SIZES[betting.street][deep]
    smallest = betting.rules.big_blind / (2 * begun)
    bets, later = (
        tuple(sorted({max(smallest, size) for size in one})) for one in (sizes.bets, sizes.later_bets)
    )
    return replace(sizes, bets=bets, later_bets=later)


def street_spot(line: StreetLine, board: tuple[Card, ...], ranges: tuple[Shares, Shares]) -> Spot:
    """Return the spot at the start of a line's street. `ranges` has the range of each player, float32[1326]."""
    sizes = sizes_in_play(line.root)
    return Spot(board, ranges, float(line.pot), float(line.stack), sizes.bets, sizes.raises)


def street_subgame(
    line: StreetLine, board: tuple[Card, ...], ranges: tuple[Shares, Shares], opt_out: OptOut | None = None
) -> Subgame:
    """Return the subgame of a line, dealt to the river. `ranges` has the range of each player, float32[1326]."""
    sizes = sizes_in_play(line.root)
    shape = BettingShape(line.begin, line.extra_chips, later=(sizes.later_bets, sizes.later_raises))
    return Subgame(street_spot(line, board, ranges), shape=shape, limits=Limits(1), opt_out=opt_out)
