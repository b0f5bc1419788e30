"""The page of the hash table of hands, with sample content."""

from collections.abc import Callable
from functools import reduce
from itertools import combinations
from operator import xor
from random import Random
from typing import Any

from game.app.app import App
from game.core import Progress
from game.features.odds import CountHandTable, LookUpHand
from game.features.odds.hand_table_page import HandTableScreen
from game.rules import hand_rank
from game.rules.cards import parse
from game.study.odds import CardLookup, HandRow, HandTableStatistics, LookedUp, Slot
from game.window.ui.input import Key
from game.window.views.cards import CardSlots
from tests.window.driver import give_to

ROWS = 1 << 22
dice = Random(1)
NUMBERS = [(dice.getrandbits(64), dice.getrandbits(32)) for _ in range(52)]
FARTHEST = parse("5c3d5d7dTd")
RANKS_OF_CATEGORY = (1277, 2860, 858, 858, 10, 1277, 156, 156, 10)
STATISTICS = HandTableStatistics(
    rows=ROWS,
    load=0.6196,
    displaced=598_960,
    mean_probes=1.77,
    probes=(2_000_000, 500_000, 98_900, 59, 0, 1),
    farthest=FARTHEST,
)


def statistics(request: Any) -> HandTableStatistics:
    return STATISTICS


def lookup(request: Any) -> CardLookup:
    """Look up every combination of five of the requested cards.

    The lookup of the hand `FARTHEST` probes sixty slots, and every other lookup probes three slots.
    """
    cards = request.cards
    sets = [_set(cards, places) for places in combinations(range(len(cards)), min(5, len(cards)))]
    ranks = {at: one.row.rank for at, one in enumerate(sets) if one.row is not None}
    best = min(ranks, key=ranks.__getitem__, default=None)
    return CardLookup(cards, tuple(NUMBERS[card] for card in cards), tuple(sets), best)


def _set(cards: tuple[int, ...], indices: tuple[int, ...]) -> LookedUp:
    held = [cards[index] for index in indices]
    code, address = (reduce(xor, (NUMBERS[card][which] for card in held)) for which in (0, 1))
    is_hand = len(held) == 5
    others = Random(code)
    length = 60 if tuple(held) == FARTHEST else 3
    slots = [Slot((address + step) % ROWS, others.getrandbits(64)) for step in range(length)]
    slots[-1] = Slot(slots[-1].number, code if is_hand else None)
    return LookedUp(indices, code, address, tuple(slots), _row(held) if is_hand else None)


def _row(held: list[int]) -> HandRow:
    category = int(hand_rank.category(held))
    return HandRow(category, 3, RANKS_OF_CATEGORY[category], hand_rank.rank(held))


def opened(app: App) -> None:
    """Open the page and show its statistics."""
    app.go(HandTableScreen(app))
    app.step([], 0.0)
    give_to(app, CountHandTable, STATISTICS)


def slots(app: App) -> CardSlots:
    """Return the control with the cards to look up."""
    found = app.screen.controls.find("cards")
    assert isinstance(found, CardSlots)
    return found


def show_cards(cards: str) -> Callable[[App], None]:
    """Return a function that opens the page and looks up `cards`."""

    def go(app: App) -> None:
        opened(app)
        for key in (Key("delete"), *(Key(letter.lower(), letter) for letter in cards)):
            slots(app).key(key)
        if cards:
            give_to(app, LookUpHand, lookup(LookUpHand(parse(cards))))

    return go


def building(app: App) -> None:
    app.go(HandTableScreen(app))
    give_to(app, CountHandTable, progress=Progress(1_000_000, 5_197_920, 1.0, 4.0))


def in_trouble(app: App) -> None:
    app.go(HandTableScreen(app))
    give_to(app, CountHandTable, error="The other process ended unexpectedly.")


def show_picker(app: App) -> None:
    opened(app)
    slots(app).key(Key("return"))


PLACES: dict[str, Callable[[App], object]] = {
    "hand table": show_cards("AsAhAdKsKh"),
    "hand table seven": show_cards("AsKsTs2d3cTdTh"),
    "hand table longest way": show_cards("5c3d5d7dTd"),
    "hand table no hand": show_cards("AsKsQs"),
    "hand table no card": show_cards(""),
    "hand table waiting": lambda app: app.go(HandTableScreen(app)),
    "hand table being built": building,
    "hand table in trouble": in_trouble,
    "hand table picking": show_picker,
}
