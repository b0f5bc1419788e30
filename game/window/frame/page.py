"""The base class of pages, and page heads with title, switch and icons. A long page scrolls below its head.

A page defines three things: `compose` returns a tree of boxes for the current window, `@action` declares what the
user can do (`actions.py`), and `questions` are the requests to the worker. The class `Page` lays out and draws the
tree, sets the focus order of the controls, delivers the worker's answers, and drops the requests when the user
leaves the page. A page calls `show()` when its content has changed.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.rules import games
from game.texts import current, text
from game.window.frame.actions import Action
from game.window.frame.requests import Asked
from game.window.frame.screen import Screen
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Input, Key
from game.window.ui.layout.arrangements import Scrolled
from game.window.ui.layout.box import Box, Breakpoint, Column, Row, Space, Stack, fixed, grow
from game.window.ui.leaves.bands import across
from game.window.ui.leaves.control import Control, Iconic, Listed
from game.window.ui.leaves.panels import Panel
from game.window.ui.leaves.words import Hints
from game.window.ui.widgets.button import IconButton
from game.window.ui.widgets.choice import Segmented, options
from game.window.ui.widgets.widget import Act, Rect, Scroll, Widget

if TYPE_CHECKING:
    from game.window.frame.screen import Services
if TYPE_CHECKING:
    from game.window.frame.screen import Services


HEADER = 64.0
SECOND_ROW = 50.0
NARROW_WIDTH = 800.0
TITLE_LEFT = 68.0
SIDE, ICON = 14.0, 44.0
ICONS = 108.0  # dp of the two icons at the right
SWITCH_TOP, SECOND_TOP = 12.0, 48.0


class PageHead:
    """The base class of page heads. Subclasses place the switch and further controls next to the title."""

    _switch: Segmented | None = None

    def __init__(
        self,
        app: Services,
        title: str,
        back: Act,
        switch: Segmented | None = None,
        size: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self._switch = switch
        self._title = title
        self._size = size
        self._back = IconButton("back", text("common.back"), "back", back)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._gear = IconButton("settings", text("menu.settings"), "gear", app.show_settings)

    @property
    def switch(self) -> Segmented:
        assert self._switch is not None, "this head has no switch"
        return self._switch

    @property
    def title(self) -> str:
        return self._title

    @property
    def chosen(self) -> str:
        return self._switch.chosen if self._switch is not None else ""

    @property
    def pages(self) -> tuple[str, ...]:
        return ()

    def place(self, painter: Painter, width: float, margin: float) -> float:
        """Place the head. Return the y of its lower edge."""
        narrow = width < NARROW_WIDTH and self._switch is not None
        switch = Box()
        if self._switch is not None:
            wide, high = self._size
            switch = Column(Space(SWITCH_TOP), Control(self._switch, high)).sized(
                grow() if narrow else fixed(wide)
            )
        row = self._row(Box() if narrow else switch)
        below = Column(Space(SECOND_TOP), Row(Space(margin), switch, Space(margin)))
        top = HEADER + SECOND_ROW if narrow else HEADER
        Stack(Column(row.sized(fixed(HEADER))), below.when(narrow)).place(painter, (0.0, 0.0, width, top))
        return top

    def _row(self, switch: Box) -> Box:
        return Stack(self._icons(Space()), across(switch))

    def _icons(self, *between: Box) -> Row:
        """Return a row with the back icon, the boxes `between`, and the icons of help and settings at the right."""
        back, *right = (
            Iconic(icon, ICON).sized(fixed(ICON)) for icon in (self._back, self._help, self._gear)
        )
        return Row(Space(SIDE), back, *between, *right, Space(SIDE))

    def around(self, page: list[Widget]) -> list[Widget]:
        return [self._back, *self._switches(), *page, self._help, self._gear]

    def open_page(self, event: Key) -> bool:
        return False

    def _switches(self) -> list[Widget]:
        return [self._switch] if self._switch is not None else []

    def draw(self, painter: Painter) -> None:
        painter.text(self._title, TITLE_LEFT, HEADER / 2, "h2")


class NoHead(PageHead):
    """The head of a page that draws its own title."""

    def __init__(self) -> None:
        """Create no controls."""

    @property
    def title(self) -> str:
        return ""

    def place(self, painter: Painter, width: float, margin: float) -> float:
        return 0.0

    def around(self, page: list[Widget]) -> list[Widget]:
        return page

    def draw(self, painter: Painter) -> None:
        """Draw nothing."""


EACH, HIGH = 120.0, 40.0
TITLE_GAP, BESIDE_SWITCH = 16.0, 14.0


class PagedHead(PageHead):
    """The head with a title and a switch of pages.

    The subtitle is hidden if there is room for less than `min_subtitle` dp of its text.
    """

    def __init__(
        self,
        app: Services,
        title: str,
        back: Act,
        switch: Segmented | None = None,
        *,
        each: float = EACH,
        min_subtitle: float = math.inf,
    ) -> None:
        width = each * len(switch.options) if switch is not None else 0.0
        super().__init__(app, title, back, switch, (width, HIGH))
        self.subtitle = ""
        self._min_subtitle = min_subtitle

    @property
    def pages(self) -> tuple[str, ...]:
        return tuple(option.value for option in self._switch.options) if self._switch is not None else ()

    def _row(self, switch: Box) -> Box:
        return self._icons(Space(), switch, Space(BESIDE_SWITCH))

    def around(self, page: list[Widget]) -> list[Widget]:
        return [self._back, *page, *self._switches(), self._help, self._gear]

    def open_page(self, event: Key) -> bool:
        """Handle Ctrl with a digit, which opens a page wherever the focus is.

        Return whether the digit belongs to a page.
        """
        options = self._switch.options if self._switch is not None else ()
        pages = {str(index): option.value for index, option in enumerate(options, 1)}
        if not event.ctrl or event.name not in pages:
            return False
        self.switch.choose(pages[event.name])
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the title and the subtitle."""
        super().draw(painter)
        switch = self._switch
        right = switch.rect[0] if switch is not None and switch.rect[1] < HEADER / 2 else painter.W - ICONS
        begin = TITLE_LEFT + painter.width(self._title, "h2") + TITLE_GAP
        room = right - begin - TITLE_GAP
        if room >= min(self._min_subtitle, painter.width(self.subtitle, "label")):
            painter.text(self.subtitle, begin, HEADER / 2 + 1, "label", "dim", fit=room)


