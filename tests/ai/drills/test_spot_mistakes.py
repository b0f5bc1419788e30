"""Mistakes against a solved spot become cards of the drills, which lie on a table and open again."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.drills.cards import DrillCard
from ai.drills.mistakes import keep_mistakes, spot_card
from ai.drills.store import DrillStore
from ai.features import drills, solver  # noqa: F401 - they register who answers
from ai.features.solver import held_solves
from ai.solver.spot_forms import spot_of_texts
from game.core import BadInput
from game.features.drills.asks import AnswerCard, AskCard
from game.features.solver.asks import KeepSpotMistakes, PlaySpot, SolveSpot, SpotDecision
from game.match.spot_texts import SpotTexts
from game.rules.cards import parse
from game.study.judgements import Mark
from tests.ai.drills.spots_for_tests import MONDAY
from tests.judged import judged

RIVER = SpotTexts("QsJh2h8d5c", "AA,KQs,JTs,65s,T9s", "QQ,AJ,T9s,A5s:0.5,KT", "80", "120", "75%", "a")
OFFERED = ("fold", "call", "all-in 120")


def answer(request: Any) -> Any:
    *_, last = request.answered()
    return last


def decision(**changed: Any) -> SpotDecision:
    """Return a fold of a straight to a bet of 60 into 80, which gives away 90 chips."""
    values, shares = {0: 0.0, 1: 85.0, 2: 90.0}, {0: 0.0, 1: 0.1, 2: 0.9}
    found = judged(values, shares, best=2, source="solve", error=0.7, stake=140.0, equity=0.9, price=0.3)
    grade = found.grade(0)
    known = SpotDecision(0, parse("Ts9s"), parse("QsJh2h8d5c"), ("check", "bet 60"), OFFERED, 140.0, grade)
    return replace(known, **changed)


def card_of(texts: SpotTexts = RIVER, **changed: Any) -> DrillCard:
    found = spot_card(texts, spot_of_texts(texts), decision(**changed), MONDAY)
    assert found is not None
    return found


def test_a_mistake_becomes_a_card_whose_values_are_percents_of_the_pot_of_the_spot() -> None:
    card = card_of()
    fold, call, all_in = card.actions
    assert card.solution.values == {fold: 0.0, call: 106.25, all_in: 112.5}
    assert card.solution.best == all_in
    assert card.solution.stake == pytest.approx(175)
    assert card.grade(fold).mark == Mark.BLUNDER
    assert card.grade(all_in).mark == Mark.BEST


def test_the_table_of_a_card_has_the_chips_and_the_cards_of_the_spot() -> None:
    info: Any = card_of().info
    a_chip = 10_000 / 80
    assert info.pot == 140 * a_chip
    assert info.to_call == 60 * a_chip
    assert info.stacks_left == (120 * a_chip, 60 * a_chip)
    assert info.board == parse("QsJh2h8d5c")
    assert info.betting.actor == info.player == 0


def test_a_card_is_read_back_from_a_file_as_it_was() -> None:
    card = card_of()
    again = DrillCard.from_dict(json.loads(json.dumps(card.to_dict())))
    assert again == card
    assert again.spot == RIVER.id


@pytest.mark.parametrize(
    "spot", [5, "no spot", "QsJh2h; AA; KK; nan; 300; 50%; ", "QsJh2h; AA; KK; -5; 300; 50%; "]
)
def test_a_card_with_a_damaged_spot_is_refused(spot: object) -> None:
    with pytest.raises(BadInput):
        DrillCard.from_dict({**card_of().to_dict(), "solved_spot": spot})


def test_what_cost_little_and_what_the_solution_does_is_no_card(user_folder: Path) -> None:
    store = DrillStore(user_folder)
    good = decision()
    found = good.grade.judgement
    cheap = replace(good, grade=replace(found, values={0: 0.0, 1: 4.0, 2: 5.0}).grade(0))
    mixed = replace(good, grade=replace(found, shares={0: 0.3, 1: 0.0, 2: 0.7}).grade(0))
    assert keep_mistakes(store, RIVER, (cheap, mixed), MONDAY) == 0
    assert keep_mistakes(store, RIVER, (replace(mixed, locked=True),), MONDAY) == 1, "a lock is no advice"
    store.forget("mistakes")
    assert keep_mistakes(store, RIVER, (good, good, cheap), MONDAY) == 1
    assert keep_mistakes(store, RIVER, (good,), MONDAY) == 0, "the deck has it"
    [card] = DrillStore(user_folder).deck("mistakes").cards.values()
    assert card.spot == RIVER.id


def test_bets_that_are_one_at_a_table_make_no_card() -> None:
    tiny = decision(offered=("fold", "raise 60.1", "raise 60.2"))
    assert spot_card(RIVER, spot_of_texts(RIVER), tiny, MONDAY) is None


def test_a_blunder_in_a_hand_that_was_played_comes_back_in_the_drills(user_folder: Path) -> None:
    held_solves.held.clear()
    answer(SolveSpot(RIVER, 0.5))
    blunders: tuple[SpotDecision, ...] = ()
    for number in range(40):
        hand = answer(PlaySpot(RIVER, 1, 3, number))
        if "fold" in hand.offered:
            hand = answer(PlaySpot(RIVER, 1, 3, number, ("fold",)))
            blunders += tuple(one for one in hand.decisions if one.grade.mark == Mark.BLUNDER)
    assert blunders
    new = answer(KeepSpotMistakes(MONDAY, RIVER, blunders))
    assert 0 < new <= len(blunders)
    asked = answer(AskCard(MONDAY, "mistakes"))
    assert asked.spot == RIVER.id
    verdict = answer(AnswerCard(MONDAY, "mistakes", asked.card, 0, 5.0))
    assert verdict.grade.mark == Mark.BLUNDER
    assert verdict.rating == "again"
    held_solves.held.clear()
