"""Drives the window without a display: by keys, by clicks on controls by name, at any size."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import pygame

from game.agent_entries import AgentEntry
from game.app.app import App
from game.app.start import find_pages
from game.core import CHANCE, Action
from game.match.session import Session
from game.request import Received, Reported, Request
from game.rules import games
from game.study.background import Prepare
from game.study.records import Saves
from game.window.frame.pages import RegisteredPage
from game.window.frame.screen import Screen, Services
from game.window.frame.settings_store import SettingsStore
from game.window.ui.canvas import fonts
from game.window.ui.canvas.painter import Painter, TextMark
from game.window.ui.input import Key, Pointer, Wheel
from game.window.ui.theme import RGB
from game.window.ui.widgets.controls import ControlInfo
from tests.window.fake_worker import FakeWorker, Kind, Waiting

A = TypeVar("A")

SETTLED = 2.0  # seconds after which nothing moves


class StillWorker(FakeWorker):
    """A worker that never answers but by what a test gives; what has to be prepared is ready."""

    def __init__(self) -> None:
        super().__init__()
        self.answered = 0
        self.is_prepared = True
        self.preparing: Waiting | None = None

    def ask(self, request: Request[A], received: Received[A], reported: Reported | None = None) -> int:
        if not isinstance(request, Prepare):
            return super().ask(request, received, reported)
        self.preparing = self.open[0] = Waiting(0, request, received, reported)
        if self.is_prepared:
            self.hand_in(0, True)
        return 0


def give_to(app: App, kind: Kind, value: Any = None, **more: Any) -> None:
    worker: Any = app.worker
    worker.give(kind, value, **more)


def named(app: App, name: str) -> Any:
    """Return a control of the topmost screen as it stands now."""
    app.step([], 0.0)
    return app.screen.controls.find(name)


def press(app: App, name: str) -> None:
    """Press a button of the topmost screen, by name."""
    named(app, name).act()


def choose(app: App, name: str, value: str) -> None:
    """Choose an option of a control of the topmost screen."""
    named(app, name).choose(value)


def forget_asked(app: App) -> None:
    """Leave what was asked so far without an answer."""
    worker: Any = app.worker
    worker.answered = len(worker.asked)


def answer_all(app: App, answer_of: Callable[[Request[Any]], Any]) -> None:
    """Answer what was asked since `forget_asked`, and what is asked then."""
    worker: Any = app.worker
    worker.answered = worker.answer_new(answer_of, worker.answered)


class LoggingPainter(Painter):
    """Keeps the texts of the topmost screen once `log` is a list: what lies under a scrim is forgotten."""

    def scrim(self, alpha: int = 190) -> None:
        super().scrim(alpha)
        if self.log is not None:
            self.log = []


@lru_cache(maxsize=16_384)
def ink(words: str, pixels: int, weight: str, tracking: float) -> pygame.Rect:
    """Return what a text inks, from its upper left corner on, whatever its colour."""
    return fonts.word_raster(words, pixels, weight, tracking, (255, 255, 255)).get_bounding_rect()


class WordsOnlyPainter(LoggingPainter):
    """Draws nothing, and notes the words where they are read: layouts are looked at in little time."""

    def _write(self, s: str, place: tuple[int, int], look: tuple[int, str, float, RGB], alpha: int) -> None:
        if self.log is not None:
            self.log.append(TextMark(s, ink(s, *look[:3]).move(place), self.s.get_clip()))

    def _nothing(self, *args: Any, **kwargs: Any) -> None:
        """Draw nothing."""

    rect = shadow = line = stroke = curve = ring = disc = cross = icon = suit = layer = card = slot = bar = (
        _nothing
    )
    felt = walnut = table = dealer = motif = room = _nothing

    def chips(self, *args: Any, **kwargs: Any) -> float:
        return 0.0


class Blank(Screen):
    """A screen with nothing on it."""

    name = "blank"


def with_pages(**makes: Callable[..., Screen | None]) -> Mapping[str, RegisteredPage]:
    """Return the pages of the program, some of them made in another way."""
    pages = find_pages()
    return {**pages, **{name: replace(pages[name], make=make) for name, make in makes.items()}}


def blank_screens(
    first: Callable[[Services], Screen] = Blank,
    table: Callable[[Services, Session], Screen] = lambda app, session: Blank(app),
) -> Mapping[str, RegisteredPage]:
    """Pages for an app whose first screen, or whose tables, alone are of interest."""
    return with_pages(
        menu=first,
        settings=Blank,
        tour=Blank,
        help=lambda app, game: Blank(app),
        crash=lambda app, report: Blank(app),
        **dict.fromkeys(games.NAMES, table),
    )


class Driver:
    """An app in a window of the dummy driver."""

    def __init__(
        self,
        folder: Path,
        pages: Mapping[str, RegisteredPage],
        agents: Sequence[AgentEntry] = (),
        *,
        size: tuple[int, int] = (1280, 720),
        painter: type[LoggingPainter] = WordsOnlyPainter,
        list_agents: Callable[[], Sequence[AgentEntry]] | None = None,
        is_prepared: bool = True,
        **settings: Any,
    ) -> None:
        self.worker = StillWorker()
        self.worker.is_prepared = is_prepared
        self.may_crash = False
        store = SettingsStore(folder)
        store.change(window=(0, 0, *size), **settings)
        self.app = App(
            folder=folder,
            store=store,
            saves=Saves(folder),
            worker=self.worker,  # type: ignore[arg-type]
            agents=agents,
            pages=pages,
            list_agents=list_agents,
            make_painter=painter,
        )
        self.app.start()
        self.settle()
        self.settle()  # by now the worker has said whether all is prepared

    def settle(self) -> None:
        """Let all that moves come to rest."""
        for _ in range(20):
            if not self.app.step([], SETTLED):
                self._look_for_crashes()
                return
        raise AssertionError("something moves for ever")

    def _look_for_crashes(self) -> None:
        reports = sorted((self.app.folder / "crashes").glob("*.txt"))
        assert self.may_crash or not reports, reports[-1].read_text()

    def key(self, name: str, text: str = "", **modifiers: bool) -> None:
        """Press and release a key. A single letter writes itself."""
        written = text or (name if len(name) == 1 else " " if name == "space" else "")
        self.app.send(Key(name, written, **modifiers))
        self.settle()

    def keys(self, *names: str) -> None:
        """Press keys one after the other."""
        for name in names:
            self.key(name)

    def type(self, words: str) -> None:
        for letter in words:
            self.key(letter)

    def control(self, name: str) -> ControlInfo:
        """Return the control of this name, its place in pixels."""
        found = {control.name: control for control in self.app.controls()}
        assert name in found, f"no control {name}; there are {sorted(found)}"
        return found[name]

    def middle(self, name: str) -> tuple[float, float]:
        """Return the middle of a control in dp."""
        x, y, width, height = self.control(name).rect
        scale = self.app.painter.u
        return (x + width / 2) / scale, (y + height / 2) / scale

    def click(self, name: str) -> None:
        self.click_at(*self.middle(name))

    def click_at(self, x: float, y: float) -> None:
        """Click at a place in dp."""
        for action in ("move", "down", "up"):
            self.app.send(Pointer(action, x, y))
        self.settle()

    def move_to(self, name: str) -> None:
        self.app.send(Pointer("move", *self.middle(name)))
        self.settle()

    def wheel(self, x: float, y: float, steps: float) -> None:
        self.app.send(Wheel(x, y, steps))
        self.settle()

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, as the desktop does."""
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        self.app.step(
            [pygame.event.Event(pygame.VIDEORESIZE, w=width, h=height, size=(width, height))], SETTLED
        )
        self.settle()

    @property
    def state(self) -> dict[str, Any]:
        return self.app.state()

    @property
    def screen(self) -> Any:
        """The topmost screen."""
        return self.app.screen

    @property
    def actions(self) -> list[Action]:
        """The actions of the players in the hand at the topmost table."""
        return [step.action for step in self.screen.session.steps if step.player != CHANCE]

    def widget(self, name: str) -> Any:
        """Return the widget of this name on the topmost screen as it is now."""
        return named(self.app, name)

    @property
    def focus(self) -> str:
        return str(self.state["focus"])

    def marks(self) -> list[TextMark]:
        """Draw everything anew and return the texts of the topmost screen."""
        self.settle()
        painter = self.app.painter
        painter.log = []
        self.app.screen.dirty = True
        self.app.step([], 0.0)
        found, painter.log = painter.log, None
        return found

    def shot(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(pygame.display.get_surface(), file)

    def close(self) -> None:
        self.app.close()
