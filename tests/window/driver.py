"""Drivers that press keys and click in a window without a display, and simulated workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pygame

from game.agent_entries import AgentEntry
from game.app.app import App
from game.app.start import find_pages
from game.core import CHANCE, Action, Progress
from game.match.session import Session
from game.match.worker import CANCELLED, DIED
from game.request import Received, Refusal, Reported, Request
from game.rules import games
from game.study.play import Prepare
from game.study.saves import Saves
from game.texts import english, text, use_texts
from game.window.frame.pages import RegisteredPage
from game.window.frame.screen import Screen, Services
from game.window.frame.settings_store import SettingsStore
from game.window.ui.canvas.painter import Painter, TextMark
from game.window.ui.input import CLICK, Key, Pointer, Wheel
from game.window.ui.screen_reader import ScreenReader
from game.window.ui.speech import Sentence, Voice
from game.window.ui.widgets.controls import ControlInfo
from tests.window.samples import AGENTS

if TYPE_CHECKING:
    from tests.window.tables import TableWorker

A = TypeVar("A")
Kind = type[Request[Any]]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A request without an answer yet."""

    ticket: int
    request: Request[Any]
    received: Received[Any]
    reported: Reported | None


class FakeWorker:
    """A worker without a process, with the interface of the real worker.

    The attribute `asked` holds all requests in order. Subclasses or the test give the answers.
    """

    def __init__(self) -> None:
        self.asked: list[Request[Any]] = []
        self.open: dict[int, Waiting] = {}
        self._due: list[tuple[int, object]] = []  # delivered at the next poll
        self.closed = False

    @property
    def waiting(self) -> bool:
        return bool(self._due)

    def ask(self, request: Request[A], received: Received[A], reported: Reported | None = None) -> int:
        self.asked.append(request)
        ticket = len(self.asked)
        self.open[ticket] = Waiting(ticket, request, received, reported)
        self.consider(ticket, request)
        return ticket

    def consider(self, ticket: int, request: Request[Any]) -> None:
        """Answer a request at the next poll, or leave it open for the test."""

    def cancel(self, ticket: int) -> None:
        if ticket in self.open:
            self.hand_in(ticket, Refusal(CANCELLED))

    def drop(self, ticket: int) -> None:
        self.open.pop(ticket, None)
        self._due = [due for due in self._due if due[0] != ticket]

    def poll(self) -> None:
        due, self._due = self._due, []
        for ticket, found in due:
            self.hand_over(ticket, found)

    def close(self) -> None:
        self.closed = True

    # ---- control by the test --------------------------------------------------------------------------------
    def all_asked(self, kind: type[A]) -> list[A]:
        return [request for request in self.asked if isinstance(request, kind)]

    def hand_in(self, ticket: int, found: object) -> None:
        self._due.append((ticket, found))

    def hand_over(self, ticket: int, found: object) -> None:
        """Deliver an answer, a refusal or a report at once, unless the request was dropped."""
        waiting = self.open.get(ticket)
        if waiting is None:
            return
        if isinstance(found, Progress):
            if waiting.reported is not None:
                waiting.reported(found)
            return
        del self.open[ticket]
        waiting.received(found)

    def latest(self, kind: Kind) -> int:
        return max(ticket for ticket, request in enumerate(self.asked, 1) if isinstance(request, kind))

    def give(
        self, kind: Kind, value: Any = None, *, progress: Progress | None = None, error: str | None = None
    ) -> None:
        self.hand_over(self.latest(kind), result(value, progress, error))

    def answer_new(self, answer_of: Callable[[Request[Any]], Any], since: int = 0) -> int:
        """Answer the requests after the ticket `since`, and return the last ticket.

        If `answer_of` returns `NotImplemented`, the request stays open.
        """
        while since < len(self.asked):
            since += 1
            if since in self.open and (value := answer_of(self.asked[since - 1])) is not NotImplemented:
                self.hand_over(since, value)
        return since


def result(value: Any, progress: Progress | None, error: str | None, *, died: bool = False) -> object:
    """Return a report if there is progress, a refusal if there is an error, else the value."""
    if progress is not None:
        return progress
    return value if error is None else Refusal(error, died)


DEAD = Refusal(text(DIED), died=True)


os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


SETTLED = 2.0  # seconds after which nothing moves


