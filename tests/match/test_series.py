"""Series, duplicate deals, and hands that continue from a decision."""

import json
import random
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.archive import hands
from game.archive.export import rebuild_session
from game.archive.imported import ImportedHand
from game.core import CHANCE, BadInput, Decision, InformationState, Seat, sample
from game.match.series import (
    Account,
    BlockResult,
    Pass,
    TwicePlayed,
    build_block,
    find_pass,
    play_from,
    play_hands,
    student_t,
)
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.kuhn_poker import KuhnInformationState
from tests.archive.hands_for_tests import MOMENT, hand, tables
from tests.features.logs.show import records

GAMES = ("tic-tac-toe", "kuhn-poker", "kuhn-half-street", "holdem")


def decide(seat: Seat, info: InformationState, rng: random.Random) -> Decision:
    legal = list(info.legal_actions)[:3]
    return sample(dict.fromkeys(legal, 1 / len(legal)), rng)


def play_session(spec: TableSpec, hands: int) -> Session:
    session = Session(spec)
    while True:
        while (seat := session.seat_to_act) is not None:
            decision = decide(seat, session.info(seat), random.Random(session.decision_seed))
            session.act(decision.action, decision)
        if session.hand_number == hands:
            return session
        session.next_hand()


def make_account(session: Session) -> Account:
    account = Account(session.spec)
    for result in session.results:
        account.enter(result)
    return account


@pytest.mark.parametrize("game", GAMES)
def test_hands_at_a_stroke_are_the_hands_one_by_one(game: str) -> None:
    spec = TableSpec(game, ("a", "b"), seed=11)
    whole = play_session(spec, 6)
    segment = play_hands(spec, 1, (), decide, hands=6, seconds=60)
    assert list(segment.results) == whole.results
    begun = whole.results[3].actions[:1]
    rest = play_hands(spec, 4, begun, decide, hands=3, seconds=60)
    assert list(rest.results) == whole.results[3:]
    assert [one.action for one in rest.decisions] == list(whole.results[5].actions)


def test_a_stroke_without_time_finishes_one_hand() -> None:
    spec = TableSpec("kuhn-poker", ("a", "b"))
    assert len(play_hands(spec, 5, (), decide, hands=100, seconds=0).results) == 1


def test_an_agent_that_breaks_the_rules_is_named() -> None:
    def cheat(seat: Seat, info: InformationState, rng: random.Random) -> Decision:
        return Decision(99, {99: 1.0})

    with pytest.raises(BadInput, match="cheater made a move that the rules do not allow"):
        play_hands(TableSpec("kuhn-poker", ("cheater", "b")), 1, (), cheat, hands=1, seconds=1)


def test_mean_and_interval_are_those_of_the_textbook() -> None:
    session = play_session(TableSpec("kuhn-poker", ("a", "b"), seed=2), 300)
    account = make_account(session)
    nets = [result.returns[0] for result in session.results]
    assert account.mean == pytest.approx(fmean(nets))
    assert account.ci95 == pytest.approx(1.96 * stdev(nets) / 300**0.5)
    assert account.total == sum(nets)
    assert (account.wins, account.draws, account.losses) == (
        sum(net > 0 for net in nets),
        sum(net == 0 for net in nets),
        sum(net < 0 for net in nets),
    )


def test_a_hand_counts_once_however_often_it_is_entered() -> None:
    session = play_session(TableSpec("tic-tac-toe", ("a", "b")), 5)
    account = make_account(session)
    account.enter(session.results[2])
    assert account.hands == account.samples == 5


def test_the_two_hands_of_a_deal_are_one_sample() -> None:
    spec = TableSpec("holdem", ("a", "b"), seed=4, duplicate=True, duplicate_block=1)
    session = play_session(spec, 8)
    account = make_account(session)
    nets = [result.returns[0] * 10 for result in session.results]
    assert account.samples == 4
    assert account.mean == pytest.approx(fmean((nets[i] + nets[i + 1]) / 2 for i in range(0, 8, 2)))


