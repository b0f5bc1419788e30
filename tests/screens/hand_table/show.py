"""The page of the hash table in its states, for sweeps over all screens."""

from collections.abc import Callable

from game.core import Progress
from game.rules.cards import parse
from game.screens.pages.odds.hand_table.screen import HandTableScreen
from game.screens.shell.app import App
from tests.screens.hand_table import answers


def stay(page: str) -> None:
    """Open no other page."""


def opened(app: App) -> HandTableScreen:
    """Open the page with its figures."""
    screen = HandTableScreen(app, stay)
    app.go(screen)
    screen._filling._take(answers.STATISTICS, "")
    return screen


def showing(cards: str) -> Callable[[App], None]:
    """Open the page with cards looked up, the best five lit."""

    def go(app: App) -> None:
        screen, held = opened(app), parse(cards)
        screen._lay(held)
        if held:
            found = answers.lookup({"cards": held})
            screen._way._take(found, "")
            screen._light(found.best or 0)

    return go


def building(app: App) -> None:
    screen = HandTableScreen(app, stay)
    app.go(screen)
    screen._filling._take_report(Progress(1_000_000, 5_197_920, 1.0, 4.0))


def in_trouble(app: App) -> None:
    screen = HandTableScreen(app, stay)
    app.go(screen)
    screen._filling._take(None, "The other process ended unexpectedly.")


HAND_TABLE: dict[str, Callable[[App], object]] = {
    "hand table": showing("AsAhAdKsKh"),
    "hand table seven": showing("AsKsTs2d3cTdTh"),
    "hand table longest way": showing("5c3d5d7dTd"),
    "hand table no hand": showing("AsKsQs"),
    "hand table no card": showing(""),
    "hand table waiting": lambda app: app.go(HandTableScreen(app, stay)),
    "hand table being built": building,
    "hand table in trouble": in_trouble,
    "hand table picking": lambda app: opened(app)._pick(),
}
