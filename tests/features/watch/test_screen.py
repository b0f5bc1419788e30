"""Watching two agents: the choice of agents, speed, steps, cards, the series, and taking a seat."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai import catalog
from game import texts
from game.agent_entries import AgentEntry
from game.app.start import find_pages
from game.core import Decision
from game.features.new_game.page import NewGame
from game.features.watch.page import Faces, WatchSetup, last_table
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.study.play import SEED_VARIABLE, AgentKey, Decide, GetReady, PlayHands
from game.study.saves import Saves
from game.tables.holdem.view import HandWords
from game.tables.watch.screen import Watch
from game.texts import signed, with_interval
from game.window.ui.theme import THEMES
from game.window.ui.widgets.gallery import Gallery
from tests.window.driver import Driver, LoggingPainter, WordsOnlyPainter
from tests.window.samples import AGENTS
from tests.window.watching import PLACES, Look, Open, assert_everything_is_readable, hands, moments, windows

SIZES = [(900, 560), (1280, 720), (1920, 1080)]


@pytest.fixture
def watch(user_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    yield from windows(user_folder, monkeypatch)


# ---- the page before -----------------------------------------------------------------------------------------
def test_any_two_agents_are_chosen_by_keyboard_and_remembered(watch: Open) -> None:
    window = watch("kuhn-poker")
    window.app.screen.controls.focus("first")
    window.key("home")
    window.app.screen.controls.focus("second")
    window.keys("home", "down")
    assert (window.screen.choices.first, window.screen.choices.second) == ("always-bluffs", "never-bluffs")
    window.key("return")
    assert window.state["screen"] == "watch"
    assert window.app.screen.session.spec.seats == ("always-bluffs", "never-bluffs")  # type: ignore[attr-defined]
    assert window.app.settings.tables["watch kuhn-poker"]["first"] == "always-bluffs"


@pytest.mark.parametrize("table", ["tic-tac-toe", "kuhn-poker", "holdem"])
def test_an_opponent_has_the_stage_and_the_diamonds_of_new_game(watch: Open, table: str) -> None:
    window = watch(table)
    window.app.agents = catalog.agents()
    setup: Any = WatchSetup(window.app, table)
    cards = {card.value: card for card in NewGame(window.app, table)._gallery.cards}
    for seat, gallery in enumerate(setup._cards):
        assert [(card.value, card.diamonds) for card in gallery.cards] == [
            (card.value, cards[card.value].diamonds) for card in gallery.cards
        ], seat
    assert setup.choices.first == setup.opponents[-1].default_entry.name
    setup._choose("first", setup.opponents[-2].key)
    assert setup.choices.first == setup.opponents[-2].default_entry.name


@pytest.mark.parametrize(("table", "unit"), [("tic-tac-toe", "Games"), ("kuhn-poker", "Hands")])
def test_a_series_is_counted_in_what_is_played(watch: Open, table: str, unit: str) -> None:
    words = watch(table).texts()
    assert unit in words
    assert not ({"Games", "Hands"} - {unit}) & set(words)


@pytest.mark.parametrize("size", [(640, 800), *SIZES])
@pytest.mark.parametrize("table", ["tic-tac-toe", "kuhn-poker", "holdem"])
def test_no_choice_moves_the_lists(watch: Open, table: str, size: tuple[int, int]) -> None:
    window = watch(table, size=size)
    window.app.agents = catalog.agents()
    page: Any = window.app.screen
    page.show()

    def rects() -> list[Any]:
        page.scroll.offset = 0.0
        window.settle()
        return [page.controls.find(name).rect for name in ("first", "second", "length")]

    before = rects()
    for opponent in page.opponents:
        for entry in opponent.entries:
            page.choose(second=entry.name)
            page.choose(first=entry.name)
            assert rects() == before, entry.name


def test_half_street_blinds_stacks_length_and_deals_are_chosen(watch: Open) -> None:
    window = watch("kuhn-poker", words={"variant": "half-2", "length": "1000", "deals": "duplicate"})
    window.click("begin")
    screen: Any = window.app.screen
    spec = screen.session.spec
    assert (spec.game, spec.blinds, spec.duplicate, screen.hands) == ("kuhn-half-street", 2, True, 1000)


def test_the_stack_of_holdem_is_that_of_both(watch: Open) -> None:
    window = watch("holdem", words={"stack": "20"})
    window.click("begin")
    assert window.app.screen.session.spec.stacks == (2000, 2000)  # type: ignore[attr-defined]


def test_the_thinking_time_of_an_agent_that_solves_is_chosen(watch: Open) -> None:
    window = watch("holdem")
    assert "second-think" not in {one.name for one in window.app.controls()}
    solver = AgentEntry("solver", "holdem", "search", "Solves.", family="blueprint")
    window.app.agents = [*AGENTS, solver]
    page: Any = window.app.screen
    page.choose(second="solver")
    window.click("second-think.3")
    window.click("first.maniac")
    assert page.choices.spec("holdem", 1).think == 3.0
    page.choose(second="maniac")
    assert page.choices.spec("holdem", 1).think is None


def test_preparation_and_thinking_are_chosen_apart(watch: Open) -> None:
    window = watch("holdem")
    window.app.agents = catalog.agents()
    page: Any = window.app.screen
    page.choose(first="architect-thinks", second="blueprint-200", think="3")
    assert [option.value for option in window.widget("first-stage").options] == [
        "blueprint-200-seconds",
        "blueprint-200-minutes",
        "blueprint-200",
    ]
    assert {"Preparation", "Thinks at the table"} <= set(window.texts()), "each line has its name"
    assert (window.widget("first-think").value, window.widget("second-think").value) == ("3 s", "Off")
    assert page.summary == "The Architect (3 s a decision) v The Architect (full preparation)"
    window.click("second-think.1")
    assert page.choices.second == "architect-thinks"
    assert window.widget("first-think").value == "1 s", "both think for as long"
    window.click("first-think.")
    assert (page.choices.first, page.choices.think) == ("blueprint-200", "1")
    window.click("begin")
    assert "1 s a decision." in window.app.screen.subtitle  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_page_before_a_series_is_seen_without_scrolling(watch: Open, size: tuple[int, int]) -> None:
    window = watch("holdem", size=size)
    window.app.agents = catalog.agents()
    page: Any = window.app.screen
    page.choose(first="architect-thinks", second="search-expert")
    window.settle()
    assert not page.has_fixed_footer
    assert "WHAT YOU SEE" in {one.upper() for one in window.texts()}


@pytest.mark.parametrize("size", SIZES)
def test_the_page_before_a_series_uses_the_window_in_every_game(watch: Open, size: tuple[int, int]) -> None:
    window = watch("tic-tac-toe", size=size)
    window.app.agents = catalog.agents()
    page: Any = window.app.screen
    for table, least in (("tic-tac-toe", 0.65), ("kuhn-poker", 0.75), ("holdem", 0.8)):
        page._head.switch.choose(table)
        window.settle()
        height = window.app.painter.H
        (panel,) = page.panels()
        assert panel[1] + panel[3] > least * height, table
        assert not page.has_fixed_footer
        for seat in ("first", "second"):
            chosen = page.opponent(getattr(page.choices, seat))
            room = size != (900, 560) or table != "holdem"
            assert not room or chosen.line.split()[0] in window.words()


@pytest.mark.parametrize(
    ("table", "shown"), [("tic-tac-toe", Gallery), ("kuhn-poker", Faces), ("holdem", Faces)]
)
def test_a_seat_shows_the_cards_of_new_game_if_there_is_room(watch: Open, table: str, shown: type) -> None:
    window = watch(table)
    window.app.agents = catalog.agents()
    window.app.screen.show()  # type: ignore[attr-defined]
    window.settle()
    assert isinstance(window.widget("first"), shown)


def test_the_diamonds_of_a_player_are_those_of_its_stage(watch: Open) -> None:
    window = watch("tic-tac-toe")
    window.app.agents = catalog.agents()
    page: Any = window.app.screen
    page.choose(first="ada-20", second="ada-1000000")
    found = [{card.value: card for card in window.widget(seat).cards} for seat in ("first", "second")]
    assert [cards["ada"].diamonds for cards in found] == [2, 5]


def test_escape_leads_from_a_series_back_to_the_page_before_it(watch: Open) -> None:
    window = watch("kuhn-poker")
    window.click("begin")
    window.key("escape")
    assert window.state["screen"] == "watch_setup"
    window.key("escape")
    assert window.state["screen"] == "menu"


def test_where_nobody_plays_nothing_begins(user_folder: Path) -> None:
    window = Driver(user_folder, find_pages(), [], painter=WordsOnlyPainter)
    window.key("w")
    window.key("return")
    assert window.state["screen"] == "watch_setup"
    window.close()


# ---- pace and steps ------------------------------------------------------------------------------------------
def test_a_series_plays_by_itself_until_space_pauses_it(watch: Open) -> None:
    window = watch().begin()
    assert (window.screen.pace.running, window.actions) == (False, [])
    window.pass_time(10)
    assert window.actions == []
    window.key("space")
    window.pass_time(40)
    assert window.screen.series.account.hands >= 2
    window.click("run")
    assert not window.screen.pace.running


def test_right_shows_one_action_and_left_takes_it_back(watch: Open) -> None:
    window = watch().begin()
    for count in (1, 2):
        window.key("right")
        window.pass_time(12)
        assert len(window.actions) == count
    assert window.screen.phase == "over"
    window.key("left")
    assert len(window.actions) == 1
    window.click("step-back")
    assert window.actions == []
    window.click("step")
    window.pass_time(12)
    assert len(window.actions) == 1


def test_a_step_lets_what_moves_come_to_its_end_first(watch: Open) -> None:
    window = watch()
    window.click("begin")
    window.pass_time(1, 0.01)
    assert window.screen.phase == "moving"
    window.key("s")
    assert (window.screen.phase, window.actions) == ("thinking", [])


def test_one_goes_back_into_the_hand_before_and_what_was_counted_stays(watch: Open) -> None:
    window = watch().begin()
    for _ in range(3):
        window.key("right")
        window.pass_time(12)
    assert (window.screen.session.hand_number, window.screen.series.account.hands) == (2, 1)
    window.key("left")
    assert (window.screen.session.hand_number, window.screen.phase, window.screen.series.account.hands) == (
        1,
        "over",
        1,
    )
    window.keys("left", "left", "left", "left")
    assert (window.screen.session.hand_number, window.actions) == (1, [])
    assert window.app.screen.controls.find("step-back").disabled
    window.key("space")
    window.pass_time(40)
    assert window.screen.session.hand_number > 2


@pytest.mark.parametrize("game", PLACES)
def test_at_once_the_whole_series_is_played_and_ends(watch: Open, game: str) -> None:
    window = watch(game).begin()
    window.keys("5", "space")
    window.pass_time(30, 0.01)
    table = window.screen
    assert (table.phase, table.series.account.hands, table.session.hand_number) == ("done", 20, 20)
    assert "Again" in window.texts()
    window.key("space")
    assert window.screen.pace.running
    assert window.screen.phase != "done"


def test_at_once_is_left_in_the_middle_and_gone_on_with_slowly(watch: Open) -> None:
    window = watch(words={"length": "100"}).begin()
    window.keys("right")
    window.pass_time(12)
    window.keys("5", "space")
    window.pass_time(1, 0.01)
    window.key("space")
    counted = window.screen.series.account.hands
    assert 0 < counted < 100
    window.keys("2", "space")
    window.pass_time(20)
    assert counted < window.screen.series.account.hands < 100


def test_speeds_are_chosen_by_key_and_by_mouse(watch: Open) -> None:
    window = watch().begin()
    window.key("4")
    assert window.screen.pace.speed == "4"
    window.app.screen.controls.focus("speed")
    window.key("home")
    assert window.screen.pace.speed == "0.5"


def test_a_worker_that_dies_is_called_back(watch: Open) -> None:
    window = watch().begin()
    window.worker.dead = True  # type: ignore[attr-defined]
    window.key("space")
    window.pass_time(10)
    window.pass_time(10)
    assert window.screen.phase == "lost"
    window.worker.dead = False  # type: ignore[attr-defined]
    window.key("space")
    window.keys("5")
    window.pass_time(30, 0.01)
    assert window.screen.phase == "done"


def test_a_stroke_in_which_a_bot_failed_says_so(watch: Open) -> None:
    window = watch().begin()
    note = "my-bot checks or folds: it has ended."
    window.worker.answerers[PlayHands] = lambda asked: replace(hands(asked), note=note)  # type: ignore[attr-defined]
    window.keys("5", "space")
    window.pass_time(3, 0.0)
    assert window.state["notice"] == note


def test_a_stroke_that_fails_is_said_too(watch: Open) -> None:
    window = watch().begin()
    window.worker.answerers.pop(PlayHands)  # type: ignore[attr-defined]
    window.keys("5", "space")
    window.pass_time(3)
    assert window.screen.phase == "lost"
    assert "Try again" in window.texts()


# ---- content -------------------------------------------------------------------------------------------------
def test_closed_cards_say_no_hand_and_open_cards_both(watch: Open) -> None:
    window = watch("holdem").begin()
    offsuit = [
        words for words in window.texts() if "offsuit" in words or "suited" in words or "air of" in words
    ]
    assert len(offsuit) == 2
    window.key("o")
    assert not window.screen.open_cards
    assert not set(offsuit) & set(window.texts())


def test_the_mix_is_seen_before_the_action_and_its_die_after_it(watch: Open) -> None:
    window = watch().begin()
    assert {"Thinking", "No decision yet.", "50%"} <= set(window.texts())
    window.key("right")
    window.pass_time(12)
    assert {"Last decision", "rolled 2 of 100"} <= set(window.texts())


def test_a_short_series_is_never_certain(watch: Open) -> None:
    window = watch(words={"length": "20"}).begin()
    window.keys("5", "space")
    window.pass_time(60, 0.01)
    assert "Too early to tell." in window.texts()


def test_the_result_comes_in_with_its_interval(watch: Open) -> None:
    window = watch(words={"length": "100", "deals": "duplicate"}).begin()
    assert "Too early to tell." in window.texts()
    window.keys("5", "space")
    window.pass_time(60, 0.01)
    words = " ".join(window.texts())
    assert "0.000 ± 0.000" in words
    assert "May still be luck" in words
    assert "Won 50, drawn 0, lost 50" in words


def test_an_agent_against_itself_is_told_apart(watch: Open) -> None:
    window = watch(words={"first": "never-bluffs", "second": "never-bluffs"}).begin()
    assert {"Never bluffs", "Never bluffs II"} <= set(window.texts())
    other = watch("tic-tac-toe", words={"first": "beginner", "second": "champion"}).begin()
    assert {"Learner (100)", "Learner (1,000,000)"} <= set(other.texts())


def test_help_tells_the_keys_of_watching(watch: Open) -> None:
    window = watch().begin()
    window.key("/", "?")
    assert "WHILE WATCHING" in window.texts()
    window.key("escape")
    assert window.state["screen"] == "watch"


# ---- other seats, other cards --------------------------------------------------------------------------------
def test_swapped_sides_meet_the_same_cards(watch: Open) -> None:
    window = watch().begin()
    before: Any = window.app.screen
    window.key("x")
    after: Any = window.app.screen
    assert after.session.spec.seats == before.session.spec.seats[::-1]
    assert after.session.state == before.session.state
    assert after.pace.speed == before.pace.speed


def test_a_rematch_has_other_cards(watch: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    window = watch("holdem").begin()
    monkeypatch.setenv(SEED_VARIABLE, "8")
    before: Any = window.app.screen
    window.keys("o", "n")
    after: Any = window.app.screen
    assert after.session.spec.seed != before.session.spec.seed
    assert not window.screen.open_cards


@pytest.mark.parametrize("game", PLACES)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_spectator_takes_a_seat_and_plays_the_same_hand_on(
    watch: Open, user_folder: Path, game: str, seat: int
) -> None:
    window = watch(game).begin()
    window.key("right")
    window.pass_time(12)
    watched: Any = window.app.screen
    window.key("t")
    assert window.focus == "stay"
    window.click(f"seat-{seat}")
    window.pass_time(12)
    table: Any = window.app.screen
    assert window.state["screen"].startswith("play")
    assert table.session.spec.seats[seat] == "you"
    assert table.session.steps[: len(watched.session.steps)] == watched.session.steps
    assert window.screen.phase in ("yours", "over")
    assert Saves(user_folder).unfinished(table.game) is not None
    legal = table.session.state.legal_actions()
    if window.screen.phase == "yours":
        table.act(1 if game == "holdem" else legal[0])
    window.key("escape")
    window.pass_time(3)
    assert len(table.session.steps) > len(watched.session.steps) or table.session.hand_over


def test_a_hand_that_was_seen_with_open_cards_does_not_count(watch: Open, user_folder: Path) -> None:
    window = watch("holdem").begin()
    window.key("t")
    assert "is not counted" in " ".join(window.texts())
    window.click("seat-0")
    window.pass_time(12)
    table: Any = window.app.screen
    while not table.session.hand_over:
        table.act(1)
        window.pass_time(12)
    opponent = table.session.spec.seats[1]
    assert Saves(user_folder).record_against("holdem", opponent).hands == 0
    table.next_hand()
    window.pass_time(12)
    while not table.session.hand_over:
        table.act(1)
        window.pass_time(12)
    assert Saves(user_folder).record_against("holdem", opponent).hands == 1


def test_a_hand_with_closed_cards_counts_when_it_is_taken_over(watch: Open) -> None:
    window = watch("holdem")
    window.click("begin")
    window.keys("o", "n", "space", "t")
    assert "is not counted" not in " ".join(window.texts())
    window.click("seat-0")
    assert window.app.screen.session.hand_counts  # type: ignore[attr-defined]


@pytest.mark.parametrize("deals", ["fresh", "duplicate"])
def test_after_a_finished_hand_cards_are_dealt_that_were_never_shown(watch: Open, deals: str) -> None:
    window = watch("holdem", words={"deals": deals}).begin()
    watched: Any = window.app.screen
    seen = {watched.session.state.dealt[:4]}
    while watched.session.hand_number < 3:
        window.step()
        seen.add(watched.session.state.dealt[:4])
    while not (watched.session.hand_over and watched.session.hand_number == 1):
        window.key("left")
    window.key("t")
    assert "A new one is dealt" in " ".join(window.texts())
    window.click("seat-0")
    table: Any = window.app.screen
    assert table.session.state.dealt[:4] not in seen
    assert table.session.hand_number == (4 if deals == "fresh" else 5)
    assert table.session.hand_counts


def test_a_seat_that_is_taken_ends_no_open_table(watch: Open, user_folder: Path) -> None:
    window = watch().begin()
    window.key("t")
    window.click("seat-0")
    window.pass_time(3)
    window.key("b")
    assert window.app.screen.session.hand_in_play
    window.app.home()
    window.pass_time(3)
    window.key("w")
    assert window.screen.table == "kuhn-poker"
    window.begin()
    window.key("t")
    assert "unfinished" not in " ".join(window.texts())
    window.key("return")
    assert window.state["screen"] == "watch"
    window.key("t")
    window.click("seat-1")
    assert len(window.app.saves.open_tables("kuhn-poker")) == 2


def test_a_series_that_has_come_some_way_is_left_after_a_question(watch: Open) -> None:
    window = watch(words={"length": "1000"}).begin()
    window.keys("5", "space")
    while window.screen.series.account.hands <= 10:
        window.pass_time(1, 0.01)
    assert window.screen.phase != "done"
    window.key("escape")
    assert (window.state["screen"], window.focus) == ("question", "stay")
    window.key("return")
    assert (window.state["screen"], window.screen.pace.running) == ("watch", True), "it goes on as before"
    window.keys("t", "escape")
    assert window.screen.pace.running
    window.keys("space", "escape", "return")
    assert not window.screen.pace.running, "a paused series stays paused"
    window.click("back")
    window.click("leave")
    assert window.state["screen"] == "watch_setup"


def test_a_series_that_has_ended_is_left_unasked(watch: Open) -> None:
    window = watch().begin()
    window.keys("5", "space")
    window.pass_time(40, 0.01)
    assert window.screen.phase == "done"
    window.key("escape")
    assert window.state["screen"] == "watch_setup"


def test_the_winnings_of_a_holdem_series_are_in_bb_100(watch: Open) -> None:
    window = watch("holdem", size=(1920, 1080)).begin()
    account = window.screen.series.account
    window.keys("5", "space")
    while account.samples < 2:
        window.pass_time(1, 0.01)
    window.settle()
    mean, ci95 = account.mean / 10, account.ci95 / 10
    assert {with_interval(signed(mean, 1), ci95, 1), "bb/100"} <= set(window.texts())


def test_seats_without_room_for_two_equal_pairs_name_the_deciding_kicker(
    watch: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = [f"Two pair, jacks and nines, {kicker} kicker" for kicker in ("ace", "queen")]
    monkeypatch.setattr(HandWords, "describe_hand", lambda _, player, board: notes[player])
    window = watch("holdem", size=(900, 560)).begin()
    assert {"Two pair, ace kicker", "Two pair, queen kicker"} <= set(window.texts())


# ---- mixes ---------------------------------------------------------------------------------------------------
def test_a_mix_of_many_actions_says_how_many_more_there_are(watch: Open) -> None:
    window = watch("holdem").begin()  # each of five actions has probability 0.2
    words = window.texts()
    assert "2 others" in words
    shares = [word for word in words if word.endswith("%") and word[:-1].isdigit()]
    assert "40%" in shares
    assert shares.count("20%") == 3


def test_a_mix_of_four_actions_is_shown_whole(watch: Open) -> None:
    window = watch("holdem")

    def decide(request: Any) -> Decision:
        legal = list(request.info.legal_actions)[:4]
        return Decision(1, dict.fromkeys(legal, 0.25), 0.5)

    window.worker.answerers[Decide] = decide  # type: ignore[attr-defined]
    words = window.begin().texts()
    assert words.count("25%") == 4
    assert not any(word.endswith(" more") for word in words)


@pytest.mark.parametrize("game", ["kuhn-poker", "holdem"])
def test_the_last_mixes_are_there_after_stepping_back_into_an_earlier_hand(watch: Open, game: str) -> None:
    window = watch(game).begin()
    while window.screen.session.hand_number < 2:
        window.step()
    while window.screen.session.hand_number > 1:
        window.key("left")
    assert window.screen.phase == "over"
    words = window.texts()
    assert words.count("Last decision") == 2
    assert "No decision yet." not in words


def test_of_hands_played_at_full_speed_the_mixes_are_said_not_to_be_kept(watch: Open) -> None:
    window = watch().begin()
    window.keys("5", "space")
    window.pass_time(40, 0.01)
    assert window.screen.phase == "done"
    assert "No decision yet." not in window.texts()
    while window.screen.session.hand_number == 20:
        window.key("left")
    words = window.texts()
    assert sum(word.startswith("Played at instant speed") for word in words) == 2


# ---- drawing -------------------------------------------------------------------------------------------------
LOOKS: list[Look] = [
    *((size, text) for size in SIZES for text in (80, 100, 150, 200)),
    ((900, 1100), 100),
    ((2000, 820), 100),
]


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("game", PLACES)
def test_no_text_leaves_its_place_or_touches_another(watch: Open, game: str) -> None:
    """No text leaves its box or overlaps another at any moment of a series.

    During the series, the window changes to every size and text size.
    """
    window = watch(game)
    for moment in moments(window):
        for size, text_size in LOOKS:
            window.look_like((size, text_size))
            place = f"{game}, {moment}, {size} at {text_size}%"
            assert_everything_is_readable(window, place, may_shorten=text_size > 100)


@pytest.mark.long
@pytest.mark.parametrize("game", PLACES)
@pytest.mark.parametrize("code", [one for one in texts.OFFERED if one != "en"])
def test_no_text_of_a_translation_touches_another(watch: Open, game: str, code: str) -> None:
    window = watch(game, language=code)
    for moment in moments(window):
        for size in ((900, 560), (1280, 720)):
            window.look_like((size, 100))
            assert_everything_is_readable(window, f"{game}, {moment}, {size} in {code}", may_shorten=True)


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("game", PLACES)
@pytest.mark.parametrize(("theme", "size"), list(zip(THEMES, SIZES, strict=True)))
def test_every_moment_draws_in_every_theme_and_at_every_size(
    watch: Open, theme: str, game: str, size: tuple[int, int]
) -> None:
    window = watch(game, size=size, theme=theme, painter=LoggingPainter)
    seen = set()
    for _ in moments(window):
        window.marks()
        seen.add(pygame.image.tobytes(pygame.display.get_surface(), "RGB"))
    assert len(seen) >= 4


def test_the_page_opens_on_the_game_that_was_played_or_watched_last(watch: Open) -> None:
    window = watch("kuhn-poker")
    window.click("begin")
    window.keys("escape", "escape", "w")
    assert window.screen.table == "kuhn-poker"
    assert last_table({"watch kuhn-poker": {}, "holdem": {}}) == "holdem"


def test_the_page_opens_on_the_game_of_a_table_that_was_resumed(watch: Open) -> None:
    window = watch("holdem")
    window.click("begin")
    window.keys("escape", "escape")
    window.app.resume(Session(TableSpec("kuhn-half-street", ("you", "always-bluffs"))))
    window.keys("escape", "w")
    assert window.screen.table == "kuhn-poker"


def test_an_opponent_is_chosen_by_face_and_its_stage_below(watch: Open) -> None:
    window = watch("kuhn-poker")
    seat = window.app.screen.controls.find("first")
    assert isinstance(seat, Gallery)
    assert len(seat.options) < len(AGENTS)
    window.app.screen.controls.focus("first")
    window.key("end")
    window.app.screen.controls.focus("first-stage")
    window.key("home")
    assert window.screen.choices.first == "cfr-10"


def test_watched_agents_that_solve_get_ready_when_a_hand_is_dealt(
    watch: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Watch, "solves", lambda series, seat: True)
    window = watch("holdem").begin()
    session = window.app.screen.session  # type: ignore[attr-defined]
    asked = window.worker.all_asked(GetReady)  # type: ignore[attr-defined]
    assert [one.agent for one in asked] == [AgentKey("holdem", name, 1) for name in session.spec.seats]
    assert [one.info.player for one in asked] == [session.get_player(seat) for seat in (0, 1)]
