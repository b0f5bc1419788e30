"""Buttons and switches. A click or Enter acts once, however long the key is held."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol, TypeVar

from game.texts import text
from game.window.ui.canvas.lettering import MIN_SHRINK, breaks_word
from game.window.ui.input import ENTER, Key
from game.window.ui.theme import RGB, mix, tokens
from game.window.ui.widgets.widget import Act, Widget, holds

if TYPE_CHECKING:
    from game.window.ui.canvas.canvas import Colour
    from game.window.ui.canvas.painter import Painter


Kind = Literal["plain", "primary", "danger", "quiet", "outline"]

HOVER_SHARE = 0.12
PRESSED_SHARE = 0.16
BRIGHT_EDGE = 0.28
BLACK, WHITE = (0, 0, 0), (255, 255, 255)

ICON_SPACE = 26.0
BADGE_INSIDE, BADGE_OUTSIDE = 2.0, 4.0  # dp from the corner of a button to its badge
KEY_MARGIN = 12.0
SIDE_MARGIN = 20.0
MIN_TWO_LINES, HALF_LINE = 32.0, 7.5


@dataclass(frozen=True, slots=True)
class _Paint:
    """The colours of a kind of button at rest. None means no fill or no line."""

    fill: str | None
    ink: str
    line: str | None


PAINTS: dict[Kind, _Paint] = {
    "plain": _Paint("raised", "text", "edge"),
    "primary": _Paint("brass_fill", "on_brass", None),
    "danger": _Paint("danger", "on_danger", None),
    "quiet": _Paint(None, "text", None),
    "outline": _Paint(None, "text", "edge"),
}


class Pressable(Widget):
    """A widget that acts on a click, or on Enter while it is focused."""

    role: ClassVar[str] = "button"

    def __init__(self, name: str, label: str, act: Act) -> None:
        super().__init__(name, label)
        self.act = act

    def key(self, event: Key) -> bool:
        """Act on Enter, once for each press of the key."""
        if event.name not in ENTER:
            return False
        if not event.repeat:
            self.act()
        return True

    def release(self, x: float, y: float) -> bool:
        """Act if the mouse button was released over the widget."""
        if holds(self.hit, x, y):
            self.act()
        return True


class Button(Pressable):
    """A labelled button. It can show its shortcut (`keycap`) and a second line of text (`sub`).

    If there is no room for the label and the shortcut, only the label is shown. A `badge` is a word on a brass
    ground at the upper right corner. It covers neither the label nor the keycap.
    """

    def __init__(
        self,
        name: str,
        label: str,
        act: Act,
        *,
        kind: Kind = "plain",
        keycap: str = "",
        icon: str = "",
        style: str = "strong",
        sub: str = "",
    ) -> None:
        super().__init__(name, label, act)
        self.kind: Kind = kind
        self.keycap = keycap
        self.icon = icon
        self.style = style
        self.sub = sub
        self.badge = ""
        self.alpha = 255
        self.felt = False

    def natural_width(self, painter: Painter, label: str = "") -> float:
        mark = self._key_width(painter)
        return self._label_width(painter, label) + (mark + KEY_MARGIN if mark else 0.0) + 2 * SIDE_MARGIN

    def draw(self, painter: Painter) -> None:
        """Draw the button in its current state."""
        x, y, width, height = self.rect
        radius = tokens().radius["control"]
        down = 1.0 if self.pressed else 0.0
        ink = PAINTS[self.kind].ink if self.enabled else "faint"
        self._draw_body(painter, (x, y + down, width, height), radius)
        middle = y + down + height / 2
        x, _, width, _ = self.rect
        words, mark = self._label_width(painter), self._key_width(painter)
        crowded = mark > 0 and width < words + 2 * mark + 48
        if crowded and not self._fits(painter, width - 16 - mark - KEY_MARGIN):
            crowded, mark = False, 0.0
        centre = x + width / 2 - (mark / 2 + 4 if crowded else 0.0)
        room = width - 16 - (mark + KEY_MARGIN if crowded else 0.0)
        if self.icon:
            painter.icon(self.icon, centre - words / 2 + 9, middle, 18, ink, weight=2)
            centre, room = centre + ICON_SPACE / 2, room - ICON_SPACE
        self._write(painter, centre, middle, room, ink)
        if mark:
            painter.keycap(x + width - KEY_MARGIN, middle, self.keycap, ink)
        if self.badge:
            draw_badge(painter, x + width + BADGE_OUTSIDE, y + BADGE_INSIDE, self.badge)
        if self.focused and self.shows_focus:
            painter.focus_ring(self.rect, radius, felt=self.felt)

    def _fits(self, painter: Painter, room: float) -> bool:
        """Return whether the label fits on one line, or on two lines between its words."""
        room -= ICON_SPACE if self.icon else 0.0
        if painter.width(self.label, self.style) * MIN_SHRINK <= room:
            return True
        if self.sub or self.rect[3] < MIN_TWO_LINES:
            return False
        return len(painter.wrap(self.label, room, "small_b")) == 2 and not breaks_word(
            self.label, lambda piece: painter.width(piece, "small_b") <= room
        )

    def _write(self, painter: Painter, centre: float, middle: float, room: float, ink: Colour) -> None:
        """Draw the label and the second line. If the label is too long, draw it smaller on two lines."""
        lines: tuple[str, ...] = ()
        if not self.sub and painter.width(self.label, self.style) * MIN_SHRINK > room:
            lines = painter.wrap(self.label, room, "small_b")
        if len(lines) == 2 and self.rect[3] >= MIN_TWO_LINES:
            for line, row in zip(lines, (middle - HALF_LINE, middle + HALF_LINE), strict=True):
                painter.text(line, centre, row, "small_b", ink, al="c", fit=room, alpha=self.alpha)
            return
        row = middle - (8 if self.sub else 0)
        painter.text(self.label, centre, row, self.style, ink, al="c", fit=room, alpha=self.alpha)
        if self.sub:
            painter.text(self.sub, centre, middle + 11, "small", ink, al="c", fit=room, alpha=self.alpha)

    @property
    def shows_focus(self) -> bool:
        return True

    def _draw_body(self, painter: Painter, rect: tuple[float, float, float, float], radius: float) -> None:
        fill, line = self._fill(painter), self._line(painter)
        if self.kind in ("primary", "danger") and self.enabled and not self.pressed:
            painter.shadow(rect, radius, 5, 80, 2)
        if fill is not None or line is not None:
            painter.rect(rect, fill, radius, line)
        if fill is not None and self.kind == "primary" and self.enabled and painter.theme.name == "dark":
            x, y, width, height = rect
            painter.rect(
                (x + 1, y + 1, width - 2, height - 2), None, radius - 1, mix(fill, WHITE, BRIGHT_EDGE)
            )

    def _fill(self, painter: Painter) -> RGB | None:
        rest = PAINTS[self.kind].fill
        if not self.enabled:
            return None if self.kind == "quiet" else painter.col("sunk")
        if self.pressed:
            return mix(painter.col(rest), BLACK, PRESSED_SHARE) if rest else painter.col("sunk")
        if rest is None:
            return mix(painter.col("panel"), painter.col("raised"), self.warmth) if self.warmth else None
        towards = WHITE if self.kind == "primary" else painter.col("text")
        return mix(painter.col(rest), towards, HOVER_SHARE * self.warmth)

    def _line(self, painter: Painter) -> str | None:
        if not self.enabled:
            return None if self.kind == "quiet" else "line"
        if self.kind == "primary" and painter.theme.name == "light":
            return "brass"
        return PAINTS[self.kind].line

    @property
    def value(self) -> str:
        return self.badge

    def _key_width(self, painter: Painter) -> float:
        return painter.keycap_width(self.keycap) if self.keycap else 0.0

    def _label_width(self, painter: Painter, label: str = "") -> float:
        return painter.width(label or self.label, self.style) + (ICON_SPACE if self.icon else 0.0)


def badge_width(painter: Painter, words: str) -> float:
    return painter.width(words, "key") + 14


def draw_badge(painter: Painter, right: float, middle: float, words: str) -> None:
    """Draw a short text on a brass ground, with its right end at `right`."""
    wide = badge_width(painter, words)
    painter.rect((right - wide, middle - 10, wide, 20), "brass_fill", 10)
    painter.text(words, right - wide / 2, middle, "key", "on_brass", al="c")


class IconButton(Pressable):
    """A button with only an icon. Its label is its tooltip."""

    SIZE = 40.0

    def __init__(self, name: str, label: str, icon: str, act: Act) -> None:
        super().__init__(name, label, act)
        self.icon = icon
        self.group = "header"
        self.ink = "dim"

    @property
    def hint(self) -> str:
        return self.disabled or self.tooltip or self.label

    def centre_at(self, x: float, y: float) -> None:
        self.rect = (x - self.SIZE / 2, y - self.SIZE / 2, self.SIZE, self.SIZE)

    def draw(self, painter: Painter) -> None:
        """Draw the icon. If the button is hovered or focused, draw a background behind the icon."""
        x, y, width, height = self.rect
        active = self.enabled and (self.hovered or self.focused)
        if active:
            painter.rect(self.rect, "sunk" if self.pressed else "raised", tokens().radius["control"])
        ink = "text" if active else self.ink if self.enabled else "faint"
        painter.icon(self.icon, x + width / 2, y + height / 2 + (1 if self.pressed else 0), 22, ink)
        if self.focused:
            painter.focus_ring(self.rect)


WIDTH, HEIGHT = 48.0, 26.0
KNOB = 9.5


class Toggle(Widget):
    """A switch. A click, Enter or Space toggles it."""

    role: ClassVar[str] = "switch"

    def __init__(self, name: str, label: str, on: bool, change: Callable[[bool], None]) -> None:
        super().__init__(name, label)
        self.on = on
        self.change = change

    @property
    def value(self) -> str:
        return text("common.on" if self.on else "common.off")

    def key(self, event: Key) -> bool:
        """Toggle on Enter or Space, once for each press of the key."""
        if event.name not in (*ENTER, "space"):
            return False
        if not event.repeat:
            self._turn()
        return True

    def release(self, x: float, y: float) -> bool:
        """Toggle if the mouse is still over the switch."""
        if holds(self.hit, x, y):
            self._turn()
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the switch."""
        x, y, width, height = self.rect
        middle, radius = y + height / 2, height / 2
        fill = mix(
            painter.col("brass_fill" if self.on else "sunk"), painter.col("text"), HOVER_SHARE * self.warmth
        )
        line = ("brass" if painter.theme.name == "light" else None) if self.on else "edge"
        painter.rect(self.rect, fill if self.enabled else "sunk", radius, line if self.enabled else "line")
        knob = x + (width - radius if self.on else radius)
        if self.enabled:
            painter.disc(knob, middle, KNOB, "on_brass" if self.on else "edge")
        else:
            painter.ring(knob, middle, KNOB - 1, "line", 2)
        if self.on:
            painter.icon("check", knob, middle, 13, "brass_fill" if self.enabled else "faint", weight=3)
        if self.focused:
            painter.focus_ring(self.rect, radius)

    def _turn(self) -> None:
        self.on = not self.on
        self.change(self.on)


class MoveButton(Button):
    """The button of a move at the table.

    The reason why the button is disabled changes often, so it is only shown on hover. A disabled button has
    no focus ring.
    """

    @property
    def hint(self) -> str:
        return super().hint if self.hovered else ""

    @property
    def shows_focus(self) -> bool:
        return self.enabled


class Example(Protocol):
    """An example that a page offers as a start."""

    @property
    def name(self) -> str:
        """The text key of the example's name."""


E = TypeVar("E", bound=Example)


def example_buttons(key: str, examples: Iterable[E], start: Callable[[E], None]) -> list[Button]:
    """Return a button for each example, with a digit as its shortcut.

    `key` is a text key that contains {}. The label of a button is the text whose key has the name of the example in
    place of {}.
    """
    return [
        Button(
            f"example-{one.name}",
            text(key.format(one.name)),
            partial(start, one),
            kind="outline",
            style="label",
            keycap=str(index),
        )
        for index, one in enumerate(examples, 1)
    ]
