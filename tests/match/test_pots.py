"""Pots of finished hands, from actions alone."""

from game.match.history import pots
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec
from game.rules.betting import CALL, FOLD

SPEC = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0", form="match", stacks=(2000, 2000))


def test_pots_of_folds_showdowns_and_all_ins_are_what_was_put_in() -> None:
    session = Session(SPEC)
    session.act(FOLD)
    session.next_hand()
    for action in (300, CALL, CALL, 600, CALL, CALL, CALL, CALL, CALL):
        session.act(action)
    expected = [100, session.state.pot]  # type: ignore[attr-defined]
    session.next_hand()
    session.act(max(session.state.legal_actions()))
    session.act(CALL)
    expected.append(session.state.pot)  # type: ignore[attr-defined]
    assert pots(SPEC, session.results) == expected == [100, 1200, 2 * min(session.stacks_before)]


def test_a_hand_that_the_rules_do_not_allow_counts_as_twice_what_was_won() -> None:
    assert pots(SPEC, [HandResult(1, 1, (FOLD, FOLD), (-50.0, 50.0))]) == [100]
