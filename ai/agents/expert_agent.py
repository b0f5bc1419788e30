"""An agent that plays by the rules of an expert, and the digest of these rules in the agent's manifest.

The manifest names the rules: a built-in style, or a file that the user may edit. The file is in the folder `rules`
next to the manifest. The digest in the manifest identifies the version of the rules. If the digest changes, agents
in memory are loaded again, and the results of the new version are counted separately.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import cast

from ai.hands.combos import hand_index
from ai.hands.range_strategy import PublicState, RangeMix
from ai.knowledge.rule_file import (
    FOLDER,
    STYLES,
    BrokenRules,
    ExpertStrategy,
    built_in_expert,
    read_documents,
    read_rules,
)
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, State, sample
from game.files import user_files, yaml_text
from game.files.manifest import read_manifest, write_manifest
from game.rules.holdem import HoldemInformationState
from game.texts import text

RULES = "rules"
"""The key in the manifest for the name of the rules, and the folder name of the user's rules."""


@dataclass(frozen=True, slots=True)
class ExpertAgent:
    """An agent that plays by a rule base."""

    name: str
    expert: ExpertStrategy

    def strategy(self, info: InformationState) -> dict[Action, float]:
        """Return the probability of each action, in ascending order of the action."""
        hand = cast(HoldemInformationState, info)
        mix = self.range_strategy(PublicState.of(hand))
        shares = mix.shares[hand_index(hand.hole)].astype(float)
        shares /= shares.sum()
        return {
            action: float(share) for action, share in zip(mix.actions, shares, strict=True) if share > 0.0
        }

    def range_strategy(self, public: PublicState) -> RangeMix:
        return self.expert.range_strategy(public)

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)


def load(file: Path, root: State) -> ExpertAgent:
    """Return the expert of the manifest `file`.

    Raises:
        BadInput: If the rules have errors. The message is about the first error.
    """
    return ExpertAgent(file.stem, load_strategy(file))


def load_strategy(file: Path) -> ExpertStrategy:
    rules = rule_file(file)
    return built_in_expert(rules.stem) if rules.parent == FOLDER else ExpertStrategy(read_rules(rules))


def rule_file(file: Path) -> Path:
    """Return the rule file that a manifest names.

    Raises:
        BadInput: If the manifest names no rules.
    """
    name = read_manifest(file).config.get(RULES)
    if name in STYLES:
        return FOLDER / f"{name}.yaml"
    if not isinstance(name, str) or Path(name).name != name:
        raise BadInput(text("agent_errors.agent.rules", file=file.name, known=", ".join(STYLES)))
    return file.parent / RULES / f"{name}.yaml"


DIGEST_KEY = "digest"
"""The key in the manifest for the version of the rules."""


def experts_in(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield each manifest in a folder that names rules of the user, together with the rule file."""
    for manifest in sorted(folder.glob("*.yaml")):
        try:
            rules = rule_file(manifest) if read_manifest(manifest).agent == "expert" else None
        except BadInput:
            continue
        if rules is not None and rules.parent != FOLDER:
            yield manifest, rules


def note_all_digests(folder: Path) -> None:
    for manifest, rules in experts_in(folder):
        note_digest(manifest, rules)


def rules_digest(rules: Path) -> str:
    """Return 16 hexadecimal digits that identify the content of a rule file and of its shared file."""
    found = sha256()
    for path, _ in read_documents(rules):
        found.update(user_files.read_bytes(path, yaml_text.MAX_BYTES))
    return found.hexdigest()[:16]


def note_digest(manifest: Path, rules: Path) -> None:
    """Write the digest of the rules into the manifest, unless the rules have errors.

    Raises:
        BadInput: If the manifest is not writable.
    """
    try:
        digest = rules_digest(rules)
    except BrokenRules:
        return
    known = read_manifest(manifest)
    if known.config.get(DIGEST_KEY) == digest:
        return
    try:
        write_manifest(manifest, replace(known, config={**known.config, DIGEST_KEY: digest}))
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(text("input_errors.files.unwritable", file=str(manifest), reason=reason)) from error
