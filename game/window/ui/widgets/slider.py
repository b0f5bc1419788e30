"""Sliders, and the scrubber, which is a slider that chooses an iteration.

The user moves a slider by dragging it, with the wheel, or with the arrow keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from game.texts import format_tick, number, text
from game.window.ui.charts.axes import Axis
from game.window.ui.input import Key
from game.window.ui.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Colour, Painter


KNOB = 10.0
TRACK = 6.0
STEPS_OF_A_PAGE = 10
VALUE_ROOM = 62.0
TICK_GAP = 6.0  # dp: a tick that is closer to the tick before it is left out


class Slider(Widget):
    """A whole number from `low` to `high`. An arrow key changes the number by `step`.

    With Shift, an arrow key changes the number by ten steps. `say` formats a value. `ticks` are marked below the
    line. A subclass can make the line nonlinear by overriding `share_at` and `number_at`, for example for a bet as
    a share of the stack. A `patient` slider reports a change only when the mouse button is released, because the
    reaction to the change would move the slider itself. If `shows_value`, the value is written at the right end.
    """

    role: ClassVar[str] = "slider"

    def __init__(
        self,
        name: str,
        label: str,
        bounds: tuple[int, int],
        number: int,
        change: Callable[[int], None],
        *,
        step: int = 1,
        ticks: Sequence[int] = (),
        say: Callable[[int], str] = str,
        patient: bool = False,
        shows_value: bool = False,
    ) -> None:
        super().__init__(name, label)
        self.low, self.high = bounds
        self.number = number
        self.change = change
        self.step = step
        self.ticks = tuple(ticks)
        self.say = say
        self.patient = patient
        self.shows_value = shows_value
        self.bend = 1.0
        self._held_from: int | None = None

    @property
    def value(self) -> str:
        return self.say(self.number)

    def set_bounds(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.number = max(low, min(high, self.number))

    def share_at(self, number: float) -> float:
        """Return the position of a number on the line, 0 to 1."""
        if self.high <= self.low:
            return 0.0
        share: float = max(0.0, min(1.0, (number - self.low) / (self.high - self.low)))
        bent: float = share ** (1 / self.bend)
        return bent

    def number_at(self, place: float) -> int:
        """Return the number at a position on the line (0 to 1), rounded to a whole step."""
        share: float = max(0.0, min(1.0, place)) ** self.bend
        if share == 1.0:
            return self.high
        return self.low + self.step * round(share * (self.high - self.low) / self.step)

    def move_to(self, number: int) -> bool:
        """Set a number, clamped to the bounds, and report it. Return whether the number has changed."""
        number = max(self.low, min(self.high, number))
        if number == self.number:
            return False
        self.number = number
        if self._held_from is None:
            self.change(number)
        return True

    def key(self, event: Key) -> bool:
        """Handle a key: arrows move by a step, and Home and End to the ends.

        Page keys, and arrows with Shift, move by ten steps.
        """
        by = self.step * (STEPS_OF_A_PAGE if event.shift else 1)
        goals = {
            "left": self.number - by,
            "down": self.number - by,
            "right": self.number + by,
            "up": self.number + by,
            "page down": self.number - STEPS_OF_A_PAGE * self.step,
            "page up": self.number + STEPS_OF_A_PAGE * self.step,
            "home": self.low,
            "end": self.high,
        }
        if event.name not in goals:
            return False
        self.move_to(goals[event.name])
        return True

    def press(self, x: float, y: float) -> bool:
        self._held_from = self.number if self.patient else None
        return self.drag(x, y)

    def drag(self, x: float, y: float) -> bool:
        """Move the knob to the mouse."""
        left, _, width, _ = self._track()
        self.move_to(self.number_at((x - left) / width))
        return True

    def release(self, x: float, y: float) -> bool:
        """Report the change that a patient slider has not reported yet."""
        held_from, self._held_from = self._held_from, None
        if held_from is not None and held_from != self.number:
            self.change(self.number)
        return True

    def wheel(self, steps: float) -> bool:
        """If the slider is focused, move by a step for each step of the wheel.

        If it is not focused, do nothing, because the user may be scrolling the page.
        """
        if not self.focused:
            return False
        self.move_to(self.number + round(steps) * self.step)
        return True

    def knob(self) -> Rect:
        """Return the rectangle of the knob."""
        x, y, width, height = self._track()
        centre = x + width * self.share_at(self.number)
        return centre - KNOB, y + height / 2 - KNOB, 2 * KNOB, 2 * KNOB

    def draw(self, painter: Painter) -> None:
        """Draw the line, its marks and the knob."""
        x, y, width, height = self._track()
        middle = y + height / 2
        edge = "brass" if self.enabled else "edge"
        draw_track(painter, (x, middle, width), (width * self.share_at(self.number), edge))
        last = x
        for tick in self.ticks:
            at = x + width * self.share_at(tick)
            if at - last >= TICK_GAP:
                painter.rect((at - 0.75, middle + 8, 1.5, 5), "edge", 0)
                last = at
        draw_knob(painter, self.knob(), self)
        if self.shows_value:
            right = self.rect[0] + self.rect[2]
            painter.text(self.value, right, middle, "label_b", "text" if self.enabled else "faint", al="r")

    def _track(self) -> Rect:
        x, y, width, height = self.rect
        return (x, y, width - VALUE_ROOM, height) if self.shows_value else self.rect


def draw_track(painter: Painter, line: tuple[float, float, float], *fills: tuple[float, Colour]) -> None:
    """Draw a line. Each fill is a length in dp, from the left end of the line, and a colour."""
    x, middle, width = line
    painter.rect((x, middle - TRACK / 2, width, TRACK), "sunk", TRACK / 2, "edge" if painter.hc else "line")
    for wide, colour in fills:
        painter.rect((x, middle - TRACK / 2, max(TRACK, wide), TRACK), colour, TRACK / 2)


def draw_knob(painter: Painter, knob: Rect, widget: Widget) -> None:
    """Draw the knob of a control, which the user moves along a line."""
    pale = "panel" if painter.theme.name == "light" else "ivory"
    painter.shadow(knob, KNOB, 4, 110, 2)
    fill, edge = (pale, "brass") if widget.enabled else ("sunk", "edge")
    painter.rect(knob, fill, KNOB, edge, 2.5 + widget.warmth)
    if widget.focused:
        painter.focus_ring(knob, KNOB)


STEP = 0.01  # of the line, for an arrow key. It is at least one iteration.
TICK_ROOM = 40.0
MARK = 3.5
ABOVE = 9.0  # dp of the line above the middle, because the ticks are below it


class Seekable(Protocol):
    """A model that can show any moment: `now` out of `total`. Moments after `done` are not known yet."""

    @property
    def now(self) -> int: ...

    @property
    def done(self) -> int: ...

    @property
    def total(self) -> int: ...

    def seek(self, moment: int, /) -> None: ...


class Scrubber(Widget):
    """A slider along the iterations of a model. Moments after the last known moment cannot be chosen.

    The argument `counted` returns the text of the current moment. `marks` are moments with an event.
    """

    role: ClassVar[str] = "slider"

    def __init__(self, name: str, label: str, model: Seekable, counted: str) -> None:
        super().__init__(name, label)
        self._model = model
        self._caption_key = counted
        self.marks: tuple[int, ...] = ()

    @property
    def value(self) -> str:
        return text(self._caption_key, iteration=number(self._model.now))

    def key(self, event: Key) -> bool:
        """Handle a key: arrows move by 1% of the line, page keys or Shift with arrows by 10%.

        Home moves to the start, and End to the last known moment.
        """
        if event.ctrl or event.name not in ("left", "right", "home", "end", "page up", "page down"):
            return False
        if event.name in ("home", "end"):
            self._model.seek(0 if event.name == "home" else max(0, self._model.done))
            return True
        wide = STEP * (10 if event.shift or event.name.startswith("page") else 1)
        self._move(wide if event.name in ("right", "page up") else -wide)
        return True

    def _move(self, by: float) -> None:
        """Move by a share of the line, but at least to the next iteration."""
        now = self._model.now
        goal = self.number_at(self.axis.share(now) + by)
        self._model.seek(max(goal, now + 1) if by > 0 else min(goal, now - 1))

    def press(self, x: float, y: float) -> bool:
        return self.drag(x, y)

    def drag(self, x: float, y: float) -> bool:
        """Move to the moment under the mouse."""
        left, _, width, _ = self._line()
        self._model.seek(self.number_at((x - left) / width))
        return True

    def wheel(self, steps: float) -> bool:
        self._move(2 * STEP * steps)
        return True

    @property
    def axis(self) -> Axis:
        return Axis(1, max(10, self._model.total), log=True)

    def number_at(self, place: float) -> int:
        """Return the iteration at a position on the line, 0 to 1. Position 0 is iteration 0."""
        if place <= 0:
            return 0
        reached = round(float(max(10, self._model.total) ** min(1.0, place)))
        return min(max(0, self._model.done), reached)

    def draw(self, painter: Painter) -> None:
        """Draw the line, its known part, its ticks and the knob."""
        x, middle, width, _ = self._line()
        done, now = max(0, self._model.done), self._model.now
        known, here = width * self.axis.share(done), width * self.axis.share(now)
        draw_track(painter, (x, middle, width), *(((known, "edge"), (here, "brass")) if done else ()))
        for tick in self.axis.ticks(max(2, int(width / TICK_ROOM))):
            at = x + width * self.axis.share(tick)
            painter.rect((at - 0.75, middle + 7, 1.5, 4), "edge", 0)
            painter.text(format_tick(tick), at, middle + 21, "small", "faint", al="c")
        for mark in self.marks:
            painter.disc(x + width * self.axis.share(mark), middle, MARK, "text" if mark <= now else "dim")
        draw_knob(painter, (x + here - KNOB, middle - KNOB, 2 * KNOB, 2 * KNOB), self)

    def _line(self) -> Rect:
        x, y, width, height = self.rect
        return x + KNOB, y + height / 2 - ABOVE, width - 2 * KNOB - 14, height
