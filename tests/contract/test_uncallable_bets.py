"""A bet of more than the opponent has is a bet of all that the opponent has: everybody takes it so."""

import numpy as np
import pytest

from ai import catalog
from ai.agents.phased_search import PhasedSearchAgent
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy
from ai.knowledge.features import betting_plane, situation
from ai.search.answers import seen
from game.core import Action
from game.match.betting_line import BettingLine, parse_line
from game.rules import games
from game.rules.betting import HoldemRules
from game.rules.holdem import BOARD_CARDS

SHORT, DEEP = 2_000, 20_000
LINES = ("", "c", "r300 c / QsJh2h", "r300 c / QsJh2h c", "r300 c / QsJh2h c r600 c / 8d r900")
every_line = pytest.mark.parametrize("line", LINES)
beyond = pytest.mark.parametrize("bet", [SHORT + 1, DEEP])


def strategy(name: str) -> RangeStrategy:
    agent = catalog.load(games.HOLDEM, name)
    assert isinstance(agent, RangeStrategy)
    return agent


def expected_answer(name: str, public: PublicState) -> RangeMix:
    """Return what a player does, or the opponent that a search expects."""
    agent = catalog.load(games.HOLDEM, name)
    if isinstance(agent, PhasedSearchAgent):
        return agent.answers.of_opponent(public)
    return strategy(name).range_strategy(public)


def before(line: str) -> BettingLine:
    """Return a line, the larger stack with the player to act."""
    for stacks in ((DEEP, SHORT), (SHORT, DEEP)):
        played = parse_line(line, HoldemRules(stacks=stacks))
        if played.player is not None and stacks[played.player] == DEEP:
            return played
    raise AssertionError(line)


def decision(line: BettingLine) -> PublicState:
    assert line.player is not None
    return PublicState(line.player, line.board[: BOARD_CARDS[line.betting.street]], line.betting)


@pytest.mark.parametrize(
    "name", ["blueprint-20", "blueprint-200", "sound", "expert-sound", "search-network-all"]
)
@every_line
@beyond
def test_it_is_answered_like_a_bet_of_all_that_the_opponent_has(name: str, line: str, bet: Action) -> None:
    played = before(line)
    of_all = expected_answer(name, decision(played.after(SHORT)))
    of_more = expected_answer(name, decision(played.after(bet)))
    assert of_more.actions == of_all.actions
    np.testing.assert_array_equal(of_more.shares, of_all.shares)


@pytest.mark.parametrize("name", ["blueprint-20", "blueprint-200", "sound", "expert-sound"])
@every_line
@beyond
def test_it_says_as_much_of_the_bettor_s_hand(name: str, line: str, bet: Action) -> None:
    agent, public = strategy(name), decision(before(line))
    np.testing.assert_array_equal(seen(agent, public, bet), seen(agent, public, SHORT))


@every_line
@beyond
def test_the_network_sees_the_same_numbers(line: str, bet: Action) -> None:
    of_all, of_more = (decision(before(line).after(action)) for action in (SHORT, bet))
    np.testing.assert_array_equal(situation(of_more), situation(of_all))
    np.testing.assert_array_equal(betting_plane(of_more.betting), betting_plane(of_all.betting))


@every_line
@beyond
def test_its_size_is_that_of_all_that_the_opponent_has(line: str, bet: Action) -> None:
    betting = before(line).betting
    assert betting.fraction_of(bet) == betting.fraction_of(SHORT)
