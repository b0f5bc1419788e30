"""Every screen at every size and text size: no text outside its place, over another, or cut off unasked."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.app.app import App
from game.app.recorder import UncleanEnd
from game.archive.statistics import HandLuck, luck_of, statistics
from game.core import Progress
from game.features.help.page import Help
from game.features.history.page import HandExport, HistoryScreen, PasteId
from game.features.new_game.page import NewGame
from game.features.settings.page import PAGES, SettingsScreen
from game.features.statistics.page import StatisticsScreen
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.study.abstraction import POTENTIAL
from game.study.history import CountLuck, CountResults
from game.study.records import Saves
from game.window.dialogs.delete import DeleteData
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.page import Page
from game.window.ui.canvas.painter import TextMark
from game.window.ui.input import Key, Pointer
from game.window.ui.theme import THEMES
from game.window.ui.widgets.tabs import Tabs
from tests.features.arena.show import ARENA
from tests.features.drills.show import DRILLS
from tests.features.expert.show import EXPERT
from tests.features.hand_table.show import HAND_TABLE
from tests.features.lab.abstraction.show import PAGES as ABSTRACTION_PAGES
from tests.features.lab.range_show import RANGES
from tests.features.lab.show import LAB
from tests.features.ladder.show import LADDER
from tests.features.logs.show import LOGS
from tests.features.odds.show import ODDS
from tests.features.reports.show import REPORTS
from tests.features.review.show import REVIEW
from tests.features.search.show import SEARCH
from tests.features.solver.show import SOLVER
from tests.window import histories
from tests.window.conftest import Open
from tests.window.driver import Driver, LoggingPainter, WordsOnlyPainter, give_to
from tests.window.duplicate_show import DUPLICATE
from tests.window.filled_history import fill
from tests.window.runs import show_run, show_setup, stored

LOOKS = [
    *((size, text_size) for size in ((900, 560), (1280, 720), (1920, 1080)) for text_size in (80, 100, 200)),
    ((900, 1100), 100),
    ((2000, 820), 100),
]
ELLIPSIS = "…"


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
        tabs = app.screen.controls.named("tab")
        assert isinstance(tabs, Tabs)
        tabs.choose(tab)

    return go


def tour(stop: str) -> Callable[[App], None]:
    def go(app: App) -> None:
        app.show_tour()
        while app.screen.trace()["stop"] != stop:
            app.send(Key("right"))

    return go


def unclean_end(app: App) -> None:
    app.unclean_end = UncleanEnd(Path.home() / ".local/share/Parlour/crashes/crash-20261231-235959.txt")
    app.home()


def statistics_of(table: str) -> Callable[[App], None]:
    """Open the statistics, and answer for the worker."""

    def go(app: App) -> None:
        app.go(StatisticsScreen(app, table))
        app.step([], 0.0)
        give_to(app, CountResults, statistics(app.folder))
        app.step([], 0.0)
        give_to(app, CountLuck, luck_of(table, [HandLuck(1.5, 0.5), HandLuck(-1.0, 0.25)], left_out=1))

    return go


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


PLACES: dict[str, Callable[[App], object]] = {
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
    **{f"statistics {table}": statistics_of(table) for table in ("tic-tac-toe", "kuhn-poker", "holdem")},
    "statistics while luck is counted": luck_being_counted,
    "statistics being counted": lambda app: app.go(StatisticsScreen(app)),
    "statistics in trouble": statistics_in_trouble,
    "question": question,
    "look back": lambda app: app.go(HistoryScreen(app)),
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
    **ODDS,
    **EXPERT,
    **HAND_TABLE,
    **SEARCH,
    **REPORTS,
    **SOLVER,
    **LAB,
    **ABSTRACTION_PAGES,
    **RANGES,
    **ARENA,
    **LOGS,
    **DRILLS,
    **LADDER,
    **DUPLICATE,
    **REVIEW,
    "unclean end": unclean_end,
}


@pytest.fixture
def folder_with_games(user_folder: Path) -> Path:
    """A folder with an unfinished game, a record at every table and a history at two of them."""
    saves = Saves(user_folder)
    for game, opponent, net in (
        ("tic-tac-toe", "champion", 0),
        ("kuhn-poker", "cfr-10", -1),
        ("holdem", "tight", 12.5),
    ):
        for number in range(12):
            saves.add_result(game, opponent, net, (1, number))
    fill(user_folder, "tic-tac-toe", 40)
    fill(user_folder, "holdem", 40)
    session = Session(TableSpec("holdem", ("you", "rock-solid"), seed=5))
    while len(session.state.board) < 5:  # type: ignore[attr-defined]
        session.act(1)
    saves.keep(session)
    return user_folder


@pytest.mark.parametrize(("size", "text_size"), LOOKS)
def test_no_text_leaves_its_place_or_touches_another(
    size: tuple[int, int], text_size: int, folder_with_games: Path, open_window: Open
) -> None:
    driver = open_window(size=size, text_size=text_size, painter=WordsOnlyPainter)
    for place, go in PLACES.items():
        go(driver.app)
        check(driver, f"{place} at {text_size}%", may_shorten=text_size > 100)
        driver.app.home()


def check(driver: Driver, place: str, *, may_shorten: bool) -> None:
    """Look at a screen at every place that it can be scrolled to."""
    seen = -1.0
    scroll = driver.app.screen.scroll
    while scroll is None or scroll.offset != seen:
        seen = scroll.offset if scroll is not None else seen
        marks = driver.marks()
        assert marks, place
        assert_readable(marks, pygame.display.get_surface().get_rect(), place)
        shortened = [mark.words for mark in marks if mark.words.endswith(ELLIPSIS)]
        assert may_shorten or not shortened, f"{place}: {shortened}"
        if scroll is None or not scroll.longest:
            return
        driver.key("page down")


def assert_readable(marks: list[TextMark], window: pygame.Rect, place: str) -> None:
    for mark in marks:
        across = pygame.Rect(mark.clip.left, mark.rect.top, mark.clip.width, mark.rect.height)
        assert across.contains(mark.rect), f"{place}: {mark.words!r} is cut off at the side"
        assert mark.clip != window or window.contains(mark.rect) or is_above(mark, window), (
            f"{place}: {mark.words!r}"
        )
    shown = [(mark, mark.rect.clip(mark.clip)) for mark in marks]
    for number, (mark, here) in enumerate(shown, 1):
        under = here.collidelist([rect for _, rect in shown[number:]])
        assert under < 0, f"{place}: {mark.words!r} lies over {shown[number + under][0].words!r}"


def is_above(mark: TextMark, window: pygame.Rect) -> bool:
    """Whether a text of a page that scrolls as a whole lies outside the window for now."""
    return mark.rect.top < 0 or mark.rect.bottom > window.bottom


@pytest.mark.parametrize("size", [(1000, 600), (1100, 640)])
def test_keys_at_the_foot_of_a_page_stay_in_view(
    size: tuple[int, int], folder_with_games: Path, open_window: Open
) -> None:
    driver = open_window(size=size)
    for place in ("run learner", "arena", "lab", "abstraction", "solver", "solver walk", "reports", "review"):
        PLACES[place](driver.app)
        page = driver.app.screen
        assert isinstance(page, Page), place
        first, window = page.hints[0][1], pygame.display.get_surface().get_rect()
        seen = [mark.rect for mark in driver.marks() if mark.words == first]
        assert any(window.contains(rect) for rect in seen), f"{place}: {first}"
        driver.app.home()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_every_screen_draws_in_every_theme(
    theme: str, size: tuple[int, int], folder_with_games: Path, open_window: Open
) -> None:
    driver = open_window(size=size, theme=theme, deck="four", painter=LoggingPainter)
    for name in (
        "menu",
        "new holdem",
        "new match",
        "settings appearance",
        "settings pace",
        "help tic-tac-toe keys",
        "statistics holdem",
        "odds",
        "hand table",
        "search",
        "reports",
        "report filtered",
        "solver",
        "solver walk",
        "solver play",
        "solver next card",
        "expert",
        "lab",
        "abstraction",
        "emd",
        "ranges",
        "arena",
    ):
        PLACES[name](driver.app)
        driver.settle()
        colours = {
            tuple(driver.app.painter.s.get_at((x, y)))
            for x in range(5, size[0], 60)
            for y in range(5, size[1], 60)
        }
        assert len(colours) > 3, f"{name} in {theme} is empty"
        driver.app.home()
    driver.settle()


def test_the_bar_of_every_long_page_is_dragged(folder_with_games: Path, open_window: Open) -> None:
    driver = open_window(size=(900, 560), text_size=200)
    for place in (
        "menu",
        "new holdem",
        "settings pace",
        "help holdem rules",
        "statistics holdem",
        "train kuhn",
        "run kuhn",
        "odds",
        "hand table",
        "search",
        "solver",
        "solver walk",
        "solver play",
        "expert",
        "lab",
        "abstraction",
        "emd",
        "ranges",
        "arena",
        "export",
    ):
        PLACES[place](driver.app)
        driver.settle()
        scroll = driver.app.screen.scroll
        assert scroll is not None, place
        assert scroll.longest, place
        x, y, width, height = scroll.view
        for action, to in (("down", y + 12), ("move", y + height), ("up", y + height)):
            driver.app.send(Pointer(action, x + width - 4, to))
        assert scroll.offset == scroll.longest, place
        driver.app.home()


def test_the_loop_stays_alive_while_a_window_is_resized(open_window: Open) -> None:
    driver = open_window()
    driver.key("1")
    for size in ((900, 560), (1920, 1080), (900, 1100), (1280, 720)):
        driver.resize(*size)
        assert driver.state["size"] == list(size)
        assert driver.control("sit-down").rect[0] > 0
