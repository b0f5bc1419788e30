"""The table in a terminal, and typed numbers."""

import pytest

from game.core import BadInput, IllegalAction, State
from game.features.lab.page import read_whole as read_lab_number
from game.files import yaml_text
from game.match.spot_texts import read_number, read_whole
from game.match.terminal import Speaker, speaker
from game.rules import cards
from game.rules.holdem import HoldemRules, HoldemState
from game.rules.kuhn_poker import classic, half_street
from game.rules.tic_tac_toe import TicTacToeState
from game.study.amounts import Amounts

TTT, KUHN, HOLDEM = speaker("tic-tac-toe"), speaker("kuhn-poker"), speaker("holdem")


def after(state: State, *actions: int) -> State:
    for action in actions:
        state = state.child(action)
    return state


def parse_cards(text: str) -> tuple[int, ...]:
    return cards.parse(text)


def holdem(*actions: int, stacks: tuple[int, int] = (20_000, 20_000)) -> State:
    return after(HoldemState(HoldemRules(50, 100, stacks)), *parse_cards("AsKs QhQd"), *actions)


def describe(voice: Speaker, state: State) -> str:
    return voice.situation(state.information_state(state.current_player()))


def test_the_board_is_read_row_by_row_with_the_free_squares_numbered() -> None:
    assert describe(TTT, after(TicTacToeState(), 4, 0)) == "O 2 3\n4 X 6\n7 8 9\nYou are X."


def test_squares_are_counted_from_one() -> None:
    info = after(TicTacToeState(), 4).information_state(1)
    assert TTT.read("1", info) == 0
    assert TTT.question(info) == "Your square (1, 2, 3, 4, 6, 7, 8, 9):"
    assert TTT.did(TicTacToeState(), 4) == "takes square 5"


@pytest.mark.parametrize("typed", ["5", "0", "10", "x", ""])
def test_a_square_that_is_not_free_is_answered_with_those_that_are(typed: str) -> None:
    with pytest.raises(IllegalAction, match="free ones are 1, 2, 3, 4, 6"):
        TTT.read(typed, after(TicTacToeState(), 4).information_state(1))


def test_the_end_of_tic_tac_toe_names_the_line() -> None:
    won = after(TicTacToeState(), 0, 3, 1, 4, 2)
    assert TTT.ending(won, 0) == "You win: three in a row on 1, 2, 3."
    assert TTT.ending(won, 1) == "You lose: three in a row on 1, 2, 3."
    assert TTT.ending(after(TicTacToeState(), 0, 1, 2, 4, 3, 5, 7, 6, 8), 0) == "A draw."


def test_kuhn_tells_the_card_the_pot_and_the_moves() -> None:
    state = after(classic(), 1, 2)
    assert describe(KUHN, state) == "You hold the king. The pot is 2."
    assert KUHN.question(state.information_state(0)) == "Check (c) or bet 1 (b)?"
    facing = after(state, 1)
    assert describe(KUHN, facing) == "You hold the ace. The pot is 3."
    assert KUHN.question(facing.information_state(1)) == "Fold (f) or call 1 (c)?"


@pytest.mark.parametrize(
    ("voice", "state", "typed"),
    [
        *((HOLDEM, holdem(300), typed) for typed in ("check", "cancel", "again", "abort", "fo", "a 300")),
        *((HOLDEM, holdem(1), typed) for typed in ("call", "cards")),
        *((KUHN, after(classic(), 1, 2, 1), typed) for typed in ("check", "bet", "cancel", "b")),
        *((KUHN, after(classic(), 1, 2), typed) for typed in ("call", "f", "back")),
    ],
)
def test_another_word_is_not_taken_for_a_move_with_its_letter(
    voice: Speaker, state: State, typed: str
) -> None:
    with pytest.raises(IllegalAction, match=f"'{typed}'|\"{typed}\""):
        voice.read(typed, state.information_state(state.current_player()))


