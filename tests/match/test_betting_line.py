"""Lines through a hand are read as they are written, and what cannot be is said in one sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput, IllegalAction
from game.match.betting_line import Line, parse_line, write_line
from game.rules.betting import BUTTON, CALL, FOLD, HoldemRules
from game.rules.cards import parse

RULES = HoldemRules()
LONG = "r300 c / board Qs7h2d c r700 c / board 3c c c / board 4c r1400"


def test_a_line_is_read_with_its_board_and_written_again() -> None:
    line = parse_line(LONG, RULES)
    assert line.actions == (300, CALL, CALL, 700, CALL, CALL, CALL, 1400)
    assert line.shown == parse("Qs7h2d3c4c")
    assert line.player == BUTTON
    assert write_line(line) == LONG


@pytest.mark.parametrize(
    "text",
    [
        "r300c/Qs7h2d",
        "R300 Call / Board Qs 7h 2d",
        "r300, c / qs,7h,2d",
        "r300 CALL/boardQs7h2d",
    ],
)
def test_blanks_capitals_and_the_word_board_do_not_matter(text: str) -> None:
    assert parse_line(text, RULES) == Line(RULES, (300, CALL), parse("Qs7h2d"))


def test_a_street_may_name_the_whole_board() -> None:
    assert parse_line("c c / Qs7h2d c c / Qs7h2d3c", RULES).shown == parse("Qs7h2d3c")


def test_all_in_is_the_largest_raise() -> None:
    line = parse_line("all-in c", RULES)
    assert line.actions == (20_000, CALL)
    assert line.is_over
    assert parse_line("allin", RULES).actions == (20_000,)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("r150", "minimum is 200"),
        ("r30000", "maximum is 20000"),
        ("r99999999999999", "more than anybody has"),
        ("f c", "over before"),
        ("f / Qs7h2d", "over on the preflop"),
        ("r300 c c", 'a "/" and new cards come first'),
        ("c c / Qs7h c", "has 3 cards on the board, 2 are laid"),
        ("c c / Qs7h2dQs", "there twice"),
        ("c c / Qs7h2d3c", "3 cards on the board"),
        ("Qs7h2d c", "no board on the preflop"),
        ("c / Qs7h2d", "big blind is still to act"),
        ("c c / board c", "names no card"),
        ("bet 300", "is no action"),
        ("c c/Qs7h2d c c/3c c c/4c c c/5c", "over on the river"),
        ("c c/Qs7h2d c c/3c c c/4c c/5c", "four streets"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        parse_line(text, RULES)


@given(text=st.text(alphabet="rfck/019 Qs7h2d3a-in\nboardé", max_size=40))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    try:
        line = parse_line(text, RULES)
    except BadInput:
        return
    assert parse_line(write_line(line), RULES).actions == line.actions


def test_a_line_waits_for_the_cards_of_a_street() -> None:
    line = Line(RULES, (300, CALL))
    assert (line.missing, line.player, line.is_over) == (3, None, False)
    assert line.with_board(parse("Qs7h2d")).player == 0


def test_an_illegal_action_leads_nowhere() -> None:
    with pytest.raises(IllegalAction):
        Line(RULES).after(150)


def test_taking_cards_away_takes_back_what_was_played_on_them() -> None:
    line = parse_line(LONG, RULES)
    assert line.with_board(parse("Qs7h2d")).actions == line.actions[:5]
    assert line.with_board(()).actions == (300, CALL)
    assert line.with_board(parse("Qs7h2d3c5c")).actions == line.actions


def test_going_back_keeps_the_board() -> None:
    line = parse_line(LONG, RULES).upto(1)
    assert (line.shown, line.board) == ((), parse("Qs7h2d3c4c"))
    assert line.after(FOLD).is_over
