"""Judgements of Hold'em: what is plainly wrong costs much, and every way to a judgement leads to the same one."""

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from ai import service
from ai.commands.playing import PlayGrades
from ai.features.judgements import MAX_SOLVE_BYTES, HeldJudgements, held_judgements
from ai.hands.combos import place_of
from game.core import Action
from game.features.solver.asks import AskHeldSolve, AskSolved, SolveSpot
from game.match import terminal
from game.match.spot_texts import SpotTexts
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState
from game.study.judgements import (
    AgainstOpponent,
    AskJudgement,
    Judgement,
    JudgementProgress,
    Mark,
    OpenJudgedSolve,
)
from game.study.play import AgentKey, Decide
from tests.played_hands import spot

NUTS = ("2c7dAsAh", CALL, CALL, "AdAc2h", CALL, CALL, "9s", CALL, CALL, "3d", 300)
RIVER = ("2c7dAsAh", CALL, CALL, "AdKc2h", CALL, CALL, "9s", CALL, CALL, "3d", CALL)


def asked(line: tuple[Action | str, ...], action: Action | None = None) -> AskJudgement:
    return AskJudgement(games.HOLDEM, spot(*line), action=action)


def answers(request: Any) -> Any:
    *_, last = service.answer(request)
    return last


@cache
def judgement(line: tuple[Action | str, ...], action: Action | None = None) -> Judgement:
    found: Judgement = answers(asked(line, action))
    return found


def page_values(texts: SpotTexts, info: HoldemInformationState) -> list[float]:
    """Return the values that the solver page shows for a hand, in big blinds, in ascending order."""
    node = answers(AskSolved(texts))
    count = len(node.here.actions)
    begin = count * place_of(info.hole)
    held = node.action_ev[begin : begin + count]
    return sorted(value / info.rules.big_blind for value in held)


def forget() -> None:
    held_judgements.judged.clear()
    held_judgements.solves.clear()
    held_judgements.release()


def test_to_fold_the_nuts_to_a_bet_is_a_blunder() -> None:
    found = judgement(NUTS)
    assert (found.source, found.stage, found.grade(FOLD).mark) == ("solve", "sure", Mark.BLUNDER)
    assert found.best > FOLD
    assert found.equity == pytest.approx(1.0)
    assert found.price == pytest.approx(200 / 600)
    assert found.values[FOLD] == 0.0


def test_an_estimate_comes_first_and_its_best_action_is_no_mistake_later() -> None:
    forget()
    *reports, sure = service.answer(asked(RIVER))
    estimates = [one.estimate for one in reports if isinstance(one, JudgementProgress) and one.estimate]
    assert isinstance(sure, Judgement)
    assert {one.stage for one in estimates} == {"estimate"}
    assert all(not sure.grade(one.best).is_mistake() for one in estimates)


def test_the_same_decision_is_judged_alike_with_empty_caches_and_never_twice_with_full_ones() -> None:
    forget()
    first = answers(asked(RIVER))
    assert answers(asked(RIVER)) is first
    forget()
    assert answers(asked(RIVER)) == first


def test_an_action_beside_the_menu_is_judged_with_the_advice_from_before() -> None:
    forget()
    first = answers(asked(RIVER))
    assert 237 not in first.values
    second = answers(asked(RIVER, 237))
    assert first.values.keys() < second.values.keys()
    assert first.advice <= second.advice
    assert answers(asked(RIVER)) is second
    forget()
    assert answers(asked(RIVER, 237)) == second


@pytest.mark.parametrize("action", [None, 237])
def test_the_solver_page_shows_the_values_of_the_judgement_and_solves_on(action: Action | None) -> None:
    forget()
    found, info = answers(asked(RIVER, action)), spot(*RIVER)
    opened = answers(OpenJudgedSolve(asked(RIVER, action)))
    assert answers(AskHeldSolve(opened.texts)).exploitability <= 0.003
    values = sorted(found.values.values())
    assert page_values(opened.texts, info) == pytest.approx(values, abs=1e-4)
    assert answers(SolveSpot(opened.texts, 0.001)).exploitability <= 0.001
    errors = [found.errors[one] for one in sorted(found.values, key=lambda one: found.values[one])]
    after = page_values(opened.texts, info)
    assert all(abs(one - on) <= error for one, on, error in zip(values, after, errors, strict=True))


def test_what_costs_more_is_known_less_and_a_fold_exactly() -> None:
    found = judgement(NUTS)
    assert found.errors[FOLD] == 0.0
    others = sorted(found.values.keys() - {FOLD}, key=lambda action: -found.values[action])
    errors = [found.errors[action] for action in others]
    assert errors == sorted(errors)
    assert errors[0] == pytest.approx(0.003 * found.stake)


def test_the_latest_solve_outlives_a_decision_of_an_agent() -> None:
    forget()
    answers(asked(RIVER))
    [solve] = held_judgements.solves.values()
    answers(Decide(AgentKey(games.HOLDEM, "station"), spot("2c7dAsAh"), "1/1/0"))
    assert list(held_judgements.solves.values()) == [solve]


def test_the_solves_of_a_long_session_stay_within_their_memory() -> None:
    held, judged_once = HeldJudgements(), judgement(RIVER)
    for number in range(60):
        size = MAX_SOLVE_BYTES * (1 + number % 5) // 4
        game = SimpleNamespace(memory_needed=size)
        held._keep(number, judged_once, SimpleNamespace(held=SimpleNamespace(game=game)))  # type: ignore[arg-type]
        assert next(reversed(held.solves)) == number
        assert held._used <= max(MAX_SOLVE_BYTES, size)
        if number % 3 == 2:
            held.release()
            assert list(held.solves) == ([number] if size <= MAX_SOLVE_BYTES else [])


def test_play_in_the_terminal_takes_the_cached_judgement_and_its_solve() -> None:
    forget()
    asked_before = asked(RIVER)
    answers(asked_before)
    [solve] = held_judgements.solves.values()
    grades = PlayGrades(games.HOLDEM, terminal.speaker(games.HOLDEM))
    first = grades.grade(spot(*RIVER), CALL)
    assert first.judgement is grades.grade(spot(*RIVER), CALL).judgement
    assert first.judgement is held_judgements.judged[next(iter(held_judgements.judged))]
    assert list(held_judgements.solves.values()) == [solve]


def test_what_the_hand_of_the_opponent_is_changes_nothing() -> None:
    forget()
    assert answers(asked(("KcQdAsAh", *NUTS[1:]))) == judgement(NUTS)


def test_to_fold_aces_before_the_flop_is_a_blunder_by_training() -> None:
    found = judgement(("2c7dAsAh",))
    assert (found.source, found.grade(FOLD).mark, found.price) == ("blueprint", Mark.BLUNDER, None)
    assert found.error > 0


def test_against_an_opponent_who_never_folds_no_bet_with_nothing_is_advised() -> None:
    decision = asked(("2c2dJh3c", CALL, CALL, "5s7s9s", CALL))
    found = answers(AgainstOpponent(decision, AgentKey(games.HOLDEM, "station")))
    assert found.best == CALL
    assert all(value < found.values[CALL] for action, value in found.values.items() if action > CALL)
