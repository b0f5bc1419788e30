"""The tables of a report: actions by kind of hand, actions by texture, and two reports board by board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.core import Player
from game.features.reports import CompareReports
from game.features.reports.model import BETS, ReportsModel
from game.features.reports.table import SIDES, codes, file_row, mean_name, share
from game.study.amounts import chips
from game.study.reports import (
    BoardMeans,
    BoardReport,
    DecisionMeans,
    KindMeans,
    ReportComparison,
    ReportFigures,
)
from game.texts import number, percent, plural, retellable, signed, text
from game.window.dialogs.range_dialogs import ComparisonDialog
from game.window.frame.page import Page
from game.window.frame.screen import Services
from game.window.ui.layout import Box, grow
from game.window.ui.leaves import Control, Panel, Paragraph, Words
from game.window.ui.widgets import Option
from game.window.ui.widgets.cells import ColumnHead
from game.window.views.solved_tables import (
    NAME,
    Cell,
    SortedTable,
    TableContent,
    TableRow,
    action_label,
    get_action_colours,
    group_name,
)

GROUP, TEXTURE, FIGURE, ACTION, LINE, CHOICE = 112.0, 150.0, 56.0, 76.0, 36.0, 34.0
SHARE, EV = "share", "ev"


class KindTable:
    """The table by kind of hand, for the selected player and texture: the frequency and EV of each action."""

    def __init__(self, model: ReportsModel, page: Page, player: Control) -> None:
        self._model, self._player = model, player
        self.table = SortedTable("kinds", text("reports.kinds.title"), page.relayout, lambda: None, high=True)
        self._source: tuple[BoardMeans, int] | None = None

    def panel(self, empty: str) -> Panel:
        """Return the panel of the table.

        If the report has no boards or no kinds of hands, a text replaces the table.

        `empty` is the text for a report without boards.
        """
        title, mean, player = text("reports.kinds.title"), self._model.mean, self._model.view.player
        if mean is None or not mean.decisions[player].kinds:
            words = text("reports.kinds.old") if mean is not None else empty
            return Panel(Paragraph(words, limit=5).sized(grow(least=LINE)), title=title)
        if (mean, player) != self._source:
            self._source = mean, player
            self.table.show(_kind_rows(mean.decisions[player]))
        decision, name = text(f"reports.decisions.{SIDES[player]}"), mean_name(self._model, mean.texture)
        boxes: Sequence[Box] = self.table.boxes()
        note = text("reports.kinds.note", decision=decision, texture=name)
        below = Words(text("reports.kinds.cells"), "small", "dim", 3)
        return Panel(self._player, *boxes, below, title=title, note=note, gap=4.0)


def _kind_rows(decision: DecisionMeans) -> TableContent:
    """Return a row for all hands, followed by a row for each kind of hand, strongest first."""
    heads = [
        ColumnHead(NAME, text("solver.table.hand"), GROUP, right=False),
        ColumnHead(SHARE, text("solver.compare.share"), FIGURE, optional=True),
        ColumnHead(EV, text("solver.hand.ev"), FIGURE),
        *(ColumnHead(action, action_label(action), ACTION, optional=True) for action in decision.actions),
    ]
    rows = [
        TableRow(group_name(kind.name), _kind_cells(kind, decision.actions), mix=kind.mix.shares)
        for kind in decision.kinds
    ]
    return TableContent(heads, rows, get_action_colours(decision.actions), fixed=1)


def _kind_cells(kind: KindMeans, actions: Sequence[str]) -> dict[str, Cell]:
    cells = {SHARE: Cell(kind.share, share(kind.share)), EV: Cell(kind.mix.ev, chips(round(kind.mix.ev, 1)))}
    for action, frequency, ev in zip(actions, kind.mix.shares, kind.mix.action_ev, strict=True):
        cells[action] = Cell(frequency, percent(frequency), chips(round(ev, 1)))
    return cells


class SizeTable:
    """The table of the selected player's action frequencies by texture. Selecting a texture filters the boards."""

    def __init__(self, model: ReportsModel, page: Page) -> None:
        self._model, self._page = model, page
        self.table = SortedTable(
            "sizes", text("reports.sizes.title"), page.relayout, self._filter, picked=self._filter
        )
        self._source: tuple[Sequence[BoardMeans], int] | None = None
        self._textures: dict[str, str] = {}

    def panel(self, empty: str) -> Panel:
        """Return the panel of the table. For a report without boards, the panel has the text `empty`."""
        title, means, player = text("reports.sizes.title"), self._model.means, self._model.view.player
        if not means:
            return Panel(Paragraph(empty, limit=3).sized(grow(least=LINE)), title=title)
        if (means, player) != self._source:
            self._source = means, player
            self._textures = {mean_name(self._model, mean.texture): mean.texture for mean in means}
            self.table.show(_size_rows(means, player, list(self._textures)))
        names = [self._textures[name] for name in self.table.names]
        self.table.rows.chosen = (
            names.index(self._model.view.texture) if self._model.view.texture in names else 0
        )
        note = text(f"reports.decisions.{SIDES[player]}")
        return Panel(*self.table.boxes(), title=title, note=note, gap=4.0)

    def _filter(self) -> None:
        row = self.table.chosen_row
        if row is not None:
            self._model.arrange(texture=self._textures[row.name])
        self._page.show()


