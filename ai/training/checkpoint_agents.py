"""Make built-in agents from checkpoints of `holdem-blueprint` and `holdem-network`.

    python -m ai.training.checkpoint_agents blueprint STAGE CHECKPOINT.npz ... [--least SHARE]
        [--least-preflop SHARE]

This command writes each checkpoint to assets/models/holdem/blueprint-STACK-STAGE.npz. For the stage `full`, which
the window shows as "all training", the name is `blueprint-STACK.npz`. Other stages are shown by their name, such as
"1 minute". The files of a stage play as one agent, which uses the file with the nearest stack depth.

The training tables are left out. Action probabilities after the flop are rounded to fifteenths, which halves the
size of the compressed file. Probabilities below SHARE are dropped, except the largest of each hand. If SHARE is 1,
every hand has only one action. The limit before the flop may differ (`--least-preflop`). In lines that training
rarely reached, the average strategy still contains much of the nearly uniform strategy of the first iterations.
Such lines therefore need a higher limit.

    python -m ai.training.checkpoint_agents network STAGE CHECKPOINT.npz [--own STRATEGY] [--origin WORDS]

This command writes assets/models/holdem/search-network-STAGE, an agent that searches with a network as the opponent
model. The file contains the weights in half precision and the temperatures, without the training state. The
manifest contains the names of the logs and the scores on test decisions. STRATEGY is the agent's own strategy (an
expert or a character), and WORDS describe the origin of the logs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ai.abstraction.blueprint import MIN_SHARE
from ai.agents import blueprint
from ai.knowledge.network_strategy import TEMPERATURES, NetworkStrategy, read_network
from ai.storage import load_model, save_model
from ai.training.holdem_settings import NETWORK_RUN
from ai.training.shipped import MODELS
from game.core import BadInput
from game.files.manifest import BLUEPRINT, Manifest
from game.quoting import quoted
from game.rules import games
from game.texts import text

HOLDEM_MODELS = MODELS / games.HOLDEM
FULL, ALL_TRAINING = "full", "all training"


def main(words: Sequence[str]) -> None:
    """Write the agents that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m ai.training.checkpoint_agents", allow_abbrev=False)
    kinds = parser.add_subparsers(dest="kind", required=True)
    blueprints = kinds.add_parser("blueprint", allow_abbrev=False)
    blueprints.add_argument("stage")
    blueprints.add_argument("checkpoints", nargs="+", type=Path, metavar="CHECKPOINT.npz")
    blueprints.add_argument("--least", type=_share, default=MIN_SHARE, metavar="SHARE")
    blueprints.add_argument("--least-preflop", type=_share, metavar="SHARE")
    networks = kinds.add_parser("network", allow_abbrev=False)
    networks.add_argument("stage")
    networks.add_argument("checkpoint", type=Path, metavar="CHECKPOINT.npz")
    networks.add_argument("--own", default=OWN)
    networks.add_argument("--origin", default=ORIGIN)
    options = parser.parse_args(words)
    if options.kind == "network":
        print(make_network_agent(options.checkpoint, options.stage, options.own, origin=options.origin))
        return
    for file in options.checkpoints:
        print(
            make_blueprint_agent(
                file, options.stage, MODELS / games.HOLDEM, options.least, options.least_preflop
            )
        )


def make_blueprint_agent(
    checkpoint: Path,
    stage: str,
    folder: Path = HOLDEM_MODELS,
    least: float = MIN_SHARE,
    min_preflop: float | None = None,
) -> Path:
    """Write the agent of a blueprint's checkpoint into `folder`, and return its file.

    `stage` is the name of the training stage. Action probabilities below `least` are dropped. Before the flop, the
    limit is `min_preflop`.

    Raises:
        BadInput: If the file is not a checkpoint.
    """
    model = load_model(checkpoint, game=games.HOLDEM, agent=BLUEPRINT)
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


OWN = "expert-sound"
FAMILY = "search"
SHORT = {"professionals": "pros", "hyperborean": "hyper", "deepstack": "deep"}
"""Short names of the stages, so that five fit in a row."""
ORIGIN = (
    "logs that were released with the study of DeepStack (Moravcik et al., 2017), public research archives"
)
"""The origin of the logs of the built-in networks."""


def make_network_agent(
    checkpoint: Path, stage: str, own: str = OWN, folder: Path = MODELS, origin: str = ORIGIN
) -> Path:
    """Write the agent of a network's checkpoint into `folder`, and return its file.

    `stage` is the name of the training stage, `own` the agent's own strategy, and `origin` describes the
    logs.

    Raises:
        BadInput: If the file is not a checkpoint, or has not been evaluated.
    """
    model = load_model(checkpoint, game=games.HOLDEM, agent="imitator")
    if "log_loss" not in model.manifest.data:
        raise BadInput(text("agent_errors.checkpoint.not_evaluated", file=checkpoint.name))
    NetworkStrategy.of(model)  # raises BadInput if the model is no network
    network = read_network(model)
    manifest = Manifest(
        game=games.HOLDEM,
        agent="phased-search",
        kind="search",
        run=NETWORK_RUN,
        config={"own": own, "opposing": "network", "network": stage},
        seed=model.manifest.seed,
        iterations=model.manifest.iterations,
        family=FAMILY,
        stage=SHORT.get(stage, stage),
        data={"origin": origin, **model.manifest.data},
    )
    file = folder / games.HOLDEM / f"search-network-{stage}.npz"
    halves = {name: array.astype(np.float16) for name, array in network.weights.items()}
    whole = {TEMPERATURES: network.temperatures, "sizes": model.arrays["sizes"]}
    save_model(file, manifest, {**halves, **whole})
    return file


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as sentence:
        sys.exit(str(sentence))
