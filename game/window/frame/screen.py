"""The base of every screen: controls in focus order, a layout in dp, and drawing.

A screen receives input, time and the worker's answers. It never blocks and never computes. The app keeps a stack of
screens and draws the topmost one. An overlay is drawn over the screen below. Override:

- `layout(width, height)`: place the widgets; called again when the window, the text size or `relayout()` asks. A
  screen of boxes places them here, and keeps the outermost as `root`.
- `draw(painter)`: draw the whole screen. What does not change (background, felt, panels) goes into `painter.layer`.
- `key`, `point`, `turn`: keys and mouse that no control has used. `update(dt)`: time. True while moving.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from game.study.background import AskingAloud
from game.study.play import AgentKey
from game.texts import current, text
from game.window.frame.actions import ActionOwner
from game.window.ui.input import Input, Key, Pointer, Wheel
from game.window.ui.layout.arrangements import Scrolled
from game.window.ui.layout.box import Box
from game.window.ui.widgets.button import Button, IconButton, Toggle
from game.window.ui.widgets.choice import Cycle, Segmented
from game.window.ui.widgets.controls import Controls
from game.window.ui.widgets.rows import Rows
from game.window.ui.widgets.slider import Scrubber, Slider
from game.window.ui.widgets.text_entry import TextEntry
from game.window.ui.widgets.tooltip import Tooltip
from game.window.ui.widgets.widget import Widget, overlap

if TYPE_CHECKING:
    from pathlib import Path

    from game.agent_entries import AgentEntry
    from game.archive.store import Archive
    from game.files.reports import UncleanEnd
    from game.match.session import HandResult, Session
    from game.match.table_spec import TableSpec
    from game.needs import Need
    from game.study.models import Models
    from game.study.saves import Saves
    from game.window.frame.pages import RegisteredPage
    from game.window.frame.settings_store import Settings
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.sound import Sound
    from game.window.ui.widgets.scroll import Scroll
    from game.window.ui.widgets.widget import Act

SPARED = Button, IconButton, Toggle, Segmented, Cycle, Slider, Scrubber, TextEntry
"""The widgets that a notice does not cover: each is as high as a line, so that a notice fits beside it."""


class Navigation(Protocol):
    """The stack of open screens."""

    @property
    def screen(self) -> Screen:
        """The topmost screen."""

    @property
    def screens(self) -> tuple[Screen, ...]:
        """All open screens, the topmost last."""

    def open(self, name: str, *given: object, in_place: bool = False) -> None:
        """Open the page of this name above this one, or in its place, once its need is met.

        `given` are the page's arguments after the app.
        """

    def go(self, screen: Screen) -> None:
        """Open a screen above this one."""

    def overlay(self, screen: Screen) -> None:
        """Open an overlay. The focus returns to where it was when it closes."""

    def replace(self, screen: Screen) -> None:
        """Open a screen in the place of this one."""

    def back(self) -> None:
        """Close this screen. The last one stays."""

    def home(self) -> None:
        """Close everything above the menu."""

    def show_help(self) -> None:
        """Open keys and rules over this screen."""

    def show_settings(self) -> None:
        """Open the settings above this screen."""

    def show_tour(self) -> None:
        """Open the tour, which explains the menu card by card."""

    def quit(self) -> None:
        """End the program after this step."""


class Playing(Protocol):
    """Opening tables, and waiting until one is ready."""

    def sit_down(self, spec: TableSpec, past: Sequence[HandResult] = ()) -> None:
        """Start a session in place of the screen that asks for it. `past` hands count towards its score."""

    def resume(self, session: Session) -> None:
        """Continue a saved session."""

    def take_seat(self, session: Session) -> None:
        """Play on in a session that was watched, in the place of the screen that showed it."""

    def once_ready(self, need: Need | None, act: Act) -> None:
        """Act now, or as soon as the need, which may still be compiled, is met."""

    def new_seed(self) -> int:
        """Return the seed of a new session."""


class Preferences(Protocol):
    """What the player has set."""

    @property
    def settings(self) -> Settings:
        """The settings."""

    def change(self, **values: Any) -> None:
        """Change settings, at once and everywhere."""

    def restore(self, names: tuple[str, ...]) -> None:
        """Set these settings back to their defaults, at once and everywhere."""

    def toggle_mute(self) -> None:
        """Be silent, or be heard again."""


class Services(Navigation, Playing, Preferences, AskingAloud, Protocol):
    """What a screen may ask of the running program."""

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
    def painter(self) -> Painter:
        """The painter for the window as it is now."""

    @property
    def is_heard(self) -> bool:
        """Whether the voice is on or a screen reader is active."""

    @property
    def is_speaking(self) -> bool:
        """Whether the voice speaks. Nothing may disappear before it is read."""

    def tell(self, words: str) -> None:
        """Let the voice say an event, if it is on. It is read to its end."""

    def say_focus(self, words: str) -> None:
        """Let the voice say a changed value in the place of the focused control."""


class Screen(ActionOwner):
    """A page of the window."""

    name: ClassVar[str] = "screen"
    overlay: ClassVar[bool] = False
    fades: ClassVar[bool] = True
    root = Box()
    """The boxes of the screen. A screen that draws itself has none."""

    def __init__(self, app: Services) -> None:
        self.app = app
        self.controls = Controls()
        self.width = 0.0
        self.height = 0.0
        self.dirty = True
        self.scroll: Scroll | None = None
        self._wants_layout = True
        self.tooltip = Tooltip()

    # ---- to be overridden -----------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place the widgets in a window of this many dp."""

    def draw(self, painter: Painter) -> None:
        """Draw the cached layer of the room and the boxes' backgrounds, then the content and the controls."""
        painter.layer((self.name, self.root.grounds()), self._draw_still)
        self.root.draw_all(painter)
        self.draw_controls(painter)

    def darken(self, painter: Painter) -> None:
        painter.scrim()

    def key(self, event: Key) -> bool:
        """Take a key that no control has used. Return whether it was used."""
        return False

    def point(self, event: Pointer) -> bool:
        moved = [scroll.point(event) for scroll in self._scrolls()]
        return any(moved)

    def turn(self, event: Wheel) -> bool:
        return any(scroll.turn(event) for scroll in self._scrolls())

    def drop(self, file: str) -> bool:
        """Take a file that was dropped onto the window. Return whether it can be used here."""
        return False

    def update(self, dt: float) -> bool:
        """Let `dt` seconds pass. Return whether something moves, so that the next frame must be drawn."""
        return False

    def background_changed(self) -> None:
        """Show progress of background work: the preparation, or an import."""

    def enter(self) -> None:
        """Called when this screen becomes the topmost."""

    def leave(self) -> None:
        """Called when this screen is about to be covered or closed."""

    def escape(self) -> None:
        self.app.back()

    @property
    def seated_agents(self) -> tuple[AgentKey, ...]:
        """The agents that play as long as this screen is open, covered or not."""
        return ()

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on, or "" for none."""
        return ""

    def about(self) -> Mapping[str, object]:
        """Return facts about this screen for a crash report, without anything that a person has written."""
        return {}

    @property
    def spoken_title(self) -> str:
        """The name of the page for the voice."""
        page = self.app.pages.get(self.name)
        return text(page.title) if page is not None and current().has(page.title) else text("app.name")

    @property
    def spoken_state(self) -> str:
        """The words that a listener has missed if the voice is turned on in the middle of a page."""
        return ""

    @property
    def spoken_boxes(self) -> Box:
        """The boxes whose paragraphs the voice reads when a dialog opens."""
        return self.root

    # ---- what the app calls ---------------------------------------------------------------------------------
    def relayout(self) -> None:
        self._wants_layout = True
        self.dirty = True

    def resize(self, width: float, height: float) -> None:
        """Lay out again if the size has changed or `relayout` was called."""
        if not self._wants_layout and (width, height) == (self.width, self.height):
            return
        self._wants_layout = False
        self.width, self.height = width, height
        self.layout(width, height)
        self.dirty = True

    def handle(self, event: Input) -> bool:
        """Give the event to the controls first, then to the screen. Return whether it was used."""
        before = self.controls.focused
        by_control = self.controls.handle(event)
        used = by_control or self._offer(event)
        self.dirty |= used or isinstance(event, Key)
        after = self.controls.focused
        if after is not None and isinstance(event, Key) and (by_control or after is not before):
            self._bring_into_view(after)
        return used

    def advance(self, dt: float) -> bool:
        """Let time pass for the controls and the screen. Return whether the next frame must be drawn."""
        moving = self.controls.update(dt)
        moving = self.update(dt) or moving
        self.dirty |= self.tooltip.follow(self.controls, dt)
        self.dirty |= moving
        return moving or self._wants_layout

    @property
    def waiting(self) -> bool:
        return self.tooltip.due

    def draw_controls(self, painter: Painter) -> None:
        """Draw every control, the focused one last, so that its ring covers its neighbours."""
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
        """Give the screen an event that no control has used."""
        match event:
            case Key():
                return self.key(event) or (self.scroll is not None and self.scroll.key(event))
            case Pointer():
                return self.point(event)
            case Wheel():
                return self.turn(event)

    def _bring_into_view(self, widget: Widget) -> None:
        """Scroll the box or page of a widget to show it. A list that fills the page scrolls itself."""
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
