"""The betting of one street as a tree, with the chips that are really put in.

Chips are counted beyond the pot that was there when the subgame began; both players have put in equally much when
a street begins. A bet of p puts p of the pot in, a raise of p the call and p of the pot after it. Nothing is
rounded: only what reaches the stack is an all-in, and sizes that reach it are one action.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ai.solver.spot import OOP, Sizes
from game.core import BadInput

DECISION, FOLD, SHOWDOWN, DEAL = 0, 1, 2, 3
"""Kinds of nodes: `player` is to act; `player` has given up; the cards decide; the street is over."""
MOST_NODES = 200_000
MOST_RAISES = 100
_EPSILON = 1e-9  # of the stack: what is nearer to it is all of it

Path = tuple[str, ...]
"""Actions of a street, in order, by their names."""


@dataclass(slots=True)
class Node:
    """A public state of a street. `put_in`: chips of either player, beyond the pot when the subgame began."""

    kind: int
    player: int = -1
    put_in: tuple[float, float] = (0.0, 0.0)
    actions: tuple[str, ...] = ()
    children: list[Node] = field(default_factory=list)

    @property
    def chips(self) -> float:
        """Return what the loser of a terminal has put in, what both have where a street is over."""
        return min(self.put_in)

    def at(self, path: Path) -> Node:
        """Return the node that actions lead to; `BadInput` where there is none."""
        node = self
        for action in path:
            if action not in node.actions:
                raise BadInput(f"There is no {action} here: the actions are {', '.join(node.actions)}.")
            node = node.children[node.actions.index(action)]
        return node

    def nodes(self) -> Iterator[Node]:
        """Yield this node and all below it, a player's actions in order."""
        ahead = [self]
        while ahead:
            node = ahead.pop()
            yield node
            ahead.extend(reversed(node.children))


class BuildAbandoned(Exception):
    """Ends the building of trees that nobody waits for any more."""


@dataclass(slots=True)
class Construction:
    """The progress of building trees. Another thread reads `nodes` and sets `is_abandoned`."""

    nodes: int = 0
    is_abandoned: bool = False

    def add(self, nodes: int) -> None:
        """Count nodes. Raises `BuildAbandoned` once the trees are not wanted any more."""
        if self.is_abandoned:
            raise BuildAbandoned
        self.nodes += nodes


@dataclass(frozen=True, slots=True)
class Begin:
    """Where the betting of the first street stands: who acts, what each has put in, whether one has checked."""

    player: int = OOP
    chips: tuple[float, float] = (0.0, 0.0)
    checked: bool = False


@dataclass(slots=True)
class Menu:
    """What may be bet: `pot` before the subgame, `stack` behind, sizes, and the number of nodes made so far.

    `of_ip` are bets and raises of player 1 where those of both differ.

    `extra` are chips that may be put in besides, by the path of a decision of the first street. Where `choices` is
    above 1, `chooser` picks one of as many continuations at the end of a street that no showdown follows.
    """

    pot: float
    stack: float
    bets: Sizes
    raises: Sizes
    extra: Mapping[Path, Sequence[float]] = field(default_factory=dict)
    chooser: int = -1
    choices: int = 1
    of_ip: tuple[Sizes, Sizes] | None = None
    made: int = 0
    construction: Construction = field(default_factory=Construction)

    def street(self, begin: Begin, last: bool) -> Node:
        """Return the tree of a street, before a showdown if it is the `last`. `BadInput` if it is too large."""
        if begin.chips[0] == begin.chips[1] >= self.stack:
            return self._end(self.stack, last)
        return self._decision(begin, last, ())

    def _decision(self, now: Begin, last: bool, path: Path) -> Node:
        node = self._made(Node(DECISION, now.player, now.chips))
        own, other = now.chips[now.player], now.chips[1 - now.player]
        actions: dict[str, Node] = {}
        if other > own:
            actions["fold"] = self._made(Node(FOLD, now.player, now.chips))
            actions["call"] = self._end(other, last)
        elif now.checked:
            actions["check"] = self._end(own, last)
        else:
            passed = Begin(1 - now.player, now.chips, True)
            actions["check"] = self._decision(passed, last, (*path, "check"))
        for total in self._amounts(now, self.extra.get(path, ())):
            kind = "all-in" if total == self.stack else "raise" if other > own else "bet"
            name = f"{kind} {_shown(total - own)}"
            chips = (total, other) if now.player == OOP else (other, total)
            if len(path) > MOST_RAISES:
                raise BadInput(f"More than {MOST_RAISES} raises fit in the stack: name larger sizes.")
            actions[name] = self._decision(Begin(1 - now.player, chips), last, (*path, name))
        node.actions, node.children = tuple(actions), list(actions.values())
        return node

    def _amounts(self, now: Begin, extra: Sequence[float]) -> Sequence[float]:
        """Return what the player to act can have put in after a bet or a raise, least first."""
        own, other = now.chips[now.player], now.chips[1 - now.player]
        if other >= self.stack:
            return ()
        bets, raises = (self.bets, self.raises) if now.player == OOP or not self.of_ip else self.of_ip
        pot = self.pot + 2 * other
        totals = {other + size * pot for size in (raises if other > own else bets)}
        totals |= {own + chips for chips in extra if own + chips > other}
        return sorted({self.stack if total >= self.stack * (1 - _EPSILON) else total for total in totals})

    def _end(self, matched: float, last: bool) -> Node:
        if last:
            return self._made(Node(SHOWDOWN, put_in=(matched, matched)))
        if self.choices == 1:
            return self._made(Node(DEAL, put_in=(matched, matched)))
        node = self._made(Node(DECISION, self.chooser, (matched, matched)))
        node.actions = tuple(f"continuation {choice}" for choice in range(self.choices))
        node.children = [self._made(Node(DEAL, put_in=(matched, matched))) for _ in node.actions]
        return node

    def _made(self, node: Node) -> Node:
        self.made += 1
        self.construction.add(1)
        if self.made > MOST_NODES:
            raise BadInput(f"The bet tree has more than {MOST_NODES:,} nodes: name fewer or larger sizes.")
        return node


def _shown(chips: float) -> str:
    """Write chips as actions name them.

    >>> _shown(50.0), _shown(33.333333333)
    ('50', '33.3333')
    """
    return f"{round(chips, 4):.15g}"
