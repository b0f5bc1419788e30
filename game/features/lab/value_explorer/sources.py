"""Whose training can be looked at: the learners that ship or were kept, and the runs that lie stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.core import BadInput
from game.files.manifest import Manifest, read_manifest
from game.rules import games
from game.study.opponents import Opponent, gallery
from game.study.run_words import title_of
from game.study.training import StoredRun
from game.texts import text
from game.window.frame.screen import Services

READER = "values"
DRAW_VALUE = "draw_value"
HALF = 0.5


@dataclass(frozen=True, slots=True)
class TrainingSource:
    """A training: all its settings, how many games it has had, and at which of them it was kept."""

    key: str
    name: str
    settings: Mapping[str, object]
    length: int
    stages: tuple[int, ...]
    is_own: bool = False

    @property
    def draw_value(self) -> float:
        """What a draw is worth to it."""
        value = self.settings.get(DRAW_VALUE)
        return float(value) if isinstance(value, int | float) else 0.0

    @property
    def other_draw_value(self) -> float:
        """What a draw is worth to the learner that this one is compared with."""
        return HALF if self.draw_value < HALF else 0.0


def draw_in_words(worth: float) -> str:
    """Return what a draw is worth between a loss, 0, and a win, 1."""
    return text("lab.value_explorer.half") if worth == HALF else f"{worth:g}"


def sources(app: Services) -> list[TrainingSource]:
    """Return the learners of the gallery, then the user's runs, the latest first."""
    families = [_of_family(opponent) for opponent in gallery(app.agents, games.TIC_TAC_TOE)]
    runs = [_of_run(app, run) for run in app.training.stored if run.game == games.TIC_TAC_TOE]
    return [*(source for source in families if source is not None), *runs]


def _of_family(opponent: Opponent) -> TrainingSource | None:
    """Return the training behind an opponent; None if it was not trained, or its files do not tell how."""
    found: list[Manifest] = []
    for entry in opponent.entries:
        if entry.kind != "learned" or entry.file is None:
            return None
        try:
            found.append(read_manifest(entry.file.with_suffix(".yaml")))
        except BadInput:
            return None
    last = max(found, key=lambda manifest: manifest.iterations or 0)
    if last.agent != READER or DRAW_VALUE not in last.config:
        return None
    stages = tuple(sorted(manifest.iterations or 0 for manifest in found))
    return TrainingSource(opponent.key, opponent.name, dict(last.config), stages[-1], stages)


def _of_run(app: Services, run: StoredRun) -> TrainingSource:
    work = app.training.working(run.id)
    length = run.iteration if work is None else work.iteration
    stages = tuple(stage.iteration for stage in run.stages if stage.iteration <= length)
    return TrainingSource(run.id, title_of(run), dict(run.settings), length, stages, is_own=True)
