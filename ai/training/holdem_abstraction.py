"""The run `holdem-abstraction`: its settings, its metrics, and the finished abstractions.

The run itself is in ai/training/holdem_abstraction_run.py, which loads the compiler. Listing runs does not import
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.training.config import setting
from game.core import BadInput
from game.files import user_files
from game.files.manifest import ABSTRACTION, SHIPPED_ABSTRACTION, read_manifest
from game.rules import games
from game.study.abstraction import POTENTIAL
from game.study.training import MetricEntry

NAME = "holdem-abstraction"
GAME = games.HOLDEM
DESCRIPTION = "Puts the hands of Hold'em that are played alike into buckets, by what they can become."
DISTRIBUTION, STRENGTH = "distribution", "ehs"
HEURISTIC, EXACT = "heuristic", "exact"
MAX_BUCKETS = 256
MAX_DEALS_WITH_RIVERS = 100_000
"""The maximum number of sampled flop hands if the 1,081 run-outs of each are in memory."""
METRICS = (
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
    """The number of buckets and the clustering of hands.

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
            raise BadInput(f"{self.iterations} passes are too few: {self.restarts} restarts need {fewest}.")
        if self.kind == DISTRIBUTION and self.flop_sample > MAX_DEALS_WITH_RIVERS:
            raise BadInput(
                f"{self.flop_sample:,} deals are too many where every deal of the flop keeps all its rivers:"
                f" flop_sample is at most {MAX_DEALS_WITH_RIVERS:,} for kind={DISTRIBUTION}."
            )


def ready_abstractions(kind: str = "") -> list[tuple[str, str]]:
    """Return the name and the title of each finished abstraction of a kind, or of all kinds.

    The first abstraction is built in and has an empty title, which the caller replaces. The names of the others are
    their files. Their titles contain the name of the file or run, and the numbers of buckets.
    """
    kept = sorted((user_files.agents_folder() / GAME).glob("*.yaml"))
    folders = sorted(user_files.runs_folder().glob(f"{NAME}*-[0-9]*"))
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