@pytest.mark.parametrize(
    ("typed", "action"), [("Fold", 0), ("CALL", 1), (" all-in ", 20_000), ("A", 20_000), ("900", 900)]
)
def test_a_move_is_typed_as_its_word_or_its_letter(typed: str, action: int) -> None:
    state = holdem(300)
    assert HOLDEM.read(typed, state.information_state(state.current_player())) == action


@pytest.mark.parametrize(
    ("voice", "state"), [(TTT, TicTacToeState()), (KUHN, after(classic(), 1, 2)), (HOLDEM, holdem(300))]
)
def test_what_can_be_typed_is_understood(voice: Speaker, state: State) -> None:
    examples = {"1 to 9": "9", "an amount": "900"}
    for line in voice.can_be_typed():
        word = line.split(":")[0]
        there = after(state, 1) if voice is KUHN and word == "f" else state  # no fold without a bet
        info = there.information_state(there.current_player())
        assert voice.read(examples.get(word, word), info) in info.legal_actions


def test_a_move_in_kuhn_is_its_first_letter() -> None:
    state = after(classic(), 1, 2)
    assert [KUHN.read(word, state.information_state(0)) for word in ("c", "Check", "bet")] == [0, 0, 1]
    facing = after(state, 1).information_state(1)
    assert [KUHN.read(word, facing) for word in ("fold", "c")] == [0, 1]
    for typed in ("raise", "", "b"):
        with pytest.raises(IllegalAction, match=r"Fold \(f\) or call 1 \(c\)"):
            KUHN.read(typed, facing)


def test_kuhn_moves_are_named_by_what_they_mean() -> None:
    state = after(classic(), 1, 2)
    assert (KUHN.did(state, 0), KUHN.did(state, 1)) == ("checks", "bets 1")
    assert (KUHN.did(after(state, 1), 0), KUHN.did(after(state, 1), 1)) == ("folds", "calls")


def test_kuhn_shows_cards_only_when_they_were_shown() -> None:
    state = after(half_street(0.5), 1, 2)
    assert KUHN.ending(after(state, 1, 1), 0) == "You show the king, the opponent the ace. You lose 1.5."
    assert KUHN.ending(after(state, 1, 0), 0) == "You win 0.5."


def test_holdem_tells_cards_hand_pot_and_what_to_call() -> None:
    assert describe(HOLDEM, holdem()) == (
        "Board: no cards yet. You hold Qh Qd: pocket queens. The pot is 150, 50 to call; you have 19,950 left."
    )


def test_amounts_typed_are_those_of_this_street() -> None:
    flop = holdem(300, 1, *parse_cards("2c 7d 9h"))
    info = flop.information_state(0)
    assert HOLDEM.question(info) == "Check (c), bet 100 up to 19,700 (type the amount, a for all-in)?"
    assert HOLDEM.read("150", info) == 450
    assert HOLDEM.read("19,700", info) == HOLDEM.read("a", info) == 20_000
    assert HOLDEM.read("c", info) == 1
    assert HOLDEM.did(flop, 450) == "bets 150"
    facing = after(flop, 450)
    assert HOLDEM.question(facing.information_state(1)).startswith(
        "Fold (f), call 150 (c), raise to 300 up to 19,700"
    )
    assert HOLDEM.read("fold", facing.information_state(1)) == 0
    assert [HOLDEM.did(facing, action) for action in (0, 1, 750)] == ["folds", "calls 150", "raises to 450"]
    assert HOLDEM.did(flop, 1) == "checks"


def test_before_the_flop_the_blinds_are_the_bet() -> None:
    limped = holdem(1)
    assert HOLDEM.did(limped, 300) == "raises to 300"
    assert "raise to 200 up to" in HOLDEM.question(limped.information_state(0))


@pytest.mark.parametrize("typed", ["f", "0", "1", "99", "20000", "x", ""])
def test_what_cannot_be_played_is_answered_with_the_legal_range(typed: str) -> None:
    info = holdem(300, 1, *parse_cards("2c 7d 9h")).information_state(0)
    with pytest.raises(IllegalAction, match="bet 100 up to 19,700"):
        HOLDEM.read(typed, info)


