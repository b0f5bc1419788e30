"""Hands played against a solution.

The solution's mixed strategy answers the user, and its values grade the user's decisions.
"""

import math
from collections import Counter

import numpy as np
import pytest

from ai.hands.combos import HANDS, hand_index, opposing_weight
from ai.solver.held_solve import Deal, HeldSolve, deal_hand, replay_hand
from game.core import CHANCE, BadInput
from game.features.solver import SpotHand
from game.match.spot_texts import SpotTexts
from game.rules.cards import parse
from game.rules.hand_rank import rank
from game.study.judgements import Mark
from game.study.solved import LockSummary
from tests.ai.solver.oracles import solve_texts

RIVER = SpotTexts("QsJh2h8d5c", "AA,KQs,JTs,65s,T9s", "QQ,AJ,T9s,A5s:0.5,KT", "100", "150", "75%", "a")
TURN = SpotTexts("QsJs2h8d", "AQs,TT,KsTs", "QTs,AJs,9s8s,55:0.4", "100", "120", "66%", "a")
OOP, IP = 0, 1


@pytest.fixture(scope="module")
def river() -> HeldSolve:
    return solve_texts(RIVER, 0.05)


@pytest.fixture(scope="module")
def turn() -> HeldSolve:
    return solve_texts(TURN, 0.5)


def play_hand(held: HeldSolve, player: int, number: int, *wanted: str) -> SpotHand:
    """Play a hand to the end.

    At each decision, take the first legal action of `wanted` or, without one, the first legal action of all.
    """
    deal, done = deal_hand(held, 5, number), list[str]()
    while not (hand := replay_hand(held, player, deal, done)).is_over:
        done.append(next((one for one in wanted if one in hand.offered), hand.offered[0]))
    return hand


def get_mixes(held: HeldSolve, line: tuple[str, ...], player: int) -> dict[str, np.ndarray]:
    """Return for each action of `line` the probability that each hand of `player` takes this action.

    For the opponent's actions, the probability is 1.
    """
    state = held.walk.at(line)
    mixes = np.nan_to_num(state.strategy) if state.player == player else np.ones((1326, len(state.actions)))
    return dict(zip(state.actions, mixes.T, strict=True))


@pytest.mark.parametrize("line", [(), ("bet 75",), ("check", "bet 75")])
def test_hands_come_as_often_as_their_weights_and_the_cards_of_the_other_say(
    river: HeldSolve, line: tuple[str, ...]
) -> None:
    """Pairs of hands are dealt in proportion to the product of both players' reach."""
    ranges = [
        np.asarray(weights)
        * np.prod([get_mixes(river, line[:index], player)[line[index]] for index in range(len(line))], axis=0)
        for player, weights in enumerate(river.game.spot.ranges)
    ]
    count = 6_000
    deals = [deal_hand(river, 1, number, line).hands for number in range(count)]
    met = np.zeros((1326, 1326))
    for oop in np.flatnonzero(ranges[OOP]):
        for ip in np.flatnonzero(ranges[IP]):
            if not set(HANDS[oop]) & set(HANDS[ip]):
                met[oop, ip] = ranges[OOP][oop] * ranges[IP][ip]
    met /= met.sum()
    assert all(met[hands] > 0 for hands in deals)
    for axis, player in ((1, OOP), (0, IP)):
        expected, found = met.sum(axis=axis), np.zeros(1326)
        for hand, times in Counter(hands[player] for hands in deals).items():
            found[hand] = times / count
        error = np.sqrt(expected * (1 - expected) / count)
        assert np.all(np.abs(found - expected) <= 4.5 * error + 1e-12)


def test_a_seed_and_a_number_deal_the_same_hand_and_another_number_another(turn: HeldSolve) -> None:
    assert deal_hand(turn, 3, 7) == deal_hand(turn, 3, 7)
    assert len({deal_hand(turn, 3, number) for number in range(20)}) > 10
    for number in range(50):
        deal = deal_hand(turn, 3, number)
        cards = [*turn.game.spot.board, *HANDS[deal.hands[0]], *HANDS[deal.hands[1]], *deal.run_out]
        assert len(cards) == len(set(cards)) == 9


