"""How far the player has climbed, by the history: which hands count, in which order, and what is told meanwhile."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai import catalog
from ai.features import ladder as requests
from ai.features.history import luck_of_hand
from game.archive.hands import PlayedHand, of
from game.archive.ladder import UNLOST, Climb, Ladder, Rung
from game.archive.store import Archive
from game.core import Progress
from game.match.series import play_hand
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.ladder import AskLadder

WEAK, NEXT = Rung("uniform"), Rung("vesper-3")


def played(game: str, person: str, against: str, hands: int, **more: Any) -> list[PlayedHand]:
    """Return hands of an agent in the person's chair, a second apart."""
    agents = catalog.load(game, person), catalog.load(game, against)
    session = Session(TableSpec(game, ("you", against), seed=3, **more))
    found = []
    for number in range(hands):
        if number:
            session.next_hand()
        for _ in play_hand(session, agents):
            pass
        found.append(of(session, 1_790_000_000.0 + number))
    return found


def keep(folder: Path, hands: list[PlayedHand]) -> None:
    archive = Archive(folder)
    for hand in hands:
        archive.append(hand)


def ladder(game: str, *rungs: Rung) -> Ladder:
    *reports, found = requests.ask_ladder(AskLadder(game, rungs))
    assert all(isinstance(report, Progress) for report in reports)
    assert isinstance(found, Ladder)
    return found


def test_nothing_was_played(user_folder: Path) -> None:
    found = ladder(games.HOLDEM, Rung("station"))
    assert [rung.hands for rung in found.rungs] == [0]


def test_hands_count_without_their_luck_in_the_order_in_which_they_were_played(user_folder: Path) -> None:
    hands = played(games.KUHN_POKER, "equilibrium", "uniform", 60)
    keep(user_folder, hands)
    climb = Climb(games.KUHN_POKER, WEAK)
    for number, hand in enumerate(hands):
        climb.take(luck_of_hand(hand).adjusted, number % 2)
    found = ladder(games.KUHN_POKER, WEAK, NEXT)
    assert found.rungs[0] == climb.result()
    assert found.rungs[0].beaten
    assert found.next == found.rungs[1]
    assert found.rungs[1].hands == 0


@pytest.mark.parametrize("how", ["taught", "tutored", "duplicate", "played again", "watched"])
def test_hands_with_help_and_hands_of_others_do_not_count(how: str, user_folder: Path) -> None:
    hands = played(games.KUHN_POKER, "equilibrium", "uniform", 3)
    if how == "taught":
        hands = [replace(hand, spec=replace(hand.spec, teaching=True)) for hand in hands]
    elif how == "tutored":
        hands = [replace(hand, spec=replace(hand.spec, teaching=True, tutor=True)) for hand in hands]
    elif how == "duplicate":
        hands = [replace(hand, spec=replace(hand.spec, duplicate=True)) for hand in hands]
    elif how == "watched":
        hands = [replace(hand, spec=replace(hand.spec, seats=("honest", "uniform"))) for hand in hands]
    else:
        hands = [one for hand in hands for one in (hand, replace(hand, at=hand.at + 0.5))]
    keep(user_folder, hands)
    assert ladder(games.KUHN_POKER, WEAK).rungs[0].hands == 0


def test_tic_tac_toe_tells_the_player_of_x_from_that_of_o(user_folder: Path) -> None:
    keep(user_folder, played(games.TIC_TAC_TOE, "perfect", "random", 2 * UNLOST, first="seat-0"))
    found = ladder(games.TIC_TAC_TOE, Rung("random"))
    assert not found.rungs[0].beaten
    assert found.rungs[0].unlost == (2 * UNLOST, 0)
    keep(user_folder, played(games.TIC_TAC_TOE, "perfect", "random", UNLOST, first="seat-1"))
    assert ladder(games.TIC_TAC_TOE, Rung("random")).rungs[0].beaten


def test_a_hand_that_cannot_be_played_again_is_left_out(user_folder: Path) -> None:
    good, bad = played(games.KUHN_POKER, "equilibrium", "uniform", 2)
    keep(user_folder, [good, replace(bad, actions=(0, 0, 0), decisions=())])
    assert ladder(games.KUHN_POKER, WEAK).rungs[0].hands == 1


def test_who_was_beaten_stays_beaten_however_many_hands_follow(user_folder: Path) -> None:
    won = played(games.KUHN_POKER, "equilibrium", "uniform", 60)
    keep(user_folder, won)
    before = ladder(games.KUHN_POKER, WEAK)
    assert before.rungs[0].beaten
    lost = [replace(hand, at=hand.at + 1000) for hand in played(games.KUHN_POKER, "uniform", "uniform", 600)]
    keep(user_folder, lost)
    assert ladder(games.KUHN_POKER, WEAK) == before


def test_the_answer_is_the_same_each_time(user_folder: Path) -> None:
    keep(user_folder, played(games.KUHN_POKER, "honest", "vesper-3", 40))
    assert ladder(games.KUHN_POKER, NEXT) == ladder(games.KUHN_POKER, NEXT)
