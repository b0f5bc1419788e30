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
from game.features.history.browser import HandBrowser
from game.features.history.detail import PlayedDetail
from game.features.history.export import ExportHands
from game.features.history.filter import Filters
from game.features.history.hand_list import HandList, Instead, Pages
from game.features.history.labels import cards_of, described, line_of
from game.features.history.logs.screen import Logs, import_from
from game.features.history.paste import PasteId
from game.needs import need_of_replay
from game.rules import games
from game.study.history import ListHands
from game.study.review import Kind, ReviewTarget
from game.tables.replay import HandReplay, Replay
from game.texts import number, text
from game.window.dialogs.delete import DeleteData
from game.window.frame.page import Binding
from game.window.frame.screen import Services
from game.window.ui.widgets import Button
from game.window.views.hand_row import NO_CARDS, Cards

DEALT_A_FRAME = 2  # rows whose cards are dealt again: each takes a few milliseconds


class HistoryScreen(HandBrowser[PlayedHand]):
    """The list, and the hand that is chosen."""

    name: ClassVar[str] = "history"
    keys: ClassVar[str] = "history"
    words: ClassVar[str] = "history"
    tabs: ClassVar[Sequence[str]] = ("hands", "hand", "filters")
    keycaps: ClassVar[Mapping[str, str]] = {"review": "R", "logs": "I", "paste": "V"}
    replay: ClassVar[type[HandReplay[Any]]] = Replay
    filters: Filters
    detail: PlayedDetail

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._cards: dict[int, Cards] = {}
        self._play = Button("play", text("history.play"), self.play, kind="primary")
        self.filters = Filters(app, self.read, self.relayout)
        self.pages = Pages[PlayedHand, HistoryFilter](app, ListHands, HistoryFilter(), self.page_came)
        self.list = HandList(
            self.pages,
            "history",
            line=partial(line_of, app),
            cards=lambda place, hand: self._cards.get(place, NO_CARDS),
            instead=self._instead,
            changed=self.moved,
            opened=self.open_replay,
        )
        export = Button("export", text("history.export"), self.open_export, keycap="E", style="label_b")
        buttons = [*self.hand_buttons, export]
        self.detail = PlayedDetail(app, partial(described, app), self.relayout, buttons)
        self._export_all = self.act(
            "export-all", "history.export_all", partial(self.open_export, alone=False)
        )
        self.header_buttons = [
            self.act("review", "review.button", partial(self._open_review, "session")),
            self.act("logs", "history.logs", self.open_logs),
        ]
        self.filter_buttons = [self.act("paste", "history.paste", self.open_paste), self._export_all]

    # ---- what is read ---------------------------------------------------------------------------------------
    def read(self) -> None:
        """Read the history from its newest hand on, with the filters as they are."""
        self._cards.clear()
        self.list.restart()
        self.pages.begin(self.filters.wanted())
        self.relayout()

    def enter(self) -> None:
        """Read the history when the screen opens; tell the chosen hand again, the settings may have changed."""
        if self.pages.untouched:
            self.read()
        self.detail.show(None)
        self.moved()

    def update(self, dt: float) -> bool:
        """Deal the cards of the rows that are seen, a few a frame."""
        places = [place for place in self.list.rows.seen if place not in self._cards]
        missing = [(place, hand) for place in places if (hand := self.pages.hand(place)) is not None]
        for place, hand in missing[:DEALT_A_FRAME]:
            self._cards[place] = cards_of(hand)
        return bool(missing) or super().update(dt)

    # ---- what is done ---------------------------------------------------------------------------------------
    def open_export(self, *, alone: bool = True) -> None:
        """Ask in which form the chosen hand is written, or all that are shown."""
        if self.pages.total:
            hand = self.list.chosen if alone else None
            self.app.overlay(ExportHands(self.app, hand, self.pages.wanted, self.pages.total))

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
        self.detail.luck.drop()
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
        self.detail.luck.drop()
        self.app.back()

    # ---- what the page shows --------------------------------------------------------------------------------
    @property
    def count(self) -> str:
        """How many hands pass the filters."""
        count = self.pages.total
        key = "history.count.one" if count == 1 else "history.count.many"
        return text(key, count=number(count)) if count else ""

    def layout(self, width: float, height: float) -> None:
        """Place everything anew; all hands can be exported where there are any."""
        self._export_all.disabled = "" if self.pages.total else text("history.nothing_to_export")
        super().layout(width, height)

    def _instead(self) -> Instead | None:
        """Return that the history is read, cannot be read, is empty, or that nothing passes the filters."""
        pages = self.pages
        if pages.problem:
            return Instead(text("history.problem", reason=pages.problem), self.retry_button)
        if pages.total is None:
            return self.list.reading
        if pages.total:
            return None
        if self.filters.is_open:
            return Instead(text("history.empty"), self._play)
        said = "nothing_watched" if pages.wanted.watched else "nothing_found"
        return Instead(text(f"history.{said}"), self.all_button)

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """The keys of the list, from wherever they are not used."""
        return {
            **super().bindings,
            "c": Binding(self.copy, cap="C", hint="history.hints.copy"),
            "v": Binding(self.open_paste, cap="V", hint="history.hints.paste"),
            "e": Binding(self.open_export, cap="E", hint="history.hints.export"),
            "delete": Binding(self.open_delete, cap="Del", hint="history.hints.delete"),
            "i": Binding(self.open_logs),
            "r": Binding(partial(self._open_review, "session"), cap="R", hint="history.hints.review"),
            "h": Binding(partial(self._open_review, "hand")),
        }
