"""The public betting: legal actions, and their names and costs."""

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput, IllegalAction
from game.rules.betting import (
    BIG_BLIND,
    BUTTON,
    CALL,
    FOLD,
    ActionKind,
    BettingActions,
    HoldemRules,
    PublicBetting,
    Street,
    split,
)


def betting(
    *actions: int, stacks: tuple[int, int] = (2000, 2000), blinds: tuple[int, int] = (50, 100)
) -> PublicBetting:
    """Return the betting after `actions`. Whenever a round closes, the next round begins."""
    played = PublicBetting.start(HoldemRules(*blinds, stacks))
    for action in actions:
        played = (played if played.actor is not None else played.next_round()).child(action)
    return played


def test_button_posts_the_small_blind_and_acts_first_before_the_flop() -> None:
    start = betting()
    assert start.committed == (100, 50)
    assert start.actor == BUTTON
    assert start.to_call == 50


def test_big_blind_acts_first_after_the_flop() -> None:
    flop = betting(CALL, CALL).next_round()
    assert flop.street == Street.FLOP
    assert flop.actor == BIG_BLIND


def test_big_blind_may_raise_after_a_limp() -> None:
    limped = betting(CALL)
    assert limped.actor == BIG_BLIND
    assert not limped.legal_actions().can_fold
    assert limped.min_raise_to == 200


def test_button_acts_first_also_where_both_blinds_are_equal() -> None:
    start = betting(blinds=(100, 100))
    assert (start.actor, start.to_call) == (BUTTON, 0)
    assert start.child(CALL).actor == BIG_BLIND
    assert start.child(CALL).child(CALL).actor is None


def test_first_raise_is_at_least_a_big_blind_more() -> None:
    assert betting().min_raise_to == 200
    assert betting(CALL, CALL).next_round().min_raise_to == 200


@pytest.mark.parametrize(
    ("actions", "minimum"),
    [((300,), 500), ((300, 700), 1100), ((200, 300), 400), ((CALL, CALL, CALL, 250, 500), 750)],
)
def test_raise_is_at_least_the_last_full_raise(actions: tuple[int, ...], minimum: int) -> None:
    assert betting(*actions).min_raise_to == minimum


def test_minimum_raise_starts_anew_on_the_next_street() -> None:
    assert betting(300, 900, CALL).next_round().min_raise_to == 1000


def test_stack_below_the_minimum_may_still_go_all_in() -> None:
    played = betting(300, stacks=(450, 2000))
    assert (played.min_raise_to, played.max_raise_to) == (450, 450)


def test_short_all_in_does_not_reopen_betting() -> None:
    played = betting(300, 450, stacks=(450, 2000))
    assert played.actor == BUTTON
    assert list(played.legal_actions()) == [FOLD, CALL]


def test_raising_a_player_who_is_all_in_is_refused() -> None:
    with pytest.raises(IllegalAction, match="raise to 900: the other player is all-in, only call or fold"):
        betting(300, 450, stacks=(450, 2000)).child(900)


def test_stack_no_larger_than_the_call_may_only_call_or_fold() -> None:
    played = betting(1000, stacks=(700, 2000))
    assert list(played.legal_actions()) == [FOLD, CALL]
    assert played.to_call == 600
    with pytest.raises(IllegalAction, match="a call takes all chips"):
        played.child(1500)


def test_raise_beyond_the_opponents_stack_is_legal_and_its_excess_returns() -> None:
    called = betting(1500, CALL, stacks=(700, 2000))
    assert called.committed == (700, 700)
    assert called.returned == (0, 800)
    assert called.stacks_left == (0, 1300)
    assert called.is_all_in


def test_uncalled_part_of_a_bet_returns_after_a_fold() -> None:
    folded = betting(300, FOLD)
    assert (folded.folded, folded.actor) == (BIG_BLIND, None)
    assert (folded.committed, folded.returned) == ((100, 100), (0, 200))


def test_unfinished_small_blind_folds_for_its_chips_only() -> None:
    folded = betting(FOLD)
    assert (folded.committed, folded.returned) == ((50, 50), (50, 0))


def test_fold_without_a_bet_is_refused() -> None:
    with pytest.raises(IllegalAction, match="fold: there is no bet to fold to"):
        betting(CALL).child(FOLD)


