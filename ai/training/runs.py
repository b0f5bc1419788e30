"""Start any training run by its name, from a preset and settings, or resume it from a checkpoint.

`KINDS` is the table of runs. The command `runs`, the window, and the code that trains, stores and resumes runs all
read this table, so a new run needs no code elsewhere. A file in ai/configs is a preset: a name for a run with other
default settings. A kind of run without a preset of the same name is listed as well.

Listing runs must not import the compiler. The settings of a run are therefore in a separate module, and the run
itself is imported only when it starts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ai.storage import Model, load_model
from ai.training import holdem_settings, kuhn_cfr, value_learner
from ai.training.config import Preset, presets, setting_entries, settings_dict, with_settings, with_words
from ai.training.holdem_settings import HoldemAbstractionConfig, HoldemBlueprintConfig, HoldemNetworkConfig
from ai.training.run import ModelRun
from game.core import BadInput
from game.quoting import list_names, quoted
from game.rules import games
from game.study.training import MetricEntry, RunEntry, SettingEntry, Value
from game.texts import text


def start_holdem_blueprint(config: HoldemBlueprintConfig) -> ModelRun:
    """Return a fresh run.

    Raises:
        BadInput: If menu or abstraction cannot be used, or the tables are too large.
    """
    from ai.training.holdem_blueprint_run import HoldemBlueprintRun  # noqa: PLC0415 - see above

    return HoldemBlueprintRun.fresh(config)


def resume_holdem_blueprint(config: HoldemBlueprintConfig, model: Model) -> ModelRun:
    """Return the run as it was when `model` was saved.

    Raises:
        BadInput: If the model is not a checkpoint of this run.
    """
    from ai.training.holdem_blueprint_run import HoldemBlueprintRun  # noqa: PLC0415 - see above

    return HoldemBlueprintRun.from_checkpoint(config, model)


def start_holdem_network(config: HoldemNetworkConfig) -> ModelRun:
    """Return a fresh run.

    Raises:
        BadInput: If a log is missing.
    """
    from ai.training.holdem_network_run import HoldemNetworkRun  # noqa: PLC0415 - see above

    return HoldemNetworkRun.fresh(config)


def resume_holdem_network(config: HoldemNetworkConfig, model: Model) -> ModelRun:
    """Return the run as it was when `model` was saved.

    Raises:
        BadInput: If the model is not a checkpoint of this run.
    """
    from ai.training.holdem_network_run import HoldemNetworkRun  # noqa: PLC0415 - see above

    return HoldemNetworkRun.from_checkpoint(config, model)


def start_holdem_abstraction(config: HoldemAbstractionConfig) -> ModelRun:
    """Return a fresh run."""
    from ai.training.holdem_abstraction_run import HoldemAbstractionRun  # noqa: PLC0415 - see above

    return HoldemAbstractionRun(config)


def resume_holdem_abstraction(config: HoldemAbstractionConfig, model: Model) -> ModelRun:
    """Return the run as it was when `model` was saved.

    Raises:
        BadInput: If the model is not a checkpoint of this run.
    """
    from ai.training.holdem_abstraction_run import HoldemAbstractionRun  # noqa: PLC0415 - see above

    return HoldemAbstractionRun.from_checkpoint(config, model)


LENGTH, STACK = "iterations", "stack"
"""The names of the settings for the length of a run and for its stacks."""
NAMED_FOR = ("variant", STACK, "kind")
"""The settings that names of presets mention.

