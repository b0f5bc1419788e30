"""The review by keyboard, with the real handler: from the history to the mistakes of a session."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.features import history as looking_back
from ai.features import review as handlers
from ai.review.analysis import FOLDER
from game.app.app import App
from game.archive.hands import PlayedHand
from game.archive.imported import ImportedHand
from game.archive.store import Archive, HistoryFilter, Reader
from game.core import Progress
from game.features.history import ListHands
from game.features.history.page import HistoryScreen
from game.features.review.decision import ChosenDecision, RetryScreen, format_summary, where
from game.features.review.page import ReviewScreen
from game.features.solver import SolveSpot
from game.features.solver.page import SolverScreen
from game.match.session import Session
from game.match.table_spec import ChipUnit, TableSpec
from game.request import Request
from game.rules import games
from game.rules.betting import HoldemRules, PublicBetting, Street
from game.rules.holdem import HoldemInformationState
from game.study.judgements import AskJudgement
from game.study.models import SPOTS
from game.study.opponents import portrait
from game.study.review import AskReview, HandNumber, Reviewed, ReviewTarget
from game.study.words import format_grades
from game.tables.play import PlayScreen
from game.texts import day_and_time
from tests.archive.hands_for_tests import hand
from tests.features.drills.show import GRADES
from tests.features.logs.show import records
from tests.features.review.show import (
    CLEAN,
    HOLDEM,
    KUHN,
    LONG_NAME,
    TARGET,
    WITH_GOOD,
    at_work,
    good,
    retry_in_trouble,
    review_progress,
    reviewed_decision,
    session_review,
    show_progress,
    show_retry,
    show_review,
    ungraded_decision,
)
from tests.played_hands import make_opponent_values
from tests.window.conftest import Open
from tests.window.driver import Driver, LoggingPainter, answer_all, give_to
from tests.window.samples import AGENTS
from tests.window.tables import judged

assert handlers
assert looking_back

HANDS = 20


def answer_to(request: Request[Any]) -> Any:
    if not isinstance(request, AskReview | ListHands):
        return NotImplemented
    *_, last = request.run_handler()
    assert not isinstance(last, Progress)
    return last


def settle(window: Driver) -> None:
    for _ in range(3):
        answer_all(window.app, answer_to)
        window.settle()


OpenReview = Callable[..., Driver]


@pytest.fixture
def of_holdem(open_window: Open) -> OpenReview:
    def opener(*, amounts: str = "blinds", **look: Any) -> Driver:
        window = open_window(amounts=amounts, **look)
        window.app.go(ReviewScreen(window.app, TARGET))
        window.app.step([], 0.0)
        give_to(window.app, AskReview, HOLDEM)
        window.settle()
        return window

    return opener


@pytest.fixture
def kuhn_evening(open_window: Open) -> Driver:
    """Return a window on a history with a session of Kuhn poker."""
    window = open_window()
    archive = Archive(window.app.folder)
    for number in range(HANDS):
        archive.append(hand("kuhn-poker", seed=3, skip=number, seats=("you", "bluffer")))
    window.app.go(HistoryScreen(window.app))
    settle(window)
    return window


def test_the_history_leads_to_the_mistakes_of_the_session_by_their_cost(kuhn_evening: Driver) -> None:
    kuhn_evening.key("r")
    settle(kuhn_evening)
    screen = kuhn_evening.app.screen
    assert isinstance(screen, ReviewScreen)
    review = screen.review
    assert review is not None
    assert review.hands == HANDS
    costs = [one.grade.sure_cost for one in review.mistakes]
    assert costs
    assert costs == sorted(costs, reverse=True)
    assert list((kuhn_evening.app.folder / FOLDER).glob("*.jsonl"))


def test_h_reviews_the_chosen_hand_alone(kuhn_evening: Driver) -> None:
    kuhn_evening.key("h")
    settle(kuhn_evening)
    screen = kuhn_evening.app.screen
    assert isinstance(screen, ReviewScreen)
    assert screen.target.kind == "hand"
    assert screen.review is not None
    assert screen.review.total == 1


@pytest.mark.parametrize("place", [at_work, show_progress])
def test_a_review_says_that_it_is_slower_beside_a_running_solve(
    open_window: Open, place: Callable[[App], None]
) -> None:
    window, said = open_window(), "The review is slower while a solve runs."
    place(window.app)
    window.settle()
    assert said not in window.words()
    window.app.models.solves.run(SPOTS["river"], SolveSpot(SPOTS["river"], 0.5))
    window.settle()
    assert said in window.words()
    window.app.models.solves.pause()
    window.settle()
    assert said not in window.words()


def test_n_and_p_walk_through_the_mistakes_and_stop_at_both_ends(of_holdem: OpenReview) -> None:
    window = of_holdem()
    window.key("p")
    assert window.widget("mistakes").chosen == 0
    window.key("n")
    assert window.widget("mistakes").chosen == 1
    for _ in HOLDEM.mistakes:
        window.key("n")
    assert window.widget("mistakes").chosen == len(HOLDEM.mistakes) - 1
    window.key("p")
    assert window.widget("mistakes").chosen == len(HOLDEM.mistakes) - 2


def test_the_chosen_mistake_is_told_with_its_best_action_the_mix_and_why(
    of_holdem: OpenReview,
) -> None:
    said = of_holdem().words()
    for part in (
        "Blunder",
        "costs 9.10 bb",
        "Played: Fold",
        "Best: raise to 18 bb.",
        "55%",
        "a call needs 29%",
    ):
        assert part in said


def test_a_move_that_only_the_opponent_punishes_has_the_name_that_it_has_at_the_table(
    open_window: Open,
) -> None:
    window, sound = open_window(), good("odds", 1)
    assert sound.grade is not None
    judgement, played = sound.grade.judgement, sound.action
    other = next(action for action in judgement.values if action != played)
    against = make_opponent_values({played: 0.0, other: 900.0}, 0.1, {other: 0.1})
    missed = replace(sound, grade=replace(judgement, against=against).grade(played))
    window.app.go(ReviewScreen(window.app, TARGET))
    window.app.step([], 0.0)
    give_to(window.app, AskReview, session_review(missed))
    window.settle()
    assert "Missed gain" in window.words()
    assert "Blunder" not in window.words()


def test_a_decision_is_tried_again_without_its_solution_and_graded_anew(
    of_holdem: OpenReview,
) -> None:
    window = of_holdem()
    window.key("t")
    assert window.screen.decision.asking
    said = window.words()
    assert "Best:" not in said
    assert "Played:" not in said
    window.key("3")
    assert not window.screen.decision.asking
    assert "Your answer: Raise to 18 bb" in window.words()
    assert "Best" in window.words()
    window.key("t")
    window.key("1")
    assert "Blunder" in window.words()


def test_escape_ends_the_retry_first_and_then_leaves(of_holdem: OpenReview) -> None:
    window = of_holdem()
    window.key("n")
    before, screen = window.words(), window.screen
    window.key("t")
    window.key("escape")
    assert (window.screen, window.words(), window.focus) == (screen, before, "mistakes")
    window.key("escape")
    assert window.state["screen"] != "review"


def test_arrows_walk_along_the_answers_of_a_decision_that_is_tried_again(
    of_holdem: OpenReview,
) -> None:
    window = of_holdem()
    window.key("t")
    for key in ("up", "down", "down"):
        window.key(key)
    assert window.state["focus"] == "answer-3"
    window.key("return")
    assert "Your answer: Raise to 18 bb" in window.words()


def test_amounts_are_in_the_unit_of_the_settings(of_holdem: OpenReview) -> None:
    window = of_holdem(amounts="chips")
    assert "Best: raise to 1,800." in window.words()
    window.app.change(amounts="blinds")
    window.screen.show()
    assert "Best: raise to 18 bb." in window.words()


def test_every_answer_is_graded_by_the_judgement_of_the_decision(open_window: Open) -> None:
    one = reviewed_decision("opening", 1)
    assert one.grade is not None
    chosen = ChosenDecision(lambda action: None, open_window().app)
    chosen.take(one)
    for action in one.grade.judgement.values:
        chosen.try_again()
        chosen.answer(action)
        assert chosen.grade is not None
        assert chosen.grade.judgement is one.grade.judgement
        assert chosen.grade.action == action


@pytest.mark.parametrize(
    ("player", "named"), [("you", "You"), ("maniac", "The Colonel"), ("Hyperborean_2017", "Hyperborean_2017")]
)
def test_the_player_of_a_decision_has_the_name_that_is_known(player: str, named: str) -> None:
    one = replace(reviewed_decision("opening", 1), player=player)
    assert named in where(one, AGENTS)


def test_a_row_of_an_imported_hand_has_its_time_instead_of_the_number_of_its_room() -> None:
    one = replace(reviewed_decision("opening", 1), room_number="7-22-17700000", at=1_795_000_000.0)
    assert where(one, AGENTS, dated=True) == f"{day_and_time(one.at)}, button, preflop"
    assert "Hand 7-22-17700000, You, button" in where(one, AGENTS)


def test_a_decision_that_is_tried_again_hides_its_answer_in_the_list_too(
    of_holdem: OpenReview,
) -> None:
    window = of_holdem()
    told = window.words().count("costs 9.10 bb")
    window.key("t")
    assert window.words().count("costs 9.10 bb") < told
    assert "hidden while you try again" in window.words()
    window.key("1")
    assert window.words().count("costs 9.10 bb") >= told


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_the_list_and_what_can_be_done_are_in_view_without_scrolling(
    of_holdem: OpenReview, size: tuple[int, int]
) -> None:
    window = of_holdem(size=size)
    for name in ("retry", "solver", "play", "mistakes"):
        _, y, _, height = window.control(name).rect
        assert y + min(height, 110) < size[1] - 30, name


def test_a_decision_that_is_longer_than_the_window_scrolls_beside_the_list(of_holdem: OpenReview) -> None:
    window = of_holdem(size=(900, 560))
    page = window.screen
    assert (page.scroll.longest, page.scroll.offset) == (0, 0)
    assert page.side_scroll.longest > 0
    page.controls.focus("retry")
    window.key("end")
    assert page.side_scroll.offset == page.side_scroll.longest
    window.key("n")
    assert page.side_scroll.offset == 0, "the next decision begins at its top"


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_the_played_action_is_in_view_among_the_values_of_all_actions(
    open_window: Open, size: tuple[int, int]
) -> None:
    one = reviewed_decision("mistake", 4)
    assert one.grade is not None
    values = one.grade.judgement.values
    all_in = max(values)
    window = open_window(size=size, amounts="blinds", painter=LoggingPainter)
    played = replace(one, action=all_in, grade=one.grade.judgement.grade(all_in))
    show_review(session_review(played))(window.app)
    worth = [mark for mark in window.marks() if mark.words == f"{values[all_in]:+.2f} bb"]
    assert worth
    assert all(mark.clip.contains(mark.rect) for mark in worth)


def test_an_answer_to_a_mistake_leaves_what_was_played_as_it_was(of_holdem: OpenReview) -> None:
    window = of_holdem()
    rows, listed = window.screen._found_mistakes, list(window.screen._found_mistakes.decisions)
    before = rows.in_words(0)
    window.keys("t", "2")
    assert window.screen.decision.grade.action != listed[0].action
    assert "Played: Fold, costs 9.10 bb, 65% of the pot" in window.words()
    assert "Your answer: Call 4 bb" in window.words()
    assert (list(rows.decisions), rows.in_words(0)) == (listed, before)
    window.keys("n", "p")
    assert window.screen.decision.grade.action == listed[0].action


def test_decisions_are_listed_before_they_are_graded(open_window: Open) -> None:
    window = open_window()
    show_progress(window.app)
    window.settle()
    screen: Any = window.app.screen
    assert [one.grade is None for one in screen._found_mistakes.decisions] == [
        False,
        False,
        False,
        True,
        True,
    ]
    assert screen._found_mistakes.in_words(3).endswith("not graded yet")
    found = review_progress(343).found
    assert found is not None
    told = replace(found, good=(good("river", 343),))
    give_to(window.app, AskReview, progress=replace(review_progress(343), found=told))
    window.settle()
    assert [one.hand for one in screen._found_mistakes.decisions if one.grade is None] == [344]
    assert [one.hand for one in screen._found_mistakes.decisions][-2:] == [344, 343], (
        "a good decision stays at the end"
    )


def test_good_decisions_are_listed_last_with_their_mark(open_window: Open) -> None:
    window = open_window()
    window.app.go(ReviewScreen(window.app, TARGET))
    window.app.step([], 0.0)
    give_to(window.app, AskReview, WITH_GOOD)
    window.settle()
    screen: Any = window.app.screen
    assert [one.hand for one in screen._found_mistakes.decisions[-2:]] == [7, 8]
    for _ in range(3):
        window.key("n")
    assert window.screen.decision.grade.mark.value == "best"
    assert screen._found_mistakes.in_words(3).endswith("Best")


def test_the_summary_takes_two_lines_beside_the_filter_by_street(of_holdem: OpenReview) -> None:
    words = [mark.words for mark in of_holdem().marks()]
    first = next(index for index, one in enumerate(words) if one.startswith("4,310 decisions"))
    assert " ".join(words[first : first + 2]) == format_summary(HOLDEM)


def test_the_review_counts_by_mark_in_the_words_of_the_table() -> None:
    judgement = judged({1: 1.0, 2: 1.03, 3: 1.16, 4: 5.0}, 4, stake=40.0)
    costs_little = replace(judgement, values={1: 1.0, 2: 2.5}, best=2)
    grades = [costs_little.grade(1), judgement.grade(1), judgement.grade(2)]
    counted = format_grades("holdem", grades, waiting=0).split(".")[0]
    review = replace(HOLDEM, marks=Counter(grade.mark for grade in [*grades, judgement.grade(4)]))
    assert counted == "1 inaccuracy, 2 mistakes"
    assert f", {counted}, " in format_summary(review)
    assert ", 0 mistakes, " in format_summary(CLEAN)


@pytest.mark.parametrize("name", ["opening", "bluff", "fork"])
def test_a_decision_of_a_replay_asks_first_and_tells_then(open_window: Open, name: str) -> None:
    window = open_window()
    show_retry(name)(window.app)
    window.settle()
    assert window.screen.decision.asking
    assert "Best" not in window.words()
    answers = sorted(GRADES[name].judgement.values)
    digits = answers if name == "fork" else range(len(answers))  # the digits of the squares
    window.key(str(digits[answers.index(GRADES[name].judgement.best)] + 1))
    assert not window.screen.decision.asking
    assert window.screen.decision.grade.mark.value == "best"
    window.key("t")
    assert window.screen.decision.asking


def test_the_seat_of_a_watched_player_has_its_name(open_window: Open) -> None:
    window = open_window()
    played = hand(games.HOLDEM, seed=3, seats=("sound", "station"))
    looked_at(window, played, played.spec.seats[0])
    seated = window.texts()
    assert "You" not in seated
    assert portrait(window.app.agents, "sound").name in seated


def test_a_decision_that_cannot_be_graded_says_why(open_window: Open) -> None:
    window = open_window()
    retry_in_trouble(window.app)
    window.settle()
    assert "The other process ended unexpectedly." in window.words()
    window.key("t")
    assert not window.screen.decision.asking


def looked_at(window: Driver, played: PlayedHand | ImportedHand, player: str = "you") -> Reviewed:
    """Open the last decision of a hand on the retry page, and return the decision, graded as a mistake."""
    *_, before, last = [None, *played.session().steps]
    assert before is not None
    assert last is not None
    info = before.state.information_state(last.player)
    values = dict.fromkeys(info.legal_actions[:3], 0.0) | {last.action: -1.0}
    known = judged(values, next(one for one in values if one != last.action))
    decision = AskJudgement(played.game, info, played.spec.blinds, last.action)
    window.app.go(RetryScreen(window.app, decision, HandNumber(played.number, played.id), player))
    window.app.step([], 0.0)
    give_to(window.app, AskJudgement, known)
    window.settle()
    grade = known.grade(last.action)
    return Reviewed(played.game, played.number, played.id, player, 0, info, last.action, grade)


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("tic-tac-toe", "champion"),
        ("kuhn-poker", "always-bluffs"),
        ("kuhn-half-street", "half-1"),
        ("holdem", "maniac"),
    ],
)
def test_p_plays_the_hand_on_against_the_agent_and_it_does_not_count(
    open_window: Open, game: str, agent: str
) -> None:
    window = open_window()
    one = looked_at(window, hand(game, seed=4, skip=3, seats=("you", agent)))
    window.key("p")
    table = window.app.screen
    assert isinstance(table, PlayScreen)
    assert agent in table.session.spec.seats
    assert table.session.info(table.below) == one.info
    assert table.teaching
    window.settle()
    assert window.screen.phase == "yours"
    while not table.session.hand_over:
        table.apply(table.session.state.legal_actions()[-1])
    window.settle()
    assert window.app.saves.record_against(game, agent).hands == 0
    assert not [row for row in Reader(window.app.folder).rows(HistoryFilter()) if row is not None]
    window.key("g")
    assert (window.app.screen is table) == (game != "tic-tac-toe")  # its id does not determine the cards


@pytest.mark.parametrize(
    ("seats", "named"), [(("you", "maniac"), "The Colonel"), (("you", "Hyperborean"), "Hyperborean")]
)
def test_the_other_one_is_named(open_window: Open, seats: tuple[str, str], named: str) -> None:
    window = open_window()
    looked_at(window, hand("holdem", seed=4, skip=3, seats=seats))
    assert named in window.words()
    assert "Opponent" not in window.words()


def test_a_hand_of_a_log_is_played_on_against_the_strongest_agent(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, said = open_window(), list[str]()
    monkeypatch.setattr(window.app, "say", said.append)
    one = looked_at(window, ImportedHand(1, records(3)[0], 0, 0, 0))
    window.key("p")
    table = window.app.screen
    assert isinstance(table, PlayScreen)
    assert "rock-solid" in table.session.spec.seats
    assert table.session.info(table.below) == one.info
    assert "It does not count." in said[-1]


def test_a_game_that_was_left_stays_open_while_a_hand_is_played_on(open_window: Open) -> None:
    window = open_window()
    left = Session(TableSpec("kuhn-poker", ("you", "never-bluffs"), seed=8))
    left.act(0)
    window.app.saves.keep(left)
    looked_at(window, hand("kuhn-poker", seed=4, seats=("you", "always-bluffs")))
    window.key("p")
    window.settle()
    assert isinstance(window.app.screen, PlayScreen)
    assert left.spec in [one.session.spec for one in window.app.saves.open_tables()]


def test_a_decision_without_its_hand_says_that_it_cannot_be_played_on(
    of_holdem: OpenReview,
) -> None:
    window = of_holdem()
    window.key("o")
    assert isinstance(window.app.screen, ReviewScreen)
    assert "cannot be played on" in str(window.state["notice"])


def test_s_opens_the_solver_on_the_decision(of_holdem: OpenReview) -> None:
    window = of_holdem()
    window.key("s")
    window.settle()
    assert isinstance(window.app.screen, SolverScreen)


def test_a_review_is_cancelled_and_continued_by_the_same_key(open_window: Open) -> None:
    window = open_window()
    window.app.go(ReviewScreen(window.app, TARGET))
    window.app.step([], 0.0)
    give_to(window.app, AskReview, progress=Progress(340, 1_000, 20.0, 140.0))
    window.settle()
    assert "340 of 1,000 decisions graded, about 2 min left" in window.words()
    window.key("x")
    assert window.screen.query.state == "idle"
    assert "What is graded is kept." in window.words()
    window.key("x")
    assert window.screen.query.state == "waiting"


def test_the_list_fills_while_hands_are_graded_and_the_chosen_mistake_stays(open_window: Open) -> None:
    window = open_window()
    small, middle, large = sorted(
        (reviewed_decision("opening", 4), reviewed_decision("mistake", 5), reviewed_decision("odds", 6)),
        key=lambda one: one.order,
        reverse=True,
    )
    at_work(window.app)
    give_to(window.app, AskReview, progress=review_progress(341, small))
    window.settle()
    assert len(window.screen.review.mistakes) == 1
    assert window.focus == "mistakes"
    assert "341 of 1,000 decisions graded" in window.words()
    assert "min left" in window.words()
    window.key("n")
    give_to(window.app, AskReview, progress=review_progress(342, large))
    window.settle()
    assert (len(window.screen.review.mistakes), window.widget("mistakes").chosen) == (2, 1)
    assert window.screen.decision.grade.sure_cost == small.grade.sure_cost
    window.key("p")
    window.key("t")
    give_to(window.app, AskReview, progress=review_progress(343, middle))
    window.settle()
    assert window.screen.decision.asking
    assert window.widget("mistakes").chosen == 0
    give_to(window.app, AskReview, session_review(small, middle, large))
    window.settle()
    assert (len(window.screen.review.mistakes), window.widget("mistakes").chosen) == (3, 0)
    assert window.screen.decision.asking
    window.key("1")
    screen = window.app.screen
    assert isinstance(screen, ReviewScreen)
    assert screen.review is not None
    assert list(screen.review.mistakes) == [large, middle, small]
    assert "decisions graded" not in window.words()


def test_until_the_player_picks_one_the_most_costly_mistake_is_looked_at(open_window: Open) -> None:
    window = open_window()
    at_work(window.app)
    give_to(window.app, AskReview, progress=review_progress(341, reviewed_decision("opening", 4)))
    window.settle()
    give_to(window.app, AskReview, progress=review_progress(342, reviewed_decision("odds", 6)))
    window.settle()
    assert (window.widget("mistakes").chosen, window.screen.decision.grade.sure_cost) == (
        0,
        reviewed_decision("odds", 6).grade.sure_cost,
    )
    window.key("t")
    give_to(window.app, AskReview, progress=review_progress(343, reviewed_decision("mistake", 8)))
    window.settle()
    assert (window.widget("mistakes").chosen, window.screen.decision.asking) == (1, True)


def test_a_review_that_is_left_for_another_page_goes_on_afterwards(open_window: Open) -> None:
    window = open_window()
    show_progress(window.app)
    window.settle()
    window.key("s")
    assert isinstance(window.app.screen, SolverScreen)
    window.key("escape")
    assert window.state["screen"] == "review"
    assert window.screen.query.state == "waiting"
    assert (len(window.screen.review.mistakes), window.widget("mistakes").chosen) == (3, 0)
    window.key("x")
    window.key("s")
    window.key("escape")
    assert window.screen.query.state == "idle"


def test_a_review_that_was_cancelled_keeps_its_list_and_tells_nothing_twice(open_window: Open) -> None:
    window = open_window()
    show_progress(window.app)
    window.settle()
    window.key("n")
    window.key("x")
    assert window.screen.query.state == "idle"
    assert "What is graded is kept." in window.words()
    assert (len(window.screen.review.mistakes), window.widget("mistakes").chosen) == (3, 1)
    window.key("x")
    told = (
        reviewed_decision("opening", 4),
        reviewed_decision("odds", 7, LONG_NAME),
        reviewed_decision("mistake", 342, "Ann"),
    )
    give_to(window.app, AskReview, progress=review_progress(342, *told))
    window.settle()
    assert (len(window.screen.review.mistakes), window.widget("mistakes").chosen) == (3, 1)


def test_a_chosen_mistake_stays_in_view_while_more_costly_ones_are_found(open_window: Open) -> None:
    window = open_window()
    at_work(window.app)
    give_to(window.app, AskReview, progress=review_progress(341, reviewed_decision("opening", 900)))
    window.settle()
    window.key("n")
    worse = [reviewed_decision("odds", number) for number in range(40)]
    for done, one in enumerate(worse, 342):
        give_to(window.app, AskReview, progress=review_progress(done, one))
        window.settle()
    screen = window.app.screen
    assert isinstance(screen, ReviewScreen)
    rows: Any = screen.controls.find("mistakes")
    assert rows.chosen == len(worse)
    assert rows.chosen in rows.seen
    assert [one.hand for one in screen.review.mistakes[:-1]] == list(range(40))  # type: ignore[union-attr]


def test_a_review_without_mistakes_says_so(open_window: Open) -> None:
    window = open_window()
    window.app.go(ReviewScreen(window.app, ReviewTarget("log", "evening.log")))
    window.app.step([], 0.0)
    give_to(window.app, AskReview, CLEAN)
    window.settle()
    assert "No mistakes were found." in window.words()


def test_why_nothing_can_be_reviewed_is_said(open_window: Open, tmp_path: Path) -> None:
    window = open_window()
    window.app.go(ReviewScreen(window.app, ReviewTarget("log", str(tmp_path / "none.log"))))
    window.app.step([], 0.0)
    give_to(window.app, AskReview, error="There is no log none.log.")
    window.settle()
    assert "There is no log none.log." in window.words()


def test_a_grade_removes_only_its_own_decision_from_those_that_wait(open_window: Open) -> None:
    """Hands of several tables may have the same number."""
    window = open_window()
    at_work(window.app)
    waiting = tuple(replace(ungraded_decision("river", 4), hand_id=f"id-{table}") for table in range(3))
    first = review_progress(1)
    assert first.found is not None
    give_to(window.app, AskReview, progress=replace(first, found=replace(first.found, ungraded=waiting)))
    graded = replace(reviewed_decision("river", 4), hand_id="id-1")
    give_to(window.app, AskReview, progress=review_progress(2, graded))
    window.settle()
    left = [one.hand_id for one in window.screen.review.ungraded]
    assert left == ["id-0", "id-2"]


def test_an_ungraded_decision_opens_in_the_solver_by_its_button_but_is_no_question(open_window: Open) -> None:
    window = open_window()
    show_progress(window.app)
    window.settle()
    while window.screen.selection.grade is not None:
        window.key("n")
    names = {control.name for control in window.app.controls()}
    assert {"solver", "play"} <= names
    assert "retry" not in names
    window.key("t")
    assert not window.screen.decision.asking
    window.click("solver")
    assert isinstance(window.app.screen, SolverScreen)


def test_a_decision_of_an_imported_hand_is_told_in_the_currency_of_its_room(open_window: Open) -> None:
    one = reviewed_decision("mistake", 4)
    assert isinstance(one.info, HoldemInformationState)
    window = open_window(amounts="chips")
    unit = ChipUnit(2 / one.info.rules.big_blind, "USD")
    show_review(session_review(replace(one, unit=unit)))(window.app)
    pot = unit.write(one.info.pot)
    assert pot.endswith(" USD")
    assert pot in window.words()


def test_decisions_are_filtered_by_street(of_holdem: OpenReview) -> None:
    window = of_holdem()
    streets, every = window.widget("street"), len(window.screen._found_mistakes.decisions)
    assert [option.label for option in streets.options] == ["All streets", "Preflop", "Turn", "River"]
    window.screen.controls.focus("street")
    window.key("right")
    assert streets.value == "Preflop"
    assert window.widget("mistakes").count == 1
    assert window.screen.selection.info.street == Street.PREFLOP
    window.key("left")
    assert window.widget("mistakes").count == every


def test_a_review_of_one_street_has_no_filter(open_window: Open) -> None:
    window = open_window()
    for review in (session_review(reviewed_decision("opening", 4)), KUHN):
        show_review(review)(window.app)
        assert "street" not in {control.name for control in window.app.controls()}


def test_an_all_in_is_told_once_by_what_the_opponent_can_call(open_window: Open) -> None:
    one = reviewed_decision("opening", 4)
    assert isinstance(one.info, HoldemInformationState)
    assert one.grade is not None
    own = one.info.player
    stacks = (2_000, 20_000) if own else (20_000, 2_000)
    info = replace(one.info, betting=PublicBetting.start(HoldemRules(stacks=stacks)))
    values = {0: 0.0, 1: 0.4, 2_000: -9.0, 2_700: -9.0, 20_000: -9.0}
    grade = replace(one.grade.judgement, values=values, errors=dict.fromkeys(values, 0.1)).grade(2_700)
    window = open_window(amounts="chips", painter=LoggingPainter)
    show_review(session_review(replace(one, info=info, action=2_700, grade=grade)))(window.app)
    named = [mark.words for mark in window.marks() if "All-in" in mark.words]
    assert sorted(named) == ["All-in 2,000", "All-in 2,000", "Played: All-in 2,000"], "a row of each list"
    window.key("t")
    assert [button.label for button in window.screen.decision.answers.buttons][2:] == ["All-in 2,000"]


def test_the_page_names_what_is_reviewed_and_the_order_of_imported_hands(open_window: Open) -> None:
    window = open_window()
    order = "pots of each street come first. Grading pauses when you leave this page. What is graded is kept."
    for target, is_said in ((TARGET, False), (ReviewTarget("imported", "imported"), True)):
        window.app.go(ReviewScreen(window.app, target))
        window.settle()
        give_to(window.app, AskReview, progress=review_progress(341, reviewed_decision("opening", 4)))
        window.settle()
        assert "Evening, 1,012 hands" in window.words()
        assert (order in window.words()) is is_said
