"""`agents` and `runs`: what can be played against, and what can be trained."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from ai import catalog
from ai.commands.options import Command, Words
from ai.commands.output import print_document
from game.core import AgentEntry, SettingEntry, Strength

SMALL = 100  # from here on, digits behind the point say nothing


def add(words: Words) -> None:
    """Add the two commands."""
    _listing(words.add_parser("agents", help="what can be played against"), list_agents)
    _listing(words.add_parser("runs", help="what can be trained"), list_runs)


def list_agents(options: argparse.Namespace) -> int:
    """Print what can be played against."""
    entries = catalog.agents(options.game)
    keys = ("name", "game", "kind", "blinds", "description", "strength")
    rows = [{key: getattr(entry, key) for key in keys} for entry in entries]
    for row, entry in zip(rows, entries, strict=True):
        row["strength"] = asdict(entry.strength) if entry.strength else None
    lines = [_agent_line(entry) for entry in entries]
    lines += [f"left out: {sentence}" for _, sentence in catalog.broken()]
    return print_document(options, {"agents": rows}, lines)


def list_runs(options: argparse.Namespace) -> int:
    """Print what can be trained."""
    entries = catalog.runs(options.game)
    lines = []
    for entry in entries:
        lines.append(f"{entry.name}: {entry.description}")
        told = {setting.key: _told(setting) for setting in entry.form}
        lines += [_setting_line(f"{key}={value}", told.get(key, "")) for key, value in entry.settings.items()]
    keys = ("name", "game", "description", "settings")
    rows = [{key: getattr(entry, key) for key in keys} for entry in entries]
    return print_document(options, {"runs": rows}, lines)


def _agent_line(entry: AgentEntry) -> str:
    """Return an agent as people read it: who, after how much training, how strong, and what it is like."""
    stage = f"after {entry.stage}" if entry.stage else ""
    columns = f"{entry.game:17} {entry.name:16} {entry.kind:8} {stage:21} {_strength(entry.strength):24}"
    return f"{columns} {entry.description}"


def _strength(strength: Strength | None) -> str:
    if strength is None:
        return "not measured"
    interval = "" if strength.ci95 is None else f" ± {_written(strength.ci95)}"
    return f"{strength.metric} {_written(strength.mean)}{interval}"


def _written(value: float) -> str:
    """Write a number without an exponent.

    >>> _written(66950.0), _written(1e9), _written(0.45833), _written(0.0)
    ('66,950', '1,000,000,000', '0.458', '0')
    """
    return f"{value:,.0f}" if abs(value) >= SMALL or value == int(value) else f"{value:.3g}"


def _setting_line(setting: str, told: str) -> str:
    return f"    {setting:28} {told}".rstrip()


def _told(setting: SettingEntry) -> str:
    """Return what a setting means and what it may be.

    >>> _told(SettingEntry("alpha", 0.1, "step at the start", above=0, high=1))
    'step at the start; more than 0, at most 1'
    """
    known = (("more than", setting.above), ("at least", setting.low), ("at most", setting.high))
    limits = [f"{words} {_written(limit)}" for words, limit in known if limit is not None]
    choices = [" or ".join(setting.choices)] if setting.choices else []
    return "; ".join(filter(None, (setting.help, ", ".join([*choices, *limits]))))


def _listing(parser: argparse.ArgumentParser, command: Command) -> None:
    parser.add_argument("--game")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=command)
