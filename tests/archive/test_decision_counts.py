"""What players do at kinds of decisions: counted by hand, and in the history."""

import doctest
import random
from pathlib import Path

import pytest

from game.archive import counts, hands
from game.archive.counts import (
    NO_ACTIONS,
    ActionCounts,
    DecisionKind,
    Faced,
    count_first_decision,
    counts_in_steps,
    final_betting,
    get_decision_kind,
    players_in_steps,
    replay_betting,
)
from game.archive.store import Archive, Reader
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules.betting import BIG_BLIND, BUTTON, CALL, FOLD, HoldemRules, Street
from tests.archive.hands_for_tests import MOMENT, play_out

FLOP_BET = DecisionKind(Street.FLOP, Faced.BET)


def test_the_examples_hold() -> None:
    assert doctest.testmod(counts).failed == 0


@pytest.mark.parametrize(
    ("actions", "player", "kind", "expected"),
    [
        ((300, CALL, CALL, 400, FOLD), BIG_BLIND, (Street.FLOP, Faced.NOTHING), ActionCounts(0, 1, 0)),
        ((300, CALL, CALL, 400, FOLD), BUTTON, (Street.FLOP, Faced.CHECK), ActionCounts(0, 0, 1)),
        ((300, CALL, CALL, 400, FOLD), BIG_BLIND, (Street.FLOP, Faced.BET), ActionCounts(1, 0, 0)),
        (
            (300, CALL, 500, 1200, CALL, CALL, 2200, FOLD),
            BIG_BLIND,
            (Street.FLOP, Faced.RAISE),
            ActionCounts(0, 1, 0),
        ),
        ((300, CALL, CALL, CALL, 500, FOLD), BUTTON, (Street.TURN, Faced.BET), ActionCounts(1, 0, 0)),
        ((300, FOLD), BIG_BLIND, (Street.FLOP, Faced.BET), NO_ACTIONS),
    ],
)
def test_the_first_decision_of_a_kind_counts(
    actions: tuple[int, ...], player: int, kind: tuple[Street, Faced], expected: ActionCounts
) -> None:
    assert (
        count_first_decision(final_betting(HoldemRules(), actions), player, DecisionKind(*kind)) == expected
    )


def fill(folder: Path, count: int) -> list[hands.PlayedHand]:
    archive, played = Archive(folder), []
    for number in range(count):
        seats = ("you", "tight") if number % 3 else ("tight", "you")
        session = Session(TableSpec("holdem", seats, seed=number, skip=number))
        play_out(session, random.Random(number))
        played.append(hands.of(session, MOMENT + number))
        archive.append(played[-1])
    return played


def test_the_history_counts_the_hands_of_a_player_in_either_seat(user_folder: Path) -> None:
    played = fill(user_folder, 120)
    *_, found = counts_in_steps(Reader(user_folder), "tight", FLOP_BET)
    expected = NO_ACTIONS
    for hand in played:
        player = hand.session().player_of(0 if hand.spec.seats[0] == "tight" else 1)
        for before, action in replay_betting(hand).steps():
            if player == before.actor and get_decision_kind(before) == FLOP_BET:
                expected += ActionCounts(action == FOLD, action == CALL, action > CALL)
                break
    assert isinstance(found, ActionCounts)
    assert found == expected
    assert found.hands > 10


def test_everybody_in_the_history_is_counted(user_folder: Path) -> None:
    fill(user_folder, 7)
    *_, found = players_in_steps(Reader(user_folder))
    assert found == {"you": 7, "tight": 7}
