"""Makes agents that ship of checkpoints of `holdem-blueprint`.

    python -m ai.training.blueprint_agents STAGE CHECKPOINT.npz ...

Each becomes assets/models/holdem/blueprint-STACK-STAGE.npz (`blueprint-STACK.npz` for the stage `full`, which is
said as "all training"; others are said as they are, such as seconds or minutes, the time of training). Those of
one stage play together, each at its depth. What is only needed to go on training stays behind, and shares are
rounded to fifteenths, which packs to half the size.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ai.agents import blueprint
from ai.agents.blueprint import READER
from ai.storage import load_model, save_model
from ai.training.holdem_blueprint import GAME
from game.core import BadInput

MODELS = Path(__file__).parents[2] / "assets" / "models" / GAME
FULL, ALL_TRAINING = "full", "all training"


def main(words: Sequence[str]) -> None:
    """Write the agents that the words name."""
    if len(words) < 2:
        raise BadInput("A stage and at least one checkpoint are wanted.")
    stage, *files = words
    for file in files:
        print(make(Path(file), stage))


def make(checkpoint: Path, stage: str, folder: Path = MODELS) -> Path:
    """Write the agent of a checkpoint; return its file. `BadInput` where the checkpoint is none."""
    model = load_model(checkpoint, game=GAME, agent=READER)
    stack = model.manifest.config.get("stack")
    name = f"blueprint-{stack}" if stage == FULL else f"blueprint-{stack}-{stage}"
    file = folder / f"{name}.npz"
    said = ALL_TRAINING if stage == FULL else stage
    arrays = {**model.arrays, "strategy": blueprint.opened(checkpoint).packed()}
    save_model(file, replace(model.manifest, family="blueprint", stage=said, description=None), arrays)
    return file


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as sentence:
        sys.exit(str(sentence))
