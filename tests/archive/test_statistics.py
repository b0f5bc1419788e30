"""Statistics of the history: results, the figures of poker players, and kinds of decisions."""

import math
import random
from dataclasses import fields, replace
from pathlib import Path
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.archive import hands, store
from game.archive import statistics as stats
from game.archive.counts import (
    FIGURES,
    NO_ACTIONS,
    ActionCounts,
    DecisionKind,
    Faced,
    PokerCounts,
    Share,
    count_first_decision,
    count_hand,
    counts_in_steps,
    final_betting,
    get_decision_kind,
    players_in_steps,
    replay_betting,
)
from game.archive.hands import PlayedHand
from game.archive.statistics import Statistics, statistics
from game.archive.store import Archive, HistoryFilter, Reader
from game.core import CHANCE, Progress
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.betting import BIG_BLIND, BUTTON, CALL, FOLD, HoldemRules, Street
from game.rules.holdem import HoldemState
from tests.archive.hands_for_tests import MOMENT, hand, play_out

PLAYED = [
    hand(game, MOMENT + 60 * number, seats=seats, seed=number, skip=number)
    for number, (game, seats) in enumerate(
        (game, seats)
        for _ in range(6)
        for game in games.NAMES
        for seats in (("you", "a"), ("b", "you"), ("a", "b"), ("you", "a"))
    )
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    archive = Archive(tmp_path)
    for played in PLAYED:
        archive.append(played)
    return tmp_path


def own(game: str) -> list[PlayedHand]:
    return [played for played in PLAYED if played.game == game and not played.watched]


def nets(played: list[PlayedHand]) -> list[float]:
    return [(one.net or 0) / (100 if one.game == "holdem" else 1) for one in played]


@pytest.mark.parametrize("game", games.NAMES)
def test_results_are_those_of_the_hands(folder: Path, game: str) -> None:
    found = statistics(folder).games[game]
    results = nets(own(game))
    tally = found.overall
    assert (tally.hands, tally.wins, tally.losses) == (
        len(results),
        sum(net > 0 for net in results),
        sum(net < 0 for net in results),
    )
    assert tally.hands == tally.wins + tally.draws + tally.losses
    assert tally.mean == pytest.approx(mean(results))
    assert tally.ci95 == pytest.approx(1.96 * stdev(results) / math.sqrt(len(results)))


@pytest.mark.parametrize("game", games.NAMES)
def test_opponents_and_roles_add_up(folder: Path, game: str) -> None:
    found = statistics(folder).games[game]
    assert list(found.opponents) == ["a", "b"], "most hands first"
    against_b = [one for one in own(game) if one.opponent == "b"]
    assert found.opponents["b"].total == pytest.approx(sum(nets(against_b)))
    roles: list[list[PlayedHand]] = [[], []]
    for one in own(game):
        roles[one.session().get_player(one.own_seat or 0)].append(one)
    assert [tally.hands for tally in found.roles] == [len(role) for role in roles]
    assert [tally.total for tally in found.roles] == pytest.approx([sum(nets(role)) for role in roles])


def test_half_street_hands_count_in_the_blinds_they_were_played_for(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    cheap, dear = (
        hand("kuhn-half-street", MOMENT + blinds, seed=4, skip=1, blinds=blinds) for blinds in (1, 100)
    )
    assert dear.returns[0] == 100 * cheap.returns[0] != 0
    archive.append(cheap)
    archive.append(replace(dear, spec=replace(dear.spec, seats=("you", "ada-10"))))
    overall = statistics(tmp_path).games["kuhn-half-street"].overall
    assert (overall.hands, overall.mean) == (2, cheap.returns[0])


def test_the_course_ends_where_the_results_are(folder: Path) -> None:
    found = statistics(folder).games["kuhn-poker"]
    assert [point.hands for point in found.course] == list(range(1, found.overall.hands + 1))
    last = found.course[-1]
    assert (last.total, last.mean, last.ci95) == (found.overall.total, found.overall.mean, found.overall.ci95)
    assert last.at == own("kuhn-poker")[-1].at


def test_a_long_course_is_thinned_and_keeps_its_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stats, "DENSE", 4)
    monkeypatch.setattr(stats, "GROWTH", 2)
    course = statistics(folder).games["holdem"].course
    assert [point.hands for point in course] == [1, 2, 3, 4, 5, 10, 18]


def test_a_filter_is_kept_to(folder: Path) -> None:
    found = statistics(folder, HistoryFilter(game="holdem", opponent="b"))
    assert list(found.games) == ["holdem"]
    assert list(found.games["holdem"].opponents) == ["b"]


def test_nothing_played_is_nothing_counted(tmp_path: Path) -> None:
    assert statistics(tmp_path) == Statistics({})
    assert stats.Tally().mean == 0
    assert stats.Tally().ci95 is None


def test_broken_lines_are_said_and_the_rest_is_counted(folder: Path) -> None:
    file = next((folder / "history").glob("holdem-*"))
    file.write_bytes(b"rubbish\n" + file.read_bytes())
    found = statistics(folder)
    assert found.games["holdem"].overall.hands == 18
    assert found.warnings == (f"One line of {file.name} could not be read and is left out.",)


def test_long_counts_report(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "CHUNK", 10)
    *reports, found = stats.statistics_in_steps(folder, HistoryFilter())
    assert len(reports) > 5
    assert all(isinstance(report, Progress) for report in reports)
    assert isinstance(found, Statistics)


def test_the_figures_of_poker_players_are_counted_for_both_seats_at_holdem_alone(folder: Path) -> None:
    found = statistics(folder).games
    assert [game for game, one in found.items() if one.poker is not None] == [games.HOLDEM]
    assert found[games.HOLDEM].poker is not None
    mine, theirs = found[games.HOLDEM].poker
    expected = [PokerCounts(), PokerCounts()]
    for played in own(games.HOLDEM):
        session = played.session()
        state, seat = session.state, played.own_seat
        assert isinstance(state, HoldemState)
        assert seat is not None
        both = count_hand(state.betting, state.returns()[0])
        expected[0] += both[session.get_player(seat)]
        expected[1] += both[session.get_player(1 - seat)]
    assert [mine, theirs] == expected
    assert mine.played.chances > 0


RULES = HoldemRules()
CHECKED_DOWN = (CALL, CALL) * 3


def count_actions(*actions: int, won: float = 0) -> tuple[PokerCounts, PokerCounts]:
    return count_hand(final_betting(RULES, actions), won)


def parts(one: PokerCounts) -> dict[str, tuple[float, int]]:
    shares = {name: getattr(one, name) for name in FIGURES}
    return {name: (share.times, share.chances) for name, share in shares.items() if share.chances}


def test_a_fold_before_the_flop_plays_nothing() -> None:
    big_blind, button = count_actions(FOLD, won=50)
    assert parts(button) == {"played": (0, 1), "raised": (0, 1)}
    assert parts(big_blind) == {}


def test_a_limped_pot_that_is_checked_down() -> None:
    big_blind, button = count_actions(CALL, CALL, *CHECKED_DOWN, won=100)
    same = {"raised": (0, 1), "showdowns": (1, 1)}
    assert parts(button) == same | {"played": (1, 1), "won_showdowns": (0, 1)}
    assert parts(big_blind) == same | {"played": (0, 1), "won_showdowns": (1, 1)}


def test_a_split_pot_counts_half_for_both() -> None:
    assert [one.won_showdowns for one in count_actions(CALL, CALL, *CHECKED_DOWN)] == [Share(0.5, 1)] * 2


def test_a_raise_of_a_raise_is_a_three_bet_and_the_call_of_it_is_none() -> None:
    big_blind, button = count_actions(300, 900, CALL, CALL, CALL, *CHECKED_DOWN[2:])
    assert big_blind.three_bets == Share(1, 1)
    assert button.three_bets == Share()


def test_after_a_limp_the_raise_of_the_big_blind_is_the_first_and_a_raise_of_it_a_three_bet() -> None:
    big_blind, button = count_actions(CALL, 300, 900, FOLD, won=-300)
    assert button.three_bets == Share(1, 1)
    assert big_blind.three_bets == Share()
    assert big_blind.raised == button.raised == Share(1, 1)


def test_who_faces_an_all_in_has_no_chance_to_three_bet() -> None:
    big_blind, _ = count_actions(20_000, CALL)
    assert big_blind.three_bets == Share()
    assert big_blind.showdowns == Share(1, 1)


def test_the_last_raiser_who_bets_the_flop_first_makes_a_continuation_bet() -> None:
    big_blind, button = count_actions(300, CALL, CALL, 600, FOLD, won=-300)
    assert button.continuation_bets == Share(1, 1)
    assert big_blind.continuation_bets == Share()
    assert (big_blind.aggression, button.aggression) == (Share(0, 1), Share(1, 1))
    assert (big_blind.showdowns, button.showdowns) == (Share(0, 1), Share(0, 1))


def test_a_check_behind_is_a_continuation_bet_that_was_not_made() -> None:
    _, button = count_actions(300, CALL, *CHECKED_DOWN)
    assert button.continuation_bets == Share(0, 1)


def test_against_a_bet_on_the_flop_there_is_no_chance_of_a_continuation_bet() -> None:
    _, button = count_actions(300, CALL, 600, 1_800, FOLD, won=-600)
    assert button.continuation_bets == Share()
    assert button.aggression == Share(1, 1)


def test_figures_of_several_hands_add_up() -> None:
    first, second = count_actions(300, FOLD, won=-100)[1], count_actions(FOLD, won=50)[1]
    assert (first + second).raised == Share(1, 2)
    assert (first + second).raised.part == 0.5
    assert PokerCounts().played.part is None


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.tuples(st.integers(200, 30_000), st.integers(200, 30_000)))
def test_what_holds_of_every_hand(seed: int, stacks: tuple[int, int]) -> None:
    session = Session(TableSpec("holdem", ("you", "guest"), seed=seed, stacks=stacks))
    play_out(session, random.Random(seed))
    state = session.state
    assert isinstance(state, HoldemState)
    actions = [step.action for step in session.steps if step.player != CHANCE]
    betting = final_betting(state.rules, actions)
    assert betting.history[0] == state.betting.history[0]
    assert (betting.folded, betting.committed) == (state.betting.folded, state.betting.committed)
    both = count_hand(betting, state.returns()[0])
    for one in both:
        assert all(0 <= share.times <= share.chances for share in (getattr(one, name) for name in FIGURES))
        assert one.raised.times <= one.played.times
        assert one.raised.chances == one.played.chances <= 1
    assert both[0].showdowns == both[1].showdowns
    assert both[0].showdowns.times == int(state.showdown() is not None)
    assert both[0].won_showdowns.times + both[1].won_showdowns.times == both[0].won_showdowns.chances
    assert sum(one.continuation_bets.chances for one in both) <= 1


def test_the_figures_are_all_shares() -> None:
    assert all(isinstance(one.default, Share) for one in fields(PokerCounts))


def test_a_share_of_no_chances_is_none() -> None:
    assert Share().part is None
    assert Share(1, 2).part == 0.5


FLOP_BET = DecisionKind(Street.FLOP, Faced.BET)


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
    for one in played:
        player = one.session().get_player(0 if one.spec.seats[0] == "tight" else 1)
        for before, action in replay_betting(one).steps():
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
