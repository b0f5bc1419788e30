"""The page of ranges in its states, for sweeps over all screens; what it asks is answered at once."""

from collections.abc import Callable

from game.app.app import App
from game.features.lab.page import ranges
from game.features.lab.ranges_page import RangesScreen
from game.study.ranges import AskRange, ListRangeAgents
from tests.features.lab.range_answers import AGENTS, node, without_blueprints
from tests.window.driver import give_to, named

RIVER = "r300 c / board Qs7h2d c r600 c / board 3c c c / board 4c c"


def opened(app: App, typed: str = "") -> RangesScreen:
    """Open the page at the end of a line."""
    screen = ranges(app)
    app.go(screen)
    model = screen.model
    give_to(app, ListRangeAgents, AGENTS)
    if typed:
        assert not model.type(typed)
    give_to(app, AskRange, node(model.line))
    return screen


def wrong(app: App) -> None:
    opened(app)
    named(app, "line").submit("r300 c / board Qs7h c")


def alone(app: App) -> None:
    model = opened(app).model
    model.look()
    give_to(app, ListRangeAgents, without_blueprints())
    give_to(app, AskRange, node(model.line))


def in_trouble(app: App) -> None:
    screen = opened(app)
    screen.model.go(screen.model.line)
    give_to(app, AskRange, error="blueprint-20.npz is damaged: its data cannot be read.")


def never(app: App) -> None:
    """A place to which no hand comes."""
    opened(app, "c r200 r300 r400 r500 r600 r700 r800 r900 r1000")


PLACES: dict[str, Callable[[App], object]] = {
    "ranges": opened,
    "ranges waiting": lambda app: app.go(ranges(app)),
    "ranges river": lambda app: opened(app, RIVER),
    "ranges to be dealt": lambda app: opened(app, "r300 c"),
    "ranges folded": lambda app: opened(app, "r300 f"),
    "ranges all-in": lambda app: opened(app, "all-in c"),
    "ranges never": never,
    "ranges wrong": wrong,
    "ranges without blueprints": alone,
    "ranges in trouble": in_trouble,
    "ranges export": lambda app: opened(app, RIVER)._export(),
}
