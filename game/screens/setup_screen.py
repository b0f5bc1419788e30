"""What the pages before a table share: the head, a page of choices that scrolls, and the one button that begins.

The choices of each table are remembered in the settings, so Enter alone begins as one did last. Where the page is
longer than the window the button stands below it in a foot of its own, so that it is always in view.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from game.screens.input import ENTER, Key
from game.screens.long_page import LongPage
from game.screens.page_head import NARROW_WIDTH
from game.screens.pen import Pen
from game.screens.table_choices import TableChoices
from game.screens.table_head import TableHead
from game.screens.watch.choices import WatchChoices
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.app import App

ChoicesT = TypeVar("ChoicesT", TableChoices, WatchChoices)

SMALL_HEIGHT = 690.0
BEGIN_HEIGHT = 46.0
FOOT = BEGIN_HEIGHT + 20.0
FOOT_BUTTON = 300.0
LEAST_SUMMARY, SUMMARY_STEP = 150.0, 20.0


class SetupScreen(LongPage, Generic[ChoicesT]):
    """A page of choices for the games of the menu."""

    def __init__(self, app: App, table: str, title: str) -> None:
        super().__init__(app)
        self.table = table
        self.choices: ChoicesT = self.remembered()
        self.footed = False
        self._has_changed = True  # what is chosen is still to be brought into view
        self.margin = 40.0
        self._head = TableHead(app, title, self.escape, self._choose_table)
        self._head.switch.chosen = table
        self.begin_button = Button("", "", self.begin)
        self.build()

    # ---- what a page adds -----------------------------------------------------------------------------------
    @abstractmethod
    def remembered(self) -> ChoicesT:
        """Return what was chosen last for this table."""

    @abstractmethod
    def build(self) -> None:
        """Make the widgets for the choices as they are."""

    @abstractmethod
    def page(self) -> list[Widget]:
        """Return the widgets of the page in focus order, without the button that begins."""

    @abstractmethod
    def begin(self) -> None:
        """Remember the choices and begin."""

    @abstractmethod
    def segment_label(self, name: str) -> str:
        """Name a row of segments."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """Say in a few words what is chosen, beside the button in the foot."""

    # ---- what is chosen -------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The game that is being chosen for."""
        return self.choices.game(self.table)

    def choose(self, **words: str) -> None:
        """Change the choices, and everything that depends on them."""
        self.choices = replace(self.choices, **words)
        self._has_changed = True
        self.build()
        self.relayout()

    def chooser(self, name: str) -> Callable[[str], None]:
        """Return what changes one of the choices."""
        return lambda value: self.choose(**{name: value})

    def segments(self, name: str, options: list[Option]) -> Segmented:
        """Make the row of one choice; one that is not offered gives way to the first."""
        chosen = getattr(self.choices, name)
        if chosen not in [option.value for option in options]:
            chosen = options[0].value
        return Segmented(name, self.segment_label(name), options, chosen, self.chooser(name))

    def _choose_table(self, table: str) -> None:
        self.table = table
        self.choices = self.remembered()
        self._has_changed = True
        self.build()
        self.relayout()

    # ---- where it lies --------------------------------------------------------------------------------------
    @property
    def narrow(self) -> bool:
        """Whether the page has one column."""
        return self.width < NARROW_WIDTH

    @property
    def low(self) -> bool:
        """Whether every line counts."""
        return self.height < SMALL_HEIGHT

    def fit_page(self, measure: Callable[[float], float]) -> float:
        """Place head and foot; return the y of the page's first line.

        `measure` gets the height that is there and returns how much the page needs; it is asked again with the
        button in the foot where it needs more.
        """
        top = self._head.place(self.width, self.margin)
        self.footed = False
        content = measure(self.height - top)
        if content > self.height - top:
            self.footed = True
            content = measure(self.height - top - FOOT)
            self._place_in_foot()
        return self.fit_below(top, content, FOOT * self.footed)

    def place_page(self) -> None:
        """Take head, page and button as the controls; the page shows within its view, what is chosen first."""
        self.place_below([*self.page(), self.begin_button])
        if self.footed:
            self.begin_button.clip = None
        if self._has_changed:
            self._has_changed = False
            focused = self.controls.focused
            chosen = focused if focused in self.page() else self.page()[0]
            if self.scroll.show(chosen.focus_rect()):
                self.layout(self.width, self.height)

    def _place_in_foot(self) -> None:
        wide = self.width - 2 * self.margin
        button = wide if wide < FOOT_BUTTON + LEAST_SUMMARY else FOOT_BUTTON
        left = self.width - self.margin - button
        self.begin_button.rect = (left, self.height - FOOT + 8, button, BEGIN_HEIGHT)

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Draw the page, and in the foot what is chosen."""
        super().draw(pen)
        self._draw_summary(pen)

    def paint_still(self, pen: Pen) -> None:
        """Draw room and page, and the line above the foot."""
        super().paint_still(pen)
        if self.footed:
            pen.line(0, self.height - FOOT, self.width, self.height - FOOT)

    def _draw_summary(self, pen: Pen) -> None:
        room = self.begin_button.rect[0] - self.margin - 16
        if not self.footed or room < LEAST_SUMMARY - 16:
            return
        middle = self.begin_button.rect[1] + BEGIN_HEIGHT / 2
        lines = pen.wrap(self.summary, room, "label")[:2]
        for i, line in enumerate(lines):
            y = middle + (i - (len(lines) - 1) / 2) * SUMMARY_STEP
            pen.text(line, self.margin, y, "label", fit=room)

    # ---- what is done ---------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Enter begins from wherever it is not used."""
        if event.name in ENTER and not event.repeat:
            if self.begin_button.enabled:
                self.begin()
            return True
        return False

    def trace(self) -> dict[str, Any]:
        """Say what is chosen."""
        return {"table": self.table, **self.choices.to_words()}
