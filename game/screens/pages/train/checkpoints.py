"""The checkpoints of a run as a table, the latest first: how far it had come, and how strong it was then.

Of a run that measures no checkpoint nothing is said: its charts tell how it gets better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.messages.training_answers import RunStage
from game.screens.models.opponents import strength_in_words
from game.screens.pages.train.charts import HEAD
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.layout import Box, Column, Space, Stack, grow
from game.screens.ui.leaves import Filled, Panel, Paragraph, indented
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Option, Rect
from game.screens.ui.widgets.row_choice import RowChoice

ROW = 28.0
PADDING = 8.0


class CheckpointTable(RowChoice):
    """One of the checkpoints is chosen; Enter, or a second click, uses it: plays against it, or trains with it."""

    corner = 6.0

    def __init__(self, label: str, change: Callable[[str], None], use: Act) -> None:
        super().__init__("checkpoints", label, "", change, use)
        self._stages: tuple[RunStage, ...] = ()
        self._proposed = 0
        self._first = 0

    def show(self, stages: Sequence[RunStage], proposed: int) -> None:
        """Take the checkpoints as they are now; the choice stays, and follows the latest while it is on it."""
        on_latest = not self.options or self.chosen == self.options[0].value
        self._stages, self._proposed = tuple(reversed(stages)), proposed
        self.options = tuple(Option(str(stage.iteration), _in_words(stage)) for stage in self._stages)
        values = [option.value for option in self.options]
        if values and (on_latest or self.chosen not in values):
            self.chosen = values[0]

    @property
    def stage(self) -> RunStage | None:
        """The checkpoint that is chosen."""
        place = self.chosen_place
        return None if place is None else self._stages[place]

    def panel(self, use: Box, *, note: str, corner: str) -> Panel:
        """Return the table above the button that uses the chosen checkpoint."""
        none = Column(Space(2), indented(Paragraph(text("train.no_checkpoint"), "small")))
        table = Stack(Filled(self), none.when(self.stage is None)).sized(grow())
        below, title = indented(use), text("train.checkpoints")
        return Panel(
            table, Space(8), below, title=title, note=note, corner=corner, head=HEAD, foot=12, side=8
        )

    def option_rect(self, place: int) -> Rect:
        """Return where a row lies; one that does not show has no height."""
        x, y, width, _ = self.rect
        row = place - self._top
        shown = 0 <= row < self._rows
        return x, y + row * ROW if shown else y, width, ROW if shown else 0.0

    def wheel(self, steps: float) -> bool:
        """Move along the rows where not all of them show."""
        before = self._top
        self._first = max(0, min(len(self.options) - self._rows, self._top - round(steps)))
        return self._first != before

    def choose(self, value: str) -> None:
        """Choose a checkpoint and bring its row into view."""
        super().choose(value)
        if (place := self.chosen_place) is not None:
            self._first = max(place - self._rows + 1, min(place, self._top))

    @property
    def _rows(self) -> int:
        return max(1, int(self.rect[3] / ROW))

    @property
    def _top(self) -> int:
        """The first row that shows."""
        return max(0, min(self._first, len(self.options) - self._rows))

    def draw_row(self, painter: Painter, rect: Rect, place: int) -> None:
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