@pytest.mark.parametrize(
    ("played", "action", "named", "reason"),
    [
        (betting(), 150, "raise to 150: ", "minimum is 200"),
        (betting(), 2001, "raise to 2001: ", "maximum is 2000"),
        (betting(300, stacks=(450, 2000)), 400, "raise to 400: ", "only all-in, 450, is possible"),
        (betting(CALL, CALL), CALL, "", "no player is to act now"),
        (betting(FOLD), CALL, "", "no player is to act now"),
    ],
)
def test_refusals_name_the_legal_range(played: PublicBetting, action: int, named: str, reason: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        played.child(action)
    assert str(refusal.value) == f"{named}{reason}"
    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    ("stacks", "committed", "actor"),
    [
        ((30, 2000), (30, 30), None),
        ((50, 2000), (50, 50), None),
        ((60, 2000), (60, 50), BUTTON),
        ((100, 2000), (100, 50), BUTTON),
        ((2000, 20), (20, 20), None),
        ((2000, 50), (50, 50), None),
        ((2000, 51), (100, 50), BUTTON),
        ((1, 1), (1, 1), None),
    ],
)
def test_stacks_smaller_than_a_blind_are_all_in(
    stacks: tuple[int, int], committed: tuple[int, int], actor: int | None
) -> None:
    start = betting(stacks=stacks)
    assert start.committed == committed
    assert start.actor == actor


def test_against_a_short_big_blind_the_button_may_call_the_missing_chips_or_fold() -> None:
    start = betting(stacks=(60, 2000))
    assert list(start.legal_actions()) == [FOLD, CALL]
    assert start.to_call == 10
    assert start.child(CALL).is_all_in


def test_button_with_exactly_a_big_blind_limps_all_in_and_the_hand_runs_out() -> None:
    limped = betting(CALL, stacks=(2000, 100))
    assert limped.actor is None
    assert limped.is_all_in


def test_no_one_acts_in_the_rounds_after_an_all_in() -> None:
    flop = betting(2000, CALL).next_round()
    assert flop.actor is None
    assert flop.next_round().next_round().acpc == "r2000c///"
    assert flop.legal_actions() == ()


@pytest.mark.parametrize(
    ("actions", "action", "kind"),
    [
        ((), FOLD, ActionKind.FOLD),
        ((), CALL, ActionKind.CALL),
        ((), 300, ActionKind.RAISE),
        ((CALL,), CALL, ActionKind.CHECK),
        ((CALL, CALL, CALL), CALL, ActionKind.CHECK),
        ((CALL, CALL, CALL), 300, ActionKind.BET),
        ((CALL, CALL, 300), 600, ActionKind.RAISE),
    ],
)
def test_actions_have_the_five_kinds(actions: tuple[int, ...], action: int, kind: ActionKind) -> None:
    played = betting(*actions)
    assert (played if played.actor is not None else played.next_round()).kind(action) == kind


def test_kinds_are_numbered_bet_raise_check_call_fold() -> None:
    assert [kind.name for kind in sorted(ActionKind)] == ["BET", "RAISE", "CHECK", "CALL", "FOLD"]
    assert ActionKind.BET == 1


def test_pot_odds_are_the_share_of_the_final_pot_a_call_pays() -> None:
    assert betting(CALL, CALL, 200).pot_odds == 100 / 400
    assert betting(CALL, CALL, CALL, 300).pot_odds == 200 / 600
    assert betting(CALL).pot_odds == 0
    assert betting(1500, stacks=(700, 2000)).pot_odds == 600 / 1400


@pytest.mark.parametrize(
    ("actions", "fraction", "raise_to"),
    [
        ((), 1, 300),
        ((300,), 1, 900),
        ((CALL, CALL, CALL), 0.5, 200),
        ((300, CALL, CALL), 0.5, 600),
        ((300, CALL, CALL), 1 / 3, 500),
        ((300, CALL, 500), 1, 1500),
        ((300, CALL), 0, 400),
        ((300, CALL), 9, 2000),
    ],
)
def test_pot_fraction_is_taken_of_the_pot_after_a_call(
    actions: tuple[int, ...], fraction: float, raise_to: int
) -> None:
    played = betting(*actions)
    played = played if played.actor is not None else played.next_round()
    assert played.raise_to_for_fraction(fraction) == raise_to


