"""The base class of screens: controls in focus order, a layout in dp, and drawing.

A screen receives input, time and the worker's answers. It never blocks, and leaves long computations to the worker.
The app has a stack of screens and draws the topmost one. An overlay is drawn over the screen below. Subclasses
override:

- `layout(width, height)`: place the controls. This method is called again after a change of the window or the text
  size, and after `relayout()`. A screen that is built from boxes places the boxes in this method, and stores the
  outermost box as `root`.
- `draw(painter)`: draw the whole screen. Static parts (background, felt, panels) belong in `painter.layer`.
- `key`, `point`, `turn`: handle key and mouse events that no control has used.
- `update(dt)`: advance time. Return True while something moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from game.study.background import AskingAloud
from game.study.play import AgentKey
from game.texts import current, text
from game.window.frame.actions import ActionOwner
from game.window.ui.input import ENTER, Input, Key, Pointer, Wheel
from game.window.ui.layout.arrangements import Scrolled
from game.window.ui.layout.box import Box
from game.window.ui.widgets.button import Button, IconButton, Toggle
from game.window.ui.widgets.choice import Cycle, Segmented
from game.window.ui.widgets.controls import Controls, Tooltip
from game.window.ui.widgets.rows import Rows
from game.window.ui.widgets.slider import Scrubber, Slider
from game.window.ui.widgets.text_entry import TextEntry
from game.window.ui.widgets.widget import Widget, overlap

if TYPE_CHECKING:
    from pathlib import Path

    from game.agent_entries import AgentEntry
    from game.archive.store import Archive
    from game.files.user_files import UncleanEnd
    from game.match.session import HandResult, Session
    from game.match.table_spec import TableSpec
    from game.needs import Need
    from game.study.models import Models
    from game.study.saves import Saves
    from game.window.frame.pages import RegisteredPage
    from game.window.frame.settings_store import Settings
    from game.window.ui.canvas.painter import Painter, Rect
    from game.window.ui.sound import Sound
    from game.window.ui.widgets.widget import Act, Scroll

SPARED = Button, IconButton, Toggle, Segmented, Cycle, Slider, Scrubber, TextEntry
"""The widgets that a notice must not cover. Each is one line high, so that a notice fits next to it."""


class Navigation(Protocol):
    """The stack of open screens."""

    @property
    def screen(self) -> Screen:
        """The topmost screen."""

    @property
    def screens(self) -> tuple[Screen, ...]:
        """All open screens, the topmost last."""

    def open(self, name: str, *given: object, in_place: bool = False) -> None:
        """Open the page with this name above this screen, as soon as the code that the page needs is compiled.

        If `in_place`, the page replaces this screen. `given` are the arguments of the page, after the app.
        """

    def go(self, screen: Screen) -> None:
        """Open a screen above this one."""

    def overlay(self, screen: Screen) -> None:
        """Open an overlay. When the overlay closes, the focus returns to the control that had the focus before."""

    def replace(self, screen: Screen) -> None:
        """Open a screen in place of this one."""

    def back(self) -> None:
        """Close this screen, unless it is the last one."""

    def home(self) -> None:
        """Close all screens above the menu."""

    def show_help(self) -> None: ...

    def show_settings(self) -> None: ...

    def show_tour(self) -> None: ...

    def quit(self) -> None:
        """End the program after this frame."""


class Playing(Protocol):
    """Services that open tables, and wait until a table is ready."""

    def sit_down(self, spec: TableSpec, past: Sequence[HandResult] = ()) -> None:
        """Start a session in place of the current screen.

        The results `past` count towards the score of the session.
        """

    def resume(self, session: Session) -> None: ...

    def take_seat(self, session: Session) -> None:
        """Continue a watched session as a player, in place of the screen that showed it."""

    def once_ready(self, need: Need | None, act: Act) -> None:
        """Call `act` as soon as the code that `need` requires is compiled."""

    def new_seed(self) -> int: ...


class Preferences(Protocol):
    """Services that read and change the user's settings."""

    @property
    def settings(self) -> Settings: ...

    def change(self, **values: Any) -> None:
        """Change settings. The change takes effect at once."""

    def restore(self, names: tuple[str, ...]) -> None:
        """Reset these settings to their defaults. The change takes effect at once."""

    def toggle_mute(self) -> None: ...


