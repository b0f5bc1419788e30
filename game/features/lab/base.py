"""The base class of all lab pages: head, choice of the game, sections, time bar, key hints and export.

A page declares its `settings`, an error (`problem`) or a note (`remark`), its `body`, and on some pages the
time `bar`. These sections always appear in this order from top to bottom. The key hints are last.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from game.features.lab.model import LabModel
from game.features.lab.values_model import ValueExplorerModel
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.request import Refusal, Request
from game.rules import games
from game.texts import number, text
from game.window.dialogs.stored_data import PICTURE, Exported, ExportLab
from game.window.frame.actions import ActionOwner, action, control_keys
from game.window.frame.page import Page, PagedHead
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Colour, Painter, Rect
from game.window.ui.charts.lines import ChartGroup
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, Stack, Wrap, fixed, grow
from game.window.ui.leaves import Control, Filled, Fitted, Hints, Line, Note, Panel, upright
from game.window.ui.widgets import Segmented, options
from game.window.ui.widgets.slider import Scrubber

GAP = 12.0
CHOICE, BUTTON = 40.0, 42.0
BETWEEN, BETWEEN_ROWS = 16.0, 6.0  # dp between two settings in a row, and between rows
SIDE, TITLE, FOOT = 14.0, 34.0, 10.0
BAR, LINE = 66.0, 52.0
WAITING = 24.0


def settings_row(*boxes: Box) -> Wrap:
    return Wrap(*boxes, gap=BETWEEN, row_gap=BETWEEN_ROWS)


def lab_panel(*boxes: Box, title: str = "", note: str = "", corner: str = "") -> Panel:
    return Panel(*boxes, title=title, note=note, corner=corner, head=TITLE, foot=FOOT, side=SIDE)


def add_waiting_note(box: Box, *, awaited: bool) -> Box:
    line = Line(text("lab.waiting"), "small", "faint", height=WAITING)
    return (Stack(box, Column(line)) if awaited else box).sized(grow())


READING_GAP = 10.0
ABOVE, BELOW = 9.0, 10.0  # dp from the middle to the two lines


class Reading(Box):
    """A large figure with two lines of text beside it, vertically centred. Without a figure, nothing is drawn.

    The natural width has space for the argument `widest`: the widest figure and lines that can appear. At
    least `room` dp are reserved for the lines.
    """

    def __init__(
        self,
        figure: str,
        what: str,
        when: str,
        *,
        widest: tuple[str, Sequence[str]],
        room: float = 0.0,
        colour: Colour = "brass",
    ) -> None:
        self._figure, self._what, self._when = figure, what, when
        self._widest, self._room, self._colour = widest, room, colour

    def natural_width(self, painter: Painter) -> float:
        """Return the width of the widest content."""
        figure, lines = self._widest
        words = max((painter.width(line, "small") for line in lines), default=0.0)
        return painter.width(figure, "figure") + READING_GAP + max(self._room, words)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the figure and the lines."""
        if not self._figure:
            return
        x, y, width, height = rect
        middle = y + height / 2
        used = painter.text(self._figure, x, middle, "figure", self._colour) + READING_GAP
        room = width - used + 2
        painter.text(self._what, x + used, middle - ABOVE, "small", "dim", fit=room)
        painter.text(self._when, x + used, middle + BELOW, "small", "text", fit=room)


def time_bar(
    window: Breakpoint, scrubber: Scrubber, before: Sequence[Box], answer: Box, after: Box | None = None
) -> Panel:
    """Return the time bar: the buttons `before`, the scrubber, the reading `answer`, and the button `after`.

    In a narrow window, these parts are in several rows. The reading is then shown only if the button `after` is
    given.
    """
    buttons, line = Row(*map(upright, before), gap=8), Filled(scrubber)
    if not window.narrow:
        last = (Space(16), upright(after)) if after is not None else ()
        row = Row(buttons, Space(18), line.sized(grow()), Space(16), answer, *last)
        rows: Sequence[Box] = (row.sized(fixed(BAR)),)
    else:
        rows = (Space(8), buttons, Space(12 if after is None else 4), line.sized(fixed(LINE)), Space(10))
        if after is not None:
            rows = (*rows, Space(4), Row(answer.sized(grow()), after, gap=12), Space(10))
    return Panel(*rows, head=0, foot=0, side=SIDE)


