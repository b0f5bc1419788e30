"""The game tree before it is drawn: where its nodes lie, and what there is to know of each at a moment of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from game.core import CHANCE, TERMINAL
from game.features.lab.pictures import figure_of_regret
from game.features.lab.record import RunRecord
from game.study.lab import NO_NODE, LabTree
from game.texts import number, percent, signed, text


@dataclass(frozen=True, slots=True)
class TreeShape:
    """Where the nodes lie in units of leaves (across) and levels (down), by number; `parents` as they are drawn."""

    across: Mapping[int, float]
    level: Mapping[int, int]
    parents: Mapping[int, int]
    leaves: int
    levels: int


def shape_of(tree: LabTree) -> TreeShape:
    """Lay a tree out: leaves side by side, each parent above the middle of its children, the deal as one step."""
    nodes = tree.nodes
    children: dict[int, list[int]] = {}
    for place, node in enumerate(nodes):
        children.setdefault(node.parent, []).append(place)
    [root] = children[NO_NODE]
    across: dict[int, float] = {}
    level: dict[int, int] = {root: 0}
    parents: dict[int, int] = {}
    leaves = 0

    def visit(place: int, above: int) -> float:
        nonlocal leaves
        shown = place == root or nodes[place].player != CHANCE
        if shown and place != root:
            parents[place], level[place] = above, level[above] + 1
        below = [visit(child, place if shown else above) for child in children.get(place, ())]
        if not below:
            below = [leaves + 0.5]
            leaves += 1
        middle = (below[0] + below[-1]) / 2
        if shown:
            across[place] = middle
        return middle

    visit(root, root)
    return TreeShape(across, level, parents, leaves, max(level.values()))


def numbers_of(tree: LabTree, share: Callable[[int], float]) -> tuple[list[float], list[float]]:
    """Return how likely each node is reached, and the chips that player 1 gets from it.

    A player takes the step to node n with probability `share(n)`.
    """
    nodes = tree.nodes
    steps, reach = [1.0], [1.0]
    for place, node in enumerate(nodes[1:], 1):
        by_chance = nodes[node.parent].player == CHANCE
        steps.append(node.chance if by_chance else share(place))
        reach.append(reach[node.parent] * steps[place])
    worth = [node.payoff if node.player == TERMINAL else 0.0 for node in nodes]
    for place in range(len(nodes) - 1, 0, -1):
        worth[nodes[place].parent] += steps[place] * worth[place]
    return reach, worth


class TreeMoment:
    """A tree at point `at` of a run: which deal was the last, how likely each step is, and what it adds up to."""

    def __init__(self, tree: LabTree, record: RunRecord, at: int) -> None:
        self.nodes, self.record, self.at = tree.nodes, record, at
        self.lit = self._lit(record.visited[at]) if at < len(record.visited) else frozenset[int]()
        self.most = max((abs(column[at]) for column in record.regret), default=0.0) or 1.0
        """The largest regret."""
        self.reach, self.worth = numbers_of(tree, self._step_share)

    def _way(self, place: int) -> Iterator[int]:
        """Yield a node, and all above it up to the root."""
        while place != NO_NODE:
            yield place
            place = self.nodes[place].parent

    def _lit(self, visited: int) -> frozenset[int]:
        """Return the node chosen by the last random draw, with all nodes above and below it."""
        below = {visited} - {NO_NODE}
        for place, node in enumerate(self.nodes):
            if node.parent in below:
                below.add(place)
        return frozenset(below.union(self._way(visited)))

    def is_leaf(self, place: int) -> bool:
        """Return whether the hand is over at a node."""
        return self.nodes[place].player == TERMINAL

    def key_of(self, place: int) -> str:
        """Return the information set of a decision."""
        return self.record.sets.keys[self.nodes[place].infoset]

    def regrets_of(self, place: int) -> list[float]:
        """Return the regrets of the actions of a decision."""
        sequences = self.record.of_set[self.nodes[place].infoset]
        return [self.record.regret[sequence][self.at] for sequence in sequences]

    def share(self, place: int, parent: int) -> float | None:
        """Return the current probability of the step to a node; None where chance takes it."""
        owner = self.nodes[parent].infoset
        if owner == NO_NODE:
            return None
        action = self.record.sets.actions[owner].index(self.nodes[place].step)
        return self.record.current[self.record.of_set[owner][action]][self.at]

    def _step_share(self, place: int) -> float:
        share = self.share(place, self.nodes[place].parent)
        return 1.0 if share is None else share

    def label_of(self, place: int) -> str:
        """Return the numbers of a decision: its worth, its reach, and each action's share and regret."""
        owner, record, sets = self.nodes[place].infoset, self.record, self.record.sets
        actions = []
        for sequence, action in record.actions(owner):
            share, regret = record.current[sequence][self.at], record.regret[sequence][self.at]
            figures = {"share": number(share, 2), "regret": figure_of_regret(regret)}
            actions.append(text("lab.tree.action", action=action, **figures))
        *_, second, first, _ = (self.nodes[one].step for one in self._way(place))
        return text(
            "lab.tree.node",
            cards=f"{first}-{second}",
            who=sets.keys[owner],
            player=sets.players[owner] + 1,
            worth=signed(self.worth[place], 3),
            reach=percent(self.reach[place], 1),
            actions=" · ".join(actions),
        )
