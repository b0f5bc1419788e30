"""The settings of a training run: a frozen dataclass that is filled from YAML or the command line.

A field of the dataclass gives the default and the type of a setting, and `setting` adds the range, the choices and
a line of help. An unknown key is an error that lists the fields. A value outside the range is an error as well.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import Field, asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from game.core import BadInput
from game.files import yaml_text
from game.match import terminal
from game.quoting import list_names, quoted
from game.study.training import SettingEntry, Value
from game.texts import number, text

Config = TypeVar("Config")

MAX_ITERATIONS = 100_000_000_000
"""The maximum length of a run."""
PRESETS = Path(__file__).parents[1] / "configs"

LIMIT_DIGITS = 6
"""The number of decimals of a limit in a message. Zeros at the end are left out."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A file of ai/configs: the name of a run, and the settings that differ from the defaults of the dataclass."""

    name: str
    run: str
    game: str
    description: str
    settings: Mapping[str, Value]


def setting(
    default: Value,
    help: str,
    *,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    choices: Sequence[str] = (),
    free: bool = False,
) -> Any:
    """Return a dataclass field that holds the limits and the choices of a setting.

    A value must be at least `low`, at most `high`, and greater than `above`, as far as these limits are given.

    If `free` is True, the user may also type a text that is not among the choices.
    """
    limits = {"help": help, "unit": unit, "low": low, "high": high, "above": above, "choices": tuple(choices)}
    return field(default=default, metadata={**limits, "free": free})


def with_settings(config: Config, values: Mapping[str, object], where: str) -> Config:
    """Return `config` with `values`.

    Raises:
        BadInput: If a key is unknown, or its value has the wrong type or range. The message begins with `where`.
    """
    known = _fields(config)
    if unknown := sorted(str(key) for key in values if key not in known):
        name, listed = quoted(unknown[0]), list_names(known)
        raise BadInput(text("agent_errors.setting.unknown", where=where, name=name, known=listed))
    checked = {key: _checked(known[key], value, where) for key, value in values.items()}
    return replace(config, **checked)  # type: ignore[type-var]


def with_words(config: Config, words: Sequence[str], where: str) -> Config:
    """Return `config` with settings written as `key=value`.

    Raises:
        BadInput: If a word is not a setting, or its value has the wrong type or range.
    """
    values: dict[str, object] = {}
    known = _fields(config)
    for word in words:
        key, equals, written = word.partition("=")
        if not equals:
            raise BadInput(f"{quoted(word)} sets nothing: write key=value.")
        values[key] = _parsed(known[key], written) if key in known else written
    return with_settings(config, values, where)


def settings_dict(config: object) -> dict[str, Value]:
    return asdict(config)  # type: ignore[call-overload, no-any-return]


def setting_entries(config: object, fixed: Collection[str] = ()) -> tuple[SettingEntry, ...]:
    """Return the form entries of all settings except `fixed`. The values of `config` become the defaults."""
    values = settings_dict(config)
    return tuple(
        SettingEntry(key, values[key], **entry.metadata)
        for key, entry in _fields(config).items()
        if key not in fixed
    )


def presets(folder: Path = PRESETS) -> dict[str, Preset]:
    return {file.stem: _preset(file) for file in sorted(folder.glob("*.yaml"), key=lambda file: file.stem)}


def _preset(file: Path) -> Preset:
    document = yaml_text.read_file(file)
    keys = {"run", "game", "description", "settings"}
    if not isinstance(document, dict) or set(document) != keys or not isinstance(document["settings"], dict):
        raise BadInput(f"{file.name} is not a preset: it needs {', '.join(sorted(keys))} and nothing else.")
    return Preset(file.stem, **document)


def _fields(config: object) -> dict[str, Field[Value]]:
    return {entry.name: entry for entry in fields(config)}  # type: ignore[arg-type]


def _parsed(entry: Field[Value], word: str) -> object:
    """Parse a word of the command line as the field's type.

    A text that is not of this type is returned unchanged, and refused by the later check of types.
    """
    kind = _kind(entry)
    if kind is float:
        parsed = terminal.number(word)
        return word if parsed is None else parsed
    try:
        return kind(word)
    except ValueError:
        return word


def _checked(entry: Field[Value], value: object, where: str) -> Value:
    kind = _kind(entry)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value) if abs(value) <= sys.float_info.max else math.inf
    is_endless = isinstance(value, float) and not math.isfinite(value)
    if not isinstance(value, kind) or isinstance(value, bool) or is_endless:
        raise _wrong(entry, value, where)
    limits = entry.metadata
    inside = isinstance(value, str) or SettingEntry(entry.name, value, **limits).admits(value)
    if not inside or (limits["choices"] and value not in limits["choices"]):
        raise _wrong(entry, value, where)
    return kind(value)


def _wrong(entry: Field[Value], value: object, where: str) -> BadInput:
    fields = {"setting": entry.name, "expected": _expected(entry), "value": quoted(value)}
    return BadInput(text("agent_errors.setting.wrong", where=where, **fields))


def _kind(entry: Field[Value]) -> type[int] | type[float] | type[str]:
    default: Any = entry.default
    return type(default)


def _expected(entry: Field[Value]) -> str:
    """Return the type and the range of a setting in words.

    >>> _expected(setting(1, "", low=0, high=1)), _expected(setting("a", "", choices=("a", "b")))
    ('a whole number from 0 to 1', 'a word out of a, b')
    """
    limits = entry.metadata
    if limits["choices"]:
        return text("agent_errors.setting.expected.choices", choices=", ".join(limits["choices"]))
    ends = {end: limits[end] for end in ("low", "above", "high") if limits[end] is not None}
    fields = {end: number(value, LIMIT_DIGITS, is_short=True) for end, value in ends.items()}
    return text(f"agent_errors.setting.expected.{'_'.join((_kind(entry).__name__, *ends))}", **fields)
