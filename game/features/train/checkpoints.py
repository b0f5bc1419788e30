"""The checkpoints of a run as a table, the latest first: how far it had come, and how strong it was then.

Of a run that measures no checkpoint nothing is said: its charts tell how it gets better.
"""

from __future__ import annotations

from collections.abc import Callable

from game.features.train.charts import HEAD
from game.study.opponents import strength_in_words
from game.study.training import RunStage, StoredRun
from game.texts import number, text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Space, Stack, grow
from game.window.ui.leaves import Filled, Panel, Paragraph, indented
from game.window.ui.widgets import Act, Option
from game.window.ui.widgets.row_choice import RowChoice

ROW, CORNER = 28.0, 6.0
PADDING = 8.0


class Checkpoints:
    """One of them is chosen; Enter uses it: plays against it, or trains with it."""

    def __init__(self, change: Callable[[str], None], use: Act) -> None:
        label = text("train.checkpoints")
        self.rows = RowChoice(
            "checkpoints", label, change, use, self._draw_row, row_height=ROW, corner=CORNER
        )
        self._stages: tuple[RunStage, ...] = ()
        self._proposed = 0

    def follow(self, run: StoredRun) -> None:
        """Take the checkpoints as they are now; the choice stays, and follows the latest while it is on it."""
        self._stages, self._proposed = tuple(reversed(run.stages)), run.proposed
        on_latest = self.rows.chosen_place in (None, 0)
        options = [Option(str(stage.iteration), _in_words(stage)) for stage in self._stages]
        values = [option.value for option in options]
        stays = not on_latest and self.rows.chosen in values
        self.rows.show(options, self.rows.chosen if stays or not values else values[0])

    @property
    def stage(self) -> RunStage | None:
        """The checkpoint that is chosen."""
        place = self.rows.chosen_place
        return None if place is None else self._stages[place]

    def panel(self, use: Box, *, note: str, corner: str) -> Panel:
        """Return the table above the button that uses the chosen checkpoint."""
        none = Column(Space(2), indented(Paragraph(text("train.no_checkpoint"), "small")))
        table = Stack(Filled(self.rows), none.when(self.stage is None)).sized(grow())
        below, title = indented(use), text("train.checkpoints")
        return Panel(
            table, Space(8), below, title=title, note=note, corner=corner, head=HEAD, foot=12, side=8
        )

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> None:
        """Draw how far the run had come, and how strong it was; the best one is ticked."""
        stage, (x, y, width, height) = self._stages[place], rect
        best = stage.iteration == self._proposed and stage.strength is not None
        middle = y + height / 2
        used = painter.text(number(stage.iteration), x + PADDING, middle, "label_b" if best else "label")
        if best:
            painter.icon("check", x + PADDING + used + 14, middle, 14, "good")
        room = width - 2 * PADDING - used - (34 if best else 12)
        ink, style = ("good", "small_b") if best else ("dim", "small")
        words = strength_in_words(stage.strength) if stage.strength is not None else ""
        painter.text(words, x + width - PADDING, middle, style, ink, al="r", fit=room)


def _in_words(stage: RunStage) -> str:
    """Return how far a run had come, and how strong it was, where that was measured."""
    done = number(stage.iteration)
    return done if stage.strength is None else f"{done}: {strength_in_words(stage.strength)}"
