"""Scripts that use the odds page, the lab, the solver and the training page, from the menu to the results.

A training is started from its form, paused and resumed. Its checkpoints become agents, and the script plays against
them. Then this training is cancelled, and another training is killed.

Each script runs headless, and some scripts also run in a real window. PARLOUR_PICTURES names a folder for
screenshots.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.drills.store import DrillStore
from game.archive import hands
from game.archive.store import Archive
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules.betting import CALL
from tests.archive.hands_for_tests import MOMENT
from tests.e2e.conftest import Open, headless_alone
from tests.e2e.drivers import Driver, State, control_value
from tests.e2e.test_evening import SIZES, keep_picture, rests

ACES = (0.5 / 13, 0.5 / 13)  # as fractions of the grid


def wait_for_exact(driver: Driver, texts: list[str], what: str) -> float:
    state = driver.wait(lambda s: s["texts"] == texts and s["exact"] and not s["stale"], what)
    return float(state["equity"])


@headless_alone
def test_the_odds_of_a_hand_against_a_range(open_window: Open) -> None:
    driver = open_window()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("o")
    driver.wait(lambda s: s["screen"] == "odds", "the odds")
    assert wait_for_exact(driver, ["AhKh", "TT-QQ,AQ,KQs,JTs"], "the first example") == 0.517845
    keep_picture(driver, "odds")
    driver.key("b")
    driver.write("77,kxk")
    driver.wait(lambda s: "kxk" in s["problem"], "the sentence")
    keep_picture(driver, "odds-wrong")
    for _ in range(4):
        driver.key("backspace")
    against_sevens = wait_for_exact(driver, ["AhKh", "77"], "a hand against a set")
    assert against_sevens < 0.3
    driver.click("view", 0.75)
    driver.click("grid", *ACES)
    driver.wait(lambda s: len(s["texts"][1]) > len("77"), "painted aces")
    assert wait_for_exact(driver, ["AhKh", "77,AA"], "what was painted") != against_sevens
    driver.click("board")
    driver.wait(lambda s: s["screen"] == "card_picker", "the cards")
    driver.click("cards.Qh")
    driver.key("escape")
    driver.wait(lambda s: s.get("board") == "Qs7h2hQh" and s["exact"] and not s["stale"], "the turn")
    keep_picture(driver, "odds-turn")
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "menu", "the menu again")


ITERATIONS = 2_000


def shorten(driver: Driver) -> None:
    """Set the run in the lab to few iterations."""
    driver.click("iterations")
    driver.write(str(ITERATIONS))
    driver.key("return")
    driver.wait(lambda s: s.get("total") == ITERATIONS and s["known"] >= 0, "a shorter run")


def run(driver: Driver, what: str) -> float:
    """Wait for the end of the run in the lab. Return the exploitability of the run's average strategy."""
    driver.click("run")
    state = driver.wait(lambda s: s["iteration"] == ITERATIONS and not s["running"], what)
    return float(state["exploitability"])


def look_at_the_learner(driver: Driver) -> None:
    """In the lab, open the shipped learner of tic-tac-toe, and go back to Kuhn poker."""
    driver.click("game.tic-tac-toe")
    driver.wait(lambda s: s["screen"] == "value_explorer" and s["known"] == 1_000_000, "the whole training")
    driver.key("5")
    driver.wait(lambda s: len(s["values"]) == 8, "the answers to the centre")
    driver.key("home")
    state = driver.wait(lambda s: s["episode"] == 0, "the untrained learner")
    assert set(state["values"].values()) == {0.5}
    driver.key("end")
    state = driver.wait(lambda s: s["episode"] == 1_000_000, "the champion")
    corners, edges = (
        [state["values"][key] for key in state["values"] if int(key) % 2 == odd] for odd in (0, 1)
    )
    assert min(corners) > max(edges)
    assert tuple(state["lost_lines"]) == (0, 0)
    keep_picture(driver, "lab-value-explorer")
    driver.click("game.kuhn-half-street")
    driver.wait(lambda s: s["screen"] == "lab" and s["known"] == 0, "the lab again")


