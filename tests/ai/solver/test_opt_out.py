"""Safe re-solving, and values at the end of a street that come from outside."""

import numpy as np
import pytest

from ai.hands.combos import HANDS, apart
from ai.search.starting_ranges import FORCED_ENTRY_SHARE
from ai.solver.results import Walk
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP
from ai.solver.streets import BettingShape
from ai.solver.subgame import OptOut, Subgame
from tests.ai.solver.spots import spot

RIVER = spot("QsJh2h8d5c", oop="22+,A2s+,KQ", ip="77+,AT+,KQs,JTs,65s")


@pytest.mark.parametrize("player", [OOP, IP])
def test_a_way_out_that_is_always_worse_changes_nothing(player: int) -> None:
    plain, gated = Subgame(RIVER), Subgame(RIVER, opt_out=OptOut(player, np.full(len(HANDS), -1e6)))
    without, beside = solved(plain, Goal(iterations=40)), solved(gated, Goal(iterations=40))
    assert beside.ev == pytest.approx(without.ev, abs=1e-4)
    assert beside.exploitability == pytest.approx(without.exploitability, abs=1e-4)
    for table, other in zip(plain.streets[0].tables, gated.streets[0].tables, strict=True):
        assert table.total.tobytes() == other.total.tobytes()


def test_hand_with_the_whole_pot_as_payoff_leaves() -> None:
    gated = Subgame(RIVER, opt_out=OptOut(IP, np.full(len(HANDS), 1e4)))
    found = solved(gated, Goal(iterations=200))
    assert gated.gate is not None
    assert gated.gate.stay_probability(current=False).max() < 0.01
    assert found.ev[IP] == pytest.approx(1e4 + 50, rel=1e-2)


def test_who_has_to_stay_meets_the_same_strategy_as_without_a_way_out() -> None:
    """Promised the whole pot, nobody stays by choice; then only what has to stay is played against."""
    payoffs, exact = np.full(len(HANDS), 1e4), Goal(target=0.05)
    plain, kept = Subgame(RIVER), Subgame(RIVER, opt_out=OptOut(IP, payoffs, must_stay=0.25))
    without, beside = solved(plain, exact), solved(kept, exact)
    assert kept.gate is not None
    assert kept.gate.stay_probability(current=False) == pytest.approx(0.25, abs=0.01)
    assert beside.ev[IP] == pytest.approx(0.25 * without.ev[IP] + 0.75 * (1e4 + RIVER.pot / 2), rel=1e-3)
    replies = [finished_best(game, IP) @ game.weights[IP] / game.mass for game in (plain, kept)]
    assert replies[1] == pytest.approx(replies[0], abs=2e-3)


def test_no_hand_wins_more_than_its_promise_in_a_safe_resolve() -> None:
    """Promised what it wins in equilibrium, a hand gets no more from a re-solve that does not know its range."""
    again, payoffs, known = resolved(must_stay=0.0)
    hands = again.streets[0].deals.hands[IP]
    in_range = known[hands.place]
    replies = finished_best(again, IP)[in_range]
    allowed = again.gate.payoffs[in_range]
    mass = np.abs(allowed) / np.maximum(np.abs(payoffs[hands.place][in_range]), 1e-9) * RIVER.pot
    assert ((replies - allowed) / mass).max() < 0.02


@pytest.mark.parametrize("part", [FORCED_ENTRY_SHARE, 0.5])
def test_what_hands_gain_is_bounded_by_what_the_range_falls_short(part: float) -> None:
    again, _, _ = resolved(must_stay=part)
    won = again.weights[IP] * (finished_best(again, IP) - again.gate.payoffs) / again.mass
    assert won.sum() < -0.01
    assert won[won > 0].sum() <= part / (1 - part) * -won.sum() + 0.001