class Services(Navigation, Playing, Preferences, AskingAloud, Protocol):
    """All services of the running program that a screen can use."""

    pages: Mapping[str, RegisteredPage]
    folder: Path
    running: bool
    agents: list[AgentEntry]
    saves: Saves
    archive: Archive
    sound: Sound
    models: Models
    unclean_end: UncleanEnd | None

    @property
    def painter(self) -> Painter: ...

    @property
    def notice(self) -> str:
        """The sentence that is shown for a moment, else ""."""

    @property
    def is_heard(self) -> bool:
        """Whether the voice is on or a screen reader is active."""

    @property
    def is_speaking(self) -> bool:
        """Whether the voice is speaking. While the voice is speaking, no message may disappear."""

    def tell(self, words: str) -> None:
        """Announce an event by voice if the voice is on."""

    def tell_at_once(self, words: str) -> None:
        """Let the voice announce what the user has just asked or done, instead of all earlier announcements."""

    def say_focus(self, words: str) -> None:
        """Let the voice say `words`, a changed value, instead of the focused control."""


class Screen(ActionOwner):
    """The base class of screens."""

    name: ClassVar[str] = "screen"
    overlay: ClassVar[bool] = False
    fades: ClassVar[bool] = True
    root = Box()
    """The boxes of the screen. Empty for a screen that draws itself."""

    def __init__(self, app: Services) -> None:
        self.app = app
        self.controls = Controls()
        self.width = 0.0
        self.height = 0.0
        self.dirty = True
        self.scroll: Scroll | None = None
        self._wants_layout = True
        self.tooltip = Tooltip()

    # ---- interface of subclasses ----------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place the widgets in a window of this size in dp."""

    def draw(self, painter: Painter) -> None:
        """Draw the cached layer with the room and the backgrounds of boxes, then the content and the controls."""
        painter.layer((self.name, self.root.grounds()), self._draw_still)
        self.root.draw_all(painter)
        self.draw_controls(painter)

    def darken(self, painter: Painter) -> None:
        painter.scrim()

    def key(self, event: Key) -> bool:
        """Handle a key that no control has used. Return whether the screen has used the key."""
        return False

    def point(self, event: Pointer) -> bool:
        moved = [scroll.point(event) for scroll in self._scrolls()]
        return any(moved)

    def turn(self, event: Wheel) -> bool:
        return any(scroll.turn(event) for scroll in self._scrolls())

    def drop(self, file: str) -> bool:
        """Handle a file that was dropped onto the window. Return whether the screen can use the file."""
        return False

    def update(self, dt: float) -> bool:
        """Advance time by `dt` seconds. Return whether something moves, so that the next frame must be drawn."""
        return False

    def background_changed(self) -> None:
        """Show new progress of background work, such as the compilation of code or an import."""

    def enter(self) -> None:
        """Update this screen, which has become the topmost screen."""

    def leave(self) -> None:
        """Prepare this screen for being covered or closed."""

    def escape(self) -> None:
        self.app.back()

    @property
    def seated_agents(self) -> tuple[AgentKey, ...]:
        """The agents that play as long as this screen is open, whether it is covered or not."""
        return ()

    @property
    def game(self) -> str:
        """The game whose rules the help page shows first, or ""."""
        return ""

    def about(self) -> Mapping[str, object]:
        """Return facts about this screen for a crash report, without any text that a person has typed."""
        return {}

    @property
    def spoken_title(self) -> str:
        page = self.app.pages.get(self.name)
        return text(page.title) if page is not None and current().has(page.title) else text("app.name")

    @property
    def spoken_state(self) -> str:
        """The text that the voice reads if the user turns the voice on while the page is open."""
        return ""

    @property
    def spoken_boxes(self) -> Box:
        """The box whose paragraphs the voice reads when a dialog opens."""
        return self.root

    # ---- calls by the app -----------------------------------------------------------------------------------
    def relayout(self) -> None:
        self._wants_layout = True
        self.dirty = True

    def resize(self, width: float, height: float) -> None:
        """Lay out the screen again if its size has changed or `relayout` was called."""
        if not self._wants_layout and (width, height) == (self.width, self.height):
            return
        self._wants_layout = False
        self.width, self.height = width, height
        self.layout(width, height)
        self.dirty = True

    def handle(self, event: Input) -> bool:
        """Pass an event to the controls first, and then to the screen. Return whether the event was used."""
        before = self.controls.focused
        by_control = self.controls.handle(event)
        used = by_control or self._offer(event)
        self.dirty |= used or isinstance(event, Key)
        after = self.controls.focused
        if after is not None and isinstance(event, Key) and (by_control or after is not before):
            self._bring_into_view(after)
        return used

    def why_unused(self, event: Key) -> str:
        """Return the reason why the action of an unused key is impossible now, or "" if the key has no action."""
        focused = self.controls.focused
        own = [focused.disabled] if focused is not None and event.name in ENTER else []
        reasons = (one.reason for one in self.actions if event.name in one.action.keys)
        return next(filter(None, (*own, *reasons)), "")

    def advance(self, dt: float) -> bool:
        """Advance time for the controls and the screen. Return whether the next frame must be drawn."""
        moving = self.controls.update(dt)
        moving = self.update(dt) or moving
        self.dirty |= self.tooltip.follow(self.controls, dt)
        self.dirty |= moving
        return moving or self._wants_layout

    @property
    def waiting(self) -> bool:
        return self.tooltip.due

    @property
    def notice_room(self) -> Rect | None:
        """The rectangle for notices. If it is None, a notice is placed as low as possible."""
        return None

    def draw_controls(self, painter: Painter) -> None:
        """Draw every control.

        The focused control is drawn last, so that its focus ring covers its neighbours.
        """
        focused = self.controls.focused
        spared = [widget for widget in self.controls if isinstance(widget, SPARED)]
        painter.spared += [overlap(one.rect, one.clip) if one.clip else one.rect for one in spared]
        for widget in self.controls:
            if widget is not focused:
                _draw_clipped(widget, painter)
        if focused is not None:
            _draw_clipped(focused, painter)

    def place(self, widgets: Sequence[Widget]) -> None:
        self.controls.place(widgets)

    def _scrolls(self) -> list[Scroll]:
        every = *(box.scroll for box in self.root.walk()), self.scroll
        return list(dict.fromkeys(scroll for scroll in every if scroll is not None))

    def _draw_still(self, painter: Painter) -> None:
        painter.room()
        self.root.draw_grounds(painter)

    def _offer(self, event: Input) -> bool:
        """Pass an event that no control has used to the screen."""
        match event:
            case Key():
                boxes = (box.scroll for box in self.root.walk() if isinstance(box, Scrolled))
                return self.key(event) or any(
                    one.key(event) for one in (self.scroll, *boxes) if one is not None
                )
            case Pointer():
                return self.point(event)
            case Wheel():
                return self.turn(event)

    def _bring_into_view(self, widget: Widget) -> None:
        """Scroll the box or the page around a control, so that the control is visible.

        A list that fills the page scrolls itself.
        """
        for box in self.root.walk():
            scroll = box.scroll if isinstance(box, Scrolled) else None
            if scroll is not None and scroll is not self.scroll and widget in box.widgets():
                if scroll.show(widget.focus_rect()):
                    self.relayout()
                return
        if (
            self.scroll is None
            or widget.clip is None
            or (isinstance(widget, Rows) and widget.scroll is self.scroll)
        ):
            return
        if self.scroll.show(widget.focus_rect()):
            self.relayout()


def _draw_clipped(widget: Widget, painter: Painter) -> None:
    if widget.clip is None:
        widget.draw(painter)
        return
    _, _, width, height = overlap(widget.rect, widget.clip)
    if width > 0 and height > 0:
        with painter.clip(widget.clip):
            widget.draw(painter)
