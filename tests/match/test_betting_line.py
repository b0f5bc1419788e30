"""Lines through a hand are read as they are written, and what cannot be is said in one sentence."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput, IllegalAction
from game.match.betting_line import EXAMPLE, BettingLine, parse_line, write_line
from game.rules.betting import BUTTON, CALL, FOLD, HoldemRules
from game.rules.cards import DECK, Card, parse

RULES = HoldemRules()
LONG = "r300 c / board Qs7h2d c r700 c / board 3c c c / board 4c r1400"


def test_a_line_is_read_with_its_board_and_written_again() -> None:
    line = parse_line(LONG, RULES)
    assert line.actions == (300, CALL, CALL, 700, CALL, CALL, CALL, 1400)
    assert line.dealt_board == parse("Qs7h2d3c4c")
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
    assert parse_line(text, RULES) == BettingLine(RULES, (300, CALL), parse("Qs7h2d"))


def test_a_street_may_name_the_whole_board() -> None:
    assert parse_line("c c / Qs7h2d c c / Qs7h2d3c", RULES).dealt_board == parse("Qs7h2d3c")


def test_all_in_is_the_largest_raise() -> None:
    line = parse_line("all-in c", RULES)
    assert line.actions == (20_000, CALL)
    assert line.is_over
    assert parse_line("allin", RULES).actions == (20_000,)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("r150", '"r150" cannot be played there: minimum is 200.'),
        ("r0", '"r0" cannot be played there: minimum is 200.'),
        ("r30000", '"r30000" cannot be played there: maximum is 20000.'),
        ("c f", '"f" cannot be played there: there is no bet to fold to, a check is free.'),
        ("r99999999999999", '"r99999999999999" is more than either player has.'),
        ("f c", 'The hand is over before "c".'),
        ("f / Qs7h2d", "The hand is over before the flop: nothing can follow."),
        ("r300 c c", 'The betting before the flop is over before "c": a "/" and new cards come first.'),
        ("c c / c", 'Cards are missing before "c": the board has 3 cards on the flop, and none is given.'),
        ("c c / Qs c", 'Cards are missing before "c": the board has 3 cards on the flop, and 1 is given.'),
        (
            "c c / Qs7h c",
            'Cards are missing before "c": the board has 3 cards on the flop, and 2 are given.',
        ),
        ("r300 c / Qs7h2", '"2" is not a card: the board has 3 cards on the flop, and 2 are given.'),
        ("c c / Qs7h2 c", '"2" is not a card: the board has 3 cards on the flop, and 2 are given.'),
        ("c c/Qs7h2d c c/x", '"x" is not a card: the board has 4 cards on the turn, and 3 are given.'),
        ("c c / Qs7h2d3c", "There are 3 cards on the board on the flop, not 4."),
        ("c c / Qs7hQs", 'Card "Qs" appears twice.'),
        ("c c / Qs7h2d c c / Qs", 'Card "Qs" appears twice.'),
        ("Qs7h2d c", 'There is no board before the flop: its cards come after a "/".'),
        ("c / Qs7h2d", 'A "/" ends a street, but before the flop the big blind is still to act.'),
        ("c c / board c", '"board c" is not a card. Write a board as "board Qs7h2d".'),
        ("bet 300", f'"bet" is not an action: {EXAMPLE}.'),
        ("c c/Qs7h2d c c/3c c c/4c c c/5c", "The hand is over on the river: nothing can follow."),
        ("c c/Qs7h2d c c/3c c c/4c c/5c", 'There are four streets, so three "/" at most.'),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as said:
        parse_line(text, RULES)
    assert str(said.value) == sentence


PIECES = (
    "c",
    "f",
    "r300",
    "r900 ",
    " all-in",
    "check",
    "/",
    " / Qs7h2d ",
    "/board 3c",
    " /4c",
    "Q",
    "7h",
    "x",
    "é",
)


@given(text=st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=20))
def test_whatever_is_typed_is_read_or_refused_in_one_sentence(text: str) -> None:
    try:
        line = parse_line(text, RULES)
    except BadInput as said:
        sentence = str(said)
        assert sentence.endswith(".")
        assert sentence[0] == '"' or sentence[0].isupper()
        return
    assert parse_line(write_line(line), RULES) == line


@given(data=st.data(), board=st.permutations(DECK).map(lambda cards: tuple(cards[:5])))
def test_every_line_is_read_as_it_was_written(data: st.DataObject, board: tuple[Card, ...]) -> None:
    line = BettingLine(RULES, (), board)
    for _ in range(data.draw(st.integers(0, 12))):
        if line.is_over:
            break
        legal = line.betting.legal_actions()
        raises = st.sampled_from(legal.raises) if legal.raises else st.nothing()
        line = line.after(data.draw(st.just(CALL) | raises))
    assert parse_line(write_line(line), RULES) == replace(line, board=line.dealt_board)


def test_a_line_waits_for_the_cards_of_a_street() -> None:
    line = BettingLine(RULES, (300, CALL))
    assert (line.missing, line.player, line.is_over) == (3, None, False)
    assert line.with_board(parse("Qs7h2d")).player == 0


def test_an_illegal_action_leads_nowhere() -> None:
    with pytest.raises(IllegalAction):
        BettingLine(RULES).after(150)


def test_taking_cards_away_takes_back_what_was_played_on_them() -> None:
    line = parse_line(LONG, RULES)
    assert line.with_board(parse("Qs7h2d")).actions == line.actions[:5]
    assert line.with_board(()).actions == (300, CALL)
    assert line.with_board(parse("Qs7h2d3c5c")).actions == line.actions


def test_going_back_keeps_the_board() -> None:
    line = parse_line(LONG, RULES).upto(1)
    assert (line.dealt_board, line.board) == ((), parse("Qs7h2d3c4c"))
    assert line.after(FOLD).is_over
