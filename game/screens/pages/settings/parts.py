"""What the pages of the settings are made of: controls that apply at once, and the rows they stand in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from game.screens.models.settings_store import Settings
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.layout.box import Box, Column
from game.screens.ui.leaves.control import Setting
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.choice import Choice, Option
from game.screens.ui.widgets.pace import PacePreview
from game.screens.ui.widgets.toggle import HEIGHT, WIDTH, Toggle
from game.screens.ui.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

LABEL_WIDTH = 190.0
CONTROL = (200.0, 40.0)
WIDE_PAGE, LAST_ROW = 700.0, 86.0  # a wider page shares its last row with the button that restores
SWITCH = (WIDTH, HEIGHT)
GRID_STEP, GRID_GAP = 56.0, 12.0
GRID_LEAST, GRID_WIDEST = 130.0, 210.0


@dataclass
class Page:
    """A page: its parts, its controls in focus order, what it restores, and how its controls follow settings.

    Where the last row is shared, the button that restores stands at its right end.
    """

    parts: Sequence[Box]
    widgets: Sequence[Widget]
    restores: tuple[str, ...] = ()
    follow: Callable[[Settings], None] = lambda settings: None
    preview: PacePreview | None = None
    shares_last_row: bool = False
    flow: Column = field(init=False)

    def __post_init__(self) -> None:
        self.flow = Column(*self.parts)


def name_of(setting: str) -> str:
    """Name a setting."""
    return text(f"settings.names.{setting}")


def note_of(setting: str) -> str:
    """Say a little more about a setting."""
    return text(f"settings.notes.{setting}")


def options_of(setting: str, values: Sequence[str], *, notes: bool = False) -> list[Option]:
    """Return the values of a setting, with notes where it has them."""
    return [
        Option(
            value,
            text(f"settings.values.{setting}.{value}"),
            text(f"settings.value_notes.{setting}.{value}") if notes else "",
        )
        for value in values
    ]


ChoiceT = TypeVar("ChoiceT", bound=Choice)


def choice_of(kind: type[ChoiceT], app: Services, setting: str, options: list[Option]) -> ChoiceT:
    """Return a choice of one setting's values that applies at once."""
    chosen = getattr(app.settings, setting)
    return kind(setting, name_of(setting), options, chosen, lambda value: app.change(**{setting: value}))


def switch_of(app: Services, setting: str) -> Toggle:
    """Return a switch of one setting that applies at once."""
    on = getattr(app.settings, setting)
    return Toggle(setting, name_of(setting), on, lambda value: app.change(**{setting: value}))


def switch_row(switch: Toggle) -> Setting:
    """Return a switch with its name and note."""
    return Setting(switch.label, note_of(switch.name), switch, SWITCH)


@dataclass
class Grid(Box):
    """Buttons side by side, as many as fit."""

    buttons: Sequence[Button]

    def measure(self, pen: Pen, width: float) -> float:
        """Return the height of all rows."""
        return -(-len(self.buttons) // self._columns(width)) * GRID_STEP

    def place(self, pen: Pen, rect: Rect) -> None:
        """Place the buttons row by row."""
        super().place(pen, rect)
        x, y, width, _ = rect
        columns = self._columns(width)
        each = min(GRID_WIDEST, (width - (columns - 1) * GRID_GAP) / columns)
        for place, button in enumerate(self.buttons):
            column, row = place % columns, place // columns
            button.rect = (x + column * (each + GRID_GAP), y + row * GRID_STEP, each, 44.0)

    def _columns(self, width: float) -> int:
        return max(1, int((width + GRID_GAP) / (GRID_LEAST + GRID_GAP)))
