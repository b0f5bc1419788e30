"""The stack of open screens: which one is on top, what shows, and the fade from one page to the next."""

from __future__ import annotations

import pygame

from game.window.frame.screen import Screen
from game.window.ui.canvas.painter import Painter
from game.window.ui.theme import tokens

MAX_ALPHA = 254  # at 255 the surface is copied in another way, which takes fifteen times as long


class Navigator:
    """The screens, the topmost last. An overlay lets the screen below it show."""

    def __init__(self) -> None:
        self._screens: list[Screen] = []
        self._fade: _Fade | None = None
        self._wants_fade = False
        self._dirty = True

    @property
    def screens(self) -> tuple[Screen, ...]:
        """All open screens, the topmost last."""
        return tuple(self._screens)

    @property
    def top(self) -> Screen:
        return self._screens[-1]

    @property
    def visible(self) -> list[Screen]:
        """The topmost screen, and what shows below it, in the order of drawing."""
        shown = [self.top]
        for below in reversed(self._screens[:-1]):
            if not shown[0].overlay:
                break
            shown.insert(0, below)
        return shown

    @property
    def is_dirty(self) -> bool:
        """Whether anything has changed since the last frame that was drawn."""
        return self._dirty or any(screen.dirty for screen in self.visible)

    @property
    def waiting(self) -> bool:
        """Whether something will change by time alone."""
        return any(screen.waiting for screen in self.visible)

    def change(self, screens: list[Screen]) -> None:
        """Put these screens in the place of the present ones."""
        before = self._screens[-1] if self._screens else None
        if before is not None:
            before.leave()
        self._screens = screens
        self.top.enter()
        self.top.relayout()
        self._wants_fade = before is not None
        self._dirty = True

    def redraw(self) -> None:
        self._dirty = True

    def relayout(self) -> None:
        """Lay out every screen again because something that all screens depend on has changed."""
        for screen in self._screens:
            screen.relayout()
        self._dirty = True

    def lay_out(self, painter: Painter) -> None:
        """Bring the layout of what shows up to the size of the window."""
        for screen in self.visible:
            screen.resize(painter.W, painter.H)

    def background_changed(self) -> None:
        """Let every screen show what has changed behind them."""
        for screen in self._screens:
            screen.background_changed()

    def advance(self, dt: float) -> bool:
        """Let time pass for the visible screens. Return whether the next frame is wanted."""
        moving = [screen.advance(dt) for screen in self.visible]
        if self._fade is not None:
            self._dirty = True
            if not self._fade.advance(dt):
                self._fade = None
        return any(moving) or self._fade is not None or self._wants_fade

    def draw(self, painter: Painter, seconds_of_fade: float) -> bool:
        """Draw the visible screens if anything has changed. Return whether they were drawn.

        A screen that opened while time passed is laid out first.
        """
        self.lay_out(painter)
        if not self.is_dirty:
            return False
        shown = self.visible
        painter.spared.clear()
        if self._wants_fade:
            self._wants_fade = False
            self._fade = _Fade(painter.s.copy(), seconds_of_fade)
        for screen in shown:
            if screen.overlay:
                screen.darken(painter)
            screen.draw(painter)
            screen.dirty = False
        self.top.tooltip.draw(painter, (0.0, 0.0, self.top.width, self.top.height))
        if self._fade is not None:
            self._fade.draw(painter.s)
        self._dirty = False
        return True


class _Fade:
    """The page before, going."""

    def __init__(self, before: pygame.Surface, seconds: float) -> None:
        self._before = before
        self._seconds = seconds
        self._left = seconds

    def advance(self, dt: float) -> bool:
        self._left -= dt
        return self._left > 0

    def draw(self, surface: pygame.Surface) -> None:
        if self._before.get_size() == surface.get_size():
            self._before.set_alpha(round(MAX_ALPHA * max(0.0, self._left / self._seconds)))
            surface.blit(self._before, (0, 0))


def fade_seconds(*, reduced: bool) -> float:
    return tokens().motion["touch" if reduced else "page"] / 1000
