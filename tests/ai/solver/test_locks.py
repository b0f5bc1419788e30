"""Locked decisions, safe re-solving, and solves of a street with given values at its end."""

from dataclasses import replace

import numpy as np
import pytest

from ai.abstraction.tree_walk import share_of_lower
from ai.hands.combos import CLASSES, HANDS, apart, hand_index, opposing_weight, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeMix
from ai.search.starting_ranges import FORCED_ENTRY_SHARE
from ai.solver.held_solve import HeldSolve
from ai.solver.mixes import Lock, agent_mix, mix_as_logged, shifted_mix
from ai.solver.results import classify_hands
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP, Spot
from ai.solver.spot_forms import spot_of_texts
from ai.solver.streets import BettingShape
from ai.solver.subgame import OptOut, Subgame
from ai.solver.walk import Walk
from game.core import BadInput
from game.match.spot_texts import SpotTexts
from game.rules.betting import CALL, PublicBetting
from game.rules.cards import parse
from game.study.solved import HAND_KINDS, LockSummary, LoggedMix
from tests.ai.solver.oracles import SMALL, PlainGame, solve_texts, spot

RIVER = SpotTexts("QsJh2h8d5c", "AA,KQs,JTs,65s,T9s", "QQ,AJ,T9s,A5s:0.5,KT", "100", "150", "75%", "a")
FACING = ("bet 75",)


def best_answer(game: Subgame, player: int) -> float:
    """Return the value of a plain best response to the opponent's average strategy."""
    walk = Walk(game)
    first = len(game.spot.board)
    return PlainGame(game.spot, lambda board, path: walk.at(path, board[first:]).strategy).best(player)


def test_where_the_other_folds_20_points_too_often_the_best_answer_is_an_independent_best_response() -> None:
    free = solve_texts(RIVER, 0.01)
    before = free.walk.at(FACING)
    fold = before.actions.index("fold")
    summary = LockSummary(FACING, (), IP, "", "fold", 20.0)
    locked = free.locked(free.lock(summary), summary)
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
    free = solve_texts(RIVER, 0.01)
    summary = LockSummary((), (), OOP, "AA", "check", 100.0)
    locked = free.locked(free.lock(summary), summary)
    for _ in locked.solve_on(0.05):
        pass
    state = locked.walk.at()
    check = state.actions.index("check")
    aces, straights = (locked_class(state.strategy[:, check], name) for name in ("AsAh", "Ts9s"))
    assert aces == 1.0
    assert straights < 1.0


def locked_class(shares: np.ndarray, hand: str) -> float:
    return float(shares[hand_index(parse(hand))])


def test_a_lock_on_a_later_street_holds_on_its_card_alone() -> None:
    turn = spot("QsJs2h8d", oop="AQs,TT,KsTs", ip="QTs,AJs,9s8s,55:0.4", bets="66%", raises="", stack=120)
    free = HeldSolve(SpotTexts(), Subgame(turn))
    for _ in free.solve_on(0.5):
        pass
    where, card = ("check", "check"), parse("3c")
    summary = LockSummary(where, card, OOP, "", "check", 100.0)
    locked = free.locked(free.lock(summary), summary)
    for _ in locked.solve_on(0.5):
        pass
    check = [np.nanmin(locked.walk.at(where, parse(one)).strategy[:, 0]) for one in ("3c", "3d")]
    assert check[0] == 1.0
    assert check[1] < 1.0


def test_a_lock_that_is_no_decision_is_refused() -> None:
    with pytest.raises(BadInput, match="A lock needs a decision"):
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


def test_the_best_answer_to_a_locked_kind_of_hands_is_an_independent_best_response() -> None:
    free = solve_texts(RIVER, 0.01)
    summary = LockSummary(FACING, (), IP, "pair", "fold", 20.0)
    locked = free.locked(free.lock(summary), summary)
    for _ in locked.solve_on(0.02):
        pass
    state, before = locked.walk.at(FACING), free.walk.at(FACING)
    fold = state.actions.index("fold")
    kinds = classify_hands(state.board)
    of_kind = (kinds == HAND_KINDS.index("pair")) & (before.reach[IP] > 0)
    assert (of_kind & (state.strategy[:, fold] > before.strategy[:, fold] + 0.05)).any()
    assert locked.ev[OOP] == pytest.approx(best_answer(locked.game, OOP), abs=0.001 * free.game.spot.pot)


