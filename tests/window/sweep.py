"""All pages with content, for the tests that check every screen.

The screens of a feature are the `PLACES` of a module in the feature's folder of `tests/features`. If a page of the
menu has no such screens, the page is opened without content.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from game.app.app import App
from game.app.recorder import UncleanEnd
from game.app.start import find_pages
from game.archive.hands import Stake
from game.archive.statistics import GameStatistics, HandLuck, Statistics, Tally, statistics, sum_luck
from game.core import Progress
from game.features.help.page import Help
from game.features.history.page import HandExport, HistoryScreen, PasteId
from game.features.new_game.page import NewGame
from game.features.settings.page import PAGES, SettingsScreen
from game.features.statistics.page import StatisticsScreen
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.abstraction import POTENTIAL
from game.study.history import CountLuck, CountResults
from game.study.opponents import portrait
from game.tables.duplicate import block_card
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.dialogs.stored_data import DeleteData
from game.window.frame.pages import pages_in_menu
from game.window.ui.input import Key
from game.window.ui.widgets.tabs import Tabs
from tests.window import samples as histories
from tests.window.driver import give_to
from tests.window.runs import show_run, show_setup, stored

Go = Callable[[App], object]
TESTS = Path(__file__).parents[1]

AGAINST = {games.KUHN_POKER: "never-bluffs", games.HOLDEM: "rock-solid"}
BETS = {games.KUHN_POKER: 1, games.HOLDEM: 20_000}
"""The first action of a hand, by game. The players then act until the hand ends."""


def nothing_more(app: App) -> None:
    """Stay on the menu."""


def new_game(table: str, **words: str) -> Callable[[App], None]:
    def go(app: App) -> None:
        screen = NewGame(app, table)
        screen.choose(**words)
        app.go(screen)

    return go


def settings(page: str) -> Callable[[App], None]:
    return lambda app: app.go(SettingsScreen(app, page))


def help_page(game: str, tab: str) -> Callable[[App], None]:
    def go(app: App) -> None:
        app.overlay(Help(app, game))
        app.step([], 0.0)
        tabs = app.screen.controls.find("tab")
        assert isinstance(tabs, Tabs)
        tabs.choose(tab)

    return go


def tour(stop: str) -> Callable[[App], None]:
    def go(app: App) -> None:
        app.show_tour()
        while app.screen.stop.name != stop:  # type: ignore[attr-defined]
            app.send(Key("right"))

    return go


def unclean_end(app: App) -> None:
    app.unclean_end = UncleanEnd(Path.home() / ".local/share/Parlour/crashes/crash-20261231-235959.txt")
    app.home()


def duplicate_card(game: str) -> Callable[[App], None]:
    def go(app: App) -> None:
        spec = TableSpec(game, ("you", AGAINST[game]), seed=4, duplicate=True, duplicate_block=2)
        session = Session(spec)
        for number in range(4):
            if number:
                session.next_hand()
            session.act(BETS[game])
            while session.seat_to_act is not None:
                session.act(number % 2)
        shown = portrait(app.agents, AGAINST[game])
        app.overlay(block_card(app, session, 0, shown, go_on=nothing, leave=nothing))

    return go


def show_statistics(table: str) -> Callable[[App], None]:
    """Return a function that opens the statistics of `table` and answers the page's request."""

    def go(app: App) -> None:
        app.go(StatisticsScreen(app, table))
        app.step([], 0.0)
        give_to(app, CountResults, statistics(app.folder))
        app.step([], 0.0)
        worker: Any = app.worker
        if any(isinstance(waiting.request, CountLuck) for waiting in worker.open.values()):
            give_to(app, CountLuck, sum_luck(table, [HandLuck(1.5, 0.5), HandLuck(-1.0, 0.25)], left_out=1))

    return go


def show_statistics_of_rooms(app: App) -> None:
    """Open the statistics of Hold'em with imported hands of several rooms."""
    found = statistics(app.folder)
    tally = Tally()
    for net in (1.5, -2.0, 3.25):
        tally.add(net)
    holdem = found.games.get("holdem", GameStatistics("holdem", tally, {}, (tally, tally), ()))
    stakes = {Stake("pokerstars", "USD", "0.5/1"): tally, Stake("winamax", "EUR", "10000/20000"): tally}
    app.go(StatisticsScreen(app, "holdem"))
    app.step([], 0.0)
    give_to(app, CountResults, Statistics({"holdem": replace(holdem, stakes=stakes)}))
    app.step([], 0.0)


