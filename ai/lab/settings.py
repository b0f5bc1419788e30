"""The settings of a run of the lab, checked where they come in: from a click, the command line or a YAML file.

A file describes an experiment, one run for each combination of what it lists:

    game: kuhn-half-street
    blinds: [1, 2, 1/4]
    variants: [cfr+, chance-sampled]
    iterations: 25000
    seeds: [0, 1, 2]
    track: [current, average, regret, nash_conv]
    every: 10

Missing keys default to those of `LabSettings`; an unknown key is an error that lists the known ones. Errors quote
values briefly: with aliases, a few lines of YAML can be an endless text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import Any

from ai.algorithms.variants import FAMILY
from game.core import BadInput
from game.files import damage, yaml_text
from game.match import terminal
from game.quoting import quoted
from game.rules import games
from game.study.lab import MAX_ITERATIONS, TRACKED, LabSettings

KEYS = ("game", "blinds", "variants", "iterations", "seeds", "track", "every")
MOST_BLINDS = 1_000_000
MOST_EVERY = 1_000_000
MOST_RUNS = 1_000
MOST_SEED = 2**63 - 1


def checked(settings: LabSettings) -> LabSettings:
    """Return the settings with blinds as a number; `BadInput` names the setting that is wrong."""
    if settings.game not in games.KUHN_GAMES:
        known = " and ".join(games.KUHN_GAMES)
        raise BadInput(
            f"The lab solves {known}, not {quoted(settings.game)}: it keeps and draws every history."
        )
    blinds = read_blinds(settings.blinds)
    if settings.game == games.KUHN_POKER and blinds != 1:
        raise BadInput(f"The ante of classic Kuhn poker is 1: S is set for {games.KUHN_HALF_STREET} alone.")
    if settings.variant not in tuple(FAMILY):
        raise BadInput(
            f"There is no variant {quoted(settings.variant)}: the variants are {', '.join(FAMILY)}."
        )
    _check_whole("iterations", settings.iterations, 1, MAX_ITERATIONS)
    _check_whole("the seed", settings.seed, 0, MOST_SEED)
    _check_whole("every", settings.every, 1, MOST_EVERY)
    if not isinstance(settings.track, tuple | list):
        raise BadInput(f"Track takes a list from {', '.join(TRACKED)}, not {quoted(settings.track)}.")
    track = tuple(settings.track)
    if unknown := [one for one in track if one not in TRACKED]:
        raise BadInput(f"{quoted(unknown[0])} cannot be tracked: choose from {', '.join(TRACKED)}.")
    return replace(settings, blinds=blinds, track=tuple(one for one in TRACKED if one in track))


def read_blinds(value: object) -> float:
    """Return S, written as a number or a fraction, as a number; `BadInput` where it is none.

    >>> read_blinds("1/4"), read_blinds(2)
    (0.25, 2.0)
    """
    whole = isinstance(value, int | float) and abs(value) <= MOST_BLINDS
    blinds = terminal.number(str(value)) if whole or isinstance(value, str) else None
    if blinds is None or not 0 < blinds <= MOST_BLINDS:
        raise BadInput(
            f"S must be a number above 0 to {MOST_BLINDS:,}, such as 2 or 1/4, not {quoted(value)}."
        )
    return blinds


def read_experiment(file: Path) -> tuple[LabSettings, ...]:
    """Return the runs that a YAML file describes; `BadInput` names the file and what is wrong with it."""
    try:
        document = yaml_text.read_file(file, yaml_text.TextKeys)
    except FileNotFoundError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from error
    except yaml_text.NotYaml as error:
        if not error.repeated:
            raise
        key = quoted(error.repeated)
        raise BadInput(
            f"{file.name} has the key {key} more than once: list its values, as in [1, 2]."
        ) from error
    if not isinstance(document, dict):
        raise BadInput(f"{file.name} describes no runs: it needs keys from {', '.join(KEYS)}.")
    if unknown := [str(key) for key in document if key not in KEYS]:
        raise BadInput(f"{file.name} has no key {quoted(unknown[0])}: the keys are {', '.join(KEYS)}.")
    try:
        return _combined(document)
    except BadInput as sentence:
        raise BadInput(f"{file.name}: {sentence}") from sentence


def identity(settings: LabSettings) -> str:
    """Return a text that identifies a run: all settings except its length."""
    fixed = asdict(settings)
    del fixed["iterations"]
    return json.dumps(fixed, sort_keys=True)


def from_identity(text: str, iterations: int) -> LabSettings:
    """Read `identity` back; `BadInput` where it is none."""
    try:
        fixed = json.loads(text)
        return checked(LabSettings(**{**fixed, "iterations": iterations, "track": tuple(fixed["track"])}))
    except damage.PARTS as error:
        raise BadInput(f"A stored run has settings that cannot be read: {quoted(text)}.") from error


def _combined(document: Mapping[str, Any]) -> tuple[LabSettings, ...]:
    usual = LabSettings(document.get("game", games.KUHN_POKER))
    blinds = _one_or_more(document, "blinds", usual.blinds)
    variants = _one_or_more(document, "variants", usual.variant)
    seeds = _one_or_more(document, "seeds", usual.seed)
    if len(blinds) * len(variants) * len(seeds) > MOST_RUNS:
        raise BadInput(f"more than {MOST_RUNS:,} runs are too many for one file.")
    common = replace(
        usual,
        iterations=document.get("iterations", usual.iterations),
        every=document.get("every", usual.every),
        track=tuple(_listed(document.get("track", usual.track))),
    )
    return tuple(
        checked(replace(common, blinds=chips, variant=variant, seed=seed))
        for chips, variant, seed in product(blinds, variants, seeds)
    )


def _one_or_more(document: Mapping[str, Any], key: str, usual: object) -> list[Any]:
    """Return the values under a key as a list; `BadInput` for an empty list, which would give no runs."""
    if not (listed := _listed(document.get(key, usual))):
        raise BadInput(f"{quoted(key)} lists nothing: name one or more, or leave the key out.")
    return listed


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadInput(
            f"{name.capitalize()} must be a whole number from {low:,} to {high:,}, not {quoted(value)}."
        )
