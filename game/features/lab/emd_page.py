"""The page that explains the earth mover's distance: blocks of earth fill holes, move by move, by three methods.

There are two small examples. One is from an article on card abstraction, with its errors corrected. In the other,
the heuristic costs more than the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from game.features.lab.asks import WorkEmdExample
from game.features.lab.base import BUTTON, CHOICE, EMD, GAP, LabPage
from game.rules import games
from game.study.abstraction import Earth, EmdMove, TransportPlan
from game.texts import number, text
from game.window.frame.actions import action, control_keys
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, Wrap, fixed, grow, share
from game.window.ui.leaves import Control, Ink, Line, Pair, Panel, Paragraph, Picture, Rule
from game.window.ui.widgets import Button, Segmented, options

TICK_ROW = 24.0
ARCS = 74.0
LARGEST_BLOCK = 60.0
BLOCK_GAP = 2.0
GROUND = 5.0
ARROW = 7.0
CURVE_POINTS = 24
STROKE = 2.2


def draw(earth: Earth, moves: Sequence[EmdMove], done: int, painter: Painter, rect: Rect) -> None:
    """Draw the histograms after the first `done` moves, with an arrow for the last of these moves."""
    x, y, width, height = rect
    bins = len(earth.earth)
    highest, deepest = max(earth.earth), max(earth.holes)
    block = min(LARGEST_BLOCK, width / bins - 8, (height - ARCS - TICK_ROW) / (highest + deepest))
    background = y + ARCS + block * highest
    each = width / bins
    left, filled = _after(earth, moves[:done])
    numbers = background + GROUND + block * deepest + TICK_ROW / 2
    for index in range(bins):
        middle = x + (index + 0.5) * each
        for level in range(int(earth.earth[index])):
            there = level < left[index]
            cell = _block(middle, background - (level + 1) * block, block)
            painter.rect(cell, "brass" if there else None, 4, "brass" if there else "edge")
        for level in range(int(earth.holes[index])):
            cell = _block(middle, background + GROUND + level * block, block)
            is_full = level < filled[index]
            painter.rect(cell, "brass" if is_full else "sunk", 4, "info", 2)
        painter.text(number(index), middle, numbers, "small", "faint", al="c")
    painter.rect((x, background + 1, width, GROUND - 2), "edge", 1)
    if done:
        _draw_arrow(painter, (x, y, each, block), background, earth, moves[done - 1])


def _after(earth: Earth, moves: Sequence[EmdMove]) -> tuple[list[float], list[float]]:
    """Return the remaining earth in each bin, and the earth in each hole."""
    left, filled = list(earth.earth), [0.0] * len(earth.holes)
    for move in moves:
        left[move.source] -= move.mass
        filled[move.target] += move.mass
    return left, filled


def _block(middle: float, top: float, size: float) -> Rect:
    return middle - size / 2 + BLOCK_GAP, top + BLOCK_GAP, size - 2 * BLOCK_GAP, size - 2 * BLOCK_GAP


def _draw_arrow(painter: Painter, scale: Rect, background: float, earth: Earth, move: EmdMove) -> None:
    """Draw the path of a move over the piles, with its cost.

    The arrow of earth that stays in its bin is vertical.
    """
    x, y, each, block = scale
    start, end = (x + (pile + 0.5) * each for pile in (move.source, move.target))
    over = earth.earth[min(move.source, move.target) : max(move.source, move.target) + 1]
    top = background - block * max(over) - 8
    words = f"{number(move.mass)} × {number(move.distance)} = {number(move.mass * move.distance)}"
    if move.source == move.target:
        points = [(start, top - 18), (start, top)]
        painter.text(words, start, top - 30, "label_b", "text", al="c")
    else:
        rise = min(ARCS - 26, 18 + 10 * move.distance)
        low, high = (background - block * earth.earth[pile] - 8 for pile in (move.source, move.target))
        middle, reach = (start + end) / 2, (end - start) / 2
        angles = [math.pi * index / CURVE_POINTS for index in range(CURVE_POINTS + 1)]
        arc = [(middle - reach * math.cos(angle), top - rise * math.sin(angle)) for angle in angles]
        points = [(start, low), *arc, (end, high)]
        painter.text(words, (start + end) / 2, max(y + 8, top - rise - 12), "label_b", "text", al="c")
    painter.curve(points, "text", STROKE)
    (last_x, last_y), (end_x, end_y) = points[-2], points[-1]
    angle = math.atan2(end_y - last_y, end_x - last_x)
    for side in (2.6, -2.6):
        tip = (end_x + ARROW * math.cos(angle + side), end_y + ARROW * math.sin(angle + side))
        painter.curve([tip, (end_x, end_y)], "text", STROKE)


EXAMPLES = ("article", "greedy")
WAYS = ("passes", "line", "best")
HEAD, MOVES_HEAD = 42.0, 32.0
LINE = 25.0
FIGURE = 26.0
SUM = Ink("label_b", "text"), Ink("label_b", "brass")


class EmdDemoScreen(LabPage):
    """The page about the earth mover's distance."""

    name: ClassVar[str] = "emd"
    keys: ClassVar[str] = "emd"
    game: ClassVar[str] = games.HOLDEM
    between = GAP

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._head = self.head(EMD, self.page_switch(EMD))
        self._query = Asked[Earth](app, self.show)
        self.done = 0
        examples, ways = options("lab.emd.examples.{}", EXAMPLES), options("lab.emd.ways.{}", WAYS)
        example = text("lab.emd.example")
        self._example = Segmented("example", example, examples, EXAMPLES[0], self._choose_example)
        self._way = Segmented("way", text("lab.emd.way"), ways, WAYS[0], self._choose_way)
        self._back = Button("step-back", text("lab.emd.back"), lambda: self._go(self.done - 1), keycap="←")
        self._next = Button("step", text("lab.emd.next"), self._step, kind="primary", keycap="→")
        self.controls.focus("step")

    def open_game(self, game: str) -> None:
        """Show the page of another game instead of this page and the page that it covers."""
        if game != self.game:
            self.app.back()
            super().open_game(game)

    # ---- what is shown --------------------------------------------------------------------------------------
    @property
    def plan(self) -> TransportPlan | None:
        plans = self._query.value.plans if self._query.value is not None else ()
        return next((plan for plan in plans if plan.name == self._way.chosen), None)

    @property
    def moves(self) -> Sequence[EmdMove]:
        return self.plan.moves if self.plan is not None else ()

    def _go(self, done: int) -> None:
        self.done = max(0, min(len(self.moves), done))
        self.show()

    def _step(self) -> None:
        self._go(self.done + 1 if self.done < len(self.moves) else 0)

    def _choose_way(self, way: str) -> None:
        self._way.chosen = way
        self._go(0)

    def _choose_example(self, example: str) -> None:
        self._example.chosen, self.done = example, 0
        self._query.forget()
        self.enter()

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return (self._query,)

    def enter(self) -> None:
        """Request the example, unless it is known."""
        if self._query.value is None:
            self._query.ask(WorkEmdExample(self._example.chosen))
        self.show()

    # ---- the layout -----------------------------------------------------------------------------------------
    @property
    def problem(self) -> str:
        return self._query.problem

    def settings(self, window: Breakpoint) -> Box:
        """Return the choices of the game, the example and the method."""
        return Wrap(
            self.game_box(),
            Control(self._example, CHOICE).sized(grow(0.515, least=317, most=420)),
            Control(self._way, CHOICE).sized(grow(0.485, least=299, most=400)),
            gap=GAP,
            row_gap=8,
        )

    def body(self, window: Breakpoint) -> Box:
        """Return the picture, with moves and costs beside it or below it."""
        found, way = self._query.value, self._way.chosen
        shown = self._panel("picture", "picture_note", *self._picture(found))
        moves = self._panel(f"ways.{way}", "moves_note", *self._moves() if found else (), head=MOVES_HEAD)
        costs = self._panel("costs", "costs_note", *self._costs(found.plans) if found else ())
        if window.narrow:
            panels = shown.sized(fixed(380)), moves.sized(fixed(300)), costs.sized(fixed(300))
            return Column(*panels, gap=GAP).sized(grow())
        beside = Column(moves.sized(grow(least=262)), costs.sized(fixed(226)), gap=GAP)
        return Row(shown.sized(grow()), beside.sized(share(0.36, 340, 470)), gap=GAP).sized(grow())

    def _panel(self, title: str, note: str, *boxes: Box, head: float = HEAD) -> Panel:
        return Panel(*boxes, title=text(f"lab.emd.{title}"), note=text(f"lab.emd.{note}"), head=head)

    def _picture(self, found: Earth | None) -> Sequence[Box]:
        if found is not None:
            shown: Box = Picture(partial(draw, found, self.moves, self.done))
        else:
            shown = Paragraph("" if self._query.problem else text("lab.emd.waiting"))
        self._back.disabled = "" if self.done else text("lab.emd.at_start")
        at_end = bool(self.moves) and self.done == len(self.moves)
        self._next.label = text("lab.emd.again" if at_end else "lab.emd.next")
        back, onward = (Control(button, BUTTON).sized(grow(most=150)) for button in (self._back, self._next))
        return shown.sized(grow()), Space(10), Row(back.focused_last(), onward, gap=GAP), Space(2)

    def _moves(self) -> Sequence[Box]:
        """Return the list of moves: finished moves, the current move, and later moves in a faint colour."""
        done = self.moves[: self.done]
        said = text("lab.emd.so_far", done=number(len(done)), moves=number(len(self.moves)))
        pairs = []
        for index, move in enumerate(self.moves, 1):
            is_now = index == self.done
            colour = "brass" if is_now else "text" if index < self.done else "faint"
            ink = Ink("label_b" if is_now else "label", colour)
            key = "lab.emd.stays" if move.source == move.target else "lab.emd.move"
            fields = {"mass": number(move.mass), "source": move.source, "target": move.target}
            words = text(key, **fields, distance=number(move.distance))
            if self._way.chosen == "passes":
                words = text("lab.emd.in_pass", number=move.step, move=words)
            pairs.append(Pair(words, number(_cost(move)), height=LINE, inks=(ink, ink)))
        return (
            Paragraph(text(f"lab.emd.about.{self._way.chosen}"), "small"),
            Space(8.5),
            *pairs,
            Rule("edge", height=5),
            Pair(said, number(sum(map(_cost, done))), height=30, inks=SUM),
        )

    def _costs(self, plans: Sequence[TransportPlan]) -> Sequence[Box]:
        """Return the costs of the three methods, with the selected method in brass, and the conclusion."""
        figures = []
        for plan in sorted(plans, key=lambda plan: WAYS.index(plan.name)):
            ink = "brass" if plan.name == self._way.chosen else "text"
            figure = Line(number(plan.cost), "figure", ink, height=24, size=FIGURE)
            way = Line(text(f"lab.emd.ways.{plan.name}"), "small", "dim", height=28)
            figures.append(Column(figure, way, Space(2)).sized(grow()))
        return Row(*figures), Paragraph(text(f"lab.emd.lesson.{self._example.chosen}"), colour="text")

    # ---- actions --------------------------------------------------------------------------------------------
    @action("left", "right", cap="← →", repeats=True)
    def step(self, index: int) -> None:
        self._go(self.done + (-1, 1)[index])

    @action("home", "end", cap="home end", repeats=True)
    def ends(self, index: int) -> None:
        self._go((0, len(self.moves))[index])

    @action("m")
    def way(self) -> None:
        self._choose_way(WAYS[(WAYS.index(self._way.chosen) + 1) % len(WAYS)])

    @action("1", "2", cap="1 2")
    def example(self, index: int) -> None:
        self._example.choose(EXAMPLES[index])

    @action("space", hinted=False)
    def step_on(self) -> None:
        self._step()

    other_page = control_keys("Ctrl+1 … 3", hinted=False)


def _cost(move: EmdMove) -> float:
    return move.mass * move.distance
