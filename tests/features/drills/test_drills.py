"""The page of the drills, and the filling of decks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai.drills.cards import CardDeck
from ai.drills.store import DrillStore
from ai.features import drills
from game.archive.store import Archive
from game.core import Progress
from game.features.drills.page import DrillsScreen
from game.features.solver.page import SolverScreen
from game.files import user_files
from game.request import Request
from game.study.drills import (
    DECKS,
    AnswerCard,
    AskCard,
    AskDrills,
    BeginDeck,
    CollectMistakes,
    Deck,
    DeckFigures,
    DrillsToday,
    ForgetDeck,
    SetCardAside,
)
from game.study.judgements import OpenJudgedSolve
from game.texts import day_and_time
from game.window.dialogs.dialog import Question, Reply, nothing
from tests.archive.hands_for_tests import hand
from tests.features.drills.show import QUESTIONS, RIVER, SPOT, question, result
from tests.played_hands import DAY, MONDAY, cards
from tests.window.conftest import Open
from tests.window.driver import Driver, answer_all

assert drills
assert drills

KINDS = (AskDrills, AskCard, AnswerCard, SetCardAside, ForgetDeck, BeginDeck, CollectMistakes)


class Practising:
    """A window with the real handlers. Its clock moves only if a test moves it."""

    def __init__(self, driver: Driver) -> None:
        self.driver, self.time = driver, MONDAY
        driver.app.models.drills.now = lambda: self.time
        self.settle()

    def settle(self) -> None:
        for _ in range(5):
            answer_all(self.driver.app, answer)
            self.driver.settle()

    def key(self, *names: str, seconds: float = 6.0) -> Any:
        """Press keys, and let some seconds pass before each key. Return the resulting screen."""
        for name in names:
            self.time += seconds
            self.driver.key(name)
            self.settle()
        return self.screen

    @property
    def screen(self) -> Any:
        return self.driver.screen

    def words(self) -> str:
        return self.driver.words()


def answer(request: Request[Any]) -> Any:
    if not isinstance(request, KINDS):
        return NotImplemented
    *_, last = request.run_handler()
    assert not isinstance(last, Progress)
    return last


Practise = Callable[[], Practising]


@pytest.fixture
def practise(open_window: Open) -> Practise:
    return lambda: Practising(open_window())


def fill(home: Path, count: int) -> None:
    deck = CardDeck(begun=True)
    for card in cards(count):
        deck.add(card)
    DrillStore(home).keep("mistakes", deck)


def begin_and_stop(deck: Deck, count: int) -> None:
    """Fill a deck, and stop after `count` cards."""
    store = DrillStore(user_files.home())
    work = BeginDeck(MONDAY, deck, 3).run_handler()
    while len(store.deck(deck).cards) < count:
        next(work)
    work.close()  # type: ignore[attr-defined]


def open_something_over(driver: Driver) -> None:
    driver.app.overlay(Question(driver.app, "Well?", "", [Reply("no", "No", nothing)]))
    driver.settle()


def best_key(home: Path, name: str, *, right: bool = True) -> str:
    """Return the digit key of the best answer to a drill card, or of the worst answer if `right` is False."""
    card = DrillStore(home).deck("mistakes").find(name)
    choose = max if right else min
    return str(choose(card.actions, key=lambda action: card.solution.values[action]) + 1)


def test_the_menu_tells_how_many_cards_are_due_and_d_opens_them(
    user_folder: Path, practise: Practise
) -> None:
    fill(user_folder, 3)
    window = practise()
    window.driver.app.models.drills.look()
    window.settle()
    assert window.driver.app.models.drills.badge == "3"
    assert next(one for one in window.driver.app.controls() if one.name == "drills").value == "3"
    assert window.key("d").name == "drills"
    assert window.screen.today.due == 3


def test_cards_are_answered_by_digits_and_come_back_on_their_day(
    user_folder: Path, practise: Practise
) -> None:
    fill(user_folder, 2)
    window = practise()
    assert window.key("d", "space").phase == "question"
    first = window.screen.question.card
    given = window.key(best_key(user_folder, first)).verdict
    assert (window.screen.phase, given.grade.mark.value) == ("answered", "best")
    assert given.days >= 1
    second = window.key("return").question.card
    assert second != first
    failed = window.key(best_key(user_folder, second, right=False)).verdict
    assert failed.days == 0
    assert failed.grade.mark.value in ("mistake", "blunder")
    assert window.key("return").question.card == second, "what was failed comes back today"
    window.key(best_key(user_folder, second))
    assert window.key("return").phase == "done"
    assert window.key("return").name == "drills"
    assert (window.screen.today.due, window.screen.today.streak) == (0, 1)
    window.time = MONDAY + (given.days - 1) * DAY if given.days > 1 else window.time
    window.key("r", seconds=0.0)
    before = window.screen.today.due
    window.time = MONDAY + given.days * DAY + 60
    assert window.key("r", seconds=0.0).today.due > before


def test_the_seconds_of_an_answer_are_those_that_the_card_lay_there(
    user_folder: Path, practise: Practise
) -> None:
    fill(user_folder, 1)
    window = practise()
    window.key("d", "space")
    window.key(best_key(user_folder, window.screen.question.card), seconds=90.0)
    [asked] = window.driver.worker.all_asked(AnswerCard)
    assert asked.seconds == pytest.approx(90.0)
    assert "You will see it again" in window.words()


def test_enter_pressed_twice_answers_nothing(user_folder: Path, practise: Practise) -> None:
    fill(user_folder, 2)
    window = practise()
    window.key("d", "space")
    window.key("return", seconds=0.1)
    assert window.screen.phase == "question"
    assert not window.driver.worker.all_asked(AnswerCard)


@pytest.mark.parametrize("aside_first", [True, False])
def test_a_card_is_answered_or_set_aside_but_not_both(
    user_folder: Path, practise: Practise, aside_first: bool
) -> None:
    fill(user_folder, 2)
    window = practise()
    window.key("d", "space")
    window.time += 6.0
    digit = best_key(user_folder, window.screen.question.card)
    window.driver.keys(*(("x", digit) if aside_first else (digit, "x")))
    asked = window.driver.worker.all_asked
    assert (len(asked(SetCardAside)), len(asked(AnswerCard))) == ((1, 0) if aside_first else (0, 1))


def test_s_b_and_x_set_a_card_aside(user_folder: Path, practise: Practise) -> None:
    fill(user_folder, 3)
    window = practise()
    first = window.key("d", "space").question.card
    second = window.key("s").question.card
    third = window.key("b").question.card
    assert len({first, second, third}) == 3
    assert window.key("x").question.card == first
    assert len(DrillStore(user_folder).deck("mistakes").cards) == 2
    window.key("escape")
    assert window.screen.today.due == 1
    window.time += DAY
    assert window.key("r").today.due == 2


def test_a_theme_is_begun_and_practised_by_keys(practise: Practise) -> None:
    window = practise()
    window.key("d", "down")
    assert window.screen.chosen.deck == "forks"
    assert window.key("return").phase == "question", "one Enter begins the deck and deals its first card"
    assert "Your move." in window.words()
    assert window.key("escape").today.due == 5


def test_a_deck_that_is_left_while_it_is_filled_is_filled_on_and_opens_nothing(
    user_folder: Path, practise: Practise
) -> None:
    window = practise()
    window.key("d", "down")
    driver = window.driver
    driver.key("return")
    open_something_over(driver)
    window.settle()
    assert window.screen.name == "question"
    assert len(DrillStore(user_folder).deck("forks").cards) == drills.SIZES["forks"]
    assert window.key("escape").name == "drills"
    assert window.screen.today.due == 5
    assert window.key("return").phase == "question"


def test_a_deck_that_holds_some_of_its_cards_is_completed_practised_or_forgotten(
    user_folder: Path, practise: Practise
) -> None:
    begin_and_stop("pot-odds", 3)
    window = practise()
    assert window.key("d", "down", "down", "down").today.due >= 3
    assert "Complete this deck" in window.words()
    assert window.key("space").phase == "question", "what is there can be practised"
    window.key("escape", "return")
    assert len(DrillStore(user_folder).deck("pot-odds").cards) == drills.SIZES["pot-odds"]
    assert window.screen.phase == "question"
    DrillStore(user_folder).forget("pot-odds")
    begin_and_stop("pot-odds", 3)
    window.key("escape", "f", "left", "return")
    assert not DrillStore(user_folder).deck("pot-odds").cards


def begin_deck(practise: Practise, *keys: str, cards: int = 0) -> Driver:
    """Start to fill a deck, and report that the deck has `cards` cards. The request for the rest stays open."""
    window = practise()
    window.key("d", *keys)
    window.driver.key("return")
    window.driver.worker.give(BeginDeck, progress=Progress(cards, 10, 80.0, 90.0))
    window.driver.settle()
    return window.driver


def still_open(driver: Driver, kind: type[Request[Any]]) -> list[Request[Any]]:
    return [one.request for one in driver.worker.open.values() if isinstance(one.request, kind)]


def due_in(deck: Deck, due: int) -> DrillsToday:
    return DrillsToday(
        tuple(
            DeckFigures(one, False, 3, due=due) if one == deck else DeckFigures(one, False) for one in DECKS
        )
    )


def test_a_deck_that_is_filled_tells_its_cards_and_the_time_left_and_can_be_stopped(
    practise: Practise,
) -> None:
    driver = begin_deck(practise, *["down"] * 5, cards=3)
    assert list(driver.app.models.drills.filling) == ["river-calls"]
    assert "3 of 10 cards" in driver.words()
    assert "about 2 min left" in driver.words()
    driver.key("c")
    assert not driver.app.models.drills.filling
    assert not still_open(driver, BeginDeck)
    assert "about 2 min left" not in driver.words()


def test_other_decks_are_begun_and_practised_while_one_is_filled(practise: Practise) -> None:
    driver = begin_deck(practise, *["down"] * 5, cards=1)
    driver.keys("up", "up", "return")
    assert list(driver.app.models.drills.filling) == ["river-calls", "pot-odds"]
    driver.worker.give(AskDrills, due_in("mistakes", 2))
    driver.keys("up", "up", "up", "return")
    driver.settle()
    assert driver.state["screen"] == "drill"
    assert len(still_open(driver, BeginDeck)) == 2


def test_the_first_card_opens_as_soon_as_it_exists(practise: Practise) -> None:
    driver = begin_deck(practise, *["down"] * 5)
    driver.worker.give(AskDrills, due_in("river-calls", 0))
    driver.settle()
    assert driver.state["screen"] == "drills"
    driver.worker.give(BeginDeck, progress=Progress(1, 10, 30.0, 300.0))
    driver.worker.give(AskDrills, due_in("river-calls", 1))
    driver.settle()
    assert driver.state["screen"] == "drill"
    assert len(still_open(driver, BeginDeck)) == 1, "it is filled on"


def test_a_card_that_exists_opens_nothing_when_another_deck_was_chosen(
    practise: Practise,
) -> None:
    driver = begin_deck(practise, *["down"] * 5, cards=1)
    driver.keys("up", "down")
    driver.worker.give(AskDrills, due_in("river-calls", 1))
    driver.settle()
    assert driver.state["screen"] == "drills"


def test_after_the_last_card_the_next_one_of_a_deck_that_is_filled_is_dealt(
    practise: Practise,
) -> None:
    driver = begin_deck(practise, *["down"] * 5, cards=1)
    driver.worker.give(AskDrills, due_in("river-calls", 1))
    driver.settle()
    driver.worker.give(AskCard, None)
    driver.worker.give(AskDrills, due_in("river-calls", 0))
    driver.settle()
    assert "River calls: the next card appears here" in driver.words()
    assert not still_open(driver, AskCard)
    driver.worker.give(BeginDeck, progress=Progress(2, 10, 60.0, 300.0))
    driver.worker.give(AskDrills, due_in("river-calls", 1))
    driver.settle()
    assert len(still_open(driver, AskCard)) == 1


def test_the_grading_of_played_hands_is_stopped_and_resumed(practise: Practise) -> None:
    driver = practise().driver
    driver.key("d")
    driver.worker.give(CollectMistakes, progress=Progress(1, 3, 40.0, 80.0, {"cards": 0}))
    driver.settle()
    assert "2 hands to go, about 1 min left." in driver.words()
    driver.keys("g", "escape", "d")
    assert not still_open(driver, CollectMistakes)
    assert "Your hands are not being graded." in driver.words()
    driver.key("g")
    assert len(still_open(driver, CollectMistakes)) == 1


def test_a_mistake_is_there_before_all_hands_are_graded(practise: Practise) -> None:
    driver = practise().driver
    driver.key("d")
    driver.worker.give(AskDrills, due_in("mistakes", 0))
    driver.worker.give(CollectMistakes, progress=Progress(1, 3, 40.0, 80.0, {"cards": 1}))
    driver.worker.give(AskDrills, due_in("mistakes", 1))
    driver.settle()
    assert driver.screen.today.due == 1


def test_the_bar_stays_at_the_deck_that_is_filled(practise: Practise) -> None:
    driver = begin_deck(practise, "down", cards=3)

    def heights() -> list[int]:
        names = "about 2 min left", "Forks"
        return [mark.rect.y for name in names for mark in driver.marks() if mark.words == name]

    before = heights()
    assert len(before) == 2
    driver.key("down")
    assert driver.screen.chosen.deck == "bluffs"
    assert heights() == before


def test_a_card_that_was_awaited_when_help_was_opened_is_dealt_afterwards(
    user_folder: Path, practise: Practise
) -> None:
    fill(user_folder, 2)
    window = practise()
    window.key("d")
    window.driver.key("space")
    assert "Dealing the next card." in window.words()
    open_something_over(window.driver)
    window.settle()
    assert window.key("escape").phase == "question"


@pytest.mark.parametrize("rated", [True, False])
def test_an_answer_whose_verdict_was_awaited_when_help_was_opened_counts_once_at_most(
    user_folder: Path, practise: Practise, rated: bool
) -> None:
    fill(user_folder, 2)
    window = practise()
    first = window.key("d", "space").question.card
    window.time += 6.0
    window.driver.key(best_key(user_folder, first))
    if rated:
        answer(window.driver.worker.all_asked(AnswerCard)[-1])
    open_something_over(window.driver)
    window.settle()
    dealt = window.key("escape")
    assert dealt.phase == "question"
    assert (dealt.question.card == first) == (not rated)
    assert sum(DrillStore(user_folder).diary().days.values()) == rated


def test_a_question_stays_on_the_page_while_help_is_open_over_it(
    user_folder: Path, practise: Practise
) -> None:
    fill(user_folder, 2)
    window = practise()
    first = window.key("d", "space").question.card
    open_something_over(window.driver)
    assert window.key("escape").question.card == first
    assert len(window.driver.worker.all_asked(AskCard)) == 1


def test_a_card_that_could_not_be_dealt_is_asked_for_again_after_help(
    user_folder: Path, practise: Practise
) -> None:
    fill(user_folder, 2)
    window = practise()
    window.key("d")
    window.driver.key("space")
    window.driver.worker.give(AskCard, error="The other process ended unexpectedly.")
    assert window.screen.phase == "trouble"
    open_something_over(window.driver)
    assert window.key("escape").phase == "question"


def test_an_answer_counts_at_once_in_what_is_left(user_folder: Path, practise: Practise) -> None:
    fill(user_folder, 3)
    window = practise()
    first = window.key("d", "space").question.card
    assert "3 left" in window.words()
    window.key(best_key(user_folder, first))
    assert "2 left" in window.words()
    second = window.key("return").question.card
    assert "2 left" in window.words()
    assert window.key(best_key(user_folder, second, right=False)).verdict.days == 0
    assert "2 left" in window.words(), "what was failed comes back today"


def test_a_deck_is_forgotten_only_after_a_question(user_folder: Path, practise: Practise) -> None:
    fill(user_folder, 2)
    window = practise()
    window.key("d", "f", "escape")
    assert window.screen.today.due == 2
    window.key("f", "left", "return")
    assert window.screen.today.due == 0
    assert DrillStore(user_folder).deck("mistakes") == CardDeck()


def test_mistakes_of_played_games_are_there_when_the_drills_are_opened(
    user_folder: Path, practise: Practise
) -> None:
    archive = Archive(user_folder)
    for seed in range(6):
        archive.append(hand(at=MONDAY + seed, seed=seed))
    window = practise()
    window.driver.app.models.drills.collect()
    window.settle()
    due = window.key("d").today.due
    assert due == len(DrillStore(user_folder).deck("mistakes").cards) > 0


def test_the_page_tells_how_many_hands_are_to_be_graded(practise: Practise) -> None:
    driver = practise().driver
    driver.key("d")
    for graded, words in ((0, "3 hands to go,"), (2, "1 hand to go,")):
        for progress in (Progress(graded, 3, 0.0), Progress(0, None, 0.0)):
            driver.worker.give(CollectMistakes, progress=progress)
            driver.settle()
            assert words in driver.words()
    assert driver.app.models.drills.hands_left == 1


def test_the_grading_goes_on_until_no_hand_is_left(practise: Practise) -> None:
    driver = practise().driver
    driver.key("d")
    for graded, is_open in ((999, True), (1999, False)):
        driver.worker.give(CollectMistakes, progress=Progress(graded, 2000, 0.0))
        driver.worker.give(CollectMistakes, 0)
        driver.settle()
        assert bool(still_open(driver, CollectMistakes)) == is_open


def test_nothing_is_graded_while_somebody_plays(practise: Practise) -> None:
    driver = practise().driver
    driver.app.models.drills.collect()
    driver.key("1")
    assert not [one for one in driver.worker.open.values() if isinstance(one.request, CollectMistakes)]


def test_what_went_wrong_is_said_in_a_sentence(open_window: Open) -> None:
    driver = open_window()
    driver.app.go(DrillsScreen(driver.app))
    driver.settle()
    driver.worker.give(AskDrills, error="The other process ended unexpectedly.")
    driver.settle()
    assert "ended unexpectedly" in driver.words()


def test_the_question_is_told_from_the_street_of_the_spot_on_in_its_chips(open_window: Open) -> None:
    driver = open_window()
    question("spot")(driver.app)
    words = driver.words()
    assert "A spot of the solver: QsJh2h8d5c, pot 80, 120 behind." in words
    assert "You face a bet of 60. What do you do?" in words
    assert "Preflop" not in words
    assert " bb" not in words
    assert "All-in 120" in words


def test_what_an_answer_cost_is_said_in_chips_of_the_spot(open_window: Open) -> None:
    driver = open_window()
    result("spot")(driver.app)
    words = driver.words()
    assert "costs 90.00 chips" in words
    assert "+85.0" in words


def test_v_opens_the_spot_once_the_card_is_answered(open_window: Open) -> None:
    driver = open_window()
    question("spot")(driver.app)
    driver.key("v")
    assert driver.state["screen"] == "drill"
    result("spot")(driver.app)
    driver.key("v")
    page = driver.app.screen
    assert isinstance(page, SolverScreen)
    assert page.model.texts == SPOT


def test_an_answered_decision_of_a_played_hand_has_a_button_to_the_solver(open_window: Open) -> None:
    driver = open_window()
    for place in (question("mistake"), result("odds"), result("opening")):
        place(driver.app)
        assert driver.state["screen"] == "drill"
        assert all(control.name != "spot" for control in driver.app.controls())
    result("mistake")(driver.app)
    driver.settle()
    driver.click("spot")
    page = driver.app.screen
    assert isinstance(page, SolverScreen)
    (asked,) = driver.worker.all_asked(OpenJudgedSolve)
    assert (asked.decision.info, asked.decision.action) == (RIVER, 0)


def test_the_pot_of_a_card_is_without_the_chips_that_nobody_can_call(open_window: Open) -> None:
    driver = open_window()
    question("covered")(driver.app)
    words = driver.words()
    assert "pot at stake" in words.casefold()
    assert "2,100" in words
    assert "You face a bet of 1,900." in words


def test_a_card_of_a_played_hand_names_its_table_its_time_and_what_was_played(open_window: Open) -> None:
    driver, hand = open_window(), QUESTIONS["mistake"].hand
    assert hand is not None
    question("mistake")(driver.app)
    words = driver.words()
    assert f"50/100, 200 bb, {day_and_time(hand.at)}" in words
    assert "Kilo" in words
    assert "Winamax" in words
    assert "Played: " not in words
    result("mistake")(driver.app)
    assert "Played: Call 400" in driver.words()
