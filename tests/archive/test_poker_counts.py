"""The figures of poker players: hands counted by hand, and what holds of every hand."""

import doctest
import random
from dataclasses import fields

from hypothesis import given, settings
from hypothesis import strategies as st

from game.archive import counts
from game.archive.counts import FIGURES, PokerCounts, Share, count_hand, final_betting
from game.core import CHANCE
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules.betting import CALL, FOLD, HoldemRules
from game.rules.holdem import HoldemState
from tests.archive.hands_for_tests import play_out

RULES = HoldemRules()
CHECKED_DOWN = (CALL, CALL) * 3


def counted(*actions: int, won: float = 0) -> tuple[PokerCounts, PokerCounts]:
    return count_hand(final_betting(RULES, actions), won)


def parts(one: PokerCounts) -> dict[str, tuple[float, int]]:
    shares = {name: getattr(one, name) for name in FIGURES}
    return {name: (share.times, share.chances) for name, share in shares.items() if share.chances}


def test_a_fold_before_the_flop_plays_nothing() -> None:
    big_blind, button = counted(FOLD, won=50)
    assert parts(button) == {"played": (0, 1), "raised": (0, 1)}
    assert parts(big_blind) == {}


def test_a_limped_pot_that_is_checked_down() -> None:
    big_blind, button = counted(CALL, CALL, *CHECKED_DOWN, won=100)
    same = {"raised": (0, 1), "showdowns": (1, 1)}
    assert parts(button) == same | {"played": (1, 1), "won_showdowns": (0, 1)}
    assert parts(big_blind) == same | {"played": (0, 1), "won_showdowns": (1, 1)}


def test_a_split_pot_counts_half_for_both() -> None:
    assert [one.won_showdowns for one in counted(CALL, CALL, *CHECKED_DOWN)] == [Share(0.5, 1)] * 2


def test_a_raise_of_a_raise_is_a_three_bet_and_the_call_of_it_is_none() -> None:
    big_blind, button = counted(300, 900, CALL, CALL, CALL, *CHECKED_DOWN[2:])
    assert big_blind.three_bets == Share(1, 1)
    assert button.three_bets == Share()


def test_after_a_limp_the_raise_of_the_big_blind_is_the_first_and_a_raise_of_it_a_three_bet() -> None:
    big_blind, button = counted(CALL, 300, 900, FOLD, won=-300)
    assert button.three_bets == Share(1, 1)
    assert big_blind.three_bets == Share()
    assert big_blind.raised == button.raised == Share(1, 1)


def test_who_faces_an_all_in_has_no_chance_to_three_bet() -> None:
    big_blind, _ = counted(20_000, CALL)
    assert big_blind.three_bets == Share()
    assert big_blind.showdowns == Share(1, 1)


def test_the_last_raiser_who_bets_the_flop_first_makes_a_continuation_bet() -> None:
    big_blind, button = counted(300, CALL, CALL, 600, FOLD, won=-300)
    assert button.continuation_bets == Share(1, 1)
    assert big_blind.continuation_bets == Share()
    assert (big_blind.aggression, button.aggression) == (Share(0, 1), Share(1, 1))
    assert (big_blind.showdowns, button.showdowns) == (Share(0, 1), Share(0, 1))


def test_a_check_behind_is_a_continuation_bet_that_was_not_made() -> None:
    _, button = counted(300, CALL, *CHECKED_DOWN)
    assert button.continuation_bets == Share(0, 1)


def test_against_a_bet_on_the_flop_there_is_no_chance_of_a_continuation_bet() -> None:
    _, button = counted(300, CALL, 600, 1_800, FOLD, won=-600)
    assert button.continuation_bets == Share()
    assert button.aggression == Share(1, 1)


def test_figures_of_several_hands_add_up() -> None:
    first, second = counted(300, FOLD, won=-100)[1], counted(FOLD, won=50)[1]
    assert (first + second).raised == Share(1, 2)
    assert (first + second).raised.part == 0.5
    assert PokerCounts().played.part is None


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.tuples(st.integers(200, 30_000), st.integers(200, 30_000)))
def test_what_holds_of_every_hand(seed: int, stacks: tuple[int, int]) -> None:
    session = Session(TableSpec("holdem", ("you", "guest"), seed=seed, stacks=stacks))
    play_out(session, random.Random(seed))
    state = session.state
    assert isinstance(state, HoldemState)
    actions = [step.action for step in session.steps if step.player != CHANCE]
    betting = final_betting(state.rules, actions)
    assert betting.history[0] == state.betting.history[0]
    assert (betting.folded, betting.committed) == (state.betting.folded, state.betting.committed)
    both = count_hand(betting, state.returns()[0])
    for one in both:
        assert all(0 <= share.times <= share.chances for share in (getattr(one, name) for name in FIGURES))
        assert one.raised.times <= one.played.times
        assert one.raised.chances == one.played.chances <= 1
    assert both[0].showdowns == both[1].showdowns
    assert both[0].showdowns.times == int(state.showdown() is not None)
    assert both[0].won_showdowns.times + both[1].won_showdowns.times == both[0].won_showdowns.chances
    assert sum(one.continuation_bets.chances for one in both) <= 1


def test_the_figures_are_all_shares() -> None:
    assert all(isinstance(one.default, Share) for one in fields(PokerCounts))


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(counts).failed == 0


def test_a_share_of_no_chances_is_none() -> None:
    assert Share().part is None
    assert Share(1, 2).part == 0.5