def test_the_other_plays_the_solved_mix(river: HeldSolve) -> None:
    state = river.walk.at(("bet 75",))
    found, expected = Counter[str](), np.zeros(len(state.actions))
    for number in range(600):
        deal = deal_hand(river, 9, number)
        hand = replay_hand(river, OOP, deal, ("bet 75",))
        found[hand.steps[1].action] += 1
        expected += state.strategy[deal.hands[IP]]
    shares = expected / expected.sum()
    assert [found[action] / 600 for action in state.actions] == pytest.approx(shares.tolist(), abs=0.06)


def met_ev(held: HeldSolve, player: int, line: tuple[str, ...]) -> float:
    """Return the player's mean expected value after a line, weighted by the reach of both players."""
    state = held.walk.at(line)
    reach = [np.nan_to_num(one) for one in state.reach]
    met = reach[player] * opposing_weight(reach[1 - player])
    return float(np.nansum(state.ev[player] * met) / met.sum())


@pytest.mark.parametrize("line", [(), ("bet 75",), ("check", "bet 75")])
@pytest.mark.parametrize("player", [OOP, IP])
def test_playing_as_solved_wins_what_the_solve_says(
    river: HeldSolve, player: int, line: tuple[str, ...]
) -> None:
    """If the player follows the solution, the mean winnings after `line` equal the solved value after `line`."""
    won, count, rng = 0.0, 600, np.random.default_rng(4)
    for number in range(count):
        deal, done = deal_hand(river, 2, number, line), list[str]()
        while not (hand := replay_hand(river, player, deal, done)).is_over:
            mix = np.nan_to_num(river.walk.at(hand.line).strategy[deal.hands[player]])
            done.append(hand.offered[rng.choice(len(mix), p=mix / mix.sum())])
        assert hand.won is not None
        won += hand.won
    error = 95 / np.sqrt(count)
    assert won / count == pytest.approx(met_ev(river, player, line), abs=3.5 * error)
    if not line:
        assert met_ev(river, player, line) == pytest.approx(river.ev[player], abs=1e-3)


def place(hand: str) -> int:
    return hand_index(parse(hand))


@pytest.mark.parametrize("action", ["check", "bet 75"])
def test_a_decision_costs_what_its_value_is_below_the_best(river: HeldSolve, action: str) -> None:
    deal = Deal((place("AsAh"), place("KsTs")), (), (0.5,))
    [decision, *_] = replay_hand(river, OOP, deal, (action,)).decisions
    state = river.walk.at()
    values = state.action_ev[place("AsAh")]
    assert decision.offered == state.actions
    assert decision.grade.cost == pytest.approx(values.max() - values[state.actions.index(action)])


def test_folding_a_straight_is_a_blunder_and_what_was_put_in_is_lost(river: HeldSolve) -> None:
    deal = Deal((place("Ts9s"), place("QhQd")), (), (1 - 1e-9,))
    hand = replay_hand(river, OOP, deal, ("check", "fold"))
    assert [step.action for step in hand.steps] == ["check", hand.steps[1].action, "fold"]
    _, second = hand.decisions
    assert second.line == ("check", hand.steps[1].action)
    assert second.grade.mark == Mark.BLUNDER
    assert second.grade.judgement.values[0] == pytest.approx(0.0, abs=1e-4)
    assert second.offered[second.grade.judgement.best] != "fold"
    assert hand.won == 0.0
    assert hand.other == HANDS[place("QhQd")]