def test_where_nobody_can_raise_no_amount_is_offered() -> None:
    info = holdem(1_000, stacks=(1_000, 5_000)).information_state(0)
    assert HOLDEM.question(info) == "Fold (f), call 900 (c)?"
    with pytest.raises(IllegalAction):
        HOLDEM.read("a", info)


def test_the_end_of_a_hand_tells_the_hands_only_at_a_showdown() -> None:
    assert HOLDEM.ending(holdem(0), 0) == "You win 50."
    shown = holdem(20_000, 1, *parse_cards("2c 7d 9h 3s 4d"))
    assert HOLDEM.ending(shown, 1).startswith(
        "Board: 2c 7d 9h 3s 4d. You show pair of queens, nine kicker, the opponent As Ks"
    )
    assert HOLDEM.ending(shown, 1).endswith("You win 20,000.")
    split = after(HoldemState(HoldemRules(50, 100, (1_000, 1_000))), *parse_cards("AsKs AhKh"), 1_000, 1)
    assert HOLDEM.ending(after(split, *parse_cards("2c 7d 9h 3s 4d")), 0).endswith("The pot is split.")


def test_a_number_longer_than_any_is_refused_in_a_short_sentence() -> None:
    for voice, state in ((TTT, TicTacToeState()), (HOLDEM, holdem())):
        with pytest.raises(IllegalAction, match=r"^'7+\.\.\.' ") as refused:
            voice.read("7" * 5_000, state.information_state(state.current_player()))
        assert len(str(refused.value)) < 200


def test_an_amount_may_have_a_thousands_comma_but_no_decimal_comma() -> None:
    info = holdem().information_state(1)
    assert HOLDEM.read("1,500", info) == 1_500
    with pytest.raises(IllegalAction, match="'2,50' cannot be played"):
        HOLDEM.read("2,50", info)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1,500", 1500.0),
        ("1,234,567.5", 1234567.5),
        ("97.5", 97.5),
        (".5", 0.5),
        (" 5 ", 5.0),
        ("2e3", 2000.0),
    ],
)
def test_a_plain_or_grouped_number_is_read(typed: str, value: float) -> None:
    assert read_number(typed) == value


@pytest.mark.parametrize(
    ("typed", "right"),
    [("97,5", "97.5"), ("0,500", "0.500"), ("1.234,56", "1234.56"), ("1,50", "1.50"), (",5", "0.5")],
)
def test_a_decimal_comma_is_refused_with_what_would_be_right(typed: str, right: str) -> None:
    with pytest.raises(BadInput, match=f"write {right}, with a decimal point"):
        read_number(typed)


@pytest.mark.parametrize("typed", ["", "x", "1,,500", "1_000", "nan", "1 500", "0x10"])
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(BadInput, match="is not a number"):
        read_number(typed)


@pytest.mark.parametrize("typed", ["2.5", "2,5", "1e3", "9" * 30, ""])
def test_a_whole_number_has_digits_alone(typed: str) -> None:
    with pytest.raises(BadInput, match="is not a whole number"):
        read_whole(typed)


@pytest.mark.parametrize("words", ["0100", "1:30", "-07", "1:30.5"])
def test_yaml_numbers_that_mean_something_else_to_people_are_refused(words: str) -> None:
    with pytest.raises(yaml_text.NotYaml, match="is not a plain number"):
        yaml_text.read(f"pot: {words}")


def test_an_amount_at_the_table_with_a_decimal_comma_is_refused() -> None:
    assert Amounts(True, 100).read("2.5") == 250
    assert Amounts(False, 100).read("1,500") == 1500
    with pytest.raises(BadInput, match=r"write 2\.5, with a decimal point"):
        Amounts(True, 100).read("2,5")
    with pytest.raises(BadInput, match="not a whole number of chips"):
        Amounts(False, 100).read("2.5")


def test_a_number_of_the_lab_with_a_decimal_comma_is_refused() -> None:
    assert read_lab_number("iterations", "25,000") == 25_000
    with pytest.raises(BadInput, match="is not a number of iterations"):
        read_lab_number("iterations", "2,5")
