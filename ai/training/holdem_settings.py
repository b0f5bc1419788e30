"""The training runs for Hold'em: their settings, their metrics, and the choices that a form offers.

The runs `holdem-abstraction`, `holdem-blueprint` and `holdem-network` themselves are in
ai/training/holdem_*_run.py, which load the compiler. Listing runs does not import these modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.abstraction import bet_menu
from ai.training.config import MAX_ITERATIONS, setting
from game.core import BadInput
from game.files import user_files
from game.files.manifest import ABSTRACTION, SHIPPED_ABSTRACTION, read_manifest
from game.rules import games
from game.study.abstraction import POTENTIAL
from game.study.training import MetricEntry
from game.texts import number, text

# ---- the buckets of hands -----------------------------------------------------------------------------------
ABSTRACTION_RUN = "holdem-abstraction"
DISTRIBUTION, STRENGTH = "distribution", "ehs"
HEURISTIC, EXACT = "heuristic", "exact"
MAX_BUCKETS = 256
MAX_DEALS_WITH_RIVERS = 100_000
"""The maximum number of sampled flop hands if the 1,081 run-outs of each hand are in memory."""
ABSTRACTION_METRICS = (
    MetricEntry(
        "turn_error",
        "turn: mean distance from the bucket's centre, of the pot",
        "bucket error",
        0,
        share=True,
    ),
    MetricEntry(
        "flop_error",
        "flop: mean distance from the bucket's centre, of the pot",
        "bucket error",
        0,
        share=True,
    ),
)


@dataclass(frozen=True, slots=True)
class HoldemAbstractionConfig:
    """The numbers of buckets, and the settings of the clustering.

    Raises:
        BadInput: If there are too few passes, or too many deals for the memory.
    """

    kind: str = setting(
        POTENTIAL,
        "what hands are grouped by: next street, river, or mean strength",
        choices=(POTENTIAL, DISTRIBUTION, STRENGTH),
    )
    flop: int = setting(200, "buckets on the flop", unit="buckets", low=1, high=MAX_BUCKETS)
    turn: int = setting(200, "buckets on the turn", unit="buckets", low=1, high=MAX_BUCKETS)
    river: int = setting(200, "buckets on the river", unit="buckets", low=1, high=MAX_BUCKETS)
    iterations: int = setting(
        20, "passes over the hands, half of them on the turn", unit="passes", low=4, high=10_000
    )
    restarts: int = setting(1, "random restarts of the clustering", low=1, high=100)
    distance: str = setting(HEURISTIC, "earth mover's distance on the flop", choices=(HEURISTIC, EXACT))
    turn_sample: int = setting(
        200_000, "deals used to find the turn centres", unit="deals", low=1_000, high=5_000_000
    )
    flop_sample: int = setting(
        40_000, "deals used to find the flop centres", unit="deals", low=1_000, high=1_000_000
    )
    seed: int = setting(0, "random seed", low=0)

    def __post_init__(self) -> None:
        fewest = 2 * (self.restarts + 1)
        if self.iterations < fewest:
            fields = {"iterations": self.iterations, "restarts": self.restarts, "fewest": fewest}
            raise BadInput(text("agent_errors.setting.passes", **fields))
        if self.kind == DISTRIBUTION and self.flop_sample > MAX_DEALS_WITH_RIVERS:
            deals, most = number(self.flop_sample), number(MAX_DEALS_WITH_RIVERS)
            raise BadInput(text("agent_errors.setting.deals", deals=deals, most=most, kind=DISTRIBUTION))


def ready_abstractions(kind: str = "") -> list[tuple[str, str]]:
    """Return the name and the title of each finished abstraction of a kind. If `kind` is empty, include all kinds.

    The first abstraction is built in and has an empty title, which the caller replaces. The name of any other
    abstraction is its file. Its title contains the name of the file or run, and the numbers of buckets.
    """
    kept = sorted((user_files.agents_folder() / games.HOLDEM).glob("*.yaml"))
    folders = sorted(user_files.runs_folder().glob(f"{ABSTRACTION_RUN}*-[0-9]*"))
    made = [
        file for folder in folders if user_files.is_run(folder.name) for file in sorted(folder.glob("*.yaml"))
    ]
    return [
        (SHIPPED_ABSTRACTION, ""),
        *_finished(kept, kind, lambda file: file.stem),
        *_finished(made, kind, lambda file: user_files.OF_RUN + file.parent.name),
    ]


def _finished(manifests: Sequence[Path], kind: str, name: Callable[[Path], str]) -> Iterator[tuple[str, str]]:
    for file in manifests:
        try:
            found = read_manifest(file)
        except BadInput:
            continue  # the list of models reports damaged files
        config = found.config
        is_made = found.kind == ABSTRACTION and found.iterations == config.get("iterations")
        arrays = file.with_suffix(".npz")
        if is_made and kind in ("", config.get("kind")) and arrays.exists():
            buckets = "/".join(str(config.get(street)) for street in ("flop", "turn", "river"))
            yield str(arrays), f"{name(file)}: {buckets}"


# ---- the blueprint ------------------------------------------------------------------------------------------
BLUEPRINT_RUN = "holdem-blueprint"
LINEAR, DISCOUNTED = "linear", "discounted"
BLUEPRINT_METRICS = (
    MetricEntry(
        "gain", "mbb a hand · as it was at a quarter to half of the way", "gain", interval="gain_ci95"
    ),
    MetricEntry("response", "mbb a hand · only if positive", "response", low=0),
    MetricEntry("regret", "mbb a hand · no reply wins more in the small game", "regret", log=True),
)


@dataclass(frozen=True, slots=True)
class HoldemBlueprintConfig:
    """The stack and the bets of the game, the abstraction, and the settings of the training."""

    stack: int = setting(100, "both stacks", unit="big blinds", low=2, high=500)
    menu: str = setting("half-pot", "bet sizes: a built-in menu or a .yaml file", free=True)
    abstraction: str = setting(SHIPPED_ABSTRACTION, "hand buckets: built in or an .npz file", free=True)
    iterations: int = setting(30_000_000, "deals of self-play", unit="deals", low=1, high=MAX_ITERATIONS)
    answers: int = setting(
        20_000_000, "last deals, in which also the all-ins that the menu bars are tried", unit="deals", low=0
    )
    weights: str = setting(LINEAR, "how later deals are weighted", choices=(LINEAR, DISCOUNTED))
    prune: float = setting(
        300.0, "skips most actions whose regret is below this; 0: none", unit="big blinds", low=0
    )
    threads: int = setting(0, "training threads; 0: one per core", low=0, high=64)
    memory: int = setting(4_000, "memory limit for the tables", unit="MB", low=1, high=1_000_000)
    seed: int = setting(0, "random seed", low=0)


def blueprint_choices() -> dict[str, list[tuple[str, str]]]:
    return {"menu": [(name, "") for name in bet_menu.menu_names()], "abstraction": ready_abstractions()}


# ---- the network --------------------------------------------------------------------------------------------
NETWORK_RUN = "holdem-network"
EVERYBODY, WINNERS = "everybody", "winners"
NETWORK_METRICS = (
    MetricEntry("log_loss", "held-out decisions, three classes", "log_loss"),
    MetricEntry("log_loss_table", "a table of frequencies", "log_loss"),
    MetricEntry("log_loss_set_aside", "deals by which checkpoints are compared", "log_loss"),
    MetricEntry("log_loss_learnt", "decisions learnt from", "log_loss"),
    MetricEntry("accuracy", "held-out decisions, three classes", "accuracy"),
    MetricEntry("accuracy_table", "a table of frequencies", "accuracy"),
    MetricEntry("accuracy_learnt", "decisions learnt from", "accuracy"),
    MetricEntry("calibration_error", "predicted v observed frequency", "calibration", 0),
)


@dataclass(frozen=True, slots=True)
class HoldemNetworkConfig:
    """The logs, the players to learn from, and the settings of the training."""

    logs: str = setting("", "files to learn from, separated by commas; put ! before a file to hold it out")
    players: str = setting("!LBR*", "whose decisions; * matches any letters, ! excludes")
    strength: str = setting(
        EVERYBODY, "everyone, or only players who won over the logs", choices=(EVERYBODY, WINNERS)
    )
    classes: str = setting("6", "whether bet sizes count as separate actions", choices=("6", "3"))
    iterations: int = setting(4_000, "batches of 256 decisions", unit="batches", low=1, high=10_000_000)
    rate: float = setting(0.002, "highest learning rate of Adam", above=0, high=0.1)
    decay: float = setting(0.3, "weight decay, against overfitting", low=0, high=10)
    seed: int = setting(0, "random seed", low=0)


def network_choices() -> dict[str, list[tuple[str, str]]]:
    """Return the imported logs, as choices that need no file name."""
    from ai.knowledge import log_store  # noqa: PLC0415 - who lists small games reads no logs

    return {"logs": log_store.imported_logs()}
