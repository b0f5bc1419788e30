"""Luck: results adjusted by AIVAT have the same mean and less variance."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai import catalog
from ai.agents.small_games import TableAgent, by_name
from ai.algorithms.game_tree import information_states
from ai.evaluation.decision_luck import HoldemLuck, KuhnLuck
from ai.evaluation.grading.decisions import own_decisions
from ai.features import history as requests
from ai.features.judgements import judge
from ai.steps import run_to_end
from game.archive.statistics import ErrorRate, Luck, Rank, sum_luck
from game.archive.store import Archive, HistoryFilter
from game.core import Action, Agent, BadInput, Player
from game.match.series import play_hand
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.holdem import HOLE_CARDS, HoldemState
from game.rules.kuhn_poker import KuhnRules, KuhnState
from game.study.history import AskLuck, CountErrors, CountLuck
from tests.ai.asking import get_last
from tests.archive.hands_for_tests import MOMENT, hand
from tests.played_hands import make_judgement

HANDS = 120


def play_hands(person: Agent, opponent: Agent) -> list[tuple[int, list[HoldemState]]]:
    """Return for each hand the player number of `person`, and the states after the deal of the hole cards."""
    session = Session(TableSpec("holdem", ("you", "other"), seed=4, stacks=(5_000, 5_000)))
    found = []
    for _ in range(HANDS):
        for _ in play_hand(session, (person, opponent)):
            pass
        steps = session.steps[HOLE_CARDS - 1 :]
        found.append(
            (session.get_player(0), [step.state for step in steps if isinstance(step.state, HoldemState)])
        )
        session.next_hand()
    return found


@pytest.fixture(scope="module")
def sound() -> Agent:
    return catalog.load("holdem", "sound")


@pytest.fixture(scope="module")
def hands(sound: Agent) -> list[tuple[int, list[HoldemState]]]:
    return play_hands(catalog.load("holdem", "rock"), sound)


def adjust(hands: list[tuple[int, list[HoldemState]]], opponent: object) -> list[float]:
    tables = [HoldemLuck(player, opponent) for player in (0, 1)]
    return [tables[player].estimate(states) for player, states in hands]


def test_what_is_known_of_the_opponent_takes_luck_out(
    hands: list[tuple[int, list[HoldemState]]], sound: Agent
) -> None:
    plain = [float(states[-1].returns()[player]) for player, states in hands]
    unknown, known = adjust(hands, None), adjust(hands, sound)
    assert stdev(known) < 0.7 * stdev(plain)
    assert stdev(known) < stdev(unknown)
    apart = [one - other for one, other in zip(plain, known, strict=True)]
    assert abs(fmean(apart)) < 3 * stdev(apart) / HANDS**0.5


class NeverFolds:
    """A strategy whose method `range_strategy` raises `BadInput`."""

    name = "never-folds"

    def range_strategy(self, public: object) -> object:
        raise BadInput("This strategy does not speak of what was done.")


def test_an_opponent_who_acts_outside_its_strategy_counts_as_unknown(
    hands: list[tuple[int, list[HoldemState]]],
) -> None:
    answered = [
        (player, states)
        for player, states in hands[:12]
        if any(state.current_player() == 1 - player for state in states)
    ]
    assert answered
    assert adjust(answered, NeverFolds()) == adjust(answered, None)


CLASSIC, HALF = KuhnRules(), KuhnRules("half-street", 2)
NAMES = ("honest", "bluffer", "station", "equilibrium")
VALUES = {CLASSIC: -1 / 18, HALF: 1 / 10}


def all_hands(state: KuhnState, agents: tuple[TableAgent, TableAgent]) -> Iterator[tuple[float, KuhnState]]:
    """Yield every possible hand with its probability."""
    if state.is_terminal():
        yield 1.0, state
        return
    player = state.current_player()
    shares: Mapping[Action, float] = (
        dict(state.chance_outcomes())
        if player < 0
        else agents[player].strategy(state.information_state(player))
    )
    for action, share in shares.items():
        if share > 0.0:
            for rest, end in all_hands(state.child(action), agents):
                yield share * rest, end


def means(
    rules: KuhnRules, player: Player, person: TableAgent, opponent: TableAgent, *, known: bool
) -> tuple[float, float, float, float]:
    """Return mean and variance of the results, then mean and variance of the adjusted results.

    If `known` is True, the adjustment uses the opponent's strategy.
    """
    agents = (person, opponent) if player == 0 else (opponent, person)
    luck = KuhnLuck(rules, player, by_name("equilibrium", rules), opponent if known else None)
    rows = [
        (share, end.returns()[player], luck.estimate(end))
        for share, end in all_hands(KuhnState(rules), agents)
    ]
    assert sum(share for share, _, _ in rows) == pytest.approx(1.0)
    found = []
    for index in (1, 2):
        mean = sum(row[0] * row[index] for row in rows)
        found += [mean, sum(row[0] * (row[index] - mean) ** 2 for row in rows)]
    return found[0], found[1], found[2], found[3]


@pytest.mark.parametrize("rules", [CLASSIC, HALF], ids=["classic", "half-street"])
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("person", NAMES)
@pytest.mark.parametrize("opponent", NAMES)
def test_the_adjusted_result_has_the_mean_of_the_result_and_at_most_half_its_deviation(
    rules: KuhnRules, player: Player, person: str, opponent: str
) -> None:
    both = by_name(person, rules), by_name(opponent, rules)
    mean, variance, adjusted, left = means(rules, player, *both, known=True)
    assert adjusted == pytest.approx(mean)
    assert left <= variance / 4


@pytest.mark.parametrize("player", [0, 1])
@given(bets=st.lists(st.floats(0.0, 1.0), min_size=24, max_size=24), known=st.booleans())
def test_no_strategy_of_either_player_makes_it_biased(player: Player, bets: list[float], known: bool) -> None:
    keys = sorted(information_states(KuhnState(CLASSIC)))
    person, opponent = (
        TableAgent(name, {key: {0: 1 - bet, 1: bet} for key, bet in zip(keys, some, strict=True)})
        for name, some in (("person", bets[:12]), ("opponent", bets[12:]))
    )
    mean, _, adjusted, _ = means(CLASSIC, player, person, opponent, known=known)
    assert adjusted == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("rules", [CLASSIC, HALF], ids=["classic", "half-street"])
@pytest.mark.parametrize("player", [0, 1])
def test_who_plays_the_equilibrium_against_it_gets_the_value_of_the_game_in_every_hand(
    rules: KuhnRules, player: Player
) -> None:
    perfect = by_name("equilibrium", rules)
    luck = KuhnLuck(rules, player, perfect, perfect)
    value = VALUES[rules] * (1 if player == 0 else -1)
    for _, end in all_hands(KuhnState(rules), (perfect, perfect)):
        assert luck.estimate(end) == pytest.approx(value)


def test_a_call_with_the_queen_costs_the_chip_that_it_always_loses() -> None:
    perfect, bettor = by_name("equilibrium", CLASSIC), by_name("honest", CLASSIC)
    luck = KuhnLuck(CLASSIC, 1, perfect, bettor)
    called, folded = (KuhnState(CLASSIC, (2, 0), betting) for betting in ("bb", "bp"))
    assert luck.estimate(folded) - luck.estimate(called) == pytest.approx(1.0)


def test_a_kuhn_opponent_who_acts_outside_its_strategy_counts_as_unknown() -> None:
    perfect, honest = by_name("equilibrium", CLASSIC), by_name("honest", CLASSIC)
    bluffed = KuhnState(CLASSIC, (0, 1), "bp")
    known, unknown = (KuhnLuck(CLASSIC, 1, perfect, one).estimate(bluffed) for one in (honest, None))
    assert isinstance(known, float)
    assert KuhnLuck(CLASSIC, 1, perfect, None).estimate(bluffed) == unknown


KUHN = [
    hand(games.KUHN_POKER, MOMENT + number, seats=seats, seed=number)
    for number in range(8)
    for seats in (("you", "vesper-3"), ("honest", "you"))
]


def test_tic_tac_toe_has_no_luck() -> None:
    [found] = get_last(requests.ask_luck(AskLuck((hand(games.TIC_TAC_TOE),))))
    assert found.cards == 0


@pytest.mark.parametrize("game", [games.KUHN_HALF_STREET, games.HOLDEM])
def test_results_are_told_in_the_unit_of_the_statistics(game: str) -> None:
    played = hand(game, seats=("you", "guest"), seed=5, blinds=2)
    [found] = get_last(requests.ask_luck(AskLuck((played,))))
    assert found.net == pytest.approx((played.net or 0) / (100 if game == games.HOLDEM else 2))


def test_a_hand_without_the_player_is_refused_in_a_sentence() -> None:
    watched = hand(games.KUHN_POKER, seats=("honest", "bluffer"))
    with pytest.raises(BadInput, match="Luck is computed only for hands that you played"):
        get_last(requests.ask_luck(AskLuck((watched,))))


def test_the_history_is_counted_hand_by_hand_and_watched_hands_are_left_out(user_folder: Any) -> None:
    archive = Archive(user_folder)
    for played in (*KUHN, hand(games.KUHN_POKER, seats=("honest", "bluffer"))):
        archive.append(played)
    found = get_last(requests.count_luck(CountLuck(HistoryFilter(games.KUHN_POKER))))
    each = get_last(requests.ask_luck(AskLuck(tuple(KUHN))))
    expected = sum_luck(games.KUHN_POKER, each)
    assert isinstance(found, Luck)
    assert found.results.hands == len(KUHN)
    assert found.adjusted.total == pytest.approx(expected.adjusted.total)
    assert found.cards == pytest.approx(sum(one.cards for one in each))


def test_a_model_that_is_no_longer_the_one_that_played_counts_as_unknown() -> None:
    played = next(one for one in KUHN if one.opponent == "honest")
    known = run_to_end(requests.luck_of_hand(replace(played, versions=("", ""))))
    other = run_to_end(requests.luck_of_hand(replace(played, versions=("00000000", ""))))
    unknown = run_to_end(
        requests.luck_of_hand(replace(played, spec=replace(played.spec, seats=("guest", "you"))))
    )
    assert other == unknown
    assert (known.known, unknown.known) == (True, False)


def test_the_account_of_no_hands_is_nothing() -> None:
    empty = sum_luck(games.HOLDEM, ())
    assert (empty.cards, empty.results.hands, empty.adjusted.ci95) == (0, 0, None)


def test_luck_is_counted_for_one_game_at_a_time() -> None:
    with pytest.raises(BadInput, match="one game at a time"):
        get_last(requests.count_luck(CountLuck(HistoryFilter())))


def test_errors_of_the_newest_hands_are_the_grades_of_their_decisions(user_folder: Any) -> None:
    archive = Archive(user_folder)
    for played in KUHN:
        archive.append(played)
    found = get_last(requests.count_errors(CountErrors(HistoryFilter(games.KUHN_POKER), 4)))
    newest = sorted(KUHN, key=lambda played: -played.at)[:4]
    decisions = [one for played in newest for one in own_decisions(played)]
    costs = [get_last(judge(asked)).grade(action).sure_cost for asked, action in decisions]
    assert isinstance(found, ErrorRate)
    assert (found.hands, found.total, found.costs.hands) == (4, len(KUHN), len(costs))
    assert found.costs.total == pytest.approx(sum(costs))
    assert found.rank is None


def test_the_error_rate_is_about_theory_at_a_teaching_table_too(
    user_folder: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against a known opponent, other actions may be best. The ranks are about theory."""
    found = []
    for teaching in (False, True):
        monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / str(teaching)))
        archive = Archive(tmp_path / str(teaching))
        for seed in range(8):
            seats = ("you", "station")
            archive.append(hand(games.KUHN_POKER, MOMENT + seed, seed=seed, seats=seats, teaching=teaching))
        found.append(get_last(requests.count_errors(CountErrors(HistoryFilter(games.KUHN_POKER), 8))))
    assert found[0] == found[1]
    assert found[0].costs.total > 0


def test_enough_decisions_have_a_rank(user_folder: Any) -> None:
    archive = Archive(user_folder)
    for seed in range(20):
        archive.append(hand(games.TIC_TAC_TOE, MOMENT + seed, seed=seed))
    found = get_last(requests.count_errors(CountErrors(HistoryFilter(games.TIC_TAC_TOE), 20)))
    assert found.costs.hands >= 60
    assert found.rank == Rank.BEGINNER


@pytest.mark.parametrize("game", games.NAMES)
def test_every_own_decision_of_a_hand_is_found_with_what_was_known_then(game: str) -> None:
    played = hand(game, seats=("guest", "you"), seed=9)
    session = played.session()
    player = session.get_player(1)
    found = list(own_decisions(played))
    assert [action for _, action in found] == [step.action for step in session.steps if step.player == player]
    assert all(one.info.player == player and action in one.info.legal_actions for one, action in found)


def test_a_cost_within_the_error_of_its_judgement_is_no_error_of_the_player() -> None:
    values = {0: 1.0, 1: 0.7}
    judgements = [make_judgement(values, error=error, source="blueprint") for error in (0.0, 0.1, 0.5)]
    assert [one.grade(1).sure_cost for one in judgements] == pytest.approx([0.3, 0.3, 0.0])
