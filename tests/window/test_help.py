"""The help, the tour, and dialogs that ask a question."""

from typing import Any

import pytest

from game.app.start import find_pages
from game.features.help.page import HANDS, KUHN_CARDS
from game.features.help.tour import Stop, list_stops, placed_beside
from game.tables.watch.screen import Watch
from game.texts import english, text
from game.window.dialogs.dialog import Question, Reply
from game.window.frame.actions import help_rows, owners
from game.window.frame.pages import pages_in_menu
from game.window.frame.settings_store import SettingsStore
from game.window.ui.widgets.widget import overlap
from tests.window.conftest import Open
from tests.window.driver import Driver
from tests.window.test_menu import tell


@pytest.fixture
def window(open_window: Open) -> Driver:
    window = open_window()
    window.key("tab")
    window.key("/", "?")
    return window


def test_question_mark_opens_and_closes_and_the_focus_returns(window: Driver) -> None:
    assert (window.state["screen"], window.focus) == ("help", "close")
    window.key("/", "?")
    assert (window.state["screen"], window.focus) == ("menu", "table.kuhn-poker")


def test_the_help_of_the_menu_lists_the_keys_of_its_pages(window: Driver) -> None:
    shown = window.words()
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
    assert says in window.words()
    assert "AT THE TABLE" not in window.words()


def test_help_opens_no_second_help(window: Driver) -> None:
    window.app.show_help()
    assert len(window.app.screens) == 2


def test_tabs_and_games_are_walked_by_keyboard(window: Driver) -> None:
    window.key("tab")
    assert window.focus == "tab"
    window.key("right")
    assert window.widget("tab").chosen == "rules"
    assert "TWO FORMATS" in window.words()
    window.key("tab")
    window.key("left")
    assert window.screen.game == "kuhn-poker"
    assert "THE BLUFF" in window.words()
    window.key("home")
    assert "PERFECT PLAY" in window.words()


def test_words_belong_to_no_game(window: Driver) -> None:
    window.app.screen.controls.focus("tab")
    window.key("end")
    assert "Exploitability" in window.words()
    assert [control.name for control in window.app.controls() if control.role != "option"] == ["tab", "close"]


def test_every_game_shows_what_wins(window: Driver) -> None:
    window.app.screen.controls.focus("game")
    assert "Straight flush" in window.words()
    window.key("left")
    assert "the king beats" not in window.words()
    assert "WHAT BEATS WHAT" in window.words()
    window.key("left")
    assert "WHAT WINS" in window.words()


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


SIZES = ((900, 560), (1280, 720), (1920, 1080), (900, 1100))


def has_toured(window: Driver) -> bool:
    return SettingsStore(window.app.folder).settings.toured


def test_a_first_evening_offers_the_tour_and_the_first_key_still_plays(open_window: Open) -> None:
    window = open_window()
    assert window.control("tour").label == "Show me around"
    assert window.focus == "table.tic-tac-toe"
    window.key("2")
    assert window.state["screen"] == "new_game"


def test_every_stop_is_about_controls_that_the_menu_has(open_window: Open) -> None:
    window = open_window()
    names = [control.name for control in window.app.controls()]
    window.click("tour")
    pages = [page.name for page in pages_in_menu(find_pages())]
    stops = list_stops(names, pages)
    assert [stop.name for stop in window.screen.stops] == [stop.name for stop in stops]
    assert {name for stop in stops for name in stop.controls} <= set(names)
    assert set(pages) <= {name for stop in stops for name in stop.controls}


def test_what_the_menu_does_not_offer_is_not_mentioned() -> None:
    names = ["tour", "table.holdem", "watch", "settings", "help", "sound"]
    assert list_stops(names, ["watch", "lab"]) == [
        Stop("tables", ("table.holdem",)),
        Stop("watch", ("watch",)),
        Stop("comfort", ("settings", "help")),
        Stop("first-hand", ("table.holdem",)),
    ]


