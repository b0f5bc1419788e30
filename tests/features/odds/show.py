"""The page of the odds with sample content."""

from collections.abc import Callable
from typing import Any

from game.app.app import App
from game.core import Progress
from game.features.odds import AskOdds, AskParts, AskThreeWay
from game.features.odds.answer import CopyOdds
from game.features.odds.page import OddsScreen
from game.rules.cards import class_at
from game.study.odds import EquityParts, RangeEquity, ReadRange, ReadRanges, ReadTexts, ThreeWayEquity
from game.window.ui.input import Key
from game.window.ui.widgets.choice import Choice
from game.window.ui.widgets.widget import Widget
from game.window.views.range_grid import CELLS
from tests.window.driver import Driver, Kind, give_to

CLASSES = [class_at(row, column) for row in range(CELLS) for column in range(CELLS)]


def read_range(*names: str, text: str = "", hands: int = 6) -> ReadRange:
    weights = {name: 1.0 if name in names else 0.0 for name in CLASSES}
    return ReadRange(weights, {name: name for name in names}, text or ",".join(names), hands)


def equity(
    share: float = 0.5178, *, tie: float = 0.01, exact: bool = True, deals: int = 29_700
) -> RangeEquity:
    win = share - tie / 2
    ci95 = 0.0 if exact else 0.0123
    return RangeEquity((share, 1 - share), (win, 1 - win - tie), tie, ci95, exact, deals)


def sampled(deals: int, share: float = 0.5, ci95: float = 0.02) -> Progress:
    metrics = {"equity": share, "win": share - 0.01, "tie": 0.02, "ci95": ci95}
    return Progress(deals, None, 0.1, None, metrics)


def progress(share: float = 0.4, seconds_left: float = 8.0) -> Progress:
    return Progress(round(share * 1_000), 1_000, 5.0, seconds_left)


def parts(*, following: bool = True, exact: bool = True) -> EquityParts:
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "shcd"]
    return EquityParts(
        classes=[{"AKs": 0.52}, {name: 0.1 + index / 200 for index, name in enumerate(CLASSES)}],
        next={card: index / 51 for index, card in enumerate(cards)} if following else {},
        made=[(0.2, 0.4, 0.2, 0.1, 0.05, 0.03, 0.02, 0.0, 0.0)] * 2,
        exact=["made"] if exact else [],
        curves=[tuple((index / 100) ** power for index in range(101)) for power in (1, 2)] if exact else (),
        spread=[tuple((index + first) / 20 for index in range(5)) for first in (2, 2)] if exact else (),
    )


def give(driver: Driver, kind: Kind, value: Any = None, **more: Any) -> None:
    give_to(driver.app, kind, value, **more)
    driver.settle()


def read(driver: Driver, first: Any = None, second: Any = None, problem: str = "") -> None:
    sides = [first or read_range("AKs", hands=1), second or read_range("QQ", "JJ", "TT")]
    give(driver, ReadTexts, ReadRanges(sides, problem))


def answer_all(driver: Driver) -> None:
    """Answer every request of the odds page, first with sampled results and then with exact results."""
    read(driver)
    for deals in (500, 1_000, 2_000):
        give(driver, AskOdds, progress=sampled(deals, 0.5 + 10 / deals, 0.9 / deals**0.5))
    give(driver, AskOdds, equity())
    give(driver, AskParts, parts(exact=False))
    give(driver, AskParts, parts())


WRONG = (
    "“KxKs” is not part of a range: a token is like “77”, “22+”, “A2s+”, “99-66”, “KQ”, “QhJh”, "
    "with a weight like “:0.5”, or “random”."
)


def sampling(app: App) -> None:
    """Open the page, and answer everything except the exact equity."""
    app.go(OddsScreen(app))
    app.step([], 0.0)
    ask(app)


