"""A hand of Hold'em in words: who won with what."""

from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules.betting import CALL
from game.rules.cards import parse
from game.screens.tables.amounts import Amounts
from game.screens.tables.holdem_words import HandWords
from game.screens.texts import english

SPEC = TableSpec("holdem", ("you", "steady"), first="seat-0")


def told(session: Session) -> HandWords:
    return HandWords(english(), session, 0, "Steady", Amounts(False, 100), session.steps)


def test_of_two_hands_that_are_told_alike_the_card_that_decides_is_named() -> None:
    session = Session(SPEC, cards=parse("AcJcAs9s" + "AdKh7s5d2c"))
    while not session.hand_over:
        session.act(CALL)
    own, other = ("nine", "jack") if session.player_of(0) else ("jack", "nine")
    said, note = told(session).result()
    assert said.endswith("a pair of aces, king and jack kickers")
    assert (
        note == f"You: pair of aces, king and {own} kickers. Steady: pair of aces, king and {other} kickers."
    )
