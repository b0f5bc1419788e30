"""The explorer and the example of the distance in their states, for sweeps over all screens."""

from collections.abc import Callable

from game.alike import COMPILING, LOOKING, PHASE, RIVERS
from game.core import Progress
from game.screens.pages.lab.alike.examples import EXAMPLES
from game.screens.pages.lab.alike.screen import AlikeScreen
from game.screens.pages.lab.earth.screen import EarthScreen
from game.screens.pages.lab.entry import alike
from game.screens.shell.app import App
from tests.screens.lab.alike import answers

MISSING = "No abstraction ships with this copy of the program: train holdem-abstraction makes one."


def opened(app: App, written: str = "AhKh Qs7h2h") -> AlikeScreen:
    """Open the page and answer for the worker."""
    screen = alike(app)
    app.go(screen)
    spot = answers.spot_of(written)
    screen.study.look(spot)
    payload = {"hand": spot.hand, "board": spot.board}
    screen.study._take_hand(answers.hand(payload), "")
    screen.study._take_near(answers.neighbours({**payload, "board": spot.board[:3]}), "")
    return screen


def compared(app: App) -> None:
    screen = opened(app)
    example = EXAMPLES[1]
    screen._start_from(example)
    for spot, take in ((example.spot, screen.study._take_hand), (example.beside, screen.study._take_beside)):
        assert spot is not None
        take(answers.hand({"hand": spot.hand, "board": spot.board}), "")
    screen.study._take_apart(answers.pair({}), "")
    screen._histogram.chart.step("right")


def at_the_river(app: App) -> None:
    screen = opened(app, "AhKh Qs7h2h3hTs")
    screen._histogram.turn()
    screen._histogram.chart.step("end")


def in_own_buckets(app: App) -> None:
    study = opened(app).study
    study._take_abstractions(answers.with_own({}), "")
    study.choose(answers.OWN)
    study._take_hand(answers.hand({"hand": study.spot.hand, "board": study.spot.board}), "")
    study._take_near(answers.neighbours({"hand": study.spot.hand, "board": study.spot.board}), "")


def waiting(phase: int, total: int | None, *, known: bool = False) -> Callable[[App], None]:
    def go(app: App) -> None:
        screen = opened(app) if known else alike(app)
        if known:
            screen.study.near = None
        else:
            app.go(screen)
        left = None if total is None else 8.0
        screen.study._take_report(Progress(30, total, 4.0, left, metrics={PHASE: phase}))

    return go


def in_trouble(app: App) -> None:
    screen = alike(app)
    app.go(screen)
    screen.study._take_hand(None, MISSING)


def wrong(app: App) -> None:
    opened(app)._setup._submit("AhAh Qs7h2h")


def picking(app: App) -> None:
    opened(app)._pick()


def stay(page: str) -> None:
    """Open no other page, and no other game."""


def moving(example: str, way: str, moves: int) -> Callable[[App], None]:
    def go(app: App) -> None:
        screen = EarthScreen(app, stay, stay)
        app.go(screen)
        screen._choose_example(example)
        screen._asked._take(answers.earth({"example": example}), "")
        screen._choose_way(way)
        screen._go(moves)

    return go


def earth_in_trouble(app: App) -> None:
    screen = EarthScreen(app, stay, stay)
    app.go(screen)
    screen._asked._take(None, "The other process ended unexpectedly.")


ALIKE: dict[str, Callable[[App], object]] = {
    "alike": opened,
    "alike compared": compared,
    "alike in own buckets": in_own_buckets,
    "alike at the river": at_the_river,
    "alike opening": lambda app: app.go(alike(app)),
    "alike compiling": waiting(COMPILING, 52),
    "alike loading": waiting(COMPILING, None),
    "alike rivers": waiting(RIVERS, 86),
    "alike looking around": waiting(LOOKING, 176, known=True),
    "alike in trouble": in_trouble,
    "alike wrong": wrong,
    "alike picking": picking,
    "earth": moving("article", "passes", 1),
    "earth untouched": moving("article", "line", 0),
    "earth greedy": moving("greedy", "passes", 3),
    "earth waiting": lambda app: app.go(EarthScreen(app, stay, stay)),
    "earth in trouble": earth_in_trouble,
}
