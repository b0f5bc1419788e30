"""Imported logs: which there are, their hands with filters, the hand beside the list, what is in the log.

The list asks the other process for the pages that are looked at; nothing is read here. In a small window list,
hand, log and filters take turns behind tabs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.archive.imported import ImportedHand, ImportedLog, LogFilter
from game.messages.logs import FindLogHand, ListLogHands
from game.messages.review_answers import ReviewTarget
from game.needs import Need
from game.request import Refusal
from game.rules import games
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.frame.page import Binding
from game.screens.frame.requests import Requests
from game.screens.frame.screen import Services
from game.screens.models.training_model import Wish
from game.screens.pages.history.browser import FilterRow, HandBrowser
from game.screens.pages.history.detail import DetailActs
from game.screens.pages.history.hand_list import ListActs
from game.screens.pages.history.logs.about import LogActs
from game.screens.pages.history.logs.filter import LogFilters, title_of
from game.screens.pages.history.logs.importing import ImportLog
from game.screens.pages.history.logs.list import LogList
from game.screens.pages.history.logs.registry import LogRegistry
from game.screens.pages.history.logs.replay import LogReplay
from game.screens.pages.history.logs.side import HAND, LOG, LogSide
from game.screens.pages.history.pages import Pages
from game.screens.ui.layout import Box
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Button, Scroll

FIRST_ROW = (5.2, 2.8, 2.0)
SECOND_ROW = (4.4, 4.0, 1.6)
IMITATING = "holdem-network"
"""The run that learns from logs."""


def import_from(app: Services, path: str) -> None:
    """Ask which log is imported, beginning with this path, and show it when it is there."""
    app.overlay(ImportLog(app, lambda log: app.go(Logs(app, log.id)), path))


class Logs(HandBrowser[ImportedHand]):
    """The page; it opens on the log of this id, or on the latest."""

    name: ClassVar[str] = "logs"
    keys: ClassVar[str] = "logs"
    words: ClassVar[str] = "logs"
    replay_words: ClassVar[str] = "logs.replaying"
    tabs: ClassVar[Sequence[str]] = ("hands", HAND, LOG, "filters")
    filters: LogFilters

    def __init__(self, app: Services, chosen: str = "") -> None:
        super().__init__(app)
        self._requests = Requests(app)
        self._known = app.imports.finished
        self.registry = LogRegistry(app, self._logs_came, chosen)
        self.pages = Pages[ImportedHand, LogFilter](app, ListLogHands, LogFilter(""), self._page_came)
        self.filters = LogFilters(app, self._turn_to, self.read_hands, self._go_to, self.relayout)
        acts = ListActs(self._moved, self.open_replay, self.bring, self.filters.clear, self.read)
        self.list = LogList(app, self.registry, self.pages, acts)
        hand_acts, log_acts = DetailActs(self.open_replay, self.copy), LogActs(self.train, self.ask_to_remove)
        self.beside = LogSide(app, self.relayout, hand_acts, log_acts)
        self._review = Button("review", text("review.log_button"), self.open_review, style="label_b")
        self._import = Button("import", text("logs.import"), self.bring, style="label_b")

    # ---- what is read ---------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """Logs hold Hold'em."""
        return games.HOLDEM

    def enter(self) -> None:
        """Ask which logs there are when the screen opens; tell the chosen hand again."""
        if self.registry.logs is None and not self.registry.problem:
            self.read()
        self._look_at_imports()
        self.beside.show(None, None)
        self._moved()

    def read(self) -> None:
        """Ask which logs there are."""
        self.registry.read()
        self.relayout()

    def _look_at_imports(self) -> None:
        """Show how far an import is; take note of one that has come in since."""
        if self._known != self.app.imports.finished:
            self._known = self.app.imports.finished
            self.registry.look_again()
        self.relayout()

    def read_hands(self) -> None:
        """Read the chosen log from its first hand on, with the filters as they are."""
        self.list.restart()
        log = self.registry.chosen
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
        if hand is not None and not self.beside.detail.problem:
            self.app.once_ready(Need.SEARCH, lambda: self.app.go(LogReplay(self.app, hand, self)))

    def find_player(self) -> None:
        """Ask whose hands are wanted."""
        if self.registry.logs and self.filters.player.find is not None:
            self.filters.player.find()

    def train(self) -> None:
        """Lead to a run that learns from the log, which begins when its settings are as one wants them."""
        log = self.registry.chosen
        if log is not None:
            self.app.go(self.app.routes.train_with(self.app, Wish(IMITATING, {"logs": log.id})))

    def open_review(self) -> None:
        """Review all hands of the log."""
        log = self.registry.chosen
        if log is not None:
            self.app.go(self.app.routes.review(self.app, ReviewTarget("log", log.id)))

    def _review_hand(self) -> None:
        log, hand = self.registry.chosen, self.list.chosen
        if log is not None and hand is not None:
            target = ReviewTarget("log", log.id, place=hand.place)
            self.app.go(self.app.routes.review(self.app, target))

    def ask_to_remove(self) -> None:
        """Ask whether the log goes; keeping it is the harmless answer."""
        log = self.registry.chosen
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
        self.registry.drop()
        self._requests.drop_all()
        self.app.back()

    def _remove(self, log: ImportedLog) -> None:
        self.registry.forget(log)

    def _brought(self, log: ImportedLog) -> None:
        self._known = self.app.imports.finished
        self.filters.player.chosen = self.filters.reached.chosen = self.filters.pot.chosen = "all"
        self.registry.read(choose=log.id)
        self.list.restart()
        self.relayout()

    def _turn_to(self, log: str) -> None:
        self.registry.choose(log)
        self.filters.offer(self.registry.logs or (), self.registry.chosen)
        self.read_hands()

    def _go_to(self, place: int) -> None:
        """Go to a hand by its number, or the next one that passes the filters."""
        if self.pages.total:
            self._requests.ask(FindLogHand(self.pages.wanted, place), self._gone_to)

    # ---- what comes from the other process ------------------------------------------------------------------
    def background_changed(self) -> None:
        """Hear of an import."""
        self._look_at_imports()

    def _logs_came(self) -> None:
        """Offer the logs; the hands of one that is looked at stay as they are."""
        log = self.registry.chosen
        self.filters.offer(self.registry.logs or (), log)
        if log is None or log.id != self.pages.wanted.log or self.pages.total is None:
            self.read_hands()
        else:
            self._moved()

    def _page_came(self) -> None:
        self.list.page_came()
        self._moved()

    def _gone_to(self, place: int | Refusal) -> None:
        if isinstance(place, Refusal):
            self.app.say(place.sentence)
            return
        self.list.rows.choose(place)
        self.controls.focus("hands")
        self._moved()

    def _moved(self) -> None:
        self.beside.show(self.list.chosen, self.registry.chosen)
        self.relayout()

    # ---- what the page shows --------------------------------------------------------------------------------
    @property
    def count(self) -> str:
        """How many hands the log has, and how many of them pass the filters."""
        count, log = self.pages.total, self.registry.chosen
        if not count or log is None:
            return ""
        key = "count_all" if self.pages.wanted.is_open else "count_some"
        return text(f"logs.{key}", count=number(count), all=number(log.hands))

    @property
    def hints(self) -> Sequence[tuple[str, str]]:
        """The keys of the list, as far as there is one."""
        return super().hints if self.registry.logs else [("I", text("logs.hints.import"))]

    @property
    def header_buttons(self) -> Sequence[Button]:
        """Review the log."""
        self._review.keycap = "R" if self.roomy else ""
        self._review.disabled = "" if self.registry.logs else text("logs.no_log")
        return [self._review]

    @property
    def filter_buttons(self) -> Sequence[Button]:
        """Import a log."""
        self._import.keycap = "I" if self.roomy else ""
        return [self._import]

    @property
    def filter_rows(self) -> tuple[FilterRow, FilterRow]:
        """Log, player, import; street, pot, and the field; nothing can be chosen while there is no log."""
        filters = self.filters
        for widget in filters.widgets:
            widget.disabled = "" if self.registry.logs else text("logs.no_log")
        filters.go_to.placeholder = "" if self._compact else filters.go_to.label
        first = [filters.log, filters.player, *self.filter_buttons]
        return (first, FIRST_ROW), ([filters.reached, filters.pot, filters.go_to], SECOND_ROW)

    @property
    def side_scroll(self) -> Scroll:
        """What moves the hand, or the log."""
        return self.beside.scroll

    def side(self, tab: str) -> Box:
        """The hand and the log behind their tabs, or one of them behind a tab of the page."""
        if not tab:
            return self.beside.box()
        self.beside.turn_to(tab)
        return self.beside.panel()

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """The keys of the list, from wherever they are not used."""
        return {
            "c": Binding(self.copy, cap="C", hint="logs.hints.copy"),
            "g": Binding(self._focus_field, cap="G", hint="logs.hints.go_to"),
            "p": Binding(self.find_player, cap="P", hint="logs.hints.player"),
            "r": Binding(self.open_review, cap="R", hint="logs.hints.review"),
            "h": Binding(self._review_hand),
            "i": Binding(self.bring, cap="I", hint="logs.hints.import"),
            "t": Binding(self.train, cap="T", hint="logs.hints.train"),
            "delete": Binding(self.ask_to_remove, cap="Del", hint="logs.hints.remove"),
        }

    def _focus_field(self) -> None:
        if self._compact:
            self._open_tab("filters")
        self.controls.focus("go-to")

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        chosen, log = self.list.chosen, self.registry.chosen
        return {
            "logs": None if self.registry.logs is None else len(self.registry.logs),
            "log": title_of(log) if log is not None else "",
            "count": self.pages.total,
            "place": chosen.place if chosen is not None else 0,
            "id": chosen.id if chosen is not None else "",
            "said": self.list.said,
            "waiting": self.pages.waiting,
        }
