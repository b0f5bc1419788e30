"""Mistakes in played hands and in solved spots become drill cards."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ai import catalog
from ai.agents.small_games import PerfectAgent
from ai.drills import mistakes
from ai.drills.cards import CardDeck, DrillCard, is_mistake
from ai.drills.mistakes import collect_mistakes, keep_mistakes, spot_card
from ai.drills.store import DrillStore
from ai.evaluation.grading.decisions import own_decisions
from ai.features import drills, judgements, solver  # noqa: F401 - they register who answers
from ai.features.solver import held_solves
from ai.solver.spot_forms import spot_of_texts
from game.archive.hands import PlayedHand
from game.archive.imported import RoomStore
from game.archive.store import FOLDER, Archive
from game.core import Action, BadInput, Progress
from game.features.solver import KeepSpotMistakes, PlaySpot, SolveSpot, SpotDecision
from game.match.spot_texts import SpotTexts
from game.rules import games
from game.rules.cards import parse
from game.study.drills import AnswerCard, AskCard, AskDrills, CollectMistakes
from game.study.judgements import AskJudgement, Judgement, Mark
from tests.ai.asking import get_answer
from tests.archive.hands_for_tests import hand
from tests.histories.plain_hands import WINAMAX, read_hand
from tests.played_hands import MONDAY, make_judgement

assert drills


def list_hands(count: int, first: int = 0) -> list[PlayedHand]:
    return [hand(at=MONDAY + number, seed=number) for number in range(first, first + count)]


def keep(home: Path, hands: list[PlayedHand]) -> None:
    archive = Archive(home)
    for one in hands:
        archive.append(one)


def given_away(hands: list[PlayedHand]) -> set[str]:
    """Return the key of each position in which a move of the user gave away half a point or more."""
    perfect = catalog.load(games.TIC_TAC_TOE, "perfect")
    assert isinstance(perfect, PerfectAgent)
    found = set()
    for one in hands:
        for asked, action in own_decisions(one):
            values = perfect.values(asked.info)
            if values[action] < max(values.values()):
                found.add(asked.info.key)
    return found


def deck(home: Path) -> CardDeck:
    return DrillStore(home).deck("mistakes")


def collect(now: float = MONDAY) -> int:
    *_, new = CollectMistakes(now).run_handler()
    assert isinstance(new, int)
    return new


def test_every_mistake_of_played_games_becomes_a_card_and_nothing_else_does(user_folder: Path) -> None:
    keep(user_folder, hands := list_hands(12))
    wrong = given_away(hands)
    assert len(wrong) > 4
    assert collect() == len(wrong)
    assert {card.info.key for card in deck(user_folder).cards.values()} == wrong
    times = {one.at for one in hands}
    assert all(card.hand is not None and card.hand.at in times for card in deck(user_folder).cards.values())
    *_, today = AskDrills(MONDAY).run_handler()
    assert not isinstance(today, Progress)
    assert today.due == len(wrong)


def test_a_hand_is_graded_once(user_folder: Path) -> None:
    keep(user_folder, first := list_hands(6))
    assert collect() == len(given_away(first))
    assert collect() == 0
    keep(user_folder, second := list_hands(6, 6))
    assert collect() == len(given_away(second) - given_away(first))


def test_work_that_ended_early_goes_on_where_it_was_with_nothing_twice_and_nothing_lost(
    user_folder: Path,
) -> None:
    keep(user_folder, hands := list_hands(10))
    graded: list[tuple[str, Action]] = []

    def grading(asked: AskJudgement) -> Iterator[Progress | Judgement]:
        assert asked.action is not None
        graded.append((asked.info.key, asked.action))
        yield make_judgement({asked.action: 0.0})

    store = DrillStore(user_folder)
    for _ in range(4):
        items = collect_mistakes(user_folder, store, grading, MONDAY)
        list(islice(items, 3))
        items.close()  # type: ignore[attr-defined]
    assert isinstance([*collect_mistakes(user_folder, store, grading, MONDAY)][-1], int)
    every = [(asked.info.key, action) for one in hands for asked, action in own_decisions(one)]
    assert graded == every


@pytest.mark.parametrize(("share", "kept"), [(0.0, True), (0.15, True), (0.4, False)])
def test_what_the_solution_does_at_times_is_no_mistake(user_folder: Path, share: float, kept: bool) -> None:
    keep(user_folder, list_hands(1))

    def grading(asked: AskJudgement) -> Iterator[Progress | Judgement]:
        info, action = asked.info, asked.action
        assert action is not None
        best = next((one for one in info.legal_actions if one != action), action)
        yield make_judgement({best: 1.0, action: 0.0}, {best: 1 - share, action: share}, best=best)

    assert isinstance([*collect_mistakes(user_folder, DrillStore(user_folder), grading, MONDAY)][-1], int)
    assert bool(deck(user_folder).cards) == kept


@pytest.mark.parametrize(("cost", "kept"), [(3.0, True), (0.4, False)])
def test_an_inaccuracy_in_a_large_pot_that_costs_much_becomes_a_card(cost: float, kept: bool) -> None:
    grade = make_judgement({0: 0.0, 1: cost}, stake=cost / 0.04).grade(0)
    assert is_mistake(grade, games.HOLDEM) == kept
    assert not is_mistake(grade, games.KUHN_POKER), "what it costs is in chips"
    assert not is_mistake(grade, games.HOLDEM, RIVER.id), "what it costs is in percent of the pot"


@pytest.mark.parametrize(("share", "listed"), [(0.0, True), (0.15, True), (0.4, False)])
def test_a_review_leaves_out_what_the_drills_leave_out(share: float, listed: bool) -> None:
    grade = make_judgement({0: 0.0, 1: 3.0}, {0: share, 1: 1 - share}).grade(0)
    assert grade.is_mistake() == grade.is_mistake(Mark.MISTAKE) == listed


def test_only_the_last_hands_are_graded(user_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistakes, "MAX_HANDS", 3)
    keep(user_folder, hands := list_hands(9))
    assert collect() == len(given_away(hands[-3:]))


def test_who_watched_two_others_made_no_mistake(user_folder: Path) -> None:
    keep(user_folder, [hand(at=MONDAY, seed=1, seats=("ada-20", "ada-20"))])
    assert collect() == 0


def test_mistakes_of_kuhn_poker_are_exact_too(user_folder: Path) -> None:
    hands = [
        hand(games.KUHN_POKER, MONDAY + seed, seed=seed, seats=("you", "vesper-3")) for seed in range(30)
    ]
    keep(user_folder, hands)
    assert collect() > 0
    for card in deck(user_folder).cards.values():
        assert card.solution.source == "exact"
        assert max(card.grade(action).cost for action in card.actions) > 0.06 * card.solution.stake


def test_a_decision_that_a_table_has_graded_is_not_judged_again(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(user_folder, [played := hand(games.HOLDEM, MONDAY, seed=7)])
    decisions = list(own_decisions(played))

    def grading(asked: AskJudgement) -> Iterator[Progress | Judgement]:
        info, action = asked.info, asked.action
        assert action is not None
        best = next(one for one in info.legal_actions if one != action)
        yield make_judgement({best: 1.0, action: 0.0}, best=best)

    monkeypatch.setattr(judgements, "judge", grading)
    for asked, _ in decisions:
        get_answer(asked)
    judgements.forget_stored()
    monkeypatch.setattr(drills, "judge", None)  # a decision that is judged again raises an error
    assert collect() == len(decisions) > 0


def test_progress_counts_hands_whatever_the_grader_reports(user_folder: Path) -> None:
    keep(user_folder, list_hands(3))

    def grading(asked: AskJudgement) -> Iterator[Progress | Judgement]:
        yield Progress(7, 250, 0.0)
        assert asked.action is not None
        yield make_judgement({asked.action: 0.0})

    *reports, _ = collect_mistakes(user_folder, DrillStore(user_folder), grading, MONDAY)
    counted = [item for item in reports if isinstance(item, Progress) and item.total is not None]
    assert [(item.iteration, item.total) for item in counted] == [(0, 3), (1, 3), (2, 3)]
    assert [item.seconds_left is None for item in counted] == [True, False, False]
    assert len(reports) > len(counted), "what takes long pauses within a hand"


def test_progress_counts_all_imported_hands_although_few_are_graded_at_once(
    user_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mistakes, "MAX_IMPORTED_HANDS", 1)
    imported = read_hand(tmp_path, WINAMAX)
    assert imported.origin is not None
    others = [replace(imported, origin=replace(imported.origin, id=str(number))) for number in range(3)]
    with RoomStore(user_folder / FOLDER) as rooms:
        rooms.add(others)

    def grading(asked: AskJudgement) -> Iterator[Progress | Judgement]:
        assert asked.action is not None
        yield make_judgement({asked.action: 0.0})

    for left in (3, 2, 1):
        first, *_ = collect_mistakes(user_folder, DrillStore(user_folder), grading, MONDAY)
        assert isinstance(first, Progress)
        assert (first.iteration, first.total) == (0, left)


def test_a_deck_that_is_forgotten_while_hands_are_graded_stays_forgotten(user_folder: Path) -> None:
    keep(user_folder, hands := list_hands(2))
    store = DrillStore(user_folder)

    def grading(asked: AskJudgement) -> Iterator[Progress | Judgement]:
        info, action = asked.info, asked.action
        assert action is not None
        yield Progress(0, None, 0.0)
        best = next((one for one in info.legal_actions if one != action), action)
        yield make_judgement({best: 1.0, action: 0.0}, best=best)

    items = collect_mistakes(user_folder, store, grading, MONDAY)
    while not deck(user_folder).cards:
        next(items)
    while next(items).total is not None:  # type: ignore[union-attr]
        """Continue to the middle of the second hand."""
    store.forget("mistakes")
    assert isinstance([*items][-1], int)
    of_second = {asked.info.key for asked, _ in own_decisions(hands[1])}
    assert {card.info.key for card in deck(user_folder).cards.values()} == of_second


def test_what_is_left_of_a_deck_that_was_forgotten_does_not_come_back(user_folder: Path) -> None:
    keep(user_folder, list_hands(6))
    assert collect() > 0
    DrillStore(user_folder).forget("mistakes")
    assert collect() == 0


RIVER = SpotTexts("QsJh2h8d5c", "AA,KQs,JTs,65s,T9s", "QQ,AJ,T9s,A5s:0.5,KT", "80", "120", "75%", "a")
OFFERED = ("fold", "call", "all-in 120")


def decision(**changed: Any) -> SpotDecision:
    """Return a decision with a straight, facing a bet of 60 into 80. The player folds, which costs 90 chips."""
    values, shares = {0: 0.0, 1: 85.0, 2: 90.0}, {0: 0.0, 1: 0.1, 2: 0.9}
    found = make_judgement(
        values, shares, best=2, source="solve", error=0.7, stake=140.0, equity=0.9, price=0.3
    )
    grade = found.grade(0)
    hole, board, line = parse("Ts9s"), parse("QsJh2h8d5c"), ("check", "bet 60")
    known = SpotDecision(0, hole, board, line, OFFERED, 140.0, (0.0, 0.1, 0.9), grade)
    return replace(known, **changed)


def make_spot_card(texts: SpotTexts = RIVER, **changed: Any) -> DrillCard:
    found = spot_card(texts, spot_of_texts(texts), decision(**changed), MONDAY)
    assert found is not None
    return found


def test_a_mistake_becomes_a_card_whose_values_are_percents_of_the_pot_of_the_spot() -> None:
    card = make_spot_card()
    fold, call, all_in = card.actions
    assert card.solution.values == {fold: 0.0, call: 106.25, all_in: 112.5}
    assert card.solution.best == all_in
    assert card.solution.stake == pytest.approx(175)
    assert card.grade(fold).mark == Mark.BLUNDER
    assert card.grade(all_in).mark == Mark.BEST


def test_the_table_of_a_card_has_the_chips_and_the_cards_of_the_spot() -> None:
    info: Any = make_spot_card().info
    a_chip = 10_000 / 80
    assert info.pot == 140 * a_chip
    assert info.to_call == 60 * a_chip
    assert info.stacks_left == (120 * a_chip, 60 * a_chip)
    assert info.board == parse("QsJh2h8d5c")
    assert info.betting.actor == info.player == 0


def test_a_card_is_read_back_from_a_file_as_it_was() -> None:
    card = make_spot_card()
    again = DrillCard.from_dict(json.loads(json.dumps(card.to_dict())))
    assert again == card
    assert again.spot == RIVER.id


@pytest.mark.parametrize(
    "spot", [5, "no spot", "QsJh2h; AA; KK; nan; 300; 50%; ", "QsJh2h; AA; KK; -5; 300; 50%; "]
)
def test_a_card_with_a_damaged_spot_is_refused(spot: object) -> None:
    with pytest.raises(BadInput):
        DrillCard.from_dict({**make_spot_card().to_dict(), "solved_spot": spot})


def test_what_cost_little_and_what_the_solution_does_is_no_card(user_folder: Path) -> None:
    store = DrillStore(user_folder)
    good = decision()
    found = good.grade.judgement
    cheap = replace(good, grade=replace(found, values={0: 0.0, 1: 4.0, 2: 5.0}).grade(0))
    mixed = replace(good, grade=replace(found, shares={0: 0.3, 1: 0.0, 2: 0.7}).grade(0))
    assert keep_mistakes(store, RIVER, (cheap, mixed), MONDAY) == 0
    assert keep_mistakes(store, RIVER, (good, good, cheap), MONDAY) == 1
    assert keep_mistakes(store, RIVER, (good,), MONDAY) == 0, "the deck has it"
    [card] = DrillStore(user_folder).deck("mistakes").cards.values()
    assert card.spot == RIVER.id


def test_bets_that_are_one_at_a_table_make_no_card() -> None:
    tiny = decision(offered=("fold", "raise 60.1", "raise 60.2"))
    assert spot_card(RIVER, spot_of_texts(RIVER), tiny, MONDAY) is None


def test_a_blunder_in_a_hand_that_was_played_comes_back_in_the_drills(user_folder: Path) -> None:
    held_solves.solves.clear()
    get_answer(SolveSpot(RIVER, 0.5))
    blunders: tuple[SpotDecision, ...] = ()
    for number in range(40):
        hand = get_answer(PlaySpot(RIVER, 1, 3, number))
        if "fold" in hand.offered:
            hand = get_answer(PlaySpot(RIVER, 1, 3, number, ("fold",)))
            blunders += tuple(one for one in hand.decisions if one.grade.mark == Mark.BLUNDER)
    assert blunders
    new = get_answer(KeepSpotMistakes(MONDAY, RIVER, blunders))
    assert 0 < new <= len(blunders)
    asked = get_answer(AskCard(MONDAY, "mistakes"))
    assert asked.spot == RIVER.id
    verdict = get_answer(AnswerCard(MONDAY, "mistakes", asked.card, 0, 5.0))
    assert verdict.grade.mark == Mark.BLUNDER
    assert verdict.rating == "again"
    held_solves.solves.clear()
