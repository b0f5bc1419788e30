"""Answer the request for the search behind a decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from ai.features.held_agents import held_agent
from ai.search.phased_search import PhasedSearch
from game.core import BadInput, InformationState, Progress
from game.features.search.asks import LookAhead
from game.study.holdem import SearchReport


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
        raise BadInput(f"{agent.name} does not search: it has nothing to show.")
    search = agent.look_ahead(request.info, random.Random(request.seed), request.cards)
    for _ in search.steps():
        yield search.progress()
    yield search.report()
