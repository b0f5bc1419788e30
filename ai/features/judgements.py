"""Answer requests about a decision: its judgement, its action values against an opponent, and its solve.

Judgements are cached, so every request for the same decision gets the same object. Concurrent requests for the same
decision share the work. The solves on which judgements are based are cached as well, up to a memory limit.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Collection, Generator, Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ai import catalog
from ai.evaluation.grading.decisions import values_against
from ai.features.held_agents import (
    ADVISERS,
    TRAINED,
    JudgementSteps,
    advisers,
    held_agent,
    held_agents,
    may_keep_waiting,
    releases_cache,
)
from ai.preparation import once_met
from ai.review.analysis import StoredJudgements
from ai.steps import run_in_steps
from game.core import Action, Agent, BadInput, ConnectionFailed, InformationState, KnownStrategy, Progress
from game.features.solver import AskDecisionSpot
from game.files import user_files
from game.rules import games
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnState
from game.study.judgements import (
    AskJudgement,
    Judgement,
    JudgementProgress,
    OpenJudgedSolve,
    OpponentValues,
    is_large_all_in,
)
from game.study.play import AgentKey
from game.study.solved import DecisionSpot
from game.texts import text

if TYPE_CHECKING:
    from ai.evaluation.grading.holdem import JudgedSolve
    from ai.search.decision_solving import DecisionSolve

EDITION = 14
"""The version of the judge. A new version makes stored grades of earlier versions invalid."""
OPPONENT_EDITION = 7
"""The version of the values against an opponent. Values of version 4 lack the errors of differences."""
MAX_JUDGEMENTS = 2_000
MAX_IDLE = 2
"""The number of unfinished judgements that are kept when no request waits for them."""
MAX_SOLVE_BYTES = 2**28
"""The maximum memory of all cached solves behind judgements."""


def edition(game: str, blinds: float = 1) -> str:
    graders = (ADVISERS[game], TRAINED) if game == games.HOLDEM else (ADVISERS[game],)
    return "/".join([str(EDITION), game, *(catalog.find(game, name, blinds).version for name in graders)])


@dataclass(slots=True, eq=False)
class _Work:
    """A judgement in progress.

    All requests that wait for it share this object, and take turns running its next step.
    """

    steps: JudgementSteps
    report: JudgementProgress | None = None
    result: JudgedSolve | None = None
    error: BaseException | None = None
    requests: int = 0

    def advance(self) -> None:
        """Run the next step. If the step raises an error, every waiting request raises it."""
        if self.error is not None:
            raise self.error
        try:
            self.report = next(self.steps)
        except StopIteration as end:
            self.result = end.value
        except BaseException as error:  # even an interrupt ends the generator, which cannot be resumed
            self.error = error
            raise


@dataclass(slots=True)
class HeldJudgements:
    """The cached judgements by decision, and the solves on which they are based.

    If a request asks for an action that a judgement lacks, the judgement is replaced by a judgement with this
    action. If all requests for a decision are cancelled, the work on the decision pauses until the decision is
    requested again.
    """

    judgements: OrderedDict[Hashable, Judgement] = field(default_factory=OrderedDict)
    solves: OrderedDict[Hashable, DecisionSolve] = field(default_factory=OrderedDict)
    _works: OrderedDict[Hashable, _Work] = field(default_factory=OrderedDict)
    _opponent_values: OrderedDict[Hashable, OpponentValues | None] = field(default_factory=OrderedDict)

    def find_or_judge(self, asked: AskJudgement) -> Iterator[JudgementProgress | Judgement]:
        """Yield progress, and finally the judgement of a decision with the value of the requested action, if any.

        If necessary, the judgement without this action is computed and cached first.
        """
        key = _key(asked)
        if asked.action is not None and key not in self.judgements:
            for item in self.find_or_judge(replace(asked, action=None)):
                if isinstance(item, JudgementProgress):
                    yield item
        known = self.judgements.get(key)
        if known is not None and (asked.action is None or asked.action in known.values):
            self.judgements.move_to_end(key)
            yield known
            return
        work_key = key, asked.action
        work = self._works.setdefault(work_key, _Work(_steps(asked, known, self.solves.get(key))))
        work.requests += 1
        try:
            while work.result is None:
                work.advance()
                if work.result is None and work.report is not None:
                    yield work.report
        finally:
            work.requests -= 1
            idle = [key for key, work in self._works.items() if not work.requests and work.result is None]
            failed = [key for key in idle if self._works[key].error is not None]
            for key in {*failed, *idle[:-MAX_IDLE]}:
                del self._works[key]
        judgement, solve = work.result
        if self._works.get(work_key) is work:
            del self._works[work_key]
            self._keep(key, asked.info, judgement, solve)
        yield self.judgements.get(key, judgement)

    def add_opponent(
        self, judgement: Judgement, asked: AskJudgement, opponent: AgentKey
    ) -> Iterator[Progress | Judgement]:
        """Yield progress, and finally the judgement with its values against an opponent.

        If the opponent's strategy is not known, there are no such values.
        """
        found = judgement
        try:
            for item in self._find_opponent_values(judgement.values, asked, opponent):
                if isinstance(item, OpponentValues):
                    gambles = frozenset(filter(partial(is_gamble, asked.info, judgement), item.values))
                    found = judgement.with_opponent(replace(item, gambles=gambles))
                else:
                    yield item
        except ConnectionFailed:
            found = replace(judgement, theory_alone="silent")
        yield found

    def add_winning_all_in(self, asked: AskJudgement, opponent: AgentKey) -> Iterator[Progress]:
        """Add the all-in to the judgement of a decision if the all-in is the best action against an opponent.

        With deep stacks, the tree of the solve has no all-in. The hint would then miss the all-in, although a grade
        could find it to be the best action. An all-in that is a gamble is not added, because it is never advised.

        Raises:
            ConnectionFailed: If the program of an outside agent failed.
        """
        if not isinstance(asked.info, HoldemInformationState):
            return
        all_in = asked.info.betting.max_raise_to
        for item in self.find_or_judge(replace(asked, action=None)):
            if isinstance(item, JudgementProgress):
                yield item
            elif (
                all_in is not None
                and not any(map(asked.info.betting.raises_all_in, item.values))
                and not is_gamble(asked.info, item, all_in)
            ):
                yield JudgementProgress(0, None, 0.0, estimate=item)
                for found in self._find_opponent_values((*item.values, all_in), asked, opponent):
                    if isinstance(found, Progress):
                        yield found
                    elif replace(item, against=found).choice == all_in:
                        for more in self.find_or_judge(replace(asked, action=all_in)):
                            if isinstance(more, JudgementProgress):
                                yield more

    def _find_opponent_values(
        self, actions: Collection[Action], asked: AskJudgement, opponent: AgentKey
    ) -> Iterator[Progress | OpponentValues]:
        """Yield progress, and finally the values of some actions.

        Yield no values if the opponent's strategy is not known, if the opponent no longer exists, or if the user
        has not allowed the opponent's program. If the opponent runs the user's code, only this request waits for
        the opponent.

        Raises:
            ConnectionFailed: If the program of an outside agent failed.
        """
        try:
            if not catalog.find(opponent.game, opponent.name, opponent.blinds).is_coached_against:
                return
            yield from held_agents.load_in_thread(opponent)
            items = self._find_known_values(actions, asked, opponent)
            if may_keep_waiting(held_agent(opponent)):
                began = time.monotonic()
                for item in run_in_steps(items):
                    yield item if item is not None else Progress(0, None, time.monotonic() - began)
            else:
                yield from items
        except ConnectionFailed:
            raise
        except BadInput:
            return

    def _find_known_values(
        self, actions: Collection[Action], asked: AskJudgement, opponent: AgentKey
    ) -> Generator[Progress | OpponentValues]:
        agent, version = held_agents.take(opponent)
        key = _key(asked), version
        known, missing = self._opponent_values.get(key), set(actions)
        if known is not None:
            missing -= known.values.keys()
        if missing and (known is not None or key not in self._opponent_values):
            for item in values_against_agent(asked, agent, missing):
                if isinstance(item, Progress):
                    yield item
                else:
                    known = item if known is None else known.with_values(item)
            self._opponent_values[key] = known
            if len(self._opponent_values) > MAX_JUDGEMENTS:
                self._opponent_values.popitem(last=False)
        if known is not None:
            yield known.among(actions)

    def find_or_solve(self, asked: AskJudgement) -> Iterator[Progress | DecisionSolve | None]:
        """Yield progress, and finally the solve on which a judgement is based, or None if there is none.

        If the solve was dropped, compute it again. The new solve has the same values.
        """
        key = _key(asked)
        for item in self.find_or_judge(asked):
            if isinstance(item, Progress):
                yield item
            elif key not in self.solves and item.source == "solve":
                judgement, solve = yield from _steps(asked, None, None)
                self._keep(key, asked.info, judgement, solve)
        yield self.solves.get(key)

    def release(self) -> None:
        """Drop all cached solves except the latest, which the user may open next. The judgements stay.

        If the latest solve is larger than `MAX_SOLVE_BYTES`, it is dropped as well.
        """
        while len(self.solves) > 1 or self._used > MAX_SOLVE_BYTES:
            self.solves.popitem(last=False)
        advisers.forget_solves()

    @property
    def _used(self) -> int:
        return sum(one.held.game.memory_needed for one in self.solves.values())

    def _keep(
        self, key: Hashable, info: InformationState, judgement: Judgement, solve: DecisionSolve | None
    ) -> None:
        former = self.judgements.pop(key, None)
        self.judgements[key] = judgement if former is None else add_former_actions(judgement, former, info)
        while len(self.judgements) > MAX_JUDGEMENTS:
            self.judgements.popitem(last=False)
        if solve is None:
            return
        self.solves.pop(key, None)
        self.solves[key] = solve
        while self._used > MAX_SOLVE_BYTES and len(self.solves) > 1:
            self.solves.popitem(last=False)


def add_former_actions(judgement: Judgement, former: Judgement, info: InformationState) -> Judgement:
    """Return `judgement` with the additional actions of `former`. Each additional action keeps its cost.

    In Hold'em, an all-in of another amount is not added to a judgement with an all-in, because it is the same move.
    """
    shift = max(judgement.values.values()) - max(former.values.values())
    lacking = former.values.keys() - judgement.values.keys()
    if isinstance(info, HoldemInformationState) and any(map(info.betting.raises_all_in, judgement.values)):
        lacking = {action for action in lacking if not info.betting.raises_all_in(action)}
        former = replace(former, advice=former.advice & (judgement.values.keys() | lacking))
    return replace(
        judgement,
        values={**judgement.values, **{action: former.values[action] + shift for action in lacking}},
        errors={**judgement.errors, **{action: former.errors[action] for action in lacking}},
        bounds=judgement.bounds | (former.bounds & lacking),
        advice=judgement.advice | former.advice,
    )


FAVOURITE = 0.75


def is_gamble(info: InformationState, judgement: Judgement, action: Action) -> bool:
    """Return whether an action is an all-in that should not be advised.

    Such an all-in is large (`is_large_all_in`), the equity of the hand is below `FAVOURITE`, and theory does not
    play the all-in. Against an opponent who calls too much or folds too much, such an all-in often has the
    highest value, but the swings would be huge.
    """
    if not isinstance(info, HoldemInformationState) or judgement.plays(action):
        return False
    equity = judgement.equity
    return is_large_all_in(info.betting, action) and equity is not None and equity < FAVOURITE


held_judgements = HeldJudgements()
releases_cache(held_judgements.release)


def _steps(asked: AskJudgement, known: Judgement | None, solve: DecisionSolve | None) -> JudgementSteps:
    """Yield progress, and return the judgement of a decision and its solve.

    The first step judges the decision without the action of `asked`, as for a hint. The second step adds this
    action. `known` and `solve` are the cached results of the first step, if any.
    """
    if known is None or (known.source == "solve" and solve is None):
        judged = yield from advisers.judge(asked)
    else:
        judged = known, solve
    if asked.action is None or not isinstance(asked.info, HoldemInformationState):
        return judged
    return (yield from advisers.extend(asked.info, asked.action, judged))


def _key(asked: AskJudgement) -> Hashable:
    """Return the cache key of a decision. The key includes the agents that judge."""
    names = (ADVISERS[asked.game], TRAINED) if asked.game == games.HOLDEM else (ADVISERS[asked.game],)
    files = tuple(held_agents.take(AgentKey(asked.game, name, asked.blinds))[1] for name in names)
    return asked.game, asked.info, asked.blinds, files


_stores: dict[tuple[Path, str], StoredJudgements] = {}


def find_stored(request: AskJudgement) -> Judgement | None:
    """Return the stored judgement of a Hold'em decision, or None if the decision was not graded before."""
    return (
        _take_store(request).find(request, opponent_version(request))
        if request.game == games.HOLDEM
        else None
    )


