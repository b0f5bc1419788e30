"""Imported logs: which there are, their hands with filters, the hand beside the list, what is in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.archive.imported import ImportedHand, ImportedLog, LogFilter
from game.features.history.browser import HandBrowser
from game.features.history.detail import HandDetail
from game.features.history.hand_list import HandList, Instead, Pages
from game.features.history.logs.filter import LogFilters, title_of
from game.features.history.logs.hand import LogReplay, cards_of, described, line_of
from game.features.history.logs.importing import ImportLog
from game.features.history.logs.registry import LogRegistry
from game.features.history.logs.side import HAND, LOG, LogSide, ask_to_remove
from game.features.history.logs.status_bar import ImportStatusBar
from game.rules import games
from game.study.history import ListLogHands
from game.study.review import ReviewTarget
from game.study.training_model import Wish
from game.tables.replay import HandReplay
from game.texts import number, text
from game.window.frame.page import Binding
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, grow
from game.window.ui.widgets import Button, Scroll

IMITATING = "holdem-network"
"""The run that learns from logs."""


def import_from(app: Services, path: str) -> None:
    """Ask which log is imported, beginning with this path, and show it when it is there."""
    app.overlay(ImportLog(app, lambda log: app.go(Logs(app, log.id)), path))


class Logs(HandBrowser[ImportedHand]):
    """The page; it opens on the log of the id `chosen`, or on the latest."""

    name: ClassVar[str] = "logs"
    keys: ClassVar[str] = "logs"
    words: ClassVar[str] = "logs"
    tabs: ClassVar[Sequence[str]] = ("hands", HAND, LOG, "filters")
    keycaps: ClassVar[Mapping[str, str]] = {"review": "R", "import": "I"}
    replay: ClassVar[type[HandReplay[Any]]] = LogReplay
    game: ClassVar[str] = games.HOLDEM
    filters: LogFilters

    def __init__(self, app: Services, chosen: str = "") -> None:
        super().__init__(app)
        self.registry = LogRegistry(app, self._logs_came, chosen)
        self._bring = Button("bring", text("logs.import"), self.bring, kind="primary")
        self._import_status = ImportStatusBar(app, self.bring)
        self.filters = LogFilters(app, self._turn_to, self._read_hands, self._go_to, self.relayout)
        self.pages = Pages[ImportedHand, LogFilter](app, ListLogHands, LogFilter(""), self.page_came)
        self.list = HandList(
            self.pages,
            "logs",
            line=partial(line_of, app),
            cards=lambda place, hand: cards_of(hand),
            instead=self._instead,
            changed=self.moved,
            opened=self.open_replay,
        )
        self.detail = HandDetail(app, partial(described, app), self.relayout, self.hand_buttons)
        self._beside = LogSide(self.detail, self.relayout, self.train, self.remove)
        self._review = self.act("review", "review.log_button", self.open_review)
        self.header_buttons = [self._review]
        self.filter_buttons = [self.act("import", "logs.import", self.bring)]

    # ---- what is read ---------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask which logs there are when the screen opens; tell the chosen hand again."""
        if self.registry.logs is None and not self.registry.problem:
            self.read()
        self.detail.show(None)
        self._beside.show(None)
        self.background_changed()
        self.moved()

    def read(self) -> None:
        """Ask which logs there are."""
        self.registry.read()
        self.relayout()

    def background_changed(self) -> None:
        """Show how far an import is, and a log that has come in since."""
        self.registry.follow_imports()
        self.relayout()

    def _logs_came(self) -> None:
        """Offer the logs; the hands of one that is looked at stay as they are."""
        log = self.registry.log
        self.filters.offer(self.registry.logs or (), log)
        if log is None or log.id != self.pages.wanted.log or self.pages.total is None:
            self._read_hands()
        else:
            self.moved()

    def _read_hands(self) -> None:
        """Read the chosen log from its first hand on, with the filters as they are."""
        self.list.restart()
        if (log := self.registry.log) is not None:
            self.pages.begin(self.filters.wanted(log.id))
        self.moved()

    def moved(self) -> None:
        """Show the hand that is chosen now, and its log."""
        self._beside.show(self.registry.log)
        super().moved()

    # ---- what is done ---------------------------------------------------------------------------------------
    def bring(self, path: str = "") -> None:
        """Ask which log is imported."""
        self.app.overlay(ImportLog(self.app, self._brought, path))

    def drop(self, file: str) -> bool:
        """Import a file that was dropped onto the window."""
        self.bring(file)
        return True

    def find_player(self) -> None:
        """Ask whose hands are wanted."""
        if self.registry.logs and self.filters.player.find is not None:
            self.filters.player.find()

    def train(self) -> None:
        """Lead to a run that learns from the log, which begins when its settings are as one wants them."""
        if (log := self.registry.log) is not None:
            self.app.go(self.app.routes.train_with(self.app, Wish(IMITATING, {"logs": log.id})))

    def open_review(self, place: int = 0) -> None:
        """Review the hand at a place of the log, or all hands."""
        if (log := self.registry.log) is not None:
            self.app.go(self.app.routes.review(self.app, ReviewTarget("log", log.id, place=place)))

    def _review_hand(self) -> None:
        if self.list.chosen is not None:
            self.open_review(self.list.chosen.place)

    def remove(self) -> None:
        """Ask whether the log goes."""
        if (log := self.registry.log) is not None:
            ask_to_remove(self.app, log, partial(self.registry.forget, log))

    def _brought(self, log: ImportedLog) -> None:
        self.filters.open()
        self.registry.chosen = log.id
        self.list.restart()
        self.read()

    def _turn_to(self, log: str) -> None:
        self.registry.chosen = log
        self.filters.offer(self.registry.logs or (), self.registry.log)
        self._read_hands()

    def _go_to(self, place: int) -> None:
        """Go to a hand by its number, or the next one that passes the filters."""
        if self.pages.total:
            self.registry.find(self.pages.wanted, place, self._gone_to)

    def _gone_to(self, place: int) -> None:
        self.list.rows.choose(place)
        self.controls.focus("hands")
        self.moved()

    def escape(self) -> None:
        """Go back; what was asked is not wanted any more."""
        self.pages.drop()
        self.registry.drop()
        self.app.back()

    # ---- what the page shows --------------------------------------------------------------------------------
    @property
    def count(self) -> str:
        """How many hands the log has, and how many of them pass the filters."""
        count, log = self.pages.total, self.registry.log
        if not count or log is None:
            return ""
        key = "count_all" if self.pages.wanted.is_open else "count_some"
        return text(f"logs.{key}", count=number(count), all=number(log.hands))

    @property
    def hints(self) -> Sequence[tuple[str, str]]:
        """The keys of the list, as far as there is one."""
        return super().hints if self.registry.logs else [("I", text("logs.hints.import"))]

    def layout(self, width: float, height: float) -> None:
        """Place everything anew; there is something to review where there is a log."""
        self._review.disabled = "" if self.registry.logs else text("logs.no_log")
        super().layout(width, height)

    def _instead(self) -> Instead | None:
        """Return that logs are read, cannot be read, that there is none, or that nothing passes the filters."""
        logs, problem = self.registry.logs, self.registry.problem or self.pages.problem
        if problem:
            return Instead(text("logs.problem", reason=problem), self.retry_button)
        if logs is None or (logs and self.pages.total is None):
            return self.list.reading
        if not logs and self.app.imports.at_work is not None:
            return Instead(text("logs.first"))
        if not logs:
            return Instead(text("logs.empty"), self._bring)
        return None if self.pages.total else Instead(text("history.nothing_found"), self.all_button)

    def listed(self) -> Box:
        """Return the list, or what stands for it, above what is being imported."""
        return Column(super().listed().sized(grow()), self._import_status.box())

    @property
    def side_scroll(self) -> Scroll:
        """What moves the hand, or the log."""
        return self._beside.scroll

    def side(self, tab: str) -> Box:
        """The hand and the log behind their tabs, or one of them behind a tab of the page."""
        return self._beside.box(tab)

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """The keys of the list, from wherever they are not used."""
        return {
            **super().bindings,
            "c": Binding(self.copy, cap="C", hint="logs.hints.copy"),
            "g": Binding(self._focus_field, cap="G", hint="logs.hints.go_to"),
            "p": Binding(self.find_player, cap="P", hint="logs.hints.player"),
            "r": Binding(self.open_review, cap="R", hint="logs.hints.review"),
            "h": Binding(self._review_hand),
            "i": Binding(self.bring, cap="I", hint="logs.hints.import"),
            "t": Binding(self.train, cap="T", hint="logs.hints.train"),
            "delete": Binding(self.remove, cap="Del", hint="logs.hints.remove"),
        }

    def _focus_field(self) -> None:
        if self.compact:
            self.open_tab("filters")
        self.controls.focus("go-to")

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        chosen, log = self.list.chosen, self.registry.log
        return {
            **super().trace(),
            "logs": None if self.registry.logs is None else len(self.registry.logs),
            "log": title_of(log) if log is not None else "",
            "place": chosen.place if chosen is not None else 0,
        }
