"""The statistics page: results that the worker counts, units by game, and messages for empty and failed states."""

from pathlib import Path
from typing import Any

import pytest

from game.agent_entries import AgentEntry
from game.app.start import find_pages
from game.archive.hands import Stake
from game.archive.imported import RoomStore
from game.archive.statistics import CoursePoint, ErrorRate, HandLuck, Luck, Rank, Tally, statistics, sum_luck
from game.archive.store import FOLDER, Archive
from game.core import Progress
from game.features.statistics.sections import ResultRows, format_days, merge_small, name_opponents
from game.study.history import CountErrors, CountLuck, CountResults
from game.study.ladder import compute_standing
from game.study.saves import Saves, format_mean
from game.texts import number, signed
from game.window.dialogs.pickers import format_stake
from tests.archive.hands_for_tests import hand
from tests.histories.plain_hands import HANDS, read_hand
from tests.played_hands import MONDAY
from tests.window.driver import Driver, WordsOnlyPainter
from tests.window.samples import AGENTS, fill
from tests.window.tables import TableWorker

PLACES = {"tic-tac-toe": 0, "kuhn-poker": 1, "holdem": 2}


class Counting(Driver):
    """A window that shows the statistics page. If a game is named, the page shows this game."""

    def __init__(self, folder: Path, game: str | None = None, **more: Any) -> None:
        more.setdefault("painter", WordsOnlyPainter)
        answerers = {CountResults: lambda request: statistics(folder), CountLuck: luck, CountErrors: errors}
        worker = more.pop("worker", None) or TableWorker(answerers)
        super().__init__(folder, find_pages(), AGENTS, **more)
        self.worker = worker
        self.app.worker = worker  # type: ignore[assignment]
        self.key("s")
        if game is not None:
            self.keys("home", *["right"] * PLACES[game])
        self.settle()


def luck(request: CountLuck) -> Luck:
    """Return the luck of thirty hands. A hand wins one unit by luck, and 0.5 or 1.5 units by decisions."""
    game = request.filter.game
    assert game is not None
    return sum_luck(
        game, [HandLuck(1.5 + number % 2, 0.5 + number % 2, number > 2) for number in range(30)], left_out=2
    )


def errors(request: CountErrors) -> ErrorRate:
    """Return the error rate of forty decisions. Every second decision costs 0.1."""
    game, costs = request.filter.game, Tally()
    assert game is not None
    for place in range(40):
        costs.add(0.1 * (place % 2))
    return ErrorRate(game, costs, Rank.EXPERT, 20, 300)


def look(opened: list[Counting], folder: Path, game: str | None = None, **more: Any) -> Counting:
    opened.append(Counting(folder, game, **more))
    return opened[-1]


def record(folder: Path, *nets: float) -> None:
    """Add games with the results `nets` to the record from which the rating is computed."""
    saves = Saves(folder)
    for net in nets:
        hands = saves.record("tic-tac-toe").hands
        saves.add_result("tic-tac-toe", "student", net, (1, hands))


def test_nothing_played_is_said_and_one_button_leads_to_the_table(
    opened: list[Counting], user_folder: Path
) -> None:
    window = look(opened, user_folder, "holdem")
    assert window.screen.phase == "empty"
    assert "No Hold'em played yet." in window.words()
    window.click("play")
    assert (window.state["screen"], window.screen.table) == ("new_game", "holdem")
    window.key("escape")
    assert window.state["screen"] == "statistics"
    window.key("escape")
    assert window.state["screen"] == "menu"


@pytest.mark.parametrize(
    ("game", "unit"),
    [
        ("tic-tac-toe", "points a game"),
        ("kuhn-poker", "chips a hand"),
        ("holdem", "bb/100"),
    ],
)
def test_figures_are_told_in_the_unit_of_the_game(
    opened: list[Counting], user_folder: Path, game: str, unit: str
) -> None:
    fill(user_folder, game, 30)
    window = look(opened, user_folder, game)
    assert window.screen.shown.overall.hands == 30
    overall = statistics(user_folder).games[game].overall
    words = window.words()
    assert unit in words
    assert f"won {overall.wins}, drawn {overall.draws}, lost {overall.losses}" in words
    assert "±" in words
    assert "YOUR RATING" in words.upper()


def test_every_opponent_has_a_row_with_its_stage(opened: list[Counting], user_folder: Path) -> None:
    fill(user_folder, "tic-tac-toe", 30)
    window = look(opened, user_folder, size=(1280, 1400))
    words = window.words()
    for name in ("1,000,000 games", "1,000 games", "10 games: won"):
        assert name in words


