"""Makes agents that ship of checkpoints of `holdem-blueprint`.

    python -m ai.training.blueprint_agents STAGE CHECKPOINT.npz ... [--least SHARE] [--least-preflop SHARE]

Each becomes assets/models/holdem/blueprint-STACK-STAGE.npz (`blueprint-STACK.npz` for the stage `full`, which is
said as "all training"; others are said as they are, such as seconds or minutes, the time of training). Those of
one stage play together, each at its depth. What is only needed to go on training stays behind, and shares are
rounded to fifteenths, which packs to half the size. Shares below SHARE are left out, all but the largest; with 1
every hand does one thing. Before the flop another bound may hold: lines that hardly ever come up keep more of what
was done at first. An agent that ships does as a checkpoint.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ai.abstraction.blueprint import MIN_SHARE
from ai.agents import blueprint
from ai.storage import load_model, save_model
from ai.training.holdem_blueprint import GAME
from game.core import BadInput
from game.files.manifest import BLUEPRINT
from game.quoting import quoted

MODELS = Path(__file__).parents[2] / "assets" / "models" / GAME
FULL, ALL_TRAINING = "full", "all training"


def main(words: Sequence[str]) -> None:
    """Write the agents that the words name."""
    parser = argparse.ArgumentParser(prog="python -m ai.training.blueprint_agents")
    parser.add_argument("stage")
    parser.add_argument("checkpoints", nargs="+", type=Path, metavar="CHECKPOINT.npz")
    parser.add_argument("--least", type=_share, default=MIN_SHARE, metavar="SHARE")
    parser.add_argument("--least-preflop", type=_share, metavar="SHARE")
    options = parser.parse_args(words)
    for file in options.checkpoints:
        print(make(file, options.stage, MODELS, options.least, options.least_preflop))


def make(
    checkpoint: Path,
    stage: str,
    folder: Path = MODELS,
    least: float = MIN_SHARE,
    least_preflop: float | None = None,
) -> Path:
    """Write the agent of a checkpoint; return its file. `BadInput` where the checkpoint is none."""
    model = load_model(checkpoint, game=GAME, agent=BLUEPRINT)
    stack = model.manifest.config.get("stack")
    name = f"blueprint-{stack}" if stage == FULL else f"blueprint-{stack}-{stage}"
    file = folder / f"{name}.npz"
    said = ALL_TRAINING if stage == FULL else stage
    arrays = {**model.arrays, "strategy": blueprint.open_blueprint(checkpoint).pack(least, least_preflop)}
    save_model(file, replace(model.manifest, family=BLUEPRINT, stage=said, description=None), arrays)
    return file


def _share(word: str) -> float:
    try:
        share = float(word)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"{quoted(word)} is not a share: write a number from 0 to 1"
        ) from error
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{quoted(word)} is not a share: write a number from 0 to 1")
    return share


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as sentence:
        sys.exit(str(sentence))
