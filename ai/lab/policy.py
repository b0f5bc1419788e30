"""Writes the strategy of a run after some iteration as a model file, which can then be played against."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from ai.evaluation.strength import EXPLOITABILITY
from ai.lab.series import TrackedRuns, policies_folder, policy_stem
from ai.storage import save_model
from game.agent_entries import Strength
from game.core import Progress
from game.files.manifest import Manifest
from game.study.lab import LabPolicy, LabSettings


def written(
    series: TrackedRuns, settings: LabSettings, iteration: int
) -> Generator[Progress, None, LabPolicy]:
    """Write the average strategy after `iteration`; the path in the answer serves as the name of an agent."""
    run = yield from series.at(settings, iteration)
    table, measure = run.average(), run.exploitability()
    file = policies_folder(series.folder) / f"{policy_stem(settings)}-{iteration}.npz"
    manifest = Manifest(
        game=settings.game,
        agent="table",
        kind="learned",
        config={"variant": settings.variant, "blinds": settings.blinds},
        seed=settings.seed,
        iterations=iteration,
        blinds=settings.blinds if settings.half_street else None,
        stage=f"{iteration:,} iterations",
        description=f"{settings.variant} as it was after {iteration:,} iterations.",
        strength=Strength(EXPLOITABILITY, measure.exploitability, None, "its best reply", None),
    )
    rows = np.array([list(row.values()) for row in table.values()])
    save_model(file, manifest, {"keys": np.array(list(table)), "average": rows})
    return LabPolicy(str(file), iteration, measure.exploitability, measure.value)
