"""The stack of open screens, the fade between two pages, and the translation of the open screens.

If the user makes a choice whose code is not compiled yet, a dialog shows the time left. When the code is compiled,
the dialog carries out the choice. If the user goes back before that time, nothing happens.

Widgets, options and models keep the texts that they were created with. `retell_all` walks from the open screens
through the objects of the window, and replaces every `Text` by the same text in the current language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, ClassVar

import pygame

from game.needs import Need
from game.texts import Text, retell, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.screen import Screen
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Row, Space, grow
from game.window.ui.leaves import Bar, Line, Words
from game.window.ui.leaves.bands import ButtonRow
from game.window.ui.theme import tokens
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.window.frame.screen import Services
    from game.window.ui.canvas.painter import Painter


MAX_ALPHA = 254  # at 255 the surface is copied in another way, which takes fifteen times as long


class Navigator:
    """The stack of open screens, topmost last. The screen below an overlay stays visible."""

    def __init__(self) -> None:
        self._screens: list[Screen] = []
        self._fade: _Fade | None = None
        self._wants_fade = False
        self._dirty = True

    @property
    def screens(self) -> tuple[Screen, ...]:
        return tuple(self._screens)

    @property
    def top(self) -> Screen:
        return self._screens[-1]

    @property
    def visible(self) -> list[Screen]:
        """The visible screens in drawing order: the topmost screen, and the screens that show through below it."""
        shown = [self.top]
        for below in reversed(self._screens[:-1]):
            if not shown[0].overlay:
                break
            shown.insert(0, below)
        return shown

    @property
    def is_dirty(self) -> bool:
        return self._dirty or any(screen.dirty for screen in self.visible)

    @property
    def waiting(self) -> bool:
        return any(screen.waiting for screen in self.visible)

    def change(self, screens: list[Screen]) -> None:
        """Replace the open screens by `screens`."""
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
        for screen in self.visible:
            screen.resize(painter.W, painter.H)

    def background_changed(self) -> None:
        for screen in self._screens:
            screen.background_changed()

    def advance(self, dt: float) -> bool:
        """Let time pass for the visible screens. Return whether an animation needs another frame."""
        moving = [screen.advance(dt) for screen in self.visible]
        if self._fade is not None:
            self._dirty = True
            if not self._fade.advance(dt):
                self._fade = None
        return any(moving) or self._fade is not None or self._wants_fade

    def draw(self, painter: Painter, seconds_of_fade: float) -> bool:
        """Draw the visible screens if anything has changed. Return whether they were drawn.

        A screen that was opened since the last call is laid out first.
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
    """The previous page while it fades out."""

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


BAR_ROW = 30.0
STEPS = 480  # of the bar that can be told apart
PATIENCE = 0.4  # seconds for the answer that all is ready, before anything is shown


class Preparing(Dialog):
    """A dialog that waits until the code for the user's choice is compiled, and then makes the choice."""

    name: ClassVar[str] = "preparing"
    widest: float = 540.0
    fades: ClassVar[bool] = False

    def __init__(self, app: Services, act: Act, need: Need) -> None:
        super().__init__(app, text("preparation.page.title"))
        self._act = act
        self._need = need
        self._seconds_waited = 0.0
        self._drawn: tuple[bool, str, int] = (False, "", 0)
        self._back = Button(
            "back", text("common.back"), self.escape, keycap=text("keys.escape"), style="label_b"
        )

    @property
    def _shows(self) -> bool:
        return self.app.models.preparation.working or self._seconds_waited > PATIENCE

    @property
    def _words(self) -> str:
        return self.app.models.preparation.in_words("left", self._need)

    @property
    def _share(self) -> float:
        return self.app.models.preparation.get_share(self._need)

    def parts(self) -> Sequence[Box]:
        """Return a sentence, and the progress bar with the time left."""
        bar = Bar(self._share, height=10.0, pattern="diagonal").sized(grow())
        left = Line(self._words, "label_b", height=BAR_ROW, right=True)
        return [Words(text("preparation.page.body"), "body", "dim", 4), Row(bar, left, gap=16), Space(22)]

    def buttons(self) -> list[Button]:
        return [self._back]

    def foot(self) -> Box:
        return ButtonRow(self.buttons())

    def layout(self, width: float, height: float) -> None:
        """Lay out the dialog. During the first moments it stays empty."""
        super().layout(width, height)
        if not self._shows:
            self.place([])

    def background_changed(self) -> None:
        """Lay the page out again if the displayed progress has changed."""
        now = self._shows, self._words, round(self._share * STEPS)
        if now != self._drawn:
            self._drawn = now
            self.relayout()

    def update(self, dt: float) -> bool:
        """When the code is compiled, or cannot be compiled, close the dialog and carry out the user's choice."""
        if not self.app.models.preparation.holds_up(self._need):
            self.app.back()
            self._act()
            return True
        shown = self._shows
        self._seconds_waited += dt
        if shown != self._shows:
            self.relayout()
        return not shown

    def darken(self, painter: Painter) -> None:
        if self._shows:
            super().darken(painter)

    def draw(self, painter: Painter) -> None:
        if self._shows:
            super().draw(painter)