def test_many_opponents_with_few_hands_share_a_row_and_do_not_set_the_scale() -> None:
    few, many = Tally(), Tally()
    few.add(-300.0)
    for index in range(40):
        many.add(1.0 if index % 2 else -0.9)
    tallies = {"Steady": many} | {f"c7da{index}": few for index in range(12)}
    rows = name_opponents(AGENTS, merge_small(tallies), len(tallies))
    assert list(rows) == [*list(tallies)[:11], "Other opponents: 2"]
    assert rows["Other opponents: 2"] == Tally(2, losses=2, total=-600.0, squares=180_000.0)
    assert ResultRows("holdem", rows).reach == ResultRows("holdem", {"Steady": many}).reach
    some = dict(list(tallies.items())[:11])
    assert merge_small(some) == some


def test_opponents_of_one_name_have_their_rooms() -> None:
    tallies = {"winamax/Tom": Tally(40), "pokerstars/Tom": Tally(3), "ggpoker/Ada": Tally(2)}
    hands = {name: tally.hands for name, tally in name_opponents(AGENTS, tallies, 3).items()}
    assert hands == {"Tom, Winamax": 40, "Tom, PokerStars": 3, "Ada": 2}


def test_stakes_are_written_like_amounts_of_a_table() -> None:
    for blinds, written in (("0.5/1", "0.50/1"), ("0.0001/0.0002", "0.0001/0.0002"), ("1/1", "1/1")):
        assert format_stake(Stake("winamax", "EUR", blinds)) == f"Winamax, {written} EUR"


def test_hands_without_a_date_have_no_day() -> None:
    course = [CoursePoint(1, at, 0.0, 0.0, None) for at in (0.0, MONDAY, MONDAY + 60)]
    assert format_days(course) == "23 November 2026"
    assert format_days(course[:1]) == ""


def test_what_was_won_in_all_stands_at_the_end_of_its_curve(
    opened: list[Counting], user_folder: Path
) -> None:
    fill(user_folder, "kuhn-poker", 25)
    total = statistics(user_folder).games["kuhn-poker"].overall.total
    window = look(opened, user_folder, "kuhn-poker", size=(1280, 1400))
    assert f"{signed(total)} chips" in window.words()


def test_half_street_is_one_key_away(opened: list[Counting], user_folder: Path) -> None:
    fill(user_folder, "kuhn-poker", 12)
    window = look(opened, user_folder, "kuhn-poker")
    assert window.screen.shown.overall.hands == 12
    window.app.screen.controls.focus("variant")
    window.key("right")
    assert (window.screen.game, window.screen.phase) == ("kuhn-half-street", "empty")


def test_an_even_match_is_named_after_ten_games(opened: list[Counting], user_folder: Path) -> None:
    fill(user_folder, "tic-tac-toe", 1)
    record(user_folder, *[1, 0, -1] * 3)
    assert "After 10 games" in look(opened, user_folder).words()
    record(user_folder, 0, 0)
    assert "About your level:" in look(opened, user_folder).words()


def test_poker_counts_hands_until_an_even_match_is_named(opened: list[Counting], user_folder: Path) -> None:
    fill(user_folder, "kuhn-poker", 5)
    words = look(opened, user_folder, "kuhn-poker").words()
    assert "After 50 hands against one opponent at one stage, this names" in words


def test_the_rating_is_that_of_the_gallery(opened: list[Counting], user_folder: Path) -> None:
    fill(user_folder, "tic-tac-toe", 5)
    record(user_folder, *[1] * 20)
    window = look(opened, user_folder)
    own = compute_standing(window.app.saves, AGENTS, "tic-tac-toe").own
    assert own.value > 1600
    assert f"{number(own.value)} ± {number(own.ci95)}" in window.words()


def test_agents_trained_here_do_not_move_the_rating(user_folder: Path) -> None:
    record(user_folder, *[1] * 20)
    kept = AgentEntry(
        "mine", "tic-tac-toe", "learned", "", file=user_folder / "agents" / "tic-tac-toe" / "mine.npz"
    )
    saves = Saves(user_folder)
    assert (
        compute_standing(saves, [kept, *AGENTS], "tic-tac-toe").own
        == compute_standing(saves, AGENTS, "tic-tac-toe").own
    )


def test_a_single_hand_has_no_interval(opened: list[Counting], user_folder: Path) -> None:
    fill(user_folder, "holdem", 1)
    words = look(opened, user_folder, "holdem").words()
    assert "Too early to tell." in words
    assert "1 hand: won" in words


def test_few_hands_have_no_course_no_certainty_and_whole_ticks(
    opened: list[Counting], user_folder: Path
) -> None:
    fill(user_folder, "kuhn-poker", 2)
    window = look(opened, user_folder, "kuhn-poker")
    for wanted in ("Appears after 30 hands.", "Too early to tell."):
        assert wanted in window.words()
    assert "0.2" not in window.texts()