OVERVIEW, STRATEGIES, TREE, COMPARE = "overview", "strategies", "tree", "compare"
RANGES, ABSTRACTION, EMD = "ranges", "abstraction", "emd"
OF_KUHN = "lab.pages.{}", (OVERVIEW, STRATEGIES, TREE, COMPARE), 112.0
OF_HOLDEM = "lab.holdem.pages.{}", (RANGES, ABSTRACTION, EMD), 132.0
"""For the pages about Hold'em: the key of their texts, their names, and the width of a name on the switch."""
GAMES = (*games.KUHN_GAMES, games.TIC_TAC_TOE, games.HOLDEM)
GAMES_WIDTH = 376.0


class LabPage(Page):
    """A page of the lab. Subclasses set `_head`, usually to the result of `head`."""

    above, foot = 6.0, 0.0
    between: ClassVar[float] = 8.0
    """The gap below the settings."""
    charts: ChartGroup | None = None
    page = ""
    """The name by which the lab opens the page again. It is empty for a page that is opened above another page."""
    _head: PagedHead

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        choices = options("lab.games.{}", GAMES)
        self._game = Segmented("game", text("lab.game"), choices, self.game, self.open_game)

    @property
    def subtitle(self) -> str:
        return ""

    # ---- the sections ---------------------------------------------------------------------------------------
    def head(self, page: str, turn: Callable[[str], None]) -> PagedHead:
        """Return the head of the screen that shows this page. `turn` opens another page about the same game."""
        words, pages, each = OF_HOLDEM if page in OF_HOLDEM[1] else OF_KUHN
        switch = Segmented("page", text("lab.title"), options(words, pages), page, turn)
        return PagedHead(self.app, text("lab.title"), self.escape, switch, each=each)

    def game_box(self) -> Box:
        return Control(self._game, CHOICE, width=GAMES_WIDTH)

    @abstractmethod
    def settings(self, window: Breakpoint) -> Box:
        """Return the settings: the game and the choices for it."""

    @property
    def problem(self) -> str:
        return ""

    @property
    def remark(self) -> str:
        return ""

    @abstractmethod
    def body(self, window: Breakpoint) -> Box: ...

    def bar(self, window: Breakpoint) -> Box | None:
        return None

    def top(self, window: Breakpoint) -> Column:
        """Return the settings and the note below them.

        The settings are composed first, because composing them may clear the problem that the note would
        report.
        """
        settings = self.settings(window)
        note = Note(self.problem or self.remark, wrong=bool(self.problem))
        return Column(settings, Space(self.between), note)

    def compose(self, window: Breakpoint) -> Box:
        """Compose the sections from top to bottom."""
        self._head.subtitle = self.subtitle
        top, body, bar = self.top(window), self.body(window), self.bar(window)
        timed = () if bar is None else (Space(GAP), bar)
        return Column(top, body, *timed, Hints(self.hints))

    # ---- what is looked at ----------------------------------------------------------------------------------
    @property
    def table(self) -> tuple[str, float]:
        return self.game, 1.0

    def leave(self) -> None:
        """Drop the pending requests and remember the page, so that the lab opens here again."""
        super().leave()
        if self.page:
            self.app.models.lab.note(self.table[0], self.page)

    # ---- what is done ---------------------------------------------------------------------------------------
    def open_game(self, game: str) -> None:
        if game != self.game:
            self.app.open("lab_game", game, in_place=True)

    def show_page(self, page: str) -> None:
        self._head.switch.choose(page)

    def turn_page(self, page: str) -> None:
        """Show another page of this screen."""
        self.page = page
        self.scroll.offset = 0.0
        self.relayout()

    def escape(self) -> None:
        """If a curve is highlighted, remove the highlight, else close the page."""
        if self.charts is not None and self.charts.give_back():
            self.dirty = True
        else:
            super().escape()

    def toggle_log(self) -> None:
        """Switch the axes of the charts between logarithmic and linear."""
        assert self.charts is not None
        self.charts.log = not self.charts.log
        self.show()

    def export(
        self, stamp: str, kinds: Sequence[str], numbers: Callable[[str, str], Request[str]], room: str = "lab"
    ) -> None:
        self.app.overlay(ExportLab(self.app, Exported(self, stamp, (PICTURE, *kinds), numbers, room)))