def test_a_long_course_is_kept_in_few_points() -> None:
    account = make_account(play_session(TableSpec("kuhn-poker", ("a", "b")), 2000))
    assert 60 < len(account.course) < 300
    assert [point.samples for point in account.course[:3]] == [1, 2, 3]
    assert account.course[0].ci95 is None


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_handed_over_goes_on_with_the_same_cards_and_dice(game: str) -> None:
    spec = TableSpec(game, ("a", "b"), seed=9)
    watched = play_session(spec, 3)
    watched.next_hand()
    before = watched.state
    taken = watched.handed_over(("you", "b"))
    assert (taken.hand_number, taken.state, taken.decision_seed) == (4, before, watched.decision_seed)
    assert taken.results == []
    watched.act(watched.state.legal_actions()[-1])
    assert watched.handed_over(("a", "you")).state == watched.state
    assert play_session(replace(spec, skip=1), 3).results[-1] == play_session(spec, 3).results[-1]


def test_a_finished_hand_is_handed_over_as_the_next_one() -> None:
    watched = play_session(TableSpec("kuhn-poker", ("a", "b"), seed=9), 3)
    taken = watched.handed_over(("you", "b"))
    watched.next_hand()
    assert taken.state == watched.state
    assert Session.from_dict(taken.to_dict()).state == taken.state


@pytest.mark.parametrize("form", ["cash", "match"])
def test_one_steps_back_through_every_hand_to_the_first_deal(form: str) -> None:
    session = play_session(TableSpec("holdem", ("a", "b"), seed=6, form=form), 3)  # type: ignore[arg-type]
    stacks, results = session.stacks, session.results
    while session.can_step_back:
        session.step_back()
    assert (session.hand_number, session.stacks) == (1, (20_000, 20_000))
    session.step_back()
    assert session.hand_number == 1
    for result in results:
        while session.can_redo:
            session.redo()
        while not session.hand_over:
            session.act(result.actions[sum(step.player >= 0 for step in session.steps)])
        if result is not results[-1]:
            session.next_hand()
    assert (session.results, session.stacks) == (results, stacks)


def test_fewer_than_no_hands_cannot_be_skipped() -> None:
    with pytest.raises(BadInput, match="cannot be skipped"):
        TableSpec("kuhn-poker", ("a", "b"), skip=-1)


DUPLICATE_GAMES = (games.KUHN_POKER, games.KUHN_HALF_STREET, games.HOLDEM)


def spec(game: str, deals: int = 3, **more: object) -> TableSpec:
    return TableSpec(game, ("you", "rock"), 5, duplicate=True, duplicate_block=deals, **more)  # type: ignore[arg-type]


def play_out(session: Session, seed: int) -> None:
    rng = random.Random(seed)
    while session.seat_to_act is not None:
        session.act(rng.choice(list(session.state.legal_actions()[:3])))


def list_deal(session: Session) -> list[int]:
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


@pytest.mark.parametrize("game", DUPLICATE_GAMES)
def test_the_player_holds_in_the_second_pass_what_the_other_side_held(game: str) -> None:
    first, second = Session(spec(game)), Session(replace(spec(game), skip=3))
    assert list_deal(first) == list_deal(second)
    assert first.get_player(0) == second.get_player(1)


@pytest.mark.parametrize("game", DUPLICATE_GAMES)
def test_nothing_of_the_first_pass_reaches_the_other_side(game: str) -> None:
    """Each deal is played twice.

    The second time, the opponent gets the same information and seed, whatever happened the first time.
    """
    seen = set()
    for seed in range(3):
        session = Session(spec(game, 1))
        play_out(session, seed)
        session.next_hand()
        seen.add((session.info(1), session.decision_seed))
    never_dealt = Session(replace(spec(game, 1), skip=1))
    assert seen == {(never_dealt.info(1), never_dealt.decision_seed)}


@pytest.mark.parametrize("game", DUPLICATE_GAMES)
def test_the_die_of_the_second_pass_is_another_one(game: str) -> None:
    first, second = Session(spec(game, 1)), Session(replace(spec(game, 1), skip=1))
    assert first.decision_seed != second.decision_seed