class StillWorker(FakeWorker):
    """A worker that gives only the answers of the test. All compiled code counts as ready."""

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
    app.step([], 0.0)
    return app.screen.controls.find(name)


def press(app: App, name: str) -> None:
    named(app, name).act()


def choose(app: App, name: str, value: str) -> None:
    named(app, name).choose(value)


def forget_asked(app: App) -> None:
    worker: Any = app.worker
    worker.answered = len(worker.asked)


def answer_all(app: App, answer_of: Callable[[Request[Any]], Any]) -> None:
    """Answer the requests since the last call or `forget_asked`, and the requests that these answers cause."""
    worker: Any = app.worker
    worker.answered = worker.answer_new(answer_of, worker.answered)


class LoggingPainter(Painter):
    """A painter that records the texts of the topmost screen if its `log` is a list.

    Texts of a screen that an overlay darkens are not recorded.
    """

    def scrim(self, alpha: int = 190) -> None:
        super().scrim(alpha)
        if self.log is not None:
            self.log = []


class WordsOnlyPainter(LoggingPainter):
    """A painter that draws and records only the texts, for fast checks of layouts."""

    def _nothing(self, *args: Any, **kwargs: Any) -> None: ...

    rect = shadow = line = stroke = curve = ring = disc = cross = icon = suit = layer = card = slot = bar = (
        _nothing
    )
    felt = walnut = table = dealer = motif = room = _nothing

    def chips(self, *args: Any, **kwargs: Any) -> float:
        return 0.0


