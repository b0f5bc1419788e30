"""Answers the tables: decisions, hands, strategies, values, and the exploitability of a person's play."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Protocol, runtime_checkable

from ai.agents.adviser_names import ADVISERS
from ai.cache_registry import release_caches
from ai.catalog import CompilesLate
from ai.evaluation.recorded_play import empirical_exploitability
from ai.features.held_agents import held_agent, held_agents
from ai.preparation import is_awaited, once_met
from ai.steps import in_thread
from game.core import (
    PREPARING,
    Action,
    Agent,
    BadInput,
    Budget,
    Decision,
    InformationState,
    KnownStrategy,
    Progress,
    Seat,
)
from game.match.series import HandBatch, play_hands
from game.needs import Need
from game.rules import games
from game.study.play import (
    ActNow,
    AgentKey,
    AskStrategy,
    AskValues,
    Decide,
    ExploitRecordedPlay,
    GetReady,
    Mix,
    PlayHands,
    RecordedExploitability,
)

BATCH_SECONDS = 0.04
"""Seconds of hands between two looks at other requests."""


@runtime_checkable
class _Valuing(Protocol):
    """An agent that values what each action leads to."""

    def values(self, info: InformationState) -> Mapping[Action, float]: ...


@runtime_checkable
class _Deliberate(CompilesLate, Protocol):
    """An agent that takes its time: it reports on the way, and decides at once when it is hurried."""

    def deliberate(
        self, info: InformationState, rng: random.Random, budget: Budget
    ) -> Iterator[Progress | Decision]: ...

    def hurry(self) -> None: ...

    def prepare(self, info: InformationState) -> Iterator[Progress]: ...

    @property
    def quick(self) -> Agent: ...


@Decide.handler
def _decide(request: Decide) -> Iterator[Progress | Decision]:
    """Let an agent decide. The request's seed decides the draw, so the same position gives the same decision.

    Until the first start has compiled the solver, an agent that solves plays its blueprint.
    """
    release_caches()
    if not held_agents.has(request.agent):
        for seconds in in_thread(partial(_load, request.agent)):
            yield Progress(0, None, seconds, doing=PREPARING)
    agent, die = held_agent(request.agent), random.Random(request.seed)
    if isinstance(agent, _Deliberate) and is_awaited(Need.SOLVER) and request.budget.work is None:
        yield agent.quick.decide(request.info, die, request.budget)
    elif isinstance(agent, _Deliberate):
        yield from agent.deliberate(request.info, die, request.budget)
    else:
        yield agent.decide(request.info, die, request.budget)


def _load(key: AgentKey) -> None:
    with suppress(BadInput):  # the caller loads the agent again, and raises
        held_agent(key)


@GetReady.handler
def _get_ready(request: GetReady) -> Iterator[Progress | bool]:
    """Load an agent and its kernels, and compute what the likeliest flops of the hand need."""
    yield from once_met(Need.BLUEPRINT)
    yield from _warmed_up(request.agent)
    agent = held_agent(request.agent)
    if isinstance(agent, _Deliberate):
        yield from agent.prepare(request.info)
    yield True


def _warmed_up(key: AgentKey) -> Iterator[Progress]:
    """Load an agent and, if it solves, the kernels of its decisions once the first start has compiled them."""
    if not held_agents.has(key):
        for seconds in in_thread(partial(_load, key)):
            yield Progress(0, None, seconds)
    agent = held_agent(key)
    if isinstance(agent, _Deliberate):
        yield from once_met(Need.SOLVER)
        for seconds in in_thread(agent.warm_up):
            yield Progress(0, None, seconds)


@ActNow.handler
def _act_now(request: ActNow) -> Iterator[bool]:
    """Hurry an agent: its decision that is under way ends with what there is."""
    agent = held_agent(request.agent)
    if isinstance(agent, _Deliberate):
        agent.hurry()
    yield isinstance(agent, _Deliberate)


@PlayHands.handler
def _play_hands(request: PlayHands) -> Iterator[Progress | HandBatch]:
    """Play hands between two agents for a moment, as the window would decide them one by one."""
    release_caches()
    spec = request.spec
    for name in spec.seats:
        yield from _warmed_up(AgentKey(spec.game, name, spec.blinds))

    def decide(seat: Seat, info: InformationState, rng: random.Random) -> Decision:
        return held_agent(AgentKey(spec.game, spec.seats[seat], spec.blinds)).decide(info, rng)

    yield play_hands(
        spec, request.number, request.actions, decide, hands=request.hands, seconds=BATCH_SECONDS
    )


@AskStrategy.handler
def _strategy(request: AskStrategy) -> Iterator[Mix]:
    yield _mix(held_agent(request.agent), request.info)


@AskValues.handler
def _values(request: AskValues) -> Iterator[Mix]:
    """Return a learner's value of each square, 0 to 1 for the player to move."""
    agent = held_agent(request.agent)
    if not isinstance(agent, _Valuing):
        raise BadInput(f"{agent.name} has no values to show.")
    yield dict(agent.values(request.info))


@ExploitRecordedPlay.handler
def _exploit(request: ExploitRecordedPlay) -> Iterator[RecordedExploitability]:
    """Return the best response to somebody's recorded play, what it wins, and the interval of that."""
    game, blinds = request.game, request.blinds
    perfect = partial(_mix, held_agent(AgentKey(game, ADVISERS[game], blinds)))
    yield empirical_exploitability(games.initial_state(game, blinds=blinds), request.counts, perfect)


def _mix(agent: Agent, info: InformationState) -> dict[Action, float]:
    if not isinstance(agent, KnownStrategy):
        raise BadInput(f"{agent.name} cannot give its strategy.")
    return dict(agent.strategy(info))
