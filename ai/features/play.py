"""Answer requests about play: decisions of agents, hands between agents, and the exploitability of recorded play.

Many strategies could have produced the same record, so the exploitability of recorded play is estimated by Monte
Carlo. `DRAWS` strategies are drawn from a Bayesian posterior. The posterior of an information set is a Dirichlet
distribution (Gelman et al., Bayesian Data Analysis, 3.4). Its parameters are the counts of the actions plus
the action probabilities of a perfect player, which count as one additional decision. The exploitability of each
drawn strategy is computed exactly. The estimate is the median of these values, and the interval contains the
middle 95%.

The exploitability of the observed frequencies would be a worse estimate: after a few hands, a player may have taken
the same action every time by chance, and would look too exploitable. In information sets without a recorded
decision, the player is assumed to play perfectly. The draws are seeded, so the same record gives the same numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from ai.agents.bot_protocols import fallback
from ai.agents.own_class import OwnAgent
from ai.algorithms.best_response import Policy, best_response
from ai.algorithms.game_tree import GameTree, Vector, flatten, information_states
from ai.algorithms.sequence_form import SequenceForm, sequence_form
from ai.catalog import CompilesLate
from ai.features.held_agents import ADVISERS, held_agent, held_agents, may_keep_waiting, release_caches
from ai.preparation import is_awaited, once_met, prepare
from ai.steps import in_thread, run_with_reports
from game.core import (
    DEFAULT_BUDGET,
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
    State,
)
from game.match.outside_agents import OutsideAgent, end_programs, tell_result
from game.match.series import HandBatch, play_hands
from game.match.session import Session
from game.needs import Need
from game.rules import games
from game.study.play import (
    ActNow,
    AgentKey,
    AskValues,
    Decide,
    EndBots,
    ExploitRecordedPlay,
    GetReady,
    LoadEquities,
    Mix,
    PlayHands,
    Prepare,
    RecordedExploitability,
    TellResult,
)
from game.texts import join_sentences, text

DRAWS = 1_000
OUTSIDE = 0.05

Counts = Mapping[str, Sequence[int]]
"""The counts of the actions by information set, in the order of the legal actions."""

Rows = npt.NDArray[np.float64]


def empirical_exploitability(root: State, counts: Counts, perfect: Policy) -> RecordedExploitability:
    """Return the exploitability of recorded play in the game's unit, and a best response to that play.

    `perfect` is an optimal policy. In each information set, the prior counts as one decision of this policy. In
    sets without a recorded decision, the player is assumed to follow this policy.
    """
    tree = flatten(root)
    form = sequence_form(tree)
    prior = tree.vector({key: perfect(info) for key, info in information_states(root).items()})
    rows = [counts.get(one.key, (0,) * len(one.actions)) for one in tree.infosets]
    taken = np.concatenate(rows).astype(np.float64)  # float64[sequences]
    was_played = np.repeat(np.add.reduceat(taken, tree.first[:-1]) > 0, np.diff(tree.first))
    shares = np.where(was_played, _normalise(tree, taken[np.newaxis]), prior)
    guesses = np.random.default_rng(0).gamma(taken + prior, size=(DRAWS, len(prior)))
    likely = _exploitabilities(form, np.where(was_played, _normalise(tree, guesses), prior))
    low, middle, high = np.quantile(likely, (OUTSIDE / 2, 0.5, 1 - OUTSIDE / 2)).tolist()
    table = tree.table(shares[0])
    replies = [best_response(root, player, _policy(table)) for player in (0, 1)]
    reply = {
        key: action if key in one.reachable else None for one in replies for key, action in one.reply.items()
    }
    return RecordedExploitability(middle, (low, high), reply)


def _normalise(tree: GameTree, weights: Rows) -> Rows:
    """Return weights scaled to sum 1 in every information set, float64[rows, sequences].

    `weights` is float64[rows, sequences]. In a set in which all weights are 0, the result is NaN.
    """
    totals = np.add.reduceat(weights, tree.first[:-1], axis=1)
    with np.errstate(invalid="ignore"):
        scaled: Rows = weights / np.repeat(totals, np.diff(tree.first), axis=1)
    return scaled


def _exploitabilities(form: SequenceForm, strategies: Rows) -> Vector:
    """Return the exploitability of each strategy, float64[rows], computed as in ai/algorithms/cfr_kernels.py.

    `strategies` is float64[rows, sequences].
    """
    count = form.sequences
    payoff = np.zeros((count + 2, count + 2))
    payoff[np.repeat(np.arange(count + 2), np.diff(form.row)), form.column] = form.payoff
    sets = [slice(*ends) for ends in pairwise(form.first.tolist())]
    reach = np.ones((len(strategies), count + 2))
    for one, parent in zip(sets, form.parent.tolist(), strict=True):
        reach[:, one] = reach[:, parent, np.newaxis] * strategies[:, one]
    best = reach @ payoff.T
    for one, parent in zip(reversed(sets), reversed(form.parent.tolist()), strict=True):
        best[:, parent] += best[:, one].max(axis=1)
    exploitability: Vector = best[:, count:].sum(axis=1) / 2
    return exploitability


def _policy(table: Mapping[str, Mapping[Action, float]]) -> Policy:
    """Return a policy that looks its probabilities up in a table."""

    def policy(info: InformationState) -> Mapping[Action, float]:
        return table[info.key]

    return policy


BATCH_SECONDS = 0.04
"""The seconds of play before the worker serves other requests."""


@runtime_checkable
class _ValueAgent(Protocol):
    """An agent with a value for each action."""

    def values(self, info: InformationState) -> Mapping[Action, float]: ...


@runtime_checkable
class _Deliberate(CompilesLate, Protocol):
    """An agent that searches and reports progress. After a call of `hurry`, the agent decides at once."""

    def deliberate(
        self, info: InformationState, rng: random.Random, budget: Budget
    ) -> Iterator[Progress | Decision]: ...

    def hurry(self) -> None: ...

    def prepare(self, info: InformationState) -> Iterator[Progress]: ...

    @property
    def quick(self) -> Agent: ...


@Decide.handler
def _decide(request: Decide) -> Iterator[Progress | Decision]:
    """Let an agent decide. The request contains the seed, so the same request gives the same decision.

    Until the solver is compiled after the first start of the program, an agent that solves plays its blueprint.
    """
    release_caches()
    yield from held_agents.load_in_thread(request.agent, request.session_seed or 0, PREPARING, at_table=True)
    agent, die = held_agent(request.agent), random.Random(request.seed)
    if isinstance(agent, _Deliberate) and is_awaited(Need.SOLVER) and request.budget.work is None:
        yield agent.quick.decide(request.info, die, request.budget)
    elif isinstance(agent, _Deliberate):
        yield from agent.deliberate(request.info, die, request.budget)
    elif may_keep_waiting(agent):

        def decide() -> Decision:
            if isinstance(agent, OutsideAgent) and request.session_seed is not None:
                agent.start_session(request.session_seed)
            return _decide_or_fold(agent, request.info, die, request.budget)

        yield (yield from run_with_reports(decide))
    else:
        yield agent.decide(request.info, die, request.budget)


def _decide_or_fold(
    agent: Agent, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET
) -> Decision:
    """Return the decision of an agent.

    If the agent is a class of the user and the class fails, return a check or a fold instead.
    """
    try:
        return agent.decide(info, rng, budget)
    except BadInput as error:
        if not isinstance(agent, OwnAgent):
            raise
        note = join_sentences(str(error), text("agent_errors.own_class.instead"))
        return Decision(fallback(info), {}, note=note)


@Prepare.handler
def _prepare(request: Prepare) -> Iterator[Progress | bool]:
    return prepare()


@GetReady.handler
def _get_ready(request: GetReady) -> Iterator[Progress | bool]:
    """Load an agent and its kernels, and precompute data for the most likely flops of the hand."""
    yield from once_met(Need.BLUEPRINT)
    yield from _warm_up(request.agent)
    agent = held_agent(request.agent)
    if isinstance(agent, _Deliberate):
        yield from agent.prepare(request.info)
    yield True


@LoadEquities.handler
def _load_equities(request: LoadEquities) -> Iterator[Progress | bool]:
    """Load the equity module and its kernels in a thread, as soon as the kernels are compiled."""
    yield from once_met(Need.TABLE)
    for seconds in in_thread(_load_kernels_of_equities):
        yield Progress(0, None, seconds)
    yield True


def _load_kernels_of_equities() -> None:
    from ai.features.holdem import load_kernels  # noqa: PLC0415 - it loads the compiler

    load_kernels()


def _warm_up(key: AgentKey, seed: int = 0) -> Iterator[Progress]:
    """Load an agent. If the agent solves and the solver is compiled, also load the kernels of its decisions."""
    yield from held_agents.load_in_thread(key, seed, at_table=True)
    agent = held_agent(key)
    if isinstance(agent, _Deliberate):
        yield from once_met(Need.SOLVER)
        for seconds in in_thread(agent.warm_up):
            yield Progress(0, None, seconds)


@ActNow.handler
def _act_now(request: ActNow) -> Iterator[bool]:
    """Stop the current search of an agent early. The agent then decides by the result so far."""
    agent = held_agent(request.agent)
    if isinstance(agent, _Deliberate):
        agent.hurry()
    yield isinstance(agent, _Deliberate)


@EndBots.handler
def _end_bots(request: EndBots) -> Iterator[Progress | bool]:
    """End the programs of agents whose table the user has left. A program may take a moment to end."""
    left = held_agents.drop_bots(request.keep)
    for seconds in in_thread(partial(end_programs, left)) if left else ():
        yield Progress(0, None, seconds)
    yield bool(left)


@TellResult.handler
def _tell_result(request: TellResult) -> Iterator[Progress | bool]:
    """Tell the outside agents at a table how a hand ended.

    A program that is busy with a decision is told afterwards.
    """
    agents = [held_agents.find(key) if key is not None else None for key in request.agents]
    yield (yield from run_with_reports(partial(tell_result, request.state, agents)))


@PlayHands.handler
def _play_hands(request: PlayHands) -> Iterator[Progress | HandBatch]:
    """Play hands between two agents for a short time. Every decision is the same as if it were requested singly."""
    release_caches()
    spec = request.spec
    for name in spec.seats:
        yield from _warm_up(AgentKey(spec.game, name, spec.blinds), spec.seed)

    def decide(seat: Seat, info: InformationState, rng: random.Random) -> Decision:
        agent = held_agent(AgentKey(spec.game, spec.seats[seat], spec.blinds))
        if isinstance(agent, OutsideAgent):
            agent.start_session(spec.seed)
        return _decide_or_fold(agent, info, rng)

    agents = [held_agent(AgentKey(spec.game, name, spec.blinds)) for name in spec.seats]

    def hear(session: Session) -> None:
        tell_result(session.state, [agents[session.get_seat(player)] for player in (0, 1)])

    def play() -> HandBatch:
        number, actions, hands = request.number, request.actions, request.hands
        return play_hands(spec, number, actions, decide, hands=hands, seconds=BATCH_SECONDS, hear=hear)

    if any(map(may_keep_waiting, agents)):
        yield (yield from run_with_reports(play))
    else:
        yield play()


@AskValues.handler
def _values(request: AskValues) -> Iterator[Mix]:
    """Return a learner's value of each legal cell for the player to move, from 0 to 1."""
    agent = held_agent(request.agent)
    if not isinstance(agent, _ValueAgent):
        raise BadInput(text("input_errors.agents.no_values", name=agent.name))
    yield dict(agent.values(request.info))


@ExploitRecordedPlay.handler
def _exploit(request: ExploitRecordedPlay) -> Iterator[RecordedExploitability]:
    """Return the exploitability of recorded play with its interval, and a best response."""
    game, blinds = request.game, request.blinds
    perfect = held_agent(AgentKey(game, ADVISERS[game], blinds))
    assert isinstance(perfect, KnownStrategy)
    yield empirical_exploitability(games.initial_state(game, blinds=blinds), request.counts, perfect.strategy)
