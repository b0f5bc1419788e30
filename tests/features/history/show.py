"""The states of the import from poker rooms for the tests that check every screen."""

from __future__ import annotations

from collections.abc import Callable

from game.app.app import App
from game.archive.hands import Stake
from game.archive.imported import ImportedHands, RoomHands, SkippedHands
from game.core import Progress
from game.features.history.hand_import import HandImport
from game.features.history.page import HistoryScreen
from game.study.history import Failure, HandImportModel, ImportHands, Importing
from tests.window.driver import give_to, named, press

PATH = "/poker/HandHistory/Ada; /poker/march.zip"
REASONS = (
    "The hand ends before the flop at a table of more than two.",
    "More than two players see the flop.",
    "The board was run more than once.",
    "VillainTwo has not answered the bet on the turn.",
)
SKIPPED = tuple(
    SkippedHands(
        f"HH2026030{index} Vega II - $0.50-$1.00 - USD No Limit Hold'em.txt", 117 * index, reason, 9**index
    )
    for index, reason in enumerate(REASONS * 3, 1)
)
FREQUENT = {"winamax": ("Ada", "bob.2", "Zoë K")}


def show_field(app: App) -> None:
    app.models.hand_imports.cancel()
    app.overlay(HandImport(app, lambda: None, PATH))


def show_watched_field(app: App) -> None:
    app.models.hand_imports.cancel()
    app.models.folder_watch.problem = "/home/ada/PokerStars/HandHistory/Ada is no folder."
    app.change(watched_folder="/home/ada/PokerStars/HandHistory/Ada")
    app.overlay(HandImport(app, lambda: None))


def show_history_of_rooms(app: App) -> None:
    """Show the filters of a user who has imported hands of several rooms."""
    page = HistoryScreen(app)
    app.go(page)
    app.step([], 0.0)
    players = {"pokerstars/Villain 2": 1_234, "winamax/Ada": 2}
    stakes = {Stake("pokerstars", "USD", "0.5/1"): 1_234, Stake("winamax", "chips", "10000/20000"): 2}
    page.filters.offer_rooms(RoomHands(players, stakes))
    page.filters.opponent.chosen = "pokerstars/Villain 2"
    page.filters.stake.chosen = "winamax"
    page.relayout()


def show_reading(app: App) -> None:
    model: HandImportModel = app.models.hand_imports
    model.begin(PATH, {})
    assert model.at_work is not None
    model.at_work.report = Progress(12_345, None, 31.0, 52.3, {"share": 0.37, "bad": 3_210})
    app.overlay(HandImport(app, lambda: None))


def show_failure(app: App) -> None:
    app.models.hand_imports.cancel()
    app.models.hand_imports.failed = Failure(
        Importing(PATH), "There is no file /home/ada/Downloads/winamax-2026-03.zip."
    )
    app.overlay(HandImport(app, lambda: None))


def show_result(*nameless: str) -> Callable[[App], None]:
    def go(app: App) -> None:
        app.models.hand_imports.cancel()
        dialog = HandImport(app, lambda: None, PATH)
        app.overlay(dialog)
        dialog.submit()
        found = ImportedHands(23_456, 20_001, 23_000, SKIPPED, nameless, frequent=FREQUENT)
        give_to(app, ImportHands, found)
        app.step([], 0.0)

    return go


def show_absent_name(app: App) -> None:
    show_result("winamax")(app)
    named(app, "name").set_words("Somebody with a long name")
    press(app, "mine")
    found = ImportedHands(23_456, 20_001, 0, SKIPPED, ("winamax",), claimed=0, frequent=FREQUENT)
    give_to(app, ImportHands, found)
    app.step([], 0.0)


PLACES: dict[str, Callable[[App], object]] = {
    "importing hands": show_field,
    "importing hands of a watched folder": show_watched_field,
    "look-back with rooms": show_history_of_rooms,
    "hands being read": show_reading,
    "hands that cannot be read": show_failure,
    "imported hands": show_result(),
    "imported hands of somebody": show_result("winamax"),
    "imported hands without the typed name": show_absent_name,
}
