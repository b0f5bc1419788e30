"""The controls of the window for the screen reader of the system, through AccessKit (https://accesskit.dev).

A screen reader such as Orca requests the accessibility tree of a window by AT-SPI. The tree has the controls and a
status text, whose changes the reader announces. AccessKit answers from its own threads with the latest tree, so
neither the reader nor the window ever waits for the other. A tree is only built while a reader is active. Without
the package `accesskit` (extra `speech`), or on a system other than Linux, this module does nothing, and the module
`speech` speaks through the reader.
"""

from __future__ import annotations

import contextlib
import importlib
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from game.texts import join_list, join_sentences, text
from game.window.ui.speech import clean
from game.window.ui.widgets.controls import ControlInfo
from game.window.ui.widgets.widget import NO_POSITION

WINDOW, STATUS, TITLE, FIRST_CONTROL = 1, 2, 3, 4
"""Node ids."""
ROLES = {
    "button": "BUTTON",
    "switch": "SWITCH",
    "slider": "SLIDER",
    "text": "TEXT_INPUT",
    "choice": "LIST_BOX",
    "gallery": "LIST_BOX",
    "heads": "LIST_BOX",
    "list": "LIST_BOX",
    "stages": "LIST_BOX",
    "tabs": "TAB_LIST",
    "option": "LIST_BOX_OPTION",
}
"""AccessKit's roles of controls.

All others are groups. The label includes the value, except for text fields.
"""
OPTION, TEXT = "option", "text"


@dataclass(frozen=True, slots=True)
class ReaderRequest:
    """A request of the screen reader to focus or to press the control with this name."""

    name: str
    presses: bool


class Adapter(Protocol):
    """The adapter of AccessKit for one window."""

    def update_if_active(self, build: Callable[[], Any]) -> None:
        """Send a tree to the reader, if one is active."""

    def update_window_focus_state(self, is_focused: bool) -> None: ...


MakeAdapter = Callable[[Callable[[], None], Callable[[Any], None], Callable[[], None]], Adapter | None]
"""Creates the adapter. The three functions are called when a reader begins, requests an action, and ends."""


def make_adapter(
    activate: Callable[[], None], act: Callable[[Any], None], deactivate: Callable[[], None]
) -> Adapter | None:
    """Return AccessKit's adapter, or None if AccessKit is not available."""
    if not sys.platform.startswith("linux"):
        return None
    with contextlib.suppress(ImportError, AttributeError, OSError, RuntimeError):
        adapter: Adapter = importlib.import_module("accesskit").unix.Adapter(activate, act, deactivate)
        return adapter
    return None


