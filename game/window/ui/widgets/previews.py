"""Previews of settings: the three rooms, the backs of the cards, and the speed of dealing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Protocol

from game.window.ui.canvas.painter import BACK, SHAPE, Painter
from game.window.ui.layout.box import Box
from game.window.ui.theme import tokens
from game.window.ui.widgets.choice import Choice
from game.window.ui.widgets.widget import Rect, inset

HEIGHT = 132.0
CARD = 92.0
CODE = "Ah"
MARGIN = 40.0


class Pace(Protocol):
    """The speed and motion of cards according to the settings."""

    @property
    def speed(self) -> str: ...

    @property
    def pace(self) -> float | None:
        """The factor of all durations, or None without animations."""

    @property
    def reduced_motion(self) -> bool: ...


class PacePreview(Box):
    """A preview of the speed of dealing. It plays once at the start, and again when the settings change.

    `advance` returns whether the preview is still moving.
    """

    _height = HEIGHT

    def __init__(self, settings: Callable[[], Pace]) -> None:
        self._settings = settings
        self._seconds: float | None = None
        self._drawn_settings = self._set

    def start(self) -> None:
        self._seconds = 0.0

    def advance(self, dt: float) -> bool:
        """Advance time at the speed of the settings."""
        if self._drawn_settings != self._set:
            self._drawn_settings = self._set
            self.start()
        if self._seconds is None:
            return False
        pace = self._settings().pace
        self._seconds += dt * (pace or 0.0) * 1000
        if pace is None or self._settings().reduced_motion or self._seconds >= self._deal + self._flip:
            self._seconds = None
        return self._seconds is not None

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the strip, the deck and the moving card."""
        x, y, width, _ = rect
        painter.felt(rect, 12)
        top = y + (HEIGHT - CARD) / 2
        start, end = x + MARGIN, x + width - MARGIN - CARD * SHAPE
        painter.slot(end, top, CARD)
        for layer in range(3):
            painter.card(BACK, start - layer * 1.5, top - layer * 1.5, CARD)
        if self._seconds is None:
            painter.card(CODE, end, top, CARD)
        elif self._seconds < self._deal:
            share = 1 - (1 - self._seconds / self._deal) ** 3
            painter.card(BACK, start + (end - start) * share, top, CARD)
        else:
            turned = (self._seconds - self._deal) / self._flip
            code = BACK if turned < 0.5 else CODE
            painter.card(code, end, top, CARD, open_share=max(0.05, abs(1 - 2 * turned)))

    @property
    def _set(self) -> tuple[str, bool]:
        return self._settings().speed, self._settings().reduced_motion

    @property
    def _deal(self) -> float:
        return tokens().motion["deal"] * 2

    @property
    def _flip(self) -> float:
        return tokens().motion["flip"]


ROOM_GAP = 18.0
ROOM_SHAPE = 0.43  # height of a picture over its width
ROOM_LOWEST, ROOM_HIGHEST = 84.0, 120.0
NAMES = 34.0
BACK_HEIGHT, BACK_STEP = 46.0, 46.0


class RoomChoice(Choice):
    """The three themes, each as a small room in its own colours."""

    role: ClassVar[str] = "choice"

    @staticmethod
    def height_for(width: float) -> float:
        each = (width - 2 * ROOM_GAP) / 3
        return max(ROOM_LOWEST, min(ROOM_HIGHEST, each * ROOM_SHAPE)) + NAMES

    def option_rect(self, index: int) -> Rect:
        """Return the rectangle of a room and its name."""
        x, y, width, height = self.rect
        each = (width - (len(self.options) - 1) * ROOM_GAP) / len(self.options)
        return x + index * (each + ROOM_GAP), y, each, height

    def draw(self, painter: Painter) -> None:
        """Draw the rooms and their names, with a tick at the chosen room."""
        for index, option in enumerate(self.options):
            x, y, width, height = self.option_rect(index)
            picture = (x, y, width, height - NAMES)
            chosen = option.value == self.chosen
            _draw_room(painter, picture, option.value)
            lit = chosen or index == self._under_mouse
            painter.rect(picture, None, 12, "brass" if lit else "edge", 2.5 if chosen else 1)
            row, room = y + height - NAMES + 19, width - 30 if chosen else width
            wide = painter.text(option.label, x + 2, row, "strong", fit=room - 4)
            if room - wide - 14 > painter.width(option.note, "label"):
                painter.text(option.note, x + 12 + wide, row, "label", "dim")
            if chosen:
                painter.disc(x + width - 14, row, 10, "brass_fill")
                painter.icon("check", x + width - 14, row, 14, "on_brass", weight=3)
            if chosen and self.focused:
                painter.focus_ring(picture, 12)


def _draw_room(painter: Painter, rect: Rect, name: str) -> None:
    """Draw a table, two cards and a panel in the colours of the theme `name`."""
    x, y, width, height = rect
    theme = tokens().themes[name]
    painter.rect(rect, theme["room_lit" if name == "light" else "room"], 12)
    table = (x + width * 0.08, y + height * 0.18, width * 0.58, height * 0.62)
    rail = 2.0 if theme.is_contrast else 4.0
    painter.rect(table, theme["inlay"] if theme.is_contrast else theme["rail_hi"], table[3] / 2)
    painter.rect(inset(table, rail), theme["felt"], table[3] / 2 - rail)
    high = height * 0.34
    for index, code in enumerate(("Ah", "Ks")):
        left = x + width * 0.37 + (index - 1) * high * 0.74
        painter.card(code, left, y + height * 0.49 - high / 2, high, shadow=False)
    panel = (x + width * 0.72, y + height * 0.18, width * 0.21, height * 0.62)
    painter.rect(panel, theme["panel"], 6, theme["line"])
    for row, share in enumerate((0.13, 0.10, 0.15)):
        line = (x + width * 0.75, y + height * (0.30 + row * 0.10), width * share, 4)
        painter.rect(line, theme["dim" if row else "text"], 2)
    painter.rect((x + width * 0.75, y + height * 0.64, width * 0.15, height * 0.08), theme["brass"], 4)


class BackChoice(Choice):
    """A control that chooses the design of the card backs."""

    role: ClassVar[str] = "choice"

    def option_rect(self, index: int) -> Rect:
        x, y, _, height = self.rect
        return x + index * BACK_STEP, y, BACK_STEP, height

    def draw(self, painter: Painter) -> None:
        """Draw the backs, with a brass rim around the chosen back. A deck may have a single back."""
        for index, option in enumerate(self.options if self.enabled else self.options[:1]):
            x, y, _, height = self.option_rect(index)
            card = (x + 4, y + (height - BACK_HEIGHT) / 2, BACK_HEIGHT * SHAPE, BACK_HEIGHT)
            painter.painter_on(painter.s, look=replace(painter.look, back=option.value)).card(
                BACK, card[0], card[1], BACK_HEIGHT
            )
            if self.enabled and (option.value == self.chosen or index == self._under_mouse):
                painter.rect(inset(card, -4), None, 8, "brass", 2 if option.value == self.chosen else 1)
            if self.focused and (option.value == self.chosen or not self.enabled):
                painter.focus_ring(inset(card, -1), 6)