def _size_rows(means: Sequence[BoardMeans], player: Player, names: Sequence[str]) -> TableContent:
    """Return a row for all boards, followed by a row for each texture."""
    actions = means[0].decisions[player].actions
    heads = [
        ColumnHead(NAME, text("reports.means.name"), TEXTURE, right=False),
        ColumnHead(SHARE, text("reports.means.share"), FIGURE, optional=True),
        *(ColumnHead(action, action_label(action), ACTION, optional=True) for action in actions),
    ]
    rows = []
    for name, mean in zip(names, means, strict=True):
        shares = dict(zip(mean.decisions[player].actions, mean.decisions[player].shares, strict=True))
        cells = {SHARE: Cell(mean.share, share(mean.share))}
        cells |= {
            action: Cell(shares.get(action, 0.0), percent(shares.get(action, 0.0), 1)) for action in actions
        }
        rows.append(TableRow(name, cells, mix=[shares.get(action, 0.0) for action in actions]))
    return TableContent(heads, rows, get_action_colours(actions), fixed=1)


FIRST, BOARD_FIGURE = 118.0, 124.0
BETS_AFTER, OOP, IP = "bets after", "oop", "ip"


def list_others(model: ReportsModel) -> list[Option]:
    """Return the other stored reports of the same spot as the shown report."""
    shown = model.shown_form
    return [
        Option(str(index), _name_with_sizes(file_row(file).name, file_row(file).about))
        for index, file in enumerate(model.files)
        if shown is not None and file.form != shown and file.form.is_of_spot(shown)
    ]


@retellable
def _name_with_sizes(name: str, sizes: str) -> str:
    return f"{name} · {sizes}"


class CompareReportsDialog(ComparisonDialog[ReportComparison]):
    """The dialog that compares two reports on the boards that they share, largest change first."""

    name: ClassVar[str] = "compare-reports"
    texts: ClassVar[str] = "reports.compare.{}"
    extent: ClassVar[tuple[float, float]] = (480.0, 40.0)

    def __init__(self, app: Services, report: BoardReport, model: ReportsModel) -> None:
        super().__init__(app, text("reports.compare.title"), list_others(model), by=BETS)
        self._form, self._files = report.form, model.files

    def question(self, other: str) -> CompareReports:
        return CompareReports(self._form, self._files[int(other)].form)

    def content(self, found: ReportComparison) -> TableContent:
        return _list_changes(found)


def _list_changes(found: ReportComparison) -> TableContent:
    """Return a row for the mean of the shared boards, followed by a row for each board."""
    ev = "reports.columns.{}".format
    heads = [
        ColumnHead(NAME, text("reports.columns.board"), FIRST, right=False),
        ColumnHead(BETS, text("reports.compare.bets", player=text("reports.players.oop")), BOARD_FIGURE),
        ColumnHead(BETS_AFTER, text("reports.compare.bets", player=text("reports.players.ip")), BOARD_FIGURE),
        ColumnHead(OOP, text(ev(OOP)), BOARD_FIGURE, optional=True),
        ColumnHead(IP, text(ev(IP)), BOARD_FIGURE, optional=True),
    ]
    name = plural("reports.compare.mean", len(found.boards))
    rows = [TableRow(name, _compare(*found.means))]
    rows += [TableRow("".join(codes(row)), _compare(row, other), codes(row)) for row, other in found.boards]
    return TableContent(heads, rows, fixed=1)


def _compare(row: ReportFigures, other: ReportFigures) -> dict[str, Cell]:
    """Return the cells of a row: each figure with its change. Cells are sorted by the size of the change."""
    cells = {}
    for column, now, before in zip((BETS, BETS_AFTER), row.bets, other.bets, strict=True):
        points = signed(100 * (now - before), 1)
        words = text("solver.compare.cell", figure=share(now), change=points)
        cells[column] = Cell(abs(now - before), words)
    for column, now, before in zip((OOP, IP), row.ev, other.ev, strict=True):
        words = text("solver.compare.cell", figure=number(now, 2), change=signed(now - before, 2))
        cells[column] = Cell(abs(now - before), words)
    return cells
