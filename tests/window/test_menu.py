"""The menu, and its display of the preparation at the first start."""

import time
from collections.abc import Mapping
from pathlib import Path

import pytest

import main
from ai import catalog, kernel_cache
from game.agent_entries import AgentEntry, Kind
from game.app.app import App
from game.app.recorder import UncleanEnd
from game.app.start import find_pages
from game.features.home import page as menu
from game.features.home.strip import age
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.match.worker import DIED
from game.needs import NEEDS, Need, NeedsProgress, need_of_table, need_of_watching
from game.request import Refusal
from game.study.background import LongWork, Preparation
from game.study.saves import Saves
from game.study.words import LIST
from game.texts import text
from game.window.frame.pages import pages_in_menu
from tests.features.review.show import retry_waits
from tests.window.conftest import Open
from tests.window.driver import Driver, StillWorker, WordsOnlyPainter, blank_screens, named
from tests.window.test_layout import LOOKS, check


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
    assert window.control("table.holdem").value == "No results here yet"


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_a_newcomer_starts_from_the_menu_with_an_easy_hand_and_hints(
    open_window: Open, size: tuple[int, int]
) -> None:
    window = open_window(size=size, agents=catalog.agents())
    check(window, "the menu of a newcomer", may_shorten=False)
    window.click("start-here")
    spec = window.app.screen.session.spec  # type: ignore[attr-defined]
    assert (spec.game, spec.seats, spec.stacks) == ("holdem", ("you", "station"), (5_000, 5_000))
    assert spec.teaching
    window.key("escape")
    assert window.state["screen"] == "menu"


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
    for _ in range(9 + len(links)):
        walked.append(window.focus)
        window.key("tab")
    icons = ["settings", "help", "sound", "quit"]
    tables = ["table.tic-tac-toe", "table.kuhn-poker", "table.holdem"]
    assert walked == [*tables, *links, *icons, "tour", "start-here"]
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
    words = window.words()
    assert "Hand 1, on the flop." in words
    window.key("return")
    assert window.state["screen"] == "blank"


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_several_open_tables_are_listed_the_last_one_first(
    open_window: Open, user_folder: Path, size: tuple[int, int]
) -> None:
    for opponent in ("station", "maniac", "rock-solid"):
        unfinished(user_folder, "holdem", 0 if opponent == "maniac" else 1, opponent=opponent)
    window = open_window(screens=only_the_menu(), size=size)
    assert window.screen.strip.title == "Hold'em against Rock solid"
    assert window.control("more-tables").label == "2 more"
    check(window, "the menu with several tables", may_shorten=False)
    window.click("more-tables")
    check(window, "the open tables", may_shorten=False)
    assert window.focus == "table-0"
    tables = [one.label for one in window.app.controls() if one.name.startswith("table-")]
    assert tables == [
        "Hold'em against Rock solid",
        "Hold'em against The Colonel",
        "Hold'em against The Station",
    ]
    assert "Serious table. Left a moment ago." in window.widget("table-0").sub
    window.key("down")
    assert window.focus == "table-1"
    window.click("close-2")
    assert window.control("close-2").label == "Really end it?"
    assert len(window.app.saves.open_tables()) == 3
    window.click("close-2")
    assert [one.session.spec.seats[1] for one in window.app.saves.open_tables()] == ["rock-solid", "maniac"]
    window.click("table-1")
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
    assert "Left a moment ago." in window.words()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 130.0)
    window.app.step([], 0.1)
    assert "Left two minutes ago." in window.words()


@pytest.mark.parametrize("text_size", [100, 130, 150])
def test_the_words_of_a_table_stay_in_their_card(open_window: Open, text_size: int) -> None:
    window = open_window(screens=only_the_menu(), text_size=text_size)
    card = window.control("table.tic-tac-toe").rect
    lowest = max(mark.rect.bottom for mark in window.marks() if mark.words == "No results here yet")
    assert lowest < card[1] + card[3]


