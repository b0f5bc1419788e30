"""Looking back: what was played, or watched move by move, newest first, with filters and the hand beside it.

The list asks the other process for the pages that are looked at; nothing is read here. In a small window list,
hand and filters take turns behind tabs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.archive.hands import PlayedHand
from game.archive.store import HistoryFilter
from game.rules import games
from game.screens import clipboard
from game.screens.input import ENTER, Key, Pointer, Wheel
from game.screens.logs.screen import Logs, import_from
from game.screens.look_back.delete import DeleteData
from game.screens.look_back.detail import DetailActs, HandDetail
from game.screens.look_back.export import ExportHands
from game.screens.look_back.filter import Filters
from game.screens.look_back.list import HandList, ListActs
from game.screens.look_back.pages import Pages
from game.screens.look_back.paste import PasteId
from game.screens.look_back.words import described
from game.screens.new_game import NewGame
from game.screens.pen import Pen
from game.screens.replay import Replay
from game.screens.screen import Screen
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
FIRST_ROW = (5.0, 2.4, 2.6)
SECOND_ROW = (3.4, 3.4, 1.45, 1.75)


class LookBack(Screen):
    """The list, and the hand that is chosen."""

    name: ClassVar[str] = "look_back"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.pages = Pages[PlayedHand, HistoryFilter](app, "history", HistoryFilter(), self._page_came)
        self.filters = Filters(app, self.read, self.relayout)
        self._tab = "hands"
        self._panels: dict[str, Rect] = {}
        acts = ListActs(self._moved, self.open_replay, self.play, self.show_all, self.read)
        self.list = HandList(app, self.pages, self.filters, acts)
        detail_acts = DetailActs(self.open_replay, self.copy, self.open_export)
        describe = partial(described, app)
        self.detail = HandDetail(app, describe, self.relayout, detail_acts, text("replay.copy"))
        self._make_buttons()
        self.controls.focus("hands")

    def _make_buttons(self) -> None:
        self._back = IconButton("back", text("common.back"), "back", self.escape)
        self._help = IconButton("help", text("menu.help"), "help", self.app.show_help)
        self._gear = IconButton("settings", text("menu.settings"), "gear", self.app.show_settings)
        self._paste = Button("paste", text("look_back.paste"), self.open_paste, style="label_b")
        self._export_all = Button(
            "export-all", text("look_back.export_all"), self.export_all, style="label_b"
        )
        self._logs = Button("logs", text("look_back.logs"), self.open_logs, style="label_b")
        tabs = [Option(name, text(f"look_back.tabs.{name}")) for name in ("hands", "hand", "filters")]
        self._tabs = Tabs("tab", text("look_back.title"), tabs, "hands", self._open_tab)

    # ---- what is read ---------------------------------------------------------------------------------------
    @property
    def keys(self) -> str:
        """The keys of this screen."""
        return "look_back"

    def read(self) -> None:
        """Read the history from its newest hand on, with the filters as they are."""
        self.list.restart()
        self.pages.begin(self.filters.choices.wanted())
        self.relayout()

    def show_all(self) -> None:
        """Take every filter off."""
        self.controls.focus("hands")
        self.filters.clear()

    # ---- what is done ---------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Read the history when the screen opens; tell the chosen hand again, the settings may have changed."""
        if self.pages.total is None and not self.pages.waiting and not self.pages.problem:
            self.read()
        self.detail.show(None)
        self._moved()

    def open_replay(self) -> None:
        """Play the chosen hand again."""
        hand = self.list.chosen
        if hand is not None and not self.detail.problem:
            self.app.once_ready(hand.game, lambda: self.app.go(Replay(self.app, hand, self)))

    def open_export(self) -> None:
        """Ask in which form the chosen hand is written, or all of them."""
        if self.pages.total:
            self.app.overlay(ExportHands(self.app, self.list.chosen, self.pages.wanted, self.pages.total))

    def export_all(self) -> None:
        """Ask in which form all hands that are shown are written."""
        if self.pages.total:
            self.app.overlay(ExportHands(self.app, None, self.pages.wanted, self.pages.total))

    def open_paste(self) -> None:
        """Ask for an id."""
        self.app.overlay(PasteId(self.app))

    def open_logs(self) -> None:
        """Show what others have played."""
        self.pages.drop()
        self.app.go(Logs(self.app))

    def drop(self, file: str) -> bool:
        """Import a log that was dropped onto the window."""
        import_from(self.app, file)
        return True

    def open_delete(self) -> None:
        """Ask whether everything that was kept goes."""
        self.app.overlay(DeleteData(self.app, self.read))

    def copy(self) -> None:
        """Put the id of the chosen hand into the clipboard."""
        if self.list.chosen is not None:
            copied = clipboard.put(self.list.chosen.id)
            self.app.say(text("replay.copied" if copied else "replay.no_clipboard"))

    def play(self) -> None:
        """Choose an opponent: the way to a first hand."""
        self.app.replace(NewGame(self.app, games.TIC_TAC_TOE))

    def escape(self) -> None:
        """Go back; what was asked is not wanted any more."""
        self.pages.drop()
        self.app.back()

    # ---- the hands as a shelf for the replay ----------------------------------------------------------------
    def has(self, by: int) -> bool:
        """Return whether there is a hand so many places on."""
        return 0 <= self.list.rows.chosen + by < self.list.rows.count

    def take(self, by: int) -> PlayedHand | None:
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
        """Take a page."""
        self.pages.take(answer)

    def _page_came(self) -> None:
        self.list.page_came()
        self._moved()

    def update(self, dt: float) -> bool:
        """Let a moment pass before it is said that one waits."""
        return self.list.update(dt)

    def _moved(self) -> None:
        self.detail.show(self.list.chosen)
        self.relayout()

    # ---- layout ---------------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Filters above, the list, the hand at its right; in a small window one of them at a time."""
        margin = 16.0 if width < SMALL_WIDTH else 24.0
        self._export_all.disabled = "" if self.pages.total else text("look_back.nothing_to_export")
        self._back.centre_at(36, HEADER / 2)
        self._gear.centre_at(width - 36, HEADER / 2)
        self._help.centre_at(width - 80, HEADER / 2)
        self._compact = width < NARROW_WIDTH or height < LOW_HEIGHT
        body = (
            self._lay_out_compact(width, height)
            if self._compact
            else self._lay_out_whole(width, height, margin)
        )
        self.place([self._back, *body, *([] if self._compact else [self._logs]), self._help, self._gear])
        if self.controls.strayed and body:
            self.controls.focus(self._instead(body))

    def _instead(self, body: Sequence[Widget]) -> str:
        """Return who gets the focus of a widget that has gone: the list, or the button in its place."""
        names = [widget.name for widget in body]
        return next((name for name in ("hands", "play", "show-all", "try-again") if name in names), names[0])

    def _lay_out_whole(self, width: float, height: float, margin: float) -> list[Widget]:
        inner = width - 2 * margin
        band = 2 * CONTROL + 3 * PADDING - 4
        top = HEADER + band + GAP
        high = height - top - HINTS - 4
        side = SIDES[(width >= SMALL_WIDTH) + (width >= LARGE_WIDTH)]
        self._panels = {
            "filters": (margin, HEADER, inner, band),
            "hands": (margin, top, inner - side - GAP, high),
            "hand": (margin + inner - side, top, side, high),
        }
        x, y = margin + PADDING, HEADER + PADDING
        filters = self.filters
        for widget in (*filters.widgets, self._paste, self._export_all, self._logs):
            widget.clip = None
        self._logs.keycap = "I" if width >= SMALL_WIDTH else ""
        wide = self._logs.natural_width(self.app.pen)
        self._logs.rect = (width - 116 - wide, (HEADER - 40) / 2, wide, 40)
        first: list[Widget] = [filters.game, filters.opponent, filters.kind]
        second: list[Widget] = [filters.result, filters.period, self._paste, self._export_all]
        in_a_row(first, FIRST_ROW, (x, y, inner - 2 * PADDING, CONTROL), GAP)
        in_a_row(second, SECOND_ROW, (x, y + CONTROL + GAP - 2, inner - 2 * PADDING, CONTROL), GAP)
        self._paste.keycap = "V" if width >= SMALL_WIDTH else ""
        self.scroll = self.list.rows.scroll
        self.detail.lay_out(self._panels["hand"])
        return [*first, *second, *self.list.place(self._panels["hands"]), *self.detail.widgets]

    def _lay_out_compact(self, width: float, height: float) -> list[Widget]:
        self._tabs.measure(self.app.pen, 24, HEADER + 18)
        panel = (12.0, HEADER + 44, width - 24, height - HEADER - 56)
        self._panels = {self._tab: panel}
        if self._tab == "hands":
            self.scroll = self.list.rows.scroll
            return [self._tabs, *self.list.place(self._panels["hands"])]
        if self._tab == "hand":
            self.scroll = self.detail.scroll
            self.detail.lay_out(panel)
            return [self._tabs, *self.detail.widgets]
        self.scroll = self.filters.scroll
        return [self._tabs, *self.filters.lay_out(panel, [self._paste, self._export_all, self._logs])]

    def _open_tab(self, tab: str) -> None:
        self._tab = tab
        self.relayout()

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Draw room and panels from their layer, then what lies on them."""
        pen.layer(("look back", tuple(self._panels.items())), self._paint_still)
        count = self.pages.total
        wide = pen.text(text("look_back.title"), 68, HEADER / 2, "h2")
        if count:
            words = text("look_back.count.one" if count == 1 else "look_back.count.many", count=number(count))
            pen.text(
                words,
                68 + wide + 16,
                HEADER / 2 + 1,
                "label",
                "dim",
                fit=self.width - wide - (200 if self._compact else 400),
            )
        if "hands" in self._panels:
            self.list.draw(pen)
        if "hand" in self._panels:
            self.detail.draw(pen)
        if self._compact and "filters" in self._panels:
            self.filters.draw(pen)
        if not self._compact:
            self._draw_hints(pen)
        self.draw_controls(pen)

    def _paint_still(self, pen: Pen) -> None:
        pen.room()
        for panel in self._panels.values():
            pen.panel(panel)

    def _draw_hints(self, pen: Pen) -> None:
        x, y = self._panels["hands"][0] + 4, self.height - HINTS / 2 - 2
        for key, hint in (
            ("↑ ↓", "walk"),
            (text("keys.enter"), "replay"),
            ("C", "copy"),
            ("V", "paste"),
            ("E", "export"),
            ("Del", "delete"),
        ):
            words = text(f"look_back.hints.{hint}")
            if x + pen.keycap_width(key) + pen.width(words, "small") + 8 > self.width - 20:
                return
            x += pen.keycap(x, y, key, "dim", "l") + 8
            x += pen.text(words, x, y, "small", "dim") + 22

    # ---- input ----------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Take the keys of the list from wherever they are not used."""
        if self._in_detail and self.detail.scroll.key(event):
            return True
        if event.repeat:
            return False
        if event.ctrl:
            act = {"c": self.copy, "v": self.open_paste}.get(event.name)
        else:
            acts: dict[str, Act] = {
                "c": self.copy,
                "v": self.open_paste,
                "i": self.open_logs,
                "e": self.open_export,
                "delete": self.open_delete,
            }
            act = self.open_replay if event.name in ENTER else acts.get(event.name)
        if act is None:
            return False
        act()
        return True

    @property
    def _in_detail(self) -> bool:
        """Whether the focus lies in the panel of the chosen hand, which then scrolls by keys."""
        return self.controls.focused in self.detail.widgets

    def point(self, event: Pointer) -> bool:
        """Follow the mouse on a bar."""
        followed = [scroll.point(event) for scroll in self._scrolls()]
        return any(followed)

    def turn(self, event: Wheel) -> bool:
        """Follow the wheel over the list, the hand, the filters."""
        return any(holds(scroll.view, event.x, event.y) and scroll.turn(event) for scroll in self._scrolls())

    def _scrolls(self) -> list[Scroll]:
        shown = {"hands": self.list.rows.scroll, "hand": self.detail.scroll, "filters": self.filters.scroll}
        return [scroll for name, scroll in shown.items() if name in self._panels]

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        return {
            "count": self.pages.total,
            "place": self.list.rows.chosen,
            "id": self.list.chosen.id if self.list.chosen is not None else "",
            "problem": self.pages.problem,
            "said": self.list.said,
            "waiting": self.pages.waiting,
        }
