"""Two Hold'em agents with a blueprint (a pre-trained strategy). The second agent re-solves later streets.

Each file of a blueprint is for one stack depth. All files of one family and training stage in a folder form one
agent. The agent uses the file whose depth is nearest to the smaller of the two stacks.

The re-solving agent follows a blueprint on early streets (ai/search/resolving.py). Its manifest has two keys:
`blueprint` names a file in the same folder, and `seconds` is the time for a decision.
"""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

import numpy as np

from ai.abstraction import bet_menu, betting_tree, card_abstraction
from ai.abstraction.blueprint import Blueprint, Buckets
from ai.algorithms.public_tree import Layout
from ai.hands.combos import hand_index
from ai.hands.range_strategy import PublicState, RangeMix, Shares
from ai.search.flop_solving import prepare_flops
from ai.search.resolving import Resolver, solve_goal
from ai.steps import step_pace
from ai.storage import load_model
from game.agent_entries import nearest_depth
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
from game.files.manifest import BLUEPRINT, SHIPPED_ABSTRACTION, Manifest, read_manifest
from game.rules import games
from game.rules.betting import HoldemRules, PublicBetting
from game.rules.holdem import HoldemInformationState
from game.texts import text


@dataclass(frozen=True, slots=True)
class BlueprintAgent:
    """Plays a blueprint. `files` holds the blueprint of each stack depth, in big blinds."""

    name: str
    files: Mapping[int, Path]

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return self.blueprint(cast(HoldemInformationState, info).rules).strategy(info)

    def range_strategy(self, public: PublicState) -> RangeMix:
        return self.blueprint(public.betting.rules).range_strategy(public)

    def likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return the probability of the action with each hand, float32[1326]."""
        return self.blueprint(public.betting.rules).likelihood(public, action)

    def buckets(self, public: PublicState) -> Buckets:
        """Return the bucket of every hand, int32[1326], -1 for hands with a card of the board."""
        return self.blueprint(public.betting.rules).buckets(public.board)

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)

    def blueprint(self, rules: HoldemRules) -> Blueprint:
        return self.at_depth(min(rules.stacks) / rules.big_blind)

    def at_depth(self, stack: float) -> Blueprint:
        return open_blueprint(self.file_at(stack))

    def file_at(self, stack: float) -> Path:
        return self.files[nearest_depth(self.files, stack)]


def load(file: Path, root: State) -> BlueprintAgent:
    """Return the agent of a model file, with the blueprint for the stacks of `root` loaded.

    Raises:
        BadInput: If a file cannot be used.
    """
    agent = BlueprintAgent(file.stem, _depths(file.with_suffix(".npz")))
    agent.blueprint(getattr(root, "rules", HoldemRules()))
    return agent


@lru_cache(maxsize=4)
def open_blueprint(file: Path) -> Blueprint:
    """Return the blueprint in a model file. The last four blueprints are cached.

    Raises:
        BadInput: If the file is not a blueprint.
    """
    model = load_model(file, game=games.HOLDEM, agent=BLUEPRINT)
    menu = bet_menu.parse_menu(str(model.array("menu", (), "U")), file.name)
    tree = betting_tree.build(menu, _depth(model.manifest, file))
    buckets = model.array("buckets", (tree.public.rounds,), "i").tolist()
    layout = Layout.of(tree.public, buckets)
    shares = model.array("strategy", (layout.entries,), "u").astype(np.uint8)
    named = str(model.manifest.config.get("abstraction", SHIPPED_ABSTRACTION))
    cards = card_abstraction.with_digest(str(model.array("abstraction", (), "U")), file, named)
    if list(cards.counts) != buckets:
        raise BadInput(text("agent_errors.agent.buckets", file=file.name))
    return Blueprint(tree, layout, shares, cards)


def _depths(file: Path) -> dict[int, Path]:
    """Return the files of an agent by depth.

    Files of the same family and stage in the folder belong to the agent.
    """
    own = read_manifest(file.with_suffix(".yaml"))
    found = {}
    if own.family is not None:
        for other in sorted(file.parent.glob("*.yaml")):
            manifest = _sibling(other, own)
            if manifest is not None:
                found[_depth(manifest, other)] = other.with_suffix(".npz")
    return found | {_depth(own, file): file}


def _sibling(file: Path, own: Manifest) -> Manifest | None:
    """Return the manifest of a file if it is of the same family and stage as `own`, otherwise None."""
    try:
        found = read_manifest(file)
    except BadInput:
        return None
    same = (found.agent, found.family, found.stage) == (own.agent, own.family, own.stage)
    return found if same else None


def _depth(manifest: Manifest, file: Path) -> int:
    depth = manifest.config.get("stack")
    if not isinstance(depth, int) or depth < 1:
        raise BadInput(text("agent_errors.agent.stack", file=file.name))
    return depth


ANSWER_MARGIN = 2.0
"""The time reserved for the answer after a solve, as a multiple of the measured time of an answer."""
SOLVER_MODULES = (
    "ai.hands.equity_walk",
    "ai.search.flop_solving",
    "ai.solver.showdowns",
    "ai.solver.sweeps",
)
"""The modules whose kernels a decision needs, in addition to the blueprint's kernels."""


@dataclass(frozen=True, slots=True)
class ResolvingAgent:
    """Plays a blueprint first, and solves flop (if there is time), turn and river with the actual bet sizes.

    Attributes:
        trained: The blueprint.
        seconds: The time for a decision if the caller gives no budget.
        budget: The budget of `range_strategy` and `likelihood`.
    """

    name: str
    trained: BlueprintAgent
    seconds: float
    resolver: Resolver = field(compare=False)
    budget: Budget = DEFAULT_BUDGET

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Solve within the budget, or by default within `self.seconds`, and sample an action."""
        *_, decision = self.deliberate(info, rng, budget)
        assert isinstance(decision, Decision)
        return decision

    def deliberate(
        self, info: InformationState, rng: random.Random, budget: Budget
    ) -> Iterator[Progress | Decision]:
        """Yield a progress report at least every 100 ms, and then the decision.

        The method `hurry` ends the solve early.

        A decision may need several solves. Each report has the iterations of the current solve, and the seconds
        since the start of the decision.
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
        """Precompute data for the most likely flops of the current hand. Yield before every step."""
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
        """Return the strategy of every hand. The strategy comes from the same solve as the agent's decisions."""
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


def load_resolving(file: Path, root: State) -> ResolvingAgent:
    """Return the agent of a manifest.

    Raises:
        BadInput: If the blueprint or the seconds are missing.
    """
    config = read_manifest(file).config
    named, seconds = config.get("blueprint"), config.get("seconds")
    if not isinstance(named, str) or Path(named).name != named:
        raise BadInput(text("agent_errors.agent.blueprint", file=file.name))
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 60:
        raise BadInput(text("agent_errors.agent.seconds", file=file.name))
    trained = load(file.with_name(f"{named}.npz"), root)
    return ResolvingAgent(
        file.stem, trained, float(seconds), Resolver(trained, leaf_blueprint=trained.blueprint)
    )


def _of_hand(mix: RangeMix, hand: int) -> dict[Action, float]:
    """Return the strategy of a hand without actions of probability 0."""
    shares = mix.shares[hand].astype(float)
    total = shares.sum()
    return {
        action: share / total for action, share in zip(mix.actions, shares.tolist(), strict=True) if share > 0
    }


@cache
def _load_solver() -> None:
    for name in SOLVER_MODULES:
        importlib.import_module(name).compile_kernels()
