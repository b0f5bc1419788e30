"""Runs: their settings, curves and checkpoints, the requests for them, and their texts.

A run, a setting or a metric without an entry in the text files is shown with its own name. So a new entry of the
training catalogue needs no new text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from game.agent_entries import Strength
from game.core import Action, BadInput, Progress
from game.files.user_files import OF_RUN
from game.match.spot_texts import read_number, read_whole
from game.request import Request
from game.study.amounts import HOUR, MINUTE
from game.texts import current, english, format_tick, number, retellable, text, uncapitalize

Value = int | float | str


@dataclass(frozen=True, slots=True)
class SettingEntry:
    """A setting of a run: its default, a line of help, its unit, and its allowed values.

    A number must be at least `low`, at most `high`, and above `above`. A text must be one of `choices`. If the text
    file has no names for the choices, `titles` has the names. If `free`, other texts are allowed.
    """

    key: str
    default: Value
    help: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    above: float | None = None
    choices: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    free: bool = False

    def admits(self, value: float) -> bool:
        """Return whether a number is within the limits."""
        return (
            (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
            and (self.above is None or value > self.above)
        )


@dataclass(frozen=True, slots=True)
class MetricEntry:
    """A metric of a run, drawn as a curve. Metrics with the same `chart` share its axes.

    If `log`, the value axis is logarithmic. `low` and `high` are the ends of the value axis. An end that is
    None is set by the values. A metric that is a `share` is shown in percent. `interval` is the key of
    another metric: the half-width of the 95% interval, which has no curve of its own.
    """

    key: str
    help: str
    chart: str
    low: float | None = None
    high: float | None = None
    log: bool = False
    share: bool = False
    interval: str = ""


@dataclass(frozen=True, slots=True)
class RunEntry:
    """A training run of the catalogue, with the default of every setting and the data for its form.

    Entries with the same `run` are presets of one kind of run. Presets of one kind differ only in their defaults.
    """

    name: str
    game: str
    description: str
    settings: Mapping[str, object]
    form: tuple[SettingEntry, ...] = ()
    run: str = ""
    metrics: tuple[MetricEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class RunStage:
    """A checkpoint of a run: its file, its name at a table (`agent`), and its strength.

    If the checkpoint cannot play, `agent` is "".
    """

    iteration: int
    file: Path
    agent: str
    strength: Strength | None = None


@dataclass(frozen=True, slots=True)
class RunSnapshot:
    """A snapshot of what a run has learnt, as `table`: key -> (action or column -> value).

    The keys and columns depend on the kind of run:

    - A strategy, or values of first moves: a row for every information state.
    - Opening hands: the keys P, S and O are pairs, suited and offsuit hands. The columns are the higher card
      (high0 is an ace).
    - A network: the keys are N (the network) or T (the frequency table) with a street, 0 to 3. The accuracy
      is in the column 1.
    - Buckets: the keys are E with a street. The mean distance from the centre is in the column 1.
    """

    iteration: int
    meaning: Literal["strategy", "values", "opening", "accuracy", "buckets"]
    table: Mapping[str, Mapping[Action, float]]


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A stored run at its last checkpoint. `curve` has the metrics by iteration.

    `stages` are the checkpoints in order. `proposed` is the iteration of the checkpoint that is proposed for
    play: the strongest, on a tie the latest. `references` has the exact values that metrics approach.
    """

    id: str
    run: str
    game: str
    iteration: int
    total: int
    settings: Mapping[str, object]
    curve: tuple[tuple[int, Mapping[str, float]], ...] = ()
    stages: tuple[RunStage, ...] = ()
    proposed: int = 0
    references: Mapping[str, float] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        return self.iteration >= self.total

    @property
    def plays(self) -> bool:
        """Whether the run trains agents. Other runs build abstractions for agents."""
        return not self.stages or any(stage.agent for stage in self.stages)


