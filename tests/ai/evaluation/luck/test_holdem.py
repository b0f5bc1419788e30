"""Luck at Hold'em: a known opponent takes more luck out than an unknown one, and either seat is told alike."""

from statistics import fmean, stdev

import pytest

from ai import catalog
from ai.evaluation.decision_luck import HoldemLuck
from game.core import Agent, BadInput
from game.match.series import play_hand
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules.holdem import HOLE_CARDS, HoldemState

HANDS = 120


def played(person: Agent, opponent: Agent) -> list[tuple[int, list[HoldemState]]]:
    """Return hands: which player the person was, and the states since the deal."""
    session = Session(TableSpec("holdem", ("you", "other"), seed=4, stacks=(5_000, 5_000)))
    found = []
    for _ in range(HANDS):
        for _ in play_hand(session, (person, opponent)):
            pass
        steps = session.steps[HOLE_CARDS - 1 :]
        found.append(
            (session.player_of(0), [step.state for step in steps if isinstance(step.state, HoldemState)])
        )
        session.next_hand()
    return found


@pytest.fixture(scope="module")
def sound() -> Agent:
    return catalog.load("holdem", "sound")


@pytest.fixture(scope="module")
def hands(sound: Agent) -> list[tuple[int, list[HoldemState]]]:
    return played(catalog.load("holdem", "rock"), sound)


def adjusted(hands: list[tuple[int, list[HoldemState]]], opponent: object) -> list[float]:
    tables = [HoldemLuck(player, opponent) for player in (0, 1)]
    return [tables[player].estimate(states) for player, states in hands]


def test_what_is_known_of_the_opponent_takes_luck_out(
    hands: list[tuple[int, list[HoldemState]]], sound: Agent
) -> None:
    plain = [float(states[-1].returns()[player]) for player, states in hands]
    unknown, known = adjusted(hands, None), adjusted(hands, sound)
    assert stdev(known) < 0.7 * stdev(plain)
    assert stdev(known) < stdev(unknown)
    apart = [one - other for one, other in zip(plain, known, strict=True)]
    assert abs(fmean(apart)) < 3 * stdev(apart) / HANDS**0.5


class NeverFolds:
    """Somebody whose strategy says that it calls with everything."""

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
    assert adjusted(answered, NeverFolds()) == adjusted(answered, None)