@pytest.mark.parametrize(
    ("hands", "locked"),
    [
        ("AJs", {"AJs"}),
        ("pair", {"AJs", "AJo", "A5s"}),
        ("three-of-a-kind", {"QQ"}),
        ("straight", {"T9s"}),
        ("", {"QQ", "AJs", "AJo", "T9s", "A5s", "KTs", "KTo"}),
    ],
)
def test_a_lock_names_a_class_a_kind_or_all_hands(hands: str, locked: set[str]) -> None:
    free = solve_texts(RIVER, 0.5)
    lock = free.lock(LockSummary(FACING, (), IP, hands, "fold", 30.0))
    assert {CLASSES[index] for index in np.flatnonzero(np.isfinite(lock.strategy[:, 0]))} == locked


@pytest.mark.parametrize("hands", ["flush", "22"])
def test_a_lock_of_hands_that_do_not_come_is_refused(hands: str) -> None:
    with pytest.raises(BadInput, match=f"{hands} does not come here"):
        solve_texts(RIVER, 0.5).lock(LockSummary(FACING, (), IP, hands, "fold", 30.0))


def test_a_lock_of_something_else_than_hands_is_refused() -> None:
    with pytest.raises(BadInput, match="neither a range nor a kind of hands"):
        solve_texts(RIVER, 0.5).lock(LockSummary(FACING, (), IP, "good hands", "fold", 30.0))


