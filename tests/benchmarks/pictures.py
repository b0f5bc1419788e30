"""Make the pictures of the README by the program itself, headless and with a fixed seed.

Run this module with `python -m tests.benchmarks.pictures [NAME ...]`. Each picture is the window at 1280x720,
scaled down.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.e2e import drivers
from tests.e2e.drivers import ROOT, Driver, Headless, InProcessWorker
from tests.e2e.test_evening import key_turn, rests, sit_down_by_keys

FOLDER = ROOT / "assets" / "pictures"
WHOLE, SMALL = (1280, 720), (540, 304)
TRAINED = 100_000  # games of the learner


def holdem(driver: Driver) -> None:
    """Sit down at Hold'em and call until the turn."""
    sit_down_by_keys(driver, "holdem")
    for _ in range(12):
        state = driver.wait(rests, "our turn")
        if state["phase"] == "over":
            driver.key("space")
        elif len(state["board"]) >= 4:
            return
        else:
            done = len(state["actions"])
            key_turn(driver, state)
            driver.wait(lambda s, done=done: len(s["actions"]) != done, "the call")


def tic_tac_toe(driver: Driver) -> None:
    """Take the first free square twice at a teaching table, and show the opponent's values."""
    driver.app.change(coaching="teaching")
    sit_down_by_keys(driver, "tic-tac-toe")
    for _ in range(2):
        state = driver.wait(rests, "our turn")
        done = len(state["actions"])
        key_turn(driver, state)
        driver.wait(lambda s, done=done: len(s["actions"]) == done + 2, "the answer")
    driver.key("v")


def kuhn(driver: Driver) -> None:
    """Play one hand of Kuhn poker to its end."""
    sit_down_by_keys(driver, "kuhn-poker")
    while driver.wait(rests, "our turn")["phase"] != "over":
        done = len(driver.state["actions"])
        driver.key("c")
        driver.wait(lambda s, done=done: len(s["actions"]) > done, "the move")


def lab(driver: Driver) -> None:
    """Run the lab to its end."""
    driver.key("l")
    driver.wait(lambda s: s["screen"] == "lab" and s["known"] == 0, "the lab")
    driver.click("iterations")
    driver.write("2000")
    driver.key("return")
    driver.wait(lambda s: s.get("total") == 2000 and s["known"] >= 0, "a shorter run")
    driver.click("run")
    driver.wait(lambda s: s["iteration"] == 2000 and len(s["compared"]) == 4, "the run")


def train(driver: Driver) -> None:
    """Train a tic-tac-toe learner to its end."""
    driver.key("t")
    driver.wait(lambda s: s["screen"] == "train_setup" and s["kind"], "the runs")
    driver.click("kind.value-learner")
    driver.wait(lambda s: s["kind"] == "value-learner", "the run")
    driver.click("setting.iterations")
    driver.write(str(TRAINED))
    driver.key("return")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "train_run" and s["phase"] == "done", "the end of the run")


def odds(driver: Driver) -> None:
    driver.key("o")
    driver.wait(lambda s: s["screen"] == "odds" and s["exact"] and not s["stale"], "the equity")


class OneProcess(Headless):
    """The window with its worker in the same process. Every answer of the worker arrives at the next step."""

    def __init__(self, home: Path) -> None:
        import pygame

        import main as program

        self._pygame, self._is_gone = pygame, False
        self.app = program.make_app(home, InProcessWorker())
        self.app.start()
        self.step()


PICTURES: dict[str, Callable[[Driver], None]] = {
    "holdem": holdem,
    "tic-tac-toe": tic_tac_toe,
    "kuhn": kuhn,
    "lab": lab,
    "train": train,
    "odds": odds,
}


def main(names: Iterable[str]) -> None:
    """Make the pictures with these names. Without a name, make all pictures."""
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PARLOUR_SEED": "7"}
    import pygame

    drivers.PATIENCE_SECONDS = 600.0  # a first start compiles
    for name in names or PICTURES:
        with tempfile.TemporaryDirectory() as home:
            os.environ["PARLOUR_HOME"] = home
            driver = OneProcess(Path(home))
            driver.resize(*WHOLE)
            driver.wait(lambda s: s["screen"] == "menu" and s["size"] == list(WHOLE), "the menu")
            PICTURES[name](driver)
            for _ in range(40):
                driver.wait(lambda s, worker=driver.app.worker: not worker.waiting, "the worker")
                driver.step()  # wait until nothing moves
            file = FOLDER / f"thumb-{name}.png"
            driver.picture(file)
            driver.close()
            whole = pygame.image.load(str(file))
            pygame.image.save(pygame.transform.smoothscale(whole, SMALL), str(file))
            print(f"{file.name}: {file.stat().st_size // 1000} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