def forget_stored() -> None:
    _stores.clear()


@AskJudgement.handler
def judge_once(request: AskJudgement) -> Iterator[Progress | Judgement]:
    """Return the stored judgement of a decision. If there is none, judge the decision and store the judgement."""
    if (known := find_stored(request)) is not None:
        yield known
        return
    for item in judge(request):
        if isinstance(item, Judgement) and request.action is not None and request.game == games.HOLDEM:
            store, opponent = _take_store(request), opponent_version(request)
            in_theory = replace(item, against=None, theory_alone="") if request.opponent else item
            store.add(request, "", in_theory)
            if opponent and item.theory_alone != "silent":
                store.add(request, opponent, item)
        yield item  # the caller may close the generator now


def _take_store(request: AskJudgement) -> StoredJudgements:
    key = user_files.home(), edition(request.game, request.blinds)
    if key not in _stores:
        _stores[key] = StoredJudgements(*key)
    return _stores[key]


def opponent_version(request: AskJudgement) -> str:
    """Return a text that identifies the opponent's version and the version of the computation against the opponent.

    The text is empty if no values against the opponent are computed.
    """
    opponent = request.opponent
    if opponent is None:
        return ""
    try:
        entry = catalog.find(opponent.game, opponent.name, opponent.blinds)
    except BadInput:
        return ""
    return f"{entry.name}/{entry.version}/{OPPONENT_EDITION}" if entry.is_coached_against else ""


