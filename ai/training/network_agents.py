"""Make agents that search with a network as the opponent model, from checkpoints of `holdem-network`.

    python -m ai.training.network_agents CHECKPOINT.npz STAGE [--own STRATEGY] [--origin WORDS]

writes assets/models/holdem/search-network-STAGE. The model contains the weights in half precision and the
temperatures, without the training state. The manifest names the logs, and has the scores on test decisions.
STRATEGY is the agent's own strategy (an expert or a character), and WORDS describe the origin of the logs.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from ai.knowledge.network_strategy import TEMPERATURES, NetworkStrategy, read_network
from ai.storage import load_model, save_model
from ai.training.holdem_network import GAME, NAME
from ai.training.shipped import MODELS
from game.core import BadInput
from game.files.manifest import Manifest

OWN = "expert-sound"
FAMILY = "search"
SHORT = {"professionals": "pros", "hyperborean": "hyper", "deepstack": "deep"}
"""Short names of the stages, so that five fit in a row."""
ORIGIN = (
    "logs that were released with the study of DeepStack (Moravcik et al., 2017), public research archives"
)
"""The origin of the logs of the built-in networks."""


def make(checkpoint: Path, stage: str, own: str = OWN, folder: Path = MODELS, origin: str = ORIGIN) -> Path:
    """Write the agent of a checkpoint and return its file.

    Raises:
        BadInput: If the file is not a checkpoint, or has not been evaluated.
    """
    model = load_model(checkpoint, game=GAME, agent="imitator")
    if "log_loss" not in model.manifest.data:
        raise BadInput(f"{checkpoint.name} has not been evaluated yet: finish its run first.")
    NetworkStrategy.of(model)  # raises BadInput if the model is no network
    network = read_network(model)
    manifest = Manifest(
        game=GAME,
        agent="phased-search",
        kind="search",
        run=NAME,
        config={"own": own, "opposing": "network", "network": stage},
        seed=model.manifest.seed,
        iterations=model.manifest.iterations,
        family=FAMILY,
        stage=SHORT.get(stage, stage),
        data={"origin": origin, **model.manifest.data},
    )
    file = folder / GAME / f"search-network-{stage}.npz"
    halves = {name: array.astype(np.float16) for name, array in network.weights.items()}
    whole = {TEMPERATURES: network.temperatures, "sizes": model.arrays["sizes"]}
    save_model(file, manifest, {**halves, **whole})
    return file


def main() -> None:
    """Make the agent that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m ai.training.network_agents", allow_abbrev=False)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("stage")
    parser.add_argument("--own", default=OWN)
    parser.add_argument("--origin", default=ORIGIN)
    asked = parser.parse_args()
    print(make(asked.checkpoint, asked.stage, asked.own, origin=asked.origin))


if __name__ == "__main__":
    main()
