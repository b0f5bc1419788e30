"""A picture as a control: what lies under the mouse is read out, and nothing is done by a click."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

from game.screens.ui.widgets.widget import Widget

T = TypeVar("T")


class ReadOut(Widget, ABC, Generic[T]):
    """The control; subclasses say by `find` what lies at a point."""

    role: ClassVar[str] = "picture"

    def __init__(self, name: str, label: str) -> None:
        super().__init__(name, label)
        self._under: T | None = None

    @abstractmethod
    def find(self, x: float, y: float) -> T | None:
        """Return what lies at a point; None for nothing."""

    @property
    def under(self) -> T | None:
        """What lies under the mouse; None where the mouse is elsewhere."""
        return self._under if self.hovered else None

    @property
    def hand(self) -> bool:
        """Nothing can be clicked."""
        return False

    def hover(self, x: float, y: float) -> bool:
        """Follow the mouse."""
        before, self._under = self._under, self.find(x, y)
        return before != self._under
