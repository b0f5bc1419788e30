"""A monkey at the window: 20,000 seeded random events over all screens do no harm."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pygame

import main
from game.match.session import Session
from game.screens.app import App
from tests.e2e.in_process_worker import InProcessWorker

EVENTS = 20_000
EVENTS_A_FRAME = 10
FRAME_SECONDS = 0.4  # long frames: a monkey has no patience for animations
SIZES = ((900, 560), (1280, 720), (1000, 700), (640, 400))
KEYS = (
    *"123456789cfrbhlmnsvxyz? ",
    *("return", "escape", "tab", "up", "down", "left", "right", "home", "end", "space", "backspace"),
    *("page up", "page down", "f11"),
)
CHIPS = 40_000


def test_random_events_do_no_harm(user_folder: Path) -> None:
    rng = random.Random(20_261)
    app = main.make_app(user_folder, InProcessWorker())
    app.open()
    seen: set[str] = set()
    for _ in range(EVENTS // EVENTS_A_FRAME):
        app.step([_event(rng, app) for _ in range(EVENTS_A_FRAME)], FRAME_SECONDS)
        app.running = True  # it finds the way out now and then
        seen.add(app.screen.name)
        for screen in app.screens:
            _check_chips(getattr(screen, "session", None))
        _find_a_table(rng, app)
        assert not list(user_folder.glob("crashes/*")), next(user_folder.glob("crashes/*")).read_text()
    app.close()
    assert {"menu", "new-game", "settings", "help", "tic-tac-toe", "kuhn", "holdem"} <= seen


def _find_a_table(rng: random.Random, app: App) -> None:
    """A monkey that stands in the menu is led to something now and then."""
    if app.screen.name == "menu" and rng.random() < 0.3:
        key = rng.choice("123")
        app.step([_key_down(key)], FRAME_SECONDS)
        app.step([_key_down("return")], FRAME_SECONDS)


def _event(rng: random.Random, app: App) -> pygame.event.Event:
    kind = rng.random()
    controls = app.controls()
    if kind < 0.45:
        return _key_down(rng.choice(KEYS), shift=rng.random() < 0.2)
    if kind < 0.9 and controls and rng.random() < 0.8:
        x, y, width, height = rng.choice(controls).rect
        return _pointer(rng, (x + rng.uniform(0, width), y + rng.uniform(0, height)))
    if kind < 0.93:
        return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rng.choice((-3, -1, 1, 3)), flipped=False)
    if kind < 0.94:
        width, height = rng.choice(SIZES)
        return pygame.event.Event(pygame.VIDEORESIZE, size=(width, height), w=width, h=height)
    return _pointer(rng, (rng.uniform(0, 1300), rng.uniform(0, 800)))


def _pointer(rng: random.Random, place: tuple[float, float]) -> pygame.event.Event:
    kind = rng.choice(
        (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEBUTTONUP)
    )
    at = round(place[0]), round(place[1])
    if kind == pygame.MOUSEMOTION:
        return pygame.event.Event(kind, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False)
    return pygame.event.Event(kind, pos=at, button=rng.choice((1, 1, 1, 2, 3)), touch=False)


def _key_down(name: str, *, shift: bool = False) -> pygame.event.Event:
    code = pygame.key.key_code("/" if name == "?" else "space" if name == " " else name)
    text = name if len(name) == 1 else ""
    return pygame.event.Event(
        pygame.KEYDOWN, key=code, mod=pygame.KMOD_SHIFT if shift else 0, unicode=text, scancode=0
    )


def _check_chips(session: Any) -> None:
    """The session refuses illegal actions by raising; what it holds must add up."""
    if isinstance(session, Session) and session.spec.game == "holdem":
        assert sum(session.stacks) == sum(session.spec.stacks)
    if isinstance(session, Session):
        assert all(abs(sum(result.returns)) < 1e-9 for result in session.results)
