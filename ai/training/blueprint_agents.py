"""Make built-in agents from checkpoints of `holdem-blueprint`.

    python -m ai.training.blueprint_agents STAGE CHECKPOINT.npz ... [--least SHARE] [--least-preflop SHARE]

Each checkpoint becomes assets/models/holdem/blueprint-STACK-STAGE.npz. For the stage `full`, shown as "all
training", the name is `blueprint-STACK.npz`. The window shows other stages by their name, such as "1 minute". The
agents of a stage play as one agent, and each plays the stack depths nearest to its own.

The training tables are left out. Shares after the flop are rounded to fifteenths, which compress to half the size.
Shares below SHARE are dropped, except the largest share of a hand. With 1, every hand has one action. The limit
before the flop may differ, because rare lines keep more of the early strategy.
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
    """Write the agents that the command line names."""
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
    min_preflop: float | None = None,
) -> Path:
    """Write the agent of a checkpoint, and return its file.

    Raises:
        BadInput: If the file is not a checkpoint.
    """
    model = load_model(checkpoint, game=GAME, agent=BLUEPRINT)
    stack = model.manifest.config.get("stack")
    name = f"blueprint-{stack}" if stage == FULL else f"blueprint-{stack}-{stage}"
    file = folder / f"{name}.npz"
    said = ALL_TRAINING if stage == FULL else stage
    arrays = {**model.arrays, "strategy": blueprint.open_blueprint(checkpoint).pack(least, min_preflop)}
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
