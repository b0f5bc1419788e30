"""Locks: what is set by hand stays, the rest is solved around it, and the best answer to it is found."""

import numpy as np
import pytest

from ai.hands.combos import place_of
from ai.solver.held_solve import HeldSolve, shifted_mix
from ai.solver.locks import Lock
from ai.solver.results import Walk
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP, Spot
from ai.solver.spot_forms import spot_of_texts
from ai.solver.subgame import Limits, Subgame
from game.core import BadInput
from game.match.spot_texts import SpotTexts
from game.messages.solver_answers import LockSummary
from game.rules.cards import parse
from tests.ai.solver.plain import PlainGame
from tests.ai.solver.spots import SMALL, spot

RIVER = SpotTexts("QsJh2h8d5c", "AA,KQs,JTs,65s,T9s", "QQ,AJ,T9s,A5s:0.5,KT", "100", "150", "75%", "a")
FACING = ("bet 75",)


def held_at(texts: SpotTexts = RIVER, target: float = 0.01) -> HeldSolve:
    held = HeldSolve.begun(texts, spot_of_texts(texts), Limits())
    for _ in held.solve_on(target):
        pass
    return held


def best_answer(game: Subgame, player: int) -> float:
    """Return what a best response written plainly wins against the other player's average strategy."""
    walk = Walk(game)
    first = len(game.spot.board)
    return PlainGame(game.spot, lambda board, path: walk.at(path, board[first:]).strategy).best(player)


def test_where_the_other_folds_20_points_too_often_the_best_answer_is_an_independent_best_response() -> None:
    free = held_at()
    before = free.walk.at(FACING)
    fold = before.actions.index("fold")
    told = LockSummary(FACING, (), IP, "", "fold", 20.0)
    locked = free.locked(free.lock(told), told)
    for _ in locked.solve_on(0.02):
        pass
    after = locked.walk.at(FACING)
    met = np.nan_to_num(before.reach[IP])
    share = [np.nansum(state.strategy[:, fold] * met) / met.sum() for state in (before, after)]
    assert share[1] - share[0] == pytest.approx(0.20, abs=0.03)
    assert locked.ev[OOP] > free.ev[OOP] + 0.5
    assert locked.ev[OOP] == pytest.approx(best_answer(locked.game, OOP), abs=0.001 * free.game.spot.pot)


@pytest.mark.parametrize("name", ["river, narrow", "turn, two tone"])
def test_exploitability_counts_no_gain_from_leaving_a_lock(name: str) -> None:
    small = SMALL[name]
    never_bets = locked_to_check(small)
    found = solved(never_bets, Goal(target=0.05))
    assert found.reached
    worth = best_answer(never_bets, IP)
    assert found.ev[IP] == pytest.approx(worth, abs=0.002 * small.pot)
    assert np.nanmin(Walk(never_bets).at().strategy[:, 0]) == 1.0


def locked_to_check(small: Spot) -> Subgame:
    actions = Walk(Subgame(small)).at().actions
    strategy = np.zeros((1326, len(actions)))
    strategy[:, actions.index("check")] = 1.0
    return Subgame(small, locks=(Lock((), (), strategy),))


def test_one_class_is_locked_and_its_neighbours_stay_free() -> None:
    free = held_at()
    told = LockSummary((), (), OOP, "AA", "check", 100.0)
    locked = free.locked(free.lock(told), told)
    for _ in locked.solve_on(0.05):
        pass
    state = locked.walk.at()
    check = state.actions.index("check")
    aces, straights = (locked_class(state.strategy[:, check], name) for name in ("AsAh", "Ts9s"))
    assert aces == 1.0
    assert straights < 1.0


def locked_class(shares: np.ndarray, hand: str) -> float:
    return float(shares[place_of(parse(hand))])


def test_a_lock_on_a_later_street_holds_on_its_card_alone() -> None:
    turn = spot("QsJs2h8d", oop="AQs,TT,KsTs", ip="QTs,AJs,9s8s,55:0.4", bets="66%", raises="", stack=120)
    free = HeldSolve(SpotTexts(), Subgame(turn))
    for _ in free.solve_on(0.5):
        pass
    where, card = ("check", "check"), parse("3c")
    told = LockSummary(where, card, OOP, "", "check", 100.0)
    locked = free.locked(free.lock(told), told)
    for _ in locked.solve_on(0.5):
        pass
    check = [np.nanmin(locked.walk.at(where, parse(one)).strategy[:, 0]) for one in ("3c", "3d")]
    assert check[0] == 1.0
    assert check[1] < 1.0


def test_a_lock_that_is_no_decision_is_refused() -> None:
    with pytest.raises(BadInput, match="A lock is about a decision"):
        Subgame(SMALL["river, narrow"], locks=(Lock(("check", "check"), (), np.zeros((1326, 2))),))


@pytest.mark.parametrize("points", [-0.4, -0.1, 0.0, 0.2, 0.9])
def test_a_shifted_mix_moves_the_whole_by_so_much_and_keeps_the_others_apart(points: float) -> None:
    rng = np.random.default_rng(3)
    strategy, weights = rng.dirichlet([1, 1, 1], 50), rng.random(50)
    shifted = shifted_mix(strategy, weights, 1, points)
    before, after = ((one[:, 1] * weights).sum() / weights.sum() for one in (strategy, shifted))
    assert shifted.sum(axis=1) == pytest.approx(1.0)
    assert after == pytest.approx(min(1.0, max(0.0, before + points)))
    apart = shifted[:, 0] * strategy[:, 2] - shifted[:, 2] * strategy[:, 0]
    assert apart == pytest.approx(0.0, abs=1e-12)
