"""The choice of an opponent: the gallery, the stages, the stakes, and the table that is then opened."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai import catalog
from game import texts
from game.agent_entries import AgentEntry, Strength
from game.app.app import App
from game.features.home.page import HomePage
from game.features.new_game.page import NewGame
from game.languages import LANGUAGES
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.study.opponents import gallery
from game.study.saves import Saves
from game.study.table_choices import TableChoices
from game.window.frame.screen import Screen
from game.window.frame.setup_screen import format_scale
from game.window.ui.canvas.rasters import LAYERS
from tests.window.conftest import Open
from tests.window.driver import Blank, Driver, LoggingPainter, blank_screens, named
from tests.window.samples import AGENTS
from tests.window.test_layout import assert_readable


class Tables:
    """Collects the tables that a page opens, in place of the app."""

    def __init__(self) -> None:
        self.specs: list[TableSpec] = []

    def open(self, app: App, session: Session) -> Screen:
        self.specs.append(session.spec)
        return Blank(app)


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Tables:
    monkeypatch.setenv("PARLOUR_SEED", "77")
    return Tables()


def at(open_window: Open, tables: Tables, key: str, **more: Any) -> Driver:
    window = open_window(screens=blank_screens(HomePage, tables.open), **more)
    window.key(key)
    return window


def test_enter_alone_sits_down_and_the_choice_is_remembered(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "1")
    assert window.focus == "opponents"
    window.key("right")
    window.key("return")
    assert window.state["screen"] == "blank"
    assert tables.specs == [TableSpec("tic-tac-toe", ("you", "guest"), seed=77)]
    window.key("escape")
    window.keys("1", "return")
    assert tables.specs[1] == tables.specs[0]


def test_the_first_opponent_offered_is_a_learner_of_middling_strength(
    open_window: Open, tables: Tables
) -> None:
    window = at(open_window, tables, "1")
    assert window.screen.choices.agent == "student"
    assert window.control("opponents").value == "Learner"
    assert window.control("stage").value == "1,000"


def test_a_whole_table_is_chosen_by_keyboard(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "3")
    window.keys(
        "home",
        "right",
        "tab",
        "right",
        "tab",
        "right",
        "tab",
        "left",
        "tab",
        "right",
        "tab",
        "down",
        "return",
    )
    assert tables.specs == [
        TableSpec(
            "holdem",
            ("you", "maniac"),
            seed=77,
            first="seat-1",
            form="match",
            stacks=(10_000, 10_000),
            schedule=TableChoices(form="match", rise="quickly").schedule,
            teaching=True,
        )
    ]


def test_who_learnt_one_depth_only_is_played_at_it_and_the_next_one_as_before(
    open_window: Open, tables: Tables
) -> None:
    kept = AgentEntry("kept", "holdem", "learned", "Trained here.", depth=30)
    window = at(open_window, tables, "3", agents=[*AGENTS, kept])
    window.click("opponents.station")
    window.click("stack.50")
    window.click("opponents.kept")
    assert window.screen.choices.stack == "30"
    window.click("opponents.maniac")
    assert window.screen.choices.stack == "50"
    assert "stack.30" not in {control.name for control in window.app.controls()}
    window.click("opponents.kept")
    window.click("sit-down")
    assert tables.specs[0].stacks == (3_000, 3_000)
    window.keys("escape", "3")
    assert (window.screen.choices.agent, window.screen.choices.stack) == ("kept", "30")


def test_an_opponent_who_solves_is_given_time_and_nobody_else(open_window: Open, tables: Tables) -> None:
    solver = AgentEntry("solver", "holdem", "search", "Solves while she plays.", family="blueprint")
    window = at(open_window, tables, "3", agents=[*AGENTS, solver])
    assert window.screen.choices.think == ""
    window.click("opponents.blueprint")
    assert window.screen.choices.think == "1"
    window.click("think.10")
    window.click("opponents.maniac")
    assert "think.10" not in {control.name for control in window.app.controls()}
    window.click("opponents.blueprint")
    window.click("sit-down")
    assert tables.specs[0].think == 10.0
    window.keys("escape", "3")
    window.click("opponents.maniac")
    window.click("sit-down")
    assert tables.specs[1].think is None


def test_a_whole_table_is_chosen_by_mouse(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "1")
    window.click("table.holdem")
    assert window.screen.table == "holdem"
    window.click("opponents.station")
    window.click("style.duplicate")
    assert window.control("style.duplicate").value == "chosen"
    window.click("sit-down")
    assert tables.specs[0].seats == ("you", "station")
    assert tables.specs[0].duplicate


def test_stages_choose_how_far_the_opponent_had_come(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "1")
    window.app.screen.controls.focus("stage")
    window.key("end")
    assert window.screen.choices.agent == "champion"
    window.key("home")
    window.key("return")
    assert tables.specs[0].seats == ("you", "beginner")


def test_each_kuhn_game_has_its_own_players(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "2")
    window.app.screen.controls.focus("variant")
    window.key("end")
    assert window.screen.choices.agent == "half-2"
    window.key("return")
    assert (tables.specs[0].game, tables.specs[0].blinds) == ("kuhn-half-street", 2)


@pytest.mark.parametrize("deals", [3, 20])
@pytest.mark.parametrize(("key", "game"), [("2", "kuhn-poker"), ("3", "holdem")])
def test_one_chooses_after_how_many_deals_they_come_once_more(
    open_window: Open, tables: Tables, key: str, game: str, deals: int
) -> None:
    window = at(open_window, tables, key)
    assert "block" not in {control.name for control in window.app.controls()}
    window.click("style.duplicate")
    window.click(f"block.{deals}")
    window.click("sit-down")
    spec = tables.specs[0]
    assert (spec.game, spec.duplicate, spec.duplicate_block, spec.shuffled) == (game, True, deals, True)


def test_a_first_duplicate_match_takes_few_hands(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "3")
    assert "then the same" not in window.words()
    window.click("style.duplicate")
    assert TableChoices.from_words({"block": "4"}, "duplicate").block == "5"
    assert "5 deals, then the same in another order, with seats swapped." in window.words()
    window.click("block.3")
    assert "3 deals, then the same in another order" in window.words()


def test_tic_tac_toe_has_no_deals_to_come_once_more(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "1")
    assert "duplicate" not in {option.value for option in named(window.app, "style").options}
    assert not TableChoices(agent="champion", style="duplicate").spec("tic-tac-toe", 1).duplicate


def test_duplicate_deals_are_barred_in_a_match(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "3")
    screen = window.app.screen
    assert isinstance(screen, NewGame)
    screen.choose(style="duplicate")
    assert screen.choices.spec("holdem", 1).duplicate
    screen.choose(form="match")
    assert not screen.choices.spec("holdem", 1).duplicate
    window.settle()
    screen.controls.focus("style")
    window.key("end")
    assert window.screen.choices.style == "tutor"


def test_the_coach_setting_decides_how_a_new_table_begins(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "2", coaching="teaching")
    window.key("return")
    assert tables.specs[0].teaching


def test_a_game_that_would_be_given_up_is_mentioned(
    open_window: Open, tables: Tables, user_folder: Path
) -> None:
    Saves(user_folder).keep(Session(TableSpec("tic-tac-toe", ("you", "champion"))))
    window = at(open_window, tables, "1")
    assert "You have an open table against" in window.widget("resume").hint


def test_a_game_that_was_left_does_not_move_the_page(
    open_window: Open, tables: Tables, user_folder: Path
) -> None:
    before = at(open_window, tables, "3").control("style").rect
    Saves(user_folder).keep(Session(TableSpec("holdem", ("you", "station"))))
    assert at(open_window, tables, "3").control("style").rect == before


def test_a_newcomer_starts_with_an_easy_opponent_a_small_stack_and_hints(
    open_window: Open, tables: Tables, user_folder: Path
) -> None:
    window = at(open_window, tables, "3", agents=catalog.agents())
    assert window.screen.choices.agent == "station", "not The Architect"
    marks = {card.value: card.mark for card in named(window.app, "opponents").cards if card.mark}
    assert marks == {"station": "Good first opponent"}, "one opponent is recommended, not the next rung too"
    window.click("opponents.rock")
    window.click("start-here")
    assert (tables.specs[0].seats, tables.specs[0].stacks) == (("you", "station"), (5_000, 5_000))
    assert tables.specs[0].teaching
    add_results(user_folder, "holdem", "station", 1.0)
    again = at(open_window, tables, "3", agents=catalog.agents())
    assert "start-here" not in {control.name for control in again.app.controls()}


@pytest.mark.parametrize("key", ["1", "2", "3"])
def test_a_newcomer_finds_the_recommended_opponent_selected(
    key: str, open_window: Open, tables: Tables
) -> None:
    window = at(open_window, tables, key, agents=catalog.agents())
    cards = named(window.app, "opponents")
    assert [card.value for card in cards.cards if card.mark] == [cards.chosen]


def test_the_architect_is_chosen_by_preparation_and_a_switch(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "3", agents=catalog.agents())
    window.click("opponents.blueprint")
    assert [one.label for one in named(window.app, "stage").options] == ["a little", "more", "full"]
    assert named(window.app, "think").value == "Off"
    window.click("think.3")
    assert (window.screen.choices.agent, window.screen.choices.think) == ("architect-thinks", "3")
    window.click("stage.blueprint-200-minutes")
    assert (window.screen.choices.agent, window.screen.choices.think) == ("blueprint-200-minutes", "")
    window.click("think.1")
    window.click("sit-down")
    assert (tables.specs[0].seats[1], tables.specs[0].think) == ("architect-thinks", 1.0)


def test_the_styles_of_the_professor_are_in_the_order_of_one_scale(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "3", agents=catalog.agents())
    window.click("opponents.expert")
    assert [one.label for one in named(window.app, "stage").options] == ["loose", "moderate", "tight"]


def test_how_strength_was_measured_is_one_key_away(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "3", agents=catalog.agents())
    assert "mbb" not in " ".join(card.figure for card in named(window.app, "opponents").cards)
    assert "Loses to most others here, most of all to The Colonel." in window.words()
    window.key("h")
    assert {"THE RATING", "WHAT WAS PLAYED", "WHAT MBB AND ± MEAN"} <= {one.upper() for one in window.texts()}
    assert "50 mbb a hand are 5 bb in 100 hands." in window.words()
    window.key("return")
    assert window.state["screen"] == "new_game"


def test_rows_of_choices_have_names(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "3", agents=catalog.agents())
    window.click("form.match")
    for name in ("Stacks, bb", "Blinds rise", "Format", "Starts"):
        assert name in window.texts()
    for table, names in (("1", {"Starts"}), ("2", {"Starts", "Game"})):
        assert names <= set(at(open_window, tables, table).texts())


def test_who_starts_is_not_asked_if_every_deal_is_played_from_both_seats(
    open_window: Open, tables: Tables
) -> None:
    for table in ("2", "3"):
        window = at(open_window, tables, table, agents=catalog.agents())
        assert "Starts" in window.texts()
        window.click("style.duplicate")
        assert "Starts" not in window.texts()


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_the_page_does_not_move_with_the_opponent(
    size: tuple[int, int], open_window: Open, tables: Tables
) -> None:
    window = at(open_window, tables, "3", agents=catalog.agents(), size=size)
    places = set()
    for opponent in ("station", "expert", "search", "blueprint"):
        window.click(f"opponents.{opponent}")
        places.add((window.control("style").rect, window.control("sit-down").rect))
    assert len(places) == 1


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_no_choice_changes_the_cards_of_the_opponents(
    size: tuple[int, int], open_window: Open, user_folder: Path
) -> None:
    add_results(user_folder, "holdem", "expert-loose", *[3.0] * 30, None)
    window = open_window(size=size, agents=catalog.agents())
    window.key("3")
    screen: Any = window.app.screen
    seen = set()
    for agent in ("station", "expert-loose", "blueprint-200"):
        for more in ({"style": "match"}, {"style": "duplicate", "block": "20"}, {"form": "match"}):
            for rise in ("never", "quickly"):
                screen.choose(**{"agent": agent, "style": "match", "form": "cash", "rise": rise, **more})
                texts = window.texts()
                ratings = tuple(card.rating for card in named(window.app, "opponents").cards)
                seen.add(window.control("opponents").rect)
                assert set(ratings) <= set(texts)
    assert len(seen) == 1


@pytest.mark.parametrize("form", ["cash", "match"])
def test_the_smallest_window_shows_all_of_holdem_without_scrolling(form: str, open_window: Open) -> None:
    window = open_window(size=(900, 560), agents=catalog.agents())
    window.key("3")
    screen: Any = window.app.screen
    for agent in ("station", "search-expert", "blueprint-200"):
        screen.choose(form=form, agent=agent)
        window.settle()
        assert not screen.has_fixed_footer
        assert {"The Architect", "Near equilibrium"} <= set(window.texts())
    screen.choose(agent="station")
    line = next(one.line for one in screen.opponents if one.key == "station")
    assert line in window.texts(), "the line of the chosen opponent, which its card has no room for"


@pytest.mark.parametrize("style", ["match", "duplicate"])
@pytest.mark.parametrize("key", ["1", "2", "3"])
def test_the_smallest_window_explains_every_kind_of_table(key: str, style: str, open_window: Open) -> None:
    window = open_window(size=(900, 560), agents=catalog.agents())
    window.key(key)
    screen: Any = window.app.screen
    screen.choose(style=style)
    window.settle()
    notes = {option.note for option in named(window.app, "style").options}
    assert {"hints if you ask, take-backs", "warns you before costly moves"} <= notes <= set(window.texts())
    assert not screen.has_fixed_footer


def test_kuhn_poker_explains_its_half_street_games_before_they_are_chosen(open_window: Open) -> None:
    window = open_window(size=(900, 560), agents=catalog.agents())
    window.key("2")
    assert "Half-street: both post 1 or 2, only the first may bet." in window.words()
    painter, variant = window.app.painter, named(window.app, "variant")
    for index, option in enumerate(variant.options):
        assert variant.option_rect(index)[2] - painter.width(option.label, "label_b") >= 12, option.label


def test_nine_opponents_and_a_game_that_was_left_have_room(open_window: Open, user_folder: Path) -> None:
    Saves(user_folder).keep(Session(TableSpec("holdem", ("you", "rock"), seed=4)))
    window = open_window(size=(1280, 720))
    window.app.agents = [
        AgentEntry(f"player-{number}", "holdem", "rules", "Bets with good hands, folds the others.")
        for number in range(9)
    ]
    screen = NewGame(window.app, "holdem")
    window.app.go(screen)
    window.settle()
    assert not screen.has_fixed_footer
    resume, begin = (window.control(name).rect for name in ("resume", "sit-down"))
    assert resume[1] == begin[1]
    assert resume[0] + resume[2] < begin[0]


@pytest.mark.parametrize("text_size", [130, 150])
def test_a_large_text_hides_no_way_back_to_the_game_that_was_left(
    open_window: Open, user_folder: Path, text_size: int
) -> None:
    Saves(user_folder).keep(Session(TableSpec("holdem", ("you", "rock"), seed=4)))
    window = open_window(size=(1280, 720), text_size=text_size)
    window.app.go(NewGame(window.app, "holdem"))
    window.settle()
    resume, begin = (window.control(name).rect for name in ("resume", "sit-down"))
    assert resume[1] == begin[1]
    assert resume[3] == begin[3]


def leave_a_hand(folder: Path, *moves: int) -> Session:
    session = Session(TableSpec("tic-tac-toe", ("you", "champion"), seed=4))
    for move in moves:
        session.act(move)
    Saves(folder).keep(session)
    return session


@pytest.mark.parametrize("moves", [(), (4,)])
def test_a_new_game_asks_nothing_and_ends_no_open_table(
    open_window: Open, tables: Tables, user_folder: Path, moves: tuple[int, ...]
) -> None:
    session = leave_a_hand(user_folder, *moves)
    window = at(open_window, tables, "1")
    window.key("return")
    assert [spec.seed for spec in tables.specs] == [77]
    assert [one.session.spec for one in window.app.saves.open_tables()] == [session.spec]


def test_the_page_of_a_new_game_resumes_the_table_that_was_left_last(
    open_window: Open, tables: Tables, user_folder: Path
) -> None:
    session = leave_a_hand(user_folder, 4)
    window = at(open_window, tables, "1")
    window.click("resume")
    assert tables.specs == [session.spec]


def test_without_agents_nobody_can_be_met_but_a_guest(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "3", agents=[])
    assert not window.control("sit-down").enabled
    window.key("return")
    window.click("sit-down")
    assert tables.specs == []
    window.keys("escape", "1", "return")
    assert tables.specs[0].seats == ("you", "guest")


def test_help_opens_on_the_game_that_is_being_chosen(open_window: Open, tables: Tables) -> None:
    window = open_window()
    window.key("2")
    window.key("/", "?")
    assert (window.state["screen"], window.screen.game) == ("help", "kuhn-poker")


def test_stacks_that_only_an_opponent_learnt_who_is_gone_give_way(open_window: Open) -> None:
    window = open_window()
    window.app.change(tables={"holdem": {"agent": "gone", "stack": "30"}})
    window.key("3")
    assert window.screen.choices.stack == "200"


def test_words_of_another_version_give_way_to_defaults() -> None:
    words = {"agent": "tight", "stack": "0x20", "form": "tournament", "first": "seat-1", "colour": "red"}
    assert TableChoices.from_words(words, "teaching") == TableChoices("tight", "seat-1", style="teaching")


@pytest.mark.parametrize(("rise", "hands"), [("never", None), ("slowly", 20), ("quickly", 10)])
def test_blinds_rise_as_they_were_chosen(rise: str, hands: int | None) -> None:
    schedule = TableChoices(agent="x", form="match", rise=rise).schedule
    assert {level[2] for level in schedule} == ({hands} if hands else set())
    assert [level[1] for level in schedule] == sorted(level[1] for level in schedule)


def test_the_game_that_was_left_is_resumed_from_the_choice_of_its_table(
    open_window: Open, tables: Tables, user_folder: Path
) -> None:
    left = TableSpec("tic-tac-toe", ("you", "champion"), seed=4)
    Saves(user_folder).keep(Session(left))
    window = at(open_window, tables, "1")
    window.key("r")
    assert tables.specs == [left]
    assert window.state["screen"] == "blank"


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize("key", ["1", "2", "3", "w"])
def test_the_button_that_begins_is_always_in_view(
    key: str, text_size: int, size: tuple[int, int], open_window: Open
) -> None:
    window = open_window(size=size, text_size=text_size)
    window.key(key)
    button = window.control("begin" if key == "w" else "sit-down")
    x, y, width, height = button.rect
    assert button.enabled
    assert x >= 0
    assert y >= 0
    assert x + width <= size[0]
    assert y + height <= size[1]
    window.click(button.name)
    assert window.state["screen"] not in ("new_game", "watch_setup")


def test_the_page_scrolls_above_its_foot(open_window: Open) -> None:
    window = open_window(size=(900, 560), text_size=200)
    window.key("3")
    scroll, button = window.app.screen.scroll, window.app.screen.begin_button  # type: ignore[attr-defined]
    assert scroll is not None
    assert scroll.longest
    assert scroll.view[1] + scroll.view[3] <= button.rect[1]
    gallery = window.app.screen.controls.find("opponents")
    assert gallery is not None
    chosen = gallery.focus_rect()
    assert scroll.view[1] <= chosen[1]
    assert chosen[1] + chosen[3] <= scroll.view[1] + scroll.view[3]
    window.key("end")
    assert button.rect[1] >= scroll.view[1] + scroll.view[3]


def test_an_opponent_is_met_again_at_the_stage_that_was_chosen(open_window: Open, tables: Tables) -> None:
    window = at(open_window, tables, "1")
    assert window.screen.choices.agent == "student"
    window.key("right")
    window.key("left")
    assert window.screen.choices.agent == "student"


@pytest.mark.parametrize("size", [(1280, 720), (640, 720)])
def test_a_card_shows_the_strength_of_the_stage_that_is_chosen(
    size: tuple[int, int], open_window: Open
) -> None:
    window = open_window(painter=LoggingPainter, size=size)
    window.key("1")
    screen = window.app.screen
    assert isinstance(screen, NewGame)
    screen.controls.focus("stage")
    figures = []
    for key in ("home", "right", "right", "right"):
        window.key(key)
        card = named(window.app, "opponents").cards[1]
        figures.append((card.diamonds, card.figure))
        shown = picture(window)
        LAYERS.clear()
        screen.dirty = True
        assert picture(window) == shown, "what was kept of another stage is not shown"
    assert figures == [
        (1, "loses in 1,840 lines"),
        (2, "loses in 730 lines"),
        (4, "loses in 212 lines"),
        (5, "never loses"),
    ]


def picture(window: Driver) -> bytes:
    window.settle()
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


@pytest.mark.parametrize("key", ["1", "2"])
def test_with_few_shipped_opponents_the_smallest_window_shows_the_whole_page(
    key: str, open_window: Open
) -> None:
    window = open_window(size=(900, 560), agents=catalog.agents())
    window.key(key)
    assert window.app.screen.scroll is not None
    assert window.app.screen.scroll.longest == 0


# ---- an even match -------------------------------------------------------------------------------------------
def add_results(folder: Path, game: str, opponent: str, *nets: float | None) -> None:
    saves = Saves(folder)
    for number, net in enumerate(nets):
        saves.add_result(game, opponent, net, (1, number))


def test_hands_that_the_record_leaves_out_are_told(
    open_window: Open, tables: Tables, user_folder: Path
) -> None:
    assert "Not counted" not in at(open_window, tables, "1").words()
    add_results(user_folder, "tic-tac-toe", "student", None, None)
    window = at(open_window, tables, "1")
    window.click("opponents.learner")
    said = window.words()
    assert "No results here yet" in said
    assert "Not counted: 2 games without a valid decision." in said


def test_an_even_match_is_marked_once_ten_hands_against_it_say_so(
    open_window: Open, tables: Tables, user_folder: Path
) -> None:
    add_results(user_folder, "tic-tac-toe", "student", *[1, 0, -1] * 3)
    assert "Good match" not in at(open_window, tables, "1").words()
    add_results(user_folder, "tic-tac-toe", "champion", 0, 0)
    assert "Good match" not in at(open_window, tables, "1").words()
    add_results(user_folder, "tic-tac-toe", "student", 0)
    assert "Good match" in at(open_window, tables, "1").words()


def test_an_even_match_is_proposed_where_nobody_was_chosen_and_says_why(
    open_window: Open, tables: Tables, user_folder: Path
) -> None:
    add_results(user_folder, "tic-tac-toe", "beginner", *[1, 0, -1] * 8)
    window = at(open_window, tables, "1", size=(1280, 800))
    assert window.screen.choices.agent == "beginner"
    window.keys("left", "right")
    assert window.screen.choices.agent == "beginner"
    assert "About your level, by your results (24 played)." in window.words()
    assert "±" not in window.words(), "a second rating could contradict the first"
    assert any(card.mark and "About your level" in card.hint for card in named(window.app, "opponents").cards)


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (640, 800)])
def test_the_mark_of_the_first_card_keeps_clear_of_the_heading(
    open_window: Open, tables: Tables, user_folder: Path, size: tuple[int, int]
) -> None:
    add_results(user_folder, "tic-tac-toe", "uniform", *[1, 0, -1] * 8)
    window = at(open_window, tables, "1", size=size)
    window.key("home")
    assert "Good match" in window.words()
    assert_readable(window.marks(), pygame.display.get_surface().get_rect(), "new game")


@pytest.mark.parametrize(("key", "name"), [("3", "opponents"), ("w", "first")])
def test_what_the_arrows_choose_is_always_in_view(key: str, name: str, open_window: Open) -> None:
    window = open_window(size=(900, 560), text_size=200)
    window.key(key)
    for arrow in ("home", "right", "right", "right", "left", "end"):
        window.key(arrow)
        scroll, choice = window.app.screen.scroll, window.app.screen.controls.find(name)
        assert scroll is not None
        assert choice is not None
        _, y, _, height = choice.focus_rect()
        assert scroll.view[1] <= y
        assert y + height <= scroll.view[1] + scroll.view[3]


def test_the_page_says_where_the_diamonds_come_from() -> None:
    sound = Strength("mbb/hand", 1.0, 0.5, "sound", 100)
    league = replace(sound, against="the field", worst=-5.0, worst_ci95=1.0, worst_against="rock", diamonds=3)
    entries = [
        AgentEntry("rock", "holdem", "rules", "", strength=sound),
        AgentEntry("new", "holdem", "rules", ""),
    ]
    assert format_scale(entries) == "Diamonds show measured strength. Equal means too close to call."
    among = [*entries, AgentEntry("sound", "holdem", "rules", "", strength=league)]
    assert format_scale(among) == "Weakest first by rating at 200 bb. Two more diamonds: clearly stronger."


@pytest.mark.parametrize("code", texts.OFFERED)
def test_the_meaning_of_the_diamonds_fits_beside_the_heading(code: str, open_window: Open) -> None:
    window = open_window(size=(1280, 720), agents=catalog.agents(), language=code)
    window.key("3")
    assert format_scale(window.app.agents) in window.words()


@pytest.mark.parametrize("form", ["cash", "match"])
@pytest.mark.parametrize("key", ["1", "2", "3"])
def test_at_the_default_size_every_form_of_every_game_fits_without_scrolling(
    form: str, key: str, open_window: Open
) -> None:
    window = open_window(size=(1280, 720), agents=catalog.agents())
    window.key(key)
    screen = window.app.screen
    assert isinstance(screen, NewGame)
    for opponent in gallery(screen.app.agents, screen.game, screen.choices.blinds):
        for entry in opponent.entries:
            screen.choose(form=form, agent=entry.name)
            window.settle()
            assert screen.scroll is not None
            assert screen.scroll.longest == 0, f"{entry.name} does not fit"
            assert not screen.has_fixed_footer


@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_every_opponent_in_the_list_is_shown_with_what_sort_of_player_it_is(
    size: tuple[int, int], text_size: int, open_window: Open
) -> None:
    window = open_window(size=size, text_size=text_size, agents=catalog.agents())
    window.key("3")
    screen: Any = window.app.screen
    cards = named(window.app, "opponents")
    marks, seen = [], -1.0
    while screen.scroll.offset != seen:
        seen = screen.scroll.offset
        marks += window.marks()
        window.wheel(400, 200, -4)
    assert cards.as_list
    assert not {card.mark or card.kind for card in cards.cards} - {mark.words for mark in marks}


def test_an_opponent_comes_at_the_stage_that_a_newcomer_meets_however_it_is_chosen(open_window: Open) -> None:
    driver = open_window()
    page = NewGame(driver.app, "tic-tac-toe")
    driver.app.go(page)
    first = page.choices.agent
    assert first == "student"
    page.choose(agent="uniform")
    page._last_stages.clear()  # as after a start with another opponent selected
    page._choose_opponent("learner")
    assert page.choices.agent == first


def test_one_opponent_alone_in_the_last_row_is_as_wide_as_the_others(open_window: Open) -> None:
    more = [AgentEntry(f"player-{number}", "holdem", "rules", "Plays.") for number in range(2)]
    driver = open_window(size=(900, 560), agents=[*AGENTS, *more])
    driver.app.go(NewGame(driver.app, "holdem"))
    places = {info.name: info.rect for info in driver.app.controls() if info.name.startswith("opponents.")}
    assert len(places) == 7
    *others, (x, _, width, _) = places.values()
    assert width == others[0][2]
    assert x == others[0][0]


def test_the_unit_of_the_stages_stands_below_the_chosen_one(open_window: Open) -> None:
    driver = open_window()
    driver.app.go(NewGame(driver.app, "tic-tac-toe"))
    marks = {mark.words: mark.rect for mark in driver.marks()}
    assert abs(marks["games"].centerx - marks["1,000"].centerx) <= 2
    assert marks["games"].top > marks["1,000"].bottom


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_card_of_kuhn_poker_is_cut_in_the_smallest_window(open_window: Open, language: str) -> None:
    window = open_window(size=(900, 560), language=language)
    window.app.agents = catalog.agents()
    window.key("2")
    gallery = window.widget("opponents")
    for card in gallery.cards:
        window.click(f"opponents.{card.value}")
        assert {card.label, card.mark or card.kind} <= set(window.texts())


@pytest.mark.parametrize("key", ["1", "2", "3"])
def test_start_here_seats_the_opponent_that_is_chosen_for_a_newcomer(key: str, open_window: Open) -> None:
    window = open_window(size=(1280, 720), agents=catalog.agents())
    window.key(key)
    screen = window.app.screen
    assert isinstance(screen, NewGame)
    before = screen.choices.agent
    marked = next(card for card in named(window.app, "opponents").cards if card.mark)
    window.key("s")
    assert window.app.screen.session.spec.seats[1] == before  # type: ignore[attr-defined]
    assert screen.opponent(before).key == marked.value  # type: ignore[union-attr]


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_an_entry_of_the_list_shows_its_rating_with_its_interval(
    size: tuple[int, int], open_window: Open
) -> None:
    window = open_window(size=size, agents=catalog.agents(), painter=LoggingPainter)
    window.key("3")
    cards = named(window.app, "opponents").cards
    shown = {card.rating for card in cards}
    assert len(shown) == len(cards) == 9
    assert shown <= set(window.texts())
    ratings = [float(card.rating.split()[0].replace(",", "")) for card in cards]
    assert ratings == sorted(ratings)
