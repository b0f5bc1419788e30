"""The agent that plays a blueprint: a strategy trained beforehand, for one stack depth or several.

Each file is for one depth. All files of one family and stage in a folder form one agent, which uses the depth
nearest to the smaller stack. A single file plays all stacks.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

import numpy as np

from ai.abstraction import bet_menu, betting_tree, card_abstraction
from ai.abstraction.blueprint import Blueprint, Buckets
from ai.algorithms.public_tree import Layout
from ai.hands.range_strategy import PublicState, RangeMix, Shares
from ai.storage import load_model
from game.agent_entries import nearest_depth
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, State, sample
from game.files.manifest import BLUEPRINT, SHIPPED_ABSTRACTION, Manifest, read_manifest
from game.rules import games
from game.rules.betting import HoldemRules
from game.rules.holdem import HoldemInformationState


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
        raise BadInput(f"{file.name} is damaged: it does not have the buckets of its abstraction.")
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
        raise BadInput(f"{file.name} does not say for which stack it was trained.")
    return depth
