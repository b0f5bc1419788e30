"""The coach's advice before the turn, the opponent's ranges, and equities."""

import numpy as np
import pytest

from ai import catalog, service
from ai.features import judgements
from ai.features.held_agents import advisers
from ai.hands.combos import HANDS, hand_index, unblocked_hands
from ai.hands.equities import win_and_tie_probabilities
from ai.hands.preflop import starting_hand
from ai.hands.range_strategy import PublicState, RangeMix, Shares
from ai.search.answers import DOUBT, action_likelihood, shares_of_pot, translate_likelihood, update_range
from ai.search.counsel import consistent, counsel, pot_in_blinds
from ai.search.starting_ranges import TrainingAmount, estimate_visits
from ai.steps import run_to_end
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.cards import get_rank, parse
from game.rules.hand_rank import rank
from game.rules.holdem import HoldemRules, HoldemState, PublicBetting
from game.study.judgements import AskJudgement, Judgement, Mark
from game.tables.holdem.bet_panel import usual_size
from tests.ai.search.oracles import spot

DEEP = (20_000, 20_000)
OPEN = spot("8c4hAsKd", "", stacks=DEEP)
RAISED = spot("AsKd8c4h", "", 250, stacks=DEEP)
WEAK = spot("8s4c9c7h", "", 250, stacks=DEEP)
SHOVED = spot("Ts2c8c7h", "", 20_000, stacks=DEEP)
CALLING_ACES = spot("AsAd8c7h", "Qs7s2d", 300, CALL, CALL, 400, stacks=DEEP)
ODD = spot("KsJc9c7h", "", 5_000, stacks=DEEP)
CHECKED = spot("AsKdTc6s", "7s7c2c", CALL, 250, CALL, CALL, stacks=DEEP)
FACING = spot("AsKd8c7h", "Qs7s2d", 300, CALL, CALL, 400, stacks=DEEP)
SPOTS = [OPEN, RAISED, WEAK, SHOVED, CALLING_ACES, ODD, FACING]


def get_advice(state: HoldemState) -> Judgement:
    *_, found = service.answer(AskJudgement(games.HOLDEM, state.information_state(state.current_player())))
    assert isinstance(found, Judgement)
    return found


def test_the_stake_leaves_out_chips_that_the_smaller_stack_cannot_match() -> None:
    state = spot("9h7cAsKd", "", 2_000, stacks=(1_000, 5_000))
    assert pot_in_blinds(state.information_state(state.current_player())) == 11.0


@pytest.mark.parametrize(("asked", "all_in"), [(None, 20_000), (20_000, 20_000), (1_500, 1_500)])
def test_a_larger_stack_has_a_single_all_in_with_the_share_of_theory(asked: int | None, all_in: int) -> None:
    state = spot("AsAd8c4h", "", stacks=(1_000, 20_000))
    info = state.information_state(state.current_player())
    assert info.betting.max_raise_to == 20_000
    found, _ = run_to_end(advisers.holdem_judge(info).judge(info, asked))
    assert [action for action in found.values if info.betting.raises_all_in(action)] == [all_in]
    assert found.shares.keys() <= found.values.keys()
    assert found.values[found.best] == max(found.values.values())


