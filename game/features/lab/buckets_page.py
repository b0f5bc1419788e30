"""Buckets: a flop hand, the bucket that an abstraction assigns to it, and why.

The histogram shows the possible development of the hand, with the centre of its bucket drawn over it. Below are the
nearest hands, inside and outside the bucket. Each of these hands can be opened, and any two hands can be compared
by three measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from game.features.lab.base import ABSTRACTION, BETWEEN, CHOICE, EMD, GAP, LabPage, settings_row
from game.features.lab.buckets_model import EXAMPLES, AbstractionModel, format_spot
from game.features.lab.buckets_panels import HandCards, HistogramPanel, NearPanels, hand_panel, panel_height
from game.features.lab.emd_page import EmdDemoScreen
from game.rules import games
from game.study.abstraction import Neighbour
from game.study.words import choice_title, ready_title, setting_title
from game.texts import text
from game.window.frame.actions import action, control_keys, focus_key
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, Size, fixed, grow, share
from game.window.ui.leaves import Control, Fitted, Panel
from game.window.ui.widgets import Button, Cycle, Option, ReadEntry, Widget
from game.window.ui.widgets.button import example_buttons

LEFT = share(0.3, least=316, most=420)
HAND_HEIGHT, EXAMPLES_HEIGHT, NARROW_CHART = 364.0, 196.0, 330.0
MIN_ROWS, NARROW_ROWS, MAX_ROWS = 4, 6, 9
BUTTON, BUTTON_GAP, HEAD = 34.0, 4.0, 42.0
ENTRY, MIN_ENTRY, LONGEST = 196.0, 164.0, 40
NAME, MIN_NAME = 312.0, 254.0
SETTING = "abstraction"  # the setting of a blueprint that names its abstraction
MUCH = 1_000.0  # a weight so large that the name is shortened only when the entry has its minimum width


class AbstractionScreen(LabPage):
    """The page of the bucket explorer. It begins with the buckets of the abstraction with this name."""

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
        """Show another page instead of this page.

        The page about the distance covers it instead, so the hand stays.
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
        """Return the choices of game, abstraction and cards. They are narrower if this saves a second row."""
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
        """Return hand and examples beside histogram and neighbours, or all in one column."""
        for button in self._examples:
            button.disabled = text("lab.waiting") if self.model.opens else ""
        buttons = (Control(button, BUTTON) for button in self._examples)
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
