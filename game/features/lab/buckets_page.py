"""Two pages about buckets: on the bucket of a flop hand, and on the earth mover's distance.

The page of a hand shows the histogram of the hand's strength on later streets. The histogram of the bucket's centre
is drawn over this histogram. The page also shows the nearest hands inside and outside the bucket. Each of these
hands can be opened, and any two hands can be compared by three measures.

The page of the distance shows how blocks of earth fill holes, move by move, by three methods: a greedy heuristic, a
method for bins on a line, and the exact solution of the transport problem. There are two small examples. One
example is from an article on card abstraction, with the errors of the article corrected. In the other example, the
greedy heuristic costs more than the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from game.features.lab import WorkEmdExample
from game.features.lab.base import ABSTRACTION, BETWEEN, BUTTON, CHOICE, EMD, GAP, LabPage, settings_row
from game.features.lab.buckets_model import EXAMPLES, AbstractionModel, format_spot
from game.features.lab.buckets_panels import HandCards, HistogramPanel, NearPanels, hand_panel, panel_height
from game.rules import games
from game.study.abstraction import Earth, EmdMove, Neighbour, TransportPlan
from game.study.training import choice_title, ready_title, setting_title
from game.texts import number, text
from game.window.frame.actions import action, control_keys, focus_key
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Breakpoint, Column, Row, Size, Space, Wrap, fixed, grow, share
from game.window.ui.leaves import Control, Fitted, Ink, Line, Pair, Panel, Paragraph, Picture, Rule
from game.window.ui.widgets import Button, Cycle, Option, ReadEntry, Segmented, Widget, options
from game.window.ui.widgets.button import example_buttons

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
    """Return the earth that is left in each bin, and the earth in each hole, after these moves."""
    left, filled = list(earth.earth), [0.0] * len(earth.holes)
    for move in moves:
        left[move.source] -= move.mass
        filled[move.target] += move.mass
    return left, filled


def _block(middle: float, top: float, size: float) -> Rect:
    return middle - size / 2 + BLOCK_GAP, top + BLOCK_GAP, size - 2 * BLOCK_GAP, size - 2 * BLOCK_GAP


def _draw_arrow(painter: Painter, scale: Rect, background: float, earth: Earth, move: EmdMove) -> None:
    """Draw the path of a move over the piles, with its cost.

    If the earth stays in its bin, the arrow is vertical.
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


EMD_EXAMPLES = ("article", "greedy")
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
        examples, ways = options("lab.emd.examples.{}", EMD_EXAMPLES), options("lab.emd.ways.{}", WAYS)
        example = text("lab.emd.example")
        self._example = Segmented("example", example, examples, EMD_EXAMPLES[0], self._choose_example)
        self._way = Segmented("way", text("lab.emd.way"), ways, WAYS[0], self._choose_way)
        self._back = Button("step-back", text("lab.emd.back"), lambda: self._go(self.done - 1), keycap="←")
        self._next = Button("step", text("lab.emd.next"), self._step, kind="primary", keycap="→")
        self.controls.focus("step")

    def open_game(self, game: str) -> None:
        """Show the page of another game in place of this page and of the page below it."""
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
        self._example.choose(EMD_EXAMPLES[index])

    @action("space", hinted=False)
    def step_on(self) -> None:
        self._step()

    other_page = control_keys("Ctrl+1 … 3", hinted=False)


def _cost(move: EmdMove) -> float:
    return move.mass * move.distance


LEFT = share(0.3, least=316, most=420)
HAND_HEIGHT, EXAMPLES_HEIGHT, NARROW_CHART = 364.0, 196.0, 330.0
MIN_ROWS, NARROW_ROWS, MAX_ROWS = 4, 6, 9
EXAMPLE_BUTTON, BUTTON_GAP = 34.0, 4.0
ENTRY, MIN_ENTRY, LONGEST = 196.0, 164.0, 40
NAME, MIN_NAME = 312.0, 254.0
SETTING = "abstraction"  # the setting of a blueprint that names its abstraction
MUCH = 1_000.0  # a weight so large that the name is shortened only when the entry has its minimum width


