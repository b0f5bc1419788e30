"""`agents` and `runs`: what can be played against, and what can be trained."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from ai import catalog
from ai.commands.options import Command, Words
from ai.commands.output import print_document


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
    lines = [f"{e.game:17} {e.name:16} {e.kind:8} {e.description}" for e in entries]
    lines += [f"left out: {sentence}" for _, sentence in catalog.broken()]
    return print_document(options, {"agents": rows}, lines)


def list_runs(options: argparse.Namespace) -> int:
    """Print what can be trained."""
    entries = catalog.runs(options.game)
    lines = []
    for entry in entries:
        lines.append(f"{entry.name}: {entry.description}")
        lines += [f"    {key}={value}" for key, value in entry.settings.items()]
    keys = ("name", "game", "description", "settings")
    rows = [{key: getattr(entry, key) for key in keys} for entry in entries]
    return print_document(options, {"runs": rows}, lines)


def _listing(parser: argparse.ArgumentParser, command: Command) -> None:
    parser.add_argument("--game")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=command)
