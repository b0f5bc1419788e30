"""Duplicate deals for people: what comes back to whom, what the other side can know of it, and the account."""

import random
from dataclasses import replace

import pytest

from game.core import CHANCE
from game.match.dealt_again import BlockResult, Pass, TwicePlayed, build_block, find_pass
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec
from game.rules import games

GAMES = (games.KUHN_POKER, games.KUHN_HALF_STREET, games.HOLDEM)


def spec(game: str, deals: int = 3, **more: object) -> TableSpec:
    return TableSpec(game, ("you", "rock"), 5, duplicate=True, duplicate_block=deals, **more)  # type: ignore[arg-type]


def play_out(session: Session, seed: int) -> None:
    rng = random.Random(seed)
    while session.seat_to_act is not None:
        session.act(rng.choice(list(session.state.legal_actions()[:3])))


def dealt(session: Session) -> list[int]:
    return [step.action for step in session.steps if step.player == CHANCE]


def test_a_block_is_told_hand_by_hand() -> None:
    table = spec(games.HOLDEM, 2)
    assert [find_pass(table, number) for number in range(1, 6)] == [
        Pass(1, 2, swapped=False),
        Pass(2, 2, swapped=False),
        Pass(1, 2, swapped=True),
        Pass(2, 2, swapped=True),
        Pass(1, 2, swapped=False),
    ]
    assert [number for number in range(1, 9) if find_pass(table, number).ends_block] == [4, 8]


@pytest.mark.parametrize("game", GAMES)
def test_the_player_holds_in_the_second_pass_what_the_other_side_held(game: str) -> None:
    first, second = Session(spec(game)), Session(replace(spec(game), skip=3))
    assert dealt(first) == dealt(second)
    assert first.player_of(0) == second.player_of(1)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_first_pass_reaches_the_other_side(game: str) -> None:
    """Whatever was done in the first pass, the agent is told the same in the second, and throws the same die."""
    seen = set()
    for seed in range(3):
        session = Session(spec(game, 1))
        play_out(session, seed)
        session.next_hand()
        seen.add((session.info(1), session.decision_seed))
    never_dealt = Session(replace(spec(game, 1), skip=1))
    assert seen == {(never_dealt.info(1), never_dealt.decision_seed)}


@pytest.mark.parametrize("game", GAMES)
def test_the_die_of_the_second_pass_is_another_one(game: str) -> None:
    first, second = Session(spec(game, 1)), Session(replace(spec(game, 1), skip=1))
    assert first.decision_seed != second.decision_seed


def result(number: int, net: float) -> HandResult:
    return HandResult(number, 0, (), (net, -net))


def test_both_results_of_a_deal_stand_side_by_side() -> None:
    hands = [result(1, 10.0), result(2, -4.0), result(3, -7.0), result(4, 6.0)]
    block = build_block(spec(games.HOLDEM, 2), hands, 0)
    assert block == BlockResult((TwicePlayed(10.0, 7.0), TwicePlayed(-4.0, -6.0)))
    assert (block.own, block.other, block.difference) == (6.0, 1.0, 5.0)
    assert block.difference == sum(hand.returns[0] for hand in hands)


def test_the_account_from_the_other_seat_is_its_opposite() -> None:
    hands = [result(1, 10.0), result(2, -4.0), result(3, -7.0), result(4, 6.0)]
    table = spec(games.HOLDEM, 2)
    assert build_block(table, hands, 1).difference == -build_block(table, hands, 0).difference


def test_two_who_play_alike_differ_by_nothing() -> None:
    session = Session(spec(games.HOLDEM, 4))
    for number in range(8):
        if number:
            session.next_hand()
        while session.seat_to_act is not None:
            session.act(1)
    block = build_block(session.spec, session.results, 0)
    assert (block.difference, block.ci95) == (0.0, 0.0)
    assert all(deal.own for deal in block.deals)


def test_only_the_block_of_the_last_hand_counts_and_only_whole_deals() -> None:
    hands = [result(number, 1.0) for number in range(1, 6)]
    table = spec(games.HOLDEM, 2)
    assert build_block(table, hands, 0).deals == ()
    assert len(build_block(table, [*hands, result(6, 1.0), result(7, 1.0)], 0).deals) == 1
    assert build_block(table, [result(3, 1.0), result(4, 1.0)], 0).deals == ()
    assert build_block(table, [], 0).ci95 is None


def test_the_interval_is_that_of_the_sum_of_the_differences() -> None:
    block = BlockResult((TwicePlayed(3.0, 1.0), TwicePlayed(0.0, 2.0)))
    assert block.difference == 0
    assert block.ci95 == pytest.approx(1.96 * 4.0)
