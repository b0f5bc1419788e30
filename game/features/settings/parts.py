"""What the pages of the settings are made of: controls that apply at once, and the rows they stand in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from game.texts import percent, text
from game.window.frame.screen import Services
from game.window.frame.settings_store import Settings
from game.window.ui.layout import Column
from game.window.ui.leaves import Setting
from game.window.ui.widgets import Choice, Option, Slider, Toggle, Widget
from game.window.ui.widgets.pace import PacePreview
from game.window.ui.widgets.toggle import HEIGHT, WIDTH

LABEL_WIDTH = 190.0
CONTROL = (200.0, 40.0)
WIDE_PAGE, LAST_ROW = 700.0, 86.0  # a wider page shares its last row with the button that restores
SWITCH = (WIDTH, HEIGHT)
SETTINGS = {one.name for one in fields(Settings)}
KEPT = ("full_screen",)
"""What is not set back with the rest of its page."""


@dataclass
class Page:
    """A page: its boxes, and what else than its controls follows the settings.

    A control that has the name of a setting follows it. Where the last row is shared, the button that restores
    stands at its right end.
    """

    flow: Column
    follow_too: Callable[[Settings], None] = lambda settings: None
    preview: PacePreview | None = None
    shares_last_row: bool = False

    @property
    def restores(self) -> tuple[str, ...]:
        """The settings that are set back."""
        names = (widget.name for widget in self.flow.controls())
        return tuple(name for name in names if name in SETTINGS and name not in KEPT)

    def follow(self, settings: Settings) -> None:
        """Show the settings as they are."""
        self.follow_too(settings)
        for widget in self.flow.controls():
            value: Any = getattr(settings, widget.name, None)
            match widget:
                case Choice():
                    widget.chosen = value
                case Toggle():
                    widget.on = value
                case Slider():
                    widget.number = value


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


def slider_of(app: Services, setting: str, bounds: tuple[int, int], **more: Any) -> Slider:
    """Return a slider of a setting in per cent that applies at once."""
    return Slider(
        setting,
        name_of(setting),
        bounds,
        getattr(app.settings, setting),
        lambda value: app.change(**{setting: value}),
        say=lambda value: percent(value / 100),
        shows_value=True,
        **more,
    )


def row_of(widget: Widget, extent: tuple[float, float] = CONTROL) -> Setting:
    """Return the control of a setting with its name and note."""
    return Setting(widget.label, note_of(widget.name), widget, extent, LABEL_WIDTH)


def switch_row(app: Services, setting: str) -> Setting:
    """Return a switch of one setting that applies at once, with its name and note."""
    on = getattr(app.settings, setting)
    switch = Toggle(setting, name_of(setting), on, lambda value: app.change(**{setting: value}))
    return Setting(switch.label, note_of(setting), switch, SWITCH)
