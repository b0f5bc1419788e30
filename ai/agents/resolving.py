"""An agent that follows a blueprint on early streets and re-solves later streets (ai/search/resolving.py).

The manifest names the `blueprint`, a file in the same folder, and the `seconds` of a decision.
"""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import cast

from ai.agents import blueprint
from ai.agents.blueprint import BlueprintAgent
from ai.hands.combos import hand_index
from ai.hands.range_strategy import PublicState, RangeMix, Shares
from ai.search.flop_solving import prepare_flops
from ai.search.resolving import Resolver, solve_goal
from ai.steps import step_pace
from game.core import (
    DEFAULT_BUDGET,
    PREPARING,
    Action,
    BadInput,
    Budget,
    Decision,
    InformationState,
    Progress,
    State,
    sample,
)
from game.files.manifest import read_manifest
from game.rules.betting import PublicBetting
from game.rules.holdem import HoldemInformationState

ANSWER_MARGIN = 2.0
"""The time reserved for the answer after a solve, as a multiple of its measured time."""
SOLVER_MODULES = ("ai.search.flop_solving", "ai.solver.showdowns", "ai.solver.sweeps")
"""The modules with the kernels of a decision. The kernels of the blueprint are needed as well."""


@dataclass(frozen=True, slots=True)
class ResolvingAgent:
    """Plays a blueprint first, and solves flop (if there is time), turn and river with the actual bet sizes.

    Attributes:
        trained: The blueprint.
        seconds: The time of a decision without a budget.
        budget: The budget of `range_strategy` and `likelihood`.
    """

    name: str
    trained: BlueprintAgent
    seconds: float
    resolver: Resolver = field(compare=False)
    budget: Budget = DEFAULT_BUDGET

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Solve within the budget, or by default within the agent's seconds, and sample an action."""
        *_, decision = self.deliberate(info, rng, budget)
        assert isinstance(decision, Decision)
        return decision

    def deliberate(
        self, info: InformationState, rng: random.Random, budget: Budget
    ) -> Iterator[Progress | Decision]:
        """Yield progress at most 100 ms apart, then the decision. `hurry` ends the solve early.

        A decision may need several solves. Reports have the iterations of the current solve and the seconds of the
        whole decision.
        """
        began = step_pace.clock()
        hand = cast(HoldemInformationState, info)
        public, goal = PublicState.of(hand), solve_goal(budget, self.seconds)
        if not self.resolver.resolves(public, goal):
            yield self.trained.decide(info, rng)
            return
        street = public.betting.street.name
        deadline = math.inf
        if goal.seconds is not None:
            deadline = began + goal.seconds - ANSWER_MARGIN * step_pace.seconds("answer", of=street)
        for report in self.resolver.solve_decision(public, goal, deadline):
            seconds = step_pace.clock() - began
            left = None if goal.seconds is None else max(0.0, goal.seconds - seconds)
            yield replace(report, seconds=seconds, seconds_left=left)
        with step_pace.measure("answer", of=street):
            mix = self.resolver.range_strategy(public, goal)
        yield sample(_of_hand(mix, hand_index(hand.hole)), rng)

    def warm_up(self) -> None:
        """Load or compile all kernels of a solve, so that decisions are not delayed."""
        _load_solver()

    def prepare(self, info: InformationState) -> Iterator[Progress]:
        """Prepare the most likely flops of the current hand, and yield before every step."""
        hand = cast(HoldemInformationState, info)
        if self.resolver.leaf_blueprint is None:
            return
        betting = PublicBetting.start(hand.rules)
        blueprint = self.resolver.leaf_blueprint(hand.rules)
        for number, _ in enumerate(prepare_flops(blueprint, betting, 1 - hand.player)):
            yield Progress(number, None, 0.0, doing=PREPARING)

    def hurry(self) -> None:
        self.resolver.hurried = True

    def with_budget(self, budget: Budget) -> ResolvingAgent:
        return replace(self, budget=budget)

    @property
    def quick(self) -> BlueprintAgent:
        return self.trained

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        hand = cast(HoldemInformationState, info)
        return _of_hand(self.range_strategy(PublicState.of(hand)), hand_index(hand.hole))

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the mix of every hand from the same solve as the decisions."""
        goal = solve_goal(self.budget, self.seconds)
        if not self.resolver.resolves(public, goal):
            return self.trained.range_strategy(public)
        return self.resolver.range_strategy(public, goal)

    def likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return the probability that each hand takes `action`, float32[1326]."""
        goal = solve_goal(self.budget, self.seconds)
        if not self.resolver.resolves(public, goal):
            return self.trained.likelihood(public, action)
        return self.resolver.likelihood(public, action, goal)


def load(file: Path, root: State) -> ResolvingAgent:
    """Return the agent of a manifest.

    Raises:
        BadInput: If the blueprint or the seconds are missing.
    """
    config = read_manifest(file).config
    named, seconds = config.get("blueprint"), config.get("seconds")
    if not isinstance(named, str) or Path(named).name != named:
        raise BadInput(f"{file.name} does not name its blueprint.")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 60:
        raise BadInput(f"{file.name}: seconds must be above 0 and at most 60.")
    trained = blueprint.load(file.with_name(f"{named}.npz"), root)
    return ResolvingAgent(
        file.stem, trained, float(seconds), Resolver(trained, leaf_blueprint=trained.blueprint)
    )


def _of_hand(mix: RangeMix, hand: int) -> dict[Action, float]:
    """Return the mix of a hand without actions of probability 0."""
    shares = mix.shares[hand].astype(float)
    total = shares.sum()
    return {
        action: share / total for action, share in zip(mix.actions, shares.tolist(), strict=True) if share > 0
    }


@cache
def _load_solver() -> None:
    for name in SOLVER_MODULES:
        importlib.import_module(name).compile_kernels()