If a checkpoint has another value than the preset, its run continues under the name of the run's kind.
"""


def no_references(config: object) -> Mapping[str, float]:
    return {}


def no_fixed_settings(config: object) -> Collection[str]:
    return ()


def no_choices() -> Mapping[str, Sequence[tuple[str, str]]]:
    return {}


@dataclass(frozen=True, slots=True)
class RunKind:
    """A kind of run: its settings, the functions that start or resume it, and its metrics.

    Attributes:
        references: A function from the settings to the exact values to which the metrics converge.
        fixed_settings: A function that returns the settings that a preset fixes. Forms do not show these settings.
        setting_choices: A function that returns the current choices of each setting, such as stored abstractions,
            with their titles. A form offers the choices instead of a text field. If other values are allowed, the
            form has both.
    """

    game: str
    description: str
    config: Callable[[], Any]
    start: Callable[[Any], ModelRun]
    resume: Callable[[Any, Model], ModelRun]
    metrics: tuple[MetricEntry, ...] = ()
    references: Callable[[Any], Mapping[str, float]] = no_references
    fixed_settings: Callable[[Any], Collection[str]] = no_fixed_settings
    setting_choices: Callable[[], Mapping[str, Sequence[tuple[str, str]]]] = no_choices


KINDS: dict[str, RunKind] = {
    value_learner.NAME: RunKind(
        value_learner.GAME,
        value_learner.DESCRIPTION,
        value_learner.ValueLearnerConfig,
        value_learner.ValueLearnerRun,
        value_learner.ValueLearnerRun.from_checkpoint,
        value_learner.METRICS,
        value_learner.references,
    ),
    kuhn_cfr.NAME: RunKind(
        "kuhn-poker",
        kuhn_cfr.DESCRIPTION,
        kuhn_cfr.KuhnCFRConfig,
        kuhn_cfr.KuhnCFRRun,
        kuhn_cfr.KuhnCFRRun.from_checkpoint,
        kuhn_cfr.METRICS,
        kuhn_cfr.references,
        kuhn_cfr.fixed_settings,
    ),
    holdem_settings.BLUEPRINT_RUN: RunKind(
        games.HOLDEM,
        "Learns a strategy near equilibrium for Hold'em, by playing itself over buckets of hands.",
        HoldemBlueprintConfig,
        start_holdem_blueprint,
        resume_holdem_blueprint,
        holdem_settings.BLUEPRINT_METRICS,
        setting_choices=holdem_settings.blueprint_choices,
    ),
    holdem_settings.NETWORK_RUN: RunKind(
        games.HOLDEM,
        "Learns from logs how players of Hold'em act, as a convolutional network.",
        HoldemNetworkConfig,
        start_holdem_network,
        resume_holdem_network,
        holdem_settings.NETWORK_METRICS,
        setting_choices=holdem_settings.network_choices,
    ),
    holdem_settings.ABSTRACTION_RUN: RunKind(
        games.HOLDEM,
        "Puts the hands of Hold'em that are played alike into buckets, by what they can become.",
        HoldemAbstractionConfig,
        start_holdem_abstraction,
        resume_holdem_abstraction,
        holdem_settings.ABSTRACTION_METRICS,
    ),
}


def entries() -> list[RunEntry]:
    return [_entry(preset) for preset in _list_presets().values()]


def start(
    name: str, words: Sequence[str] = (), iterations: int | None = None, seed: int | None = None
) -> ModelRun:
    """Return a new run. `words` are settings written as `key=value`.

    `iterations` and `seed`, if given, override the settings of the same names.
    """
    preset = _preset(name)
    config = with_words(_defaults(preset), words, name)
    above = {"iterations": iterations, "seed": seed}
    config = with_settings(config, {key: value for key, value in above.items() if value is not None}, name)
    return KINDS[preset.run].start(config)


def start_with(name: str, settings: Mapping[str, Value]) -> ModelRun:
    preset = _preset(name)
    return KINDS[preset.run].start(with_settings(_defaults(preset), settings, name))


def name_for(name: str, settings: Mapping[str, Value]) -> str:
    """Return the name of a run.

    A run has the name of its preset. If the settings contradict the preset's name, the run has the name of its
    kind.

    >>> name_for("holdem-blueprint-20", {"stack": 20}), name_for("holdem-blueprint-20", {"stack": 10})
    ('holdem-blueprint-20', 'holdem-blueprint')
    """
    preset = _preset(name)
    named_for = {key: preset.settings[key] for key in NAMED_FOR if key in preset.settings}
    return name if all(settings.get(key, value) == value for key, value in named_for.items()) else preset.run


def resume(name: str, file: Path, iterations: int | None = None) -> ModelRun:
    """Return the run that the checkpoint `file` belongs to.

    If `iterations` is given, this number becomes the length of the run.

    Raises:
        BadInput: If the checkpoint is of another run, or was trained with other settings.
    """
    preset = _preset(name)
    model = load_model(file)
    if model.manifest.run != preset.run:
        told = {"file": file.name, "found": model.manifest.run, "wanted": preset.run}
        raise BadInput(text("agent_errors.checkpoint.other_run", **told))
    for key in NAMED_FOR:
        named, trained = preset.settings.get(key), model.manifest.config.get(key)
        if name != preset.run and named not in (None, trained):
            raise BadInput(
                f"{file.name} was trained with {key} {trained}, and {name} has {named}: resume it as {preset.run}."
            )
    return _resume(model, {} if iterations is None else {"iterations": iterations})


def reopen(file: Path) -> ModelRun:
    return _resume(load_model(file), {})


def references(run: str | None, settings: Mapping[str, object]) -> Mapping[str, float]:
    kind = KINDS.get(run or "")
    return {} if kind is None else kind.references(with_settings(kind.config(), settings, f"{run}"))


def length_unit(run: ModelRun) -> str:
    config = KINDS[run.manifest().run or ""].config()
    return next(entry.unit for entry in setting_entries(config) if entry.key == LENGTH) or LENGTH


def _resume(model: Model, changes: Mapping[str, Value]) -> ModelRun:
    kind = _kind(model.manifest.run)
    config = with_settings(kind.config(), model.manifest.config, model.file.name)
    return kind.resume(with_settings(config, changes, f"{model.manifest.run}"), model)


def _entry(preset: Preset) -> RunEntry:
    config, kind = _defaults(preset), KINDS[preset.run]
    return RunEntry(
        preset.name,
        preset.game,
        preset.description,
        settings_dict(config),
        _with_offers(setting_entries(config, kind.fixed_settings(config)), kind.setting_choices()),
        preset.run,
        kind.metrics,
    )


def _with_offers(
    form: tuple[SettingEntry, ...], offered: Mapping[str, Sequence[tuple[str, str]]]
) -> tuple[SettingEntry, ...]:
    """Return the entries of a form with the offered values as choices.

    If the default is not among the offered values, the first offered value becomes the default.
    """
    found = []
    for entry in form:
        ready = offered.get(entry.key, ())
        values, titles = (tuple(part) for part in zip(*ready, strict=True)) if ready else ((), ())
        default = entry.default if not ready or entry.default in values else values[0]
        found.append(replace(entry, default=default, choices=values, titles=titles) if ready else entry)
    return tuple(found)


def _list_presets() -> dict[str, Preset]:
    bare = {name: Preset(name, name, kind.game, kind.description, {}) for name, kind in KINDS.items()}
    return dict(sorted((bare | presets()).items(), key=_sort_key))


def _sort_key(item: tuple[str, Preset]) -> tuple[int, str, int, str]:
    """Return the sort key of a run: game, run, stack and name. Unknown games come last."""
    name, preset = item
    stack = preset.settings.get(STACK)
    deep = stack if isinstance(stack, int) else 0
    return (*games.NAMES, preset.game).index(preset.game), preset.run, deep, name


def _preset(name: str) -> Preset:
    known = _list_presets()
    if name not in known:
        raise BadInput(
            f"There is no run {quoted(name)}: the runs are {list_names(known)}; `runs` lists them."
        )
    return known[name]


def _kind(run: str | None) -> RunKind:
    if run not in KINDS:
        raise BadInput(text("agent_errors.run.unknown", run=quoted(run), known=", ".join(KINDS)))
    return KINDS[run]


def _defaults(preset: Preset) -> Any:
    if preset.run not in KINDS:
        raise BadInput(
            f"The preset {preset.name} names the run {quoted(preset.run)}: known are {', '.join(KINDS)}."
        )
    return with_settings(KINDS[preset.run].config(), preset.settings, preset.name)
