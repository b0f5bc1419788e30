"""Trained responses, and local best responses compared with the formulas of the paper."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest

from ai.agents import blueprint
from ai.commands.measuring import verdict
from ai.evaluation import trained_response
from ai.evaluation.lbr_spec import MENUS, STREETS, LbrSpec
from ai.evaluation.local_best_response import LbrResult, LocalBestResponse, Response, _Spot, measure
from ai.evaluation.trained_response import ResponseResult
from ai.evaluation.trained_response import measure as measure_trained
from ai.hands.combos import HANDS, hand_index, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeMix
from ai.training import runs
from ai.training.run import train
from game.core import Action, Agent, BadInput, Progress
from game.rules import games
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.rules.cards import DECK, parse
from game.rules.hand_rank import rank
from tests.ai.training.helpers import stand_in

RULES = games.cash_rules()
FOLLOW_ALL = 1e-9


class Regardless(ABC):
    """A player with the same mix of actions for every hand."""

    name = "regardless"

    @abstractmethod
    def mix(self, betting: PublicBetting) -> Mapping[Action, float]: ...

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(unblocked_hands(public.board))
        return RangeMix.of({a: np.full(len(hands), p) for a, p in self.mix(public.betting).items()}, hands)


class Folder(Regardless):
    def mix(self, betting: PublicBetting) -> Mapping[Action, float]:
        return {FOLD if betting.to_call else CALL: 1.0}


class Caller(Regardless):
    def mix(self, betting: PublicBetting) -> Mapping[Action, float]:
        return {CALL: 1.0}


class Uniform(Regardless):
    """Folds, calls, bets half the pot, bets the pot, or goes all-in, with equal probabilities."""

    def mix(self, betting: PublicBetting) -> Mapping[Action, float]:
        bets = {betting.raise_to_for_fraction(fraction) for fraction in (0.5, 1.0, inf)} - {None}
        actions = {CALL, *bets} | ({FOLD} if betting.to_call else set())
        return dict.fromkeys(sorted(actions), 1 / len(actions))


class Leaning:
    """Bets the pot, raises all-in, calls or folds with different probabilities for each hand."""

    name = "leaning"

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(unblocked_hands(public.board))
        bold = (hands * 0.377) % 1.0
        bet = public.betting.raise_to_for_fraction(inf if public.betting.to_call else 1.0)
        columns = {CALL: 1.0 - bold, **({bet: bold} if bet is not None else {})}
        if public.betting.to_call:
            columns[FOLD], columns[CALL] = columns[CALL] * 0.6, columns[CALL] * 0.4
        totals = sum(columns.values())
        return RangeMix.of({action: shares / totals for action, shares in columns.items()}, hands)


class Silent:
    """An agent that does not reveal its strategy."""

    name = "silent"


AGENTS = {agent.__name__.lower(): agent for agent in (Folder, Caller, Uniform, Leaning, Silent)}


def load(game: str, name: str) -> Agent:
    return AGENTS[name]()


def measure_lbr(agent: str, menu: str, streets: str, hands: int, **more: int) -> LbrResult:
    *reports, result = measure(LbrSpec(agent, menu, streets, hands, **more), load)
    assert isinstance(result, LbrResult)
    assert [report.iteration for report in reports] == list(range(2, hands + 1, 2))
    assert reports[-1].total == hands
    return result


# ---- known values -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("menu", "streets", "value"),
    [("fc", "all", 250), ("fcpa", "all", 750), ("fcpa", "turn-river", 750), ("56bets", "turn-river", 750)],
)
def test_always_folding_costs_what_is_published(menu: str, streets: str, value: float) -> None:
    result = measure_lbr("folder", menu, streets, 4)
    assert result.mean == pytest.approx(value)
    assert result.ci95 == pytest.approx(0.0, abs=1e-6)


def test_checking_down_wins_nothing_from_who_checks() -> None:
    assert measure_lbr("caller", "fc", "turn-river", 4).mean == pytest.approx(0.0, abs=1e-6)


KNOWN_VALUES = pytest.mark.parametrize(
    ("agent", "followed", "value"), [(Caller(), 100.0, 48_640), (Uniform(), 25.0, 12_700)]
)


def won(agent: Regardless, followed: float, deals: int) -> list[float]:
    """Return the winnings of the local best response in mbb/hand, one value for each of `deals` boards."""
    lbr = LocalBestResponse(agent, Response(MENUS["fcpa"], STREETS["turn-river"]), followed)
    rng = random.Random(0)
    boards = [rng.sample(DECK, 5) for _ in range(deals)]
    return [fmean(10 * lbr.value(RULES, board, player, rng) for player in (0, 1)) for board in boards]


@KNOWN_VALUES
def test_a_few_hands_come_near_the_known_value(agent: Regardless, followed: float, value: float) -> None:
    values = won(agent, followed, 4)
    assert abs(fmean(values) - value) < 3 * stdev(values) / 2
    assert stdev(values) < value / 4


@pytest.mark.long
@KNOWN_VALUES
def test_many_hands_come_to_the_known_value(agent: Regardless, followed: float, value: float) -> None:
    values = won(agent, followed, 300)
    ci95 = 1.96 * stdev(values) / 300**0.5
    print(f"{fmean(values):,.0f} ± {ci95:,.0f}")
    assert abs(fmean(values) - value) < 1.5 * ci95 < 0.03 * value


# ---- hand by hand -------------------------------------------------------------------------------------------
def plain_value(
    mine: int, theirs: Mapping[int, float], betting: PublicBetting, board: tuple[int, ...], me: int
) -> float:
    """Return the winnings of the response with hand `mine` on the river, by the formulas of the paper.

    The winnings are summed over the opponent's hands, weighted by `theirs`.
    """
    if betting.folded is not None:
        won = betting.committed[betting.folded] * sum(theirs.values())
        return won if betting.folded != me else -won
    if betting.actor is None:
        return betting.committed[me] * plain_lead(mine, theirs, board)
    if betting.actor == me:
        action = plain_choice(mine, theirs, betting, board, me)
        return plain_value(mine, theirs, betting.child(action), board, me)
    mix = Leaning().range_strategy(PublicState(1 - me, board, betting))
    return sum(
        plain_value(
            mine,
            {hand: weight * mix.of_action(action)[hand] for hand, weight in theirs.items()},
            betting.child(action),
            board,
            me,
        )
        for action in mix.actions
    )


def plain_lead(mine: int, theirs: Mapping[int, float], board: tuple[int, ...]) -> float:
    own = rank((*HANDS[mine], *board))
    others = {hand: rank((*HANDS[hand], *board)) for hand in theirs}
    return sum(weight * ((others[hand] > own) - (others[hand] < own)) for hand, weight in theirs.items())


def plain_choice(
    mine: int, theirs: Mapping[int, float], betting: PublicBetting, board: tuple[int, ...], me: int
) -> Action:
    """Return the best of fold, call, pot-sized bet and all-in.

    The value of an action follows from the win probability and the opponent's fold probability.
    """
    pot, asked, whole = betting.pot, betting.to_call, sum(theirs.values())

    def wins(weights: Mapping[int, float]) -> float:
        return (plain_lead(mine, weights, board) / sum(weights.values()) + 1) / 2

    worth = {FOLD: 0.0} if asked else {}
    worth[CALL] = wins(theirs) * pot - (1 - wins(theirs)) * asked
    for fraction in (1.0, inf):
        bet = betting.raise_to_for_fraction(fraction)
        if bet is None:
            continue
        mix = Leaning().range_strategy(PublicState(1 - me, board, betting.child(bet)))
        stays = {hand: weight * (1 - mix.of_action(FOLD)[hand]) for hand, weight in theirs.items()}
        fold = 1 - sum(stays.values()) / whole
        more = bet - betting.committed[me] - asked
        win = wins(stays)
        worth[bet] = fold * pot + (1 - fold) * (win * (pot + more) - (1 - win) * (asked + more))
    return max(worth, key=lambda action: worth[action])


@pytest.mark.parametrize("me", [0, 1])
def test_every_hand_plays_the_river_as_the_paper_has_it(me: int) -> None:
    board = parse("Qs7h2h8dTc")
    betting = PublicBetting.start(HoldemRules(50, 100, (2_000, 2_000)))
    for action in (300, CALL):
        betting = betting.child(action)
    for _ in range(2):
        betting = betting.next_round().child(CALL).child(CALL)
    betting = betting.next_round()
    weights = np.zeros(len(HANDS))
    for number, hand in enumerate(("AhKh", "QhJh", "7c7d", "6c5c", "Jd9d", "AcQc", "4s4d", "9s8s")):
        weights[hand_index(parse(hand))] = 1.0 - 0.1 * number
    walk = LocalBestResponse(Leaning(), Response(MENUS["fcpa"], STREETS["all"]), FOLLOW_ALL)._walk(
        board, me, random.Random(0)
    )
    for hand in ("AsAc", "KcQd", "9c9d", "3s2s", "Kd4c", "Jc9c"):
        mine = np.zeros(len(HANDS), bool)
        mine[hand_index(parse(hand))] = True
        theirs = {
            int(index): float(weights[index])
            for index in np.flatnonzero(weights)
            if not set(HANDS[index]) & set(parse(hand))
        }
        found = walk.value(_Spot(board, betting, mine, weights))
        assert found == pytest.approx(plain_value(hand_index(parse(hand)), theirs, betting, board, me))


# ---- random omission
# ------------------------------------------------------------------------------------------
def test_what_is_left_out_by_lot_changes_no_mean() -> None:
    board = parse("Qs7h2h8dTc")
    response = Response(MENUS["fcpa"], STREETS["turn-river"])
    rules = HoldemRules(50, 100, (600, 600))
    whole = LocalBestResponse(Uniform(), response, FOLLOW_ALL).value(rules, board, 1, random.Random(0))
    by_lot = LocalBestResponse(Uniform(), response, 200.0)
    values = [by_lot.value(rules, board, 1, random.Random(seed)) for seed in range(20)]
    assert stdev(values) > 0
    assert abs(fmean(values) - whole) < 3 * stdev(values) / len(values) ** 0.5


# ---- the measurement ------------------------------------------------------------------------------------------
def test_the_same_seed_gives_the_same_figures_whoever_works() -> None:
    spec = LbrSpec("caller", "fcpa", "turn-river", 12, seed=3)
    with ThreadPoolExecutor(3) as executor:
        *_, shared = measure(spec, load, executor)
    *_, alone = measure(spec, load)
    assert isinstance(shared, LbrResult)
    assert isinstance(alone, LbrResult)
    assert (shared.mean, shared.ci95, shared.hands) == (alone.mean, alone.ci95, 12)


def test_another_seed_deals_other_boards() -> None:
    first, second = (measure_lbr("caller", "fcpa", "turn-river", 2, seed=seed) for seed in (0, 1))
    assert first.mean != second.mean
    assert first.ci95 is None


def test_a_short_stack_is_measured_to_the_end() -> None:
    assert measure_lbr("folder", "fcpa", "all", 2, stack_bb=1).mean == pytest.approx(500 / 2)
    assert measure_lbr("caller", "56bets", "all", 2, stack_bb=2).mean > 0


def test_when_time_is_up_the_deals_so_far_count() -> None:
    *reports, result = measure(LbrSpec("folder", seconds=1e-6), load)
    assert isinstance(result, LbrResult)
    assert [(report.iteration, report.total) for report in reports if isinstance(report, Progress)] == [
        (2, 2)
    ]
    assert result.hands == 2


@pytest.mark.parametrize("hands", [0, 1, 7])
def test_every_board_makes_two_hands(hands: int) -> None:
    with pytest.raises(BadInput, match=f"{hands} hands cannot be measured"):
        LbrSpec("caller", hands=hands)


def test_who_tells_nobody_what_it_does_cannot_be_measured() -> None:
    with pytest.raises(BadInput, match="silent cannot give its strategy for every hand"):
        next(measure(LbrSpec("silent"), load))


def test_there_are_56_bets_from_a_twentieth_of_the_pot_on() -> None:
    *bets, last = MENUS["56bets"]
    assert (len(bets) + 1, bets[0], last) == (56, 0.05, inf)
    assert bets[-1] == pytest.approx(94.77, abs=0.01)
    assert MENUS["15bets"] == (*bets[::4], last)
    betting = PublicBetting.start(RULES)
    choices = Response(MENUS["56bets"], STREETS["all"]).choices(betting)
    assert choices[:3] == (FOLD, CALL, 200)
    assert choices[-1] == 20_000
    assert Response(MENUS["56bets"], STREETS["turn-river"]).choices(betting) == (CALL,)


def test_a_beginner_loses_to_it_and_a_seed_gives_one_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = stand_in(monkeypatch)
    monkeypatch.setattr(trained_response, "DEALS_PLAYED", 512)
    monkeypatch.setattr(trained_response, "DEALS_AT_A_TIME", 256)
    file = tmp_path / "beginner.npz"
    list(train(runs.start("holdem-blueprint", ("stack=5", "threads=1"), 20), file))
    *reports, result = measure_trained(blueprint.open_blueprint(file), cards, 2_000, 4)
    assert all(isinstance(report, Progress) for report in reports)
    assert isinstance(result, ResponseResult)
    assert result.mean > result.ci95 > 0
    assert result.hands == 1_024
    assert [report.iteration for report in reports if report.total == 512] == [256, 512]
    assert reports[-1].seconds_left == 0
    assert reports[0].iteration == 0
    *_, again = measure_trained(blueprint.open_blueprint(file), cards, 2_000, 4)
    assert isinstance(again, ResponseResult)
    assert (again.mean, again.ci95) == (result.mean, result.ci95)


def test_a_response_that_wins_bounds_the_best_one() -> None:
    assert "at least as much there" in verdict(ResponseResult(57.3, 29.5, 819_200, 300.0, 0.0002), 1_000_000)


def test_one_that_may_have_won_by_chance_shows_nothing() -> None:
    sentence = verdict(ResponseResult(5.0, 31.0, 819_200, 300.0, 0.0002), 1_000_000)
    assert sentence.startswith("Chance alone could give that. Train it on more deals: 5,000,000")


def test_one_that_wins_nothing_is_told_from_how_many_deals_to_learn_and_how_long_that_takes() -> None:
    sentence = verdict(ResponseResult(-54.4, 31.6, 819_200, 12.0, 0.0003), 20_000)
    assert sentence.endswith("1,000,000 for each seat take about 5 minutes here.")
    assert "5,000,000 for each seat" in verdict(ResponseResult(-1.0, 30.0, 819_200, 300.0, 0.0002), 1_000_000)
    assert sentence.count("minute") == 1


def test_what_takes_no_time_is_said_to_take_a_minute() -> None:
    assert verdict(ResponseResult(0.0, 1.0, 2, 0.1, 1e-8), 900_000).endswith("about 1 minute here.")
