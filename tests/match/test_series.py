"""A series: its account, hands played at a stroke, and a table that is handed over."""

import random
from dataclasses import replace
from statistics import fmean, stdev

import pytest

from game.core import BadInput, Decision, InformationState, Seat, sample
from game.match.series import Account, play_hands
from game.match.session import Session
from game.match.table_spec import TableSpec

GAMES = ("tic-tac-toe", "kuhn-poker", "kuhn-half-street", "holdem")


def decide(seat: Seat, info: InformationState, rng: random.Random) -> Decision:
    legal = list(info.legal_actions)[:3]
    return sample(dict.fromkeys(legal, 1 / len(legal)), rng)


def played(spec: TableSpec, hands: int) -> Session:
    session = Session(spec)
    while True:
        while (seat := session.seat_to_act) is not None:
            decision = decide(seat, session.info(seat), random.Random(session.decision_seed))
            session.act(decision.action, decision)
        if session.hand_number == hands:
            return session
        session.next_hand()


def account_of(session: Session) -> Account:
    account = Account(session.spec)
    for result in session.results:
        account.enter(result)
    return account


@pytest.mark.parametrize("game", GAMES)
def test_hands_at_a_stroke_are_the_hands_one_by_one(game: str) -> None:
    spec = TableSpec(game, ("a", "b"), seed=11)
    whole = played(spec, 6)
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
    session = played(TableSpec("kuhn-poker", ("a", "b"), seed=2), 300)
    account = account_of(session)
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
    session = played(TableSpec("tic-tac-toe", ("a", "b")), 5)
    account = account_of(session)
    account.enter(session.results[2])
    assert account.hands == account.samples == 5


def test_the_two_hands_of_a_deal_are_one_sample() -> None:
    spec = TableSpec("holdem", ("a", "b"), seed=4, duplicate=True, duplicate_block=1)
    session = played(spec, 8)
    account = account_of(session)
    nets = [result.returns[0] * 10 for result in session.results]
    assert account.samples == 4
    assert account.mean == pytest.approx(fmean((nets[i] + nets[i + 1]) / 2 for i in range(0, 8, 2)))


def test_a_long_course_is_kept_in_few_points() -> None:
    account = account_of(played(TableSpec("kuhn-poker", ("a", "b")), 2000))
    assert 60 < len(account.course) < 300
    assert [point.samples for point in account.course[:3]] == [1, 2, 3]
    assert account.course[0].ci95 is None


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_handed_over_goes_on_with_the_same_cards_and_dice(game: str) -> None:
    spec = TableSpec(game, ("a", "b"), seed=9)
    watched = played(spec, 3)
    watched.next_hand()
    before = watched.state
    taken = watched.handed_over(("you", "b"))
    assert (taken.hand_number, taken.state, taken.decision_seed) == (4, before, watched.decision_seed)
    assert taken.results == []
    watched.act(watched.state.legal_actions()[-1])
    assert watched.handed_over(("a", "you")).state == watched.state
    assert played(replace(spec, skip=1), 3).results[-1] == played(spec, 3).results[-1]


def test_a_finished_hand_is_handed_over_as_the_next_one() -> None:
    watched = played(TableSpec("kuhn-poker", ("a", "b"), seed=9), 3)
    taken = watched.handed_over(("you", "b"))
    watched.next_hand()
    assert taken.state == watched.state
    assert Session.from_dict(taken.to_dict()).state == taken.state


@pytest.mark.parametrize("form", ["cash", "match"])
def test_one_steps_back_through_every_hand_to_the_first_deal(form: str) -> None:
    session = played(TableSpec("holdem", ("a", "b"), seed=6, form=form), 3)  # type: ignore[arg-type]
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
