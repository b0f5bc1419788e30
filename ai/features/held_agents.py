"""The loaded agents, the advisers of each game, and the registry of caches that are dropped when memory is short.

An agent stays loaded between requests until its file changes. An outside agent at a table stays loaded until the
user leaves the table. An outside agent that is needed only for requests about past hands is ended after the last of
these requests.

Each cache registers a function that clears it. The cache fills again on its next use. The advisers are agents, too:
a judgement of a decision is based on their strategies.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Generator, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ai import catalog
from ai.agents.own_class import OwnAgent
from ai.agents.small_games import EQUILIBRIUM, PerfectAgent
from ai.evaluation.grading.decisions import judge_in_kuhn, judge_position
from ai.steps import BEAT_SECONDS, in_thread
from game.agent_entries import nearest_depth
from game.core import Action, Agent, BadInput, KnownStrategy, Progress
from game.files.manifest import read_manifest
from game.match.outside_agents import (
    OutsideAgent,
    end_programs,
    name_in_sentence,
    note_starting,
    session_seed,
)
from game.rules import games
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnState
from game.study.judgements import AskJudgement, Judgement, JudgementProgress
from game.study.play import AgentKey
from game.texts import text

if TYPE_CHECKING:
    from ai.agents.blueprint import BlueprintAgent
    from ai.evaluation.grading.holdem import HoldemJudge, JudgedSolve
    from ai.hands.range_strategy import RangeStrategy
    from ai.search.decision_solving import DecisionSolver
    from ai.search.starting_ranges import TrainingAmount

Release = Callable[[], None]

_releases: list[Release] = []


def releases_cache(release: Release) -> Release:
    _releases.append(release)
    return release


def release_caches() -> None:
    for release in _releases:
        release()


MAX_AGENTS = 16  # loaded at a time


@dataclass(slots=True)
class _Loaded:
    """An agent with its file. `mtime` is the modification time of the file when it was read, 0 without a file."""

    agent: Agent
    file: Path | None
    mtime: int


@dataclass(slots=True, eq=False)
class _Loading:
    """An agent that is being loaded in a thread.

    If the user leaves the agent's table meanwhile, `is_wanted` is False.

    If the agent is an outside agent, `outside_agents` contains it, even before its program has answered.
    """

    key: AgentKey
    is_wanted: bool = True
    outside_agents: list[OutsideAgent] = field(default_factory=list)
    end: threading.Event = field(default_factory=threading.Event)
    error: BaseException | None = None


@dataclass(slots=True)
class HeldAgents:
    """The loaded agents by their keys. If there are too many agents, the least recently used agent is dropped.

    Attributes:
        _table_keys: The agents that play at open tables.
        _borrowers: The number of running blocks of `borrow_bots`.
    """

    loaded: OrderedDict[AgentKey, _Loaded] = field(default_factory=OrderedDict)
    _loading: list[_Loading] = field(default_factory=list)
    _table_keys: set[AgentKey] = field(default_factory=set)
    _borrowers: int = 0

    def has(self, key: AgentKey) -> bool:
        return key in self.loaded

    def find(self, key: AgentKey) -> Agent | None:
        """Return an agent if it is loaded, even if its file has changed since."""
        known = self.loaded.get(key)
        return known.agent if known is not None else None

    def take(self, key: AgentKey) -> tuple[Agent, Hashable]:
        """Return an agent, and a key for the agent and the version of its file.

        If the file has changed, the agent is loaded again. If the file is deleted, the agent stays loaded.

        Raises:
            BadInput: If there is no agent of this name.
        """
        known = self.loaded.get(key)
        if known is None or _mtime(known.file) not in (known.mtime, 0):
            fresh = self._load(key)
            if known is not None:
                end_programs([known.agent])
            known = fresh
        self.loaded.move_to_end(key)
        spare = [one for one in self.loaded if one != key and one not in self._table_keys]
        if len(self.loaded) > MAX_AGENTS and spare:
            end_programs([self.loaded.pop(spare[0]).agent])
        return known.agent, (key, known.mtime)

    def _load(self, key: AgentKey) -> _Loaded:
        loading = _Loading(key)
        self._loading.append(loading)
        try:
            file = catalog.find(key.game, key.name, key.blinds).file
            with note_starting(loading.outside_agents):
                loaded = _Loaded(catalog.load(key.game, key.name, key.blinds), file, _mtime(file))
            if not loading.is_wanted:
                end_programs([loaded.agent])
                raise BadInput(text("input_errors.agents.ended", name=name_in_sentence(key.name)))
            self.loaded[key] = loaded
        except BaseException as error:
            loading.error = error
            raise
        finally:
            self._loading.remove(loading)
            loading.end.set()
        return loaded

    def load_in_thread(
        self, key: AgentKey, seed: int = 0, doing: str = "", *, at_table: bool = False
    ) -> Iterator[Progress]:
        """Load an agent in a thread, unless it is loaded, and yield progress.

        If another request is already loading the agent, wait for it, so that a program is started only once.

        Args:
            key: The agent.
            seed: The seed of the session for the program of an outside agent.
            doing: The text of the progress reports.
            at_table: Whether the agent plays at an open table. Such an agent stays loaded until the user leaves the
                table.

        Raises:
            BadInput: If there is no such agent, or the agent was ended because the user has left its table.
            ConnectionFailed: If the program of an outside agent does not answer.
        """
        if at_table:
            self._table_keys.add(key)
        began = time.monotonic()
        while not self.has(key) and (other := self._find_loading(key)) is not None:
            if other.end.wait(BEAT_SECONDS) and other.error is not None:
                raise other.error
            yield Progress(0, None, time.monotonic() - began, doing=doing)
        if not self.has(key):
            for seconds in in_thread(lambda: self._load_with_seed(key, seed)):
                yield Progress(0, None, seconds, doing=doing)

    def _load_with_seed(self, key: AgentKey, seed: int) -> None:
        with session_seed(seed):
            self.take(key)

    def _find_loading(self, key: AgentKey) -> _Loading | None:
        return next((one for one in self._loading if one.key == key and one.is_wanted), None)

    def drop_bots(self, keep: Collection[AgentKey]) -> list[OutsideAgent]:
        """Remove and return the outside agents except those in `keep`, including agents that are being loaded."""
        self._table_keys.intersection_update(keep)
        unwanted = [loading for loading in self._loading if loading.key not in keep]
        for loading in unwanted:
            loading.is_wanted = False
        left = [
            key for key, one in self.loaded.items() if isinstance(one.agent, OutsideAgent) and key not in keep
        ]
        starting = [agent for loading in unwanted for agent in loading.outside_agents]
        return [*starting, *(cast(OutsideAgent, self.loaded.pop(key).agent) for key in left)]

    @contextmanager
    def borrow_bots(self) -> Iterator[None]:
        """Run a block that may use outside agents, and end their programs when no such block is running.

        An outside agent at an open table keeps its program. The programs are ended in a thread, because a program
        may take a moment to end.
        """
        self._borrowers += 1
        try:
            yield
        finally:
            self._borrowers -= 1
            if not self._borrowers and (left := self.drop_bots(self._table_keys)):
                threading.Thread(target=end_programs, args=(left,), daemon=True).start()


held_agents = HeldAgents()


def held_agent(key: AgentKey) -> Agent:
    return held_agents.take(key)[0]


def may_keep_waiting(agent: Agent) -> bool:
    """Return whether an agent runs the user's code, which may take any time and is therefore called in a thread."""
    return isinstance(agent, OutsideAgent | OwnAgent)


