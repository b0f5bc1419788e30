"""The judge of each game, with the agents on which its judgements are based."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from ai.agents.small_games import PerfectAgent
from ai.evaluation.grading.decisions import judge_in_kuhn, judge_position
from game.agent_entries import nearest_depth
from game.core import Action, Agent, KnownStrategy
from game.files.manifest import read_manifest
from game.rules import games
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnState
from game.study.judgements import AskJudgement, Judgement, JudgementProgress

if TYPE_CHECKING:
    from ai.agents.blueprint import BlueprintAgent
    from ai.evaluation.grading.holdem import HoldemJudge, JudgedSolve
    from ai.hands.range_strategy import RangeStrategy
    from ai.search.decision_solving import DecisionSolver
    from ai.search.starting_ranges import TrainingAmount


TRAINED = "blueprint-200"
"""The agent whose blueprints judge decisions of Hold'em. The blueprint of the nearest stack depth is used."""
ADVISERS = {
    games.TIC_TAC_TOE: "perfect",
    games.KUHN_POKER: "equilibrium",
    games.KUHN_HALF_STREET: "equilibrium",
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

        The action of `asked` is ignored. `extend` adds it.
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
    """Return the amount of training for the stacks of a decision, 0 if no trained depth is near."""
    from ai.search.starting_ranges import TrainingAmount  # noqa: PLC0415 - it loads the compiler

    stack = min(info.rules.stacks) / info.rules.big_blind
    depth = nearest_depth(trained.files, stack)
    near = max(stack, depth) <= NEAR * min(stack, depth)
    manifest = read_manifest(trained.files[depth].with_suffix(".yaml"))
    buckets = tuple(trained.at_depth(depth).layout.buckets.tolist())
    return TrainingAmount(manifest.iterations or 0 if near else 0, buckets)