def test_a_table_where_a_game_was_left_says_so(open_window: Open, user_folder: Path) -> None:
    unfinished(user_folder, "holdem", 1)
    unfinished(user_folder, "kuhn-half-street", 0)
    window = open_window(screens=only_the_menu())
    values = {control.name: control.value for control in window.app.controls()}
    opened = [name for name, value in values.items() if value.startswith("Open game")]
    assert opened == ["table.kuhn-poker", "table.holdem"]
    assert window.texts().count("Open game") == 2


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
    written = (user_folder / LIST).stat().st_ino
    window.screen.relayout()
    window.marks()
    assert (user_folder / LIST).stat().st_ino == written, "a layout writes no file"
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
    words = window.words()
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
    words = window.words()
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
    words = window.texts()
    assert window.control("reports").value == "67%"
    assert {"Reports", "67%", "Statistics"} <= set(words), "the badge takes no room from the names"
    x, y, width, height = window.control("reports").rect
    marks = {mark.words: mark.rect for mark in window.marks()}
    keys = [mark.rect for mark in window.marks() if mark.words == "R" and y < mark.rect.top < y + height]
    assert [x < key.left < key.right < x + width for key in keys] == [True], "nor from the key"
    assert not marks["67%"].colliderect(keys[0])


ALL: Mapping[Need, float | None] = dict.fromkeys(NEEDS)
SENTENCE = "The fast evaluator could not be saved (No space left on device). It is rebuilt at every start."


def tell(
    driver: Driver, ready: int, seconds: float, left: float | None, unmet: Mapping[Need, float | None] = ALL
) -> None:
    """Report that `ready` of 30 steps of the preparation took `seconds`, and that `left` seconds remain."""
    known = {need: left if own is None else own for need, own in unmet.items()}
    report = NeedsProgress(ready, 30, seconds, left, unmet=known)
    driver.worker.hand_over(0, report)
    driver.settle()


def finish(driver: Driver, error: str | None = None) -> None:
    driver.worker.hand_over(0, Refusal(error) if error else True)
    driver.settle()


def settle(app: App) -> None:
    while app.step([], 0.1):
        pass


def test_when_all_is_ready_nothing_is_said(open_window: Open) -> None:
    driver = open_window()
    assert driver.screen.strip.title == "Good evening. Sit down at any table."
    assert driver.control("table.holdem").value == "No results here yet"


def test_menu_tells_step_and_time_left_and_then_welcomes(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    assert driver.screen.strip.title == "Good evening. Sit down at any table."
    tell(driver, 0, 1.0, None)
    assert {"Step 1 of 30", "estimating time left", "Ready soon"} <= set(driver.texts())
    tell(driver, 10, 5.0, 9.2)
    assert driver.screen.strip.title == "Setting up the Hold'em players"
    assert {"Step 11 of 30", "10 s left", "Ready in 10 s"} <= set(driver.texts())
    tell(driver, 11, 5.0, 95.0)
    assert {"2 min left", "Ready in 2 min"} <= set(driver.texts())
    finish(driver)
    assert driver.screen.strip.title == "Good evening. Sit down at any table."
    assert driver.control("table.holdem").value == "No results here yet"


def test_focus_stays_where_it_was_when_preparing_begins_and_ends(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    driver.key("right")
    tell(driver, 10, 5.0, 9.2)
    assert driver.focus == "table.kuhn-poker"
    finish(driver)
    assert driver.focus == "table.kuhn-poker"


def test_an_unfinished_game_keeps_the_strip_and_the_tile_tells(open_window: Open, user_folder: Path) -> None:
    unfinished(user_folder, "kuhn-poker", opponent="cfr-10")
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 9.2)
    assert driver.screen.strip.title.startswith("Kuhn poker against")
    assert driver.control("table.holdem").value == "Ready in 10 s"
    driver.key("return")
    assert driver.state["screen"] == "play-kuhn"


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_the_progress_of_the_set_up_stays_beside_an_unfinished_game(
    size: tuple[int, int], open_window: Open, user_folder: Path
) -> None:
    unfinished(user_folder, "holdem", 1, 1, 1)
    driver = open_window(size=size, is_prepared=False)
    tell(driver, 10, 5.0, 9.2)
    assert {"Hold'em against Rock solid", "10 s left"} <= set(driver.texts())
    finish(driver)
    assert "10 s left" not in driver.texts()
    assert driver.focus == "resume"


@pytest.mark.parametrize(("key", "screen"), [("1", "play-tic-tac-toe"), ("2", "play-kuhn")])
def test_the_other_games_do_not_wait(open_window: Open, key: str, screen: str) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 9.2)
    driver.keys(key, "return")
    assert driver.state["screen"] == screen


def test_holdem_waits_and_goes_on_by_itself(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 9.2)
    driver.keys("3", "return")
    assert driver.state["screen"] == "preparing"
    assert "10 s left" in driver.texts()
    assert driver.focus == "back"
    tell(driver, 29, 13.0, 0.4)
    assert "1 s left" in driver.texts()
    finish(driver)
    assert driver.state["screen"] == "play-holdem"
    driver.key("escape")