def test_a_lost_worker_is_said_and_asked_again(opened: list[Counting], user_folder: Path) -> None:
    fill(user_folder, "tic-tac-toe", 5)
    worker = TableWorker({CountResults: lambda request: statistics(user_folder)})
    worker.dead = True
    window = look(opened, user_folder, worker=worker)
    assert window.screen.phase == "trouble"
    assert "The statistics could not be loaded." in window.words()
    worker.dead = False
    window.click("try-again")
    window.settle()
    assert (window.screen.phase, window.screen.shown.overall.hands) == ("figures", 5)


def test_while_it_is_counted_that_is_said(opened: list[Counting], user_folder: Path) -> None:
    worker = TableWorker({CountResults: lambda request: statistics(user_folder)})
    worker.silent = True
    window = look(opened, user_folder, worker=worker)
    assert window.screen.phase == "counting"
    assert "Counting hands" in window.words()
    window.key("escape")
    assert window.state["screen"] == "menu"


def test_what_was_played_meanwhile_is_counted_on_return(opened: list[Counting], user_folder: Path) -> None:
    window = look(opened, user_folder)
    window.click("play")
    fill(user_folder, "tic-tac-toe", 3)
    window.key("escape")
    window.settle()
    assert window.screen.shown.overall.hands == 3


def test_broken_files_are_told_below_the_figures(opened: list[Counting], user_folder: Path) -> None:
    fill(user_folder, "holdem", 6)
    file = next((user_folder / "history").iterdir())
    file.write_bytes(b"rubbish\n" + file.read_bytes())
    window = look(opened, user_folder, "holdem", size=(1280, 1400))
    assert f"One line of {file.name} could not be read and is left out." in window.words()


def test_the_page_opens_on_what_was_played_most_and_stays_where_one_turns(
    opened: list[Counting], user_folder: Path
) -> None:
    fill(user_folder, "tic-tac-toe", 3)
    fill(user_folder, "kuhn-poker", 6)
    window = look(opened, user_folder)
    assert window.screen.game == "kuhn-poker"
    window.key("left")
    assert window.screen.game == "tic-tac-toe"
    window.click("settings")
    window.key("escape")
    window.settle()
    assert window.screen.game == "tic-tac-toe"


def test_the_button_of_an_empty_page_is_in_view_in_a_small_window(
    opened: list[Counting], user_folder: Path
) -> None:
    window = look(opened, user_folder, "kuhn-poker", size=(900, 560))
    assert window.app.screen.scroll is not None
    assert window.app.screen.scroll.longest == 0


@pytest.mark.parametrize(
    ("game", "cards", "decisions"),
    [("kuhn-poker", "+1.000", "+1.000 ± 0.182"), ("holdem", "+100.0", "+100.0 ± 18.2")],
)
def test_luck_and_skill_are_told_in_the_unit_of_the_game(
    opened: list[Counting], user_folder: Path, game: str, cards: str, decisions: str
) -> None:
    fill(user_folder, game, 30)
    words = look(opened, user_folder, game, size=(1280, 1400)).words()
    assert f"Cards gave {cards} Decisions gave {decisions}" in words
    assert "With even luck you would be ahead (95%)." in words
    assert "2 hands could not be read." in words
    assert "In 3 hands the opponent's strategy is not known" in words


def test_luck_and_skill_of_a_few_estimated_hands_are_not_told(
    opened: list[Counting], user_folder: Path
) -> None:
    fill(user_folder, "holdem", 6)
    few = sum_luck("holdem", [HandLuck(-1.0, -3.23)] * 6)
    answerers = {CountResults: lambda one: statistics(user_folder, one.filter), CountLuck: lambda _: few}
    words = look(opened, user_folder, "holdem", worker=TableWorker(answerers), size=(1280, 1400)).words()
    assert "Decisions gave" not in words
    assert "Too early to tell." in words


def test_results_in_poker_rooms_are_told_in_their_currency_and_filtered(
    opened: list[Counting], user_folder: Path, tmp_path: Path
) -> None:
    fill(user_folder, "holdem", 30)
    with RoomStore(user_folder / FOLDER) as rooms:
        rooms.add([read_hand(tmp_path, HANDS[room]) for room in ("pokerstars", "winamax")])
    answerers = {CountResults: lambda one: statistics(user_folder, one.filter), CountLuck: luck}
    worker = TableWorker(answerers)
    window = look(opened, user_folder, "holdem", worker=worker, size=(1280, 2400))
    assert "Imported hands: +147.50 USD, +147.50 EUR" in window.words()
    assert "PokerStars, 1/2 USD" in window.words()
    stake: Any = window.app.screen.controls.find("stake")
    for chosen, hands in (("winamax", "1 hand:"), ("", "30 hands:"), ("all", "32 hands:")):
        stake.choose(chosen)
        window.settle()
        assert hands in window.words()
        assert ("USD" in window.words()) == (chosen == "all")
        asked = worker.all_asked(CountLuck)[-1]
        assert asked.filter.stake == (None if chosen == "all" else Stake(chosen))
    stake.choose("winamax")
    window.settle()
    window.keys("home")
    window.settle()
    assert stake.chosen == "all"


