"""Every training run by name: started from a preset and settings, or resumed from a checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.storage import Model, load_model
from ai.training.config import Preset, configured, presets, settings_of, with_words
from ai.training.kuhn_cfr import KuhnCFRConfig, KuhnCFRRun
from ai.training.run import ModelRun
from ai.training.value_learner import ValueLearnerConfig, ValueLearnerRun
from game.core import BadInput, RunEntry


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a run is made: its settings, from nothing, from a checkpoint."""

    config: Callable[[], Any]
    start: Callable[[Any], ModelRun]
    resume: Callable[[Any, Model], ModelRun]


_KINDS: Mapping[str, _Kind] = {
    "value-learner": _Kind(ValueLearnerConfig, ValueLearnerRun, ValueLearnerRun.resumed),
    "kuhn-cfr": _Kind(KuhnCFRConfig, KuhnCFRRun, KuhnCFRRun.resumed),
}


def entries() -> list[RunEntry]:
    """Return the runs as the catalogue lists them, with the default of every setting."""
    return [
        RunEntry(preset.name, preset.game, preset.description, settings_of(_defaults(preset)))
        for preset in presets().values()
    ]


def start(
    name: str, words: Sequence[str] = (), iterations: int | None = None, seed: int | None = None
) -> ModelRun:
    """Return a fresh run; `words` are settings as `key=value`, `iterations` and `seed` stand above them."""
    preset = _preset(name)
    config = with_words(_defaults(preset), words, name)
    above = {"iterations": iterations, "seed": seed}
    config = configured(config, {key: value for key, value in above.items() if value is not None}, name)
    return _KINDS[preset.run].start(config)


def resume(name: str, file: Path, iterations: int | None = None) -> ModelRun:
    """Return the run that goes on from the checkpoint `file`, to another length if `iterations` is given."""
    preset = _preset(name)
    model = load_model(file)
    if model.manifest.run != preset.run:
        raise BadInput(f"{file.name} is a checkpoint of {model.manifest.run}, not of {preset.run}.")
    kind = _KINDS[preset.run]
    config = configured(kind.config(), model.manifest.config, file.name)
    if iterations is not None:
        config = configured(config, {"iterations": iterations}, name)
    return kind.resume(config, model)


def _preset(name: str) -> Preset:
    known = presets()
    if name not in known:
        raise BadInput(f"There is no run {name!r}: the runs are {', '.join(known)}.")
    return known[name]


def _defaults(preset: Preset) -> Any:
    if preset.run not in _KINDS:
        raise BadInput(
            f"The preset {preset.name} names the run {preset.run!r}: known are {', '.join(_KINDS)}."
        )
    return configured(_KINDS[preset.run].config(), preset.settings, preset.name)
