"""The list of stored runs: each with the colour of its curve, what it is, how far it has come, and when."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.messages.lab_answers import LabRun
from game.rules import games
from game.screens.pages.lab.compare.model import CompareModel
from game.screens.pages.lab.pictures import COLOURS
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.input import Key
from game.screens.ui.texts import day_and_time, number, text
from game.screens.ui.widgets import Act, Rows

ROW, HEAD = 46.0, 24.0
INSET, BOX = 14.0, 14.0
Column = tuple[str, float, Callable[[LabRun], str]]
COLUMNS: tuple[Column, ...] = (
    ("seed", 62.0, lambda run: str(run.settings.seed)),
    ("iterations", 104.0, lambda run: number(run.iteration)),
    ("blinds", 56.0, lambda run: f"{run.settings.blinds:g}"),
)
"""The columns at the right end, from there on: their names, how wide they are, and what they say of a run."""
TICK = 3.0


class RunRows(Rows):
    """The list. A click, Enter or Space on a run lets it stand beside the others, or not."""

    def __init__(self, kept: CompareModel, toggle: Callable[[LabRun], None], changed: Act) -> None:
        super().__init__(
            "runs",
            text("lab.compare.runs"),
            self._draw_run,
            self._in_words,
            changed=changed,
            opened=self._toggle_chosen,
        )
        self.opens_at_once = True
        self._kept, self._toggle = kept, toggle

    @property
    def run(self) -> LabRun | None:
        """The run that is chosen in the list."""
        runs = self._kept.runs
        return runs[self.chosen] if self.chosen < len(runs) else None

    def follow(self) -> None:
        """Show what is stored now."""
        self.count = len(self._kept.runs)
        self.chosen = max(0, min(self.chosen, self.count - 1))

    def key(self, event: Key) -> bool:
        """Space does as Enter does; Home and End move time."""
        if event.name == "space" and not event.ctrl:
            if not event.repeat:
                self._toggle_chosen()
            return True
        return event.name not in ("home", "end") and super().key(event)

    def _toggle_chosen(self) -> None:
        if self.run is not None:
            self._toggle(self.run)

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw_head(self, painter: Painter, rect: Rect) -> None:
        """Write the names of the columns above those of the list."""
        x, y, width, height = rect
        right = x + width - self.room - INSET
        for name, wide, _ in self._columns():
            words = "S" if name == "blinds" else text(f"lab.compare.columns.{name}")
            painter.text(words, right, y + height / 2, "small", "faint", al="r")
            right -= wide

    def _columns(self) -> Sequence[Column]:
        """Return all columns, or all but S in a game that has none."""
        return COLUMNS[:-1] if self._kept.game == games.KUHN_POKER else COLUMNS

    def _draw_run(self, painter: Painter, rect: Rect, place: int) -> bool:
        run = self._kept.runs[place]
        x, y, width, height = rect
        middle, right = y + height / 2, x + width - INSET
        self._draw_box(painter, x + INSET, middle, run)
        for _, wide, figure in self._columns():
            painter.text(figure(run), right, middle, "label", al="r", fit=wide - 8)
            right -= wide
        left = x + INSET + BOX + 12
        room = right - left - 6
        painter.text(run.settings.variant, left, middle - 9, "label_b", fit=room)
        when = text("lab.compare.when", id=run.id, when=day_and_time(run.changed))
        painter.text(when, left, middle + 10, "small", "dim", fit=room)
        return True

    def _draw_box(self, painter: Painter, left: float, middle: float, run: LabRun) -> None:
        """Draw the box at the left: filled with the colour of the curve and ticked where the run is compared."""
        slot = self._kept.slot(run)
        box = (left, middle - BOX / 2, BOX, BOX)
        if slot is None:
            painter.rect(box, None, 3, "edge")
            return
        painter.rect(box, COLOURS[slot], 3)
        inside, x = painter.col("panel"), left + BOX / 2
        painter.line(x - TICK - 1, middle, x - 1, middle + TICK, inside, lw=2)
        painter.line(x - 1, middle + TICK, x + TICK + 1, middle - TICK, inside, lw=2)

    def _in_words(self, place: int) -> str:
        run = self._kept.runs[place]
        settings = run.settings
        return text(
            "lab.compare.row",
            variant=settings.variant,
            game=text(f"lab.games.{settings.game}"),
            blinds=f"{settings.blinds:g}",
            done=number(run.iteration),
            seed=settings.seed,
            when=day_and_time(run.changed),
            chosen=text("common.chosen") if self._kept.slot(run) is not None else "",
        ).strip()
