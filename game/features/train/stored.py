"""The list of stored runs, and the head of the training pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.features.train.acts import RunView
from game.study.training import StoredRun
from game.study.words import get_run_title, in_one
from game.texts import number, percent_done, text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.page import Page, PagedHead
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Columns
from game.window.ui.leaves import Caps, Control, Words
from game.window.ui.widgets import Act, Button, Option, Segmented, options
from game.window.ui.widgets.rows import RowChoice

NEW, RUNNING = "new", "running"
MIN_SUBTITLE = 120.0


def train_head(app: Services, page: str, back: Act, turn: Callable[[str], None]) -> PagedHead:
    """Return the head of a training page."""
    title = text("train.title")
    switch = Segmented("page", title, options("train.pages.{}", (NEW, RUNNING)), page, turn)
    return PagedHead(app, title, back, switch, min_subtitle=MIN_SUBTITLE)


ROW, ROW_GAP, CORNER = 62.0, 6.0, 9.0
PADDING = 14.0
BAR = 4.0
BUTTON_ROW, MIN_BUTTON = 40.0, 104.0


class StoredColumn:
    """The column of the stored runs. One run is selected."""

    def __init__(self, page: Page) -> None:
        self._app, self._training = page.app, page.app.models.training
        self._views: list[RunView] = []
        self._rows = RowChoice(
            "stored",
            text("train.stored"),
            lambda _: page.show(),
            self.open,
            self._draw_row,
            row_height=ROW,
            gap=ROW_GAP,
            corner=CORNER,
        )
        self._resume = Button("resume", text("train.resume"), self.resume, style="label_b")
        self._look = Button("open", text("train.open"), self.open, style="label_b")
        self._forget = Button("forget", text("train.forget.go"), self.forget, style="label_b")

    @property
    def run(self) -> StoredRun | None:
        latest = next(iter(self._training.stored_runs), None)
        return self._training.find(self._rows.chosen) or latest

    # ---- actions --------------------------------------------------------------------------------------------
    def open(self) -> None:
        if self.run is not None:
            self._app.open("train_run", self.run, in_place=True)

    def resume(self) -> None:
        """Resume the selected run, and open it."""
        if self.run is not None:
            self._training.resume(self.run)
            self.open()

    def forget(self) -> None:
        """Ask for confirmation, then delete the run."""
        run = self.run
        if run is None:
            return
        replies = [
            Reply("stay", text("train.forget.stay"), nothing, "primary"),
            Reply("forget", text("train.forget.go"), partial(self._training.forget, run.id), "danger"),
        ]
        title = text("train.forget.title", name=get_run_title(run))
        body = text("train.forget.body" if run.plays else "train.forget.body_to_learn_with")
        self._app.overlay(Question(self._app, title, body, replies))

    @property
    def ids(self) -> list[str]:
        return [view.run.id for view in self._views]

    # ---- the layout -----------------------------------------------------------------------------------------
    def parts(self) -> list[Box]:
        """Return the column: warnings about unreadable runs, the list and its buttons."""
        run, work = self.run, self._training.at_work
        self._views = [RunView.of(self._training, one) for one in self._training.stored_runs]
        parts: list[Box] = [Caps(text("train.stored"))]
        if self._training.warnings:
            parts.append(Words(in_one(self._app.folder, self._training.warnings), "small", "bad"))
        if run is None:
            return [*parts, Words(text("train.none_stored"), "label", "dim")]
        self._rows.show(
            [Option(view.run.id, f"{get_run_title(view.run)}, {_state(view)}") for view in self._views],
            run.id,
        )
        occupied = text("train.one_at_a_time", name=get_run_title(work.run)) if work is not None else ""
        self._resume.disabled = text("train.nothing_left") if run.done else occupied
        self._forget.disabled = text("train.forget.at_work") if self._training.find_active(run.id) else ""
        buttons = (self._resume, self._look, self._forget)
        below = [Column(Control(button, BUTTON_ROW, after=8)) for button in buttons]
        return [
            *parts,
            Control(self._rows, ROW * len(self._views), after=10),
            Columns(*below, least=MIN_BUTTON, gap=10),
        ]

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> None:
        """Draw the name of a run, what it is doing, and how much of it is done."""
        (x, y, width, _), view = rect, self._views[index]
        inner, (ink, bar) = width - 2 * PADDING, ("dim", "edge") if view.is_stored else ("brass", "brass")
        painter.text(
            painter.short_name(get_run_title(view.run), inner, "label_b"), x + PADDING, y + 15, "label_b"
        )
        painter.text(_state(view), x + PADDING, y + 34, "small", ink, fit=inner)
        painter.rect((x + PADDING, y + 47, inner, BAR), "line", BAR / 2)
        if view.share > 0:
            painter.rect((x + PADDING, y + 47, max(BAR, inner * view.share), BAR), bar, BAR / 2)


def _state(view: RunView) -> str:
    """Describe the state of a run and its progress."""
    state = "working" if not view.is_stored else "done" if view.run.done else "paused"
    figures = {"done": number(view.iteration), "total": number(view.run.total)}
    return text(f"train.states.{state}", percent=percent_done(view.share), **figures)
