"""An evening at the window: whole games by keyboard alone and by mouse, sizes, and the plug pulled.

Each script runs headless and in a real window. PARLOUR_PICTURES names a folder for pictures of what was seen.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.conftest import Open
from tests.e2e.drivers import Driver, State

TABLES = {"tic-tac-toe": "1", "kuhn-poker": "2", "holdem": "3"}
SCREENS = {"tic-tac-toe": "play-tic-tac-toe", "kuhn-poker": "play-kuhn", "holdem": "play-holdem"}
SIZES = ((900, 560), (1280, 720), (1920, 1080))
MOST_TURNS = 60

Turn = Callable[[Driver, State], None]


def rests(state: State) -> bool:
    """Return whether the table waits for the player, and takes what the player does."""
    return state.get("phase") == "over" or (state.get("phase") == "yours" and bool(state["may_act"]))


def key_turn(driver: Driver, state: State) -> None:
    """Make a harmless move by keyboard."""
    if state["game"] == "tic-tac-toe":
        driver.key(str(state["board"].index(0) + 1))
    else:
        driver.key("c")


def mouse_turn(driver: Driver, state: State) -> None:
    """Make a harmless move by mouse."""
    if state["game"] == "tic-tac-toe":
        cell = state["board"].index(0)
        driver.click("board", (cell % 3 + 0.5) / 3, (cell // 3 + 0.5) / 3)
    else:
        driver.click("pass" if state["game"].startswith("kuhn") else "call")


def has_moved(done: int, state: State) -> bool:
    return len(state.get("actions", ())) > done


def play_hand(driver: Driver, turn: Turn) -> State:
    """Play until the hand is over, turn by turn."""
    for _ in range(MOST_TURNS):
        state = driver.wait(rests, "the player's turn")
        if state["phase"] == "over":
            return state
        done = len(state["actions"])
        turn(driver, state)
        moved = partial(has_moved, done)
        answer = driver.wait(lambda s, moved=moved: moved(s) or s.get("asks_again"), "the move on the table")
        if not moved(answer):
            turn(driver, answer)  # what takes all chips asks once more
        driver.wait(moved, "the move on the table")
    raise AssertionError("the hand has no end")


def sit_down_by_keys(driver: Driver, table: str) -> None:
    driver.key(TABLES[table])
    driver.wait(lambda s: s["screen"] == "new_game" and s["table"] == table, f"the choice for {table}")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == SCREENS[table], "the table")


def go_home_by_keys(driver: Driver) -> None:
    driver.key("escape")
    driver.wait(lambda s: s["screen"] in ("menu", "question"), "the way out")
    if driver.state["screen"] == "question":
        driver.key("tab")
        driver.key("return")
    driver.wait(lambda s: s["screen"] == "menu", "the menu")


def keep_picture(driver: Driver, name: str) -> None:
    if folder := os.environ.get("PARLOUR_PICTURES"):
        driver.picture(Path(folder) / f"{type(driver).__name__}-{name}.png")


@pytest.mark.parametrize("table", TABLES)
def test_whole_game_by_keyboard_alone(open_window: Open, table: str) -> None:
    driver = open_window()
    sit_down_by_keys(driver, table)
    play_hand(driver, key_turn)
    keep_picture(driver, f"keys-{table}")
    driver.key("return")  # the focus waits on Rematch, or on Next hand
    second = driver.wait(lambda s: rests(s) and s["hand"] == 2, "the second hand")
    assert second["phase"] != "lost"
    go_home_by_keys(driver)


@pytest.mark.parametrize("table", TABLES)
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
