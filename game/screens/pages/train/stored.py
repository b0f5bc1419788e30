"""The runs that were begun before, as a column of the page of runs: listed, opened, resumed, thrown away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.messages.training_answers import StoredRun
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.frame.screen import Services
from game.screens.models.run_words import title_of
from game.screens.models.unusable_files import in_one
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import Box, Column, Columns
from game.screens.ui.leaves import Caps, Control, Words
from game.screens.ui.texts import number, percent_done, text
from game.screens.ui.widgets import Act, Button, Option, Rect, Widget
from game.screens.ui.widgets.row_choice import RowChoice

ROW = 62.0
PADDING = 14.0
BAR = 4.0
BUTTON_ROW, LEAST_BUTTON = 40.0, 104.0


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run; `share` is how much of it is done, 0 to 1."""

    id: str
    title: str
    share: float
    state: str
    working: bool = False


class RunList(RowChoice):
    """A list in which one run is chosen; Enter opens it."""

    corner = 9.0

    def __init__(
        self, label: str, rows: Sequence[RunRow], chosen: str, change: Callable[[str], None], open_run: Act
    ) -> None:
        super().__init__("stored", label, chosen, change, open_run)
        self.show(rows)

    def show(self, rows: Sequence[RunRow]) -> None:
        """Replace the rows."""
        self._rows = tuple(rows)
        self.options = tuple(Option(row.id, f"{row.title}, {row.state}") for row in rows)

    def option_rect(self, place: int) -> Rect:
        """Return the rectangle of a run."""
        x, y, width, _ = self.rect
        return x, y + place * ROW, width, ROW - 6

    def focus_rect(self) -> Rect:
        """Return the rectangle of the chosen run."""
        return self.option_rect(self.chosen_place or 0)

    def draw_row(self, painter: Painter, rect: Rect, place: int) -> None:
        """Draw the name of a run, what it is doing, and how far it has come."""
        row, (x, y, width, _) = self._rows[place], rect
        inner = width - 2 * PADDING
        painter.text(painter.short_name(row.title, inner, "label_b"), x + PADDING, y + 15, "label_b")
        colour = "brass" if row.working else "dim"
        painter.text(row.state, x + PADDING, y + 34, "small", colour, fit=inner)
        bar = (x + PADDING, y + 47, inner, BAR)
        painter.rect(bar, "line", BAR / 2)
        if row.share > 0:
            painter.rect(
                (bar[0], bar[1], max(BAR, inner * row.share), BAR),
                "brass" if row.working else "edge",
                BAR / 2,
            )


class StoredColumn:
    """The stored runs, one of them chosen. `show` goes to the page of a run; `changed` comes with a choice."""

    def __init__(self, app: Services, show: Callable[[StoredRun], None], changed: Act) -> None:
        self._app, self._room = app, app.training
        self._show, self._changed = show, changed
        self._chosen = ""
        self.build()

    @property
    def run(self) -> StoredRun | None:
        """The run that is chosen."""
        return self._room.find(self._chosen)

    @property
    def ids(self) -> list[str]:
        """The runs that are listed."""
        return [option.value for option in self._list.options]

    # ---- what is done ---------------------------------------------------------------------------------------
    def open(self) -> None:
        """Show the run that is chosen."""
        if self.run is not None:
            self._show(self.run)

    def resume(self) -> None:
        """Set the run that is chosen to work, and show it."""
        if self.run is not None:
            self._room.resume(self.run)
            self.open()

    def forget(self) -> None:
        """Ask, and throw the run away."""
        run = self.run
        if run is None:
            return
        replies = [
            Reply("stay", text("train.forget.stay"), nothing, "primary"),
            Reply("forget", text("train.forget.go"), partial(self._room.forget, run.id), "danger"),
        ]
        title = text("train.forget.title", name=title_of(run))
        self._app.overlay(
            Question(
                self._app,
                title,
                text("train.forget.body" if run.plays else "train.forget.body_to_learn_with"),
                replies,
            )
        )

    def _choose(self, run_id: str) -> None:
        self._chosen = run_id
        self._changed()

    # ---- the widgets ----------------------------------------------------------------------------------------
    def build(self) -> None:
        """Make the widgets for what is listed and chosen."""
        if self.run is None:
            self._chosen = self._room.stored[0].id if self._room.stored else ""
        rows = [self._row(run) for run in self._room.stored]
        self._list = RunList(text("train.stored"), rows, self._chosen, self._choose, self.open)
        self._resume = Button("resume", text("train.resume"), self.resume, style="label_b")
        self._look = Button("open", text("train.open"), self.open, style="label_b")
        self._forget = Button("forget", text("train.forget.go"), self.forget, style="label_b")
        run, work = self.run, self._room.at_work
        if run is not None and run.done:
            self._resume.disabled = text("train.nothing_left")
        elif work is not None:
            self._resume.disabled = text("train.one_at_a_time", name=title_of(work.run))
        if run is not None and self._room.working(run.id):
            self._forget.disabled = text("train.forget.at_work")

    def follow(self) -> None:
        """Show how far the runs are now."""
        self._list.show([self._row(run) for run in self._room.stored])

    def parts(self) -> list[Box]:
        """The column: what was set aside, the list, its buttons."""
        parts: list[Box] = [Caps(text("train.stored"))]
        if self._room.warnings:
            parts.append(Words(in_one(self._app.folder, self._room.warnings), "small", "bad"))
        if not self._room.stored:
            return [*parts, Words(text("train.none_stored"), "label", "dim")]
        parts.append(Control(self._list, ROW * len(self._room.stored), after=10))
        buttons = [Column(Control(one, BUTTON_ROW, after=8)) for one in self._buttons]
        return [*parts, Columns(*buttons, least=LEAST_BUTTON, gap=10)]

    @property
    def _buttons(self) -> list[Widget]:
        return [self._resume, self._look, self._forget]

    def _row(self, run: StoredRun) -> RunRow:
        work = self._room.working(run.id)
        iteration = work.iteration if work is not None else run.iteration
        state = "working" if work is not None else "done" if run.done else "paused"
        figures = {"done": number(iteration), "total": number(run.total)}
        share = iteration / max(1, run.total)
        words = text(f"train.states.{state}", percent=percent_done(share), **figures)
        return RunRow(run.id, title_of(run), share, words, working=work is not None)
