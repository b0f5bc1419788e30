"""The game tree before it is drawn: where its nodes lie, how likely each is reached, and what each is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.core import CHANCE, TERMINAL
from game.messages.lab_answers import NO_NODE, LabTree


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
