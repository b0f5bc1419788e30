"""The page of board reports: the form, the progress, and the results."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, ClassVar

from game.features.reports import ExportReport
from game.features.reports.action_tables import (
    CHOICE,
    CompareReportsDialog,
    KindTable,
    SizeTable,
    list_others,
)
from game.features.reports.model import ReportsModel
from game.features.reports.table import BoardTable, Pictures, file_row, form_name
from game.match.spot_texts import FIELDS, LONGEST, SpotTexts
from game.needs import Need
from game.rules import games
from game.study.amounts import UNKNOWN, duration, size
from game.study.models import LIST, REPORT_TARGETS, TREES, TURN_CARDS
from game.study.reports import ALL_FLOPS, SAMPLES
from game.study.training import format_seconds_left
from game.texts import number, text
from game.window.dialogs.stored_data import BOARDS_CSV, KINDS_CSV, PICTURE, Exported, ExportLab
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page, PagedHead
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Caps, Control, Hints, Note, Pair, Panel, WorkBar
from game.window.ui.widgets import Button, Option, Segmented, Widget, options
from game.window.views.marks import StoredFiles
from game.window.views.range_painting import RangeEntry, SpotFields

CAPS, FIELD, FORM_GAP, BUTTON = 22.0, 36.0, 8.0, 40.0
MAX_THREADS = 4


class ReportSetup:
    """The two panels of the form."""

    def __init__(self, model: ReportsModel) -> None:
        self._model, choose = model, model.choose
        self._fields = SpotFields([field for field in FIELDS if field != "board"], TREES, model.type)
        boards = options("reports.boards.{}", (*SAMPLES, ALL_FLOPS, TURN_CARDS, LIST))
        self._boards = Segmented(
            "boards", text("reports.boards.label"), boards, "", lambda name: choose(boards=name)
        )
        self._list = RangeEntry(
            "list", text("reports.fields.list"), lambda words: choose(listed=words), longest=LONGEST
        )
        targets = [Option(target, text("solver.percent", count=target)) for target in REPORT_TARGETS]
        self._target = Segmented(
            "target", text("solver.target"), targets, "", lambda name: choose(target=name)
        )
        cores = range(1, max(2, min(MAX_THREADS, os.cpu_count() or 1) + 1))
        workers = [Option(str(count), number(count)) for count in cores]
        self._workers = Segmented(
            "workers", text("reports.workers"), workers, "1", lambda count: model.employ(int(count))
        )

    def spot(self) -> Panel:
        """Return the panel with the fields of the spot."""
        fields, problems = self._fields, self._model.problems
        fields.show(self._model.setup.texts, problems)
        return Panel(
            fields.line("oop"),
            fields.line("ip"),
            fields.chips(),
            Space(2),
            *fields.sizes(),
            *fields.limits(self._model.setup.texts, problems),
            title=text("solver.setup.title"),
            note=text("solver.setup.note"),
            gap=FORM_GAP,
        )

    def work(self, run: Button) -> Panel:
        """Return the panel with the boards, the accuracy and the button `run`."""
        setup, checked = self._model.setup, self._model.checked
        self._workers.chosen = str(setup.threads)
        self._boards.chosen, self._target.chosen = setup.boards, setup.target
        self._list.follow(setup.listed, self._model.problems.get("boards", ""))
        boards = time = memory = UNKNOWN
        if checked is not None and not checked.problems:
            boards = number(checked.boards)
            time = text("solver.size.about", time=duration(checked.seconds / setup.threads))
            memory = text("solver.size.of", needed=size(checked.memory), allowed=size(checked.allowed))
        listed = Column(Control(self._list, FIELD), Note(self._list.problem, wrong=True))
        return Panel(
            _add_caption(self._boards),
            listed.when(setup.boards in (LIST, TURN_CARDS)),
            Row(_add_caption(self._target).sized(grow()), _add_caption(self._workers).sized(grow()), gap=12),
            Space(2),
            Pair(text("reports.size.boards"), boards),
            Pair(text("reports.size.time"), time),
            Pair(text("solver.size.memory"), memory),
            Space(2),
            Control(run, BUTTON),
            Note(text("reports.note")),
            title=text("reports.setup.title"),
            note=text("reports.setup.note"),
            gap=FORM_GAP,
        )


def _add_caption(control: Widget) -> Box:
    return Column(Caps(control.label).sized(fixed(CAPS)), Control(control, FIELD))


SETUP, FOUND, ACTS = "setup", "found", "acts"
RESULTS = (FOUND, ACTS)
FIRST = {SETUP: "run", FOUND: "boards-found", ACTS: "kinds"}
"""The control that has the focus at first, by tab."""
GAP, FILES_GAP = 12.0, 8.0
BAR, NARROW_BAR = 72.0, 136.0
MIN_HEIGHT = 420.0


@page(
    "reports",
    key="r",
    short_title="reports.menu",
    icon="cards",
    position=50,
    need=Need.SOLVER,
    badge=lambda models: models.reports.badge,
)
class ReportsScreen(Page):
    """The page of board reports.

    The page opens with the form for a given spot, or with the report that is being solved.
    """

    name: ClassVar[str] = "reports"
    keys: ClassVar[str] = "reports"
    game: ClassVar[str] = games.HOLDEM
    foot: ClassVar[float | None] = 6.0
    _head: PagedHead

    def __init__(self, app: Services, texts: SpotTexts | None = None) -> None:
        super().__init__(app)
        pages = options("reports.pages.{}", (SETUP, *RESULTS))
        begin = FOUND if app.models.reports.at_work is not None and texts is None else SETUP
        switch = Segmented("page", text("solver.pages.label"), pages, begin, lambda page: self.show())
        self._head = PagedHead(app, text("reports.title"), self.escape, switch)
        self._head.subtitle = text("reports.subtitle")
        self.model = model = ReportsModel(app, texts, self._note, lambda: self.turn_to(FOUND))
        self._form = ReportSetup(model)
        label = text("reports.files.title")
        self._files = StoredFiles("reports", label, self.show, self.open, model.forget)
        self.table = BoardTable(model, self)
        self._pictures = Pictures(model, self)
        self.kinds = KindTable(model, self, Control(self.table.player, CHOICE))
        self.sizes = SizeTable(model, self)
        self.controls.focus(FIRST[begin])

    # ---- actions --------------------------------------------------------------------------------------------
    @action("s", tab=SETUP, kind="primary")
    def run(self) -> None:
        self.model.run()

    @run.label
    def _run_label(self) -> str:
        return text(f"reports.run.{'checking' if self.model.will_run else 'begin'}")

    @run.reason
    def _why_not_run(self) -> str:
        if self.app.models.reports.at_work is not None:
            return text("reports.run.other")
        cannot_run = self.model.checked is not None and not self.model.can_run
        return text("solver.run.cannot") if cannot_run else ""

    turn_page = control_keys("Ctrl+1 2 3", hinted=False)

    @action("space", tab=RESULTS, kind="primary", style="label_b")
    def go_on(self) -> None:
        self.model.toggle()

    @go_on.label
    def _go_on_label(self) -> str:
        return text(f"reports.run.{'pause' if self.model.at_work is not None else 'on'}")

    @go_on.reason
    def _why_not_go_on(self) -> str:
        if self.model.shown_form is None:
            return text("reports.nothing")
        if self.model.is_other_at_work:
            return text("reports.run.other")
        is_over = self.model.is_complete and self.model.at_work is None
        return text("reports.run.complete") if is_over else ""

    @action("return", tab=FOUND)
    def solve_board(self) -> None:
        self.table.solve_board()

    @action("o", tab=FOUND)
    def sort(self) -> None:
        self.table.heads.step(1)

    @action("r", tab=FOUND, row=sort)
    def reverse(self) -> None:
        self.table.heads.reverse()

    @action("x", tab=RESULTS)
    def texture(self) -> None:
        self.model.next_texture()

    @action("h", tab=FOUND, row=texture)
    def high(self) -> None:
        self.table.high.step(1)

    @action("p", tab=RESULTS)
    def player(self) -> None:
        self.table.player.step(1)

    @action("e", tab=RESULTS, style="label_b")
    def export(self) -> None:
        """Export a picture of the page, or a CSV file of the results by board or by kind of hand."""
        form = self.model.shown_form
        if form is not None:
            kinds, name = (PICTURE, BOARDS_CSV, KINDS_CSV), form_name(form)
            exported = Exported(
                self, name, kinds, lambda kind, file: ExportReport(form, file, kind == KINDS_CSV), "report"
            )
            self.app.overlay(ExportLab(self.app, exported))

    @action("c", tab=RESULTS, style="label_b")
    def compare(self) -> None:
        if self.model.report is not None:
            self.app.overlay(CompareReportsDialog(self.app, self.model.report, self.model))

    @compare.reason
    def _why_not_compare(self) -> str:
        if self.model.report is None or not self.model.report.solved:
            return text("reports.nothing")
        return "" if list_others(self.model) else text("reports.compare.nothing")

    @export.reason
    def _why_not_export(self) -> str:
        has_rows = self.model.report is not None and self.model.report.rows
        return "" if has_rows else text("reports.nothing")

    def open(self, index: int) -> None:
        self.model.open(index)
        self.turn_to(FOUND)

    def turn_to(self, page: str) -> None:
        self._head.switch.choose(page)
        self.controls.focus(FIRST[page])

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return self.model.questions

    def enter(self) -> None:
        self.model.enter()

    def update(self, dt: float) -> bool:
        super().update(dt)
        return self.model.update(dt)

    @property
    def waiting(self) -> bool:
        return super().waiting or self.model.at_work is not None

    def _note(self) -> None:
        """Redraw after a change: at once, or at intervals while boards are being solved."""
        if self.model.at_work is None:
            self.show()
        else:
            self.show_soon()

    # ---- the layout -----------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Compose the form and the list of stored reports, or the results."""
        hints = Hints(self.hints)
        if self.tab == SETUP:
            return self._set_up(window, hints)
        model = self.model
        share = model.done / model.total if model.total else 0.0
        buttons, high = (
            (self.go_on.button, self.compare.button, self.export.button),
            NARROW_BAR if window.narrow else BAR,
        )
        said = [self._words()]
        bar = WorkBar(buttons, share, said, model.problem, height=high, narrow=window.narrow)
        empty = text(f"reports.table.{'none' if model.done else 'empty'}")
        if self.tab == ACTS:
            kinds, sizes = self.kinds.panel(empty), self.sizes.panel(empty)
            if window.narrow:
                return Column(bar, kinds, sizes, hints, gap=GAP)
            row = Row(kinds.sized(grow(54)), sizes.sized(grow(46)), gap=GAP)
            whole = Column(bar, row.sized(grow(least=MIN_HEIGHT)), gap=GAP)
            return Column(whole.sized(grow(least=MIN_HEIGHT)), hints)
        table = self.table.panel(empty)
        chart, means = self._pictures.panels(self.table.chosen)
        if window.narrow:
            return Column(bar, table, chart, means, hints, gap=GAP)
        right = Column(chart.sized(grow()), means, gap=GAP)
        row = Row(table.sized(grow(56)), right.sized(grow(44)), gap=GAP)
        return Column(
            Column(bar, row.sized(grow(least=MIN_HEIGHT)), gap=GAP).sized(grow(least=MIN_HEIGHT)), hints
        )

    def _set_up(self, window: Breakpoint, hints: Hints) -> Box:
        """Return the form and the list of stored reports."""
        spot, work = self._form.spot(), self._form.work(self.run.button)
        files = Panel(
            *self._files.boxes(list(map(file_row, self.model.files)), text("reports.files.empty")),
            title=text("reports.files.title"),
            note=text("solver.files.note"),
            gap=FILES_GAP,
        )
        if window.narrow:
            return Column(spot, work, files, hints, gap=GAP)
        if window.small:
            right = Column(work, files.sized(grow()), gap=GAP)
            row = Row(spot.sized(grow()), right.sized(grow()), gap=GAP)
        else:
            row = Row(spot.sized(grow(34)), work.sized(grow(36)), files.sized(grow(30)), gap=GAP)
        return Column(row.sized(grow(least=MIN_HEIGHT)), hints)

    def _words(self) -> tuple[str, str]:
        model = self.model
        if model.shown_form is None:
            return text("reports.nothing"), ""
        counted = text("reports.counted", done=number(model.done), total=number(model.total))
        name = form_name(model.shown_form)
        work = model.at_work
        if work is None:
            state = text("reports.complete" if model.is_complete else "reports.paused")
            return counted, f"{name} · {state}" if model.total else name
        left = work.progress.seconds_left if work.progress is not None else None
        return counted, f"{format_seconds_left(left)} · {name}"