def _mtime(file: Path | None) -> int:
    return file.stat().st_mtime_ns if file is not None and file.exists() else 0


TRAINED = "blueprint-200"
"""The agent whose blueprints judge decisions of Hold'em. The blueprint of the nearest stack depth is used."""
ADVISERS = {
    games.TIC_TAC_TOE: "perfect",
    games.KUHN_POKER: EQUILIBRIUM,
    games.KUHN_HALF_STREET: EQUILIBRIUM,
    games.HOLDEM: "sound",
}
"""The agent of each game whose strategy is the hint."""
NEAR = 1.5
"""The maximum ratio between the stacks of a decision and the stacks in training."""

JudgementSteps = Generator[JudgementProgress, None, "JudgedSolve"]


@dataclass(slots=True)
class Advisers:
    """Judges decisions with the agents that `load` returns by game, name and blinds.

    Attributes:
        _solvers: The solvers of decisions, by the identity of their blueprint.
    """

    load: Callable[[str, str, float], Agent]
    _solvers: dict[int, DecisionSolver] = field(default_factory=dict)

    def judge(self, asked: AskJudgement) -> JudgementSteps:
        """Yield progress, and return the final judgement of a decision and its solve, if any.

        The action of `asked` is ignored here. The method `extend` adds the value of an action.
        """
        if not isinstance(asked.info, HoldemInformationState):
            return self._judge_small_game(asked), None
        return (yield from self.holdem_judge(asked.info).judge(asked.info, None))

    def extend(self, info: HoldemInformationState, action: Action, judged: JudgedSolve) -> JudgementSteps:
        """Yield progress, and return `judged` extended by the value of `action`."""
        former, solve = judged
        if action in former.values:
            return judged
        judge = self.holdem_judge(info)
        if solve is not None and not judge.is_beside_menu(info, action, former):
            return judge.with_alias(info, action, former, solve)
        found, solve = yield from judge.judge(info, action)
        return replace(found, advice=found.advice | former.advice, is_extended=solve is not None), solve

    def _judge_small_game(self, asked: AskJudgement) -> Judgement:
        adviser = self.load(asked.game, ADVISERS[asked.game], asked.blinds)
        if isinstance(adviser, PerfectAgent):
            return judge_position(adviser.values(asked.info))
        root = games.initial_state(asked.game, blinds=asked.blinds)
        assert isinstance(root, KuhnState)
        return judge_in_kuhn(root, asked.info, cast(KnownStrategy, adviser))

    def holdem_judge(self, info: HoldemInformationState) -> HoldemJudge:
        """Return the judge of Hold'em for the stacks of a decision."""
        from ai.evaluation.grading.holdem import HoldemJudge  # noqa: PLC0415 - it loads the compiler
        from ai.search.decision_solving import DecisionSolver  # noqa: PLC0415

        trained = cast("BlueprintAgent", self.load(games.HOLDEM, TRAINED, 1))
        solid = cast("RangeStrategy", self.load(games.HOLDEM, ADVISERS[games.HOLDEM], 1))
        solver = self._solvers.get(id(trained))
        if solver is None:
            self._solvers.clear()
            solver = self._solvers[id(trained)] = DecisionSolver(trained)
        return HoldemJudge(trained, training_at(trained, info), solid, solver)

    def forget_solves(self) -> None:
        for solver in self._solvers.values():
            solver.forget()


def training_at(trained: BlueprintAgent, info: HoldemInformationState) -> TrainingAmount:
    """Return the blueprint's amount of training for the stacks of a decision, 0 if no trained depth is near."""
    from ai.search.starting_ranges import TrainingAmount  # noqa: PLC0415 - it loads the compiler

    stack = min(info.rules.stacks) / info.rules.big_blind
    depth = nearest_depth(trained.files, stack)
    near = max(stack, depth) <= NEAR * min(stack, depth)
    manifest = read_manifest(trained.files[depth].with_suffix(".yaml"))
    buckets = tuple(trained.at_depth(depth).layout.buckets.tolist())
    return TrainingAmount(manifest.iterations or 0 if near else 0, buckets)


advisers = Advisers(lambda game, name, blinds: held_agent(AgentKey(game, name, blinds)))