@pytest.mark.parametrize("state", SPOTS)
def test_no_action_is_worth_more_than_the_one_that_is_advised(state: HoldemState) -> None:
    found = get_advice(state)
    assert found.values[found.best] == max(found.values.values())
    assert set(found.shares) <= set(found.values)
    assert sum(found.shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("state", SPOTS)
def test_fold_is_zero_and_every_kind_of_action_has_a_value(state: HoldemState) -> None:
    found, info = get_advice(state), state.information_state(state.current_player())
    assert CALL in found.values
    assert found.values.get(FOLD, 0.0) == 0.0
    assert (FOLD in found.values) == bool(info.to_call)
    assert any(action > CALL for action in found.values) == (info.betting.min_raise_to is not None)


def test_the_same_question_has_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    found = get_advice(RAISED)
    monkeypatch.setattr(judgements, "held_judgements", judgements.HeldJudgements())
    again = get_advice(RAISED)
    assert again is not found, "it is judged again"
    assert again == found


def test_the_price_of_a_call_is_that_of_the_pot_odds_even_before_a_bet() -> None:
    for state in (OPEN, RAISED):
        info = state.information_state(state.current_player())
        assert get_advice(state).price == info.betting.pot_odds > 0


def test_the_trained_strategy_speaks_where_training_has_been() -> None:
    assert [get_advice(state).source for state in (OPEN, RAISED, WEAK)] == ["blueprint"] * 3
    assert get_advice(WEAK).best == FOLD
    assert get_advice(RAISED).best > CALL


def test_counted_equity_speaks_where_training_hardly_went() -> None:
    """If training rarely reached a decision, the coach bases the advice on equity.

    The test has two cases. In the first, the player's own hand never reaches the decision. In the second, the
    opponent's raise is off the tree.
    """
    assert [get_advice(state).source for state in (CALLING_ACES, ODD)] == ["equity"] * 2


def test_stacks_far_from_every_depth_of_the_training_count_as_untrained() -> None:
    assert get_advice(spot("AsKd8c4h", "", 250, stacks=(600, 600))).source == "equity"


def test_a_hopeless_call_loses_what_equity_and_price_say() -> None:
    found = get_advice(SHOVED)
    assert found.best == FOLD
    assert found.values[CALL] == pytest.approx(400 * found.equity - 199, abs=0.01)


def test_the_bet_that_the_table_suggests_has_a_known_cost() -> None:
    """The cost of the bet that the table suggests is known even if the strategy never makes this bet.

    The table suggests half the pot. The strategy bets three quarters of the pot, or more.
    """
    found, half = get_advice(CHECKED), usual_size(CHECKED.betting)
    assert min(action for action in found.shares if action > CALL) == 625 > half
    assert half in found.values.keys() - found.shares.keys()
    assert found.grade(half).mark == Mark.GOOD


@pytest.mark.parametrize("state", [RAISED, CHECKED, CALLING_ACES, ODD])
def test_a_bet_that_is_compared_in_addition_changes_no_other_grade(state: HoldemState) -> None:
    info = state.information_state(state.current_player())
    judge = advisers.holdem_judge(info)
    hint, _ = run_to_end(judge.judge(info, None))
    for fraction in (0.4, 1.2):
        bet = state.betting.raise_to_for_fraction(fraction)
        assert bet is not None
        grade, _ = run_to_end(judge.judge(info, bet))
        assert bet in grade.values.keys() - hint.values.keys()
        assert (grade.best, grade.advice) == (hint.best, hint.advice)
        for action in hint.values:
            assert get_figures(grade, action) == get_figures(hint, action)


def get_figures(found: Judgement, action: int) -> tuple[float, float, Mark]:
    return found.values[action], found.errors[action], found.grade(action).mark


class Timid:
    """A strategy that bets a third of the pot half of the time, calls such bets and folds to larger bets."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        betting, hands = public.betting, np.flatnonzero(unblocked_hands(public.board))
        third = betting.raise_to_for_fraction(1 / 3)
        shares = {CALL: 1.0}
        if public.board and betting.to_call > 0.4 * (betting.pot - betting.to_call):
            shares = {FOLD: 1.0}
        elif public.board and not betting.to_call and third is not None:
            shares = {CALL: 0.5, third: 0.5}
        return RangeMix.of({action: np.full(len(hands), share) for action, share in shares.items()}, hands)

    def likelihood(self, public: PublicState, action: int) -> Shares:
        return np.ones(len(HANDS), np.float32)


def test_a_bet_near_a_bad_bet_of_the_solid_player_leaves_the_error_as_it_is() -> None:
    state = spot("8s4cAhAd", "KsQd2c", CALL, 800, CALL, stacks=DEEP)
    info, third, half = state.information_state(state.current_player()), 1_333, 1_600
    untrained = TrainingAmount(0, (1, 1, 1, 1))
    *_, hint = counsel(info, Timid(), untrained, Timid())
    *_, grade = counsel(info, Timid(), untrained, Timid(), (1_520,))
    assert isinstance(hint, Judgement)
    assert isinstance(grade, Judgement)
    assert hint.best == CALL
    assert hint.grade(third).cost > hint.grade(third).sure_cost == 0.0
    assert hint.grade(half).mark == grade.grade(1_520).mark == Mark.GOOD
    for action in hint.values:
        assert get_figures(grade, action) == get_figures(hint, action)


def test_visits_fall_with_each_action_and_end_off_the_tree() -> None:
    trained = catalog.load(games.HOLDEM, "blueprint-200")
    training = TrainingAmount(1_000_000, (169, 1_000, 1_000, 1_000))
    opening, raised, odd = (
        estimate_visits(trained, training, state.information_state(state.current_player()))  # type: ignore[arg-type]
        for state in (OPEN, RAISED, ODD)
    )
    assert opening == pytest.approx(1_000_000 / 169)
    assert opening > raised > odd == 0.0


def test_mixed_actions_are_worth_the_same_and_no_other_is_worth_more() -> None:
    shares = {CALL: 0.5, 300: 0.5}
    assert consistent({CALL: 1.0, 300: 2.0, 500: 9.0, 700: 0.5}, shares) == {
        CALL: 1.5,
        300: 1.5,
        500: 1.5,
        700: 0.5,
    }
    assert consistent({FOLD: 0.0, CALL: 2.0}, {FOLD: 0.5, CALL: 0.5}) == {FOLD: 0.0, CALL: 0.0}
    assert consistent({FOLD: 0.0, CALL: -2.0}, {CALL: 1.0}) == {FOLD: 0.0, CALL: 0.0}
    assert consistent({CALL: -1.0, 300: -0.5, 500: -2.0}, {300: 1.0}) == {CALL: 0.0, 300: 0.0, 500: -2.0}


HAND = hand_index(parse("AsKh"))
BOARD = parse("QsJh2h8d5c")


def test_a_full_board_says_who_wins() -> None:
    found = shares_of_pot(HAND, BOARD)
    ours = rank((*HANDS[HAND], *BOARD))
    for index in np.flatnonzero(unblocked_hands((*HANDS[HAND], *BOARD)))[::37]:
        theirs = rank((*HANDS[index], *BOARD))
        assert found[index] == (1.0 if ours < theirs else 0.5 if ours == theirs else 0.0)


@pytest.mark.parametrize(("cards", "off"), [(3, 0.06), (4, 1e-9)])
def test_a_board_to_be_completed_has_the_share_of_its_run_outs(cards: int, off: float) -> None:
    found = shares_of_pot(HAND, BOARD[:cards])
    for index in np.flatnonzero(unblocked_hands((*HANDS[HAND], *BOARD)))[::211]:
        alone = np.zeros(len(HANDS))
        alone[index] = 1.0
        win, tie = win_and_tie_probabilities(HAND, alone, BOARD[:cards])
        assert found[index] == pytest.approx(win + tie / 2, abs=off)


def test_before_the_flop_the_table_says_it() -> None:
    found = shares_of_pot(HAND, ())
    others = unblocked_hands(HANDS[HAND])
    assert found[others].mean() == pytest.approx(starting_hand(HANDS[HAND]).equity, abs=1e-9)


def test_hands_that_cannot_be_held_have_no_share() -> None:
    assert not shares_of_pot(HAND, BOARD)[~unblocked_hands((*HANDS[HAND], *BOARD))].any()


FIRST = PublicState(1, (), PublicBetting.start(HoldemRules()))
PAIRS = np.array([get_rank(a) == get_rank(b) for a, b in HANDS])
SMALL, LARGE = 300, 1_100
MIX = RangeMix.of(
    {CALL: np.where(PAIRS, 0.0, 0.7), SMALL: np.where(PAIRS, 0.2, 0.3), LARGE: np.where(PAIRS, 0.8, 0.0)},
    np.arange(len(HANDS)),
)


def test_an_action_that_is_known_has_the_share_of_each_hand() -> None:
    assert (translate_likelihood(MIX, FIRST, SMALL) == MIX.of_action(SMALL)).all()


def test_a_bet_between_two_sizes_is_partly_the_one_and_partly_the_other() -> None:
    found = translate_likelihood(MIX, FIRST, 500)
    small, large, bet = 1.0, 5.0, 2.0  # in pots, after a call of 50 into 150
    part = (large - bet) * (1 + small) / ((large - small) * (1 + bet))
    assert found[PAIRS] == pytest.approx(part * 0.2 + (1 - part) * 0.8)
    assert found[~PAIRS] == pytest.approx(part * 0.3)


@pytest.mark.parametrize(("bet", "nearest"), [(200, SMALL), (20_000, LARGE)])
def test_a_bet_beyond_the_known_sizes_is_the_nearest(bet: int, nearest: int) -> None:
    assert (translate_likelihood(MIX, FIRST, bet) == MIX.of_action(nearest)).all()


class Classes:
    """A strategy with its own `likelihood`, which is positive only for pairs, whatever the action."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        return MIX

    def likelihood(self, public: PublicState, action: int) -> Shares:
        return PAIRS.astype(np.float32)


def test_a_strategy_that_reads_actions_itself_is_asked() -> None:
    assert (action_likelihood(Classes(), FIRST, 777) == PAIRS).all()


def test_weights_follow_bayes_but_for_a_little_doubt() -> None:
    prior = unblocked_hands((0, 1)) / unblocked_hands((0, 1)).sum()
    after = update_range(prior, translate_likelihood(MIX, FIRST, LARGE))
    average = 0.8 * prior[PAIRS].sum()
    assert after.sum() == pytest.approx(1)
    assert after[PAIRS & (prior > 0)] == pytest.approx(prior.max() * ((1 - DOUBT) * 0.8 / average + DOUBT))
    assert after[~PAIRS & (prior > 0)] == pytest.approx(prior.max() * DOUBT)
    assert not after[prior == 0].any()


def test_what_the_strategy_never_does_says_nothing() -> None:
    prior = np.full(len(HANDS), 1 / len(HANDS))
    assert update_range(prior, translate_likelihood(MIX, FIRST, 0)) is prior
