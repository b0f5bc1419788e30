"""Kuhn poker and tic-tac-toe: counts and values from the literature."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import CHANCE, TERMINAL, BadInput, IllegalAction
from game.rules.kuhn_poker import CARD_LETTERS, KuhnState, Move, classic, half_street
from game.rules.tic_tac_toe import LINES, O, TicTacToeInformationState, TicTacToeState, X, board_number

Plan = dict[str, float]


def after(start: KuhnState, history: str) -> KuhnState:
    state = start
    for letter in history:
        state = state.child(CARD_LETTERS.index(letter) if letter in CARD_LETTERS else "pb".index(letter))
    return state


def all_states(state: KuhnState) -> Iterator[KuhnState]:
    yield state
    for action in state.legal_actions():
        yield from all_states(state.child(action))


def information_sets(start: KuhnState) -> set[str]:
    return {s.information_state(s.current_player()).key for s in all_states(start) if s.current_player() >= 0}


def value(state: KuhnState, bets: Plan) -> float:
    """Return player 0's expected value. `bets` has the probability of a bet in every information set."""
    if state.is_terminal():
        return state.returns()[0]
    if state.current_player() == CHANCE:
        return sum(p * value(state.child(card), bets) for card, p in state.chance_outcomes())
    p = bets[state.information_state(state.current_player()).key]
    return (1 - p) * value(state.child(Move.PASS), bets) + p * value(state.child(Move.BET), bets)


def test_classic_has_12_information_sets() -> None:
    betting = {0: ("", "pb"), 1: ("p", "b")}
    expected = {card + moves for card in "QKA" for both in betting.values() for moves in both}
    assert information_sets(classic()) == expected
    assert len(expected) == 12


def test_half_street_has_6_information_sets() -> None:
    assert information_sets(half_street()) == {"A", "K", "Q", "Ab", "Kb", "Qb"}


@pytest.mark.parametrize(
    ("history", "won"), [("AKpp", 1), ("QKpp", -1), ("KQpbp", -1), ("KQpbb", 2), ("KAbb", -2), ("QAbp", 1)]
)
def test_classic_terminal_utilities(history: str, won: float) -> None:
    state = after(classic(), history)
    assert state.current_player() == TERMINAL
    assert state.returns() == (won, -won)


@pytest.mark.parametrize("blinds", [1, 2, 0.5, 0.25, Fraction(1, 3)])
def test_half_street_terminal_utilities(blinds: float) -> None:
    def won(history: str) -> float:
        return after(half_street(blinds), history).returns()[0]

    assert won("KAp") == -float(blinds)
    assert won("KQp") == float(blinds)
    assert won("QKbp") == float(blinds)
    assert won("QAbb") == -float(blinds + 1)
    assert won("AKbb") == float(blinds + 1)


def test_a_pass_ends_the_half_street_at_once_but_not_the_classic_game() -> None:
    assert after(half_street(), "KAp").is_terminal()
    assert not after(classic(), "KAp").is_terminal()


def test_histories_and_keys_read_as_in_the_literature() -> None:
    state = after(classic(), "KApb")
    assert state.history == "KApb"
    assert state.current_player() == 0
    info = state.information_state(0)
    assert info.key == "Kpb"
    assert info.facing_bet
    assert state.information_state(1).key == "Apb"


def test_the_pot_holds_blinds_and_bets() -> None:
    assert after(classic(), "KA").pot == 2
    assert after(classic(), "KApb").pot == 3
    assert after(half_street(2), "KAbb").pot == 6


def test_the_player_to_act_is_the_parity_of_the_history() -> None:
    for start in (classic(), half_street()):
        for state in all_states(start):
            if state.current_player() >= 0:
                assert state.current_player() == len(state.history) % 2


def test_the_first_players_equilibrium_value_is_minus_one_eighteenth_in_classic() -> None:
    bluff = 1 / 4
    bets = {"Q": bluff, "K": 0.0, "A": 3 * bluff, "Qpb": 0.0, "Kpb": bluff + 1 / 3, "Apb": 1.0}
    bets |= {"Qp": 1 / 3, "Kp": 0.0, "Ap": 1.0, "Qb": 0.0, "Kb": 1 / 3, "Ab": 1.0}
    assert value(classic(), bets) == pytest.approx(-1 / 18)


@pytest.mark.parametrize("blinds", [1, 2, 3, 0.5])
def test_half_street_value_matches_its_formula(blinds: float) -> None:
    s = blinds
    for p1, p2 in product((0.0, 0.25, 0.8, 1.0), repeat=2):
        bets = {"A": 1.0, "K": 0.0, "Q": p1, "Ab": 1.0, "Kb": p2, "Qb": 0.0}
        expected = (p1 * (2 * s - 1 - p2 - 2 * s * p2) + p2) / 6
        assert value(half_street(blinds), bets) == pytest.approx(expected)


@pytest.mark.parametrize("blinds", [0, -1, float("nan"), float("inf"), Fraction(-1, 2), "1/4"])
def test_blinds_must_be_above_zero(blinds: float) -> None:
    with pytest.raises(BadInput, match="above 0"):
        half_street(blinds)


def test_what_cannot_be_played_is_refused_with_what_can() -> None:
    with pytest.raises(IllegalAction, match=r"0 \(Q\), 2 \(A\)"):
        after(classic(), "K").child(1)
    with pytest.raises(IllegalAction, match=r"0 \(p\) and 1 \(b\)"):
        after(classic(), "KA").child(2)
    with pytest.raises(IllegalAction, match="the hand is over"):
        after(classic(), "KAbb").child(0)