@dataclass(frozen=True, slots=True)
class StoredRuns:
    """The runs in the user's folder, latest first, and a message for every broken file that was renamed."""

    runs: tuple[StoredRun, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListRuns(Request[tuple[RunEntry, ...]]):
    """List the runs that can be trained."""


@dataclass(frozen=True, slots=True)
class ListStoredRuns(Request[StoredRuns]):
    """List the runs in the user's folder."""


@dataclass(frozen=True, slots=True)
class CreateRun(Request[StoredRun]):
    """Store a new run. `Train` starts it."""

    run: str
    settings: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Train(Request[None]):
    """Train a stored run from its last checkpoint to its end."""

    id: str


@dataclass(frozen=True, slots=True)
class TakeSnapshot(Request[RunSnapshot]):
    """Return a snapshot of what a run has learnt."""

    id: str


@dataclass(frozen=True, slots=True)
class HoldCheckpoint(Request[str]):
    """Mark a checkpoint as played, so that it is not deleted. The answer is the checkpoint's name at a table."""

    id: str
    iteration: int


@dataclass(frozen=True, slots=True)
class KeepCheckpoints(Request[tuple[str, ...]]):
    """Store the checkpoints up to `iteration` as agents.

    The answer is the names of the new agents. The last name is `name`.
    """

    id: str
    game: str
    name: str
    iteration: int


@dataclass(frozen=True, slots=True)
class ForgetRun(Request[None]):
    """Delete a run. Agents that were made from it are kept."""

    id: str


LENGTH = "iterations"  # the setting that says how long a run is


def own_words(key: str, name: str) -> str:
    """Return the text with this key. Without such a text, return the name with spaces and a capital.

    >>> own_words("train.settings.step_size", "step_size")
    'Step size'
    """
    known = current().has(key)
    return text(key) if known else name.replace("_", " ").replace("-", " ").capitalize()


def run_title(name: str) -> str:
    """Return the title of a run. The title of a preset may be derived from its kind of run and its suffix.

    >>> run_title("holdem-blueprint"), run_title("holdem-blueprint-20"), run_title("my-own")
    ('Strategist', 'Strategist, 20 big blinds', 'My own')
    """
    kind = _find_kind(name)
    if kind in ("", name):
        return own_words(f"train.runs.{name}", name)
    preset = preset_title(name)
    return text("train.of_preset", run=text(f"train.runs.{kind}"), preset=uncapitalize(preset))


def preset_title(name: str) -> str:
    return own_words(f"train.presets.{name}", name)


def _find_kind(name: str) -> str:
    """Return the longest prefix of a run's name that has a title, or ""."""
    while name and not current().has(f"train.runs.{name}"):
        name = name.rpartition("-")[0]
    return name


def get_run_title(run: StoredRun) -> str:
    return title_of_id(run.id)


def title_of_id(run_id: str) -> str:
    """Return the title of a stored run by its id, with its number among runs of the same kind."""
    name, _, run_number = run_id.rpartition("-")
    key = "train.numbered" if _find_kind(name) in ("", name) else "train.numbered_preset"
    return text(key, name=run_title(name), number=run_number)


@retellable
def ready_title(title: str) -> str:
    """Return the title of an option in a list, with the title of a run in place of the id of the run."""
    name, colon, more = title.partition(": ")
    run = name.removeprefix(OF_RUN)
    return title if run == name else title_of_id(run) + colon + more


def tell_catalogue(words: str) -> str:
    """Return a sentence of the training catalogue in the language of the window.

    The catalogue is in English, as the command line shows it. A sentence without a translation is returned
    unchanged.
    """
    key = _catalogue_keys().get(words)
    return text(key) if key is not None else words


@cache
def _catalogue_keys() -> dict[str, str]:
    known = english()
    return {known.template(key): key for key in known.keys() if key.startswith("catalogue.")}  # noqa: SIM118


def setting_title(key: str) -> str:
    return own_words(f"train.settings.{key}", key)


def choice_title(key: str, value: str) -> str:
    known = f"train.choices.{key}.{value}"
    return text(known) if current().has(known) else value


def get_unit(run: RunEntry | None) -> str:
    entry = next((one for one in run.form if one.key == LENGTH), None) if run is not None else None
    return tell_catalogue(entry.unit) if entry is not None and entry.unit else text("train.iterations")


def format_activity(report: Progress | None) -> str:
    """Return the current activity of a run while it makes no iterations. Empty if the report names no activity."""
    return (
        own_words(f"train.doing.{report.doing}", report.doing) if report is not None and report.doing else ""
    )


def format_pace(rate: float | None, unit: str) -> str:
    """Return the pace of a run as text."""
    if rate is None:
        return text("train.measuring_rate")
    rounded = float(f"{rate:.2g}")
    return text("train.rate", rate=format_tick(rounded), unit=unit)


def format_seconds_left(seconds: float | None) -> str:
    """Format the remaining time of a run, with a precision that suits an estimate.

    >>> format_seconds_left(95)
    'about 2 min left'
    """
    if seconds is None:
        return text("train.left.measuring")
    for size, unit in ((HOUR, "hours"), (MINUTE, "minutes")):
        if seconds >= size:
            return text(f"train.left.{unit}", count=number(seconds / size))
    return text("train.left.seconds", count=number(max(1.0, seconds)))


def format_value(value: Value | object) -> str:
    """Return the value of a setting in the form in which a user types it.

    >>> format_value(1_000_000), format_value(0.1), format_value(0.0)
    ('1,000,000', '0.1', '0')
    """
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def parse_setting(entry: SettingEntry, words: str) -> tuple[Value | None, str]:
    """Parse a typed setting. Return (value, ""), or None and a message with the correct form."""
    if isinstance(entry.default, str):
        return words, ""
    whole = isinstance(entry.default, int)
    try:
        value = read_whole(words) if whole else read_number(words)
    except BadInput:
        return None, text(f"train.wrong.{'whole' if whole else 'number'}", limits=format_limits(entry))
    if not entry.admits(value):
        return None, text("train.wrong.range", limits=format_limits(entry))
    return value, ""


def format_limits(entry: SettingEntry) -> str:
    """Return the limits of a number in a few words."""
    low, high, above = (
        None if limit is None else format_value(int(limit) if limit == int(limit) else limit)
        for limit in (entry.low, entry.high, entry.above)
    )
    if above is not None:
        return text("train.limits.above_to" if high else "train.limits.above", above=above, high=high)
    if low is not None and high is not None:
        return text("train.limits.between", low=low, high=high)
    if low is not None:
        return text("train.limits.from", low=low)
    return text("train.limits.to", high=high) if high is not None else text("train.limits.any")
