"""The dialog that compares two reports of one spot board by board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.features.reports.model import BETS, ReportsModel
from game.features.reports.table import codes, file_row, share
from game.study.reports import BoardReport, CompareReports, ReportComparison, ReportFigures
from game.texts import number, plural, signed, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, fixed
from game.window.ui.leaves import Note, Setting, Words
from game.window.ui.widgets import Button, Cycle, Option
from game.window.ui.widgets.cells import ColumnHead
from game.window.views.solved_tables import NAME, Cell, SortedTable, TableContent, TableRow

TABLE, EXTENT = 300.0, (480.0, 40.0)
FIRST, FIGURE = 118.0, 124.0
BETS_AFTER, OOP, IP = "bets after", "oop", "ip"


def list_others(model: ReportsModel) -> list[Option]:
    """Return the other stored reports of the same spot as the shown report."""
    shown = model.shown_form
    return [
        Option(str(index), " · ".join((file_row(file).name, file_row(file).about)))
        for index, file in enumerate(model.files)
        if shown is not None and file.form != shown and file.form.is_of_spot(shown)
    ]


class CompareReportsDialog(Dialog):
    """The dialog with the results of the boards that two reports share, with their changes, largest first."""

    name: ClassVar[str] = "compare-reports"
    widest = 900.0

    def __init__(self, app: Services, report: BoardReport, model: ReportsModel) -> None:
        super().__init__(app, text("reports.compare.title"))
        self._form, self._files = report.form, model.files
        self._comparison = Asked[ReportComparison](app, self._take)
        others = list_others(model)
        self._other = Cycle("other", text("reports.compare.other"), others, others[0].value, self._ask)
        label = text("reports.compare.table")
        self.table = SortedTable("compared", label, self.relayout, lambda: None, by=BETS)
        self._close = Button("close", text("common.close"), self.escape, kind="primary")
        self.controls.focus("other")

    def _ask(self, other: str) -> None:
        self._comparison.ask(CompareReports(self._form, self._files[int(other)].form))
        self.relayout()

    def _take(self) -> None:
        if self._comparison.fresh is not None:
            self.table.show(_list_changes(self._comparison.fresh))
        self.relayout()

    def enter(self) -> None:
        self._ask(self._other.chosen)

    def leave(self) -> None:
        self._comparison.drop()

    def parts(self) -> Sequence[Box]:
        """Return the control that selects the other report, and the table."""
        found = self._comparison.fresh
        waiting = "" if self._comparison.problem else text("reports.compare.waiting")
        return [
            Setting(self._other.label, "", self._other, EXTENT),
            Note(self._comparison.problem, wrong=True),
            Column(*self.table.boxes()).sized(fixed(TABLE)) if found is not None else Note(waiting),
            Words(text("reports.compare.note"), "small", "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        return [self._close]


def _list_changes(found: ReportComparison) -> TableContent:
    """Return a row for the mean of the shared boards, and then the boards."""
    ev = "reports.columns.{}".format
    heads = [
        ColumnHead(NAME, text("reports.columns.board"), FIRST, right=False),
        ColumnHead(BETS, text("reports.compare.bets", player=text("reports.players.oop")), FIGURE),
        ColumnHead(BETS_AFTER, text("reports.compare.bets", player=text("reports.players.ip")), FIGURE),
        ColumnHead(OOP, text(ev(OOP)), FIGURE, optional=True),
        ColumnHead(IP, text(ev(IP)), FIGURE, optional=True),
    ]
    name = plural("reports.compare.mean", len(found.boards))
    rows = [TableRow(name, _compare(*found.means))]
    rows += [TableRow("".join(codes(row)), _compare(row, other), codes(row)) for row, other in found.boards]
    return TableContent(heads, rows, fixed=1)


def _compare(row: ReportFigures, other: ReportFigures) -> dict[str, Cell]:
    """Return the cells of a row: each figure with its change. The size of the change is the sort key."""
    cells = {}
    for column, now, before in zip((BETS, BETS_AFTER), row.bets, other.bets, strict=True):
        points = signed(100 * (now - before), 1)
        words = text("solver.compare.cell", figure=share(now), change=points)
        cells[column] = Cell(abs(now - before), words)
    for column, now, before in zip((OOP, IP), row.ev, other.ev, strict=True):
        words = text("solver.compare.cell", figure=number(now, 2), change=signed(now - before, 2))
        cells[column] = Cell(abs(now - before), words)
    return cells
