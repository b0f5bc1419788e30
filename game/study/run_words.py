"""Training in words: the names of runs, settings and measurements, and how time and pace are said.

A run, a setting or a measurement that the text file does not know appears under its own name, so that what is added
to the catalogue needs no screen to know of it.
"""

from __future__ import annotations

from game.core import BadInput, Progress
from game.files.checkpoint_files import OF_RUN
from game.match.typed_numbers import read_number, read_whole
from game.study.training import RunEntry, SettingEntry, StoredRun, Value
from game.texts import english, number, text, written

MINUTE, HOUR = 60, 3600
LENGTH = "iterations"  # the setting that says how long a run is


def own_words(key: str, name: str) -> str:
    """Return the text of `key`, or the name itself as words.

    >>> own_words("train.settings.step_size", "step_size")
    'Step size'
    """
    known = english().known(key)
    return text(key) if known else name.replace("_", " ").replace("-", " ").capitalize()


def run_title(name: str) -> str:
    """Return the title of a run. A preset without a title gets that of its run and what is special about it.

    >>> run_title("holdem-blueprint"), run_title("holdem-blueprint-20"), run_title("my-own")
    ('Strategist', 'Strategist, 20 big blinds', 'My own')
    """
    kind = _kind_of(name)
    if kind in ("", name):
        return own_words(f"train.runs.{name}", name)
    preset = preset_title(name)
    return text("train.of_preset", run=text(f"train.runs.{kind}"), preset=preset[:1].lower() + preset[1:])


def preset_title(name: str) -> str:
    """Return what is special about a preset."""
    return own_words(f"train.presets.{name}", name)


def _kind_of(name: str) -> str:
    """Return the longest prefix of a name that is a run with a title, empty if there is none."""
    while name and not english().known(f"train.runs.{name}"):
        name = name.rpartition("-")[0]
    return name


def title_of(run: StoredRun) -> str:
    """Return the name of a stored run."""
    return title_of_id(run.id)


def title_of_id(run_id: str) -> str:
    """Return the title of a stored run by its id, with its number among the runs of its kind."""
    name, _, place = run_id.rpartition("-")
    key = "train.numbered" if _kind_of(name) in ("", name) else "train.numbered_preset"
    return text(key, name=run_title(name), number=place)


def ready_title(title: str) -> str:
    """Return the title of an offered value, with the title of the run that made it in place of the run's id."""
    name, colon, more = title.partition(": ")
    run = name.removeprefix(OF_RUN)
    return title if run == name else title_of_id(run) + colon + more


def setting_title(key: str) -> str:
    """Return the name of a setting."""
    return own_words(f"train.settings.{key}", key)


def choice_title(key: str, value: str) -> str:
    """Return the name of one of the choices of a setting."""
    known = f"train.choices.{key}.{value}"
    return text(known) if english().known(known) else value


def unit_of(run: RunEntry | None) -> str:
    """Return what the iterations of a run are called."""
    entry = next((one for one in run.form if one.key == LENGTH), None) if run is not None else None
    return entry.unit if entry is not None and entry.unit else text("train.iterations")


def doing_in_words(report: Progress | None) -> str:
    """Return what a run is at while no iteration ends; empty where its pace says enough."""
    return (
        own_words(f"train.doing.{report.doing}", report.doing) if report is not None and report.doing else ""
    )


def pace_in_words(rate: float | None, unit: str) -> str:
    """Return how fast a run goes."""
    if rate is None:
        return text("train.measuring_rate")
    rounded = float(f"{rate:.2g}")
    return text("train.rate", rate=written(rounded), unit=unit)


def left_in_words(seconds: float | None) -> str:
    """Return how long a run will still take, as well as that is known.

    >>> left_in_words(95)
    'about 2 min left'
    """
    if seconds is None:
        return text("train.left.measuring")
    for size, unit in ((HOUR, "hours"), (MINUTE, "minutes")):
        if seconds >= size:
            return text(f"train.left.{unit}", count=number(seconds / size))
    return text("train.left.seconds", count=number(max(1.0, seconds)))


def value_in_words(value: Value | object) -> str:
    """Return a value of a setting as it is typed.

    >>> value_in_words(1_000_000), value_in_words(0.1), value_in_words(0.0)
    ('1,000,000', '0.1', '0')
    """
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def understood(entry: SettingEntry, words: str) -> tuple[Value | None, str]:
    """Return the value that was typed for a setting, or None and the sentence that says what would be right."""
    if isinstance(entry.default, str):
        return words, ""
    whole = isinstance(entry.default, int)
    try:
        value = read_whole(words) if whole else read_number(words)
    except BadInput:
        return None, text(f"train.wrong.{'whole' if whole else 'number'}", limits=limits_in_words(entry))
    if not entry.admits(value):
        return None, text("train.wrong.range", limits=limits_in_words(entry))
    return value, ""


def limits_in_words(entry: SettingEntry) -> str:
    """Return what a number may be, in a few words."""
    low, high, above = (
        None if limit is None else value_in_words(_short(limit))
        for limit in (entry.low, entry.high, entry.above)
    )
    if above is not None:
        return text("train.limits.above_to" if high else "train.limits.above", above=above, high=high)
    if low is not None and high is not None:
        return text("train.limits.between", low=low, high=high)
    if low is not None:
        return text("train.limits.from", low=low)
    return text("train.limits.to", high=high) if high is not None else text("train.limits.any")


def _short(limit: float) -> Value:
    return int(limit) if limit == int(limit) else limit
