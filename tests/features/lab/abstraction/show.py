"""The explorer and the example of the distance in their states, for sweeps over all screens."""

from collections.abc import Callable

from game.app.app import App
from game.core import Progress
from game.features.lab.asks import (
    FindNeighbours,
    ListAbstractions,
    LookUpBucket,
    MeasureDistance,
    WorkEmdExample,
)
from game.features.lab.buckets_model import EXAMPLES
from game.features.lab.buckets_page import AbstractionScreen
from game.features.lab.emd_page import EmdDemoScreen
from game.features.lab.page import abstraction
from game.study.abstraction import COMPILING, LOOKING, PHASE, RIVERS
from game.window.ui.input import Key
from tests.features.lab.abstraction import answers
from tests.window.driver import choose, give_to, named, press

MISSING = "No abstraction ships with this copy of the program: train holdem-abstraction makes one."


def opened(app: App, written: str = "AhKh Qs7h2h") -> AbstractionScreen:
    """Open the page and answer for the worker."""
    screen = abstraction(app)
    app.go(screen)
    spot = answers.spot_of(written)
    screen.model.look(spot)
    give_to(app, LookUpBucket, answers.hand(spot))
    give_to(app, FindNeighbours, answers.neighbours(spot.flop))
    return screen


def choose_bar(app: App, key: str) -> None:
    named(app, "shape").key(Key(key))
    app.screen.relayout()


def compared(app: App) -> None:
    opened(app)
    example = EXAMPLES[1]
    press(app, f"example-{example.name}")
    for spot in (example.spot, example.beside):
        assert spot is not None
        give_to(app, LookUpBucket, answers.hand(spot))
    give_to(app, MeasureDistance, answers.pair(None))
    choose_bar(app, "right")


def at_the_river(app: App) -> None:
    opened(app, "AhKh Qs7h2h3hTs")
    choose(app, "when", "river")
    choose_bar(app, "end")


def in_own_buckets(app: App) -> None:
    model = opened(app).model
    give_to(app, ListAbstractions, answers.with_own(None))
    model.choose(answers.OWN)
    give_to(app, LookUpBucket, answers.hand(model.spot))
    give_to(app, FindNeighbours, answers.neighbours(model.spot))


def waiting(phase: int, total: int | None, *, known: bool = False) -> Callable[[App], None]:
    def go(app: App) -> None:
        screen = opened(app) if known else abstraction(app)
        if known:
            screen.model.near.forget()
            screen.model.begin()
        else:
            app.go(screen)
        left = None if total is None else 8.0
        kind = FindNeighbours if known else LookUpBucket
        give_to(app, kind, progress=Progress(30, total, 4.0, left, metrics={PHASE: phase}))

    return go


def in_trouble(app: App) -> None:
    screen = abstraction(app)
    app.go(screen)
    give_to(app, LookUpBucket, error=MISSING)


def wrong(app: App) -> None:
    opened(app)
    named(app, "cards").submit("AhAh Qs7h2h")


def picking(app: App) -> None:
    opened(app)
    press(app, "pick")


def moving(example: str, way: str, moves: int) -> Callable[[App], None]:
    def go(app: App) -> None:
        screen = EmdDemoScreen(app)
        app.go(screen)
        choose(app, "example", example)
        give_to(app, WorkEmdExample, answers.earth(WorkEmdExample(example)))
        choose(app, "way", way)
        for _ in range(moves):
            press(app, "step")

    return go


def emd_in_trouble(app: App) -> None:
    screen = EmdDemoScreen(app)
    app.go(screen)
    give_to(app, WorkEmdExample, error="The other process ended unexpectedly.")


PLACES: dict[str, Callable[[App], object]] = {
    "abstraction": opened,
    "abstraction compared": compared,
    "abstraction in own buckets": in_own_buckets,
    "abstraction at the river": at_the_river,
    "abstraction opening": lambda app: app.go(abstraction(app)),
    "abstraction compiling": waiting(COMPILING, 52),
    "abstraction loading": waiting(COMPILING, None),
    "abstraction rivers": waiting(RIVERS, 86),
    "abstraction looking around": waiting(LOOKING, 176, known=True),
    "abstraction in trouble": in_trouble,
    "abstraction wrong": wrong,
    "abstraction picking": picking,
    "emd": moving("article", "passes", 1),
    "emd untouched": moving("article", "line", 0),
    "emd greedy": moving("greedy", "passes", 3),
    "emd waiting": lambda app: app.go(EmdDemoScreen(app)),
    "emd in trouble": emd_in_trouble,
}
