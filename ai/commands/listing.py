"""The commands `agents` and `runs`: list the agents, and the kinds of training runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ai import catalog
from ai.commands.options import Subcommands
from ai.commands.output import format_number, print_document
from game.agent_entries import MAX_DIAMONDS, AgentEntry, Kind, Strength
from game.borders import say
from game.quoting import count_noun
from game.study.opponents import Opponent, format_strength, stage_name
from game.study.training import SettingEntry

DIGITS = 3  # significant digits of a strength or a limit
GAP = "  "
RATED = ("rating", "rating_ci95", "ahead", "met")
LEAGUE = ("worst", "worst_ci95", "worst_against", "lbr", "lbr_ci95", "diamonds", *RATED)
TRAINED: frozenset[Kind] = frozenset({"learned", "solved"})
"""The kinds of agents whose stages are stages of training."""


def add(words: Subcommands) -> None:
    """Add the commands `agents` and `runs`."""
    for name, command in (("agents", list_agents), ("runs", list_runs)):
        parser = words.add(name, command)
        parser.add_argument("--game")
        parser.add_argument("--json", action="store_true")


def list_agents(options: argparse.Namespace) -> int:
    """Print all agents, or the agents of a game."""
    entries = catalog.agents(options.game)
    keys = ("name", "game", "kind", "stage", "blinds", "depth", "description", "strength")
    rows = [{key: getattr(entry, key) for key in keys} for entry in entries]
    for row, entry in zip(rows, entries, strict=True):
        row["strength"], row["league"] = _figures(entry.strength)
    lines = _aligned([_agent_columns(entry) for entry in entries])
    for _, sentence in catalog.broken():
        say(f"Left out: {sentence}")
    return print_document(options, {"agents": rows}, lines)


def list_runs(options: argparse.Namespace) -> int:
    """Print all kinds of runs, or the kinds for a game."""
    entries = catalog.runs(options.game)
    lines = []
    for entry in entries:
        lines.append(f"{entry.name}: {entry.description}")
        descriptions = {setting.key: _description(setting) for setting in entry.form}
        lines += [
            f"    {f'{key}={value}':28} {descriptions.get(key, '')}".rstrip()
            for key, value in entry.settings.items()
        ]
    keys = ("name", "game", "description", "settings")
    rows = [{key: getattr(entry, key) for key in keys} for entry in entries]
    return print_document(options, {"runs": rows}, lines)


def _figures(strength: Strength | None) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Return the measured strength of an agent, and its league results: worst pairing and diamonds."""
    if strength is None:
        return None, None
    figures = asdict(strength)
    league = {key: figures.pop(key) for key in LEAGUE}
    return figures, league if strength.diamonds is not None else None


def _agent_columns(entry: AgentEntry) -> tuple[str, ...]:
    """Return the columns of an agent in the list: game, both names, kind, stage, strength and description."""
    return (
        entry.game,
        entry.name,
        catalog.name_in_window(entry),
        entry.kind,
        _stage(entry),
        _strength(entry.strength),
        entry.description,
    )


def _stage(entry: AgentEntry) -> str:
    """Return the amount of training of an agent, or its stage in the words of the window.

    >>> _stage(AgentEntry("ada-20", "tic-tac-toe", "learned", "", family="ada", stage="20 games"))
    'after 20 games'
    >>> _stage(AgentEntry("expert-sound", "holdem", "rules", "", family="expert", stage="sound"))
    'playing style: moderate'
    """
    if not entry.stage:
        return ""
    depth = "" if entry.depth is None else f", {entry.depth} bb"
    name = stage_name(entry)
    if entry.kind in TRAINED and name == entry.stage:
        return f"after {name}{depth}"
    question = Opponent(entry.family or entry.name, (entry,)).question
    return f"{question[:1].lower()}{question[1:]}: {name}{depth}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [GAP.join(map(str.ljust, row, wide)).rstrip() for row in rows]


def _strength(strength: Strength | None) -> str:
    """Return the measured strength of an agent and the number of hands, or its diamonds and rating in a league.

    >>> _strength(Strength("mbb/hand", -97.23, 178.6, "sound", 20_000))
    'mbb/hand -97.2 ± 179 in 20,000 hands'
    >>> _strength(Strength("mbb/hand", 1560, 90, "the field", 400, diamonds=5, rating=1669.1, rating_ci95=167.8))
    '5 of 5, rating 1,669 ± 168'
    """
    if strength is None:
        return "not measured"
    if strength.rating is not None:
        return f"{strength.diamonds} of {MAX_DIAMONDS}, {format_strength(strength)}"
    interval = "" if strength.ci95 is None else f" ± {format_number(strength.ci95, DIGITS)}"
    hands = (
        "" if strength.hands is None or strength.ci95 is None else f" in {count_noun(strength.hands, 'hand')}"
    )
    return f"{strength.metric} {format_number(strength.mean, DIGITS)}{interval}{hands}"


def _description(setting: SettingEntry) -> str:
    """Return the help of a setting with its limits. If the help does not name the unit, add the unit.

    >>> _description(SettingEntry("alpha", 0.1, "step at the start", above=0, high=1))
    'step at the start; more than 0, at most 1'
    >>> _description(SettingEntry("memory", 4_000, "memory limit for the tables", "MB", low=1))
    'memory limit for the tables; in MB, at least 1'
    """
    units = [f"in {setting.unit}"] if setting.unit and setting.unit not in setting.help else []
    known = (("more than", setting.above), ("at least", setting.low), ("at most", setting.high))
    limits = [f"{words} {format_number(limit, DIGITS)}" for words, limit in known if limit is not None]
    choices = [" or ".join(setting.choices)] if setting.choices else []
    return "; ".join(filter(None, (setting.help, ", ".join([*units, *choices, *limits]))))
