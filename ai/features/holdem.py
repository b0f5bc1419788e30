"""Answer the requests about a hand of Hold'em: equities, beliefs about an opponent's range, and look-ahead search.

A belief is a posterior distribution over the opponent's hands, by Bayes' rule. The prior is uniform over the hands
that contain no known card. Each decision of the opponent multiplies the weight of a hand by the probability of this
decision with the hand. Likelihoods are cached, so the work of a cancelled request is not lost, and each further
decision of a hand costs only one evaluation of the strategy.

Loading the compiled kernels takes half a second, so the worker imports this module only with the first request of
this kind.
"""

from __future__ import annotations

import random
import time
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from ai.features.held_agents import held_agent, held_agents, may_keep_waiting
from ai.hands.combos import HANDS, Weights, hand_index, unblocked_hands
from ai.hands.equities import win_and_tie_probabilities
from ai.hands.preflop import starting_hand
from ai.hands.range_equity import exact_equity
from ai.hands.range_strategy import (
    LikelihoodCache,
    ObservedDecision,
    RangeStrategy,
    action_likelihood,
    observed_decisions,
    summarise_belief,
)
from ai.preparation import once_met
from ai.steps import run_in_steps
from game.core import BadInput, InformationState, Progress
from game.match.outside_agents import name_in_sentence
from game.needs import Need
from game.rules.cards import Card
from game.study.holdem import AskBelief, AskDuel, AskEquity, Belief, HandEquity, LookAhead, SearchReport
from game.study.odds import RangeEquity
from game.texts import text

if TYPE_CHECKING:
    from ai.search.phased_search import PhasedSearch


def believe(
    strategy: RangeStrategy,
    agent: Hashable,
    decisions: Sequence[ObservedDecision],
    seen: Sequence[Card],
    memory: LikelihoodCache,
) -> Iterator[Progress | Belief]:
    """Yield progress after each decision, and finally the belief about the opponent's range.

    Args:
        strategy: The strategy of the opponent.
        agent: The key of the strategy in the cache.
        decisions: The decisions of the opponent.
        seen: The known cards.
        memory: The cache of likelihoods.
    """
    began = time.perf_counter()
    weights = unblocked_hands(seen).astype(np.float64)
    prior = weights / weights.sum()
    for number, observed in enumerate(decisions):
        likelihood = memory.find(agent, observed)
        if likelihood is None:
            public, action = observed
            likelihood = memory.keep(agent, observed, action_likelihood(strategy, public, action))
            yield Progress(number + 1, len(decisions), time.perf_counter() - began)
        weights *= likelihood
        if not weights.any():
            yield summarise_belief(prior, prior, explained=False)
            return
        weights /= weights.sum()
    yield summarise_belief(weights / weights.sum(), prior, explained=True)


_memory = LikelihoodCache()


@AskEquity.handler
def _equity(request: AskEquity) -> Iterator[HandEquity]:
    """Return the exact equity of a hand against a random hand."""
    if request.board:
        win, tie = win_and_tie_probabilities(hand_index(request.hole), np.ones(len(HANDS)), request.board)
    else:
        known = starting_hand(request.hole)
        win, tie = known.win, known.tie
    yield HandEquity(win + tie / 2, win, tie)


@AskDuel.handler
def _duel(request: AskDuel) -> Iterator[Progress | HandEquity]:
    """Return the exact equity of the first of two known hands."""
    first, second = map(_alone, request.hands)
    for item in exact_equity(first, second, request.board):
        if isinstance(item, RangeEquity):
            yield HandEquity(item.equity[0], item.win[0], item.tie)
        else:
            yield item


def load_kernels() -> None:
    """Load the kernels of `AskDuel` by computing an equity on one flop."""
    for _ in exact_equity(_alone((0, 1)), _alone((2, 3)), board=(4, 5, 6)):
        pass


@AskBelief.handler
def _belief(request: AskBelief) -> Iterator[Progress | Belief]:
    """Return the belief about a player's range, given the known cards.

    Raises:
        BadInput: If the player's agent doesn't give its strategy for every hand.
    """
    yield from once_met(Need.EXPERT)
    yield from held_agents.load_in_thread(request.agent)
    agent, edition = held_agents.take(request.agent)
    if not isinstance(agent, RangeStrategy):
        raise BadInput(text("input_errors.agents.no_strategy", name=name_in_sentence(request.agent.name)))
    decisions = observed_decisions(request.player, request.board, request.betting)
    items = believe(agent, edition, decisions, request.seen, _memory)
    if not may_keep_waiting(agent):
        yield from items
        return
    began = time.monotonic()
    for item in run_in_steps(item for item in items):
        yield item if item is not None else Progress(0, None, time.monotonic() - began)


@runtime_checkable
class _Searching(Protocol):
    """An agent that searches."""

    def look_ahead(self, info: InformationState, rng: random.Random, cards: int) -> PhasedSearch: ...


@LookAhead.handler
def _look_ahead(request: LookAhead) -> Iterator[Progress | SearchReport]:
    """Yield the progress of a search and finally its report.

    Raises:
        BadInput: If the agent does not search.
    """
    agent = held_agent(request.agent)
    if not isinstance(agent, _Searching):
        raise BadInput(text("input_errors.agents.no_search", name=agent.name))
    search = agent.look_ahead(request.info, random.Random(request.seed), request.cards)
    for _ in search.steps():
        yield search.progress()
    yield search.report()


def _alone(hole: Sequence[Card]) -> Weights:
    """Return a range that contains only one hand, float32[1326]."""
    weights = np.zeros(len(HANDS), np.float32)
    weights[hand_index(hole)] = 1.0
    return weights
