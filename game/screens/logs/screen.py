"""Imported logs: which there are, their hands with filters, the hand beside the list, what is in the log.

The list asks the other process for the pages that are looked at; nothing is read here. In a small window list,
hand, log and filters take turns behind tabs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.archive.imported import ImportedHand, ImportedLog, LogFilter
from game.rules import games
from game.screens import clipboard
from game.screens.input import ENTER, Key, Pointer, Wheel
from game.screens.logs.filter import LogFilters, title_of
from game.screens.logs.importing import ImportLog
from game.screens.logs.list import LogList, LogListActs
from game.screens.logs.replay import LogReplay
from game.screens.logs.shelf import LogShelf
from game.screens.logs.side import HAND, LOG, LogSide
from game.screens.look_back.detail import DetailActs
from game.screens.look_back.pages import Pages
from game.screens.pen import Pen
from game.screens.question import Question, Reply, nothing
from game.screens.screen import Screen
from game.screens.tables.requests import Requests
from game.screens.texts import number, text
from game.screens.widgets.button import Button, IconButton
from game.screens.widgets.choice import Option
from game.screens.widgets.flow import in_a_row
from game.screens.widgets.scroll import Scroll
from game.screens.widgets.tabs import Tabs
from game.screens.widgets.widget import Act, Rect, Widget, holds

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

HEADER, HINTS = 60.0, 34.0
NARROW_WIDTH, LOW_HEIGHT = 900.0, 500.0
SMALL_WIDTH, LARGE_WIDTH = 1150.0, 1400.0
SIDES = (300.0, 350.0, 420.0)
GAP, PADDING = 12.0, 14.0
CONTROL = 40.0
FIRST_ROW = (4.4, 3.2, 2.4)
SECOND_ROW = (4.4, 4.0, 1.6)
TABS = ("hands", HAND, LOG, "filters")
HINTS_OF_KEYS = (
    ("↑ ↓", "walk"),
    ("Enter", "replay"),
    ("C", "copy"),
    ("G", "go_to"),
    ("I", "import"),
    ("Del", "remove"),
)
HINTS_WITHOUT_LOG = (("I", "import"),)


def import_from(app: App, path: str) -> None:
    """Ask which log is imported, beginning with this path, and show it when it is there."""
    app.overlay(ImportLog(app, lambda log: app.go(Logs(app, log.id)), path))


class Logs(Screen):
    """The page; it opens on the log of this id, or on the latest."""

    name: ClassVar[str] = "logs"

    def __init__(self, app: App, chosen: str = "") -> None:
        super().__init__(app)
        self._requests = Requests(app)
        self.shelf = LogShelf(app, self._logs_came, chosen)
        self.pages = Pages[ImportedHand, LogFilter](app, "log_hands", LogFilter(""), self._page_came)
        self.filters = LogFilters(app, self._turn_to, self.read_hands, self._go_to, self.relayout)
        acts = LogListActs(self._moved, self.open_replay, self.bring, self.filters.clear, self.read)
        self.list = LogList(app, self.shelf, self.pages, acts)
        self.side = LogSide(app, self.relayout, DetailActs(self.open_replay, self.copy), self.ask_to_remove)
        self._panels: dict[str, Rect] = {}
        self._tab = TABS[0]
        self._make_buttons()
        self.controls.focus("hands")

    def _make_buttons(self) -> None:
        self._back = IconButton("back", text("common.back"), "back", self.escape)
        self._help = IconButton("help", text("menu.help"), "help", self.app.show_help)
        self._gear = IconButton("settings", text("menu.settings"), "gear", self.app.show_settings)
        self._import = Button("import", text("logs.import"), self.bring, style="label_b")
        options = [Option(name, text(f"logs.tabs.{name}")) for name in TABS]
        self._tabs = Tabs("tab", text("logs.title"), options, TABS[0], self._open_tab)

    # ---- what is read ---------------------------------------------------------------------------------------
    @property
    def keys(self) -> str:
        """The keys of this screen."""
        return "logs"

    @property
    def game(self) -> str:
        """Logs hold Hold'em."""
        return games.HOLDEM

    def enter(self) -> None:
        """Ask which logs there are when the screen opens; tell the chosen hand again."""
        if self.shelf.logs is None and not self.shelf.problem:
            self.read()
        self.side.show(None, None)
        self._moved()

    def read(self) -> None:
        """Ask which logs there are."""
        self.shelf.read()
        self.relayout()

    def read_hands(self) -> None:
        """Read the chosen log from its first hand on, with the filters as they are."""
        self.list.restart()
        log = self.shelf.chosen
        if log is not None:
            self.pages.begin(self.filters.wanted(log.id))
        self._moved()

    # ---- what is done ---------------------------------------------------------------------------------------
    def bring(self, path: str = "") -> None:
        """Ask which log is imported."""
        self.app.overlay(ImportLog(self.app, self._brought, path))

    def drop(self, file: str) -> bool:
        """Import a file that was dropped onto the window."""
        self.bring(file)
        return True

    def open_replay(self) -> None:
        """Play the chosen hand on the table."""
        hand = self.list.chosen
        if hand is not None and not self.side.detail.problem:
            self.app.once_ready(games.HOLDEM, lambda: self.app.go(LogReplay(self.app, hand, self)))

    def copy(self) -> None:
        """Put the chosen hand into the clipboard, as a line of a log."""
        if self.list.chosen is not None:
            copied = clipboard.put(self.list.chosen.id)
            self.app.say(text(f"logs.replaying.{'copied' if copied else 'no_clipboard'}"))

    def ask_to_remove(self) -> None:
        """Ask whether the log goes; keeping it is the harmless answer."""
        log = self.shelf.chosen
        if log is None:
            return
        replies = [
            Reply("keep", text("logs.removing.keep"), nothing),
            Reply("remove-now", text("logs.removing.remove"), partial(self._remove, log), "danger"),
        ]
        body = text("logs.removing.body", title=title_of(log))
        self.app.overlay(Question(self.app, text("logs.removing.title"), body, replies))

    def escape(self) -> None:
        """Go back; what was asked is not wanted any more."""
        self.pages.drop()
        self.shelf.drop()
        self._requests.drop_all()
        self.app.back()

    def _remove(self, log: ImportedLog) -> None:
        self.shelf.forget(log)

    def _brought(self, log: ImportedLog) -> None:
        self.filters.player.chosen = self.filters.reached.chosen = self.filters.pot.chosen = "all"
        self.shelf.read(choose=log.id)
        self.list.restart()
        self.relayout()

    def _turn_to(self, log: str) -> None:
        self.shelf.choose(log)
        self.filters.offer(self.shelf.logs or (), self.shelf.chosen)
        self.read_hands()

    def _go_to(self, place: int) -> None:
        """Go to a hand by its number, or the next one that passes the filters."""
        if self.pages.total:
            payload = {"filter": self.pages.wanted, "place": place}
            self._requests.ask("log_place", payload, self._gone_to)

    # ---- the hands as a shelf for the replay ----------------------------------------------------------------
    def has(self, by: int) -> bool:
        """Return whether there is a hand so many places on."""
        return 0 <= self.list.rows.chosen + by < self.list.rows.count

    def take(self, by: int) -> ImportedHand | None:
        """Go so many places on; the hand there, or None while it is not read yet."""
        place = self.list.rows.chosen + by
        hand = self.pages.hand(place)
        if hand is None:
            self.pages.look_at(place)
        else:
            self.list.rows.choose(place)
        return hand

    # ---- what comes from the other process ------------------------------------------------------------------
    def receive(self, answer: Answer) -> None:
        """Take logs, a page, or where a hand stands."""
        if not self.shelf.take(answer) and not self._requests.take(answer):
            self.pages.take(answer)

    def update(self, dt: float) -> bool:
        """Let a moment pass before it is said that one waits."""
        return self.list.update(dt)

    def _logs_came(self) -> None:
        self.filters.offer(self.shelf.logs or (), self.shelf.chosen)
        self.read_hands()

    def _page_came(self) -> None:
        self.list.page_came()
        self._moved()

    def _gone_to(self, place: int | None, sentence: str) -> None:
        if place is None:
            self.app.say(sentence)
            return
        self.list.rows.choose(place)
        self.controls.focus("hands")
        self._moved()

    def _moved(self) -> None:
        self.side.show(self.list.chosen, self.shelf.chosen)
        self.relayout()

    # ---- layout ---------------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Filters above, the list, hand or log at its right; in a small window one of them at a time."""
        margin = 16.0 if width < SMALL_WIDTH else 24.0
        self._back.centre_at(36, HEADER / 2)
        self._gear.centre_at(width - 36, HEADER / 2)
        self._help.centre_at(width - 80, HEADER / 2)
        self._compact = width < NARROW_WIDTH or height < LOW_HEIGHT
        self._disable()
        lay_out = self._lay_out_compact if self._compact else self._lay_out_whole
        body = lay_out(width, height, margin)
        self.place([self._back, *body, self._help, self._gear])
        if self.controls.strayed and body:
            self.controls.focus(self._instead(body))

    def _disable(self) -> None:
        """Nothing can be chosen while there is no log."""
        reason = "" if self.shelf.logs else text("logs.no_log")
        for widget in (*self.filters.choices, self.filters.go_to):
            widget.disabled = reason

    def _instead(self, body: Sequence[Widget]) -> str:
        """Return who gets the focus of a widget that has gone: the list, or the button in its place."""
        names = [widget.name for widget in body]
        return next((name for name in ("hands", "bring", "show-all", "try-again") if name in names), names[0])

    def _lay_out_whole(self, width: float, height: float, margin: float) -> list[Widget]:
        inner = width - 2 * margin
        band = 2 * CONTROL + 3 * PADDING - 4
        top = HEADER + band + GAP
        high = height - top - HINTS - 4
        side = SIDES[(width >= SMALL_WIDTH) + (width >= LARGE_WIDTH)]
        left = margin + inner - side
        self._panels = {
            "filters": (margin, HEADER, inner, band),
            "hands": (margin, top, inner - side - GAP, high),
            "side": (left, top, side, high),
        }
        x, y = margin + PADDING, HEADER + PADDING
        filters = self.filters
        for widget in (*filters.choices, filters.go_to, self._import):
            widget.clip = None
        first: list[Widget] = [filters.log, filters.player, self._import]
        second: list[Widget] = [filters.reached, filters.pot, filters.go_to]
        in_a_row(first, FIRST_ROW, (x, y, inner - 2 * PADDING, CONTROL), GAP)
        in_a_row(second, SECOND_ROW, (x, y + CONTROL + GAP - 2, inner - 2 * PADDING, CONTROL), GAP)
        self._import.keycap = "I" if width >= SMALL_WIDTH else ""
        self.scroll = self.list.rows.scroll
        hands = self.list.place(self._panels["hands"])
        return [*first, *second, *hands, *self.side.lay_out(self._panels["side"])]

    def _lay_out_compact(self, width: float, height: float, margin: float) -> list[Widget]:
        self._tabs.measure(self.app.pen, 24, HEADER + 18)
        panel = (12.0, HEADER + 44, width - 24, height - HEADER - 56)
        self._panels = {"side" if self._tab in (HAND, LOG) else self._tab: panel}
        self._import.keycap = ""
        if self._tab == "hands":
            self.scroll = self.list.rows.scroll
            return [self._tabs, *self.list.place(panel)]
        if self._tab == "filters":
            self.scroll = self.filters.scroll
            return [self._tabs, *self.filters.lay_out(panel, [self._import])]
        self.scroll = self.side.scroll
        return [self._tabs, *self.side.lay_out_bare(panel)]

    def _open_tab(self, tab: str) -> None:
        self._tab = tab
        if tab in (HAND, LOG):
            self.side.turn_to(tab)
        self.relayout()

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Draw room and panels from their layer, then what lies on them."""
        pen.layer(("logs", tuple(self._panels.items())), self._paint_still)
        wide = pen.text(text("logs.title"), 68, HEADER / 2, "h2")
        count = self.pages.total
        if count and self.shelf.chosen is not None:
            key = "count_all" if self.pages.wanted.is_open else "count_some"
            words = text(f"logs.{key}", count=number(count), all=number(self.shelf.chosen.hands))
            pen.text(words, 68 + wide + 16, HEADER / 2 + 1, "label", "dim", fit=self.width - wide - 200)
        if "hands" in self._panels:
            self.list.draw(pen)
        if "side" in self._panels:
            self.side.draw(pen)
        if self._compact and "filters" in self._panels:
            self.filters.draw(pen)
        if not self._compact:
            self._draw_hints(pen)
        self.draw_controls(pen)
        self._draw_name_of_field(pen)

    def _paint_still(self, pen: Pen) -> None:
        pen.room()
        for panel in self._panels.values():
            pen.panel(panel)

    def _draw_name_of_field(self, pen: Pen) -> None:
        """Say in the empty field what it is for."""
        field = self.filters.go_to
        if not self._compact and not field.value and not field.focused:
            x, y, w, h = field.rect
            pen.text(field.label, x + 14, y + h / 2, "label", "faint", fit=w - 28)

    def _draw_hints(self, pen: Pen) -> None:
        x, y = self._panels["hands"][0] + 4, self.height - HINTS / 2 - 2
        for key, hint in HINTS_OF_KEYS if self.shelf.logs else HINTS_WITHOUT_LOG:
            words = text(f"logs.hints.{hint}")
            if x + pen.keycap_width(key) + pen.width(words, "small") + 8 > self.width - 20:
                return
            x += pen.keycap(x, y, key, "dim", "l") + 8
            x += pen.text(words, x, y, "small", "dim") + 22

    # ---- input ----------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Take the keys of the list from wherever they are not used."""
        if self.controls.focused in self.side.widgets and self.side.scroll.key(event):
            return True
        if event.repeat:
            return False
        acts: dict[str, Act] = {"c": self.copy}
        if not event.ctrl:
            acts |= {
                "i": self.bring,
                "g": self._focus_field,
                "delete": self.ask_to_remove,
                **dict.fromkeys(ENTER, self.open_replay),
            }
        act = acts.get(event.name)
        if act is None:
            return False
        act()
        return True

    def _focus_field(self) -> None:
        if self._compact:
            self._tab = self._tabs.chosen = "filters"
            self.relayout()
        self.controls.focus("go-to")

    def point(self, event: Pointer) -> bool:
        """Follow the mouse on a bar."""
        followed = [scroll.point(event) for scroll in self._scrolls()]
        return any(followed)

    def turn(self, event: Wheel) -> bool:
        """Follow the wheel over the list, the side, the filters."""
        return any(holds(scroll.view, event.x, event.y) and scroll.turn(event) for scroll in self._scrolls())

    def _scrolls(self) -> list[Scroll]:
        shown = {
            "hands": self.list.rows.scroll,
            "side": self.side.scroll,
            "filters": self.filters.scroll,
        }
        return [scroll for name, scroll in shown.items() if name in self._panels]

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        chosen, log = self.list.chosen, self.shelf.chosen
        return {
            "logs": None if self.shelf.logs is None else len(self.shelf.logs),
            "log": title_of(log) if log is not None else "",
            "count": self.pages.total,
            "place": chosen.place if chosen is not None else 0,
            "id": chosen.id if chosen is not None else "",
            "said": self.list.said,
            "waiting": self.pages.waiting,
        }
