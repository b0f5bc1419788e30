"""A headless driver, a driver of a real window, and a worker in this process.

Both drivers read the state of the program, its controls and the values of its models (`values.py`), press
keys by pygame's names, and click controls by their names. So a script does not depend on the driver. A driver
waits until a state is reached, never for a fixed time.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from ai import service
from game.core import BadInput, Progress
from game.features.reports import RunReport
from game.match.worker import CANCELLED, Worker
from game.request import Received, Refusal, Reported, Request
from game.rules import games
from game.study.judgements import AskJudgement
from game.study.play import Prepare
from game.study.training import Train
from tests.e2e.values import screen_values
from tests.window.driver import FakeWorker

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 30.0
FRAME_SECONDS = 1 / 20
WAIT_SECONDS = 0.01

State = Mapping[str, Any]


class Driver(Protocol):
    """The actions that a script can take in the window."""

    @property
    def state(self) -> State: ...
    def key(self, name: str) -> None: ...
    def write(self, text: str) -> None: ...
    def click(self, control: str, across: float = 0.5, down: float = 0.5) -> None: ...
    def resize(self, width: int, height: int) -> None: ...
    def wait(self, wanted: Callable[[State], object], what: str = "") -> State: ...
    def picture(self, file: Path) -> None: ...
    def kill(self) -> None: ...
    def close(self) -> None: ...


class Headless:
    """Runs the app in this process without a display, with a real worker. Each step is a frame."""

    def __init__(self, home: Path) -> None:
        import pygame

        import main

        self._pygame = pygame
        self._gone = False
        self.app = main.make_app(home)
        self.app.start()
        self.step()

    @property
    def state(self) -> State:
        controls = [
            {"name": c.name, "rect": c.rect, "label": c.label, "value": c.value} for c in self.app.controls()
        ]
        return {**self.app.state(), **screen_values(self.app.screen), "controls": controls}

    def key(self, name: str) -> None:
        pygame = self._pygame
        held, plain = _modifier(name)
        code = pygame.key.key_code("/" if plain == "?" else plain)
        text = plain if len(plain) == 1 else " " if plain == "space" else ""
        mod = {"shift": pygame.KMOD_SHIFT, "ctrl": pygame.KMOD_CTRL, "": 0}[held]
        entry = {"key": code, "mod": mod, "unicode": text, "scancode": 0}
        self._post(pygame.event.Event(pygame.KEYDOWN, entry))
        self._post(pygame.event.Event(pygame.KEYUP, entry))

    def write(self, text: str) -> None:
        for letter in text:
            self.key(letter)

    def click(self, control: str, across: float = 0.5, down: float = 0.5) -> None:
        pygame = self._pygame
        place = _point(self.state, control, across, down)
        self._post(
            pygame.event.Event(
                pygame.MOUSEMOTION,
                pos=place,
                rel=(0, 0),
                buttons=(0, 0, 0),
                touch=False,
            )
        )
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._post(pygame.event.Event(kind, pos=place, button=1, touch=False))

    def resize(self, width: int, height: int) -> None:
        """Resize the window, and send the event that a desktop would send."""
        pygame = self._pygame
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        self._post(pygame.event.Event(pygame.VIDEORESIZE, size=(width, height), w=width, h=height))

    def wait(self, wanted: Callable[[State], object], what: str = "") -> State:
        end = time.monotonic() + PATIENCE_SECONDS
        while not wanted(state := self.state):
            if time.monotonic() > end:
                raise AssertionError(f"never came: {what}; last state {_short(state)}")
            self.step()
            if self.app.worker.waiting:
                time.sleep(WAIT_SECONDS)  # leaves the core to the worker
        return state

    def picture(self, file: Path) -> None:
        self.step()
        file.parent.mkdir(parents=True, exist_ok=True)
        self._pygame.image.save(self._pygame.display.get_surface(), file)

    def kill(self) -> None:
        """End the program without writing pending data, as after kill -9."""
        from game.window.ui.canvas import faces, rasters

        self.app.worker.close()
        faces.forget_fonts()
        rasters.clear_all()
        self._pygame.quit()
        self._gone = True

    def close(self) -> None:
        if not self._gone:
            self.app.close()
            self._gone = True

    def _post(self, event: Any) -> None:
        self.app.step([event], FRAME_SECONDS)
        self.step()

    def step(self) -> None:
        self.app.step(self._pygame.event.get(), FRAME_SECONDS)


class RealWindow:
    """The program under Xvfb, controlled by xdotool.

    The driver reads the state of the program from the program's output.
    """

    KEYS: ClassVar[dict[str, str]] = {
        "return": "Return",
        "escape": "Escape",
        "space": "space",
        "tab": "Tab",
        "up": "Up",
        "down": "Down",
        "left": "Left",
        "right": "Right",
        "home": "Home",
        "end": "End",
        "backspace": "BackSpace",
        "f11": "F11",
        "?": "question",
        ".": "period",
    }

    def __init__(self, home: Path, display: str) -> None:
        self._class = f"parlour-{os.getpid()}-{time.monotonic_ns()}"
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SDL_VIDEODRIVER")}
        environment |= {
            "DISPLAY": display,
            "PARLOUR_HOME": str(home),
            "PARLOUR_TRACE": "controls",
            "SDL_VIDEO_X11_WMCLASS": self._class,
            "SDL_AUDIODRIVER": "dummy",
        }
        self._environment = environment
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.values"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        self._state: State = {}
        try:
            self._window = self._find()
        except (AssertionError, subprocess.SubprocessError):
            self.close()
            raise

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def state(self) -> State:
        with suppress(queue.Empty):
            while True:
                self._state = json.loads(self._lines.get_nowait())
        return self._state

    def key(self, name: str) -> None:
        held, plain = _modifier(name)
        self._x("key", "+".join(filter(None, (held, self.KEYS.get(plain, plain)))))

    def write(self, text: str) -> None:
        self._x("type", "--delay", "30", text)

    def click(self, control: str, across: float = 0.5, down: float = 0.5) -> None:
        x, y = _point(self.state, control, across, down)
        self._x("mousemove", "--window", self._window, str(x), str(y), "click", "1")

    def resize(self, width: int, height: int) -> None:
        self._x("windowmove", self._window, "0", "0")
        self._x("windowsize", "--sync", self._window, str(width), str(height))

    def wait(self, wanted: Callable[[State], object], what: str = "") -> State:
        end = time.monotonic() + PATIENCE_SECONDS
        while not wanted(state := self.state):
            if time.monotonic() > end or self._process.poll() is not None:
                raise AssertionError(f"never came: {what}; last state {_short(state)}")
            time.sleep(WAIT_SECONDS)
        return state

    def picture(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        command = ["import", "-window", self._window, str(file)]
        if shutil.which("import"):
            subprocess.run(command, env=self._environment, check=True, timeout=20)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(5)

    def close(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(5)

    def _find(self) -> str:
        """Wait until the window is visible and accepts keys. Return its id on the display."""
        self.wait(bool, "the window's first line")  # after any output, the window accepts events
        found = self._x("search", "--sync", "--onlyvisible", "--class", self._class)
        window = found.split()[0]
        self._x("windowfocus", "--sync", window)
        return window

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)

    def _x(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=20,
        )
        return done.stdout


def start_xvfb() -> tuple[subprocess.Popen[bytes], str]:
    """Start a virtual screen of 1920 x 1080 on a free display. Return the process and the display's name."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    return process, f":{number}"