class RunControls(ActionOwner):
    """The actions on a run: run or pause, move in time, and play against the strategy of the run.

    A page can include these actions in its own list of actions. The page then declares each action at the wanted
    position: `play = RunControls.play.of("run")`.
    """

    def __init__(self, page: LabPage, model: LabModel | ValueExplorerModel) -> None:
        self._page, self._model = page, model
        self._is_learner = isinstance(model, ValueExplorerModel)
        self._moment = "lab.value_explorer.episode" if self._is_learner else "lab.bar.iteration"
        self.scrubber = Scrubber("moment", text("lab.bar.moment"), model, self._moment)
        page.controls.focus("run")

    @property
    def keys(self) -> str:
        return self._page.keys

    # ---- actions --------------------------------------------------------------------------------------------
    @action("space", control="run", kind="primary", style="label_b")
    def run_or_pause(self) -> None:
        self._model.run_or_pause()
        self._page.show()

    @run_or_pause.label
    def _run_label(self) -> str:
        if self._model.running:
            return text("lab.bar.pause")
        if self._is_learner:
            return text("lab.value_explorer.replay")
        return text(f"lab.bar.{'again' if self._model.now >= self._model.total else 'run'}")

    @action("left", "right", "home", "end", cap="← →", repeats=True)
    def scrub(self) -> Scrubber:
        return self.scrubber

    ends = control_keys("home end", hinted=False)
    curve = control_keys("↑ ↓", hinted=False)

    @action("l")
    def axes(self) -> None:
        self._page.toggle_log()

    @action("p", style="label_b")
    def play(self) -> None:
        """Start a game against the strategy at the current iteration.

        If this would end an unfinished game, ask first.
        """
        page, model = self._page, self._model
        if model.place < 0:
            return
        model.pause()
        game, blinds = page.table

        def received(file: str | Refusal) -> None:
            if isinstance(file, Refusal):
                page.app.say(file.sentence)
            elif page.app.screen is page:
                page.app.resume(Session(TableSpec(game, ("you", file), page.app.new_seed(), blinds=blinds)))

        model.ask_agent(received)

    @play.reason
    def _why_not_play(self) -> str:
        return "" if self._model.place >= 0 else text("lab.waiting")

    # ---- the bar of time ------------------------------------------------------------------------------------
    def reading(self, figure: str, what: str, widest: tuple[str, int], colour: str = "brass") -> Reading:
        """Return a reading of `figure`, labelled with its name `what` and the current iteration.

        `widest` holds the widest figure that can appear, and the last iteration.
        """
        room, last = widest
        now, latest = (text(self._moment, iteration=number(moment)) for moment in (self._model.now, last))
        return Reading(figure, what, now, widest=(room, (latest, what)), colour=colour)

    def bar(self, window: Breakpoint, answer: Reading, *steps: Box) -> Box:
        """Return the time bar with the boxes `steps` beside the button that runs or pauses."""
        longest = text("lab.value_explorer.replay" if self._is_learner else "lab.bar.pause")
        buttons = Fitted(self.run_or_pause.button, BUTTON, widest=longest), *steps
        return time_bar(window, self.scrubber, buttons, answer, Fitted(self.play.button, BUTTON))