def ask(app: App, **of_parts: Any) -> None:
    """Let the page send its requests, and answer them. `of_parts` changes fields of the answer to `AskParts`."""
    app.screen.update(1.0)
    give_to(app, ReadTexts, ReadRanges([read_range("AKs", hands=1), read_range("QQ", "JJ")]))
    for deals in (500, 1_000, 100_000):
        give_to(app, AskOdds, progress=sampled(deals, 0.5, 1 / deals**0.5))
    give_to(app, AskParts, parts(**of_parts))


def show_answer(app: App) -> None:
    sampling(app)
    give_to(app, AskOdds, equity())


def control(app: App, name: str) -> Widget:
    """Return the control `name` of the topmost screen."""
    found = app.screen.controls.find(name)
    assert found is not None
    return found


def show_progress(app: App) -> None:
    sampling(app)
    give_to(app, AskOdds, progress=sampled(100_000))
    give_to(app, AskOdds, progress=progress())


def show_painted_range(app: App) -> None:
    show_answer(app)
    app.step([], 0.0)
    for name, chosen in (("view", "paint"), ("tab", "course")):
        if isinstance(choice := app.screen.controls.find(name), Choice):
            choice.choose(chosen)


def wrong(app: App) -> None:
    show_answer(app)
    app.screen.enter()
    app.screen.update(1.0)
    side = ReadRange(problem=WRONG, span=(0, 4))
    give_to(app, ReadTexts, ReadRanges([read_range("AKs"), side]))


def without_a_board(app: App) -> None:
    show_answer(app)
    control(app, "board").key(Key("delete"))
    ask(app, following=False, exact=False)
    give_to(app, AskOdds, equity())


def begun_board(app: App) -> None:
    show_answer(app)
    for key in (Key("delete"), Key("2", "2"), Key("s", "s")):
        control(app, "board").key(key)


def show_picker(app: App) -> None:
    show_answer(app)
    control(app, "board").key(Key("return"))


def show_copying(app: App) -> None:
    show_answer(app)
    screen = app.screen
    assert isinstance(screen, OddsScreen)
    app.overlay(CopyOdds(app, screen.model))
    app.step([], 0.0)
    control(app, "part").choose("second")


def show_chart(chart: str) -> Callable[[App], None]:
    def go(app: App) -> None:
        show_answer(app)
        app.step([], 0.0)
        for name, chosen in (("tab", "course"), ("chart", chart)):
            if isinstance(choice := app.screen.controls.find(name), Choice):
                choice.choose(chosen)
                app.step([], 0.0)

    return go


def filtered(app: App) -> None:
    show_answer(app)
    screen = app.screen
    assert isinstance(screen, OddsScreen)
    screen.model.filter(1, "top-pair & !hearts")
    app.screen.update(1.0)
    ask(app)
    give_to(app, AskOdds, equity())


def filtering(app: App) -> None:
    show_answer(app)
    app.send(Key("v", "v"))
    app.screen.update(1.0)
    side = read_range("AKs")
    give_to(app, ReadTexts, ReadRanges([side, read_range("QQ", hands=3)]))


def show_three_players(app: App) -> None:
    show_answer(app)
    app.send(Key("t", "t"))
    for letter in "JTs":
        app.send(Key(letter.lower(), letter))
    app.screen.update(1.0)
    give_to(
        app, AskThreeWay, ThreeWayEquity((0.41, 0.33, 0.26), (0.002, 0.002, 0.0019), 240_000, is_exact=False)
    )


PLACES: dict[str, Callable[[App], object]] = {
    "odds": show_answer,
    "odds waiting": lambda app: app.go(OddsScreen(app)),
    "odds counting": show_progress,
    "odds painted": show_painted_range,
    "odds wrong": wrong,
    "odds without a board": without_a_board,
    "odds begun board": begun_board,
    "odds picking": show_picker,
    "odds copying a range": show_copying,
    "odds graph": show_chart("graph"),
    "odds fifths": show_chart("spread"),
    "odds filtered": filtered,
    "odds filtering": filtering,
    "odds three players": show_three_players,
}
