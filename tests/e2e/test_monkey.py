"""Two monkeys at the window: 20,000 seeded random events over all screens do no harm."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pygame
import pytest

import main
from game.app.app import App
from game.match.session import Session
from game.window.ui.widgets.controls import ControlInfo
from tests.e2e.in_process_worker import InProcessWorker

MONKEYS = 2
EVENTS = 10_000  # of each
EVENTS_A_FRAME = 8
FRAME_SECONDS = 0.8  # long frames: a monkey has no patience for animations
SIZES = ((900, 560), (1000, 700), (720, 900), (640, 400))
KEYS = (
    *"123456789cfrbhlmnsvxyz? ",
    *("return", "escape", "tab", "up", "down", "left", "right", "home", "end", "space", "backspace"),
    *("page up", "page down", "f11"),
)
FRAMES_A_TABLE = 30
LEADS_IN_TURN = 10
SETTINGS, MENU = 9, 4  # the more there is to see, the longer a monkey stays away from these
EVENTS_TO_STAY = 0.93
WAYS_OUT = (
    *("back", "quit", "leave", "escape", "settings", "help", "?", "review", "ahead", "rules"),
    *("solver", "reports", "drills", "v", "r", "d"),
)
TABLES = ("play-tic-tac-toe", "play-kuhn", "play-holdem")


@pytest.mark.parametrize("monkey", range(MONKEYS))
def test_random_events_do_no_harm(monkey: int, user_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_SEED", "1")
    rng = random.Random(20_261 + monkey)
    app = main.make_app(user_folder, InProcessWorker())
    app.start()
    seen: set[str] = set()
    results: dict[Session, int] = {}
    for frame in range(EVENTS // EVENTS_A_FRAME):
        if frame % FRAMES_A_TABLE == 0:
            app.change(speed=rng.choice(("4", "instant")), text_size=rng.choice((80, 100, 200)))
            led = frame // FRAMES_A_TABLE
            app.home()
            if led % LEADS_IN_TURN == SETTINGS:
                app.show_settings()
            elif led % LEADS_IN_TURN != MENU:
                hands = _hands_of(results)
                _lead_to_a_table(app, min("123", key=lambda table: hands[table]))
        seen.add(app.screen.name)
        controls = app.controls()
        app.step([event for _ in range(EVENTS_A_FRAME) for event in _events(rng, controls)], FRAME_SECONDS)
        app.running = True  # it finds the way out now and then
        for screen in app.screens:
            session = getattr(screen, "session", None)
            if isinstance(session, Session):
                _check_chips(session)
                results[session] = len(session.results)
        assert not list(user_folder.glob("crashes/*")), next(user_folder.glob("crashes/*")).read_text()
    app.close()
    assert seen >= {"menu", "new_game", "settings", "help", "question", *TABLES}
    assert all(count >= 3 for count in _hands_of(results).values())


def _hands_of(results: Mapping[Session, int]) -> dict[str, int]:
    """Return the hands that were played to their end, by the key of the table."""
    games = {"1": ("tic-tac-toe",), "2": ("kuhn-poker", "kuhn-half-street"), "3": ("holdem",)}
    return {
        table: sum(count for session, count in results.items() if session.spec.game in names)
        for table, names in games.items()
    }


def _lead_to_a_table(app: App, key: str) -> None:
    """A monkey finds its seat seldom: it is led there now and then, from the menu."""
    for name in (key, "return"):
        app.step(_key(name), FRAME_SECONDS)


def _events(rng: random.Random, controls: Sequence[ControlInfo]) -> list[pygame.event.Event]:
    kind = rng.random()
    ways_out = () if rng.random() < EVENTS_TO_STAY else WAYS_OUT
    keys = [key for key in KEYS if key not in WAYS_OUT or key in ways_out]
    controls = [control for control in controls if control.name not in WAYS_OUT or control.name in ways_out]
    if kind < 0.45:
        return _key(rng.choice(keys), shift=rng.random() < 0.2)
    if kind < 0.9 and controls and rng.random() < 0.8:
        x, y, width, height = rng.choice(controls).rect
        return [_pointer(rng, (x + rng.uniform(0, width), y + rng.uniform(0, height)))]
    if kind < 0.93:
        return [pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rng.choice((-3, -1, 1, 3)), flipped=False)]
    if kind < 0.94:
        width, height = rng.choice(SIZES)
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        return [pygame.event.Event(pygame.VIDEORESIZE, size=(width, height), w=width, h=height)]
    return [_pointer(rng, (rng.uniform(0, 1300), rng.uniform(0, 800)))]


def _pointer(rng: random.Random, place: tuple[float, float]) -> pygame.event.Event:
    kind = rng.choice(
        (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEBUTTONUP)
    )
    at = round(place[0]), round(place[1])
    if kind == pygame.MOUSEMOTION:
        return pygame.event.Event(kind, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False)
    return pygame.event.Event(kind, pos=at, button=rng.choice((1, 1, 1, 2, 3)), touch=False)


def _key(name: str, *, shift: bool = False) -> list[pygame.event.Event]:
    code = pygame.key.key_code("/" if name == "?" else "space" if name == " " else name)
    entry = {"key": code, "mod": pygame.KMOD_SHIFT if shift else 0, "scancode": 0}
    text = name if len(name) == 1 else ""
    down = pygame.event.Event(pygame.KEYDOWN, entry, unicode=text)
    return [down, pygame.event.Event(pygame.KEYUP, entry, unicode=text)]


def _check_chips(session: Session) -> None:
    """The session refuses illegal actions by raising; what it holds must add up."""
    if session.spec.game == "holdem":
        assert sum(session.stacks) == sum(session.spec.stacks)
    assert all(abs(sum(result.returns)) < 1e-9 for result in session.results)
