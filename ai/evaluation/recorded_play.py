"""How far somebody's recorded play can be beaten, and how sure that is after so few hands.

The shares of what was done in each information set are a strategy, and its exploitability is exact. Other shares
could have led to the same record; they are drawn from the posterior of each set, a Dirichlet distribution over its
counts and one imagined decision of a perfect player, and the middle 95 % of their exploitabilities are the interval
(Gelman et al., Bayesian Data Analysis, 3.4). What was never played counts as played perfectly throughout, so that
nobody is blamed for it. The dice are seeded: the same record gives the same interval.
"""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from ai.algorithms.best_response import Policy, best_response, exploitability
from game.core import Action, InformationState, Progress, State

DRAWS = 200
DRAWS_AT_ONCE = 10  # some 30 ms
OUTSIDE = 0.05

Counts = Mapping[str, Sequence[int]]
"""How often each action was taken, by information set; actions are numbered from 0."""

Mix = Mapping[Action, float]


@dataclass(frozen=True, slots=True)
class Beaten:
    """What the best reply wins on average over both seats, chips a hand; its 95 % interval; the reply."""

    exploitability: float
    interval: tuple[float, float]
    reply: Mapping[str, Action]


def beaten(root: State, counts: Counts, perfect: Policy) -> Generator[Progress, None, Beaten]:
    """Measure recorded play; `perfect` plays what was never played, and is the imagined decision."""
    dice, start = random.Random(0), time.monotonic()
    shares = {key: _shares([float(one) for one in row]) for key, row in counts.items() if sum(row)}
    played = _with(shares, perfect)
    priors: dict[str, Mix] = {}
    replies = [best_response(root, player, _noting(played, perfect, priors)).reply for player in (0, 1)]
    drawn: list[float] = []
    while len(drawn) < DRAWS:
        for _ in range(DRAWS_AT_ONCE):
            guess = {key: _drawn(counts[key], priors[key], dice) for key in shares}
            drawn.append(_measured(root, _with(guess, perfect)))
        yield Progress(len(drawn), DRAWS, time.monotonic() - start)
    measured = _measured(root, played)
    low, high = _middle(sorted(drawn))
    return Beaten(measured, (min(low, measured), max(high, measured)), {**replies[0], **replies[1]})


def _measured(root: State, policy: Policy) -> float:
    return exploitability(root, (policy, policy)).exploitability


def _with(table: Mapping[str, Mix], perfect: Policy) -> Policy:
    """Return the policy of a table, that plays perfectly where the table says nothing."""

    def policy(info: InformationState) -> Mix:
        return table[info.key] if info.key in table else perfect(info)

    return policy


def _noting(policy: Policy, perfect: Policy, noted: dict[str, Mix]) -> Policy:
    """Return `policy`, noting what a perfect player would do wherever it is asked."""

    def noting(info: InformationState) -> Mix:
        noted[info.key] = perfect(info)
        return policy(info)

    return noting


def _shares(weights: Sequence[float]) -> Mix:
    total = sum(weights)
    return {action: weight / total for action, weight in enumerate(weights)}


def _drawn(row: Sequence[int], prior: Mix, dice: random.Random) -> Mix:
    """Return shares drawn from the posterior: gamma variates, scaled."""
    weights = [count + prior.get(action, 0.0) for action, count in enumerate(row)]
    return _shares([dice.gammavariate(weight, 1.0) if weight > 0 else 0.0 for weight in weights])


def _middle(drawn: Sequence[float]) -> tuple[float, float]:
    """Return between which values all but `OUTSIDE` of sorted draws lie."""
    cut = round(len(drawn) * OUTSIDE / 2)
    return drawn[cut], drawn[-1 - cut]