def test_nobody_has_won_before_the_end() -> None:
    state = after(classic(), "KAp")
    assert state.returns() == (0.0, 0.0)
    assert state.chance_outcomes() == ()


def test_nothing_is_left_to_do_at_the_end() -> None:
    state = after(half_street(), "KAp")
    assert state.legal_actions() == ()
    assert state.information_state(0).legal_actions == ()


@given(st.data(), st.sampled_from([classic(), half_street(), half_street(0.5)]))
def test_random_hands_end_and_are_zero_sum(data: st.DataObject, start: KuhnState) -> None:
    state = start
    while not state.is_terminal():
        state = state.child(data.draw(st.sampled_from(state.legal_actions())))
    assert sum(state.returns()) == 0
    assert abs(state.returns()[0]) * 2 <= state.pot


SYMMETRIES = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (2, 1, 0, 5, 4, 3, 8, 7, 6),
    (6, 3, 0, 7, 4, 1, 8, 5, 2),
    (8, 7, 6, 5, 4, 3, 2, 1, 0),
    (2, 5, 8, 1, 4, 7, 0, 3, 6),
    (6, 7, 8, 3, 4, 5, 0, 1, 2),
    (0, 3, 6, 1, 4, 7, 2, 5, 8),
    (8, 5, 2, 7, 4, 1, 6, 3, 0),
)


def play_cells(*cells: int) -> TicTacToeState:
    state = TicTacToeState()
    for cell in cells:
        state = state.child(cell)
    return state


def reachable() -> set[TicTacToeState]:
    seen = {TicTacToeState()}
    frontier = list(seen)
    while frontier:
        state = frontier.pop()
        new = {state.child(cell) for cell in state.legal_actions()} - seen
        seen |= new
        frontier.extend(new)
    return seen


@cache
def games(state: TicTacToeState) -> int:
    return 1 if state.is_terminal() else sum(games(state.child(cell)) for cell in state.legal_actions())


@cache
def perfect_value(state: TicTacToeState) -> float:
    if state.is_terminal():
        return state.returns()[0]
    best = max if state.current_player() == 0 else min
    return best(perfect_value(state.child(cell)) for cell in state.legal_actions())


def test_5478_positions_can_be_reached() -> None:
    assert len(reachable()) == 5_478


def test_255168_games_can_be_played() -> None:
    assert games(TicTacToeState()) == 255_168


def test_138_final_positions_remain_up_to_symmetry() -> None:
    final = {state.board for state in reachable() if state.is_terminal()}
    classes = {min(tuple(board[cell] for cell in turn) for turn in SYMMETRIES) for board in final}
    assert len(classes) == 138


def test_perfect_play_draws() -> None:
    assert perfect_value(TicTacToeState()) == 0


def test_numbers_are_base_three_with_the_first_cell_lowest() -> None:
    assert TicTacToeState().number == 0
    assert play_cells(0).number == 1
    assert board_number((0,) * 8 + (O,)) == 2 * 3**8 == 13_122
    assert board_number((O,) * 9) == 3**9 - 1


def test_every_reachable_position_has_its_own_number_and_key() -> None:
    states = reachable()
    assert len({state.number for state in states}) == len(states)
    assert all(state.information_state(0).key == str(state.number) for state in states)


@pytest.mark.parametrize("line", LINES)
def test_three_in_a_row_wins(line: tuple[int, int, int]) -> None:
    board = tuple(X if cell in line else 0 for cell in range(9))
    state = TicTacToeState(board)
    assert (state.line, state.winner, state.returns()) == (line, 0, (1.0, -1.0))


def test_a_win_ends_the_game_and_pays_the_winner() -> None:
    state = play_cells(0, 3, 1, 4, 8, 5)
    assert state.current_player() == TERMINAL
    assert (state.line, state.winner) == ((3, 4, 5), 1)
    assert state.returns() == (-1.0, 1.0)
    assert (state.reward(0), state.reward(1)) == (0.0, 1.0)


def test_a_draw_rewards_nobody() -> None:
    state = play_cells(0, 1, 2, 4, 3, 5, 7, 6, 8)
    assert state.is_terminal()
    assert state.winner is None
    assert state.returns() == (0.0, 0.0)
    assert (state.reward(0), state.reward(1)) == (0.0, 0.0)


def test_a_game_not_over_rewards_nobody() -> None:
    assert play_cells(0, 4).returns() == (0.0, 0.0)
    assert play_cells(0, 4).reward(0) == 0.0


def test_an_occupied_cell_is_refused_with_the_free_ones() -> None:
    with pytest.raises(IllegalAction, match="free cells are 1, 2, 3"):
        play_cells(0).child(0)


def test_a_finished_game_takes_no_more_marks() -> None:
    with pytest.raises(IllegalAction, match="the game is over"):
        play_cells(0, 3, 1, 4, 2).child(8)


def test_no_chance_is_involved() -> None:
    assert TicTacToeState().chance_outcomes() == ()


def test_the_information_state_offers_the_free_cells() -> None:
    info = TicTacToeInformationState(1, play_cells(4).board)
    assert info.legal_actions == (0, 1, 2, 3, 5, 6, 7, 8)


@given(st.data())
def test_random_games_alternate_and_are_zero_sum(data: st.DataObject) -> None:
    state, turn = TicTacToeState(), 0
    while not state.is_terminal():
        assert state.current_player() == turn % 2
        state = state.child(data.draw(st.sampled_from(state.legal_actions())))
        turn += 1
    assert sum(state.returns()) == 0
    assert state.legal_actions() == ()