class ScreenReader:
    """Publishes the controls of the topmost screen, and receives the requests of the reader.

    Args:
        wake: A function that makes the main loop of the window run a step. Other threads call this function.
        make: A function that returns the adapter. It is called when the window opens.
    """

    def __init__(self, wake: Callable[[], None], make: MakeAdapter = make_adapter) -> None:
        self._wake, self._make = wake, make
        self._adapter: Adapter | None = None
        self._active = threading.Event()
        self._requests: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._ids: dict[str, int] = {}
        self._said: list[str] = []
        self._status = ""
        self._content: tuple[object, ...] = ()
        """The title, the controls and the status of the last tree."""
        self.has_focus = False

    def open(self) -> None:
        self._adapter = self._make(self._activate, self._ask, self._active.clear)

    def close(self) -> None:
        self._active.clear()
        self._adapter = None

    @property
    def is_active(self) -> bool:
        return self._adapter is not None and self._active.is_set()

    @property
    def is_behind(self) -> bool:
        """Whether the reader lacks a tree or some events, so that `show` must be called."""
        return bool(self._said) or not self._content

    def say(self, words: str) -> None:
        """Let the reader announce an event. The words are sent with the next tree."""
        if self.is_active:
            self._said.append(words)

    def show(self, title: str, controls: Sequence[ControlInfo], *, has_focus: bool) -> None:
        """Publish a changed screen, and the events since the last call.

        If the screen has not changed and there are no events, do nothing.

        Args:
            title: The title of the screen.
            controls: The controls of the screen, with their rectangles in pixels of the window.
            has_focus: Whether the window has the focus of the desktop.
        """
        if self._adapter is None or not self._active.is_set():
            return
        if has_focus != self.has_focus:
            self.has_focus = has_focus
            self._adapter.update_window_focus_state(has_focus)
        if self._said:
            same = self._status == (said := join_sentences(*self._said))
            self._status = f"{said} " if same else said  # a status that stays the same is not read again
            self._said.clear()
        content = title, tuple(controls), self._status
        if content != self._content:
            self._content = content
            self._adapter.update_if_active(lambda: build_tree(title, controls, self._status, self._get_id))

    def take(self) -> list[ReaderRequest]:
        """Return the requests of the reader since the last call."""
        if self._requests.empty():
            return []
        taken = []
        names = {number: name for name, number in self._ids.items()}
        while not self._requests.empty():
            asked = self._requests.get()
            action = str(asked.action).rpartition(".")[2].upper()
            if action in ("CLICK", "FOCUS") and asked.target in names:
                taken.append(ReaderRequest(names[asked.target], presses=action == "CLICK"))
        return taken

    def _get_id(self, name: str) -> int:
        return self._ids.setdefault(name, len(self._ids) + FIRST_CONTROL)

    def _activate(self) -> None:
        """Let the next step publish everything. AccessKit calls this method in its own thread."""
        self._content = ()
        self._active.set()
        self._wake()

    def _ask(self, request: Any) -> None:
        """Store a request for `take`. AccessKit calls this method in its own thread."""
        self._requests.put(request)
        self._wake()


def build_tree(title: str, controls: Sequence[ControlInfo], status: str, get_id: Callable[[str], int]) -> Any:
    """Return AccessKit's update: a status, a heading, and the controls with their options in focus order.

    The status announces each new page. The name of the window never changes, because a reader would announce
    the change too.
    """
    kit = importlib.import_module("accesskit")
    window, said, heading = (kit.Node(role) for role in (kit.Role.WINDOW, kit.Role.STATUS, kit.Role.HEADING))
    window.set_label(text("app.name"))
    said.set_label(clean(status))
    said.set_live(kit.Live.POLITE)
    heading.set_label(clean(title))
    nodes = [(WINDOW, window), (STATUS, said), (TITLE, heading)]
    for number in (STATUS, TITLE):
        window.push_child(number)
    focus, owner = WINDOW, window
    for control in controls:
        number, node = get_id(control.name), _build_node(kit, control)
        nodes.append((number, node))
        if control.role == OPTION:
            owner.push_child(number)
            owner.set_size_of_set(control.position[1])
        else:
            window.push_child(number)
            owner = node
        if control.focused:
            focus = number
    update = kit.TreeUpdate(focus)
    update.tree = kit.Tree(WINDOW)
    update.nodes = nodes
    return update


def _build_node(kit: Any, control: ControlInfo) -> Any:
    node = kit.Node(getattr(kit.Role, ROLES.get(control.role, "GROUP")))
    left, top, width, height = control.rect
    node.set_bounds(kit.Rect(left, top, left + width, top + height))
    if more := join_sentences(*(control.notes if control.enabled else (control.reason,))):
        node.set_description(clean(more))
    if control.role == OPTION:
        node.set_label(clean(control.label))
        node.set_selected(bool(control.value))
        if control.position != NO_POSITION:
            node.set_position_in_set(control.position[0] - 1)
    elif control.role == TEXT:
        node.set_label(clean(control.label))
        node.set_value(clean(control.value))
    else:
        node.set_label(clean(join_list(control.label, control.value)))
    if not control.enabled:
        node.set_disabled()
        return node
    node.add_action(kit.Action.CLICK)
    if control.role != OPTION:
        node.add_action(kit.Action.FOCUS)
    return node
