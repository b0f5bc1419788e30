"""Every screen at every size and text size: no text leaves its box, overlaps another or is cut off.

An ellipsis may shorten a text only if the text size is above 100 %.
"""

from collections import Counter
from pathlib import Path

import pygame
import pytest

from game.app.start import find_pages
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.study.saves import Saves
from game.tables.screen import TableScreen
from game.window.frame.page import Page
from game.window.frame.screen import Screen
from game.window.ui.canvas.painter import TextMark
from game.window.ui.input import Pointer
from game.window.ui.theme import THEMES
from tests.window.conftest import Open
from tests.window.driver import Driver, LoggingPainter, WordsOnlyPainter
from tests.window.samples import fill
from tests.window.sweep import PLACES

LOOKS = [
    ((900, 560), 80),  # smaller text needs less room: the smallest window is the one to look at
    *((size, 100) for size in ((900, 560), (1280, 720), (900, 1100), (2000, 820))),
    # The tall window and the wide window of this list leave less room in each direction.
    pytest.param((1920, 1080), 100, marks=pytest.mark.long),
    pytest.param((800, 560), 100, marks=pytest.mark.long),  # the largest window on a screen of 800 x 600
    ((900, 560), 200),
    # Larger windows at 200% leave the room of a smaller one at less, so they rarely show anything new.
    *(pytest.param(size, 200, marks=pytest.mark.long) for size in ((1280, 720), (1920, 1080))),
]
ELLIPSIS = "…"


@pytest.fixture
def folder_with_games(user_folder: Path) -> Path:
    fill_with_games(user_folder)
    return user_folder


def fill_with_games(folder: Path) -> None:
    """Write an unfinished hand of Hold'em, records of all games, and a history into a user's folder."""
    saves = Saves(folder)
    for game, opponent, net in (
        ("tic-tac-toe", "champion", 0),
        ("kuhn-poker", "cfr-10", -1),
        ("holdem", "tight", 12.5),
    ):
        for number in range(12):
            saves.add_result(game, opponent, net, (1, number))
    fill(folder, "tic-tac-toe", 40)
    fill(folder, "holdem", 40)
    session = Session(TableSpec("holdem", ("you", "rock-solid"), seed=5))
    while len(session.state.board) < 5:  # type: ignore[attr-defined]
        session.act(1)
    saves.keep(session)


@pytest.mark.parametrize(("size", "text_size"), LOOKS)
def test_no_text_leaves_its_place_or_touches_another(
    size: tuple[int, int], text_size: int, folder_with_games: Path, open_window: Open
) -> None:
    driver = open_window(size=size, text_size=text_size, painter=WordsOnlyPainter)
    shown = set()
    for place, go in PLACES.items():
        go(driver.app)
        shown |= {type(screen) for screen in driver.app.screens}
        check(driver, f"{place} at {text_size}%", may_shorten=text_size > 100)
        assert_one_action_a_key(driver.app.screen, place)
        assert_one_bar(driver.app.screen, f"{place} at {size}, {text_size}%")
        driver.app.home()
    assert registered_screens() <= shown


def assert_one_action_a_key(screen: Screen, where: str) -> None:
    keys = Counter(key for one in screen.actions for key in one.action.keys)
    assert [key for key, count in keys.items() if count > 1] == [], where


def assert_one_bar(screen: Screen, where: str) -> None:
    """Assert that no list scrolls within a page that scrolls."""
    if isinstance(screen, Page) and screen.scroll.longest:
        inside = [box.scroll for box in screen.root.walk() if box.scroll not in (None, screen.scroll)]
        assert not any(scroll.longest for scroll in inside), where


def registered_screens() -> set[type[Screen]]:
    pages = [page.make for page in find_pages().values()]
    return {make for make in pages if isinstance(make, type) and not issubclass(make, TableScreen)}


def check(driver: Driver, place: str, *, may_shorten: bool) -> set[str]:
    """Check a screen at every scroll position, and return its shortened texts."""
    seen, all_shortened = -1.0, set()
    scroll = driver.app.screen.scroll
    while scroll is None or scroll.offset != seen:
        seen = scroll.offset if scroll is not None else seen
        marks = driver.marks()
        assert marks, place
        assert_readable(marks, pygame.display.get_surface().get_rect(), place)
        shortened = {mark.words for mark in marks if mark.words.endswith(ELLIPSIS)}
        assert may_shorten or not shortened, f"{place}: {shortened}"
        all_shortened |= shortened
        if scroll is None or not scroll.longest:
            break
        driver.key("page down")
    return all_shortened


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
    """Return whether a text of a scrolling page is not completely in the window."""
    return mark.rect.top < 0 or mark.rect.bottom > window.bottom


@pytest.mark.parametrize("size", [(1000, 600), (1100, 640)])
def test_keys_at_the_foot_of_a_page_stay_in_view(
    size: tuple[int, int], folder_with_games: Path, open_window: Open
) -> None:
    driver = open_window(size=size)
    for name in ("run learner", "arena", "lab", "abstraction", "solver", "solver walk", "reports", "review"):
        PLACES[name](driver.app)
        page = driver.app.screen
        assert isinstance(page, Page), name
        first, window = page.hints[0][1], pygame.display.get_surface().get_rect()
        seen = [mark.rect for mark in driver.marks() if mark.words == first]
        assert any(window.contains(rect) for rect in seen), f"{name}: {first}"
        assert_one_bar(page, f"{name} at {size}")
        driver.app.home()


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        *(((900, 560), theme) for theme in THEMES),
        ((1280, 720), THEMES[0]),
        *(pytest.param((1280, 720), theme, marks=pytest.mark.long) for theme in THEMES[1:]),
    ],
)
def test_every_screen_draws_in_every_theme(
    size: tuple[int, int], theme: str, folder_with_games: Path, open_window: Open
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
        "export",
        "what is in a log",
        "run learner",
        "run kuhn",
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
