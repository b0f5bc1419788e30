"""The betting of a street, as it was really made, in the words of the subgame solver.

A bet that the tree has within half a chip counts as that one; any other is added to the tree at its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ai.solver.betting import Begin, Menu, Node, Path
from ai.solver.sizes import Sizes
from game.core import Action
from game.rules.betting import CALL, FOLD, PublicBetting

SAME = 0.5
"""Chips by which a bet may differ from one of the tree to count as it."""


@dataclass(frozen=True, slots=True)
class Bets:
    """The sizes of a solve: of bets and of raises on its own street, and on the streets after it."""

    bets: Sizes
    raises: Sizes
    later_bets: Sizes
    later_raises: Sizes


@dataclass(frozen=True, slots=True)
class StreetLine:
    """Where a hand stands on its street: the betting at the start of the street, and the actions since by name.

    path: the names of the actions. extra: chips that were put in and are not in the plain tree, by path. node: the
    decision that the path leads to.
    """

    root: PublicBetting
    path: Path
    extra: Mapping[Path, Sequence[float]] = field(hash=False)
    node: Node = field(hash=False, compare=False)

    @property
    def pot(self) -> int:
        """Chips in the pot at the start of the street."""
        return self.root.pot

    @property
    def stack(self) -> int:
        """Chips that can still be lost from the start of the street."""
        return min(self.root.rules.stacks) - self.root.committed[0]

    @property
    def own_bets(self) -> tuple[tuple[Path, tuple[float, ...]], ...]:
        """The bets that were added to the tree, in an order of their own: what a solve depends on."""
        return tuple(sorted((path, tuple(chips)) for path, chips in self.extra.items()))

    def action_of(self, name: str, betting: PublicBetting) -> Action:
        """Return the legal action nearest to one of the tree, `betting` being at its decision."""
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


def street_line(betting: PublicBetting, sizes: Bets, last: bool, after: Sequence[Action] = ()) -> StreetLine:
    """Return the line of the street at hand, and of some actions that follow on it."""
    root = _start_of_street(betting)
    line = StreetLine(root, (), {}, _tree(root, sizes, {}, last))
    played = [action for _, action in betting.history[-1]]
    before = root
    for action in (*played, *after):
        line = _extended(line, sizes, last, before, action)
        before = before.child(action)
    return line


def _start_of_street(betting: PublicBetting) -> PublicBetting:
    for before, _ in betting.steps():
        if before.street == betting.street:
            return before
    return betting


def _extended(line: StreetLine, sizes: Bets, last: bool, before: PublicBetting, action: Action) -> StreetLine:
    """Return the line after one more action, which is added to the tree where it is not there."""
    assert before.actor is not None
    if action in (FOLD, CALL):
        name = "fold" if action == FOLD else "call" if before.to_call else "check"
        return _after(line, name)
    total = before.effective(action) - line.root.committed[0]
    chips = float(total - (before.committed[before.actor] - line.root.committed[0]))
    for name in line.node.actions:
        kind, _, amount = name.partition(" ")
        if kind in ("bet", "raise", "all-in") and abs(float(amount) - chips) <= SAME:
            return _after(line, name)
    extra = {**line.extra, line.path: (*line.extra.get(line.path, ()), chips)}
    tree = _tree(line.root, sizes, extra, last)
    with_bet = StreetLine(line.root, line.path, extra, tree.at(line.path))
    return _extended(with_bet, sizes, last, before, action)


def _after(line: StreetLine, name: str) -> StreetLine:
    node = line.node.children[line.node.actions.index(name)]
    return StreetLine(line.root, (*line.path, name), line.extra, node)


def _tree(root: PublicBetting, sizes: Bets, extra: Mapping[Path, Sequence[float]], last: bool) -> Node:
    stack = min(root.rules.stacks) - root.committed[0]
    return Menu(float(root.pot), float(stack), sizes.bets, sizes.raises, extra).street(Begin(), last)
