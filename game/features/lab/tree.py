"""The game tree of a tracked run as a picture, in which the deal of the shown iteration is highlighted.

Chance deals two cards in two steps, which the picture draws as one step. The width of a branch is the current
probability of its action. Next to each decision, two bars show the regrets of its actions on a logarithmic scale,
up to the largest regret in the tree. An upward bar means that the action should have been played more often. If
there is room, the picture also has the regrets as numbers. Each node then has its reach, and its value for player
1, under the current strategies. The numbers of one decision, selected by the mouse or the up and down keys, are
written below the tree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pygame

from game.core import CHANCE, TERMINAL
from game.features.lab.model import LabModel, RunRecord
from game.features.lab.pictures import figure_of_regret
from game.study.lab import NO_NODE, LabTree
from game.texts import join_sentences, number, percent, signed, text
from game.window.ui.canvas.painter import Align, Painter, Rect
from game.window.ui.input import Key
from game.window.ui.theme import RGB, mix
from game.window.ui.widgets import ReadOut, holds


@dataclass(frozen=True, slots=True)
class TreeShape:
    """The layout of a tree, by node number.

    `across` is the horizontal position in widths of a leaf, and `level` is the depth. `parents` has the
    parent of each node in the picture, in which a deal is one step.
    """

    across: Mapping[int, float]
    level: Mapping[int, int]
    parents: Mapping[int, int]
    leaves: int
    levels: int


def lay_out_tree(tree: LabTree) -> TreeShape:
    """Lay out a tree: leaves side by side, parents above the middle of their children, and a deal as one step."""
    nodes = tree.nodes
    children: dict[int, list[int]] = {}
    for index, node in enumerate(nodes):
        children.setdefault(node.parent, []).append(index)
    [root] = children[NO_NODE]
    across: dict[int, float] = {}
    level: dict[int, int] = {root: 0}
    parents: dict[int, int] = {}
    leaves = 0

    def visit(index: int, above: int) -> float:
        nonlocal leaves
        shown = index == root or nodes[index].player != CHANCE
        if shown and index != root:
            parents[index], level[index] = above, level[above] + 1
        below = [visit(child, index if shown else above) for child in children.get(index, ())]
        if not below:
            below = [leaves + 0.5]
            leaves += 1
        middle = (below[0] + below[-1]) / 2
        if shown:
            across[index] = middle
        return middle

    visit(root, root)
    return TreeShape(across, level, parents, leaves, max(level.values()))


def compute_node_numbers(tree: LabTree, share: Callable[[int], float]) -> tuple[list[float], list[float]]:
    """Return the reach probability of each node, and player 1's expected winnings from each node in chips.

    A player chooses the action that leads to node n with probability `share(n)`.
    """
    nodes = tree.nodes
    steps, reach = [1.0], [1.0]
    for index, node in enumerate(nodes[1:], 1):
        by_chance = nodes[node.parent].player == CHANCE
        steps.append(node.chance if by_chance else share(index))
        reach.append(reach[node.parent] * steps[index])
    worth = [node.payoff if node.player == TERMINAL else 0.0 for node in nodes]
    for index in range(len(nodes) - 1, 0, -1):
        worth[nodes[index].parent] += steps[index] * worth[index]
    return reach, worth


class TreeMoment:
    """The tree at the tracked point with index `at`.

    The tree has the last deal, the action probabilities, and the numbers at the nodes.
    """

    def __init__(self, tree: LabTree, record: RunRecord, at: int) -> None:
        self.nodes, self.record, self.at = tree.nodes, record, at
        self.lit = self._lit(record.visited[at]) if at < len(record.visited) else frozenset[int]()
        self.most = max((abs(column[at]) for column in record.regret), default=0.0) or 1.0
        """The largest absolute regret at this point, or 1 if all are 0."""
        self.reach, self.worth = compute_node_numbers(tree, self._step_share)

    def _way(self, index: int) -> Iterator[int]:
        """Yield the node `index` and its ancestors, up to the root."""
        while index != NO_NODE:
            yield index
            index = self.nodes[index].parent

    def _lit(self, visited: int) -> frozenset[int]:
        """Return the node `visited` of the last iteration, with its ancestors and descendants."""
        below = {visited} - {NO_NODE}
        for index, node in enumerate(self.nodes):
            if node.parent in below:
                below.add(index)
        return frozenset(below.union(self._way(visited)))

    def is_leaf(self, index: int) -> bool:
        return self.nodes[index].player == TERMINAL

    def get_key(self, index: int) -> str:
        return self.record.sets.keys[self.nodes[index].infoset]

    def get_regrets(self, index: int) -> list[float]:
        sequences = self.record.of_set[self.nodes[index].infoset]
        return [self.record.regret[sequence][self.at] for sequence in sequences]

    def share(self, index: int, parent: int) -> float | None:
        """Return the current probability of the action that leads to a node, or None for a chance event."""
        owner = self.nodes[parent].infoset
        if owner == NO_NODE:
            return None
        action = self.record.sets.actions[owner].index(self.nodes[index].step)
        return self.record.current[self.record.of_set[owner][action]][self.at]

    def _step_share(self, index: int) -> float:
        share = self.share(index, self.nodes[index].parent)
        return 1.0 if share is None else share

    def describe_node(self, index: int) -> str:
        """Describe a decision: its value, its reach, and the probability and the regret of each action."""
        owner, record, sets = self.nodes[index].infoset, self.record, self.record.sets
        actions = []
        for sequence, action in record.actions(owner):
            share, regret = record.current[sequence][self.at], record.regret[sequence][self.at]
            figures = {"share": number(share, 2), "regret": figure_of_regret(regret)}
            actions.append(text("lab.tree.action", action=action, **figures))
        *_, second, first, _ = (self.nodes[one].step for one in self._way(index))
        return text(
            "lab.tree.node",
            cards=f"{first}-{second}",
            who=sets.keys[owner],
            player=sets.players[owner] + 1,
            worth=signed(self.worth[index], 3),
            reach=percent(self.reach[index], 1),
            actions=" · ".join(actions),
        )


STEPS = {"up": -1, "down": 1}
ROOT_ROW, LEAF_ROW = 20.0, 16.0
NODE_HIGH, MIN_NODE = 22.0, 30.0
WIDEST_BRANCH, SLIMMEST_BRANCH = 7.0, 1.0
BAR_WIDE, BAR_HIGH = 7.0, 15.0
ROOM_FOR_BARS, ROOM_FOR_SHARES = 74.0, 96.0  # minimum dp per deal at which bars and probabilities are shown
ROOM_FOR_NUMBERS = 34.0  # minimum dp per leaf at which nodes show their numbers
LEVEL_FOR_NUMBERS = 90.0  # minimum dp per level for the numbers: otherwise they would cover the probabilities
ROOM_FOR_LETTERS = 42.0  # minimum dp per leaf at which both branches have names
RIGHT_MARGIN, PAYOFF_ROOM = 22.0, 22.0
NUMBERS_ROW, REGRET_ROOM = 7.5, 32.0
FOOT, MIN_FOR_FOOT = 26.0, 330.0


class TreePicture(ReadOut[int]):
    """The picture as a control. It describes the node under the mouse, or the node selected with the keys."""

    def __init__(self, model: LabModel) -> None:
        super().__init__("game_tree", text("lab.tree.title"))
        self._model = model
        self._laid_out: tuple[LabTree, TreeShape] | None = None
        self.drawing: TreeDrawing | None = None
        self._at = 0

    @property
    def node(self) -> int | None:
        """The node to describe: the node under the mouse, or else the node selected with the keys."""
        if self.under is not None:
            return self.under
        decisions = self.drawing.decisions if self.drawing is not None else []
        return decisions[self._at % len(decisions)] if self.focused and decisions else None

    @property
    def value(self) -> str:
        """The numbers of the described node, as text."""
        node = self.node
        return (
            self.drawing.moment.describe_node(node) if self.drawing is not None and node is not None else ""
        )

    @property
    def hint(self) -> str:
        return self.value if self.drawing is not None and not self.drawing.has_foot else ""

    def key(self, event: Key) -> bool:
        """Handle a key: up and down select a decision. The page uses left and right to move in time."""
        if event.ctrl or event.name not in STEPS:
            return False
        self._at += STEPS[event.name]
        return True

    def find(self, x: float, y: float) -> int | None:
        return self.drawing.node_at(x, y) if self.drawing is not None else None

    def draw(self, painter: Painter) -> None:
        """Draw the branches, and then the nodes over them."""
        record, tree = self._model.record, self._model.extras.tree.value
        self.drawing = None
        if record is None or tree is None:
            return
        if self._laid_out is None or self._laid_out[0] is not tree:
            self._laid_out = tree, lay_out_tree(tree)
        moment = TreeMoment(tree, record, self._model.place)
        self.drawing = TreeDrawing(painter, self.rect, self._laid_out[1], moment)
        self.drawing.draw(self.node)
        if self.focused:
            painter.focus_ring(self.rect, 6)


class TreeDrawing:
    """One frame of the picture: the positions of its nodes, their numbers, and their appearance."""

    def __init__(self, painter: Painter, rect: Rect, shape: TreeShape, moment: TreeMoment) -> None:
        self.painter, self.rect, self.shape, self.moment = painter, rect, shape, moment
        x, y, w, h = rect
        self.has_foot = h >= MIN_FOR_FOOT
        width, levels = w - RIGHT_MARGIN, h - FOOT * self.has_foot - ROOT_ROW - LEAF_ROW - 6
        self.deal_room = width / max(1, sum(level == 1 for level in shape.level.values()))
        self.leaf_room = width / shape.leaves
        roomy = self.leaf_room >= ROOM_FOR_NUMBERS and levels >= LEVEL_FOR_NUMBERS * shape.levels
        self.has_numbers = self.has_foot and roomy
        self.spots = {
            node: (
                x + width * across / shape.leaves,
                y
                + ROOT_ROW / 2
                + levels * shape.level[node] / shape.levels
                + (6 if shape.level[node] else 0),
            )
            for node, across in shape.across.items()
        }
        inner = [node for node in shape.across if shape.level[node] and not moment.is_leaf(node)]
        self.decisions = sorted(inner, key=lambda node: (shape.level[node], shape.across[node]))

    def node_at(self, x: float, y: float) -> int | None:
        return next((node for node in self.decisions if holds(self._box(node), x, y)), None)

    def _box(self, index: int) -> Rect:
        x, y = self.spots[index]
        wide = max(MIN_NODE, self.painter.width(self.moment.get_key(index), "small_b") + 12)
        return x - wide / 2, y - NODE_HIGH / 2, wide, NODE_HIGH

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, chosen: int | None) -> None:
        """Draw the tree. The node `chosen` is marked, and its numbers are written below the tree."""
        for node, parent in self.shape.parents.items():
            self._draw_branch(node, parent)
        for node in self.shape.across:
            self._draw_node(node)
        if chosen is not None:
            self.painter.rect(self._box(chosen), None, 5, "text", 2)
        if self.has_foot:
            x, y, w, h = self.rect
            words = self._hint(w - 12) if chosen is None else self.moment.describe_node(chosen)
            style, ink = ("small", "faint") if chosen is None else ("small_b", "text")
            self.painter.text(words, x + 6, y + h - FOOT / 2 + 2, style, ink, fit=w - 12)

    def _hint(self, width: float) -> str:
        """Return the hint on how to select a node and, if there is room, on the meaning of the numbers."""
        point = text("lab.tree.point")
        whole = join_sentences(point, text("lab.tree.shows"))
        return whole if self.painter.width(whole, "small") <= width else point

    def _draw_branch(self, index: int, parent: int) -> None:
        """Draw the edge to a node with the letter of its action. A bet also has its probability."""
        painter, moment = self.painter, self.moment
        (x0, y0), (x1, y1) = self.spots[parent], self.spots[index]
        share, lit = moment.share(index, parent), index in moment.lit and parent in moment.lit
        wide = SLIMMEST_BRANCH if share is None else max(SLIMMEST_BRANCH, WIDEST_BRANCH * share)
        ink = painter.col("brass") if lit else mix(painter.col("edge"), painter.col("panel"), 0.35)
        _band(painter, (x0, y0), (x1, y1 - (7 if moment.is_leaf(index) else 0)), wide, ink)
        right, roomy = x1 > x0, self.leaf_room >= ROOM_FOR_LETTERS
        if share is None or self.deal_room < ROOM_FOR_SHARES or not (right or roomy):
            return
        words = [moment.nodes[index].step] * roomy + [number(share, 2)] * right
        aside = 7 + WIDEST_BRANCH * share / 2
        at, colour = (x0 + x1) / 2 + (aside if right else -aside), "text" if lit else "faint"
        painter.text(" ".join(words), at, (y0 + y1) / 2 + 2, "small", colour, al="l" if right else "r")

    def _draw_node(self, index: int) -> None:
        x, y = self.spots[index]
        node = self.moment.nodes[index]
        if not self.shape.level[index]:
            self.painter.rect((x - 24, y - 10, 48, 18), "panel", 4)
            self.painter.text(text("lab.tree.deal"), x, y - 2, "small", "dim", al="c")
        elif not self.moment.is_leaf(index):
            self._draw_decision(index, x, y)
        elif self.leaf_room >= PAYOFF_ROOM:
            ink = "good" if node.payoff > 0 else "bad" if node.payoff < 0 else "dim"
            ink = "brass" if index in self.moment.lit else ink
            words = signed(node.payoff, 0 if node.payoff == round(node.payoff) else 2)
            self.painter.text(words, x, y + 5, "small_b", ink, al="c", fit=self.leaf_room)

    def _draw_decision(self, index: int, x: float, y: float) -> None:
        box, lit = self._box(index), index in self.moment.lit
        self.painter.rect(box, "raised", 5, "brass" if lit else "line")
        ink = "text" if lit or not self.moment.lit else "dim"
        self.painter.text(self.moment.get_key(index), x, y, "small_b", ink, al="c")
        right = box[0] + box[2] + 4
        if self.deal_room >= ROOM_FOR_BARS:
            self.painter.line(right, y, right + 2 * BAR_WIDE + 2, y, "edge")
            for action, regret in enumerate(self.moment.get_regrets(index)):
                high = BAR_HIGH * math.log10(1 + abs(regret)) / math.log10(1 + self.moment.most)
                if high >= 0.5:
                    bar = (right + action * (BAR_WIDE + 2), y - high if regret > 0 else y + 1, BAR_WIDE, high)
                    self.painter.rect(bar, "good" if regret > 0 else "bad", 0)
        if self.has_numbers:
            self._write_worth(index, box[1], lit=lit)
            self._write_regrets(index, right + 2 * BAR_WIDE + 7, y)

    def _write_worth(self, index: int, top: float, *, lit: bool) -> None:
        """Write the value and the reach above a node, on the side without the incoming branch."""
        x, _ = self.spots[index]
        from_left = self.spots[self.shape.parents[index]][0] < x
        at = x + 1 if from_left else x - 1
        side: Align = "l" if from_left else "r"
        worth, reach = signed(self.moment.worth[index], 2), percent(self.moment.reach[index])
        wide = max(self.painter.width(worth, "small_b"), self.painter.width(reach, "small"))
        background = (at if from_left else at - wide, top - 4 * NUMBERS_ROW, wide, 4 * NUMBERS_ROW - 1)
        self.painter.rect(background, "panel", 2)
        self.painter.text(worth, at, top - 3 * NUMBERS_ROW, "small_b", "text" if lit else "dim", al=side)
        self.painter.text(reach, at, top - NUMBERS_ROW, "small", "faint", al=side)

    def _write_regrets(self, index: int, left: float, y: float) -> None:
        """Write the regrets of the two actions beside their bars, on the side without a neighbouring node."""
        x, level = self.spots[index][0], self.shape.level[index]
        beyond = [at for one, (at, _) in self.spots.items() if self.shape.level[one] == level and at > x]
        edge = self.rect[0] + self.rect[2] + RIGHT_MARGIN
        if left + REGRET_ROOM > (min(beyond) - MIN_NODE / 2 if beyond else edge):
            return
        for row, regret in zip((-1, 1), self.moment.get_regrets(index), strict=True):
            ink = "good" if regret > 0 else "bad"
            self.painter.text(figure_of_regret(regret), left, y + row * NUMBERS_ROW, "small", ink)


def _band(
    painter: Painter, start: tuple[float, float], end: tuple[float, float], wide: float, ink: RGB
) -> None:
    """Draw a straight branch between two points, `wide` dp wide."""
    (x0, y0), (x1, y1) = start, end
    if wide <= 1.4:
        painter.line(x0, y0, x1 + 1e-6, y1, ink)
        return
    long = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = -(y1 - y0) / long * wide / 2, (x1 - x0) / long * wide / 2
    corners = [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
    pixels = [(x * painter.u, y * painter.u) for x, y in corners]
    pygame.draw.polygon(painter.s, ink, [(round(x), round(y)) for x, y in pixels])
    pygame.draw.aalines(painter.s, ink, True, pixels)
