"""A hand of a log as a table: who sits where, which stacks, who has the button, what each has won."""

import pytest

from game.archive.imported import SHOWDOWN, ImportedHand, LogFilter, reached_by
from game.match.acpc import from_acpc
from game.rules.betting import BIG_BLIND, BUTTON, HoldemRules

UNEQUAL = HoldemRules(50, 100, (900, 500))
LINE = "STATE:7:r300c/cc/cr400f:AsKd|7c2h/3s4s9h/Td:-300|300:ann|bob"


def hand(first: int, line: str = LINE) -> ImportedHand:
    record = from_acpc(line, UNEQUAL)
    net = record.final_state().returns()[first]
    return ImportedHand(12, record, first, net, reached_by(record.final_state()))


@pytest.mark.parametrize("first", [BIG_BLIND, BUTTON])
def test_seats_stacks_and_button_are_those_of_the_log(first: int) -> None:
    played = hand(first)
    session = played.session()
    seat_of_ann = 0 if first == BIG_BLIND else 1
    assert session.spec.seats[seat_of_ann] == "ann"
    assert session.seat_of(BIG_BLIND) == seat_of_ann
    assert session.stacks_before[seat_of_ann] == 900
    assert session.results[-1].returns == played.returns
    assert played.returns[seat_of_ann] == -300
    assert played.id == LINE
    assert played.number == 12


@pytest.mark.parametrize(
    ("line", "reached"),
    [
        ("STATE:1:f:AsKd|7c2h:50|-50:ann|bob", 0),
        ("STATE:1:cc/r200f:AsKd|7c2h/3s4s9h:100|-100:ann|bob", 1),
        (LINE, 2),
        ("STATE:1:cc/cc/cc/cr200f:AsKd|7c2h/3s4s9h/Td/Jc:-100|100:ann|bob", 3),
        ("STATE:1:cc/cc/cc/cc:AsKd|7c2h/3s4s9h/Td/Jc:100|-100:ann|bob", SHOWDOWN),
        ("STATE:1:r500c///:AsKd|7c2h/3s4s9h/Td/Jc:500|-500:ann|bob", SHOWDOWN),
    ],
)
def test_how_far_a_hand_went_is_where_somebody_folded(line: str, reached: int) -> None:
    assert hand(BIG_BLIND, line).reached == reached


def test_a_filter_that_lets_all_pass_is_open() -> None:
    assert LogFilter("log").is_open
    assert not LogFilter("log", reached=1).is_open
