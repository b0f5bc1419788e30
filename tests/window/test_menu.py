"""The menu: playing within one key, resuming, and what it says when something is amiss."""

import time
from pathlib import Path

import pytest

from game.app.recorder import UncleanEnd
from game.app.start import find_pages
from game.features.home import page as menu
from game.features.home.strip import age
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.study.background import LongWork
from game.study.records import Saves
from game.study.words import LIST
from game.window.frame.pages import pages_in_menu
from tests.window.conftest import Open
from tests.window.driver import blank_screens


def unfinished(folder: Path, game: str, *actions: int, opponent: str = "rock-solid") -> None:
    session = Session(TableSpec(game, ("you", opponent), seed=5, first="seat-0"))
    for action in actions:
        session.act(action)
    Saves(folder).keep(session)


def only_the_menu():  # type: ignore[no-untyped-def]
    return blank_screens(menu.HomePage)


def test_a_first_evening_is_welcomed_and_the_first_table_has_the_focus(open_window: Open) -> None:
    window = open_window()
    assert window.screen.strip.title == "Good evening. Sit down at any table."
    assert window.focus == "table.tic-tac-toe"
    assert window.control("table.holdem").value == "Not played yet"


@pytest.mark.parametrize(("key", "table"), [("1", "tic-tac-toe"), ("2", "kuhn-poker"), ("3", "holdem")])
def test_one_key_opens_a_table_and_esc_comes_back(open_window: Open, key: str, table: str) -> None:
    window = open_window()
    window.key(key)
    assert (window.state["screen"], window.screen.table) == ("new_game", table)
    window.key("escape")
    assert window.state["screen"] == "menu"


def test_everything_is_reached_by_keyboard_and_by_mouse(open_window: Open) -> None:
    window = open_window()
    links = [page.name for page in pages_in_menu(find_pages())]
    walked = []
    for _ in range(8 + len(links)):
        walked.append(window.focus)
        window.key("tab")
    icons = ["settings", "help", "sound", "quit"]
    assert walked == ["table.tic-tac-toe", "table.kuhn-poker", "table.holdem", *links, *icons, "tour"]
    window.click("table.kuhn-poker")
    assert window.state["screen"] == "new_game"
    window.key("escape")
    for name, screen in (
        ("watch", "watch_setup"),
        ("train", "train_setup"),
        ("odds", "odds"),
        ("reports", "reports"),
        ("lab", "lab"),
        ("statistics", "statistics"),
        ("settings", "settings"),
        ("help", "help"),
        ("tour", "tour"),
        ("quit", "question"),
    ):
        window.click(name)
        assert window.state["screen"] == screen
        window.key("escape")
    window.click("sound")
    assert window.app.settings.muted
    assert window.control("sound").label == "Turn the sound on"


def test_an_unfinished_game_is_resumed_with_enter(open_window: Open, user_folder: Path) -> None:
    unfinished(user_folder, "holdem", 1, 1, 1)
    window = open_window(screens=only_the_menu())
    assert window.screen.strip.title == "Hold'em against Rock solid"
    assert window.focus == "resume"
    words = " ".join(mark.words for mark in window.marks())
    assert "Hand 1, on the flop." in words
    window.key("return")
    assert window.state["screen"] == "blank"


@pytest.mark.parametrize(
    ("game", "actions", "says"),
    [
        ("tic-tac-toe", (4,), "Game 1. Rock solid to move."),
        ("tic-tac-toe", (), "Game 1. Your move."),
        ("kuhn-poker", (0, 0), "Hand 1 is over. Left"),
        ("holdem", (0,), "Hand 1 is over. Left"),
    ],
)
def test_the_strip_says_where_a_game_stands(
    open_window: Open, user_folder: Path, game: str, actions: tuple[int, ...], says: str
) -> None:
    unfinished(user_folder, game, *actions)
    window = open_window(screens=only_the_menu())
    assert any(mark.words.startswith(says) for mark in window.marks())


def test_how_long_ago_a_game_was_left_goes_on_while_the_menu_is_open(
    open_window: Open, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unfinished(user_folder, "kuhn-poker")
    window = open_window(screens=only_the_menu())
    assert any("Left a moment ago." in mark.words for mark in window.marks())
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 130.0)
    window.app.step([], 0.1)
    assert any("Left two minutes ago." in mark.words for mark in window.marks())


@pytest.mark.parametrize("text_size", [100, 130, 150])
def test_the_words_of_a_table_stay_in_their_card(open_window: Open, text_size: int) -> None:
    window = open_window(screens=only_the_menu(), text_size=text_size)
    card = window.control("table.tic-tac-toe").rect
    lowest = max(mark.rect.bottom for mark in window.marks() if mark.words == "Not played yet")
    assert lowest < card[1] + card[3]


def test_a_table_where_a_game_was_left_says_so(open_window: Open, user_folder: Path) -> None:
    unfinished(user_folder, "holdem", 1)
    unfinished(user_folder, "kuhn-half-street", 0)
    window = open_window(screens=only_the_menu())
    values = {control.name: control.value for control in window.app.controls()}
    opened = [name for name, value in values.items() if value.startswith("Open game")]
    assert opened == ["table.kuhn-poker", "table.holdem"]
    assert [mark.words for mark in window.marks()].count("Open game") == 2


