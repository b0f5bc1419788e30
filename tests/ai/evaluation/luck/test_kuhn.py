"""Luck at Kuhn poker: the adjusted result has exactly the mean of the result, and spreads less."""

from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.agents.kuhn_tables import by_name
from ai.agents.table_agent import TableAgent
from ai.algorithms.game_tree import information_states
from ai.evaluation.decision_luck import KuhnLuck
from game.core import Action, Player
from game.rules.kuhn_poker import KuhnRules, KuhnState

CLASSIC, HALF = KuhnRules(), KuhnRules("half-street", 2)
NAMES = ("honest", "bluffer", "station", "equilibrium")
VALUES = {CLASSIC: -1 / 18, HALF: 1 / 10}


def hands(state: KuhnState, agents: tuple[TableAgent, TableAgent]) -> Iterator[tuple[float, KuhnState]]:
    """Yield every hand that may be played, with its probability."""
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
            for rest, end in hands(state.child(action), agents):
                yield share * rest, end


def means(
    rules: KuhnRules, player: Player, person: TableAgent, opponent: TableAgent, *, known: bool
) -> tuple[float, float, float, float]:
    """Return mean and variance of the results, then those of the adjusted ones."""
    agents = (person, opponent) if player == 0 else (opponent, person)
    luck = KuhnLuck(rules, player, by_name("equilibrium", rules), opponent if known else None)
    rows = [
        (share, end.returns()[player], luck.estimate(end)) for share, end in hands(KuhnState(rules), agents)
    ]
    assert sum(share for share, _, _ in rows) == pytest.approx(1.0)
    found = []
    for place in (1, 2):
        mean = sum(row[0] * row[place] for row in rows)
        found += [mean, sum(row[0] * (row[place] - mean) ** 2 for row in rows)]
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
    for _, end in hands(KuhnState(rules), (perfect, perfect)):
        assert luck.estimate(end) == pytest.approx(value)


def test_a_call_with_the_queen_costs_the_chip_that_it_always_loses() -> None:
    perfect, bettor = by_name("equilibrium", CLASSIC), by_name("honest", CLASSIC)
    luck = KuhnLuck(CLASSIC, 1, perfect, bettor)
    called, folded = (KuhnState(CLASSIC, (2, 0), betting) for betting in ("bb", "bp"))
    assert luck.estimate(folded) - luck.estimate(called) == pytest.approx(1.0)


def test_an_opponent_who_acts_outside_its_strategy_counts_as_unknown() -> None:
    perfect, honest = by_name("equilibrium", CLASSIC), by_name("honest", CLASSIC)
    bluffed = KuhnState(CLASSIC, (0, 1), "bp")
    known, unknown = (KuhnLuck(CLASSIC, 1, perfect, one).estimate(bluffed) for one in (honest, None))
    assert isinstance(known, float)
    assert KuhnLuck(CLASSIC, 1, perfect, None).estimate(bluffed) == unknown
