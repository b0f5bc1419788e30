"""A picture as a control: it reads out the part under the mouse, and a click does nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

from game.window.ui.widgets.widget import Widget

T = TypeVar("T")


class ReadOut(Widget, ABC, Generic[T]):
    """The control; subclasses define `find`, which returns the part at a point."""

    role: ClassVar[str] = "picture"

    def __init__(self, name: str, label: str) -> None:
        super().__init__(name, label)
        self._under: T | None = None

    @abstractmethod
    def find(self, x: float, y: float) -> T | None:
        """Return the part of the picture at a point; None if there is none."""

    @property
    def under(self) -> T | None:
        """The part under the mouse; None if the mouse is elsewhere."""
        return self._under if self.hovered else None

    @property
    def hand(self) -> bool:
        """Nothing can be clicked."""
        return False

    def hover(self, x: float, y: float) -> bool:
        """Follow the mouse."""
        before, self._under = self._under, self.find(x, y)
        return before != self._under
