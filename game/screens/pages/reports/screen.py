"""Board reports: one spot on many boards, solved in the background, as table, scatter and means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from game.match.spot_texts import SpotTexts
from game.messages.reports import ExportReport
from game.messages.reports_answers import StoredReport
from game.rules import games
from game.rules.cards import names
from game.screens.dialogs.export import BOARDS_CSV, PICTURE, Exported, ExportLab
from game.screens.frame.asked import Asked
from game.screens.frame.page import Binding, Page
from game.screens.frame.paged_head import PagedHead
from game.screens.frame.screen import Services
from game.screens.models.run_words import left_in_words
from game.screens.pages.reports.files import ReportFiles
from game.screens.pages.reports.form import ReportSetup
from game.screens.pages.reports.labels import form_name
from game.screens.pages.reports.model import ReportsModel
from game.screens.pages.reports.pictures import Pictures
from game.screens.pages.reports.table import BoardTable
from game.screens.ui.layout import Box, Breakpoint, Column, Row, grow
from game.screens.ui.leaves import Hints, WorkBar
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Button, Segmented, options

SETUP, FOUND = "setup", "found"
GAP, HINTS = 12.0, 30.0
BAR, NARROW_BAR = 72.0, 136.0
LEAST = 420.0
SHOWN_EVERY = 0.1  # seconds, while boards are being solved


class ReportsScreen(Page):
    """The page; it begins with the form of a spot where one is given, or with the report that is being solved."""

    name: ClassVar[str] = "reports"
    keys: ClassVar[str] = "reports"
    game: ClassVar[str] = games.HOLDEM
    foot: ClassVar[float | None] = 6.0
    _head: PagedHead

    def __init__(self, app: Services, texts: SpotTexts | None = None) -> None:
        super().__init__(app)
        pages = options("reports.pages.{}", (SETUP, FOUND))
        begin = FOUND if app.reports.at_work is not None and texts is None else SETUP
        switch = Segmented("page", text("solver.pages.label"), pages, begin, lambda page: self.show())
        self._head = PagedHead(app, text("reports.title"), self.escape, switch)
        self._head.subtitle = text("reports.subtitle")
        self._news, self._since_shown = False, 0.0
        self.model = ReportsModel(app, texts, self._note)
        self._form = ReportSetup(app, self.model, self.run)
        self._files = ReportFiles(self.model, self.show, self.open)
        self.table = BoardTable(self.model, self.show, self.solve_board)
        self._pictures = Pictures(self.model, self.show)
        self._go_on = Button(
            "go-on", "", self.toggle, kind="primary", keycap=text("keys.space"), style="label_b"
        )
        self._write = Button("export", text("reports.export"), self.export, keycap="E", style="label_b")
        self.controls.focus("run" if begin == SETUP else "boards-found")

    # ---- what is done ---------------------------------------------------------------------------------------
    def run(self) -> None:
        """Solve the form as it stands, and look at its boards."""
        self.model.run()
        if self.model.at_work is not None:
            self._turn(FOUND)

    def open(self, stored: StoredReport) -> None:
        """Look at a report of a file."""
        self.model.open(stored)
        self._turn(FOUND)

    def _turn(self, page: str) -> None:
        self._head.switch.choose(page)
        self.controls.focus("boards-found" if page == FOUND else "run")

    def toggle(self) -> None:
        """Pause the report, or go on with it."""
        self.model.toggle()

    def solve_board(self) -> None:
        """Open the chosen board in the solver."""
        row = self.table.chosen
        if row is not None and self.model.shown is not None:
            spot = replace(self.model.shown.texts, board=names(row.board))
            self.app.go(self.app.routes.solver(self.app, spot))

    def export(self) -> None:
        """Write the page down, or the figures of all boards."""
        form = self.model.shown
        if form is not None and self.model.report is not None and self.model.report.rows:
            exported = Exported(
                self,
                form_name(form),
                (PICTURE, BOARDS_CSV),
                lambda _, file: ExportReport(form, file),
                "report",
            )
            self.app.overlay(ExportLab(self.app, exported))

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """What is asked of the worker."""
        return self.model.questions

    def enter(self) -> None:
        """Ask what there is."""
        self.model.enter()

    def update(self, dt: float) -> bool:
        """Check the form once it is typed; show what has come, at work ten times a second."""
        self._since_shown += dt
        moving = self.model.update(dt)
        if self._news and self._since_shown >= SHOWN_EVERY:
            self.show()
        return moving or self._news

    @property
    def waiting(self) -> bool:
        """Whether boards are being solved, of which more are asked for now and then."""
        return super().waiting or self.model.at_work is not None

    def _note(self) -> None:
        self._news = True
        if self.model.at_work is None:
            self.show()

    def show(self) -> None:
        """Show what is known now."""
        self._news, self._since_shown = False, 0.0
        self._form.follow()
        super().show()

    # ---- what stands on it ----------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The form and the files, or what was found."""
        hints = Hints(self.hints, height=HINTS)
        if self._head.switch.chosen == SETUP:
            spot, work, files = self._form.spot(), self._form.work(), self._files.panel()
            if window.narrow:
                return Column(spot, work, files, hints, gap=GAP)
            if window.small:
                right = Column(work, files.sized(grow()), gap=GAP)
                row = Row(spot.sized(grow()), right.sized(grow()), gap=GAP)
            else:
                row = Row(spot.sized(grow(34)), work.sized(grow(36)), files.sized(grow(30)), gap=GAP)
            return Column(row.sized(grow(least=LEAST)), hints)
        bar = self._bar(narrow=window.narrow)
        table, chart = self.table.panel(), self._pictures.scatter(self.table.chosen)
        means = self._pictures.means()
        if window.narrow:
            return Column(bar, table, chart, means, hints, gap=GAP)
        right = Column(chart.sized(grow()), means, gap=GAP)
        row = Row(table.sized(grow(56)), right.sized(grow(44)), gap=GAP)
        return Column(Column(bar, row.sized(grow(least=LEAST)), gap=GAP).sized(grow(least=LEAST)), hints)

    def _bar(self, *, narrow: bool) -> WorkBar:
        model = self.model
        done, total = model.done, model.total
        complete = bool(total) and done >= total
        state = "pause" if model.at_work is not None else "on"
        self._go_on.label = text(f"reports.run.{state}")
        self._go_on.disabled = ""
        if model.shown is None:
            self._go_on.disabled = text("reports.nothing")
        elif model.is_other_at_work:
            self._go_on.disabled = text("reports.run.other")
        elif complete and model.at_work is None:
            self._go_on.disabled = text("reports.run.complete")
        has_rows = model.report is not None and bool(model.report.rows)
        self._write.disabled = "" if has_rows else text("reports.nothing")
        share = done / total if total else 0.0
        buttons, high = (self._go_on, self._write), NARROW_BAR if narrow else BAR
        return WorkBar(buttons, share, [self._words(done, total)], model.problem, height=high, narrow=narrow)

    def _words(self, done: int, total: int) -> tuple[str, str]:
        model = self.model
        if model.shown is None:
            return text("reports.nothing"), ""
        counted = text("reports.counted", done=number(done), total=number(total))
        name = form_name(model.shown)
        work = model.at_work
        if work is None:
            state = "reports.complete" if total and done >= total else "reports.paused"
            return counted, f"{name} · {text(state)}" if total else name
        left = work.progress.seconds_left if work.progress is not None else None
        return counted, f"{left_in_words(left)} · {name}"

    # ---- keys and tests -------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """S begins; X and H filter, P turns to the other player, Space pauses."""
        hint = "reports.hints.{}".format
        leave = Binding(self.escape, cap="keys.escape", hint=hint("leave"))
        if self._head.switch.chosen == SETUP:
            return {"s": Binding(self.run, cap="S", hint=hint("begin")), "escape": leave}
        return {
            "space": Binding(self._go_on, cap="keys.space", hint=hint("pause")),
            "return": Binding(self.solve_board, cap="keys.enter", hint=hint("solve")),
            "o": Binding(lambda: self.table.heads.step(1), cap="O", hint=hint("sort")),
            "r": Binding(self.table.heads.reverse, cap="R", hint=hint("reverse")),
            "x": Binding(self._pictures.next_texture, cap="X", hint=hint("texture")),
            "h": Binding(self.table.next_high, cap="H", hint=hint("high")),
            "p": Binding(self.table.turn, cap="P", hint=hint("player")),
            "e": Binding(self.export, cap="E", hint=hint("export")),
            "escape": leave,
        }

    def trace(self) -> dict[str, Any]:
        """Say what is set up, how far the report is, and which boards are shown."""
        model = self.model
        return {
            "page": self._head.switch.chosen,
            "boards": model.form.boards,
            "problems": model.problems,
            "problem": model.problem,
            "checked": model.checked.boards if model.checked is not None else None,
            "solving": model.at_work is not None,
            "done": model.done,
            "total": model.total,
            "shown": [names(row.board) for row in model.view.rows],
            "texture": model.view.texture,
            "files": len(model.files),
        }
