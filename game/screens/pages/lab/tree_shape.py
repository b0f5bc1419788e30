"""The game tree before it is drawn: where its nodes lie, and what there is to know of each at a moment of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.core import CHANCE, TERMINAL
from game.messages.lab_answers import NO_NODE, LabTree
from game.screens.pages.lab.pictures import figure_of_regret
from game.screens.pages.lab.record import RunRecord
from game.screens.ui.texts import number, percent, signed, text


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


@dataclass(frozen=True, slots=True)
class Numbers:
    """By node: `reach`, the probability that it is reached, and `worth`, the chips that player 1 gets from it."""

    reach: tuple[float, ...]
    worth: tuple[float, ...]


def numbers_of(tree: LabTree, share: Callable[[int], float]) -> Numbers:
    """Return reach and worth of every node where a player takes the step to node n with probability `share(n)`."""
    nodes = tree.nodes
    steps, reach = [1.0], [1.0]
    for place, node in enumerate(nodes[1:], 1):
        by_chance = nodes[node.parent].player == CHANCE
        steps.append(node.chance if by_chance else share(place))
        reach.append(reach[node.parent] * steps[place])
    worth = [node.payoff if node.player == TERMINAL else 0.0 for node in nodes]
    for place in range(len(nodes) - 1, 0, -1):
        worth[nodes[place].parent] += steps[place] * worth[place]
    return Numbers(tuple(reach), tuple(worth))


class TreeMoment:
    """A tree at point `at` of a run: which deal was the last, how likely each step is, and what it adds up to."""

    def __init__(self, tree: LabTree, record: RunRecord, at: int) -> None:
        self.nodes, self.record, self.at = tree.nodes, record, at
        self.lit = self._lit(record.visited[at]) if at < len(record.visited) else frozenset[int]()
        self.firsts = [list[int]() for _ in record.sets.keys]
        """The sequences of each information set."""
        for sequence, (owner, _) in enumerate(record.sets.sequences):
            self.firsts[owner].append(sequence)
        self.most = max((abs(column[at]) for column in record.regret), default=0.0) or 1.0
        """The largest regret."""
        self.numbers: Numbers = numbers_of(tree, self._step_share)

    def _lit(self, visited: int) -> frozenset[int]:
        """Return the node that the last die chose, what led to it, and what lies below it."""
        lit, place = set[int](), visited
        while place != NO_NODE:
            lit.add(place)
            place = self.nodes[place].parent
        below = {visited} - {NO_NODE}
        for place, node in enumerate(self.nodes):
            if node.parent in below:
                below.add(place)
        return frozenset(lit | below)

    def is_leaf(self, place: int) -> bool:
        """Return whether the hand is over at a node."""
        return self.nodes[place].player == TERMINAL

    def key_of(self, place: int) -> str:
        """Return the information set of a decision."""
        return self.record.sets.keys[self.nodes[place].infoset]

    def regrets_of(self, place: int) -> list[float]:
        """Return the regrets of the actions of a decision."""
        return [self.record.regret[sequence][self.at] for sequence in self.firsts[self.nodes[place].infoset]]

    def share(self, place: int, parent: int) -> float | None:
        """Return the current probability of the step to a node; None where chance takes it."""
        owner = self.nodes[parent].infoset
        if owner == NO_NODE:
            return None
        action = self.record.sets.actions[owner].index(self.nodes[place].step)
        return self.record.current[self.firsts[owner][action]][self.at]

    def _step_share(self, place: int) -> float:
        share = self.share(place, self.nodes[place].parent)
        return 1.0 if share is None else share

    def label_of(self, place: int) -> str:
        """Return the numbers of a decision: its worth, its reach, and each action's share and regret."""
        owner, sets = self.nodes[place].infoset, self.record.sets
        shares = [self.record.current[sequence][self.at] for sequence in self.firsts[owner]]
        actions = [
            text("lab.tree.action", action=action, share=number(share, 2), regret=figure_of_regret(regret))
            for action, share, regret in zip(sets.actions[owner], shares, self.regrets_of(place), strict=True)
        ]
        return text(
            "lab.tree.node",
            cards=self._cards(place),
            who=sets.keys[owner],
            player=sets.players[owner] + 1,
            worth=signed(self.numbers.worth[place], 3),
            reach=percent(self.numbers.reach[place], 1),
            actions=" · ".join(actions),
        )

    def _cards(self, place: int) -> str:
        """Return the two cards of the deal that leads to a node."""
        steps: list[str] = []
        while self.nodes[place].parent != NO_NODE:
            steps.insert(0, self.nodes[place].step)
            place = self.nodes[place].parent
        return "-".join(steps[:2])
