"""Cards on disk: what was kept is read back, and what is damaged is refused in one sentence and set aside."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ai.drills import cards
from ai.drills import cards as schedule
from ai.drills.cards import CardDeck, DrillCard
from ai.drills.store import DrillStore
from game.core import BadInput
from game.study.judgements import Mark
from tests.ai.drills.spots_for_tests import INFOS, MONDAY, holdem, made


@pytest.mark.parametrize("name", INFOS)
def test_a_position_is_read_back_as_it_was(name: str) -> None:
    info = INFOS[name]
    stored = json.loads(json.dumps(cards.decision_to_dict(info)))
    assert cards.decision_from_dict(cards.decision_game(info), stored) == info


@pytest.mark.parametrize("name", INFOS)
def test_a_card_is_read_back_as_it_was_before_and_after_answers(name: str) -> None:
    card = made(INFOS[name])
    answered = card.answered("again", MONDAY).answered("good", MONDAY + 900).buried_until_tomorrow(MONDAY)
    for one in (card, answered, replace(card, skipped=MONDAY, against="bluffer")):
        assert DrillCard.from_dict(json.loads(json.dumps(one.to_dict()))) == one


def test_the_same_decision_has_one_name_and_comes_into_a_deck_once() -> None:
    deck = CardDeck()
    assert deck.add(made(INFOS["river"]))
    assert not deck.add(made(INFOS["river"], now=MONDAY + 5000))
    assert deck.add(made(INFOS["preflop"]))
    assert len(deck.cards) == 2


def test_an_answer_is_marked_by_what_it_costs_beside_the_pot() -> None:
    card = made(holdem(), {0: 0.0, 1: 0.5, 300: 0.52})
    assert [card.grade(action).mark for action in card.actions] == [Mark.BLUNDER, Mark.GOOD, Mark.BEST]


def test_a_card_of_an_earlier_version_is_read_with_its_margin_as_the_error() -> None:
    stored = made(holdem(), {0: 0.0, 1: 0.5, 300: 0.52}).to_dict()
    former = {key: value for key, value in stored.items() if key not in ("errors", "bounds", "advice")}
    card = DrillCard.from_dict(json.loads(json.dumps(former | {"margin": 0.6, "source": "trained"})))
    assert (card.solution.source, card.solution.error) == ("blueprint", 0.6)
    assert card.grade(0).sure_cost == 0.0


def test_what_may_be_an_error_of_training_counts_as_no_cost() -> None:
    card = made(holdem(), {0: 0.0, 1: 0.4, 300: 0.5})
    errors = dict.fromkeys(card.solution.values, 0.5)
    unsure = replace(card, solution=replace(card.solution, source="blueprint", errors=errors))
    assert card.grade(0).mark == Mark.BLUNDER
    assert (unsure.grade(0).cost, unsure.grade(0).sure_cost, unsure.grade(0).mark) == (0.5, 0.0, Mark.BEST)
    bound = replace(unsure, solution=replace(unsure.solution, bounds=frozenset({0})))
    assert bound.grade(0).mark == Mark.UNKNOWN


def test_an_answer_that_is_none_is_refused() -> None:
    with pytest.raises(BadInput, match="77 is no answer"):
        made(holdem()).grade(77)


def damaged(**changes: Any) -> dict[str, Any]:
    return {**made(INFOS["river"]).answered("good", MONDAY).to_dict(), **changes}


SPOT = cards.decision_to_dict(INFOS["river"])
SCHEDULE = schedule.new(MONDAY).to_dict()


@pytest.mark.parametrize(
    "stored",
    [
        {},
        damaged(game="chess"),
        damaged(spot={}),
        damaged(spot={**SPOT, "hole": [3, 3]}),
        damaged(spot={**SPOT, "hole": [3, 77]}),
        damaged(spot={**SPOT, "board": SPOT["board"][:3]}),
        damaged(spot={**SPOT, "rounds": [[300, 1], [1, 1], [7]]}),
        damaged(spot={**SPOT, "rules": [50, 100, 0, -1]}),
        damaged(values=[[1, None]]),
        damaged(values=[[1, float("nan")]]),
        damaged(best=12345),
        damaged(source="a guess"),
        damaged(shown=[99]),
        damaged(first="last week"),
        damaged(schedule={}),
        damaged(schedule={**SCHEDULE, "due": "2026-11-23T12:00:00"}),
        damaged(schedule={**SCHEDULE, "state": 2}),
        damaged(schedule={**SCHEDULE, "stability": -1.0}),
        damaged(against=5),
    ],
)
def test_a_card_that_is_damaged_is_refused_in_a_sentence(stored: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"\w+ \w+"):
        DrillCard.from_dict(stored)


def test_a_deck_that_is_damaged_is_set_aside_and_the_copy_before_it_used(user_folder: Path) -> None:
    store, deck = DrillStore(user_folder), CardDeck(begun=True)
    deck.add(made(INFOS["river"]))
    store.keep("mistakes", deck)
    deck.add(made(INFOS["preflop"]))
    store.keep("mistakes", deck)
    path = user_folder / "drills" / "mistakes.json"
    path.write_bytes(path.read_bytes()[:-40])
    assert len(store.deck("mistakes").cards) == 1
    [said] = store.warnings
    assert "mistakes.json could not be read" in said
    assert "The copy before it is used." in said
    assert (path.parent / "mistakes.json.broken-1").exists()


def test_other_decks_are_untouched_by_a_damaged_one(user_folder: Path) -> None:
    store, deck = DrillStore(user_folder), CardDeck(begun=True)
    deck.add(made(INFOS["kuhn"]))
    store.keep("bluffs", deck)
    (user_folder / "drills" / "forks.json").write_text("{}")
    assert store.deck("forks") == CardDeck()
    assert store.deck("bluffs") == deck


def test_the_diary_counts_days_in_a_row(user_folder: Path) -> None:
    store = DrillStore(user_folder)
    diary = store.diary()
    for day in (18, 20, 21, 22):
        diary.note(date(2026, 11, day))
    store.keep_diary(diary)
    kept = store.diary()
    assert kept.streak(date(2026, 11, 22)) == 3
    assert kept.streak(date(2026, 11, 23)) == 3, "today may still come"
    assert kept.streak(date(2026, 11, 24)) == 0
    assert kept.recent(date(2026, 11, 22))[-5:] == (1, 0, 1, 1, 1)
