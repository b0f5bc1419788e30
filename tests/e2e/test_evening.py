"""Evenings in the window: whole games by keyboard and by mouse, a killed game, a watched series, random events.

Each script runs headless, and most scripts also run in a real window. PARLOUR_PICTURES names a folder for
screenshots.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import pygame
import pytest

import main
from game.app.app import App
from game.match.session import Session
from game.study.play import SEED_VARIABLE
from game.window.frame.settings_store import SettingsStore
from game.window.ui.widgets.controls import ControlInfo
from tests.e2e.conftest import Open, real_when_long
from tests.e2e.drivers import Driver, InProcessWorker, State

TABLES = {"tic-tac-toe": "1", "kuhn-poker": "2", "holdem": "3"}
SCREENS = {"tic-tac-toe": "play-tic-tac-toe", "kuhn-poker": "play-kuhn", "holdem": "play-holdem"}
IN_REAL_WINDOWS = [
    pytest.param("real", "tic-tac-toe", marks=pytest.mark.long),
    pytest.param("real", "kuhn-poker", marks=pytest.mark.long),
    pytest.param("real", "holdem"),
]
EACH_TABLE = pytest.mark.parametrize(
    ("open_window", "table"),
    [*(("headless", table) for table in TABLES), *IN_REAL_WINDOWS],
    indirect=["open_window"],
)
"""Every table headless, and the largest in a real window. The script of the sizes opens the other two there."""
SIZES = ((900, 560), (1280, 720), (1920, 1080))
MAX_TURNS = 60

Turn = Callable[[Driver, State], None]


def rests(state: State) -> bool:
    return state.get("phase") == "over" or (state.get("phase") == "yours" and bool(state["may_act"]))


def key_turn(driver: Driver, state: State) -> None:
    """Check or call by keyboard. In tic-tac-toe, take the first free square."""
    if state["game"] == "tic-tac-toe":
        driver.key(str(state["board"].index(0) + 1))
    else:
        driver.key("c")


def mouse_turn(driver: Driver, state: State) -> None:
    """Pass, check or call by mouse. In tic-tac-toe, take the first free square."""
    if state["game"] == "tic-tac-toe":
        cell = state["board"].index(0)
        driver.click("board", (cell % 3 + 0.5) / 3, (cell // 3 + 0.5) / 3)
    else:
        driver.click("pass" if state["game"].startswith("kuhn") else "call")


def has_moved(done: int, state: State) -> bool:
    return len(state.get("actions", ())) > done


def play_hand(driver: Driver, turn: Turn) -> State:
    """Play a hand to its end."""
    for _ in range(MAX_TURNS):
        state = driver.wait(rests, "the player's turn")
        if state["phase"] == "over":
            return state
        done = len(state["actions"])
        turn(driver, state)
        moved = partial(has_moved, done)
        answer = driver.wait(lambda s, moved=moved: moved(s) or s.get("asks_again"), "the move on the table")
        if not moved(answer):
            turn(driver, answer)  # an all-in needs a second press
        driver.wait(moved, "the move on the table")
    raise AssertionError("the hand has no end")


def sit_down_by_keys(driver: Driver, table: str) -> None:
    driver.key(TABLES[table])
    driver.wait(lambda s: s["screen"] == "new_game" and s["table"] == table, f"the choice for {table}")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == SCREENS[table], "the table")


def go_home_by_keys(driver: Driver) -> None:
    driver.key("escape")
    driver.wait(lambda s: s["screen"] in ("menu", "question", "summary"), "the way out")
    if driver.state["screen"] == "summary":
        driver.key("return")
    if driver.state["screen"] == "question":
        driver.key("tab")
        driver.key("return")
    driver.wait(lambda s: s["screen"] == "menu", "the menu")


def keep_picture(driver: Driver, name: str) -> None:
    if folder := os.environ.get("PARLOUR_PICTURES"):
        driver.picture(Path(folder) / f"{type(driver).__name__}-{name}.png")


@EACH_TABLE
def test_whole_game_by_keyboard_alone(open_window: Open, table: str) -> None:
    driver = open_window()
    sit_down_by_keys(driver, table)
    play_hand(driver, key_turn)
    keep_picture(driver, f"keys-{table}")
    driver.key("return")  # the focus is on Rematch, or on Next hand
    second = driver.wait(lambda s: rests(s) and s["hand"] == 2, "the second hand")
    assert second["phase"] != "lost"
    go_home_by_keys(driver)


@EACH_TABLE
def test_whole_game_by_mouse_alone(instant: Open, table: str) -> None:
    driver = instant()
    driver.click(f"table.{table}")
    driver.wait(lambda s: s["screen"] == "new_game" and s["table"] == table, "the choice")
    driver.click("sit-down")
    driver.wait(lambda s: s["screen"] == SCREENS[table], "the table")
    play_hand(driver, mouse_turn)
    keep_picture(driver, f"mouse-{table}")
    driver.click("back")
    driver.wait(lambda s: s["screen"] == "menu", "the menu")


@real_when_long
def test_bet_is_typed_and_an_illegal_one_changes_nothing(instant: Open) -> None:
    driver = instant()
    sit_down_by_keys(driver, "holdem")
    before = driver.wait(rests, "the first decision")
    driver.click("amount")
    driver.write("99999")
    driver.key("return")
    refused = driver.wait(lambda s: s["problem"], "the sentence about the range")
    assert "200" in refused["problem"]
    assert "20,000" in refused["problem"]
    assert refused["actions"] == before["actions"]


def test_window_fits_every_size(instant: Open) -> None:
    driver = instant()
    for table in TABLES:
        sit_down_by_keys(driver, table)
        driver.wait(rests, "the first turn")
        for width, height in SIZES:
            driver.resize(width, height)
            state = driver.wait(lambda s, w=width, h=height: s["size"] == [w, h], f"{width}x{height}")
            for control in state["controls"]:
                x, y, w, h = control["rect"]
                assert x >= 0
                assert y >= 0
                assert x + w <= width + 1
                assert y + h <= height + 1, control
            keep_picture(driver, f"{table}-{width}")
        go_home_by_keys(driver)


@pytest.mark.parametrize("table", TABLES)
@real_when_long
def test_killed_game_is_resumed_where_it_was(instant: Open, table: str) -> None:
    driver = instant()
    sit_down_by_keys(driver, table)
    key_turn(driver, driver.wait(rests, "the first turn"))
    played = driver.wait(lambda s: len(s["actions"]) >= 2 and rests(s), "the answer")
    driver.kill()
    again = instant()
    again.wait(lambda s: s["screen"] == "menu" and s["focus"] == "resume", "the strip that resumes")
    keep_picture(again, f"resume-{table}")
    again.key("return")
    resumed = again.wait(lambda s: s["screen"] == SCREENS[table] and rests(s), "the table as it was")
    same = ("hand", "actions", "board", "own_cards", "own_card", "pot", "stacks")
    assert {k: resumed.get(k) for k in same} == {k: played.get(k) for k in same}


def test_help_full_screen_and_mute_answer_everywhere(open_window: Open) -> None:
    driver = open_window()
    for path, under in (("", "menu"), ("1", "new_game")):
        if path:
            driver.key(path)
        driver.wait(lambda s, u=under: s["screen"] == u, under)
        driver.key("?")
        driver.wait(lambda s: s["screen"] == "help", "keys and rules")
        driver.key("escape")
        driver.wait(lambda s, u=under: s["screen"] == u, "the screen below")
        driver.key("m")
        driver.wait(lambda s: s["notice"], "the word about sound")


ALL_HANDS = 1_225
FIRST_LINE = (0.1, 0.32)  # of the list: the first decision before the flop


def decides(state: State, count: int) -> bool:
    return not state["running"] and len(state["actions"]) == count and state["phase"] in ("thinking", "over")


def begin_paused(driver: Driver) -> None:
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("w")
    driver.wait(lambda s: s["screen"] == "watch_setup", "the page before")
    driver.click("table", 5 / 6)
    driver.wait(lambda s: s.get("table") == "holdem", "Hold'em")
    driver.click("begin")
    driver.wait(lambda s: s["screen"] == "watch", "the series")
    driver.key("space")
    driver.wait(lambda s: decides(s, 0), "the pause")


@real_when_long
def test_a_series_is_watched_looked_into_and_taken_over(
    open_window: Open, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SEED_VARIABLE, "11")  # a hand without a fold at the first decision
    store = SettingsStore(user_folder)
    store.change(window=(0, 0, 1280, 720), tables={"watch holdem": {"first": "maniac", "second": "station"}})
    store.flush()
    driver = open_window()
    begin_paused(driver)
    for count in (1, 2):
        driver.key("right")
        driver.wait(lambda s, n=count: decides(s, n), f"decision {count}")
    driver.wait(lambda s: all(s["widths"]) and min(s["widths"]) < ALL_HANDS - 1, "beliefs")
    keep_picture(driver, "watch-beliefs")
    driver.key("left")
    driver.wait(lambda s: decides(s, 1), "a step back")
    driver.wait(lambda s: max(s["widths"]) > ALL_HANDS - 1, "what was believed before it")
    driver.click("decisions", *FIRST_LINE)
    driver.wait(lambda s: decides(s, 0), "the first decision")
    for width, height in SIZES:
        driver.resize(width, height)
        driver.wait(lambda s, w=width, h=height: s["size"] == [w, h], f"{width} x {height}")
        keep_picture(driver, f"watch-{width}")
    driver.key("space")
    driver.wait(lambda s: s["counted"] >= 1, "a hand")
    driver.key("t")
    driver.wait(lambda s: s["screen"] == "question", "whose seat")
    driver.click("seat-0")
    driver.wait(lambda s: s["screen"] == "play-holdem", "the seat")


EVENTS = 3_000
EVENTS_A_FRAME = 8
FRAME_SECONDS = 0.8  # long frames, so that animations take few steps
MONKEY_SIZES = ((900, 560), (1000, 700), (720, 900), (640, 400))
KEYS = (
    *"123456789cfrbhlmnsvxyz? ",
    *("return", "escape", "tab", "up", "down", "left", "right", "home", "end", "space", "backspace"),
    *("page up", "page down", "f11"),
)
FRAMES_A_TABLE = 30
LEADS_IN_TURN = 10
SETTINGS, MENU = 9, 4  # a larger number makes these screens rarer
EVENTS_TO_STAY = 0.93
WAYS_OUT = (
    *("back", "quit", "leave", "escape", "settings", "help", "?", "review", "ahead", "rules"),
    *("solver", "reports", "drills", "v", "r", "d"),
)
MONKEY_TABLES = ("play-tic-tac-toe", "play-kuhn", "play-holdem")


@pytest.mark.parametrize("events", [EVENTS, pytest.param(2 * EVENTS, marks=pytest.mark.long)])
def test_random_events_do_no_harm(events: int, user_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_SEED", "1")
    rng = random.Random(20_261)
    app = main.make_app(user_folder, InProcessWorker())
    app.start()
    seen: set[str] = set()
    results: dict[Session, int] = {}
    for frame in range(events // EVENTS_A_FRAME):
        if frame % FRAMES_A_TABLE == 0:
            app.change(speed=rng.choice(("4", "instant")), text_size=rng.choice((80, 100, 200)))
            led = frame // FRAMES_A_TABLE
            app.home()
            if led % LEADS_IN_TURN == SETTINGS:
                app.show_settings()
            elif led % LEADS_IN_TURN != MENU:
                hands = _hands_by_table(results)
                _lead_to_a_table(app, min("123", key=lambda table: hands[table]))
        seen.add(app.screen.name)
        controls = app.controls()
        app.step([event for _ in range(EVENTS_A_FRAME) for event in _events(rng, controls)], FRAME_SECONDS)
        app.running = True  # a random event may have quit the program
        for screen in app.screens:
            session = getattr(screen, "session", None)
            if isinstance(session, Session):
                _check_chips(session)
                results[session] = len(session.results)
        assert not list(user_folder.glob("crashes/*")), next(user_folder.glob("crashes/*")).read_text()
    app.close()
    assert seen >= {"menu", "new_game", "settings", "help", "question", *MONKEY_TABLES}
    assert all(count >= 3 for count in _hands_by_table(results).values())


def _hands_by_table(results: Mapping[Session, int]) -> dict[str, int]:
    """Return the number of finished hands at each table, by the key that opens the table from the menu."""
    games = {"1": ("tic-tac-toe",), "2": ("kuhn-poker", "kuhn-half-street"), "3": ("holdem",)}
    return {
        table: sum(count for session, count in results.items() if session.spec.game in names)
        for table, names in games.items()
    }


def _lead_to_a_table(app: App, key: str) -> None:
    """Open a table from the menu by `key`, because random events rarely open a table."""
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
        width, height = rng.choice(MONKEY_SIZES)
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
    """Check that the chips of a session add up.

    Illegal actions need no check, because the session refuses them.
    """
    if session.spec.game == "holdem":
        assert sum(session.stacks) == sum(session.spec.stacks)
    assert all(abs(sum(result.returns)) < 1e-9 for result in session.results)
