"""The whole game as a tree: every deal, the one of this iteration lit, branches as wide as the current strategy.

Chance deals two cards in two steps; the picture draws them as one. Beside each decision two bars stand for the
regrets of its actions, upwards what should have been played more, on the scale of the largest of them all.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.core import CHANCE, TERMINAL
from game.lab import NO_NODE, LabTree
from game.screens.lab.study import Study
from game.screens.pen import Pen, Rect
from game.screens.texts import number, signed, text
from game.screens.theme import RGB, mix

if TYPE_CHECKING:
    from game.screens.lab.record import Record

ROOT_ROW = 20.0
LEAF_ROW = 16.0
NODE_HIGH, LEAST_NODE = 22.0, 30.0
WIDEST_BRANCH, SLIMMEST_BRANCH = 7.0, 1.0
BAR_WIDE, BAR_HIGH = 7.0, 15.0
ROOM_FOR_BARS = 74.0  # dp for each deal, from which bars and shares are shown
ROOM_FOR_SHARES = 96.0
ROOM_FOR_LETTERS = 42.0  # dp for each leaf, from which both branches are named
RIGHT_MARGIN = 22.0
PAYOFF_ROOM = 22.0


@dataclass(frozen=True, slots=True)
class Shape:
    """Where the nodes lie in units of leaves (across) and levels (down), by number; `parents` as they are drawn."""

    across: Mapping[int, float]
    level: Mapping[int, int]
    parents: Mapping[int, int]
    leaves: int
    levels: int


def shape_of(tree: LabTree) -> Shape:
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
    return Shape(across, level, parents, leaves, max(level.values()))


class TreePicture:
    """Draws the tree of a study at one moment; what does not move is kept."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._key: Hashable = None
        self._shape: Shape | None = None

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Draw branches, then nodes over them."""
        study = self._study
        record, at, tree = study.record, study.place, study.tree
        if record is None or at < 0 or tree is None:
            return
        if self._shape is None or self._key != id(tree):
            self._shape, self._key = shape_of(tree), id(tree)
        _Drawing(pen, rect, tree, self._shape, (record, at)).draw()


class _Drawing:
    """One frame of the picture."""

    def __init__(self, pen: Pen, rect: Rect, tree: LabTree, shape: Shape, moment: tuple[Record, int]) -> None:
        record, at = moment
        self.pen, self.nodes, self.shape = pen, tree.nodes, shape
        self.record, self.at = record, at
        self.visited = record.visited[at] if at < len(record.visited) else NO_NODE
        self.lit = self._lit()
        self.inner = (rect[0], rect[1], rect[2] - RIGHT_MARGIN, rect[3])
        self.deal_room = self.inner[2] / max(1, sum(level == 1 for level in shape.level.values()))
        self.leaf_room = self.inner[2] / shape.leaves
        self.firsts = [list[int]() for _ in record.sets.keys]
        for sequence, (owner, _) in enumerate(record.sets.sequences):
            self.firsts[owner].append(sequence)
        self.spots = {place: self._spot(place) for place in shape.across}
        self.most = max((abs(column[at]) for column in record.regret), default=0.0) or 1.0

    def _lit(self) -> frozenset[int]:
        """Return the node that the last die chose, what led to it, and what lies below it."""
        if self.visited == NO_NODE:
            return frozenset()
        lit, place = set[int](), self.visited
        while place != NO_NODE:
            lit.add(place)
            place = self.nodes[place].parent
        for place, node in enumerate(self.nodes):
            if (
                place > self.visited
                and node.parent in lit
                and (node.parent == self.visited or self._below(node.parent))
            ):
                lit.add(place)
        return frozenset(lit)

    def _below(self, place: int) -> bool:
        """Return whether a node lies below the one that was chosen."""
        while place > self.visited:
            place = self.nodes[place].parent
        return place == self.visited

    def draw(self) -> None:
        for place, parent in self.shape.parents.items():
            self._draw_branch(place, parent)
        for place in self.shape.across:
            self._draw_node(place)

    def _spot(self, place: int) -> tuple[float, float]:
        """Return where a node lies."""
        x, y, w, h = self.inner
        steps = h - ROOT_ROW - LEAF_ROW - 6
        across = x + w * self.shape.across[place] / self.shape.leaves
        return across, y + ROOT_ROW / 2 + steps * self.shape.level[place] / self.shape.levels + (
            6 if self.shape.level[place] else 0
        )

    def share(self, place: int, parent: int) -> float | None:
        """Return the current probability of the step to a node; None where chance takes it."""
        owner = self.nodes[parent].infoset
        if owner == NO_NODE:
            return None
        action = self.record.sets.actions[owner].index(self.nodes[place].step)
        return self.record.current[self.firsts[owner][action]][self.at]

    def _draw_branch(self, place: int, parent: int) -> None:
        (x0, y0), (x1, y1) = self.spots[parent], self.spots[place]
        share = self.share(place, parent)
        lit = place in self.lit and parent in self.lit
        wide = SLIMMEST_BRANCH if share is None else max(SLIMMEST_BRANCH, WIDEST_BRANCH * share)
        ink = self.pen.col("brass") if lit else mix(self.pen.col("edge"), self.pen.col("panel"), 0.35)
        _band(self.pen, (x0, y0), (x1, y1 - (7 if self.is_leaf(place) else 0)), wide, ink)
        if share is not None and self.deal_room >= ROOM_FOR_SHARES:
            self._write_share(place, parent, share, lit=lit)

    def _write_share(self, place: int, parent: int, share: float, *, lit: bool) -> None:
        """Write the letter of the action, and how likely it is where it is the bet."""
        (x0, y0), (x1, y1) = self.spots[parent], self.spots[place]
        step, right = self.nodes[place].step, x1 > x0
        roomy = self.leaf_room >= ROOM_FOR_LETTERS
        if not right and not roomy:
            return
        words = step if not right else f"{step} {number(share, 2)}" if roomy else number(share, 2)
        aside = 7 + WIDEST_BRANCH * share / 2
        at = (x0 + x1) / 2 + (aside if right else -aside)
        self.pen.text(
            words, at, (y0 + y1) / 2 + 2, "small", "text" if lit else "faint", al="l" if right else "r"
        )

    def is_leaf(self, place: int) -> bool:
        return self.nodes[place].player == TERMINAL

    def _draw_node(self, place: int) -> None:
        x, y = self.spots[place]
        node = self.nodes[place]
        if not self.shape.level[place]:
            self.pen.rect((x - 24, y - 10, 48, 18), "panel", 4)
            self.pen.text(text("lab.tree.deal"), x, y - 2, "small", "dim", al="c")
        elif self.is_leaf(place):
            ink = (
                "brass"
                if place in self.lit
                else "good"
                if node.payoff > 0
                else "bad"
                if node.payoff < 0
                else "dim"
            )
            if self.leaf_room >= PAYOFF_ROOM:
                words = signed(node.payoff, 0 if node.payoff == round(node.payoff) else 2)
                self.pen.text(words, x, y + 5, "small_b", ink, al="c", fit=self.leaf_room)
        else:
            self._draw_decision(place, x, y)

    def _draw_decision(self, place: int, x: float, y: float) -> None:
        key = self.record.sets.keys[self.nodes[place].infoset]
        wide = max(LEAST_NODE, self.pen.width(key, "small_b") + 12)
        lit = place in self.lit
        self.pen.rect(
            (x - wide / 2, y - NODE_HIGH / 2, wide, NODE_HIGH), "raised", 5, "brass" if lit else "line"
        )
        self.pen.text(key, x, y, "small_b", "text" if lit or not self.lit else "dim", al="c")
        if self.deal_room >= ROOM_FOR_BARS:
            self._draw_regrets(place, x + wide / 2 + 4, y)

    def _draw_regrets(self, place: int, left: float, y: float) -> None:
        self.pen.line(left, y, left + 2 * BAR_WIDE + 2, y, "edge")
        for action, sequence in enumerate(self.firsts[self.nodes[place].infoset]):
            regret = self.record.regret[sequence][self.at]
            high = BAR_HIGH * math.log10(1 + abs(regret)) / math.log10(1 + self.most)
            if high < 0.5:
                continue
            top = y - high if regret > 0 else y + 1
            at = left + action * (BAR_WIDE + 2)
            self.pen.rect((at, top, BAR_WIDE, high), "good" if regret > 0 else "bad", 0)


def _band(pen: Pen, start: tuple[float, float], end: tuple[float, float], wide: float, ink: RGB) -> None:
    """Draw a straight branch of some width."""
    (x0, y0), (x1, y1) = start, end
    if wide <= 1.4:
        pen.line(x0, y0, x1 + 1e-6, y1, ink)
        return
    long = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = -(y1 - y0) / long * wide / 2, (x1 - x0) / long * wide / 2
    corners = [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
    pixels = [(x * pen.u, y * pen.u) for x, y in corners]
    pygame.draw.polygon(pen.s, ink, [(round(x), round(y)) for x, y in pixels])
    pygame.draw.aalines(pen.s, ink, True, pixels)
