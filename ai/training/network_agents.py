"""Agents that search with a network for the opponent, made from what `holdem-network` has learnt.

    python -m ai.training.network_agents CHECKPOINT.npz STAGE [--own STRATEGY] [--origin WORDS]

writes assets/models/holdem/search-network-STAGE: the weights in half precision and the temperatures, without what
only learning needs, and a manifest that says which logs were seen and how the network did on what was held out.
STRATEGY is what the agent itself follows (an expert or a character), WORDS say where the logs come from.
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
"""How the stages are called where five of them lie side by side."""
ORIGIN = (
    "logs that were released with the study of DeepStack (Moravcik et al., 2017), public research archives"
)
"""Where the logs come from that the shipped networks have learnt from."""


def make(checkpoint: Path, stage: str, own: str = OWN, folder: Path = MODELS, origin: str = ORIGIN) -> Path:
    """Write the agent of a checkpoint and return its file; `BadInput` where the checkpoint is none."""
    model = load_model(checkpoint, game=GAME, agent="imitator")
    if "log_loss" not in model.manifest.data:
        raise BadInput(f"{checkpoint.name} has not been evaluated yet: finish its run first.")
    NetworkStrategy.of(model)  # refuses what cannot be asked
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
    """Make the agent that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m ai.training.network_agents", allow_abbrev=False)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("stage")
    parser.add_argument("--own", default=OWN)
    parser.add_argument("--origin", default=ORIGIN)
    asked = parser.parse_args()
    print(make(asked.checkpoint, asked.stage, asked.own, origin=asked.origin))


if __name__ == "__main__":
    main()
