"""The page of imported logs.

The user chooses a log, browses its hands, and follows an import in the background.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.archive.imported import ImportedHand, ImportedLog, ImportedLogs, LogFilter
from game.features.history import FindLogHand, ForgetLog, ListLogHands, ListLogs
from game.features.history.browser import HandBrowser
from game.features.history.details import HandDetail
from game.features.history.filters import LogFilters, LogsPage
from game.features.history.hand_import import HandImport
from game.features.history.hand_list import Described, HandList, Instead, Pages
from game.features.history.log_hands import (
    HAND,
    LIKE_A_LOG,
    LOG,
    LogImport,
    LogOrigin,
    LogSide,
    ask_to_remove,
    build_log_line,
    describe_log_hand,
    get_log_cards,
)
from game.request import Refusal
from game.rules import games
from game.study.review import ReviewTarget
from game.study.training_model import Wish
from game.study.words import in_one
from game.tables.replay import HandOrigin
from game.texts import capitalize, number, text
from game.window.frame.actions import action
from game.window.frame.pages import page
from game.window.frame.requests import Asked, Requests
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow, natural
from game.window.ui.leaves import Bar, Edged, Fitted, Line, Picture, indented, upright
from game.window.ui.widgets import Act, Button, Scroll
from game.window.views.cards import Cards, HandLine


class LogRegistry:
    """All imported logs, and the id `chosen` of the selected log.

    The callback `changed` is called when the logs have arrived or the request has failed.
    """

    def __init__(self, app: Services, changed: Act, chosen: str = "") -> None:
        self._app = app
        self._on_change = changed
        self._imported = app.models.imports.finished
        self._query = Asked[ImportedLogs](app, self._came)
        self._requests = Requests(app)
        self.chosen = chosen

    @property
    def logs(self) -> tuple[ImportedLog, ...] | None:
        return self._query.value.logs if self._query.value is not None else None

    @property
    def log(self) -> ImportedLog | None:
        logs = self.logs or ()
        return next((log for log in logs if log.id == self.chosen), logs[0] if logs else None)

    @property
    def problem(self) -> str:
        return self._query.problem

    def read(self) -> None:
        """Request the list of logs."""
        self._imported = self._app.models.imports.finished
        self._query.forget()
        self._query.ask(ListLogs())

    def follow_imports(self) -> None:
        """Request the logs again after an import. The selected log is kept."""
        if self._imported != self._app.models.imports.finished:
            self._imported = self._app.models.imports.finished
            self._query.ask(ListLogs())

    def forget(self, log: ImportedLog) -> None:
        self._requests.ask(ForgetLog(log.id), self._take_deletion)

    def find(self, wanted: LogFilter, number: int, found: Callable[[int], None]) -> None:
        """Request the list index of the hand with this number, and call `found` with this index.

        If the filter `wanted` excludes this hand, `found` gets the index of the next hand that passes the filter.
        """

        def told(index: int | Refusal) -> None:
            if isinstance(index, Refusal):
                self._app.say(index.sentence)
            else:
                found(index)

        self._requests.ask(FindLogHand(wanted, number), told)

    def drop(self) -> None:
        self._query.drop()
        self._requests.drop_all()

    def _came(self) -> None:
        found = self._query.fresh
        if found is not None and found.warnings:
            self._app.say(in_one(self._app.folder, found.warnings))
        if found is not None or self.problem:
            self._on_change()

    def _take_deletion(self, answer: Refusal | None) -> None:
        if answer is not None:
            self._app.say(answer.sentence)
        self.read()


HEIGHT = 62.0
PADDING, GAP = 16.0, 16.0
BUTTON = 40.0
LINE = 20.0
MAX_LINES = 2


class ImportStatusBar:
    """The bar below the list during a background import.

    The bar has the name of the file, the progress, and a button that cancels the import. If the import has failed,
    the bar shows the reason in at most two lines. Another button then opens the import dialog, which shows the
    whole reason.
    """

    def __init__(self, page: LogsPage) -> None:
        self._app = page.app
        self._cancel = Button(
            "cancel-import", text("logs.importing.cancel"), self._take_back, style="label_b"
        )
        self._look = Button("look-at-import", text("logs.importing.look"), page.bring, style="label_b")

    def box(self) -> Box:
        """Return the status above the progress bar, and a button beside both.

        During an import, the button cancels the import. After a failure, the button opens the import dialog.
        """
        imports = self._app.models.imports
        button = self._cancel if imports.at_work is not None else self._look
        band = Row(self._compose_status().sized(grow()), Space(GAP), upright(Fitted(button, BUTTON))).sized(
            fixed(HEIGHT)
        )
        return indented(Edged(band), PADDING).when(imports.at_work is not None or imports.failed is not None)

    def _compose_status(self) -> Box:
        work, failed = self._app.models.imports.at_work, self._app.models.imports.failed
        if work is not None:
            title = Line(f"{work.title}.", "label_b", height=18).sized(natural(max_share=1))
            how_far = Line(work.how_far, "label", "dim", height=18).sized(grow())
            return Column(Space(13), Row(title, Space(8), how_far), Space(9), Bar(work.share, height=6))
        if failed is None:
            return Box()
        said = text("logs.importing.failed", title=failed.importing.title, sentence=failed.sentence)
        return Picture(partial(_draw_lines, said=said))

    def _take_back(self) -> None:
        self._app.models.imports.cancel()
        self._app.say(text("logs.importing.cancelled"))


def _draw_lines(painter: Painter, rect: Rect, said: str) -> None:
    """Write a sentence in at most two lines, vertically centred."""
    x, y, width, height = rect
    lines = painter.wrap(said, width, "label")
    if len(lines) > MAX_LINES:
        lines = (*lines[: MAX_LINES - 1], " ".join(lines[MAX_LINES - 1 :]))
    for index, line in enumerate(lines):
        row = y + height / 2 + (index + 0.5 - len(lines) / 2) * LINE
        painter.text(line, x, row, "label", "bad", fit=width)


IMITATING = "holdem-network"
"""The training run that learns from logs."""


@page("import_log")
def import_from(app: Services, path: str) -> None:
    """Open the import dialog that suits a file: for logs, or for hands of poker rooms."""
    if LIKE_A_LOG.fullmatch(path):
        app.overlay(LogImport(app, lambda log: app.go(Logs(app, log.id)), path))
    else:
        app.overlay(HandImport(app, lambda: app.open("look-back"), path))


class Logs(HandBrowser[ImportedHand]):
    """The page of imported logs. It opens with the log whose id is `chosen`, or with the latest log."""

    name: ClassVar[str] = "logs"
    keys: ClassVar[str] = "logs"
    words: ClassVar[str] = "logs"
    tabs: ClassVar[Sequence[str]] = ("hands", HAND, LOG, "filters")
    keycaps: ClassVar[Mapping[str, str]] = {"review": "R", "import": "I"}
    origin: ClassVar[HandOrigin[Any]] = LogOrigin()
    game: ClassVar[str] = games.HOLDEM
    filters: LogFilters

    def __init__(self, app: Services, chosen: str = "") -> None:
        super().__init__(app)
        self.registry = LogRegistry(app, self._logs_came, chosen)
        self._bring = Button("bring", text("logs.import"), self.bring, kind="primary")
        self._import_status = ImportStatusBar(self)
        self.filters = LogFilters(self)
        self.pages = Pages[ImportedHand, LogFilter](self, ListLogHands, LogFilter(""))
        self.list = HandList(self, self.pages, "logs")
        self.detail = HandDetail(self, [*self.hand_buttons, self.review_hand.button])
        self._beside = LogSide(self, self.detail)
        self.header_buttons = [self.review.button]
        self.filter_buttons = [self.import_log.button]

    # ---- what is read ---------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Request the logs, and describe the selected hand again."""
        if self.registry.logs is None and not self.registry.problem:
            self.read()
        self.detail.show(None)
        self._beside.show(None)
        self.background_changed()
        self.show_selection()

    def read(self) -> None:
        self.registry.read()
        self.relayout()

    def background_changed(self) -> None:
        self.registry.follow_imports()
        self.relayout()

    def _logs_came(self) -> None:
        """Offer the logs that have arrived. The hands of the selected log stay unchanged."""
        log = self.registry.log
        self.filters.offer(self.registry.logs or (), log)
        if log is None or log.id != self.pages.wanted.log or self.pages.total is None:
            self.read_hands()
        else:
            self.show_selection()

    def read_hands(self) -> None:
        """Read the selected log from its first hand, with the current filters."""
        self.list.restart()
        if (log := self.registry.log) is not None:
            self.pages.begin(self.filters.build_filter(log.id))
        self.show_selection()

    def line(self, hand: ImportedHand) -> HandLine:
        return build_log_line(self.app, hand)

    def cards(self, index: int, hand: ImportedHand) -> Cards:
        return get_log_cards(hand)

    def describe(self, hand: ImportedHand) -> Described:
        return describe_log_hand(self.app, hand)

    def show_selection(self) -> None:
        self._beside.show(self.registry.log)
        super().show_selection()

    # ---- actions --------------------------------------------------------------------------------------------
    @action("g")
    def go_to(self) -> None:
        """Focus the field for the number of a hand."""
        if self.compact:
            self.open_tab("filters")
        self.controls.focus("go-to")

    @action("p")
    def find_player(self) -> None:
        if self.registry.logs and self.filters.player.find is not None:
            self.filters.player.find()

    @action("r", style="label_b")
    def review(self) -> None:
        self._open_review()

    @review.reason
    def _why_not_review(self) -> str:
        return "" if self.registry.logs else text("logs.no_log")

    @action("h", style="label_b", hinted=False, row=review)
    def review_hand(self) -> None:
        if self.list.chosen is not None:
            self._open_review(self.list.chosen.number)

    @review_hand.label
    def _review_hand_label(self) -> str:
        return capitalize(text("logs.actions.review_hand"))

    @action("i", control="import", style="label_b")
    def import_log(self) -> None:
        self.bring()

    @action("t")
    def train(self) -> None:
        if (log := self.registry.log) is not None:
            self.app.open("train_with", Wish(IMITATING, {"logs": log.id}))

    @action("delete")
    def remove(self) -> None:
        if (log := self.registry.log) is not None:
            ask_to_remove(self.app, log, partial(self.registry.forget, log))

    def bring(self, path: str = "") -> None:
        self.app.overlay(LogImport(self.app, self._show_import, path))

    def _open_review(self, index: int = 0) -> None:
        if (log := self.registry.log) is not None:
            self.app.open("review", ReviewTarget("log", log.id, place=index))

    def drop(self, file: str) -> bool:
        self.bring(file)
        return True

    def _show_import(self, log: ImportedLog) -> None:
        self.filters.open()
        self.registry.chosen = log.id
        self.list.restart()
        self.read()

    def turn_to(self, log: str) -> None:
        """Show the log with this id."""
        self.registry.chosen = log
        self.filters.offer(self.registry.logs or (), self.registry.log)
        self.read_hands()

    def go_to_hand(self, number: int) -> None:
        if self.pages.total:
            self.registry.find(self.pages.wanted, number, self._gone_to)

    def _gone_to(self, index: int) -> None:
        self.list.rows.choose(index)
        self.controls.focus("hands")
        self.show_selection()

    def escape(self) -> None:
        """Go back, and drop the pending requests."""
        self.pages.drop()
        self.registry.drop()
        self.app.back()

    # ---- what the page shows --------------------------------------------------------------------------------
    @property
    def count(self) -> str:
        """The number of hands in the log, and the number of hands that match the filters, as a text."""
        count, log = self.pages.total, self.registry.log
        if not count or log is None:
            return ""
        key = "count_all" if self.pages.wanted.is_open else "count_some"
        return text(f"logs.{key}", count=number(count), all=number(log.hands))

    @property
    def hints(self) -> Sequence[tuple[str, str]]:
        return super().hints if self.registry.logs else [(self.import_log.cap, self.import_log.hint)]

    def layout(self, width: float, height: float) -> None:
        self.header_buttons = [self.review.button]
        super().layout(width, height)

    def instead(self) -> Instead | None:
        """Return the message for an empty list.

        The message says that the logs are pending, unreadable or missing, or that no hand matches the filters.
        """
        logs, problem = self.registry.logs, self.registry.problem or self.pages.problem
        if problem:
            return Instead(text("logs.problem", reason=problem), self.retry_button)
        if logs is None or (logs and self.pages.total is None):
            return self.list.reading
        if not logs and self.app.models.imports.at_work is not None:
            return Instead(text("logs.first"))
        if not logs:
            return Instead(text("logs.empty"), self._bring)
        return None if self.pages.total else Instead(text("history.nothing_found"), self.all_button)

    def compose_list(self) -> Box:
        return Column(super().compose_list().sized(grow()), self._import_status.box())

    @property
    def side_scroll(self) -> Scroll:
        return self._beside.scroll

    def side(self, tab: str) -> Box:
        return self._beside.box(tab)