def result(number: int, net: float) -> HandResult:
    return HandResult(number, 0, (), (net, -net))


def test_both_results_of_a_deal_stand_side_by_side() -> None:
    hands = [result(1, 10.0), result(2, -4.0), result(3, -7.0), result(4, 6.0)]
    block = build_block(spec(games.HOLDEM, 2), hands, 0)
    assert block == BlockResult((TwicePlayed(10.0, 7.0, 1), TwicePlayed(-4.0, -6.0, 2)))
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
    assert block.ci95 == pytest.approx(12.7062 * 4.0), "Student's t with 1 degree of freedom"


@pytest.mark.parametrize(
    ("differences", "is_clear"),
    [
        ([10.0] * 4, False),  # four results may agree by chance
        ([10.0] * 5, True),
        ([10.0, 12.0, 9.0, -8.0, 11.0], False),
        ([10.0, 12.0, 9.0, 8.0, 11.0], True),
        ([-10.0, -12.0, -9.0, -8.0, -11.0], True),
        ([1.0, -1.0] * 5, False),
    ],
)
def test_a_difference_is_clear_if_its_interval_leaves_out_zero(
    differences: list[float], *, is_clear: bool
) -> None:
    block = BlockResult(tuple(TwicePlayed(difference, 0.0) for difference in differences))
    assert block.is_clear == is_clear


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (3, 3.182), (4, 2.776), (9, 2.262), (49, 2.010)]
)
def test_quantiles_of_students_t_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student_t(freedom) == pytest.approx(quantile, rel=0.003)


@pytest.mark.parametrize("game", DUPLICATE_GAMES)
def test_shuffled_deals_come_again_in_another_order_and_not_soon(game: str) -> None:
    table = spec(game, 10, shuffled=True)
    for block in range(20):
        deals = [table.deal_of_hand(20 * block + hand + 1) for hand in range(20)]
        first, second = deals[:10], deals[10:]
        assert sorted(second) == sorted((deal, 1 - opener) for deal, opener in first)
        assert [deal for deal, _ in second] != [deal for deal, _ in first]
        repeats = {deal: index for index, (deal, _) in enumerate(second, 10)}
        assert min(repeats[deal] - index for index, (deal, _) in enumerate(first)) > 5


def test_shuffled_deals_are_compared_with_the_same_cards() -> None:
    table = spec(games.HOLDEM, 10, shuffled=True)
    deal_nets = {deal: 10.0 * deal for deal in range(10)}
    hands = [
        result(number, deal_nets[table.deal_of_hand(number)[0]] * (1 if number <= 10 else -1))
        for number in range(1, 21)
    ]
    assert [deal.difference for deal in build_block(table, hands, 0).deals] == [0.0] * 10


def test_a_block_that_nobody_can_play_is_not_shuffled() -> None:
    with pytest.raises(BadInput, match="at most 1000 can"):
        spec(games.HOLDEM, 10**9, shuffled=True)


AGENT, SEED = "somebody", 99


def list_actions(session: Session) -> list[int]:
    return [step.action for step in session.steps if step.player != CHANCE]


def play_to_end(session: Session) -> None:
    while not session.hand_over:
        session.act(random.Random(0).choice(list(session.state.legal_actions())))


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("seed", range(6))
def test_every_decision_of_a_hand_can_be_played_on(game: str, seed: int) -> None:
    whole = hand(game, seed=seed, skip=seed).session()
    before = whole.state if game == games.TIC_TAC_TOE else None
    decisions = 0
    for position, step in enumerate(whole.steps):
        if position:
            before = whole.steps[position - 1].state
        if step.player == CHANCE or position == 0 or before is None:
            continue
        info = before.information_state(step.player)
        session = play_from(whole, info, AGENT, SEED)
        decisions += 1
        assert session.info(session.spec.seats.index("you")) == info
        assert session.spec.seats[session.seat_to_act or 0] == "you"
        assert session.spec.seats.count(AGENT) == 1
        assert list_actions(session) == list_actions(whole)[: len(list_actions(session))]
        assert list_deal(session) == list_deal(whole)[: len(list_deal(session))]
        assert not session.hand_counts
        for action in list_actions(whole)[len(list_actions(session)) :]:
            session.act(action)
        assert session.state == whole.state
    assert decisions


