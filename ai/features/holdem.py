"""Answers the tables of Hold'em: beliefs, searches, and how good hands are.

It stands on compiled kernels, which take half a second to load: the worker imports it with the first such request.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ai.evaluation.beliefs import believe
from ai.features.held_agents import held_agents
from ai.hands.combos import HANDS, Weights, place_of
from ai.hands.equities import win_and_tie_probabilities
from ai.hands.preflop import starting_hand
from ai.hands.range_equity import exact_equity
from ai.hands.range_strategy import LikelihoodCache, RangeStrategy, observed_decisions
from ai.preparation import once_met
from game.core import BadInput, Progress
from game.needs import Need
from game.rules.cards import Card
from game.study.holdem import AskBelief, AskDuel, AskEquity, Belief, HandEquity
from game.study.odds import RangeEquity

_memory = LikelihoodCache()


@AskEquity.handler
def _equity(request: AskEquity) -> Iterator[HandEquity]:
    """Return the exact odds of a hand against a random one."""
    if request.board:
        win, tie = win_and_tie_probabilities(place_of(request.hole), np.ones(len(HANDS)), request.board)
    else:
        known = starting_hand(request.hole)
        win, tie = known.win, known.tie
    yield HandEquity(win + tie / 2, win, tie)


@AskDuel.handler
def _duel(request: AskDuel) -> Iterator[Progress | HandEquity]:
    """Return the odds of the first of two open hands, counted over all boards that may come."""
    first, second = map(_alone, request.hands)
    for item in exact_equity(first, second, request.board):
        if isinstance(item, RangeEquity):
            yield HandEquity(item.equity[0], item.win[0], item.tie)
        else:
            yield item


@AskBelief.handler
def _belief(request: AskBelief) -> Iterator[Progress | Belief]:
    """Return what somebody who sees some cards believes that a player holds, whose strategy is known."""
    yield from once_met(Need.EXPERT)
    agent, edition = held_agents.take(request.agent)
    if not isinstance(agent, RangeStrategy):
        raise BadInput(f"{agent.name} cannot give its strategy for every hand.")
    decisions = observed_decisions(request.player, request.board, request.betting)
    yield from believe(agent, edition, decisions, request.seen, _memory)


def _alone(hole: Sequence[Card]) -> Weights:
    """Return the range of one hand."""
    weights = np.zeros(len(HANDS), np.float32)
    weights[place_of(hole)] = 1.0
    return weights