def test_tic_tac_toe_is_said_to_have_no_luck(opened: list[Counting], user_folder: Path) -> None:
    fill(user_folder, "tic-tac-toe", 5)
    words = look(opened, user_folder, size=(1280, 1400)).words()
    assert "No cards, no luck" in words
    assert "Cards gave" not in words


def test_counting_luck_tells_how_far_it_is_can_be_stopped_and_goes_on(
    opened: list[Counting], user_folder: Path
) -> None:
    fill(user_folder, "holdem", 6)
    report = Progress(2, 6, 1.0, 95.0)
    worker = TableWorker({CountResults: lambda request: statistics(user_folder), CountLuck: lambda _: report})
    window = look(opened, user_folder, "holdem", worker=worker, size=(1280, 1400))
    assert "2 of 6 hands, about 2 min left" in window.words()
    window.click("stop-luck")
    assert not worker.unanswered(CountLuck)
    assert "Separates what the cards gave" in window.words()
    window.click("begin-luck")
    assert len(worker.unanswered(CountLuck)) == 1


def test_luck_is_counted_anew_where_more_was_played(opened: list[Counting], user_folder: Path) -> None:
    fill(user_folder, "kuhn-poker", 6)
    asked: list[str | None] = []

    def counted(request: CountLuck) -> Luck:
        asked.append(request.filter.game)
        return luck(request)

    worker = TableWorker({CountResults: lambda request: statistics(user_folder), CountLuck: counted})
    window = look(opened, user_folder, "kuhn-poker", worker=worker)
    window.click("settings")
    window.key("escape")
    window.settle()
    assert asked == ["kuhn-poker"]
    window.click("settings")
    fill(user_folder, "kuhn-poker", 8)
    window.key("escape")
    window.settle()
    assert asked == ["kuhn-poker"] * 2


def test_the_figures_of_poker_players_stand_beside_those_of_opponents(
    opened: list[Counting], user_folder: Path
) -> None:
    fill(user_folder, "holdem", 30)
    found = statistics(user_folder).games["holdem"].poker
    assert found is not None
    window = look(opened, user_folder, "holdem", size=(1280, 1400))
    for one in found:
        assert one.played.part is not None
        assert f"{number(100 * one.played.part)}% of {one.played.chances}" in window.words()


@pytest.mark.parametrize(
    ("game", "unit"), [("tic-tac-toe", "points"), ("kuhn-poker", "chips"), ("kuhn-half-street", "blinds")]
)
def test_the_error_rate_of_a_small_game_comes_by_itself_with_a_name(
    opened: list[Counting], user_folder: Path, game: str, unit: str
) -> None:
    if game == "kuhn-half-street":
        fill(user_folder, "kuhn-poker", 2)
        archive = Archive(user_folder)
        archive.append(hand(game, seed=1))
        window = look(opened, user_folder, "kuhn-poker", size=(1280, 1400))
        window.app.screen.controls.focus("variant")
        window.key("right")
        window.settle()
    else:
        fill(user_folder, game, 6)
        window = look(opened, user_folder, game, size=(1280, 1400))
    assert f"Expert 0.050 ± 0.016 {unit} a decision" in window.words()
    assert "40 decisions in 20" in window.words()


def test_at_holdem_errors_are_graded_when_the_player_says_so(
    opened: list[Counting], user_folder: Path
) -> None:
    fill(user_folder, "holdem", 6)
    window = look(opened, user_folder, "holdem", size=(1280, 1400))
    worker: Any = window.worker
    assert not worker.all_asked(CountErrors)
    window.click("begin-errors")
    window.settle()
    [asked] = worker.all_asked(CountErrors)
    assert (asked.filter.game, asked.hands) == ("holdem", 20)
    assert "Expert 0.050 ± 0.016 bb a decision" in window.words()


def test_a_wide_interval_is_written_without_digits() -> None:
    wide = Tally(40, 20, 0, 20, -80.0, 40 * 32.5**2)
    assert format_mean("holdem", wide) == "−200 ± 1,018"
    assert format_mean("holdem", Tally(40, 20, 0, 20, 4.0, 40 * 0.5**2)) == "+10.0 ± 15.4"


@pytest.mark.parametrize(("game", "unit"), [("tic-tac-toe", "game"), ("kuhn-poker", "hand")])
def test_an_empty_page_counts_in_what_is_played(
    game: str, unit: str, opened: list[Counting], user_folder: Path
) -> None:
    assert f"Every {unit} you play counts here." in look(opened, user_folder, game).words()