class Recorder(Voice):
    """A silent voice that records its sentences."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def _add(self, sentence: Sentence) -> None:
        if sentence.words and self.is_on:
            self.lines.append(sentence.words)

    def take(self) -> list[str]:
        taken, self.lines = self.lines, []
        return taken


class Blank(Screen):
    """An empty screen."""

    name = "blank"


def with_pages(**makes: Callable[..., Screen | None]) -> Mapping[str, RegisteredPage]:
    pages = find_pages()
    return {**pages, **{name: replace(pages[name], make=make) for name, make in makes.items()}}


def blank_screens(
    first: Callable[[Services], Screen] = Blank,
    table: Callable[[Services, Session], Screen] = lambda app, session: Blank(app),
) -> Mapping[str, RegisteredPage]:
    """Return pages for an app. `first` makes the menu and `table` makes the tables. All other pages are blank."""
    return with_pages(
        menu=first,
        settings=Blank,
        tour=Blank,
        help=lambda app, game: Blank(app),
        crash=lambda app, report: Blank(app),
        **dict.fromkeys(games.NAMES, table),
    )


class Driver:
    """An app in a window of SDL's dummy driver, which needs no display."""

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
        voice: Voice | None = None,
        reader: ScreenReader | None = None,
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
            voice=voice,
            reader=reader,
        )
        self.app.start()
        self.settle()
        self.settle()  # the worker has now answered whether everything is prepared

    def settle(self) -> None:
        """Step frames until every animation has ended."""
        for _ in range(20):
            if not self.app.step([], SETTLED):
                self._look_for_crashes()
                return
        raise AssertionError("something moves for ever")

    def _look_for_crashes(self) -> None:
        reports = sorted((self.app.folder / "crashes").glob("*.txt"))
        assert self.may_crash or not reports, reports[-1].read_text()

    def key(self, name: str, text: str = "", **modifiers: bool) -> None:
        """Press and release a key. A single letter is also entered as text."""
        written = text or (name if len(name) == 1 else " " if name == "space" else "")
        self.app.send(Key(name, written, **modifiers))
        self.settle()

    def keys(self, *names: str) -> None:
        for name in names:
            self.key(name)

    def type(self, words: str) -> None:
        for letter in words:
            self.key(letter)

    def control(self, name: str) -> ControlInfo:
        """Return the control of this name. Its rectangle is in pixels."""
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
        """Click at a position in dp."""
        for action in CLICK:
            self.app.send(Pointer(action, x, y))
        self.settle()

    def move_to(self, name: str) -> None:
        self.app.send(Pointer("move", *self.middle(name)))
        self.settle()

    def wheel(self, x: float, y: float, steps: float) -> None:
        self.app.send(Wheel(x, y, steps))
        self.settle()

    def resize(self, width: int, height: int) -> None:
        """Resize the window as the desktop does."""
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
        return self.app.screen

    @property
    def actions(self) -> list[Action]:
        return [step.action for step in self.screen.session.steps if step.player != CHANCE]

    def widget(self, name: str) -> Any:
        return named(self.app, name)

    @property
    def focus(self) -> str:
        return str(self.state["focus"])

    def marks(self) -> list[TextMark]:
        """Draw a frame and return the texts of the topmost screen."""
        self.settle()
        painter = self.app.painter
        painter.log = []
        self.app.screen.dirty = True
        self.app.step([], 0.0)
        found, painter.log = painter.log, None
        return found

    def texts(self) -> list[str]:
        return [mark.words for mark in self.marks()]

    def words(self) -> str:
        return " ".join(self.texts())

    def shot(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(pygame.display.get_surface(), file)

    def close(self) -> None:
        """Close the app, and return to English, because the language holds for the whole process."""
        self.app.close()
        use_texts(english())


class Answering:
    """A window whose requests are each answered once."""

    def __init__(self, driver: Driver, answer: Callable[[Request[Any]], Any]) -> None:
        self.driver, self._answer = driver, answer
        self._answered = 0

    @property
    def screen(self) -> Any:
        return self.driver.screen

    def words(self) -> str:
        return self.driver.words()

    def asked(self, kind: type[A]) -> list[A]:
        return self.driver.worker.all_asked(kind)

    def keys(self, *names: str) -> None:
        """Press keys, and answer the requests that they cause."""
        for name in names:
            self.driver.key(name)
            self.all()

    def click(self, name: str) -> None:
        self.driver.click(name)
        self.all()

    def once(self, *, latest_first: bool = False) -> bool:
        """Answer the new requests. Return whether there were new requests.

        If `latest_first` is True, the requests are answered in reverse order.
        """
        worker = self.driver.worker
        tickets = range(self._answered + 1, len(worker.asked) + 1)
        self._answered = len(worker.asked)
        for ticket in reversed(tickets) if latest_first else tickets:
            if (value := self._answer(worker.asked[ticket - 1])) is not NotImplemented:
                worker.hand_in(ticket, value)
        return bool(tickets)

    def all(self, rounds: int = 1_000, *, latest_first: bool = False) -> None:
        """Answer until there are no more requests, or `rounds` times."""
        self.driver.settle()
        while rounds and self.once(latest_first=latest_first):
            rounds -= 1
            self.driver.settle()


Window = TypeVar("Window", bound=Driver)

ROUNDS = 5
"""The number of rounds of answers, because an answer may cause another request."""


class Asking(Driver):
    """The whole program with a worker made by the test."""

    def __init__(
        self,
        folder: Path,
        worker: TableWorker,
        agents: Sequence[AgentEntry] = AGENTS,
        painter: type[LoggingPainter] = WordsOnlyPainter,
        **more: Any,
    ) -> None:
        super().__init__(folder, find_pages(), agents, painter=painter, **more)
        self.worker = self.app.worker = worker  # type: ignore[assignment]

    def answer(self) -> None:
        """Deliver the answers of the worker. No time passes."""
        for _ in range(ROUNDS):
            self.app.step([], 0.0)
        self._look_for_crashes()

    def arrive(self) -> None:
        """Deliver all answers and wait until nothing moves."""
        while self.app.step([], SETTLED) or (self.worker.waiting and not self.worker.silent):
            pass
        self._look_for_crashes()

    def choose(self, control: str) -> None:
        self.click(control)
        self.answer()


class RunningDriver(Driver):
    """A window with a game that runs by itself, so that its animations never end."""

    def settle(self) -> None:
        self.pass_time(3, 0.0)

    def pass_time(self, frames: int, dt: float = SETTLED) -> None:
        for _ in range(frames):
            self.app.step([], dt)
        self._look_for_crashes()


def windows(make: Callable[..., Window]) -> Iterator[Callable[..., Window]]:
    """Yield a function that makes windows, and close the windows at the end.

    A fixture can yield from this function.
    """
    opened: list[Window] = []

    def opener(*what: Any, **more: Any) -> Window:
        opened.append(make(*what, **more))
        return opened[-1]

    yield opener
    for window in opened:
        window.close()
