"""The betting tree of one street, in exact chips.

The chips of a player are the chips that the player has put in since the root of the subgame. They don't
include the pot at the root. At the root of a street, both players have put in the same amount. A bet of size
p puts in p times the pot. A raise of size p first calls, and then adds p times the pot after the call.
ai/solver/sizes.py documents the other notations. Chips are not rounded. All sizes that reach the player's
whole stack are one action, the all-in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ai.solver.sizes import NO_LIMITS, BetLimits, Sizes, added_chips
from ai.solver.spot import OOP
from game.core import BadInput
from game.texts import join_list, number, text

DECISION, FOLD, SHOWDOWN, DEAL = 0, 1, 2, 3
"""Kinds of nodes: `player` is to act, `player` has folded, the hands are compared, or the next street is dealt."""
MAX_NODES = 200_000
MAX_RAISES = 100
_EPSILON = 1e-9  # fraction of the stack: a total that is closer to the stack is an all-in

Path = tuple[str, ...]
"""The names of the actions of a street, in order."""


@dataclass(slots=True)
class Node:
    """A public state of a street.

    Attributes:
        put_in: The chips of each player since the root of the subgame.
        caller: The player whose call has ended the street, -1 if both players have checked.
    """

    kind: int
    player: int = -1
    put_in: tuple[float, float] = (0.0, 0.0)
    actions: tuple[str, ...] = ()
    children: list[Node] = field(default_factory=list)
    caller: int = -1

    @property
    def chips(self) -> float:
        """The chips that the loser has put in, if the node is terminal.

        If the street ends at this node without a loser, these are the chips that each player has put in.
        """
        return min(self.put_in)

    def at(self, path: Path) -> Node:
        """Return the node after some actions.

        Raises:
            BadInput: If an action is not possible.
        """
        node = self
        for action in path:
            if action not in node.actions:
                raise BadInput(no_action(action, node.actions))
            node = node.children[node.actions.index(action)]
        return node

    def nodes(self) -> Iterator[Node]:
        """Yield this node and its descendants in preorder."""
        ahead = [self]
        while ahead:
            node = ahead.pop()
            yield node
            ahead.extend(reversed(node.children))


class BuildAbandoned(Exception):
    """Ends the construction of trees that are no longer needed."""


@dataclass(slots=True)
class Construction:
    """The progress of building trees. Another thread reads `nodes` and sets `is_abandoned`."""

    nodes: int = 0
    is_abandoned: bool = False

    def add(self, nodes: int) -> None:
        """Count nodes.

        Raises:
            BuildAbandoned: If another thread has set `is_abandoned`.
        """
        if self.is_abandoned:
            raise BuildAbandoned
        self.nodes += nodes


@dataclass(frozen=True, slots=True)
class Begin:
    """The state of the betting at a decision of a street.

    Attributes:
        player: The player to act.
        chips: The chips of each player in the pot since the root of the subgame.
        checked: Whether the opponent has checked.
        matched: The chips of each player at the root of the street.
        bets: The number of bets and raises on the street.
        donks: Whether a bet would be a donk bet, because the player called a bet at the end of the previous street.
    """

    player: int = OOP
    chips: tuple[float, float] = (0.0, 0.0)
    checked: bool = False
    matched: float = 0.0
    bets: int = 0
    donks: bool = False


@dataclass(slots=True)
class Menu:
    """The bet sizes of a street. The method `street` builds the betting tree.

    Attributes:
        pot: The pot at the root of the subgame.
        stack: The remaining chips of each player at the root of the subgame.
        bets: The bet sizes.
        raises: The raise sizes.
        extra: Additional bets in chips, by the path of their decision on the first street.
        chooser: The player that picks a continuation strategy at the end of a street without a showdown.
        choices: The number of continuations. If there is only 1, no decision is made.
        of_ip: The bet and raise sizes of player 1, if they differ from the sizes of player 0.
        streets_left: The number of streets up to the river, including this one.
        limits: The limits of bets and raises. The bets of `extra` are exempt.
        donk: The sizes of donk bets. If None, a donk bet has the usual sizes.
        node_count: The number of nodes built so far.
    """

    pot: float
    stack: float
    bets: Sizes
    raises: Sizes
    extra: Mapping[Path, Sequence[float]] = field(default_factory=dict)
    chooser: int = -1
    choices: int = 1
    of_ip: tuple[Sizes, Sizes] | None = None
    streets_left: int = 1
    limits: BetLimits = NO_LIMITS
    donk: Sizes | None = None
    node_count: int = 0
    construction: Construction = field(default_factory=Construction)

    def street(self, begin: Begin, last: bool) -> Node:
        """Return the tree of a street. The `last` street ends with showdowns.

        Raises:
            BadInput: If the tree is too large.
        """
        if begin.chips[0] == begin.chips[1] >= self.stack:
            return self._end(self.stack, last)
        return self._decision(begin, last, ())

    def _decision(self, now: Begin, last: bool, path: Path) -> Node:
        node = self._count(Node(DECISION, now.player, now.chips))
        own, other = now.chips[now.player], now.chips[1 - now.player]
        actions: dict[str, Node] = {}
        if other > own:
            actions["fold"] = self._count(Node(FOLD, now.player, now.chips))
            actions["call"] = self._end(other, last, now.player)
        elif now.checked:
            actions["check"] = self._end(own, last)
        else:
            passed = Begin(1 - now.player, now.chips, True, now.matched, now.bets)
            actions["check"] = self._decision(passed, last, (*path, "check"))
        for total in self._amounts(now, self.extra.get(path, ())):
            kind = "all-in" if total == self.stack else "raise" if other > own else "bet"
            name = f"{kind} {_format_chips(total - own)}"
            chips = (total, other) if now.player == OOP else (other, total)
            if len(path) > MAX_RAISES:
                raise BadInput(text("solver_errors.tree.raises", most=MAX_RAISES))
            after = Begin(1 - now.player, chips, False, now.matched, now.bets + 1)
            actions[name] = self._decision(after, last, (*path, name))
        node.actions, node.children = tuple(actions), list(actions.values())
        return node

    def _amounts(self, now: Begin, extra: Sequence[float]) -> Sequence[float]:
        """Return the total chips that the player to act has put in after each bet or raise, in ascending order."""
        own, other = now.chips[now.player], now.chips[1 - now.player]
        if other >= self.stack:
            return ()
        here = self.pot + 2 * other, other - now.matched, self.stack - other, self.streets_left
        sizes = self._sizes(now)
        totals = {other + max(added_chips(size, *here), self.limits.min_bet) for size in sizes}
        if (share := self.limits.all_in_below) > 0:
            near = {total for total in totals if self.stack - total < share * (self.pot + 2 * total)}
            totals = totals - near | ({self.stack} if near else set())
        totals |= {own + chips for chips in extra if own + chips > other}
        return sorted({self.stack if total >= self.stack * (1 - _EPSILON) else total for total in totals})

    def _sizes(self, now: Begin) -> Sizes:
        """Return the sizes of the player to act."""
        bets, raises = (self.bets, self.raises) if now.player == OOP or not self.of_ip else self.of_ip
        if now.chips[1 - now.player] > now.chips[now.player]:
            is_over = self.limits.raises is not None and now.bets > self.limits.raises
            return () if is_over else raises
        return self.donk if now.donks and self.donk is not None else bets

    def _end(self, matched: float, last: bool, caller: int = -1) -> Node:
        kind, chips = SHOWDOWN if last else DEAL, (matched, matched)
        if last or self.choices == 1:
            return self._count(Node(kind, put_in=chips, caller=caller))
        node = self._count(Node(DECISION, self.chooser, chips))
        node.actions = tuple(f"continuation {choice}" for choice in range(self.choices))
        node.children = [self._count(Node(DEAL, put_in=chips)) for _ in node.actions]
        return node

    def _count(self, node: Node) -> Node:
        self.node_count += 1
        self.construction.add(1)
        if self.node_count > MAX_NODES:
            raise BadInput(text("solver_errors.tree.nodes", most=number(MAX_NODES)))
        return node


def no_action(action: str, actions: Sequence[str]) -> str:
    """Return the message that an action is none of `actions`."""
    if not actions:
        return text("solver_errors.actions.none", action=action)
    return text("solver_errors.actions.others", action=action, actions=join_list(*actions))


def _format_chips(chips: float) -> str:
    """Format a number of chips as in the names of actions.

    >>> _format_chips(50.0), _format_chips(33.333333333)
    ('50', '33.3333')
    """
    return f"{round(chips, 4):.15g}"
