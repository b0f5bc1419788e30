"""Grades in the small games: over all decisions they are what enumeration says."""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from ai import catalog
from ai.evaluation.grading.small_games import exact_values, judge_in_kuhn, judge_position, values_against
from game.core import CHANCE, Action, InformationState, KnownStrategy
from game.rules import games
from game.rules.kuhn_poker import KuhnState
from game.rules.tic_tac_toe import TicTacToeState
from game.study.judgements import Mark

KUHN = [(games.KUHN_POKER, 1.0), (games.KUHN_HALF_STREET, 1.0), (games.KUHN_HALF_STREET, 2.0)]


@cache
def points(state: TicTacToeState) -> float:
    """Return what X gets from a position: 0, 1/2 or 1."""
    if state.is_terminal():
        return (1 + state.returns()[0]) / 2
    best = max if state.current_player() == 0 else min
    return best(points(state.child(cell)) for cell in state.legal_actions())


def positions() -> Iterator[TicTacToeState]:
    seen, ahead = set[TicTacToeState](), [TicTacToeState()]
    while ahead:
        state = ahead.pop()
        if state not in seen and not state.is_terminal():
            seen.add(state)
            ahead += [state.child(cell) for cell in state.legal_actions()]
            yield state


def test_every_move_of_tic_tac_toe_costs_the_points_that_it_gives_away() -> None:
    perfect = catalog.load(games.TIC_TAC_TOE, "perfect")
    graded = 0
    for state in positions():
        player = state.current_player()
        results = {cell: points(state.child(cell)) for cell in state.legal_actions()}
        mine = {cell: share if player == 0 else 1 - share for cell, share in results.items()}
        values = perfect.values(state.information_state(player))  # type: ignore[attr-defined]
        for cell, kept in mine.items():
            grade = judge_position(values).grade(cell)
            lost = max(mine.values()) - kept
            assert grade.cost == lost
            assert grade.mark == {0.0: Mark.BEST, 0.5: Mark.MISTAKE, 1.0: Mark.BLUNDER}[lost]
            assert mine[grade.judgement.best] == max(mine.values())
            graded += 1
    assert graded == 16_167


class Steered:
    """Plays as a strategy does, but certain actions in certain information states."""

    def __init__(self, strategy: KnownStrategy, actions: Mapping[str, Action]) -> None:
        self.base, self.actions = strategy, actions

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        action = self.actions.get(info.key)
        return self.base.strategy(info) if action is None else {action: 1.0}


def expectation(state: KuhnState, player: int, seats: tuple[KnownStrategy, KnownStrategy]) -> float:
    """Return what a player wins on average."""
    if state.is_terminal():
        return state.returns()[player]
    actor = state.current_player()
    shares = (
        dict(state.chance_outcomes())
        if actor == CHANCE
        else seats[actor].strategy(state.information_state(actor))
    )
    return sum(share * expectation(state.child(one), player, seats) for one, share in shares.items())


def reached(state: KuhnState, info: InformationState, seats: tuple[KnownStrategy, KnownStrategy]) -> float:
    """Return how often an information state is met."""
    if state.is_terminal():
        return 0.0
    actor = state.current_player()
    if actor != CHANCE and state.information_state(actor).key == info.key and actor == info.player:
        return 1.0
    shares = (
        dict(state.chance_outcomes())
        if actor == CHANCE
        else seats[actor].strategy(state.information_state(actor))
    )
    return sum(share * reached(state.child(one), info, seats) for one, share in shares.items())


def decisions(root: KuhnState) -> dict[tuple[int, str], tuple[InformationState, dict[str, Action]]]:
    """Return every information state with the own actions that lead there."""
    found: dict[tuple[int, str], tuple[InformationState, dict[str, Action]]] = {}

    def look(state: KuhnState, own: tuple[dict[str, Action], dict[str, Action]]) -> None:
        if state.is_terminal():
            return
        actor = state.current_player()
        for action in state.legal_actions():
            if actor == CHANCE:
                look(state.child(action), own)
                continue
            info = state.information_state(actor)
            found[actor, info.key] = info, own[actor]
            after = ({**own[0]}, {**own[1]})
            after[actor][info.key] = action
            look(state.child(action), after)

    look(root, ({}, {}))
    return found


@pytest.mark.parametrize(("game", "blinds"), KUHN)
def test_every_decision_of_kuhn_poker_costs_what_it_loses_in_expectation(game: str, blinds: float) -> None:
    strategy = catalog.load(game, "equilibrium", blinds)
    root = games.initial_state(game, blinds=blinds)
    assert isinstance(root, KuhnState)
    compared = 0
    for info, own in decisions(root).values():
        lost: dict[Action, float] = {}
        for action in info.legal_actions:
            steered = Steered(strategy, {**own, info.key: action})  # type: ignore[arg-type]
            seats = (steered, strategy) if info.player == 0 else (strategy, steered)
            often = reached(root, info, seats)  # type: ignore[arg-type]
            if often > 0:
                lost[action] = expectation(root, info.player, seats) / often  # type: ignore[arg-type]
        for action in info.legal_actions:
            grade = judge_in_kuhn(root, info, strategy).grade(action)  # type: ignore[arg-type]
            assert (grade.judgement.source, grade.judgement.error) == ("exact", 0.0)
            if lost:
                assert grade.cost == pytest.approx(max(lost.values()) - lost[action], abs=1e-9)
                compared += 1
    assert compared >= 8


def test_an_equilibrium_gives_nothing_away() -> None:
    strategy = catalog.load(games.KUHN_POKER, "equilibrium")
    root = games.initial_state(games.KUHN_POKER)
    assert isinstance(root, KuhnState)
    for info, _ in decisions(root).values():
        for action, share in strategy.strategy(info).items():  # type: ignore[attr-defined]
            if share > 0:
                judgement = judge_in_kuhn(root, info, strategy)  # type: ignore[arg-type]
                assert judgement.grade(action).mark == Mark.BEST


def test_where_the_other_never_comes_with_any_card_all_cards_count_alike() -> None:
    root = games.initial_state(games.KUHN_POKER)
    assert isinstance(root, KuhnState)

    class NeverBets:
        def strategy(self, info: InformationState) -> Mapping[Action, float]:
            return {info.legal_actions[0]: 1.0}

    facing = next(info for info, _ in decisions(root).values() if getattr(info, "facing_bet", False))
    values, pot = exact_values(root, facing, NeverBets())
    assert set(values) == set(facing.legal_actions)
    assert pot > 2


def test_a_bluff_against_an_opponent_who_always_calls_loses_its_bet() -> None:
    root = games.initial_state(games.KUHN_POKER)
    assert isinstance(root, KuhnState)

    class AlwaysCalls:
        def strategy(self, info: InformationState) -> Mapping[Action, float]:
            return {int(getattr(info, "facing_bet", False)): 1.0}

    opening = {info.key: info for info, _ in decisions(root).values() if info.player == 0}
    worst = next(info for key, info in opening.items() if getattr(info, "card", -1) == 0 and not info.betting)  # type: ignore[attr-defined]
    assert values_against(root, worst, AlwaysCalls()) == pytest.approx({0: -1.0, 1: -2.0})
