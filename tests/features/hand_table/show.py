"""The page of the hash table in its states, for sweeps over all screens."""

from collections.abc import Callable

from game.app.app import App
from game.core import Progress
from game.features.odds.asks import CountHandTable, LookUpHand
from game.features.odds.hand_table_page import HandTableScreen
from game.rules.cards import parse
from game.window.ui.input import Key
from game.window.views.cards import CardSlots
from tests.features.hand_table import answers
from tests.window.driver import give_to


def opened(app: App) -> None:
    """Open the page with its figures."""
    app.go(HandTableScreen(app))
    app.step([], 0.0)
    give_to(app, CountHandTable, answers.STATISTICS)


def slots(app: App) -> CardSlots:
    """Return the places of the cards."""
    found = app.screen.controls.find("cards")
    assert isinstance(found, CardSlots)
    return found


def showing(cards: str) -> Callable[[App], None]:
    """Open the page with cards looked up."""

    def go(app: App) -> None:
        opened(app)
        for key in (Key("delete"), *(Key(letter.lower(), letter) for letter in cards)):
            slots(app).key(key)
        if cards:
            give_to(app, LookUpHand, answers.lookup(LookUpHand(parse(cards))))

    return go


def building(app: App) -> None:
    app.go(HandTableScreen(app))
    give_to(app, CountHandTable, progress=Progress(1_000_000, 5_197_920, 1.0, 4.0))


def in_trouble(app: App) -> None:
    app.go(HandTableScreen(app))
    give_to(app, CountHandTable, error="The other process ended unexpectedly.")


def picking(app: App) -> None:
    opened(app)
    slots(app).key(Key("return"))


PLACES: dict[str, Callable[[App], object]] = {
    "hand table": showing("AsAhAdKsKh"),
    "hand table seven": showing("AsKsTs2d3cTdTh"),
    "hand table longest way": showing("5c3d5d7dTd"),
    "hand table no hand": showing("AsKsQs"),
    "hand table no card": showing(""),
    "hand table waiting": lambda app: app.go(HandTableScreen(app)),
    "hand table being built": building,
    "hand table in trouble": in_trouble,
    "hand table picking": picking,
}