def control_value(state: State, control: str) -> str:
    return next((str(entry["value"]) for entry in state["controls"] if entry["name"] == control), "")


def _modifier(name: str) -> tuple[str, str]:
    """Split "ctrl+1" into the modifier key and the key. The modifier is empty if there is none."""
    held, _, plain = name.rpartition("+")
    return (held, plain) if held else ("", name)


def _point(state: State, control: str, across: float, down: float) -> tuple[int, int]:
    """Return the pixel at the fractions `across` and `down` of the width and height of a control."""
    names = [entry["name"] for entry in state.get("controls", ())]
    assert control in names, f"no control {control!r}; there are {names}"
    x, y, width, height = next(entry["rect"] for entry in state["controls"] if entry["name"] == control)
    return round(x + width * across), round(y + height * down)


def _short(state: State) -> dict[str, Any]:
    return {key: value for key, value in state.items() if key != "controls"}


A = TypeVar("A")
POLLS_A_REPORT = 10  # leaves time for other requests during an active run


class InProcessWorker(FakeWorker, Worker):
    """A worker that answers like the real worker, but computes in `poll`.

    An active run is computed in small parts.
    """

    def __init__(self) -> None:
        Worker.__init__(self, "ai.service:answer")
        FakeWorker.__init__(self)
        self._computing: list[int] = []
        self._runs: dict[int, Iterator[Any]] = {}
        self._polls = 0

    @property
    def alive(self) -> bool:
        return True

    @property
    def waiting(self) -> bool:
        return bool(self._computing or self._runs or self._due)

    def start(self) -> None: ...

    def ask(self, request: Request[A], received: Received[A], reported: Reported | None = None) -> int:
        return FakeWorker.ask(self, request, received, reported)

    def consider(self, ticket: int, request: Request[Any]) -> None:
        if isinstance(request, Prepare):
            self.hand_in(ticket, True)
        elif isinstance(request, Train | RunReport) or _is_judged_slowly(request):  # these take minutes
            self._runs[ticket] = service.answer(request)
        else:
            self._computing.append(ticket)

    def cancel(self, ticket: int) -> None:
        if ticket in self._computing:
            self._computing.remove(ticket)
        if ticket in self._runs:
            self._runs.pop(ticket).close()  # type: ignore[attr-defined]
        self.hand_in(ticket, Refusal(CANCELLED))

    def drop(self, ticket: int) -> None:
        self.cancel(ticket)
        FakeWorker.drop(self, ticket)

    def poll(self) -> None:
        computing, self._computing = self._computing, []
        self._polls += 1
        if not self._polls % POLLS_A_REPORT:
            for ticket in list(self._runs):
                self._step(ticket)
        for ticket in computing:
            self.hand_in(ticket, self._found(self.asked[ticket - 1]))
        FakeWorker.poll(self)

    def _step(self, ticket: int) -> None:
        """Advance a run to its next report."""
        try:
            item = next(self._runs[ticket])
        except BadInput as sentence:
            item = Refusal(str(sentence))
        if not isinstance(item, Progress):
            del self._runs[ticket]
        self.hand_in(ticket, item)

    def _found(self, request: Request[Any]) -> object:
        try:
            return [item for item in service.answer(request) if not isinstance(item, Progress)][-1]
        except BadInput as sentence:
            return Refusal(str(sentence))


def _is_judged_slowly(request: Request[Any]) -> bool:
    return isinstance(request, AskJudgement) and request.game == games.HOLDEM
