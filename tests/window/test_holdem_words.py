"""A hand of Hold'em in words: who won with what, and what the dice said."""

import pygame
import pytest

from game.core import Decision
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules.betting import CALL, FOLD
from game.rules.cards import parse
from game.study.amounts import Amounts
from game.tables.holdem.view import HandWords
from game.window.views import marks as mix
from tests.window.driver import WordsOnlyPainter

SPEC = TableSpec("holdem", ("you", "steady"), first="seat-0")


def words_of(session: Session) -> HandWords:
    return HandWords(session, 0, "Steady", Amounts(False, 100), session.steps)


def test_of_two_hands_that_are_told_alike_the_card_that_decides_is_named() -> None:
    session = Session(SPEC, cards=parse("AcJcAs9s" + "AdKh7s5d2c"))
    while not session.hand_over:
        session.act(CALL)
    own, other = ("nine", "jack") if session.get_player(0) else ("jack", "nine")
    said, note = words_of(session).result()
    assert said.endswith("a pair of aces, king and jack kickers")
    assert (
        note == f"You: pair of aces, king and {own} kickers. Steady: pair of aces, king and {other} kickers."
    )


@pytest.mark.parametrize(
    ("strategy", "roll", "action", "said"),
    [
        ({CALL: 0.67, 300: 0.33}, 0.5, CALL, "Rolled 51 of 100. 1 to 67: call"),
        ({FOLD: 0.67, CALL: 0.33}, 0.9, CALL, "Rolled 91 of 100. 68 to 100: call"),
        (
            {FOLD: 0.1, CALL: 0.2, 300: 0.7},
            0.2,
            CALL,
            "Rolled 21 of 100. 11 to 30: call",
        ),
        ({FOLD: 0.1, CALL: 0.2, 300: 0.7}, 0.05, FOLD, "Rolled 6 of 100. 1 to 10: fold"),
        (
            {FOLD: 0.1, CALL: 0.2, 300: 0.2, 600: 0.5},
            0.4,
            300,
            "Rolled 41 of 100. 31 to 50: raise to 300",
        ),
        ({CALL: 0.99, 20_000: 0.01}, 0.995, 20_000, "Rolled 100 of 100. 100: all-in 20,000"),
    ],
)
def test_a_die_tells_its_number_and_what_it_meant(
    strategy: dict[int, float], roll: float, action: int, said: str
) -> None:
    session = Session(SPEC)
    session.act(action, Decision(action, strategy, roll))
    ((before, step),) = words_of(session).actions()
    assert step.decision is not None
    assert words_of(session).die(before, step.decision) == said


def test_what_a_die_says_is_read_whole_or_ends_with_a_sign() -> None:
    pygame.font.init()
    painter = WordsOnlyPainter(pygame.Surface((1280, 720)))
    meaning = "1 to 30: fold, 31 to 67: raise to 12,000, 68 to 100: all-in 19,800"
    for width, last in ((500, "19,800"), (220, "19,800"), (150, "…")):
        painter.log = []
        mix.draw_die(painter, (0, 0, width, 98), "3 of 100. On the flop", meaning)
        assert painter.log[-1].words.endswith(last)