def resolved(must_stay: float) -> tuple[Subgame, np.ndarray, np.ndarray]:
    """Return a re-solve for a range that is wider than it was, the promises, and which hands it had."""
    first = Subgame(RIVER)
    solved(first, Goal(target=0.02))
    state = Walk(first).at()
    known = np.isfinite(state.ev[IP])
    payoffs = np.where(known, state.ev[IP] - RIVER.pot / 2, state.ev[IP][known].max())
    unknown = spot("QsJh2h8d5c", oop="22+,A2s+,KQ", ip="22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32")
    again = Subgame(unknown, opt_out=OptOut(IP, payoffs, must_stay))
    solved(again, Goal(iterations=600))
    return again, payoffs, known


def finished_best(game: Subgame, player: int) -> np.ndarray:
    from ai.solver.subgame import REPLY
    from ai.steps import run_to_end

    return run_to_end(game.sweep(player, REPLY)).astype(float)


class CheckedDown:
    """Ends of a turn whose rivers are all checked."""

    def __init__(self, equity: np.ndarray, chips: list[float]) -> None:
        self.equity, self.stakes = equity, np.array(chips)

    def values(self, player: int, reach: np.ndarray) -> np.ndarray:
        sign = 1 if player == OOP else -1
        matrix = self.equity if player == OOP else self.equity.T
        return sign * self.stakes[:, None] * (reach @ matrix.T)


def test_values_from_outside_take_the_place_of_the_rivers() -> None:
    """With nothing left to bet on the river, values from outside say what the dealt rivers say."""
    dealt = spot("QsJs2h8d", oop="AQs,TT,KsTs", ip="QTs,AJs,9s8s,55:0.4", bets="100%", raises="", stack=100)
    equity = won_on_average(dealt.board, np.flatnonzero(dealt.ranges[0] + dealt.ranges[1]))
    whole = Subgame(dealt, shape=BettingShape(later=((), ())))
    limited = Subgame(dealt, shape=BettingShape(to_river=False), ends=CheckedDown(equity, []))
    limited.ends.stakes = np.array([50 + node.chips for node in limited.streets[0].ends])
    expected, found = solved(whole, Goal(iterations=100)), solved(limited, Goal(iterations=100))
    assert found.ev == pytest.approx(expected.ev, abs=1e-3)
    assert sum(found.ev) == pytest.approx(dealt.pot)
    assert found.exploitability == pytest.approx(expected.exploitability, abs=1e-2)


def test_the_opponent_picks_the_continuation_that_is_worst_for_us() -> None:
    dealt = spot("QsJs2h8d", oop="AQs,TT", ip="QTs,AJs", bets="", raises="", stack=100)
    equity = won_on_average(dealt.board, np.flatnonzero(dealt.ranges[0] + dealt.ranges[1]))
    found = []
    for choices in (1, 3):
        shape = BettingShape(to_river=False, chooser=IP, choices=choices)
        game = Subgame(dealt, shape=shape, ends=CheckedDown(equity, [50.0] * choices))
        if choices == 3:
            game.ends.stakes = np.array([50.0, 30.0, 80.0])
        found.append(solved(game, Goal(iterations=200)).ev[OOP])
    assert found[1] < found[0]


def won_on_average(board: tuple[int, ...], held: np.ndarray) -> np.ndarray:
    """Return float[1326, 1326]: what the first hand wins of the second over all rivers (0 if one is not held)."""
    from ai.hands.combos import left_by
    from tests.ai.solver.plain import PlainGame

    plain = PlainGame(spot("2c2d2h2s", oop="AA", ip="KK"), lambda *_: np.zeros((1, 1)))
    plain._held = held
    plain._apart = apart()[np.ix_(held, held)].astype(float)
    total = sum(plain._won_by((*board, card)) for card in range(52) if card not in board)
    matrix = np.zeros((len(HANDS), len(HANDS)))
    matrix[np.ix_(held, held)] = total / (52 - len(board) - 4)
    assert left_by(board)[held].all()
    return matrix