WALKED = ("game.window.", "game.features.", "game.tables.", "game.app.", "game.study.")
MAX_DEPTH = 400
PLAIN = (str, bytes, int, float, complex, type(None), type)


def retell_all(roots: Iterable[object]) -> None:
    """Translate all texts in `roots`, and in all objects reachable from `roots`, into the current language."""
    walk = _Walk()
    for root in roots:
        walk.replace(root)


class _Walk:
    """A walk that visits each object once.

    Attributes:
        done: A mapping from the id of each visited object to the object's replacement and the object itself. The
            object is stored so that its id is not reused.
    """

    def __init__(self) -> None:
        self.done: dict[int, tuple[object, Any]] = {}
        self.depth = 0

    def replace(self, value: Any) -> Any:
        """Return the replacement of a value. Only a text or a tuple of texts is replaced by another object."""
        if isinstance(value, Text):
            return retell(value)
        if isinstance(value, PLAIN) or self.depth > MAX_DEPTH:
            return value
        if id(value) not in self.done:
            self.done[id(value)] = value, value
            self.depth += 1
            self.done[id(value)] = value, self._replace_parts(value)
            self.depth -= 1
        return self.done[id(value)][1]

    def _replace_parts(self, value: Any) -> Any:
        match value:
            case list():
                value[:] = map(self.replace, value)
            case dict():
                self._replace_entries(value)
            case tuple():
                return self._replace_items(value)
            case partial():
                self.replace(value.args)
                self.replace(value.keywords)
            case MethodType():
                self.replace(value.__self__)
            case FunctionType():
                for cell in value.__closure__ or ():
                    self._replace_cell(cell)
            case _ if f"{type(value).__module__}.".startswith(WALKED):
                self._replace_attributes(value)
        return value

    def _replace_entries(self, value: dict[Any, Any]) -> None:
        """Replace the values of a dictionary, and all keys that are texts."""
        entries = list(value.items())
        told = [(retell(key) if isinstance(key, Text) else key, self.replace(held)) for key, held in entries]
        is_new = (
            key is not old or held is not was for (key, held), (old, was) in zip(told, entries, strict=True)
        )
        if any(is_new):
            value.clear()
            value.update(told)

    def _replace_items(self, value: tuple[Any, ...]) -> tuple[Any, ...]:
        told = [self.replace(held) for held in value]
        if all(new is old for new, old in zip(told, value, strict=True)):
            return value
        make: Any = getattr(type(value), "_make", type(value))
        return make(told)  # type: ignore[no-any-return]

    def _replace_cell(self, cell: Any) -> None:
        try:
            held = cell.cell_contents
        except ValueError:  # the variable has no value yet
            return
        if (told := self.replace(held)) is not held:
            cell.cell_contents = told

    def _replace_attributes(self, value: object) -> None:
        names = list(getattr(value, "__dict__", ()))
        for kind in type(value).__mro__:
            slots = vars(kind).get("__slots__", ())
            names += (slots,) if isinstance(slots, str) else slots
        for name in names:
            held = getattr(value, name, None) if name != "__weakref__" else None
            if (told := self.replace(held)) is not held:
                object.__setattr__(value, name, told)
