"""The list of hands and the hand that is chosen in it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from game.archive.hand_page import HandPage
from game.features.history.details import HandDetail
from game.features.history.filters import FilterColumn
from game.needs import need_of_replay
from game.request import Request
from game.tables.replay import HandOrigin, Replay
from game.tables.replay import HandT as HandSummaryHandT
from game.texts import text
from game.window.frame.page import Binding
from game.window.frame.requests import Asked
from game.window.frame.screen import Screen, Services
from game.window.ui import clipboard
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import ENTER, Key
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, Stack, fixed, grow, natural
from game.window.ui.leaves import (
    Bar,
    Centred,
    Filled,
    Fitted,
    Hints,
    Iconic,
    Line,
    Listed,
    Panel,
    TabRow,
    across,
    halved,
    indented,
    upright,
)
from game.window.ui.widgets import Act, Button, IconButton, Rect, Rows, Scroll, Tabs, options
from game.window.views import cards as hand_row
from game.window.views.cards import Cards, HandLine

PAGE = 100
MOST_PAGES = 60
PADDING = 14.0
ROW = 56.0
PATIENCE_SECONDS = 0.3


HandT = TypeVar("HandT")
WantedT = TypeVar("WantedT")


class Pages(Generic[HandT, WantedT]):
    """What is known of the hands that the filter `wanted` lets through.

    `total` is None until the first page has come. `request` makes the request for a page from the filter, the
    offset and the number of hands.
    """

    def __init__(
        self,
        app: Services,
        request: Callable[[WantedT, int, int], Request[HandPage[HandT]]],
        wanted: WantedT,
        changed: Act,
    ) -> None:
        self.wanted = wanted
        self.total: int | None = None
        self.warnings: tuple[str, ...] = ()
        self._request, self._changed = request, changed
        self._pages: dict[int, tuple[HandT, ...]] = {}
        self._asked = Asked[HandPage[HandT]](app, self._take)
        self._page = 0  # that was asked for last

    @property
    def problem(self) -> str:
        """Why they cannot be read."""
        return self._asked.problem

    @property
    def untouched(self) -> bool:
        """Whether nothing has come, and nothing is on its way."""
        return self.total is None and self._asked.state not in ("waiting", "failed")

    def begin(self, wanted: WantedT) -> None:
        """Forget everything and read with this filter."""
        self.drop()
        self.wanted, self.total, self.warnings = wanted, None, ()
        self._pages.clear()
        self.look_at(0)

    def hand(self, place: int) -> HandT | None:
        """Return the hand at an index of the list, or None while it is not read."""
        page, within = divmod(place, PAGE)
        hands = self._pages.get(page, ())
        return hands[within] if within < len(hands) else None

    def look_at(self, place: int, last: int | None = None) -> None:
        """Ask for the page of a place, or of the end of what is looked at, unless they are there."""
        for page in (place // PAGE, (place if last is None else last) // PAGE):
            if page not in self._pages and not self.problem:
                if page != self._page or self._asked.state != "waiting":
                    self._page = page
                    self._asked.ask(self._request(self.wanted, page * PAGE, PAGE))
                return

    def drop(self) -> None:
        """Take no more interest in what was asked."""
        self._asked.drop()

    def _take(self) -> None:
        """Keep the page that has come, and of many the ones around it."""
        found = self._asked.fresh
        if found is not None:
            self._pages[self._page] = found.hands
            if len(self._pages) > MOST_PAGES:
                del self._pages[max(self._pages, key=lambda one: abs(one - self._page))]
            self.total = found.total
            self.warnings = found.warnings if self._page == 0 else self.warnings
        if found is not None or self.problem:
            self._changed()


@dataclass(frozen=True, slots=True)
class Instead:
    """What stands in the place of a list: words, and the one button that helps."""

    words: str
    button: Button | None = None


class HandList(Generic[HandT]):
    """The rows, and the source of a replay. `line` says what is written into one, `cards` which cards lie in it.

    `instead` says what stands in the place of the list: `reading` while one waits, None where there is a list.
    """

    def __init__(
        self,
        pages: Pages[HandT, Any],
        words: str,
        line: Callable[[HandT], HandLine],
        cards: Callable[[int, HandT], Cards],
        instead: Callable[[], Instead | None],
        *,
        changed: Act,
        opened: Act,
    ) -> None:
        """Make the list with the texts that begin with `words`."""
        self._pages, self._line, self._cards = pages, line, cards
        self.instead, self._changed = instead, changed
        self._waited = 0.0  # seconds, since other hands are read
        self.place: Box = Stack()
        self.reading = Instead(text(f"{words}.reading"))
        self.rows = Rows(
            "hands",
            text(f"{words}.hands"),
            self._draw_row,
            self._row_in_words,
            changed=changed,
            opened=opened,
            looked_at=pages.look_at,
        )

    @property
    def chosen(self) -> HandT | None:
        """The hand that is chosen, as far as it is read."""
        return self._pages.hand(self.rows.chosen) if self.rows.count else None

    @property
    def button(self) -> Button | None:
        """The button in the place of the list, where there is one."""
        instead = self.instead()
        return instead.button if instead is not None else None

    def has(self, by: int) -> bool:
        """Return whether there is a hand so many places on."""
        return 0 <= self.rows.chosen + by < self.rows.count

    def take(self, by: int) -> HandT | None:
        """Move by so many hands. Return the hand there, or None while it is not read yet."""
        place = self.rows.chosen + by
        hand = self._pages.hand(place)
        if hand is None:
            self._pages.look_at(place)
        else:
            self.rows.choose(place)
        return hand

    def restart(self) -> None:
        """Go back to the first hand: other ones are read."""
        self._waited = 0.0
        self.rows.chosen, self.rows.count = 0, 0
        self.rows.scroll.offset = 0.0

    def page_came(self) -> None:
        """Take note of how many hands there are now."""
        self.rows.count = self._pages.total or 0
        self.rows.chosen = max(0, min(self.rows.chosen, self.rows.count - 1))

    def update(self, dt: float) -> bool:
        """Let a moment pass before it is said that one waits."""
        if self.instead() is not self.reading or self._waited >= PATIENCE_SECONDS:
            return False
        self._waited += dt
        if self._waited >= PATIENCE_SECONDS:
            self._changed()
        return True

    def box(self) -> Box:
        """Return the list, or what stands in its place; below the list, what was amiss in the files."""
        instead, button = self.instead() or Instead(""), self.button
        waits = instead is self.reading
        words = "" if waits and self._waited < PATIENCE_SECONDS else instead.words
        bar = Bar(1.0, height=6, pattern="diagonal", colour="edge").sized(fixed(180)).when(waits)
        below = Column(Space(4), across(bar))
        if button is not None:
            below = Column(Space(14), across(Fitted(button, 44).sized(natural(least=160))))
        said = Column(indented(Centred(words, step=24), 2 * PADDING), Space(8))
        self.place = Stack(self._listed().when(button is None), halved(said, below))
        return self.place

    def _listed(self) -> Box:
        warnings = self._pages.warnings
        warning = Line(warnings[0] if warnings and self.rows.count else "", "small", "bad", height=30)
        below = Column(Space(4), indented(warning, PADDING)).when(warnings)
        rows = Column(Listed(self.rows, ROW).sized(grow()), below)
        return Column(Space(6), indented(rows, 6).sized(grow()), Space(2 if warnings else 6))

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        hand = self._pages.hand(place)
        if hand is None:
            return False
        hand_row.draw_hand_row(painter, rect, self._line(hand), self._cards(place, hand))
        return True

    def _row_in_words(self, place: int) -> str:
        hand = self._pages.hand(place)
        return self.reading.words if hand is None else self._line(hand).spoken


HEADER, HINTS = 60.0, 34.0
NARROW_WIDTH, LOW_HEIGHT = 900.0, 500.0
SMALL_SIDE, SIDE_WIDTH, LARGE_SIDE = 300.0, 350.0, 420.0
GAP, BROWSER_PADDING = 12.0, 14.0
CONTROL = 40.0
HANDS, FILTERS = "hands", "filters"
WITH_CTRL = ("c", "v")  # keys that do the same with Ctrl


class HandBrowser(Screen, Generic[HandSummaryHandT]):
    """What such pages share. Subclasses name their texts, tabs and keys, and make list, filters and buttons.

    `keycaps` are shown on the buttons of these names where there is room. The buttons at the right end of the
    header go to the filters where there is none.
    """

    words: ClassVar[str]
    tabs: ClassVar[Sequence[str]]
    keycaps: ClassVar[Mapping[str, str]]
    origin: ClassVar[HandOrigin[Any]]
    pages: Pages[HandSummaryHandT, Any]
    list: HandList[HandSummaryHandT]
    detail: HandDetail[HandSummaryHandT]
    filters: FilterColumn
    header_buttons: Sequence[Button]
    filter_buttons: Sequence[Button]

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.compact = False
        self._side = Box()
        self._back = IconButton("back", text("common.back"), "back", self.escape)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._gear = IconButton("settings", text("menu.settings"), "gear", app.show_settings)
        tabs = options(f"{self.words}.tabs.{{}}", self.tabs)
        self._tabs = Tabs("tab", text(f"{self.words}.title"), tabs, HANDS, self.open_tab)
        enter = text("keys.enter")
        self.hand_buttons = [
            Button("replay", text("history.replay"), self.open_replay, kind="primary", keycap=enter),
            Button("copy", text(f"{self.origin.words}.copy"), self.copy, keycap="C", style="label_b"),
        ]
        self.all_button = Button("show-all", text("history.show_all"), self.show_all, kind="primary")
        self.retry_button = Button("try-again", text("table.try_again"), self.read, kind="primary")
        self.controls.focus(HANDS)

    # ---- what a subclass says -------------------------------------------------------------------------------
    @abstractmethod
    def read(self) -> None:
        """Read everything anew."""

    @property
    @abstractmethod
    def count(self) -> str:
        """How many hands there are, beside the title; empty where that is not known."""

    def listed(self) -> Box:
        """Return the list, or what stands in its place."""
        return self.list.box()

    @property
    def side_scroll(self) -> Scroll:
        """What moves the panel at the side."""
        return self.detail.scroll

    def side(self, tab: str) -> Box:
        """Return what stands beside the list, or of it what is behind a tab of the page."""
        return self.detail.box()

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """What the keys do that no control has used; subclasses add their own to those of the list."""
        walk = Binding(lambda: False, cap="↑ ↓", hint=f"{self.words}.hints.walk")
        opens = Binding(self.open_replay, cap="keys.enter", hint=f"{self.words}.hints.replay")
        return {"up": walk, ENTER[0]: opens, **dict.fromkeys(ENTER[1:], Binding(self.open_replay))}

    @property
    def hints(self) -> Sequence[tuple[str, str]]:
        """The keys of the last line, each with what it does."""
        return [(binding.cap, text(binding.hint)) for binding in self.bindings.values() if binding.hint]

    @staticmethod
    def act(name: str, label: str, act: Act) -> Button:
        """Return a button of the header or of the filters."""
        return Button(name, text(label), act, style="label_b")

    # ---- what is done ---------------------------------------------------------------------------------------
    def open_replay(self) -> None:
        """Play the chosen hand again."""
        hand = self.list.chosen
        if hand is not None and not self.detail.problem:
            need = need_of_replay(hand.game)
            self.app.once_ready(need, lambda: self.app.go(Replay(self.app, hand, self.list, self.origin)))

    def copy(self) -> None:
        """Put the chosen hand into the clipboard, as its id or as a line of a log."""
        if self.list.chosen is not None:
            copied = clipboard.put(self.list.chosen.id)
            self.app.say(text(f"{self.origin.words}.{'copied' if copied else 'no_clipboard'}"))

    def show_all(self) -> None:
        """Take every filter off."""
        self.controls.focus(HANDS)
        self.filters.clear()

    def moved(self) -> None:
        """Show the hand that is chosen now."""
        self.detail.show(self.list.chosen)
        self.relayout()

    def page_came(self) -> None:
        """Show the hands that have come."""
        self.list.page_came()
        self.moved()

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        chosen, place = self.list.chosen, self.list.rows.chosen
        return {"count": self.pages.total, "place": place, "id": chosen.id if chosen is not None else ""}

    def update(self, dt: float) -> bool:
        """Let a moment pass before it is said that one waits."""
        return self.list.update(dt)

    # ---- layout ---------------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place everything anew; where the list gave way to a button, that has the focus."""
        self.compact = width < NARROW_WIDTH or height < LOW_HEIGHT
        window = Breakpoint(width, height)
        keycaps = {} if self.compact or window.small else self.keycaps
        for button in (*self.header_buttons, *self.filter_buttons):
            button.keycap = keycaps.get(button.name, "")
        body = self._compose_compact() if self.compact else self._compose_whole(window)
        self.root = Column(self._head(), body.sized(grow()))
        controls = self.root.controls()
        for widget in controls:
            widget.clip = None
        self.root.place(self.app.painter, (0.0, 0.0, width, height))
        rows = self.list.rows
        rows.clip = self.list.place.rect
        scrolls = {HANDS: rows.scroll, FILTERS: self.filters.scroll}
        scroll = scrolls.get(self._tabs.chosen if self.compact else HANDS, self.side_scroll)
        self.scroll = scroll if any(box.scroll is scroll for box in self.root.walk()) else None
        self.place(controls)
        if self.controls.lost:
            wanted = (rows, self.list.button, *controls[1:])
            self.controls.focus(next(widget.name for widget in wanted if widget in controls))

    def _head(self) -> Box:
        buttons = () if self.compact else self.header_buttons
        return Row(
            Space(4),
            Iconic(self._back, HEADER).sized(fixed(64)),
            Line(text(f"{self.words}.title"), "h2", height=HEADER),
            Space(16),
            Column(Space(2), Line(self.count, "label", "dim", height=HEADER - 2)).sized(grow()),
            Space(16),
            Row(*(upright(Fitted(button, CONTROL)) for button in buttons), gap=GAP).focused_last(),
            Space(14),
            Iconic(self._help, HEADER).sized(fixed(44)).focused_last(2),
            Iconic(self._gear, HEADER).sized(fixed(44)).focused_last(2),
            Space(14),
        )

    def _compose_whole(self, window: Breakpoint) -> Box:
        rows = [
            Row(*(Filled(one, CONTROL).sized(grow(part)) for one, part in shared), gap=GAP)
            for shared in self.filters.rows(*self.filter_buttons)
        ]
        self._side = self.side("")
        wide = LARGE_SIDE if window.large else SMALL_SIDE if window.small else SIDE_WIDTH
        body = Row(_panel(self.listed()).sized(grow()), _panel(self._side).sized(fixed(wide)), gap=GAP)
        hints = Hints(self.hints, height=HINTS)
        return Column(
            indented(
                Panel(*rows, side=BROWSER_PADDING, head=BROWSER_PADDING, foot=BROWSER_PADDING, gap=10),
                window.margin,
            ),
            Space(GAP),
            indented(body, window.margin).sized(grow()),
            Space(2),
            Row(Space(window.margin + 4), hints.sized(grow()), Space(20)),
            Space(2),
        )

    def _compose_compact(self) -> Box:
        tab = self._tabs.chosen
        if tab == HANDS:
            page = self.listed()
        elif tab == FILTERS:
            page = self.filters.box([*self.filter_buttons, *self.header_buttons])
        else:
            page = self._side = self.side(tab)
        tabs = Row(Space(24), TabRow(self._tabs, 36).sized(grow()))
        return Column(tabs, Space(8), indented(_panel(page), 12).sized(grow()), Space(12))

    def open_tab(self, tab: str) -> None:
        """Open a tab of a window that has them."""
        self._tabs.chosen = tab
        self.relayout()

    # ---- input ----------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Move what is beside the list where the focus is there; else do what the key says."""
        if self.controls.focused in self._side.controls() and self.side_scroll.key(event):
            return True
        if event.repeat or (event.ctrl and event.name not in WITH_CTRL):
            return False
        binding = self.bindings.get(event.name)
        return binding is not None and binding.press(event, self.controls)


def _panel(box: Box) -> Box:
    return Panel(box.sized(grow()), head=0, foot=0, side=0)