def test_pot_fraction_never_exceeds_what_the_opponent_can_call() -> None:
    assert betting(stacks=(700, 2000)).raise_to_for_fraction(math.inf) == 700
    assert betting(stacks=(150, 2000)).raise_to_for_fraction(1) == 200


def test_no_pot_fraction_where_raising_is_not_possible() -> None:
    assert betting(1000, stacks=(700, 2000)).raise_to_for_fraction(1) is None


def test_actions_that_put_all_in_are_known() -> None:
    assert betting().puts_all_in(2000)
    assert not betting().puts_all_in(1999)
    assert betting(2000).puts_all_in(CALL)
    assert not betting(300).puts_all_in(CALL)
    assert not betting(300).puts_all_in(FOLD)
    assert not betting(FOLD).puts_all_in(CALL)


def test_effective_stack_is_what_the_player_can_still_lose() -> None:
    assert betting(stacks=(700, 2000)).effective_stack == 650
    assert betting(300, stacks=(700, 2000)).effective_stack == 600


def test_nothing_to_call_or_to_lose_when_no_one_acts() -> None:
    over = betting(FOLD)
    assert (over.to_call, over.pot_odds, over.effective_stack) == (0, 0, 0)
    assert over.min_raise_to is over.max_raise_to is None


@pytest.mark.parametrize("pot", [1000, 1001])
def test_odd_chip_of_a_split_pot_goes_to_the_player_out_of_position(pot: int) -> None:
    assert split(pot) == (pot // 2 + pot % 2, pot // 2)


@pytest.mark.parametrize(
    ("small", "big", "stacks"), [(0, 100, (9, 9)), (100, 50, (9, 9)), (1, 2, (0, 9)), (1, 2, (9, -1))]
)
def test_impossible_blinds_and_stacks_are_refused(small: int, big: int, stacks: tuple[int, int]) -> None:
    with pytest.raises(BadInput, match=r"(blinds|stacks) .+ at least 1 chip"):
        HoldemRules(small, big, stacks)


@given(st.booleans(), st.integers(2, 9), st.integers(0, 9))
def test_legal_actions_are_a_sequence_like_its_list(can_fold: bool, lowest: int, extra: int) -> None:
    actions = BettingActions(can_fold, lowest, lowest + extra)
    written_out = [FOLD, CALL][not can_fold :] + list(range(lowest, lowest + extra + 1))
    assert list(actions) == written_out
    assert len(actions) == len(written_out)
    assert [actions[index] for index in range(-len(actions), len(actions))] == written_out * 2
    assert list(actions[1:-1:2]) == written_out[1:-1:2]
    assert [action for action in range(-2, 25) if action in actions] == sorted(written_out)
    with pytest.raises(IndexError):
        actions[len(actions)]


@pytest.mark.parametrize(
    ("actions", "action", "named"),
    [
        ((), 20_000, ("all_in", 2_000)),
        ((), 5_000, ("all_in", 2_000)),
        ((), 300, ("raise", 300)),
        ((300, CALL), 2_000, ("all_in", 1_700)),
        ((CALL, CALL, CALL), 20_000, ("all_in", 1_900)),
        ((CALL,), CALL, ("check", 0)),
    ],
)
def test_an_all_in_is_named_by_the_chips_that_can_be_called(
    actions: tuple[int, ...], action: int, named: tuple[str, int]
) -> None:
    played = betting(*actions, stacks=(2_000, 20_000))
    before = played if played.actor is not None else played.next_round()
    assert before.name(action) == named


def test_raises_that_put_the_smaller_stack_all_in_are_one_action() -> None:
    start = betting(stacks=(2_000, 20_000))
    actions = (FOLD, CALL, 300, 2_000, 2_700, 20_000)
    assert start.distinct(actions) == [FOLD, CALL, 300, 20_000]
    assert start.distinct(actions, None, 300, 2_700) == [FOLD, CALL, 300, 2_700]


def test_legal_actions_without_a_raise_are_fold_and_call() -> None:
    assert list(BettingActions(can_fold=True)) == [FOLD, CALL]
    assert list(BettingActions(can_fold=False)) == [CALL]


def test_betting_travels_between_processes() -> None:
    played = betting(CALL, 300)
    assert pickle.loads(pickle.dumps(played)) == played
