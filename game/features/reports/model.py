"""The model of the page of board reports: the typed form, the stored reports, and the selected report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from game.core import Player
from game.features.reports import AskReport, CheckReport, ForgetReport, ListReports, RunReport
from game.match.spot_texts import SpotTexts
from game.rules.cards import RANKS, get_rank
from game.study.background import WorkAtHand
from game.study.models import LIST, SPOTS, TURN_CARDS, ReportDraft
from game.study.reports import (
    TEXTURES,
    BoardMeans,
    BoardReport,
    BoardRow,
    CheckedReport,
    ReportForm,
    StoredReport,
)
from game.window.frame.requests import Asked, AskedAfterPause
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

PAUSE = 0.25  # seconds without a change before a form is checked (debounce)
ASKED_EVERY = 2.0  # seconds, while boards are being solved


HIGH = ("A", "K", "Q", "J", "T", "9")
"""The options of the filter by the highest card of a board. "9" includes all lower cards."""
BOARD, TEXTURE, BETS, OOP, IP, EQUITY = "board", "texture", "bets", "oop", "ip", "equity"


@dataclass(frozen=True)
class ReportView:
    """The filter and the order of the `boards` of a report.

    `rows` are the boards with the texture `texture` and the highest card `high` ("" matches all). The rows are
    sorted by the column `order`, a key of `KEYS`, with the largest value first if `descending`. The column of bets
    shows the bets of `player`.
    """

    boards: Sequence[BoardRow] = ()
    player: Player = 0
    texture: str = ""
    high: str = ""
    order: str = BOARD
    descending: bool = False

    @cached_property
    def rows(self) -> Sequence[BoardRow]:
        return sorted(filter(self._shows, self.boards), key=self._key, reverse=self.descending)

    def _shows(self, row: BoardRow) -> bool:
        return self.texture in ("", row.texture) and self.high in ("", high_card(row))

    def _key(self, row: BoardRow) -> tuple[float, ...]:
        """Return the sort key: the column, then the highest cards. Boards without results are always last."""
        failed = bool(row.problem) != self.descending
        by_cards = (-rank for rank in sorted(map(get_rank, row.board), reverse=True))
        return (failed, *KEYS[self.order](row, self.player), *by_cards)


def high_card(row: BoardRow) -> str:
    high = RANKS[max(map(get_rank, row.board))]
    return high if high in HIGH else HIGH[-1]


KEYS: Mapping[str, Callable[[BoardRow, Player], tuple[float, ...]]] = {
    BOARD: lambda row, player: (),
    TEXTURE: lambda row, player: (TEXTURES.index(row.texture),),
    BETS: lambda row, player: (row.bets[player],),
    OOP: lambda row, player: (row.ev[0],),
    IP: lambda row, player: (row.ev[1],),
    EQUITY: lambda row, player: (row.equity,),
}


FLOP_LETTERS, TURN_LETTERS = 6, 8  # two for each card


class ReportsModel:
    """The model of the page.

    The form is restored from the last use, but a given spot replaces the spot of the form. If the spot is on the
    turn, the report has a board for each possible turn card on the flop of the spot.

    Attributes:
        setup: The form.
        shown_form: The form of the shown report, or None.
        view: The filtered and sorted boards of the shown report.
        will_run: Whether the report starts as soon as its form is checked.
    """

    def __init__(self, app: Services, texts: SpotTexts | None, changed: Act, begun: Act) -> None:
        self._app, self._on_change, self._on_start = app, changed, begun
        self.will_run = False
        first = SPOTS["flop"]
        self.setup = app.models.drafts.reports or ReportDraft(replace(first, board=""), first.board)
        if texts is not None:
            listed = texts.board.replace(" ", "")
            self.setup = replace(self.setup, texts=replace(texts, board=""), listed=listed)
            if len(listed) == TURN_LETTERS:
                self.setup = replace(self.setup, boards=TURN_CARDS, listed=listed[:FLOP_LETTERS])
        self.shown_form: ReportForm | None = None
        self.view = ReportView()
        self._since = 0.0
        self._seen_version, self._was_solving = app.models.reports.version, False
        self._checked = AskedAfterPause[CheckedReport](
            app, self._take_check, lambda: CheckReport(self.setup.form)
        )
        self._files = Asked[tuple[StoredReport, ...]](app, changed)
        self._delete_query = Asked[None](app, self._has_forgotten)
        self._deleted_form: ReportForm | None = None
        self._report = Asked[BoardReport](app, self._take)
        self.questions: Sequence[Asked[Any]] = (self._checked, self._files, self._delete_query, self._report)

    # ---- the form -------------------------------------------------------------------------------------------
    def type(self, **fields: str) -> None:
        self.choose(texts=replace(self.setup.texts, **fields))

    def choose(self, **changes: Any) -> None:
        """Change a field of the form other than the spot: the boards, the target, or the typed list."""
        self.setup = self._app.models.drafts.reports = replace(self.setup, **changes)
        self.will_run = False
        self._checked.ask_in(PAUSE)
        self._on_change()

    def employ(self, threads: int) -> None:
        self.setup = self._app.models.drafts.reports = replace(self.setup, threads=threads)
        self._on_change()

    @property
    def checked(self) -> CheckedReport | None:
        return self._checked.fresh

    @property
    def problems(self) -> Mapping[str, str]:
        return self._checked.value.problems if self._checked.value is not None else {}

    @property
    def can_run(self) -> bool:
        known = self.checked
        return known is not None and not known.problems and known.memory <= known.allowed

    # ---- reports in files -----------------------------------------------------------------------------------
    @property
    def files(self) -> tuple[StoredReport, ...]:
        return self._files.value or ()

    def read_files(self) -> None:
        self._files.ask(ListReports())

    def open(self, index: int) -> None:
        """Show the stored report at an index of the list, and fill the form with its settings."""
        form = self.files[index].form
        boards, listed = (TURN_CARDS, form.flop) if form.flop else (LIST, form.boards)
        if form.is_named:
            boards, listed = form.boards, self.setup.listed
        target = f"{form.target:g}"
        self.setup = replace(self.setup, texts=form.texts, target=target, boards=boards, listed=listed)
        self._app.models.drafts.reports = self.setup
        self._checked.ask_in(0.0)
        self.look(form)

    def forget(self, index: int) -> None:
        self._deleted_form = self.files[index].form
        self._delete_query.ask(ForgetReport(self._deleted_form))

    def _has_forgotten(self) -> None:
        if self._delete_query.state == "answered":
            if self.shown_form == self._deleted_form:
                self.shown_form = None
                self._report.forget()
                self.arrange(boards=())
            self.read_files()
        self._on_change()

    # ---- the report -----------------------------------------------------------------------------------------
    @property
    def report(self) -> BoardReport | None:
        known = self._report.value
        return known if known is not None and known.form == self.shown_form else None

    @property
    def means(self) -> Sequence[BoardMeans]:
        return self.report.means if self.report is not None else ()

    @property
    def mean(self) -> BoardMeans | None:
        """The means over the boards of the selected texture.

        If this texture has no means, return the means over all boards.
        """
        return next(
            (mean for mean in self.means if mean.texture == self.view.texture), next(iter(self.means), None)
        )

    def arrange(self, **changes: Any) -> None:
        self.view = replace(self.view, **changes)

    def next_texture(self) -> None:
        """Filter by the next texture that occurs in the report. After the last texture, show all boards."""
        if self.mean is not None:
            index = self.means.index(self.mean) + 1
            self.arrange(texture=self.means[index % len(self.means)].texture)
            self._on_change()

    @property
    def at_work(self) -> WorkAtHand[ReportForm] | None:
        return self._app.models.reports.find_active(self.shown_form)

    @property
    def is_other_at_work(self) -> bool:
        return self._app.models.reports.at_work is not None and self.at_work is None

    @property
    def problem(self) -> str:
        """The current problem as a sentence, or an empty string."""
        asked = next((one.problem for one in self.questions if one.problem), "")
        trouble = (
            self._app.models.reports.trouble.get(self.shown_form, "") if self.shown_form is not None else ""
        )
        return trouble or asked

    @property
    def done(self) -> int:
        """The number of finished boards."""
        work = self.at_work
        if work is not None and work.progress is not None and work.progress.total:
            return work.progress.iteration
        return sum(not row.problem for row in self.report.rows) if self.report is not None else 0

    @property
    def total(self) -> int:
        return self.report.total if self.report is not None else 0

    @property
    def is_complete(self) -> bool:
        return 0 < self.total <= self.done

    def run(self) -> None:
        """Solve the boards of the form, and show the report.

        If the form is still being checked, start after the check.
        """
        self.will_run = self.checked is None and not self._checked.problem
        if self.can_run and not self._app.models.reports.at_work:
            self.look(self.setup.form)
            self.go_on()
            self._on_start()
        self._on_change()

    def _take_check(self) -> None:
        if self.will_run and self.checked is not None:
            self.run()
        self._on_change()

    def go_on(self) -> None:
        if self.shown_form is not None:
            self._app.models.reports.run(self.shown_form, RunReport(self.shown_form, self.setup.threads))

    def toggle(self) -> None:
        """Pause or continue the shown report."""
        if self.at_work is not None:
            self._app.models.reports.pause()
            self._ask()
        elif not self.is_complete:
            self.go_on()
        self._on_change()

    def look(self, form: ReportForm) -> None:
        """Show the report for a form, and request its results."""
        if form != self.shown_form:
            self._report.forget()
            self.arrange(boards=())
        self.shown_form = form
        self._ask()
        self._on_change()

    def _ask(self) -> None:
        self._since = 0.0
        if self.shown_form is not None:
            self._report.ask(AskReport(self.shown_form))

    def _take(self) -> None:
        if (found := self._report.fresh) is not None:
            self.arrange(boards=found.rows)
        self._on_change()

    def update(self, dt: float) -> bool:
        """Check the form after a pause in typing, and poll for new results while boards are being solved."""
        self._since += dt
        is_solving = self.at_work is not None
        is_time = is_solving and self._since >= ASKED_EVERY and not self._report.awaited
        if is_time or (self._was_solving and not is_solving):
            self._ask()
        if self._was_solving != is_solving:
            self.read_files()
        self._was_solving = is_solving
        if self._seen_version != self._app.models.reports.version:
            self._seen_version = self._app.models.reports.version
            self._on_change()
        return self._checked.update(dt)

    def enter(self) -> None:
        """Request the list of stored reports. If a report is being solved, show it."""
        self._checked.ask_in(0.0)
        self.read_files()
        work = self._app.models.reports.at_work
        if self.shown_form is None and work is not None:
            self.shown_form = work.form
        self._ask()
