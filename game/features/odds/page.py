"""The odds page: two hands or ranges on a board, and their analysis while it is computed.

After every change, whether typed, painted or dealt, the page requests a new analysis. The worker answers step
by step, and the page shows the results so far. All equities on the page are those of the first side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from game.features.odds import panels
from game.features.odds.answer import (
    EXPERT_PAGE,
    HAND_TABLE_PAGE,
    ODDS_PAGE,
    CopyOdds,
    ThreeWayDialog,
    answer,
    odds_head,
)
from game.features.odds.expert_page import ExpertScreen
from game.features.odds.expert_panels import RuleSpot
from game.features.odds.hand_table_page import HandTableScreen
from game.features.odds.model import EXAMPLES, OddsExample, OddsModel
from game.features.odds.panels import GridPanel, OddsQuestion
from game.needs import Need
from game.rules.cards import parse
from game.rules.holdem import HoldemInformationState
from game.study.ranges import PreflopPot
from game.texts import text
from game.window.dialogs.range_dialogs import PreflopDialog
from game.window.frame.actions import action, control_keys, focus_key
from game.window.frame.page import Page
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Either, Row, Space, fixed, grow, share
from game.window.ui.leaves import Panel, TabRow
from game.window.ui.widgets import IconButton, Tabs, options
from game.window.ui.widgets.button import example_buttons

GAP = 12.0
SMALL_GRID_SHARE, GRID_SHARE = 0.42, 0.38
NEXT, HIGHEST_NEXT, NEXT_SHARE = 154.0, 230.0, 0.42
MADE, TALLEST_MADE, MADE_SHARE = 222.0, 340.0, 0.38
CLOSING, START = 150.0, 326.0
ONE_COLUMN = 1000.0  # dp: a narrower window has a single column
MORE = 20.0  # additional dp of the height of a panel in a narrow window
TABS, BELOW_TABS, TABS_INSET = 32.0, 8.0, 4.0
TALL = 964.0  # the minimum height in dp below the head at which two columns need no tabs
CARDS_TAB, COURSE_TAB = "cards", "course"


@page("odds", key="o", icon="odds", position=30, need=Need.ODDS)
class OddsScreen(Page):
    """The odds page."""

    name: ClassVar[str] = "odds"
    keys: ClassVar[str] = "odds"
    focus_instead: ClassVar[str] = "view"

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.model = OddsModel(app, self._note)
        self._head = odds_head(app, ODDS_PAGE, self.escape, self.turn_page)
        self._question = OddsQuestion(app, self.model)
        self._stop = IconButton("stop", text("odds.stop"), "close", self.model.stop)
        self._grid = GridPanel(self.model, self)
        self._next = panels.NextCards(self.model)
        self._examples = example_buttons("odds.examples.{}", EXAMPLES, self._start_from)
        tabs = options("odds.tabs.{}", (CARDS_TAB, COURSE_TAB))
        self._tabs = Tabs("tab", text("odds.tabs.label"), tabs, CARDS_TAB, lambda tab: self.show())
        charts = options("odds.charts.{}", panels.CHARTS)
        self._chart = Tabs("chart", text("odds.charts.label"), charts, panels.COURSE, lambda tab: self.show())
        self.controls.focus("view")
        self._start_from(EXAMPLES[0])

    # ---- the question ---------------------------------------------------------------------------------------
    def _start_from(self, example: OddsExample) -> None:
        self.model.begin((example.first, example.second), parse(example.board))
        self._question.rewrite()

    def turn_page(self, page: str) -> None:
        """Open another page above this page. The question is kept."""
        self._head.switch.chosen = ODDS_PAGE
        if page == HAND_TABLE_PAGE:
            self.app.go(HandTableScreen(self.app))
        elif page == EXPERT_PAGE:
            self.app.go(ExpertScreen(self.app))

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return self.model.questions

    def enter(self) -> None:
        self.model.change()

    def update(self, dt: float) -> bool:
        """Send changed questions after a pause, and show new answers."""
        waits = self.model.update(dt)
        super().update(dt)
        return waits

    def _note(self) -> None:
        """Show a change. While estimates arrive, the page is rebuilt at most ten times per second."""
        self.show_soon()
        if not self.model.counting:
            self.show()

    # ---- the layout -----------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Compose the panels in three columns below the question. A smaller window has two columns or one column.

        If a window with two columns is low, the second column has tabs.
        """
        painter, model = self.app.painter, self.model
        narrow = window.width < ONE_COLUMN
        question = self._question.panel(painter, answer(painter, model, self._stop), narrow=narrow)
        if narrow:
            next_cards, made, closing = (
                self._next_cards(),
                panels.make_categories_panel(model),
                self._charts(),
            )
            heights = {next_cards: NEXT, made: MADE + MORE, closing: CLOSING + MORE}
            rest = [box.sized(fixed(high)) for box, high in heights.items()]
            return Column(question, self._grid.panel(), *rest, self._start(), gap=GAP)
        if window.small:
            below = self._two_columns() if self.room > TALL else self._with_tabs()
        else:
            cards, course = self._cards().sized(grow(54)), self._course().sized(grow(46))
            below = Row(self._grid.snug(GRID_SHARE), cards, course, gap=GAP)
        return Column(question, below.sized(grow()), gap=GAP)

    def _two_columns(self) -> Row:
        """Return two columns: the grid above the examples, and the other panels."""
        next_cards = self._next_cards().sized(fixed(HIGHEST_NEXT))
        made = panels.make_categories_panel(self.model).sized(share(MADE_SHARE, most=TALLEST_MADE))
        left = Column(self._grid.panel(), self._start().focused_last(), gap=GAP)
        right = Column(next_cards, made, self._charts().sized(grow()), gap=GAP)
        return Row(left.sized(grow()), right.sized(grow()), gap=GAP)

    def _with_tabs(self) -> Row:
        """Return the grid, and next to it two tabs: the next cards, and the course of the estimate."""
        tabs = Row(Space(TABS_INSET), TabRow(self._tabs, TABS).sized(grow()))
        if self._tabs.chosen == CARDS_TAB:
            shown: Box = self._cards()
        else:  # if there is little height, the examples are beside the course, else below it
            closing, start = self._charts().sized(grow()), self._start()
            shown = Either(self._course(), Row(closing, start, gap=GAP), least=CLOSING + GAP + START)
        beside = Column(tabs, Space(BELOW_TABS), shown.sized(grow(least=NEXT + GAP + MADE)))
        return Row(self._grid.snug(SMALL_GRID_SHARE), beside.sized(grow()), gap=GAP)

    def _cards(self) -> Column:
        next_cards = self._next_cards().sized(share(NEXT_SHARE, NEXT, HIGHEST_NEXT))
        return Column(next_cards, panels.make_categories_panel(self.model).sized(grow(least=MADE)), gap=GAP)

    def _course(self) -> Column:
        closing = self._charts().sized(grow(99, CLOSING, HIGHEST_NEXT))
        return Column(closing, self._start(), gap=GAP)

    def _charts(self) -> Panel:
        return panels.make_charts_panel(self.model, self._chart)

    def _next_cards(self) -> Panel:
        return panels.next_cards(self._next, self.model)

    def _start(self) -> Panel:
        acts = [one.button for one in (self.pots, self.three, self.swap, self.clear, self.copy)]
        return panels.start(self._examples, acts).sized(grow())

    # ---- actions --------------------------------------------------------------------------------------------
    @action("a", "b", cap="A, B", hinted=False)
    def side(self, index: int) -> None:
        self.controls.focus(f"side-{index}")

    board = focus_key("c", "board", hinted=False)

    @action("g", hinted=False)
    def view(self) -> None:
        self._grid.next_view()
        self.controls.focus("grid")

    @action("h", hinted=False, row=view)
    def other_side(self) -> None:
        self._grid.other_side()

    move = control_keys("← → ↑ ↓", hinted=False)
    toggle_cell = control_keys("space", hinted=False)
    weight = control_keys("0 – 9", hinted=False)
    turn_weight = control_keys("+ −", hinted=False)

    @action(*"12345", cap="1 – 5", hinted=False)
    def example(self, index: int) -> None:
        self._start_from(EXAMPLES[index])

    @action("f", "v", cap="F, V", hinted=False)
    def filter(self, index: int) -> None:
        self._question.filter(index)

    @action("d", hinted=False)
    def chart(self) -> None:
        self._tabs.choose(COURSE_TAB)
        self._chart.step(1)

    @action("t", style="label_b", hinted=False)
    def three(self) -> None:
        self.app.overlay(ThreeWayDialog(self.app, self.model))

    @action("p", style="label_b", hinted=False)
    def pots(self) -> None:
        self.app.overlay(PreflopDialog(self.app, self._fill))

    def _fill(self, pot: PreflopPot) -> None:
        """Set the first side to the range of the big blind, and the second side to the range of the button."""
        oop, ip = pot.ranges
        self.model.begin((oop, ip), self.model.board)
        self._question.rewrite()

    @action("s", style="label_b", hinted=False)
    def swap(self) -> None:
        self.model.swap()
        self._question.rewrite()

    @action("x", style="label_b", hinted=False)
    def clear(self) -> None:
        """Clear both sides and the board, and focus the first field."""
        self.model.forget()
        self.model.begin(("", ""), ())
        self._question.rewrite()
        self.controls.focus("side-0")

    @action("e", style="label_b", hinted=False)
    def copy(self) -> None:
        self.app.overlay(CopyOdds(self.app, self.model))

    other_page = control_keys("Ctrl+1 2 3", hinted=False)


@page("odds_page", need=Need.ODDS)
def turn_odds(app: Services, page: str) -> None:
    """Open one of the odds pages. Every page except the first is opened above the first page."""
    odds = OddsScreen(app)
    app.go(odds)
    odds.turn_page(page)


@page("experts", need=Need.EXPERT)
def experts(app: Services, info: HoldemInformationState, open_cards: bool) -> ExpertScreen:
    spot = RuleSpot.of(info)
    return ExpertScreen(app, spot if open_cards else replace(spot, hole=()))
