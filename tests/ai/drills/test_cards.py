"""Drill cards: their files, and their schedule from day to day."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import pytest

from ai.drills import cards, store
from ai.drills.cards import CardDeck, DrillCard, is_mistake, new_card
from ai.drills.decks import habits
from ai.drills.store import DrillStore
from ai.features import drills as handlers
from game.core import BadInput, Progress
from game.match.table_spec import ChipUnit
from game.request import Request
from game.rules import games
from game.rules.kuhn_poker import KuhnInformationState, KuhnRules
from game.study.drills import (
    AnswerCard,
    Aside,
    AskCard,
    AskDrills,
    CardHand,
    Deck,
    DrillQuestion,
    DrillsToday,
    ForgetDeck,
    Rating,
    SetCardAside,
    Verdict,
)
from game.study.judgements import Mark
from tests.played_hands import DAY, INFOS, MONDAY, make_card, make_judgement, spot
from tests.played_hands import cards as make_cards


@pytest.mark.parametrize("name", INFOS)
def test_a_position_is_read_back_as_it_was(name: str) -> None:
    info = INFOS[name]
    stored = json.loads(json.dumps(cards.decision_to_dict(info)))
    assert cards.decision_from_dict(cards.decision_game(info), stored) == info


@pytest.mark.parametrize("name", INFOS)
def test_a_card_is_read_back_as_it_was_before_and_after_answers(name: str) -> None:
    card = make_card(INFOS[name])
    answered = (
        card.after_answer("again", MONDAY).after_answer("good", MONDAY + 900).buried_until_tomorrow(MONDAY)
    )
    hand = CardHand(MONDAY, "winamax/Tom", card.actions[0])
    unit = ChipUnit(0.02, "EUR", 4)
    others = replace(card, skipped=MONDAY, against="bluffer"), replace(card, unit=unit, hand=hand)
    for one in (card, answered, *others):
        assert DrillCard.from_dict(json.loads(json.dumps(one.to_dict()))) == one


def test_the_same_decision_has_one_name_and_comes_into_a_deck_once() -> None:
    deck = CardDeck()
    assert deck.add(make_card(INFOS["river"]))
    assert not deck.add(make_card(INFOS["river"], now=MONDAY + 5000))
    assert deck.add(make_card(INFOS["preflop"]))
    assert len(deck.cards) == 2


def test_an_answer_is_marked_by_what_it_costs_beside_the_pot() -> None:
    card = make_card(spot("2c7dAsAh"), {0: 0.0, 1: 0.5, 300: 0.52})
    assert [card.grade(action).mark for action in card.actions] == [Mark.BLUNDER, Mark.GOOD, Mark.BEST]


def test_a_card_of_an_earlier_version_is_read_with_its_margin_as_the_error() -> None:
    stored = make_card(spot("2c7dAsAh"), {0: 0.0, 1: 0.5, 300: 0.52}).to_dict()
    former = {key: value for key, value in stored.items() if key not in ("errors", "bounds", "advice")}
    card = DrillCard.from_dict(json.loads(json.dumps(former | {"margin": 0.6, "source": "trained"})))
    assert (card.solution.source, card.solution.error) == ("blueprint", 0.6)
    assert card.grade(0).sure_cost == 0.0
    former = former | {"errors": stored["errors"]}
    former["opponent_values"] = {"values": [[0, 0.0], [300, 0.4]], "best": 300, "error": 0.5}
    against = DrillCard.from_dict(json.loads(json.dumps(former))).solution.against
    assert against is not None
    assert (against.errors, against.folds) == ({0: 0.5, 300: 0.5}, {})


def test_what_may_be_an_error_of_training_counts_as_no_cost() -> None:
    card = make_card(spot("2c7dAsAh"), {0: 0.0, 1: 0.4, 300: 0.5})
    errors = dict.fromkeys(card.solution.values, 0.5)
    unsure = replace(card, solution=replace(card.solution, source="blueprint", errors=errors))
    assert card.grade(0).mark == Mark.BLUNDER
    assert (unsure.grade(0).cost, unsure.grade(0).sure_cost, unsure.grade(0).mark) == (0.5, 0.0, Mark.GOOD)
    bound = replace(unsure, solution=replace(unsure.solution, bounds=frozenset({0})))
    assert bound.grade(0).mark == Mark.UNKNOWN


def test_an_answer_that_is_none_is_refused() -> None:
    with pytest.raises(BadInput, match="77 is no answer"):
        make_card(spot("2c7dAsAh")).grade(77)


def damaged(**changes: Any) -> dict[str, Any]:
    return {**make_card(INFOS["river"]).after_answer("good", MONDAY).to_dict(), **changes}


SPOT = cards.decision_to_dict(INFOS["river"])
SCHEDULE = cards.new(MONDAY).to_dict()


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
        damaged(opponent_values={"values": [[1, 1.0]], "errors": [[1, 0.1]]}),
        damaged(source="a guess"),
        damaged(shown=[99]),
        damaged(first="last week"),
        damaged(schedule={}),
        damaged(schedule={**SCHEDULE, "due": "2026-11-23T12:00:00"}),
        damaged(schedule={**SCHEDULE, "state": 2}),
        damaged(schedule={**SCHEDULE, "stability": -1.0}),
        damaged(against=5),
        damaged(hand={"at": MONDAY, "opponent": "Tom"}),
        damaged(hand={"at": MONDAY, "opponent": "Tom", "action": 77}),
    ],
)
def test_a_card_that_is_damaged_is_refused_in_a_sentence(stored: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"\w+ \w+"):
        DrillCard.from_dict(stored)


def test_a_deck_that_is_damaged_is_set_aside_and_the_copy_before_it_used(user_folder: Path) -> None:
    store, deck = DrillStore(user_folder), CardDeck(begun=True)
    deck.add(make_card(INFOS["river"]))
    store.keep("mistakes", deck)
    deck.add(make_card(INFOS["preflop"]))
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
    deck.add(make_card(INFOS["kuhn"]))
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


assert handlers

T = TypeVar("T")
RIGHT, WRONG = True, False


def answer(request: Request[T]) -> T:
    *_, last = request.run_handler()
    assert not isinstance(last, Progress)
    return last


@pytest.fixture(autouse=True)
def home(user_folder: Path) -> Path:
    return user_folder


def fill(home: Path, count: int, deck: Deck = "mistakes") -> list[str]:
    filled = CardDeck(begun=True)
    for card in make_cards(count):
        filled.add(card)
    DrillStore(home).keep(deck, filled)
    return list(filled.cards)


def question(now: float, deck: Deck | None = None) -> DrillQuestion:
    found = answer(AskCard(now, deck))
    assert found is not None
    return found


def reply(asked: DrillQuestion, now: float, *, right: bool = RIGHT, seconds: float = 6.0) -> Verdict:
    action = asked.actions[0 if right else -1]
    return answer(AnswerCard(now, asked.deck, asked.card, action, seconds))


def due(now: float) -> int:
    return answer(AskDrills(now)).due


def test_a_card_against_a_character_states_its_bets_and_calls(home: Path) -> None:
    info = KuhnInformationState(0, 1, "pb")
    deck = CardDeck()
    deck.add(replace(make_card(info), against="bluffer"))
    DrillStore(home).keep("bluffs", deck)
    asked = question(MONDAY, "bluffs")
    assert (asked.bets, asked.calls) == ({0: 1.0, 1: 0.0, 2: 1.0}, {0: 0.0, 1: 0.0, 2: 1.0})


def test_a_card_of_an_imported_hand_states_the_unit_of_its_room(home: Path) -> None:
    (card,), unit, deck = make_cards(1), ChipUnit(0.02, "EUR"), CardDeck(begun=True)
    deck.add(replace(card, unit=unit))
    DrillStore(home).keep("mistakes", deck)
    assert question(MONDAY, "mistakes").unit == unit


@pytest.mark.parametrize(("player", "parts"), [(0, (0, 3)), (1, (3, 0))])
def test_a_half_street_player_states_only_the_decisions_of_its_rules(
    player: int, parts: tuple[int, int]
) -> None:
    info = KuhnInformationState(player, 1, "b" if player else "", KuhnRules("half-street", 2.0))
    assert tuple(map(len, habits(info, "station"))) == parts


def test_before_anything_was_made_nothing_is_due_and_nothing_is_written(home: Path) -> None:
    assert answer(AskDrills(MONDAY)).due == 0
    assert answer(AskCard(MONDAY)) is None
    assert not (home / "drills").exists()


def test_a_card_comes_back_on_its_day_and_not_a_day_before(home: Path) -> None:
    fill(home, 1)
    now = MONDAY
    waits = []
    for _ in range(4):
        verdict = reply(question(now), now)
        assert verdict.rating == "good"
        waits.append(verdict.days)
        assert due(now) == 0
        assert answer(AskCard(now + (verdict.days - 1) * DAY)) is None
        now += verdict.days * DAY
        assert due(now) == 1
    assert waits[0] >= 1
    assert waits == sorted(set(waits)), "each time it is longer"


def test_a_mistake_comes_back_on_the_same_day_and_sooner_afterwards(home: Path) -> None:
    fill(home, 2)
    failed = question(MONDAY)
    verdict = reply(failed, MONDAY, right=WRONG)
    assert (verdict.rating, verdict.days) == ("again", 0)
    assert verdict.grade.cost > 0
    other = question(MONDAY)
    assert other.card != failed.card
    known = reply(other, MONDAY)
    again = question(MONDAY)
    assert again.card == failed.card
    assert reply(again, MONDAY + 600).days <= known.days


@pytest.mark.parametrize(
    ("right", "seconds", "rating"),
    [(RIGHT, 3.0, "easy"), (RIGHT, 10.0, "good"), (RIGHT, 40.0, "good"), (WRONG, 1.0, "again")],
)
def test_an_answer_is_rated_by_what_it_cost_and_how_long_it_took(
    home: Path, right: bool, seconds: float, rating: Rating
) -> None:
    fill(home, 1)
    assert reply(question(MONDAY), MONDAY, right=right, seconds=seconds).rating == rating


def test_a_slow_answer_is_hard_only_when_the_card_was_learnt(home: Path) -> None:
    fill(home, 1)
    now, ratings = MONDAY, list[Rating]()
    for right in (RIGHT, RIGHT, WRONG, RIGHT, RIGHT):
        asked = question(now)
        verdict = reply(asked, now, right=right, seconds=20.0)
        ratings.append(verdict.rating)
        assert (verdict.days > 0) == right, "a correct answer is due again on a later day"
        assert answer(AskDrills(now)).decks[0].known == right
        now += verdict.days * DAY or 600
    assert ratings == ["good", "hard", "again", "good", "hard"]


@pytest.mark.parametrize(("cost", "rating"), [(0.4, "hard"), (3.0, "again")])
def test_the_mistake_of_a_card_is_no_better_when_it_is_repeated(
    home: Path, cost: float, rating: Rating
) -> None:
    judgement, deck = make_judgement({0: 0.0, 1: cost}, stake=cost / 0.04), CardDeck(begun=True)
    deck.add(new_card(spot("2c7dAsAh"), judgement, MONDAY))
    DrillStore(home).keep("mistakes", deck)
    asked = question(MONDAY)
    verdict = answer(AnswerCard(MONDAY, asked.deck, asked.card, 0, 2.0))
    assert (verdict.grade.mark, verdict.rating) == (Mark.INACCURACY, rating)
    assert is_mistake(verdict.grade, games.HOLDEM) == (rating == "again")


def test_an_answer_of_unknown_cost_changes_no_schedule(home: Path) -> None:
    card, deck = make_card(spot("2c7dAsAh"), {0: 0.0, 1: 0.4, 300: 0.5}), CardDeck(begun=True)
    errors = dict.fromkeys(card.solution.values, 0.5)
    deck.add(replace(card, solution=replace(card.solution, errors=errors, bounds=frozenset({0}))))
    DrillStore(home).keep("mistakes", deck)
    verdict = reply(question(MONDAY), MONDAY)
    assert (verdict.grade.mark, verdict.days) == (Mark.UNKNOWN, 1)
    assert (due(MONDAY), due(MONDAY + DAY)) == (0, 1)
    [kept] = DrillStore(home).deck("mistakes").cards.values()
    assert (kept.schedule, kept.first) == (card.schedule, None)


def test_what_was_known_at_once_comes_back_later_than_what_took_long(home: Path) -> None:
    fill(home, 3)
    days = [reply(question(MONDAY), MONDAY, seconds=seconds).days for seconds in (3.0, 10.0, 40.0)]
    assert days == sorted(days, reverse=True)
    assert days[0] > days[-1]


def test_a_theme_brings_a_few_new_cards_a_day_and_mistakes_come_at_once(home: Path) -> None:
    fill(home, 12, "forks")
    assert due(MONDAY) == store.NEW_A_DAY
    for left in range(store.NEW_A_DAY, 0, -1):
        asked = question(MONDAY, "forks")
        assert asked.left == left
        reply(asked, MONDAY, seconds=1.0)
    assert answer(AskCard(MONDAY, "forks")) is None
    assert due(MONDAY + DAY) == store.NEW_A_DAY
    fill(home, 12, "mistakes")
    assert due(MONDAY) == 12


def test_a_card_that_is_skipped_comes_last_today(home: Path) -> None:
    fill(home, 3)
    first = question(MONDAY)
    aside(first, "skip")
    order = []
    for _ in range(3):
        asked = question(MONDAY)
        order.append(asked.card)
        reply(asked, MONDAY, seconds=1.0)
    assert order[-1] == first.card
    assert len(set(order)) == 3


def test_a_buried_card_comes_tomorrow_and_a_removed_one_never(home: Path) -> None:
    fill(home, 2)
    aside(buried := question(MONDAY), "bury")
    removed = question(MONDAY)
    today = aside(removed, "remove")
    assert today.due == 0
    assert question(MONDAY + DAY).card == buried.card
    assert due(MONDAY + DAY) == 1
    with pytest.raises(BadInput, match="no longer in its deck"):
        reply(removed, MONDAY)


def test_a_forgotten_deck_is_gone_with_its_backup(home: Path) -> None:
    fill(home, 3)
    reply(question(MONDAY), MONDAY)
    assert not answer(ForgetDeck(MONDAY, "mistakes")).decks[0].begun
    assert [path.name for path in (home / "drills").iterdir() if "mistakes" in path.name] == []


def test_figures_tell_seen_known_and_days_in_a_row(home: Path) -> None:
    fill(home, 4)
    reply(question(MONDAY), MONDAY)
    reply(question(MONDAY), MONDAY, right=WRONG)
    reply(question(MONDAY + DAY), MONDAY + DAY, seconds=1.0)
    today = answer(AskDrills(MONDAY + DAY))
    mistakes = today.decks[0]
    assert (mistakes.cards, mistakes.seen) == (4, 2), "the failed one came back first"
    assert mistakes.known == 2
    assert (today.streak, today.recent[-2:]) == (2, (2, 1))
    assert answer(AskDrills(MONDAY + 4 * DAY)).streak == 0


def test_a_damaged_deck_is_told_in_a_sentence(home: Path) -> None:
    fill(home, 1)
    (home / "drills" / "mistakes.json").write_text("[]")
    [said] = answer(AskDrills(MONDAY)).warnings
    assert said.endswith("set aside as mistakes.json.broken-1.")


def aside(asked: DrillQuestion, how: Aside) -> DrillsToday:
    return answer(SetCardAside(MONDAY, asked.deck, asked.card, how))
