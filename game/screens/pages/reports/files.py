"""The reports in files: one is opened by Enter, removed by its button."""

from __future__ import annotations

from collections.abc import Callable

from game.messages.reports_answers import StoredReport
from game.screens.pages.reports.labels import form_name, progress_name
from game.screens.pages.reports.model import ReportsModel
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.layout import Box, Row, Space, fixed, grow
from game.screens.ui.leaves import Control, Listed, Panel, Paragraph
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Button, Rows

ROW, BUTTON = 46.0, 34.0
LEAST = 3 * ROW


class ReportFiles:
    """The list."""

    def __init__(self, model: ReportsModel, changed: Act, opened: Callable[[StoredReport], None]) -> None:
        self._model, self._opened = model, opened
        self.rows = Rows(
            "reports",
            text("reports.files.title"),
            self._draw_row,
            lambda place: f"{form_name(model.files[place].form)}: {progress_name(model.files[place])}",
            changed=changed,
            opened=self._open,
        )
        self._forget = Button("forget", text("solver.files.forget"), self.forget, style="label_b")

    def _open(self) -> None:
        if self._model.files:
            self._opened(self._model.files[self.rows.chosen])

    def forget(self) -> None:
        """Remove the chosen report."""
        if self._model.files:
            self._model.forget(self._model.files[self.rows.chosen])

    def panel(self) -> Panel:
        """Return the list, or what it is for."""
        files = self._model.files
        self.rows.count = len(files)
        self.rows.chosen = max(0, min(self.rows.chosen, len(files) - 1))
        listed: Box = Listed(self.rows, ROW).sized(grow(least=LEAST))
        if not files:
            listed = Paragraph(text("reports.files.empty"), limit=4).sized(grow(least=ROW))
        ranges: list[Box] = []
        if files:
            texts = files[self.rows.chosen].form.texts
            ranges = [
                Paragraph(
                    text("reports.files.range", player=text(f"solver.players.{side}"), range=words), limit=2
                )
                for side, words in (("oop", texts.oop), ("ip", texts.ip))
            ]
        forget = Row(Space(), Control(self._forget, BUTTON).sized(fixed(104))).when(bool(files))
        return Panel(
            listed, *ranges, forget, title=text("reports.files.title"), note=text("solver.files.note"), gap=8
        )

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        stored = self._model.files[place]
        x, y, width, height = rect
        used = painter.text(progress_name(stored), x + width - 12, y + height * 0.32, "small", "dim", al="r")
        painter.text(form_name(stored.form), x + 14, y + height * 0.32, "label_b", fit=width - used - 40)
        texts, target = stored.form.texts, number(stored.form.target, 1)
        sizes = text("reports.files.sizes", bets=texts.bets, raises=texts.raises, target=target)
        painter.text(sizes, x + 14, y + height * 0.72, "small", "dim", fit=width - 28)
        return True
