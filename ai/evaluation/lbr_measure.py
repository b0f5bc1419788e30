"""How much a local best response wins from an agent: the mean over many deals, with its 95 % interval.

A deal is a board, played from both seats over all hands of both players (ai/evaluation/local_best_response.py), so
it counts as two hands, and their mean is one sample. Every deal has its own seed, so the results do not depend on
which process plays it, and a longer measurement repeats the deals of a shorter one.
"""

from __future__ import annotations

import math
import random
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache, partial
from statistics import fmean, stdev

from ai.evaluation.head_to_head import one_at_a_time, run_on_executor
from ai.evaluation.lbr_spec import HANDS_A_DEAL, MENUS, STREETS, LbrSpec
from ai.evaluation.local_best_response import LocalBestResponse, Response
from ai.hands.range_strategy import RangeStrategy, within
from game.core import Agent, BadInput, Progress
from game.match.series import NORMAL_95
from game.rules import games
from game.rules.cards import DECK

BOARD = 5

LoadAgent = Callable[[str, str], Agent]
"""(game, name or file) -> agent. Must be a module-level function, because it is sent to other processes."""


@dataclass(frozen=True, slots=True)
class LbrResult:
    """What the response wins, in mbb/hand. `ci95` is the half-width of the interval, None with too few deals."""

    mean: float
    ci95: float | None
    hands: int
    seconds: float


def measure(
    spec: LbrSpec, load: LoadAgent, executor: Executor | None = None
) -> Iterator[Progress | LbrResult]:
    """Let the response play; yield progress after every deal and, last, the result.

    `BadInput` where nobody knows what the agent would do with every hand. Closing the generator ends it: deals that
    have not begun are dropped.
    """
    response = response_to(spec, load)
    began = time.monotonic()
    work = partial(deal_value, spec, response)
    if executor is not None:
        work = partial(_value_there, spec, load=load, run=secrets.token_hex(8))
    values = map(work, spec.deals) if executor is None else run_on_executor(executor, work, spec.deals)
    found: list[float] = []
    for value in values:
        found.append(value)
        report = _report(spec, found, time.monotonic() - began)
        yield report
        if report.iteration == report.total:
            break
    yield LbrResult(fmean(found), _ci95(found), HANDS_A_DEAL * len(found), time.monotonic() - began)


def response_to(spec: LbrSpec, load: LoadAgent) -> LocalBestResponse:
    """Return the response to an agent; `BadInput` where nobody knows what it would do with every hand."""
    agent = load(games.HOLDEM, spec.agent)
    if not isinstance(agent, RangeStrategy):
        raise BadInput(
            f"{agent.name} cannot give its strategy for every hand, which a local best response needs: "
            "agents that search cannot be measured this way."
        )
    return LocalBestResponse(
        within(agent, spec.budget), Response(MENUS[spec.menu], STREETS[spec.streets]), spec.followed
    )


def _value_there(spec: LbrSpec, deal: int, load: LoadAgent, run: str) -> float:
    """Return what a deal brings, in a process of the executor, which loads the agent once a run."""
    with one_at_a_time:
        return deal_value(spec, _response_there(spec, load, run), deal)


@lru_cache(maxsize=1)
def _response_there(spec: LbrSpec, load: LoadAgent, run: str) -> LocalBestResponse:
    return response_to(spec, load)


def deal_value(spec: LbrSpec, response: LocalBestResponse, deal: int) -> float:
    """Return what the response wins on a deal, in mbb/hand."""
    rng = random.Random(f"{spec.seed}/deal {deal}")
    board = rng.sample(DECK, BOARD)
    rules = games.cash_rules(spec.stack_bb)
    chips = fmean(response.value(rules, board, player, rng) for player in (0, 1))
    return chips * 1000 / rules.big_blind


def _report(spec: LbrSpec, found: list[float], seconds: float) -> Progress:
    """Return how far it is; when time is up, this is all."""
    hands = HANDS_A_DEAL * len(found)
    if spec.seconds is None:
        total: int | None = spec.hands
        left = seconds / hands * (spec.hands - hands)
    else:
        left = max(0.0, spec.seconds - seconds)
        total = None if left else hands
    return Progress(hands, total, seconds, left, {"mean": fmean(found)})


def _ci95(found: list[float]) -> float | None:
    return NORMAL_95 * stdev(found) / math.sqrt(len(found)) if len(found) > 1 else None