def judge(request: AskJudgement) -> Iterator[Progress | Judgement]:
    """Judge a decision: exactly in the small games, and by a solve or a trained strategy in Hold'em.

    The judgement without the values against the opponent is yielded first, as an estimate. Every report has the
    seconds since the start of the judgement, and the last known estimate of the remaining seconds.
    """
    began, end = time.monotonic(), None
    for item in _judge(request):
        if not isinstance(item, Progress):
            yield item
            continue
        seconds = time.monotonic() - began
        end = end if item.seconds_left is None else seconds + item.seconds_left
        yield replace(item, seconds=seconds, seconds_left=None if end is None else max(0.0, end - seconds))


def _judge(request: AskJudgement) -> Iterator[Progress | Judgement]:
    if request.need is not None:
        yield from once_met(request.need)
    is_silent = False
    if request.opponent is not None:
        try:
            yield from held_judgements.add_winning_all_in(request, request.opponent)
        except ConnectionFailed:
            is_silent = True
    for item in held_judgements.find_or_judge(request):
        if isinstance(item, JudgementProgress) or request.opponent is None:
            yield item
        elif is_silent:
            yield replace(item, theory_alone="silent")
        else:
            yield JudgementProgress(0, None, 0.0, estimate=item)
            yield from held_judgements.add_opponent(item, request, request.opponent)