TABLES = (games.TIC_TAC_TOE, games.KUHN_POKER, games.HOLDEM)
SWITCH = (440.0, 42.0)


class TableHead(PageHead):
    """The head with a switch between the tables of the three games."""

    def __init__(
        self, app: Services, title: str, back: Act, choose: Callable[[str], None], chosen: str = TABLES[0]
    ) -> None:
        switch = Segmented("table", text("new_game.table"), options("games.{}", TABLES), chosen, choose)
        super().__init__(app, title, back, switch, SWITCH)


LONGEST_LIST = 6_000.0


class Page(Screen, ABC):
    """The base class of pages with a head."""

    above: ClassVar[float] = 4.0
    """dp between the head and the content."""
    foot: ClassVar[float | None] = None
    """dp below the content. None means the margin of the page."""
    margin: ClassVar[float | None] = None
    """dp at both sides. None means the margin for the size of the window."""
    shown_every: ClassVar[float] = 0.1
    """Minimum seconds between two updates of the page."""
    focus_instead: ClassVar[str] = ""
    """The control that is focused if the focused control disappears, or "" for none."""
    scroll: Scroll
    _head: PageHead
    _footer: Box | None = None
    _grounds: Hashable = None
    room = 0.0
    """The height in dp available to the page, between its head and its footer."""
    whole_height = 0.0
    """The height in dp of a window that would show the whole page, by the last layout."""

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        self._has_news = False
        self._since_shown = self.shown_every
        self._shown_version: Hashable = None

    # ---- declarations of a page -----------------------------------------------------------------------------
    _leave: Action[[]] = Action(("escape",), helped=False)

    @_leave.hint
    def _leave_words(self) -> str:
        key = f"{self.keys}.actions.leave"
        return text(key) if current().has(key) else ""

    @property
    def tab(self) -> str:
        return self._head.chosen

    @abstractmethod
    def compose(self, window: Breakpoint) -> Box:
        """Return the content below the head in a window of this size."""

    def footer(self, window: Breakpoint) -> Box | None:
        """Return a box that stays visible if the page is longer than the window (`has_fixed_footer`)."""
        return None

    @property
    def has_fixed_footer(self) -> bool:
        return self._footer is not None

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return ()

    @property
    def hover_target(self) -> Hashable:
        """The thing under the mouse that the page describes. If this value changes, the page is rebuilt."""
        return None

    @property
    def live_version(self) -> Hashable:
        """A value that changes without user input, such as a model's version.

        The page is rebuilt soon after a change.
        """
        return None

    def page_switch(self, own: str) -> Callable[[str], None]:
        """Return the callback of a switch in which the option `own` is this page.

        The callback closes the page. If the page below has the same head, the callback also selects the
        option in that head.
        """

        def turn(name: str) -> None:
            if name == own:
                return
            self.app.back()
            below = self.app.screen
            if isinstance(below, Page) and below._head.pages == self._head.pages:
                below._head.switch.choose(name)
            else:
                self.turn_alone(name)

        return turn

    def turn_alone(self, name: str) -> None:
        """Open another page of the head in place of this page, if this page was opened on its own.

        By default, do nothing.
        """

    def escape(self) -> None:
        """Leave this page, and all pages below it that are other tabs of the same head."""
        page: Page = self
        pages = self._head.pages
        self.app.back()
        while pages and isinstance(below := self.app.screen, Page) and below is not page:
            if below._head.pages != pages:
                break
            page = below
            self.app.back()

    @property
    def spoken_title(self) -> str:
        return self._head.title or super().spoken_title

    def margin_at(self, window: Breakpoint) -> float:
        return window.margin if self.margin is None else self.margin

    def show(self) -> None:
        self._has_news, self._since_shown, self._shown_version = False, 0.0, self.live_version
        self.relayout()

    def show_soon(self) -> None:
        """Let the page be rebuilt soon, but at most once per `shown_every` seconds."""
        self._has_news = True

    @property
    def hints(self) -> list[tuple[str, str]]:
        return self.action_hints

    # ---- the rest -------------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Advance the time, and rebuild the page if an update is due."""
        self._since_shown += dt
        self._has_news |= self.live_version != self._shown_version
        if self._has_news and self._since_shown >= self.shown_every:
            self.show()
        return False

    @property
    def waiting(self) -> bool:
        return super().waiting or self._has_news

    def layout(self, width: float, height: float) -> None:
        """Compose the page, and place it below its head."""
        painter, window = self.app.painter, Breakpoint(width, height)
        margin = self.margin_at(window)
        top = self._head.place(painter, width, margin)
        inner, foot = width - 2 * margin, margin if self.foot is None else self.foot
        self._footer, self.room = None, height - top
        self.root = self.compose(window)
        content = self.above + self.root.height_at(painter, inner) + foot
        own = self.footer(window)
        if content > self.room:
            footer = own or self._keys_below(window)
            if footer is not None:
                below = footer.height_at(painter, width)
                footer.place(painter, (0, height - below, width, below))
                self._footer, self.room = footer, self.room - below
            self.root = self.compose(window)
            if own is None:
                self._keys_below(window)
            self._unroll(self.root, LONGEST_LIST)
            content = self.above + self.root.height_at(painter, inner) + foot
        whole = max(content, self.room)
        self.whole_height = content + height - self.room
        self.scroll.fit((0.0, top, width, self.room), whole)
        start = top - self.scroll.offset + self.above
        self.root.place(painter, (margin, start, inner, whole - self.above - foot))
        self._grounds = self.root.grounds(), self._footer is not None
        moving, always = self.root.controls(), self._footer.controls() if self._footer is not None else []
        within = {widget for box in self.root.walk() if isinstance(box, Scrolled) for widget in box.widgets()}
        for widget in (*moving, *always):
            if widget not in within:
                widget.clip = None if widget in always else self.scroll.view
        self.place(self._head.around([*moving, *always]))
        if self.controls.lost and self.focus_instead:
            self.controls.focus(self.focus_instead)

    def _keys_below(self, window: Breakpoint) -> Box | None:
        """If the key hints are the last line of the tree, remove them and return them as a footer."""
        *_, last = self.root.walk()
        if window.narrow or not isinstance(last, Hints):
            return None
        last.when(False)
        margin = self.margin_at(window)
        return Row(Space(margin), Hints(self.hints).sized(grow()), Space(margin))

    def _unroll(self, box: Box, longest: float) -> None:
        """Give lists in a box the height of their rows, up to `longest` dp, so that only the page scrolls.

        A list next to other boxes is at most as high as the window, because the other boxes become as high as the
        list.
        """
        if isinstance(box, Listed):
            box.longest = longest
        inside = self.room if isinstance(box, Row) else longest
        for child in box.children():
            self._unroll(child, inside)

    def panels(self) -> Sequence[Rect]:
        return [box.rect for box in self.root.walk() if isinstance(box, Panel)]

    def draw(self, painter: Painter) -> None:
        """Draw the cached backgrounds, then the head, the tree, the controls and the footer."""
        painter.layer((self.name, self.scroll.view, self._grounds), self._draw_grounds)
        self._head.draw(painter)
        with painter.clip(self.scroll.view):
            self.root.draw_all(painter)
        self.draw_controls(painter)
        self.scroll.draw(painter)
        if self._footer is not None:
            self._footer.draw_all(painter)

    def _draw_grounds(self, painter: Painter) -> None:
        """Draw the backgrounds of the room, of the tree and of the footer."""
        painter.room()
        with painter.clip(self.scroll.view):
            self.root.draw_grounds(painter)
        if self._footer is not None:
            self._footer.draw_grounds(painter)

    def handle(self, event: Input) -> bool:
        """Handle an event, and update the description of the thing under the mouse."""
        before, used = self.hover_target, super().handle(event)
        if self.hover_target != before:
            self.show()
        return used

    def leave(self) -> None:
        for asked in self.questions:
            asked.drop()

    def key(self, event: Key) -> bool:
        """Run the action of the key. Ctrl and a digit open a page of the head."""
        if event.ctrl:
            return not event.repeat and self._head.open_page(event)
        return self.press_action(event, self.controls)