def choose(driver: Driver, opponent: str, kind: Kind) -> None:
    driver.app.agents.append(AgentEntry(opponent, "holdem", kind, "Plays Hold'em."))
    driver.app.change(tables={"holdem": {"agent": opponent, "style": "teaching"}})
    driver.keys("3", "return")


def test_the_table_against_mrs_sterling_opens_while_the_rest_is_prepared(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 20.0, dict.fromkeys(NEEDS[1:]))
    assert driver.control("table.holdem").value == "No results here yet"
    choose(driver, "sound", "rules")
    assert driver.state["screen"] == "play-holdem"


def test_the_table_against_the_architect_waits_for_what_she_needs_and_no_longer(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 20.0, {**dict.fromkeys(NEEDS[1:]), Need.BLUEPRINT: 5.0})
    choose(driver, "blueprint-200", "learned")
    assert driver.state["screen"] == "preparing"
    assert "5 s left" in driver.texts()
    tell(driver, 20, 9.0, 12.0, dict.fromkeys(NEEDS[2:]))
    assert driver.state["screen"] == "preparing"
    tell(driver, 21, 10.0, 11.0, dict.fromkeys(NEEDS[3:]))
    assert driver.state["screen"] == "play-holdem"


def test_the_menu_says_that_holdem_is_ready_before_all_is(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 20.0, {Need.TABLE: 2.0, **dict.fromkeys(NEEDS[1:])})
    assert driver.control("table.holdem").value == "Ready in 2 s"
    tell(driver, 11, 5.0, 20.0, dict.fromkeys(NEEDS[1:]))
    assert any("You can already play Hold'em." in line for line in driver.texts())


@pytest.mark.parametrize(
    ("kind", "family", "need"),
    [
        ("random", None, Need.TABLE),
        ("rules", None, Need.TABLE),
        ("rules", "expert", Need.EXPERT),
        ("learned", "blueprint", Need.BLUEPRINT),
        ("search", "search", Need.SEARCH),
    ],
)
def test_what_a_table_needs_follows_from_the_opponent(kind: Kind, family: str | None, need: Need) -> None:
    agents = [AgentEntry("anna", "holdem", kind, "Plays Hold'em.", family=family)]
    assert need_of_table("holdem", ("you", "anna"), agents) == need
    assert need_of_table("holdem", ("you", "guest"), agents) == Need.TABLE
    assert need_of_table("holdem", ("you", "somebody"), agents) == Need.SEARCH
    assert need_of_table("kuhn-poker", ("you", "anna"), agents) is None
    assert need_of_watching("holdem", ("anna", "anna"), agents) == max(need, Need.EXPERT, key=NEEDS.index)


def test_the_coach_says_that_it_is_being_set_up(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 20.0, dict.fromkeys(NEEDS[1:]))
    choose(driver, "sound", "rules")
    driver.key("h")
    tell(driver, 11, 6.0, 19.0, {**dict.fromkeys(NEEDS[1:]), Need.BLUEPRINT: 7.0})
    assert any("The coach is being set up: 7 s left." in line for line in driver.texts())
    tell(driver, 20, 9.0, 12.0, dict.fromkeys(NEEDS[3:]))
    assert not any("The coach is being set up" in line for line in driver.texts())
    assert "still being set up, which slows the coach: 15 s left." in driver.words()
    finish(driver)
    assert "Calculating" in driver.texts()


def test_grades_say_that_they_wait_until_all_is_set_up(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 20.0, dict.fromkeys(NEEDS[1:]))
    choose(driver, "sound", "rules")
    driver.key("f")
    tell(driver, 11, 6.0, 19.0, {**dict.fromkeys(NEEDS[1:]), Need.SOLVER: 17.0})
    said = [line for line in driver.texts() if "This waits until Parlour is set up: 20 s left." in line]
    assert len(said) == 1
    assert "Not graded yet" in driver.texts()
    finish(driver)
    assert "Not graded yet" in driver.texts()


def test_a_decision_to_be_tried_again_says_that_it_waits_until_all_is_set_up(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 20.0)
    retry_waits(driver.app)
    assert any("This waits until Parlour is set up: 20 s left." in line for line in driver.texts())


def test_esc_goes_back_to_where_holdem_was_chosen(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 9.2)
    driver.keys("3", "return", "escape")
    assert driver.state["screen"] == "new_game"
    finish(driver)
    assert driver.state["screen"] == "new_game"


