"""`league`: all agents of a game against all, or those that are named, as a cross-table.

Leagues of Kuhn poker are computed exactly. The others are those of the window: what is played here is seen there,
and the other way round. Without `--resume` every pair plays from its first deal on, so that the same command gives
the same figures; what was kept longer stays kept.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from ai import catalog
from ai.commands.executors import add_executor, executor_of
from ai.commands.interrupts import SAVE_LOCK, interrupts_noted
from ai.commands.league_table import document_of, lines_of
from ai.commands.options import (
    INTERRUPTED,
    Subcommands,
    add_table,
    read_blinds,
    read_stack,
    say_who_plays,
    whole_number,
)
from ai.commands.output import check_writable, print_document, show_progress, write_text
from ai.evaluation.head_to_head import MatchSpec
from ai.evaluation.league import LeagueTable, claimed, csv_of
from ai.evaluation.league_play import exact_league, is_exact, play_league
from game.borders import say
from game.core import BadInput
from game.rules import games
from game.study.league import FIRST_DEALS, MAX_DEALS, WORK, League, LeagueSettings

TABLE, DOCUMENT = ".csv", ".json"


def add(words: Subcommands) -> None:
    """Add the command."""
    parser = words.add_parser("league", help="play all agents of a game against each other, every deal twice")
    add_table(parser, league_command, board_games=games.NAMES)
    parser.add_argument("agents", nargs="*", metavar="agent", help="the agents that play; default: all")
    hands = f"of each pair (default {2 * FIRST_DEALS}; none in Kuhn poker, which is exact)"
    parser.add_argument("--hands", type=whole_number(1, 2 * MAX_DEALS), help=hands)
    parser.add_argument(
        "--work", type=whole_number(1), default=WORK, help="work per decision, for agents that search"
    )
    add_executor(parser)
    parser.add_argument("--aivat", action="store_true", help="remove most of the luck (AIVAT)")
    parser.add_argument("--resume", action="store_true", help="continue a stopped league")
    parser.add_argument("--out", type=Path, help="cross-table as .csv, or all figures as .json")


def league_command(options: argparse.Namespace) -> int:
    """Play all agents against each other; `BadInput` for `--hands` in a game that is computed exactly."""
    settings = LeagueSettings(
        options.game, read_blinds(options), read_stack(options), options.work, options.seed, options.aivat
    )
    from ai.agents.expert_agent import note_all_digests  # noqa: PLC0415 - who asks for other commands loads no compiler

    note_all_digests(catalog.user_folder(settings.game))
    agents = _versions(settings, options.agents)
    first, second, *_ = agents
    hands = 2 * FIRST_DEALS if options.hands is None else options.hands
    MatchSpec(settings.game, first, second, hands=hands, duplicate=True, aivat=settings.aivat)
    if is_exact(settings.game) and options.hands is not None:
        raise BadInput(f"The league of {settings.game} is computed exactly: leave out --hands.")
    if options.out is not None:
        _check_out(options.out)
    if is_exact(settings.game):
        return _tell(
            options, exact_league(settings, catalog.strongest_first(settings.game, agents), catalog.load)
        )
    with claimed(settings):
        table = LeagueTable(settings, agents, anew=not options.resume)
        if table.warning:
            say(table.warning)
        table.play_to(hands // 2)
        done = _played(table, options)
    league = table.league()
    if not done:
        counted = f"{2 * league.done:,} of {2 * league.total:,} hands"
        say(f"Interrupted; {counted} are saved. Continue with the same command and --resume.")
        return INTERRUPTED
    return _tell(options, league)


def _tell(options: argparse.Namespace, league: League) -> int:
    """Print the league, and write it to the file that is asked for."""
    if options.out is not None:
        write_text(options.out, _file_text(options.out, league))
    return print_document(options, document_of(league), lines_of(league))


def _played(table: LeagueTable, options: argparse.Namespace) -> bool:
    """Play to the end. Return whether it was reached, and not interrupted."""
    with interrupts_noted() as interrupted, executor_of(options) as executor:
        reports = play_league(table, catalog.load_warmed_up, executor)
        for report in reports:
            show_progress(report)
            if interrupted.is_set() and report.iteration != report.total:
                with SAVE_LOCK:
                    reports.close()
                return False
    return True


def _versions(settings: LeagueSettings, names: Sequence[str]) -> dict[str, str]:
    """Return the versions of the players by name: of those that are named, or of all that can play.

    Raises:
        BadInput: If the names make no league.
    """
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise BadInput(f"{twice} is named twice: every pair plays once.")
    if len(names) == 1:
        raise BadInput(f"{names[0]} cannot play alone: name at least two agents, or none for all of them.")
    if names:
        found = [catalog.find(settings.game, name, settings.blinds) for name in names]
        players: dict[str, str] = {}
        for entry in found:
            say_who_plays(entry, settings.stack_bb)
            player = catalog.who_plays(entry, settings.stack_bb).name
            if (other := players.setdefault(player, entry.name)) != entry.name:
                raise BadInput(
                    f"{other} and {entry.name} are one player at {settings.stack_bb:,} big blinds, {player}: "
                    "name one of them."
                )
        return {name: entry.version for name, entry in zip(names, found, strict=True)}
    return {entry.name: entry.version for entry in catalog.entrants(settings.game, settings.blinds)}


def _check_out(file: Path) -> None:
    """Check before the play that its figures can be written to `file`."""
    if file.suffix not in (TABLE, DOCUMENT):
        raise BadInput(f"{file} is not a table file: its name must end in {TABLE} or {DOCUMENT}.")
    check_writable(file)


def _file_text(file: Path, league: League) -> str:
    if file.suffix == TABLE:
        return csv_of(league)
    return json.dumps(document_of(league), allow_nan=False, indent=1) + "\n"