@headless_alone
def test_an_hour_in_the_lab(open_window: Open) -> None:
    driver = open_window()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("l")
    driver.wait(lambda s: s["screen"] == "lab" and s["known"] == 0, "the lab")
    look_at_the_learner(driver)
    shorten(driver)
    assert run(driver, "the run") < 0.02
    driver.wait(lambda s: len(s["compared"]) == 4, "the others of the family")
    keep_picture(driver, "lab")
    driver.click("page.strategies")
    driver.wait(lambda s: s["page"] == "strategies", "the strategies")
    keep_picture(driver, "lab-strategies")
    driver.click("moment", 0.02)
    driver.wait(lambda s: s["iteration"] == 0, "the beginning")
    driver.click("step-10")
    driver.wait(lambda s: s["iteration"] == 10, "ten steps")
    driver.click("page.compare")
    driver.wait(lambda s: s["screen"] == "lab_compare" and len(s["compared"]) == 4, "the stored runs")
    keep_picture(driver, "lab-compare")
    driver.click("page.tree")
    driver.wait(lambda s: s["screen"] == "lab" and s["page"] == "tree", "the tree")
    keep_picture(driver, "lab-tree")
    driver.click("page.overview")
    driver.click("variant.next")
    driver.wait(lambda s: s["variant"] == "external-sampling" and s["known"] == 0, "another member")
    driver.click("blinds")
    driver.write("1/4")
    driver.key("return")
    driver.wait(lambda s: s["blinds"] == 0.25 and s["known"] == 0, "low blinds")
    keep_picture(driver, "lab-corner")
    driver.click("step-100")
    driver.wait(lambda s: s["iteration"] == 100, "a hundred steps")
    driver.click("play")
    driver.wait(lambda s: s["screen"] == "play-kuhn", "the table")


def checked_down() -> hands.PlayedHand:
    """Return a hand in which both players called and checked to the showdown."""
    session = Session(TableSpec("holdem", ("you", "tight"), seed=3))
    while session.seat_to_act is not None:
        session.act(CALL)
    return hands.of(session, MOMENT)


@headless_alone
def test_from_a_river_looked_back_on_to_its_solution_in_six_keys(
    open_window: Open, user_folder: Path
) -> None:
    Archive(user_folder).append(checked_down())
    driver = open_window()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("b")
    driver.wait(lambda s: s["screen"] == "history" and s["count"] == 1 and s["id"], "the hand")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "replay", "the replay")
    driver.key("end")
    driver.wait(lambda s: s["phase"] == "done", "the end of the hand")
    driver.key("v")
    driver.wait(lambda s: s["screen"] == "solver" and s["offered"], "the solve behind the judgement")
    keep_picture(driver, "solver-river")
    driver.key("w")
    solved = driver.wait(lambda s: s["walks"], "the decision in its solution")
    assert solved["exploitability"] <= 0.1
    assert solved["actions"] == []  # the tree begins at this decision
    keep_picture(driver, "solver-walk")

    driver.key("l")
    driver.wait(lambda s: s["screen"] == "lock", "the question what is locked")
    driver.key("return")
    driver.wait(lambda s: s.get("locks") == 1 and not s["solving"] and s["offered"], "the locked solution")
    keep_picture(driver, "solver-locked")

    driver.key("n")
    play_hands(driver, 20)
    keep_picture(driver, "solver-played")
    if driver.state["mistakes"]:
        driver.key("d")
        driver.wait(lambda s: not s["mistakes"], "the mistakes in the drills")
        deck = DrillStore(user_folder).deck("mistakes")
        assert all(card.spot == solved["spot"] for card in deck.cards.values())
    driver.key("ctrl+1")
    driver.wait(lambda s: s["screen"] == "solver" and not s["walks"] and not s["plays"], "the form")
    driver.key("k")
    driver.wait(lambda s: s["files"], "the file")
    driver.kill()
    driver = open_window()
    open_file(driver)
    driver.wait(lambda s: s["locks"] == 1 and s["offered"], "the locked solution from its file")


