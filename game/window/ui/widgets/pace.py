"""A strip of felt on which a card is dealt and turned over, as fast as the settings say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from game.window.ui.canvas.painter import BACK, SHAPE
from game.window.ui.layout.box import Box
from game.window.ui.theme import tokens
from game.window.ui.widgets.widget import Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

HEIGHT = 132.0
CARD = 92.0
CODE = "Ah"
MARGIN = 40.0


class Pace(Protocol):
    """How fast cards move, as the settings say."""

    @property
    def speed(self) -> str:
        """What was chosen."""

    @property
    def pace(self) -> float | None:
        """The factor of all durations; None where nothing moves."""

    @property
    def reduced_motion(self) -> bool:
        """Whether nothing flies."""


class PacePreview(Box):
    """Plays once when it is started, and where the settings change; `advance` returns whether it still moves."""

    def __init__(self, settings: Callable[[], Pace]) -> None:
        self._settings = settings
        self._passed: float | None = None
        self._shown = self._set

    def start(self) -> None:
        """Deal the card."""
        self._passed = 0.0

    def advance(self, dt: float) -> bool:
        """Let time pass at the pace that is set."""
        if self._shown != self._set:
            self._shown = self._set
            self.start()
        if self._passed is None:
            return False
        pace = self._settings().pace
        self._passed += dt * (pace or 0.0) * 1000
        if pace is None or self._settings().reduced_motion or self._passed >= self._deal + self._flip:
            self._passed = None
        return self._passed is not None

    def measure(self, painter: Painter, width: float) -> float:
        """The strip."""
        return HEIGHT

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the strip, the deck and the card."""
        x, y, width, _ = rect
        painter.felt(rect, 12)
        top = y + (HEIGHT - CARD) / 2
        start, end = x + MARGIN, x + width - MARGIN - CARD * SHAPE
        painter.slot(end, top, CARD)
        for layer in range(3):
            painter.card(BACK, start - layer * 1.5, top - layer * 1.5, CARD)
        if self._passed is None:
            painter.card(CODE, end, top, CARD)
        elif self._passed < self._deal:
            share = 1 - (1 - self._passed / self._deal) ** 3
            painter.card(BACK, start + (end - start) * share, top, CARD)
        else:
            turned = (self._passed - self._deal) / self._flip
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