def test_watching_and_resuming_holdem_wait_too(open_window: Open, user_folder: Path) -> None:
    unfinished(user_folder, "holdem", 1, 1)
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 9.2)
    driver.key("return")
    assert driver.state["screen"] == "preparing"
    driver.key("escape")
    driver.key("w")
    named(driver.app, "table").choose("holdem")
    driver.key("return")
    assert driver.state["screen"] == "preparing"
    finish(driver)
    assert driver.state["screen"] == "watch"


@pytest.mark.parametrize(("key", "screen"), [("o", "odds"), ("l", "lab")])
def test_odds_and_lab_wait_too(key: str, screen: str, open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 9.2)
    driver.key(key)
    assert driver.state["screen"] == "preparing"
    finish(driver)
    assert driver.state["screen"] == screen


def test_an_answer_that_comes_at_once_shows_no_page(open_window: Open, user_folder: Path) -> None:
    unfinished(user_folder, "holdem", 1, 1)
    driver = open_window(is_prepared=False)
    driver.app.resume(driver.app.saves.latest().session)  # type: ignore[union-attr]
    driver.app.step([], 0.1)
    assert driver.state["screen"] == "preparing"
    assert "Resume" in words_of_one_frame(driver)
    finish(driver)
    assert driver.state["screen"] == "play-holdem"


def words_of_one_frame(driver: Driver) -> list[str]:
    painter = driver.app.painter
    painter.log = []
    for screen in driver.app.screens:
        screen.dirty = True
    driver.app.step([], 0.0)
    return [mark.words for mark in painter.log]


def test_trouble_is_said_once_and_holdem_is_played_all_the_same(open_window: Open) -> None:
    driver = open_window(is_prepared=False)
    tell(driver, 10, 5.0, 9.2)
    finish(driver, SENTENCE)
    assert driver.screen.strip.title == "Hold'em is slow to start"
    assert SENTENCE in driver.texts()
    driver.key("return")
    assert driver.screen.strip.title == "Good evening. Sit down at any table."
    driver.keys("3", "return")
    assert driver.state["screen"] == "play-holdem"


def test_a_worker_that_dies_is_asked_once_more() -> None:
    worker = StillWorker()
    worker.is_prepared = False
    preparation = Preparation(worker)  # type: ignore[arg-type]
    for settled in (False, True):
        preparation.begin()
        worker.hand_over(0, Refusal(text(DIED), died=True))
        assert preparation.settled is settled
    assert preparation.trouble == text(DIED)


def test_after_two_crashes_compiled_code_is_removed_and_prepared_again(
    user_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    kernel_cache.write_checked(kernel_cache.folder() / "boards" / "rivers.1.nbc", b"compiled")
    worker = StillWorker()
    worker.is_prepared = False
    app = main.make_app(user_folder, worker)  # type: ignore[arg-type]
    app.start()
    settle(app)
    worker.hand_over(0, True)
    assert app.models.preparation.settled
    worker.after_crashes()  # type: ignore[attr-defined]
    settle(app)
    assert not kernel_cache.folder().exists()
    assert app.state()["notice"].startswith("The players crashed twice in a row.")
    assert not app.models.preparation.settled
    worker.hand_over(0, True)
    assert app.models.preparation.settled
    app.close()


def test_the_bar_never_goes_back() -> None:
    worker = StillWorker()
    worker.is_prepared = False
    preparation = Preparation(worker)  # type: ignore[arg-type]
    preparation.begin()
    shares = []
    for seconds, left in ((1.0, None), (2.0, 6.0), (3.0, 17.0), (8.0, 8.0)):
        report = NeedsProgress(1, 30, seconds, left, unmet=dict.fromkeys(NEEDS, left))
        worker.hand_over(0, report)
        shares.append(preparation.share)
    assert shares == [0.0, 0.25, 0.25, 0.5]


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize(("size", "text_size"), LOOKS)
def test_no_text_leaves_its_place_or_touches_another(
    size: tuple[int, int], text_size: int, open_window: Open
) -> None:
    driver = open_window(size=size, text_size=text_size, painter=WordsOnlyPainter, is_prepared=False)
    tell(driver, 10, 5.0, 9.2)
    check(driver, f"menu at {text_size}%", may_shorten=text_size > 100)
    driver.keys("3", "return")
    check(driver, f"page at {text_size}%", may_shorten=text_size > 100)
    driver.key("escape")
    driver.app.home()
    finish(driver, SENTENCE)
    check(driver, f"trouble at {text_size}%", may_shorten=text_size > 100)