class Station:
    """An agent that calls with every hand except aces, and with aces raises to three times the bet."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        live = np.flatnonzero(unblocked_hands(public.board))
        aces = np.array([any(card % 13 == 12 for card in HANDS[index]) for index in live])
        raise_to = public.betting.raise_to_for_fraction(0.6)
        assert raise_to is not None
        return RangeMix.of({CALL: (~aces).astype(float), raise_to: aces.astype(float)}, live)


def test_an_agent_of_the_house_is_played_where_it_is_locked_and_answered_best() -> None:
    free = solve_texts(RIVER, 0.01)
    before = free.walk.at(FACING)
    summary = LockSummary(FACING, (), IP, "", "", 0.0, "station")
    mix = agent_mix(free.game.spot, Station(), FACING, before.board, before.actions)
    locked = free.locked(free.lock(summary, mix), summary)
    for _ in locked.solve_on(0.02):
        pass
    state = locked.walk.at(FACING)
    shares = {name: state.strategy[hand_index(parse(name))] for name in ("AsJs", "KsTs")}
    assert dict(zip(state.actions, shares["KsTs"], strict=True)) == {"fold": 0, "call": 1, "all-in 150": 0}
    assert dict(zip(state.actions, shares["AsJs"], strict=True)) == {"fold": 0, "call": 0, "all-in 150": 1}
    assert locked.ev[OOP] > free.ev[OOP]
    assert locked.ev[OOP] == pytest.approx(best_answer(locked.game, OOP), abs=0.001 * free.game.spot.pot)


class Listener:
    """An agent that checks and calls, and records the betting of each decision."""

    def __init__(self) -> None:
        self.heard: list[PublicBetting] = []

    def range_strategy(self, public: PublicState) -> RangeMix:
        self.heard.append(public.betting)
        live = np.flatnonzero(unblocked_hands(public.board))
        return RangeMix.of({CALL: np.ones(len(live))}, live)


def test_an_agent_answers_in_the_pot_that_the_betting_before_has_made() -> None:
    """An agent sees the pot that the betting before the spot has made, and stacks in proportion to this pot.

    At the agent's table, each player has put in 1,200 chips, so the pot is 2,400. In the spot, the pot is 100
    and the stack is 150, which is 1.5 pots. So the agent's stack is 3,600 chips.
    """
    given, agent = spot_of_texts(RIVER), Listener()
    actions = Walk(Subgame(given)).at(FACING).actions
    before = "r300 r900 c / r1200 c / c c"
    agent_mix(given, agent, FACING, given.board, actions, before=before)
    [betting] = agent.heard
    assert [action for _, action in betting.history[0]] == [300, 900, CALL]
    assert betting.round_start == 1200
    assert betting.rules.stacks == (1200 + 3600, 1200 + 3600)
    assert betting.to_call == 1800


def test_the_usual_betting_before_is_what_is_assumed_without_one() -> None:
    given, agent = spot_of_texts(RIVER), Listener()
    actions = Walk(Subgame(given)).at(FACING).actions
    for before in ("", "r250 c / c c / c c"):
        agent_mix(given, agent, FACING, given.board, actions, before=before)
    assumed, typed = agent.heard
    assert [len(street) for street in assumed.history] == [len(street) for street in typed.history]
    assert assumed.to_call / assumed.pot == typed.to_call / typed.pot


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("r250 c", 'must have 3 streets, with "/" between them, like "r250 c / c c / c c"'),
        ("r250 c / c / c c", "is still to act"),
        ("r250 f / c c / c c", "The hand is over before the flop"),
        ("r250 c / c c / c", "on the turn the button is still to act"),
    ],
)
def test_betting_before_that_does_not_lead_to_the_spot_is_refused(before: str, said: str) -> None:
    given = spot_of_texts(RIVER)
    with pytest.raises(BadInput) as refused:
        agent_mix(given, Station(), FACING, given.board, ("fold", "call"), before=before)
    assert said in str(refused.value)


def test_a_size_between_two_of_the_spot_is_shared_out_between_them() -> None:
    spot_with_sizes = spot_of_texts(replace(RIVER, bets="50%,100%"))

    class Bets:
        def range_strategy(self, public: PublicState) -> RangeMix:
            live = np.flatnonzero(unblocked_hands(public.board))
            bet = public.betting.raise_to_for_fraction(0.75)
            assert bet is not None
            return RangeMix.of({bet: np.ones(len(live))}, live)

    actions = Walk(Subgame(spot_with_sizes)).at().actions
    mix = agent_mix(spot_with_sizes, Bets(), (), spot_with_sizes.board, actions)
    [shares] = {tuple(np.round(row, 6)) for row in mix[np.isfinite(mix[:, 0])]}
    lower = share_of_lower(0.75, 0.5, 1.0)
    assert dict(zip(actions, shares, strict=True)) == pytest.approx(
        {"check": 0.0, "bet 50": lower, "bet 100": 1 - lower}, abs=1e-5
    )


def test_a_check_of_an_agent_is_a_call_where_a_spot_has_no_bets() -> None:
    few = spot_of_texts(replace(RIVER, bets=""))
    actions = Walk(Subgame(few)).at().actions
    assert actions == ("check",)
    mix = agent_mix(few, Station(), (), few.board, actions)
    assert np.nanmin(mix) == 1.0


@pytest.mark.parametrize(
    ("actions", "shares", "expected"),
    [
        (("fold", "call", "raise 50", "all-in 200"), (0.3, 0.5, 0.2), (0.3, 0.5, 0.2)),
        (("fold", "call", "raise 50", "all-in 200"), (0.0, 0.0, 1.0), (0.0, 0.0, 1.0)),
        (("fold", "call", "raise 50", "all-in 200"), (1.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
        (("check", "bet 50", "all-in 200"), (0.0, 0.45, 0.55), (0.0, 0.45, 0.55)),
        (("fold", "call"), (0.3, 0.5, 0.2), (0.3, 0.7, 0.0)),
        (("check",), (0.0, 0.6, 0.4), (0.0, 1.0, 0.0)),
    ],
)
def test_a_mix_as_logged_does_everything_as_often_as_that(
    actions: tuple[str, ...], shares: tuple[float, float, float], expected: tuple[float, float, float]
) -> None:
    rng = np.random.default_rng(5)
    strategy, weights = rng.dirichlet(np.full(len(actions), 0.3), 80), rng.random(80)
    mix = mix_as_logged(strategy, weights, actions, LoggedMix("ada", 100, *shares))
    assert mix.sum(axis=1) == pytest.approx(1.0)
    assert mix.min() >= -1e-12
    done = dict.fromkeys(("fold", "call", "raise"), 0.0)
    for action, share in zip(actions, mix.T @ weights / weights.sum(), strict=True):
        done[{"fold": "fold", "check": "call", "call": "call"}.get(action, "raise")] += share
    assert tuple(done.values()) == pytest.approx(expected, abs=1e-9)


def test_the_best_answer_to_somebody_as_logged_is_an_independent_best_response() -> None:
    free = solve_texts(RIVER, 0.01)
    logged = LoggedMix("ada", 312, 0.7, 0.25, 0.05)
    summary = LockSummary(FACING, (), IP, "", "", 0.0, logged=logged)
    locked = free.locked(free.lock(summary), summary)
    for _ in locked.solve_on(0.02):
        pass
    before, state = free.walk.at(FACING), locked.walk.at(FACING)
    met = np.nan_to_num(before.reach[IP]) * opposing_weight(np.nan_to_num(before.reach[OOP]))
    shares = np.nansum(state.strategy * met[:, None], axis=0) / met.sum()
    assert dict(zip(state.actions, shares, strict=True)) == pytest.approx(
        {"fold": 0.7, "call": 0.25, "all-in 150": 0.05}, abs=1e-4
    )
    assert locked.ev[OOP] > free.ev[OOP]
    assert locked.ev[OOP] == pytest.approx(best_answer(locked.game, OOP), abs=0.001 * free.game.spot.pot)


def test_too_few_logged_hands_are_refused() -> None:
    summary = LockSummary(FACING, (), IP, "", "", 0.0, logged=LoggedMix("ada", 29, 1.0, 0.0, 0.0))
    with pytest.raises(BadInput, match="ada made such decisions in too few hands"):
        solve_texts(RIVER, 0.5).lock(summary)


OPT_OUT_RIVER = spot("QsJh2h8d5c", oop="22+,A2s+,KQ", ip="77+,AT+,KQs,JTs,65s")


@pytest.mark.parametrize("player", [OOP, IP])
def test_a_way_out_that_is_always_worse_changes_nothing(player: int) -> None:
    plain, gated = (
        Subgame(OPT_OUT_RIVER),
        Subgame(OPT_OUT_RIVER, opt_out=OptOut(player, np.full(len(HANDS), -1e6))),
    )
    without, beside = solved(plain, Goal(iterations=40)), solved(gated, Goal(iterations=40))
    assert beside.ev == pytest.approx(without.ev, abs=1e-4)
    assert beside.exploitability == pytest.approx(without.exploitability, abs=1e-4)
    for table, other in zip(plain.streets[0].tables, gated.streets[0].tables, strict=True):
        assert table.total.tobytes() == other.total.tobytes()


def test_who_is_promised_the_whole_pot_leaves() -> None:
    gated = Subgame(OPT_OUT_RIVER, opt_out=OptOut(IP, np.full(len(HANDS), 1e4)))
    found = solved(gated, Goal(iterations=200))
    assert gated.gate is not None
    assert gated.gate.stay_probability(current=False).max() < 0.01
    assert found.ev[IP] == pytest.approx(1e4 + 50, rel=1e-2)


def test_who_has_to_stay_meets_the_same_strategy_as_without_a_way_out() -> None:
    """If every hand prefers to leave, the opponent plays as well as in a solve without the option to leave.

    Leaving pays so much that no hand stays voluntarily. Every hand enters the subgame only with the
    probability `must_stay`.
    """
    promised, exact = np.full(len(HANDS), 1e4), Goal(target=0.05)
    plain, kept = Subgame(OPT_OUT_RIVER), Subgame(OPT_OUT_RIVER, opt_out=OptOut(IP, promised, must_stay=0.25))
    without, beside = solved(plain, exact), solved(kept, exact)
    assert kept.gate is not None
    assert kept.gate.stay_probability(current=False) == pytest.approx(0.25, abs=0.01)
    assert beside.ev[IP] == pytest.approx(
        0.25 * without.ev[IP] + 0.75 * (1e4 + OPT_OUT_RIVER.pot / 2), rel=1e-3
    )
    replies = [finished_best(game, IP) @ game.weights[IP] / game.mass for game in (plain, kept)]
    assert replies[1] == pytest.approx(replies[0], abs=2e-3)


def test_no_hand_wins_more_than_its_promise_in_a_safe_resolve() -> None:
    """In a safe re-solve, no hand wins more than its payoff for leaving.

    The payoff is the hand's equilibrium value. The re-solve gets a wider range than the original solve.
    """
    again, promised, known = resolved(must_stay=0.0)
    hands = again.streets[0].deals.hands[IP]
    in_range = known[hands.place]
    replies = finished_best(again, IP)[in_range]
    allowed = again.gate.payoffs[in_range]
    mass = np.abs(allowed) / np.maximum(np.abs(promised[hands.place][in_range]), 1e-9) * OPT_OUT_RIVER.pot
    assert ((replies - allowed) / mass).max() < 0.02


@pytest.mark.parametrize("part", [FORCED_ENTRY_SHARE, 0.5])
def test_what_hands_gain_is_bounded_by_what_the_range_falls_short(part: float) -> None:
    again, _, _ = resolved(must_stay=part)
    won = again.weights[IP] * (finished_best(again, IP) - again.gate.payoffs) / again.mass
    assert won.sum() < -0.01
    assert won[won > 0].sum() <= part / (1 - part) * -won.sum() + 0.001


def resolved(must_stay: float) -> tuple[Subgame, np.ndarray, np.ndarray]:
    """Return a re-solve with a wider range, the payoffs for leaving, and the mask of the original range."""
    first = Subgame(OPT_OUT_RIVER)
    solved(first, Goal(target=0.02))
    state = Walk(first).at()
    known = np.isfinite(state.ev[IP])
    promised = np.where(known, state.ev[IP] - OPT_OUT_RIVER.pot / 2, state.ev[IP][known].max())
    unknown = spot("QsJh2h8d5c", oop="22+,A2s+,KQ", ip="22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32")
    again = Subgame(unknown, opt_out=OptOut(IP, promised, must_stay))
    solved(again, Goal(iterations=600))
    return again, promised, known


def finished_best(game: Subgame, player: int) -> np.ndarray:
    from ai.solver.subgame import REPLY
    from ai.steps import run_to_end

    return run_to_end(game.sweep(player, REPLY)).astype(float)


class CheckedDown:
    """A stand-in for `ends`: the values at the end of the turn if both players check the river."""

    def __init__(self, equity: np.ndarray, chips: list[float]) -> None:
        self.equity, self.stakes = equity, np.array(chips)

    def values(self, player: int, reach: np.ndarray) -> np.ndarray:
        sign = 1 if player == OOP else -1
        matrix = self.equity if player == OOP else self.equity.T
        return sign * self.stakes[:, None] * (reach @ matrix.T)


def test_values_from_outside_take_the_place_of_the_rivers() -> None:
    """If no chips are left for the river, given values (`ends`) result in the same solution as dealt rivers."""
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
    """Return the first hand's mean result against the second over all rivers, float[1326, 1326].

    A win counts 1, a tie 0 and a loss -1.
    """
    from ai.hands.combos import unblocked_hands
    from tests.ai.solver.oracles import PlainGame

    plain = PlainGame(spot("2c2d2h2s", oop="AA", ip="KK"), lambda *_: np.zeros((1, 1)))
    plain._hand_indices = held
    plain._apart = apart()[np.ix_(held, held)].astype(float)
    total = sum(plain._won_by((*board, card)) for card in range(52) if card not in board)
    matrix = np.zeros((len(HANDS), len(HANDS)))
    matrix[np.ix_(held, held)] = total / (52 - len(board) - 4)
    assert unblocked_hands(board)[held].all()
    return matrix