def test_a_page_between_two_others_joins_the_card_of_the_one_before() -> None:
    names = ["odds", "die", "lab"]
    assert list_stops(names, names) == [Stop("odds", ("odds", "die")), Stop("lab", ("lab",))]


def walk_to_the_end(window: Driver) -> None:
    window.click("tour")
    stops = [stop.name for stop in window.screen.stops]
    window.key("left")
    for stop, key in zip(stops[:-1], ["right", "return"] * len(stops), strict=False):
        assert window.screen.stop.name == stop
        assert window.focus == "next"
        window.key(key)
    assert window.screen.stop.name == stops[-1] == "first-hand"


def test_arrows_and_enter_walk_through_and_the_end_is_not_offered_again(open_window: Open) -> None:
    window = open_window()
    walk_to_the_end(window)
    window.click("skip")
    assert window.state["screen"] == "menu"
    assert window.control("welcome").label == "Rules and keys"
    assert has_toured(window)


def test_the_tour_names_ladder_teaching_table_tutor_and_coach() -> None:
    said = " ".join(text(f"tour.stops.{stop}.body") for stop in ("tables", "first-hand"))
    for word in ("ladder", "teaching table", "tutor", "coach"):
        assert word in said


def test_the_tour_ends_at_a_table_with_a_first_hand(open_window: Open) -> None:
    window = open_window()
    walk_to_the_end(window)
    assert window.focus == "play.tic-tac-toe"
    window.click("play.kuhn-poker")
    assert window.state["screen"] == "play-kuhn"
    assert window.app.screen.session.spec.teaching, "a first table teaches"  # type: ignore[attr-defined]
    assert has_toured(window)
    window.key("escape")
    assert window.state["screen"] == "menu"


def test_a_first_start_offers_the_tour_while_holdem_is_being_set_up(open_window: Open) -> None:
    window = open_window(is_prepared=False)
    tell(window, 6, 3.0, 12.0)
    assert window.control("tour").label == "Show me around"
    assert window.focus == "table.tic-tac-toe"
    window.click("tour")
    assert window.state["screen"] == "tour"


def test_the_mouse_goes_on_and_back_and_skips(open_window: Open) -> None:
    window = open_window()
    window.click("tour")
    window.click("next")
    window.click("next")
    window.click("back")
    assert window.screen.stop.name == [stop.name for stop in window.screen.stops][1]
    window.click("skip")
    assert window.state["screen"] == "menu"
    assert has_toured(window)


def test_esc_skips_and_help_calls_the_tour_again(open_window: Open) -> None:
    window = open_window()
    window.click("tour")
    window.key("escape")
    assert window.state["screen"] == "menu"
    window.key("?")
    window.click("tour")
    assert window.state["screen"] == "tour"
    window.key("escape")
    window.key("1")
    window.key("?")
    assert "tour" not in [control.name for control in window.app.controls()], "a table is not left for it"


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", [80, 100, 200])
def test_the_card_and_what_it_tells_of_lie_in_the_window(
    open_window: Open, size: tuple[int, int], text_size: int
) -> None:
    window = open_window(size=size, text_size=text_size)
    window.click("tour")
    tour = window.screen
    for stop in [stop.name for stop in tour.stops]:
        assert tour.stop.name == stop
        x, y, width, height = card = tour._card.rect
        assert 0 <= x < x + width <= tour.width
        assert 0 <= y < y + height <= tour.height
        light = tour.light
        assert light[2] > 40
        assert light[3] > 40
        if text_size == 100:
            assert 0.0 in overlap(light, card)[2:], f"{stop} is hidden"
        window.key("right")


