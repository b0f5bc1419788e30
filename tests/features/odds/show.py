"""The odds screen in its states, for sweeps over all screens: answered, painted, wrong, picking."""

from collections.abc import Callable
from typing import Any

from game.app.app import App
from game.features.odds.asks import AskOdds, AskParts
from game.features.odds.page import OddsScreen
from game.study.odds import ReadRange, ReadRanges, ReadTexts
from game.window.ui.input import Key
from game.window.ui.widgets.choice import Choice
from game.window.ui.widgets.widget import Widget
from tests.features.odds.answers import counted, equity, parts, read_range, sampled
from tests.window.driver import give_to

WRONG = (
    "“KxKs” is not part of a range: a token is like “77”, “22+”, “A2s+”, “99-66”, “KQ”, “QhJh”, "
    "with a weight like “:0.5”, or “random”."
)


def sampling(app: App) -> None:
    """Open the screen, and answer for the worker, but for the exact equity."""
    app.go(OddsScreen(app))
    app.step([], 0.0)
    ask(app)


def ask(app: App, **of_parts: Any) -> None:
    """Let what has changed be asked and read, and answer with samples and parts."""
    app.screen.update(1.0)
    give_to(app, ReadTexts, ReadRanges([read_range("AKs", hands=1), read_range("QQ", "JJ")]))
    for deals in (500, 1_000, 100_000):
        give_to(app, AskOdds, progress=sampled(deals, 0.5, 1 / deals**0.5))
    give_to(app, AskParts, parts(**of_parts))


def answered(app: App) -> None:
    sampling(app)
    give_to(app, AskOdds, equity())


def control(app: App, name: str) -> Widget:
    """Return a control of the screen."""
    found = app.screen.controls.find(name)
    assert found is not None
    return found


def counting(app: App) -> None:
    sampling(app)
    give_to(app, AskOdds, progress=sampled(100_000))
    give_to(app, AskOdds, progress=counted())


def painted(app: App) -> None:
    answered(app)
    app.step([], 0.0)
    for name, chosen in (("view", "paint"), ("tab", "course")):
        if isinstance(choice := app.screen.controls.find(name), Choice):
            choice.choose(chosen)


def wrong(app: App) -> None:
    answered(app)
    app.screen.enter()
    app.screen.update(1.0)
    side = ReadRange(problem=WRONG, span=(0, 4))
    give_to(app, ReadTexts, ReadRanges([read_range("AKs"), side]))


def without_a_board(app: App) -> None:
    answered(app)
    control(app, "board").key(Key("delete"))
    ask(app, following=False, exact=False)
    give_to(app, AskOdds, equity())


def begun_board(app: App) -> None:
    answered(app)
    for key in (Key("delete"), Key("2", "2"), Key("s", "s")):
        control(app, "board").key(key)


def picking(app: App) -> None:
    answered(app)
    control(app, "board").key(Key("return"))


PLACES: dict[str, Callable[[App], object]] = {
    "odds": answered,
    "odds waiting": lambda app: app.go(OddsScreen(app)),
    "odds counting": counting,
    "odds painted": painted,
    "odds wrong": wrong,
    "odds without a board": without_a_board,
    "odds begun board": begun_board,
    "odds picking": picking,
}