def values_against_agent(
    asked: AskJudgement, agent: Agent, actions: Collection[Action]
) -> Iterator[Progress | OpponentValues]:
    """Yield progress, and finally the values of these actions against an agent.

    Yield nothing if the strategy of the agent is unknown.
    """
    info = asked.info
    if isinstance(info, HoldemInformationState):
        from ai.hands.range_strategy import RangeStrategy  # noqa: PLC0415 - it loads the compiler
        from ai.search.phased_search import opponent_values  # noqa: PLC0415

        if isinstance(agent, RangeStrategy) and not hasattr(agent, "deliberate"):
            trained = held_agent(AgentKey(games.HOLDEM, TRAINED))
            assert isinstance(trained, RangeStrategy)
            yield from opponent_values(info, trained, agent, sorted(actions))
        return
    root = games.initial_state(asked.game, blinds=asked.blinds)
    if isinstance(agent, KnownStrategy) and isinstance(root, KuhnState):
        yield values_against(root, info, agent)


@OpenJudgedSolve.handler
def open_judged_solve(request: OpenJudgedSolve) -> Iterator[Progress | DecisionSpot]:
    """Open the solve of a judgement for the solver page. On the flop, return the spot to solve instead.

    Raises:
        BadInput: If the decision is before the flop, or is not a decision of Hold'em.
    """
    asked = request.decision
    info = asked.info
    if not isinstance(info, HoldemInformationState) or info.street == Street.PREFLOP:
        raise BadInput(text("input_errors.solves.before_flop"))
    from ai.features.solver import ask_decision_spot, held_solves  # noqa: PLC0415 - it loads the compiler

    if info.street == Street.FLOP:
        yield from ask_decision_spot(AskDecisionSpot(info.board, info.betting))
        return
    if asked.need is not None:
        yield from once_met(asked.need)
    for item in held_judgements.find_or_solve(asked):
        if isinstance(item, Progress):
            yield item
        elif item is not None:
            held_solves.take(item.held)
            yield DecisionSpot(item.held.texts, ())
