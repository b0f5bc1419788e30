"""Decisions of an agent that searches: legality, independence of hidden cards, and time.

    python -m tests.benchmarks.search_decisions [AGENT [DECISIONS [SECONDS]]]

Hands are played against random moves, with stacks of one to three hundred big blinds. Each decision is made
three times: within the given seconds, with a work budget, and with the same work budget by a new agent after
the opponent's cards were exchanged. The output is a JSON object with the number of illegal actions, the
number of decisions that the hidden cards changed, and percentiles of the time beyond the given seconds.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from itertools import count, islice

import numpy as np

from ai import catalog
from game.core import Agent, Budget
from game.rules import games
from game.rules.holdem import HoldemState
from tests.played_hands import decisions_against_random, with_other_hidden_cards

WORK = Budget(work=12)


def states(agent: Agent) -> Iterator[HoldemState]:
    for seed in count():
        yield from decisions_against_random(agent, seed, WORK)


def main(name: str = "search-expert", decisions: str = "2000", seconds: str = "0.1") -> None:
    """Make decisions and print the results."""
    agent, budget = catalog.load(games.HOLDEM, name), Budget(seconds=float(seconds))
    illegal = changed = 0
    taken: list[float] = []
    for number, state in enumerate(islice(states(agent), int(decisions))):
        info = state.information_state(state.current_player())
        began = time.perf_counter()
        agent.decide(info, random.Random(number), budget)
        taken.append(time.perf_counter() - began)
        decision = agent.decide(info, random.Random(number), WORK)
        illegal += decision.action not in state.legal_actions()
        other = with_other_hidden_cards(state, random.Random(number))
        fresh = catalog.load(games.HOLDEM, name)
        seen = fresh.decide(other.information_state(other.current_player()), random.Random(number), WORK)
        changed += seen != decision
    over = np.percentile(taken, [50, 95, 99, 100]) - float(seconds)
    percentiles = dict(zip(("p50", "p95", "p99", "longest"), over.round(4).tolist(), strict=True))
    found = {"agent": name, "decisions": len(taken), "illegal": illegal, "changed_by_hidden_cards": changed}
    print(json.dumps(found | {"seconds": float(seconds), "over_budget": percentiles}))


if __name__ == "__main__":
    main(*sys.argv[1:])