def luck_being_counted(app: App) -> None:
    app.go(StatisticsScreen(app, "holdem"))
    app.step([], 0.0)
    give_to(app, CountResults, statistics(app.folder))
    app.step([], 0.0)
    give_to(app, CountLuck, progress=Progress(340, 1_000, 20.0, 40.0))


def statistics_in_trouble(app: App) -> None:
    app.go(StatisticsScreen(app))
    app.step([], 0.0)
    give_to(app, CountResults, error="The other process ended unexpectedly.")


def question(app: App) -> None:
    replies = [Reply("stay", "Stay at the table", nothing), Reply("leave", "Leave", nothing, "danger")]
    app.overlay(
        Question(app, "Leave the table?", "The hand is kept as it stands, and waits on the menu.", replies)
    )


OWN: dict[str, Go] = {
    "menu": nothing_more,
    **{f"new {table}": new_game(table) for table in ("tic-tac-toe", "kuhn-poker", "holdem")},
    "new guest": new_game("tic-tac-toe", agent="guest"),
    "new half-street": new_game("kuhn-poker", variant="half-2"),
    "new kuhn twice": new_game("kuhn-poker", style="duplicate"),
    "new holdem twice": new_game("holdem", style="duplicate"),
    "new match": new_game("holdem", form="match", style="teaching"),
    **{f"settings {page}": settings(page) for page in PAGES},
    **{
        f"help {game} {tab}": help_page(game, tab)
        for game in ("tic-tac-toe", "kuhn-poker", "holdem")
        for tab in ("keys", "rules", "words")
    },
    **{f"statistics {table}": show_statistics(table) for table in ("tic-tac-toe", "kuhn-poker", "holdem")},
    "statistics of rooms": show_statistics_of_rooms,
    "statistics while luck is counted": luck_being_counted,
    "statistics being counted": lambda app: app.go(StatisticsScreen(app)),
    "statistics in trouble": statistics_in_trouble,
    "question": question,
    "look-back": lambda app: app.go(HistoryScreen(app)),
    "export": lambda app: app.overlay(HandExport(app, histories.kuhn(1)[0])),
    "paste id": lambda app: app.overlay(PasteId(app)),
    "delete data": lambda app: app.overlay(DeleteData(app)),
    **{
        f"tour {stop}": tour(stop)
        for stop in ("tables", "watch", "train", "odds", "lab", "look-back", "comfort")
    },
    "train learner": lambda app: show_setup(app, "value-learner"),
    "train kuhn": lambda app: show_setup(app, "kuhn-cfr"),
    "train imitator": lambda app: show_setup(app, "holdem-network"),
    "train buckets": lambda app: show_setup(app, "holdem-abstraction"),
    "train strategist": lambda app: show_setup(app, "holdem-blueprint"),
    "train wrong": lambda app: show_setup(app, "value-learner", wrong=True),
    "run learner": lambda app: show_run(app, stored()),
    "run kuhn": lambda app: show_run(app, stored("kuhn-cfr", 1, 9_000, 10_000)),
    "run imitator": lambda app: show_run(app, stored("holdem-network", 1, 3_000, 4_000)),
    "run strategist": lambda app: show_run(app, stored("holdem-blueprint", 1, 40_000_000, 100_000_000)),
    "run buckets done": lambda app: show_run(
        app, stored("holdem-abstraction", 1, 8, 8, settings={"kind": POTENTIAL})
    ),
    "run buckets": lambda app: show_run(app, stored("holdem-abstraction", 1, 8, 8), keeping=True),
    "run new": lambda app: show_run(app, stored(iteration=0)),
    "run kept": lambda app: show_run(app, stored(), keeping=True),
    "unclean end": unclean_end,
    **{f"duplicate card {game}": duplicate_card(game) for game in AGAINST},
}


def find_declared(name: str) -> Iterator[Any]:
    """Yield the values of the annotated constant `name` in the modules of `tests/features`."""
    for file in sorted((TESTS / "features").rglob("*.py")):
        if f"\n{name}: " in file.read_text(encoding="utf-8"):
            yield getattr(import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts)), name)


def find_places() -> Mapping[str, Go]:
    """Return all screens by name, including the screens of the features."""
    places = dict(OWN)
    for declared in find_declared("PLACES"):
        places |= declared
    for page in pages_in_menu(find_pages()):
        if not any(place.startswith(page.name) for place in places):
            places[page.name] = partial(App.open, name=page.name)
    return places


PLACES = find_places()