def test_a_card_lies_below_above_or_beside_the_light() -> None:
    assert placed_beside((100, 50, 200, 40), 300, 200, 1000, 600)[:2] == (50, 106)
    assert placed_beside((100, 500, 200, 40), 300, 200, 1000, 600)[:2] == (50, 284)
    assert placed_beside((20, 50, 200, 500), 300, 200, 1000, 600)[:2] == (236, 200)
    assert placed_beside((780, 50, 200, 500), 300, 200, 1000, 600)[:2] == (464, 200)
    assert placed_beside((0, 0, 1000, 450), 300, 200, 1000, 600)[:2] == (350, 388)


def test_a_stop_whose_controls_the_menu_has_lost_is_told_all_the_same(open_window: Open) -> None:
    window = open_window()
    window.click("tour")
    for control in window.app.screens[0].controls:
        if control.name == "watch":
            control.name = "lost"
    while window.screen.stop.name != "watch":
        window.key("right")
    assert window.focus == "next"


def ask(open_window: Open, heard: list[str], how: str = "") -> Any:
    window = open_window()
    names = ("stay", "save", "go")
    replies = [Reply(name, f"Answer {name} {how}", lambda name=name: heard.append(name)) for name in names]  # type: ignore[misc]
    window.app.overlay(Question(window.app, "Go?", "It can be undone.", replies))
    window.settle()
    return window


def test_arrows_follow_the_buttons_as_they_lie_in_a_row(open_window: Open) -> None:
    heard: list[str] = []
    window = ask(open_window, heard)
    assert window.focus == "stay"
    assert window.control("stay").rect[0] > window.control("go").rect[0]
    walked = []
    for arrow in ("left", "left", "left", "right", "right", "right"):
        window.key(arrow)
        walked.append(window.focus)
    assert walked == ["save", "go", "go", "save", "stay", "stay"]
    window.keys("left", "return")
    assert heard == ["save"]


def test_arrows_follow_the_buttons_below_each_other(open_window: Open) -> None:
    heard: list[str] = []
    window = ask(open_window, heard, "with more words than stand in a row")
    assert window.control("stay").rect[1] < window.control("go").rect[1]
    window.keys("down", "down", "up", "down", "return")
    assert heard == ["go"]


def test_escape_gives_the_harmless_reply(open_window: Open) -> None:
    heard: list[str] = []
    ask(open_window, heard).keys("left", "escape")
    assert heard == ["stay"]


@pytest.mark.parametrize(
    ("game", "has_studies"), [("kuhn-poker", False), ("tic-tac-toe", False), ("holdem", True)]
)
def test_the_help_of_a_watched_table_has_the_keys_of_its_game(game: str, *, has_studies: bool) -> None:
    rows = help_rows("watch", Watch, game)
    assert any("Hold'em" in row for row in rows) == has_studies
    assert any(row.startswith("V |") for row in rows) == has_studies
    assert any(row.startswith("O |") for row in rows)


def test_the_keys_of_a_page_come_before_those_of_the_voice() -> None:
    for owner in owners():
        if not (owner.group and owner.__module__.startswith("game.")):
            continue
        keys = [row.partition(" |")[0] for row in help_rows(owner.group, owner)]
        is_function = [key.startswith("F") and key[1:].isdigit() for key in keys]
        assert is_function == sorted(is_function), owner


def test_a_global_key_that_a_page_uses_itself_is_not_listed_twice(open_window: Open) -> None:
    window = open_window()
    assert any(row.startswith("M |") for row in help_rows("everywhere"))
    window.key("b")
    window.key("/", "?")
    assert "M import hands of poker rooms" in window.words()
    assert "M mute" not in window.words()
    for owner in owners():
        is_taken = any("m" in one.keys for one in owner.declared_actions.values())
        assert any(row.startswith("M |") for row in help_rows("everywhere", owner)) != is_taken, owner


def test_half_street_kuhn_has_one_name() -> None:
    """No text calls half-street Kuhn poker "one-sided".

    The name "half-street" is from the literature (Chen and Ankenman, The Mathematics of Poker, 2006).
    """
    named = [key for key in english().keys() if "one-sided" in english().template(key).lower()]  # noqa: SIM118
    assert named == []