def test_a_game_of_two_people_waits_under_the_name_of_the_guest(open_window: Open, user_folder: Path) -> None:
    unfinished(user_folder, "tic-tac-toe", opponent="guest")
    assert open_window().screen.strip.title == "Tic-tac-toe against Your guest"


def test_once_something_was_played_the_tables_take_the_room_of_the_strip(
    open_window: Open, user_folder: Path
) -> None:
    welcome = open_window().control("table.holdem").rect[3]
    Saves(user_folder).add_result("tic-tac-toe", "champion", -1, (1, 1))
    window = open_window()
    assert window.screen.strip is None
    assert window.control("table.holdem").rect[3] > welcome
    assert window.control("table.tic-tac-toe").value == "Won 0, drawn 0, lost 1"


def test_what_was_set_aside_is_said_once_and_then_the_menu_goes_on(
    open_window: Open, user_folder: Path
) -> None:
    unfinished(user_folder, "tic-tac-toe", 4)
    (user_folder / "settings.json").write_text("{broken")
    window = open_window()
    assert window.screen.strip.title == "A file was set aside"
    assert sum("set aside as" in mark.words for mark in window.marks()) == 1
    window.click("dismiss")
    assert window.screen.strip.title == "Tic-tac-toe against Rock solid"


def test_several_files_that_cannot_be_used_are_one_notice_and_a_list(
    open_window: Open, user_folder: Path
) -> None:
    unfinished(user_folder, "tic-tac-toe", 4)
    (user_folder / "saves" / "holdem.json").write_text("{broken")
    (user_folder / "settings.json").write_text("{broken")
    window = open_window()
    assert window.screen.strip.title == "2 files could not be used"
    [where] = [mark.words for mark in window.marks() if mark.words.startswith("They are listed in ")]
    assert where.endswith("unusable-files.txt.")
    assert (user_folder / LIST).read_text().count("it was set aside as") == 2
    window.click("dismiss")
    assert window.screen.strip.title == "Tic-tac-toe against Rock solid"
    assert window.focus == "resume"


def test_after_an_unclean_end_the_game_is_offered_in_words_until_it_is_taken_up(
    open_window: Open, user_folder: Path
) -> None:
    unfinished(user_folder, "holdem", 1, 1, 1)
    window = open_window()
    window.app.unclean_end = UncleanEnd(Path.home() / "crash-1.txt")
    window.app.home()
    words = " ".join(mark.words for mark in window.marks())
    ended = "Parlour closed unexpectedly. Resume Hold'em against Rock solid where you left it."
    assert window.screen.strip.title == ended
    assert "Report saved in ~/crash-1.txt." in words
    assert window.focus == "resume"
    window.key("return")
    assert window.state["screen"] == "play-holdem"
    window.key("escape")
    assert window.screen.strip.title == "Hold'em against Rock solid"


def test_an_unclean_end_with_nothing_to_resume_is_said_and_put_away(open_window: Open) -> None:
    window = open_window()
    window.app.unclean_end = UncleanEnd(None)
    window.app.home()
    words = " ".join(mark.words for mark in window.marks())
    assert "Everything saved until then is still here." in words
    assert "report" not in words
    window.click("dismiss")
    assert window.screen.strip.title == "Good evening. Sit down at any table."


def test_leaving_is_asked_first(open_window: Open) -> None:
    window = open_window()
    window.key("escape")
    window.key("escape")
    assert window.app.running
    window.key("escape")
    window.click("leave")
    assert not window.app.running


def test_a_low_window_scrolls_to_what_has_the_focus(open_window: Open) -> None:
    window = open_window(size=(900, 560), text_size=200)
    window.key("tab")
    window.key("tab")
    _, y, _, height = window.control("table.holdem").rect
    assert window.focus == "table.holdem"
    assert 0 <= y < y + height <= 560
    window.wheel(100, 100, 20)
    window.key("page down")
    window.key("home")
    assert window.app.screen.scroll is not None
    assert window.app.screen.scroll.offset == 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (5, "a moment ago"),
        (70, "a minute ago"),
        (250, "four minutes ago"),
        (3500, "58 minutes ago"),
        (3700, "an hour ago"),
        (8000, "two hours ago"),
        (100_000, "yesterday"),
        (86_400 * 20, "20 days ago"),
    ],
)
def test_ages_are_told_in_words(seconds: float, words: str) -> None:
    assert age(seconds) == words


def test_r_opens_the_reports_and_the_link_says_how_far_the_report_at_work_is(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(size=(900, 560))
    window.key("r")
    assert window.state["screen"] == "reports"
    window.key("escape")
    monkeypatch.setattr(LongWork, "badge", "67%")
    words = [mark.words for mark in window.marks()]
    assert window.control("reports").value == "67%"
    assert {"Reports", "67%", "Statistics"} <= set(words), "the badge takes no room from the names"
