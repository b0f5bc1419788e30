"""Keys, rules and words, over any screen."""

import pytest

from game.app.start import find_pages
from game.features.help.page import HANDS, KUHN_CARDS
from game.texts import english, text
from game.window.frame.actions import help_rows
from game.window.frame.pages import pages_in_menu
from tests.window.conftest import Open
from tests.window.driver import Driver


@pytest.fixture
def window(open_window: Open) -> Driver:
    window = open_window()
    window.key("tab")
    window.key("/", "?")
    return window


def words(window: Driver) -> str:
    return " ".join(mark.words for mark in window.marks())


def test_question_mark_opens_and_closes_and_the_focus_returns(window: Driver) -> None:
    assert (window.state["screen"], window.focus) == ("help", "close")
    window.key("/", "?")
    assert (window.state["screen"], window.focus) == ("menu", "table.kuhn-poker")


def test_the_help_of_the_menu_lists_the_keys_of_its_pages(window: Driver) -> None:
    shown = words(window)
    for page in pages_in_menu(find_pages()):
        assert f"{page.key.upper()} {text(page.title).lower()}" in shown
    assert "R board reports" in shown


@pytest.mark.parametrize("how", ["escape", "return"])
def test_esc_and_the_cross_close(window: Driver, how: str) -> None:
    window.key(how)
    assert window.state["screen"] == "menu"


@pytest.mark.parametrize(("key", "says"), [("3", "BEFORE A GAME"), ("w", "BEFORE WATCHING")])
def test_before_a_table_the_keys_are_those_of_the_page(open_window: Open, key: str, says: str) -> None:
    window = open_window()
    window.key(key)
    window.key("/", "?")
    assert says in words(window)
    assert "AT THE TABLE" not in words(window)


def test_help_opens_no_second_help(window: Driver) -> None:
    window.app.show_help()
    assert len(window.app.screens) == 2


def test_tabs_and_games_are_walked_by_keyboard(window: Driver) -> None:
    window.key("tab")
    assert window.focus == "tab"
    window.key("right")
    assert window.widget("tab").chosen == "rules"
    assert "TWO FORMATS" in words(window)
    window.key("tab")
    window.key("left")
    assert window.screen.game == "kuhn-poker"
    assert "THE BLUFF" in words(window)
    window.key("home")
    assert "PERFECT PLAY" in words(window)


def test_words_belong_to_no_game(window: Driver) -> None:
    window.app.screen.controls.focus("tab")
    window.key("end")
    assert "Exploitability" in words(window)
    assert [control.name for control in window.app.controls() if control.role != "option"] == ["tab", "close"]


def test_every_game_shows_what_wins(window: Driver) -> None:
    window.app.screen.controls.focus("game")
    assert "Straight flush" in words(window)
    window.key("left")
    assert "the king beats" not in words(window)
    assert "WHAT BEATS WHAT" in words(window)
    window.key("left")
    assert "WHAT WINS" in words(window)


def test_every_rank_of_hand_has_an_example() -> None:
    assert len(HANDS) == len(english().many("help.hands.names"))
    assert len(KUHN_CARDS) == len(english().many("help.hands.kuhn"))


def test_every_row_of_keys_names_a_key_and_what_it_does() -> None:
    for group in ("everywhere", "tic-tac-toe", "kuhn-poker", "holdem", "thinking", "watch", "replay", "tour"):
        rows = help_rows(group)
        assert rows
        for row in rows:
            key, bar, what = row.partition(" | ")
            assert key
            assert bar
            assert what
