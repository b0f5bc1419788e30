"""Training at the window: started in the form, paused, resumed, kept, played at two checkpoints, cancelled, killed.

Each script runs headless, and some in a real window. PARLOUR_PICTURES names a folder for screenshots.
"""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Open, headless_alone
from tests.e2e.drivers import Driver, State
from tests.e2e.test_evening import SIZES, keep_picture, rests

RUNS = {
    "value-learner": ("value-learner", "900000000", "1", "play-tic-tac-toe"),
    "kuhn-cfr": ("kuhn-cfr", "900000000", "2", "play-kuhn"),
}


LONG_RUNS = ("headless", "value-learner"), ("real", "kuhn-cfr")


def begin(driver: Driver, kind: str, length: str) -> None:
    """Choose a run, type its length, and start it with Enter."""
    driver.key("t")
    driver.wait(lambda s: s["screen"] == "train_setup" and s["kind"], "what can be trained")
    driver.click(f"kind.{kind}")
    driver.wait(lambda s: s["kind"] == kind, "the run")
    driver.click("setting.iterations")
    driver.write(length)
    driver.key("return")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "train_run" and s["phase"] == "working", "the run at work")


def control(state: State, name: str) -> State:
    found: State = next(entry for entry in state["controls"] if entry["name"] == name)
    return found


def choose_checkpoint(driver: Driver, index: int) -> str:
    """Choose a checkpoint by keyboard, counted from the oldest, because rows move during an active run."""
    driver.click("checkpoints")
    for key in ("end", *("up",) * (index - 1)):
        driver.key(key)
    return str(driver.wait(lambda s: s["focus"] == "checkpoints", "the checkpoints")["chosen"])


def play_checkpoint(driver: Driver, index: int, table: str) -> None:
    """Play a move against a checkpoint, wait for the answer, and go back to the run."""
    choose_checkpoint(driver, index)
    driver.click("play")
    driver.wait(lambda s: s["screen"] in (table, "question"), "the table")
    if driver.state["screen"] == "question":
        driver.click("play")
    state = driver.wait(lambda s: s["screen"] == table and rests(s), "the first turn")
    done = len(state["actions"])
    driver.key(str(state["board"].index(0) + 1) if state["game"] == "tic-tac-toe" else "c")
    driver.wait(lambda s: rests(s) and len(s["actions"]) > done, "the answer of the checkpoint")
    assert driver.state["phase"] != "lost"
    driver.key("escape")
    driver.wait(lambda s: s["screen"] in ("train_run", "question"), "the run again")
    if driver.state["screen"] == "question":
        driver.key("tab")
        driver.key("return")
    driver.wait(lambda s: s["screen"] == "train_run", "the run again")


@pytest.mark.parametrize(
    ("open_window", "kind"),
    [("headless", "kuhn-cfr"), *(pytest.param(*one, marks=pytest.mark.long) for one in LONG_RUNS)],
    indirect=["open_window"],
)
def test_a_run_is_trained_paused_resumed_kept_played_and_cancelled(open_window: Open, kind: str) -> None:
    run, length, key, table = RUNS[kind]
    driver = open_window()
    begin(driver, run, length)
    driver.wait(lambda s: len(s["checkpoints"]) >= 2 and s["has_snapshot"], "two checkpoints and a picture")

    driver.key("space")
    paused = driver.wait(
        lambda s: s["phase"] == "paused" and s["checkpoints"][-1] == s["iteration"],
        "the pause, all of it saved",
    )
    for width, height in SIZES:
        driver.resize(width, height)
        driver.wait(lambda s, w=width, h=height: s["size"] == [w, h], f"{width}x{height}")
        keep_picture(driver, f"train-{kind}-{width}")
    driver.key("space")
    driver.wait(lambda s: s["iteration"] > paused["iteration"], "the run going on from where it was")

    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "menu" and control(s, "train")["value"].endswith("%"), "the badge")
    driver.key("t")
    driver.wait(lambda s: s["screen"] == "train_run" and s["phase"] == "working", "the run, still at work")
    driver.wait(lambda s: s["checkpoints"][:2] == [100, 1000], "two stages that stay")
    for place in (1, 2):
        play_checkpoint(driver, place, table)
    played = driver.wait(
        lambda s: s["phase"] in ("working", "done"), "the run, which went on during the games"
    )
    assert played["iteration"] > paused["iteration"]

    choose_checkpoint(driver, 2)
    driver.key("k")
    driver.wait(lambda s: s["screen"] == "keep", "the name")
    driver.write("anna")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "train_run" and "anna" in s["notice"], "the agent")
    keep_picture(driver, f"train-{kind}-kept")

    driver.key("c")
    driver.wait(lambda s: s["screen"] == "question", "the question")
    driver.click("forget")
    driver.wait(lambda s: s["screen"] == "train_setup" and not s["stored"] and not s["at_work"], "its end")
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key(key)
    gallery = driver.wait(lambda s: s["screen"] == "new_game", "the opponents")
    assert [entry["name"] for entry in gallery["controls"] if entry["name"].endswith(".anna")]


@headless_alone
def test_a_value_out_of_range_is_said_before_anything_starts(open_window: Open) -> None:
    driver = open_window()
    driver.key("t")
    driver.wait(lambda s: s["screen"] == "train_setup" and s["kind"], "what can be trained")
    driver.click("setting.iterations")
    driver.write("0")
    refused = driver.wait(lambda s: s["refusal"], "the sentence at the field")
    assert refused["kind"] == "value-learner"  # a run without requirements comes first
    assert "from 1 to 1,000,000,000" in refused["refusal"]
    driver.key("return")
    driver.key("return")
    assert driver.wait(lambda s: s["screen"] == "train_setup", "the form, still")["stored"] == []
    keep_picture(driver, "train-refused")


@pytest.mark.parametrize(
    ("open_window", "end"), [("headless", "close"), ("real", "kill")], indirect=["open_window"]
)
def test_a_window_that_ends_while_a_run_is_at_work_loses_nothing(open_window: Open, end: str) -> None:
    driver = open_window()
    begin(driver, "value-learner", "900000000")
    before = driver.wait(lambda s: len(s["checkpoints"]) >= 3, "three checkpoints")
    driver.kill() if end == "kill" else driver.close()
    again = open_window()
    again.key("t")
    again.wait(
        lambda s: s["screen"] == "train_setup" and s["stored"] == ["value-learner-1"], "the stored run"
    )
    again.click("resume")
    resumed = again.wait(lambda s: s["screen"] == "train_run" and s["phase"] == "working", "the run at work")
    assert resumed["iteration"] >= before["checkpoints"][-1]
    assert set(before["checkpoints"][:-1]) <= set(resumed["checkpoints"])
    again.wait(lambda s: s["iteration"] > resumed["iteration"], "the run going on")