class AbstractionScreen(LabPage):
    """The page of the bucket explorer. It opens with the abstraction of the given name."""

    name: ClassVar[str] = "abstraction"
    keys: ClassVar[str] = "abstraction"
    game: ClassVar[str] = games.HOLDEM
    page = ABSTRACTION

    def __init__(self, app: Services, abstraction: str) -> None:
        super().__init__(app)
        self._head = self.head(ABSTRACTION, self.turn_page)
        self.model = AbstractionModel(app, EXAMPLES[0].spot, abstraction, self.show)
        self._abstraction = Cycle("abstraction", setting_title(SETTING), [], "", self.model.choose)
        cards = text("lab.abstraction.cards")
        self._entry = ReadEntry("cards", cards, self.model.type, self.show, longest=LONGEST)
        self._entry.placeholder = text("lab.abstraction.placeholder")
        self._entry.tooltip = text("lab.abstraction.cards_tip")
        self._cards = HandCards(app, self.model)
        self.histogram = HistogramPanel(self.model, self)
        self.near = NearPanels(self.model)
        self._examples = example_buttons("lab.abstraction.examples.{}", EXAMPLES, self.model.start_from)
        self.controls.focus("pick")

    # ---- what is done ---------------------------------------------------------------------------------------
    def turn_page(self, page: str) -> None:
        """Show another page in place of this page.

        The page about the distance is opened above this page instead, so that the hand is not lost.
        """
        self._head.switch.chosen = ABSTRACTION
        if page == EMD:
            self.app.go(EmdDemoScreen(self.app))
        elif page != ABSTRACTION:
            self.app.open("lab_holdem", page)

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return self.model.questions

    def enter(self) -> None:
        self.model.begin()

    @property
    def hover_target(self) -> tuple[Neighbour | None, int | None]:
        return self.near.hover_target, self.histogram.chart.probe

    @property
    def problem(self) -> str:
        return self._entry.problem or self.model.problem

    # ---- the layout -----------------------------------------------------------------------------------------
    def settings(self, window: Breakpoint) -> Box:
        """Return the choices of game, abstraction and cards.

        The controls are narrowed if this avoids a second row.
        """
        model, abstraction, compare = self.model, self._abstraction, "lab.abstraction.compare"
        abstraction.options = tuple(
            Option(name, ready_title(title) or choice_title(SETTING, name))
            for name, title in model.abstractions.value or ()
        )
        abstraction.chosen = model.abstraction
        abstraction.tooltip = text("lab.abstraction.abstraction_tip", name=abstraction.value)
        self._entry.follow(format_spot(model.spot))
        widest = max(text(compare), text(f"{compare}_no_more"), key=len)

        def boxes(name: Size, entry: Size) -> Sequence[Box]:
            return (
                self.game_box(),
                Control(abstraction, CHOICE).sized(name).when(len(abstraction.options) > 1),
                Control(self._entry, CHOICE).sized(entry),
                Fitted(self.another.button, CHOICE),
                Fitted(self.compare.button, CHOICE, widest=widest),
            )

        row = Row(*boxes(grow(MUCH, MIN_NAME, NAME), grow(1, MIN_ENTRY, ENTRY)), gap=BETWEEN)
        fits = row.natural_width(self.app.painter) <= window.width - 2 * window.margin
        return row if fits else settings_row(*boxes(fixed(NAME), fixed(ENTRY)))

    def body(self, window: Breakpoint) -> Box:
        """Return two columns: the hand with the examples, and the histogram with the neighbours.

        If space is short, return all of these in one column.
        """
        for button in self._examples:
            button.disabled = text("lab.waiting") if self.model.opens else ""
        buttons = (Control(button, EXAMPLE_BUTTON) for button in self._examples)
        title = text("lab.abstraction.examples.title")
        starts = Panel(*buttons, title=title, head=HEAD, gap=BUTTON_GAP).sized(fixed(EXAMPLES_HEIGHT))
        hand, examples = hand_panel(self.model, self._cards), starts
        lists = self.near.boxes()
        chart = self.histogram.box(self.near.hover_target).focused_last()
        if window.narrow:
            near = (rows.sized(fixed(panel_height(NARROW_ROWS))).focused_last() for rows in lists)
            first = hand.sized(fixed(HAND_HEIGHT)), chart.sized(fixed(NARROW_CHART))
            return Column(*first, *near, examples, gap=GAP)
        near_size = grow(least=panel_height(MIN_ROWS), most=panel_height(MAX_ROWS))
        beside = Row(*(rows.sized(grow()) for rows in lists), gap=GAP).focused_last()
        left = Column(hand.sized(grow(least=HAND_HEIGHT)), examples, gap=GAP)
        right = Column(chart.sized(grow()), beside.sized(near_size), gap=GAP)
        return Row(left.sized(LEFT), right.sized(grow()), gap=GAP).sized(grow())

    # ---- actions --------------------------------------------------------------------------------------------
    type = focus_key("a", "cards")

    @action("r", style="label_b")
    def another(self) -> None:
        self.model.deal()

    @action("t")
    def street(self) -> None:
        self.histogram.turn()

    @action("c", style="label_b")
    def compare(self) -> None:
        self.model.compare()

    @compare.label
    def _compare_label(self) -> str:
        return text(f"lab.abstraction.compare{'_no_more' * self.model.compares}")

    @another.reason
    @compare.reason
    def _why_not_yet(self) -> str:
        return text("lab.waiting") if self.model.opens else ""

    @action("left", "right", "home", "end", cap="← →", repeats=True)
    def bar_keys(self) -> Widget:
        return self.histogram.chart

    neighbour = control_keys("↑ ↓", hinted=False)
    visit = control_keys("return", hinted=False)

    @action(*"1234", cap="1–4")
    def example(self, index: int) -> Button:
        return self._examples[index]

    @action("h")
    def cards(self) -> None:
        self._cards.pick()

    @action("backspace")
    def before(self) -> None:
        self.model.go_back()

    @action("b", hinted=False)
    def buckets(self) -> None:
        self._abstraction.step(1)

    other_page = control_keys("Ctrl+1 … 3", hinted=False)