@given(tables(), st.randoms(use_true_random=False))
def test_whatever_the_table_was_the_position_is_the_same(table: TableSpec, rng: random.Random) -> None:
    session = Session(table)
    while not session.hand_over:
        session.act(rng.choice(list(session.state.legal_actions()[:6])))
    whole = hands.of(session, MOMENT).session()
    infos = [
        before.state.information_state(step.player)
        for before, step in pairwise(whole.steps)
        if step.player != CHANCE
    ]
    if infos:
        info = rng.choice(infos)
        at_table = play_from(whole, info, AGENT, SEED)
        assert at_table.info(at_table.spec.seats.index("you")) == info


def test_the_next_hand_is_dealt_from_the_seed_and_counts() -> None:
    whole = hand(games.KUHN_POKER, seed=3).session()
    info = whole.steps[1].state.information_state(whole.steps[2].player)
    session = play_from(whole, info, AGENT, SEED)
    play_to_end(session)
    session.next_hand()
    assert session.hand_counts
    assert list_deal(session) == list_deal(_second(Session(session.spec)))


def _second(session: Session) -> Session:
    play_to_end(session)
    session.next_hand()
    return session


def test_a_hand_that_is_played_on_is_kept_with_its_cards() -> None:
    whole = hand(games.HOLDEM, seed=5).session()
    index = next(index for index, step in enumerate(whole.steps) if step.player != CHANCE)
    info = whole.steps[index - 1].state.information_state(whole.steps[index].player)
    session = play_from(whole, info, AGENT, SEED)
    again = Session.from_dict(json.loads(json.dumps(session.to_dict())))
    assert list_deal(again) == list_deal(session)
    assert not again.hand_counts
    play_to_end(again)
    again.next_hand()
    later = Session.from_dict(json.loads(json.dumps(again.to_dict())))
    assert list_deal(later) == list_deal(again)
    later.step_back()
    assert list_deal(later)[:4] == list_deal(session)[:4]


@pytest.mark.parametrize("game", games.NAMES)
def test_a_save_from_before_cards_were_kept_still_opens(game: str) -> None:
    session = Session(hand(game, seed=5).spec)
    session.act(session.state.legal_actions()[0])
    stored = session.to_dict()
    del stored["cards"]
    again = Session.from_dict(stored)
    assert (again.state, again.laid_hand) == (session.state, 0)
    assert list_deal(again) == list_deal(session)


def test_a_saved_card_that_cannot_be_dealt_is_bad_input() -> None:
    stored = Session(hand(games.HOLDEM, seed=5).spec).to_dict()
    for cards in ([77], [1, 1], ["A"], 5):
        with pytest.raises(BadInput):
            Session.from_dict(stored | {"cards": cards})


def test_a_hand_of_a_log_is_rebuilt_from_its_line() -> None:
    for record in records(8):
        whole = ImportedHand(1, record, 0, 0, 0).session()
        indices = [index for index, step in enumerate(whole.steps) if step.player != CHANCE]
        for index in indices:
            info = whole.steps[index - 1].state.information_state(whole.steps[index].player)
            rebuilt = rebuild_session(ImportedHand(1, record, 0, 0, 0).id, info)
            assert rebuilt.state == whole.state
            assert play_from(rebuilt, info, AGENT, SEED).info(_own(rebuilt, info.player)) == info


def _own(whole: Session, player: int) -> int:
    return 0 if player == 1 else 1


def test_a_decision_of_another_hand_is_refused() -> None:
    whole = hand(games.KUHN_POKER, seed=3).session()
    card = next(card for card in range(3) if card not in list_deal(whole))
    with pytest.raises(BadInput, match="no such decision"):
        play_from(whole, KuhnInformationState(0, card, ""), AGENT, SEED)
