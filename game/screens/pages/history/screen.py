"""Looking back: what was played, or watched move by move, newest first, with filters and the hand beside it.

The list asks the other process for the pages that are looked at; nothing is read here. In a small window list,
hand and filters take turns behind tabs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.archive.hands import PlayedHand
from game.archive.store import HistoryFilter
from game.messages.history import ListHands
from game.messages.review_answers import Kind, ReviewTarget
from game.needs import need_of_replay
from game.rules import games
from game.screens.dialogs.delete import DeleteData
from game.screens.frame.page import Binding
from game.screens.frame.screen import Services
from game.screens.pages.history.browser import FilterRow, HandBrowser
from game.screens.pages.history.detail import DetailActs, HandDetail
from game.screens.pages.history.export import ExportHands
from game.screens.pages.history.filter import Filters
from game.screens.pages.history.hand_list import ListActs
from game.screens.pages.history.labels import described
from game.screens.pages.history.list import HandList
from game.screens.pages.history.logs.screen import Logs, import_from
from game.screens.pages.history.luck import LuckOfHand
from game.screens.pages.history.pages import Pages
from game.screens.pages.history.paste import PasteId
from game.screens.tables.replay import Replay
from game.screens.ui.layout import Box
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Button, Scroll

FIRST_ROW = (5.0, 2.4, 2.6)
SECOND_ROW = (3.4, 3.4, 1.45, 1.75)


class HistoryScreen(HandBrowser[PlayedHand]):
    """The list, and the hand that is chosen."""

    name: ClassVar[str] = "history"
    keys: ClassVar[str] = "history"
    words: ClassVar[str] = "history"
    replay_words: ClassVar[str] = "replay"
    tabs: ClassVar[Sequence[str]] = ("hands", "hand", "filters")
    list: HandList
    filters: Filters

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.pages = Pages[PlayedHand, HistoryFilter](app, ListHands, HistoryFilter(), self._page_came)
        self.filters = Filters(app, self.read, self.relayout)
        acts = ListActs(self._moved, self.open_replay, self.play, self.show_all, self.read)
        self.list = HandList(app, self.pages, self.filters, acts)
        detail_acts = DetailActs(self.open_replay, self.copy, self.open_export)
        describe = partial(described, app)
        self._luck = LuckOfHand(app, self.relayout)
        copy = text("replay.copy")
        self.detail = HandDetail(app, describe, self.relayout, detail_acts, copy, more=self._luck)
        self._paste = Button("paste", text("history.paste"), self.open_paste, style="label_b")
        self._export_all = Button("export-all", text("history.export_all"), self.export_all, style="label_b")
        self._review = Button("review", text("review.button"), self.open_review, style="label_b")
        self._logs = Button("logs", text("history.logs"), self.open_logs, style="label_b")

    # ---- what is read ---------------------------------------------------------------------------------------
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
            self.app.once_ready(need_of_replay(hand.game), lambda: self.app.go(Replay(self.app, hand, self)))

    def open_export(self) -> None:
        """Ask in which form the chosen hand is written, or all of them."""
        if self.pages.total:
            self.app.overlay(ExportHands(self.app, self.list.chosen, self.pages.wanted, self.pages.total))

    def export_all(self) -> None:
        """Ask in which form all hands that are shown are written."""
        if self.pages.total:
            self.app.overlay(ExportHands(self.app, None, self.pages.wanted, self.pages.total))

    def open_review(self) -> None:
        """Review the session of the chosen hand."""
        self._open_review("session")

    def _review_hand(self) -> None:
        self._open_review("hand")

    def _open_review(self, kind: Kind) -> None:
        hand = self.list.chosen
        if hand is None or self.detail.problem:
            return
        target = ReviewTarget(kind, hand.id)
        self.app.once_ready(
            need_of_replay(hand.game), lambda: self.app.go(self.app.routes.review(self.app, target))
        )

    def open_paste(self) -> None:
        """Ask for an id."""
        self.app.overlay(PasteId(self.app))

    def open_logs(self) -> None:
        """Show what others have played."""
        self.pages.drop()
        self._luck.drop()
        self.app.go(Logs(self.app))

    def drop(self, file: str) -> bool:
        """Import a log that was dropped onto the window."""
        import_from(self.app, file)
        return True

    def open_delete(self) -> None:
        """Ask whether everything that was kept goes."""
        self.app.overlay(DeleteData(self.app, self.read))

    def play(self) -> None:
        """Choose an opponent: the way to a first hand."""
        self.app.replace(self.app.routes.new_game(self.app, games.TIC_TAC_TOE, ""))

    def escape(self) -> None:
        """Go back; what was asked is not wanted any more."""
        self.pages.drop()
        self._luck.drop()
        self.app.back()

    def _page_came(self) -> None:
        self.list.page_came()
        self._moved()

    def _moved(self) -> None:
        self.detail.show(self.list.chosen)
        self.relayout()

    # ---- what the page shows --------------------------------------------------------------------------------
    @property
    def count(self) -> str:
        """How many hands pass the filters."""
        count = self.pages.total
        key = "history.count.one" if count == 1 else "history.count.many"
        return text(key, count=number(count)) if count else ""

    @property
    def header_buttons(self) -> Sequence[Button]:
        """The way to the logs of others."""
        self._logs.keycap = "I" if self.roomy else ""
        self._review.keycap = "R" if self.roomy else ""
        return [self._review, self._logs]

    @property
    def filter_buttons(self) -> Sequence[Button]:
        """Paste an id, export all that is shown."""
        self._export_all.disabled = "" if self.pages.total else text("history.nothing_to_export")
        self._paste.keycap = "V" if self.roomy else ""
        return [self._paste, self._export_all]

    @property
    def filter_rows(self) -> tuple[FilterRow, FilterRow]:
        """Game, opponent, played or watched; result, period, and the buttons."""
        filters = self.filters
        first = [filters.game, filters.opponent, filters.kind]
        return (first, FIRST_ROW), ([filters.result, filters.period, *self.filter_buttons], SECOND_ROW)

    @property
    def side_scroll(self) -> Scroll:
        """What moves the chosen hand."""
        return self.detail.scroll

    def side(self, tab: str) -> Box:
        """The hand."""
        return self.detail.box()

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """The keys of the list, from wherever they are not used."""
        return {
            "c": Binding(self.copy, cap="C", hint="history.hints.copy"),
            "v": Binding(self.open_paste, cap="V", hint="history.hints.paste"),
            "e": Binding(self.open_export, cap="E", hint="history.hints.export"),
            "delete": Binding(self.open_delete, cap="Del", hint="history.hints.delete"),
            "i": Binding(self.open_logs),
            "r": Binding(self.open_review, cap="R", hint="history.hints.review"),
            "h": Binding(self._review_hand),
        }

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