@pytest.mark.parametrize(
    ("exploitability", "share", "mark"),
    [(0.001, 0.003, Mark.BLUNDER), (0.503, 0.018, Mark.BLUNDER), (math.nan, 3.003, Mark.GOOD)],
)
def test_the_errors_of_a_grade_follow_from_the_exploitability(
    river: HeldSolve, exploitability: float, share: float, mark: Mark, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is a mistake against a solve whose exploitability is unknown."""
    monkeypatch.setattr(river, "exploitability", exploitability)
    deal = Deal((place("Ts9s"), place("QhQd")), (), (1 - 1e-9,))
    _, fold = replay_hand(river, OOP, deal, ("check", "fold")).decisions
    judgement, values = fold.grade.judgement, fold.grade.judgement.values
    first = max(values, key=lambda action: values[action])
    assert judgement.errors[first] == pytest.approx(share * fold.pot, rel=1e-2)
    assert judgement.errors[fold.grade.action] == 0.0, "a fold is known exactly"
    assert fold.grade.mark == mark


def test_the_cards_of_the_other_stay_closed_until_the_hand_is_over(turn: HeldSolve) -> None:
    for number in range(30):
        deal = deal_hand(turn, 6, number)
        hand = replay_hand(turn, IP, deal, ())
        assert bool(hand.other) == hand.is_over == (not hand.offered)


def test_a_hand_that_goes_on_gets_its_next_card_and_ends_by_the_better_hand(turn: HeldSolve) -> None:
    kinds = Counter[str]()
    for number in range(60):
        hand = play_hand(turn, number % 2, number, "bet 66", "call", "check")
        cards = [step.card for step in hand.steps if step.player == CHANCE]
        assert hand.board == (*turn.game.spot.board, *cards)
        folded = hand.steps[-1].action == "fold"
        kinds["fold" if folded else "showdown"] += 1
        paid = (hand.pot - 100) / 2
        if not folded:
            mine, theirs = (rank((*hole, *hand.board)) for hole in (hand.hole, hand.other))
            assert len(hand.board) == 5
            assert hand.won == (50 if mine == theirs else 100 + paid if mine < theirs else -paid)
    assert min(kinds["fold"], kinds["showdown"]) > 0


def test_a_locked_decision_says_so_for_the_hands_that_are_locked(river: HeldSolve) -> None:
    summary = LockSummary((), (), OOP, "AA", "check", 100.0)
    locked = river.locked(river.lock(summary), summary)
    for _ in locked.solve_on(0.5):
        pass
    for hand, is_locked in (("AsAh", True), ("Ts9s", False)):
        deal = Deal((place(hand), place("KsTd")), (), (0.5,))
        [decision, *_] = replay_hand(locked, OOP, deal, ("check",)).decisions
        assert decision.locked == is_locked


def test_a_blunder_that_is_locked_stays_a_blunder(river: HeldSolve) -> None:
    summary = LockSummary(("bet 75",), (), IP, "T9s", "fold", 100.0)
    locked = river.locked(river.lock(summary), summary)
    for _ in locked.solve_on(0.5):
        pass
    deal = Deal((place("AsAh"), place("Tc9c")), (), (0.5,), ("bet 75",))
    [decision] = replay_hand(locked, IP, deal, ("fold",)).decisions
    assert decision.mix[decision.grade.action] == pytest.approx(1.0)
    assert not decision.grade.judgement.shares
    assert (decision.locked, decision.grade.mark) == (True, Mark.BLUNDER)


def test_an_action_that_is_not_there_is_refused(river: HeldSolve) -> None:
    deal = deal_hand(river, 1, 1)
    with pytest.raises(BadInput, match="There is no bet 3 here"):
        replay_hand(river, OOP, deal, ("bet 3",))
    done = (
        *(decision.offered[decision.grade.action] for decision in play_hand(river, OOP, 1).decisions),
        "check",
    )
    with pytest.raises(BadInput, match="over before check"):
        replay_hand(river, OOP, deal_hand(river, 5, 1), done)


def test_a_hand_begins_where_it_is_dealt_and_counts_from_there(turn: HeldSolve) -> None:
    line, cards = ("check", "bet 66", "call"), parse("3c")
    state = turn.walk.at(line, cards)
    for number in range(30):
        deal = deal_hand(turn, 8, number, line, cards)
        hand = replay_hand(turn, OOP, deal, ("check",))
        assert hand.line[:4] == (*line, "check")
        assert hand.board[4:] == cards
        assert hand.ev == pytest.approx(state.ev[OOP][deal.hands[OOP]])
        [decision, *_] = hand.decisions
        assert decision.line == line
        assert decision.pot == pytest.approx(232)
        cost = np.nanmax(state.action_ev[deal.hands[OOP]]) - state.action_ev[deal.hands[OOP]][0]
        assert decision.grade.cost == pytest.approx(cost)
        if hand.is_over and hand.pot == pytest.approx(232):
            assert hand.won in (pytest.approx(0), pytest.approx(116), pytest.approx(232))


def test_where_a_card_is_to_come_every_hand_gets_its_own(turn: HeldSolve) -> None:
    cards = {
        replay_hand(turn, IP, deal_hand(turn, 8, number, ("check", "check")), ()).board[4]
        for number in range(30)
    }
    assert len(cards) > 10


@pytest.mark.parametrize("line", [("bet 66", "fold"), ("bet 66", "all-in 120", "call"), ("check", "bet 3")])
def test_a_hand_begins_only_where_something_is_left_to_decide(turn: HeldSolve, line: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match=r"left to decide|There is no bet 3"):
        deal_hand(turn, 1, 1, line)