def play_hands(driver: Driver, count: int) -> None:
    """Play `count` hands by keys, always with the second possible action, or with the only one."""
    for number in range(1, count + 1):
        while (state := driver.wait(lambda s, n=number: s["to_do"] or s["hands"] == n, "a decision"))[
            "to_do"
        ]:
            made = state["made"]
            driver.key("2" if len(state["to_do"]) > 1 else "1")
            driver.wait(lambda s, n=number, m=made: s["made"] > m or s["hands"] == n, "its grade")
        if number < count:
            driver.key("return")


def open_file(driver: Driver) -> None:
    """By keys, go from the menu to the solver page, and open the first file in its list."""
    driver.wait(lambda s: s["screen"] == "menu", "the menu again")
    driver.key("v")
    driver.wait(lambda s: s["screen"] == "solver" and s["files"], "the list of files")
    driver.key("f")
    driver.wait(lambda s: s["focus"] == "files", "the list of files in focus")
    driver.key("return")


@pytest.mark.long
@headless_alone
def test_a_solve_that_is_killed_on_its_way_goes_on_from_where_it_was_kept(
    open_window: Open, user_folder: Path
) -> None:
    driver = open_window()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("v")
    driver.wait(lambda s: s["screen"] == "solver" and s["checked"], "the solver")
    driver.key("3")
    paint(driver, "o", "TT+,AK,T9s")
    paint(driver, "i", "99+,AQ+,KQs")
    spot = driver.wait(lambda s: s["checked"] and s["problems"] == {}, "the flop")["spot"]
    assert "TT+,AK,T9s" in spot
    driver.key("s")
    kept = user_folder / "solves"
    driver.wait(lambda s: any(kept.glob("autosave*.npz")), "the solve in its file")
    assert driver.state["solving"]
    driver.kill()
    driver = open_window()
    open_file(driver)
    found = driver.wait(lambda s: s["offered"], "the solve from its file")
    assert found["spot"] == spot
    assert found["exploitability"] is None or found["exploitability"] > 0
    keep_picture(driver, "solver-reopened")


def paint(driver: Driver, key: str, words: str) -> None:
    """Type a range into the text field next to the grid of hands."""
    driver.key(key)
    driver.wait(lambda s: s["screen"] == "paint", "the grid")
    driver.key("shift+tab")
    driver.wait(lambda s: s["focus"] == "text", "the line of text")
    driver.write(words)
    driver.key("return")
    driver.wait(lambda s: control_value(s, "text") == words and not s["problem"], "what was typed")
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "solver", "the form")


RUNS = {
    "value-learner": ("value-learner", "900000000", "1", "play-tic-tac-toe"),
    "kuhn-cfr": ("kuhn-cfr", "900000000", "2", "play-kuhn"),
}


LONG_RUNS = ("headless", "value-learner"), ("real", "kuhn-cfr")


def begin(driver: Driver, kind: str, length: str) -> None:
    """Choose a kind of training run, type the length, and start the run with Enter."""
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
    """Choose the checkpoint number `index`, counted from the oldest, and return its name.

    The choice is made by keyboard, because the rows move during an active run.
    """
    driver.click("checkpoints")
    for key in ("end", *("up",) * (index - 1)):
        driver.key(key)
    return str(driver.wait(lambda s: s["focus"] == "checkpoints", "the checkpoints")["chosen"])


def play_checkpoint(driver: Driver, index: int, table: str) -> None:
    """Play a move against a checkpoint, wait for the opponent's answer, and go back to the run."""
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
