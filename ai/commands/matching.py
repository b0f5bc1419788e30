"""The commands `match` and `league`: play agents against each other.

Leagues of Kuhn poker are computed exactly. Other leagues are stored in files that the command and the window share,
so each of the two shows the results of the other. Unless `--resume` is given, every pair plays from its first deal
on, so that the same command gives the same results. A stored result with more deals is not overwritten.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from ai import catalog
from ai.commands.executors import add_executor, open_executor, pack_agents
from ai.commands.interrupts import BEFORE_END, SAVE_LOCK, interrupts_noted
from ai.commands.options import (
    INTERRUPTED,
    Subcommands,
    add_table,
    add_thinking,
    read_blinds,
    read_budget,
    read_stack,
    say_contradictions,
    say_who_plays,
    whole_number,
)
from ai.commands.output import (
    check_writable,
    format_number,
    format_signed,
    print_document,
    run_measurement,
    show_progress,
    write_text,
)
from ai.evaluation.head_to_head import MatchSpec, play_match
from ai.evaluation.league import LeagueTable, claim, league_csv
from ai.evaluation.league_play import exact_league, is_exact, play_league
from game.borders import say
from game.core import BadInput, ConnectionFailed
from game.match import acpc, phh
from game.match.outside_agents import NO_FAULTS, Faults, describe_faults, faults_document
from game.match.phh import HandRecord
from game.match.series import UNITS
from game.quoting import count_noun
from game.rules import games
from game.study.league import (
    FIRST_DEALS,
    MAX_DEALS,
    WORK,
    FieldResult,
    League,
    LeagueSettings,
    describe_left_out,
    get_digits,
)

DIGITS = 4  # significant digits of mean and interval


def add_match(words: Subcommands) -> None:
    """Add the command `match`."""
    parser = words.add("match", match)
    add_table(parser, "a", "b", board_games=games.NAMES)
    parser.add_argument("--hands", type=whole_number(1), default=1000)
    parser.add_argument("--duplicate", action="store_true")
    add_thinking(parser)
    add_executor(parser)
    parser.add_argument("--aivat", action="store_true")
    parser.add_argument("--log", type=Path)


def match(options: argparse.Namespace) -> int:
    """Play two agents against each other, and print the result."""
    spec = MatchSpec(
        options.game,
        options.a,
        options.b,
        hands=options.hands,
        seed=options.seed,
        duplicate=options.duplicate,
        blinds=read_blinds(options),
        stack_bb=read_stack(options),
        budget=read_budget(options),
        record=options.log is not None,
        aivat=options.aivat,
    )
    for name in (spec.a, spec.b):
        say_who_plays(catalog.find(spec.game, name, spec.blinds), spec.stack_bb)
    if options.log is not None:
        check_writable(options.log)
    say_contradictions(spec.game, (spec.a, spec.b), spec.blinds, spec.stack_bb)
    finished: list[HandRecord] = []

    def keep(why: str = "Interrupted") -> bool:
        if options.log is None or not finished:
            return False
        hands = list(finished)
        write_text(options.log, log_text(options.log, hands))
        say(f"{why}; {count_noun(len(hands), 'finished hand')} kept in {options.log}.")
        return True

    BEFORE_END.append(keep)  # a decision of an agent may take longer than an interrupt waits
    try:
        load, files = pack_agents(options, spec.game, (spec.a, spec.b), spec.blinds)
        with open_executor(options, files) as executor:
            result = run_measurement(play_match(spec, load, executor, finished))
    except KeyboardInterrupt:
        with SAVE_LOCK:
            BEFORE_END.clear()
            if not keep():
                raise
        return INTERRUPTED
    except (BadInput, ConnectionFailed):
        keep("The match gives no result")
        raise
    finally:
        BEFORE_END.clear()
    unprinted = ("records", "faults")
    row = {key.name: getattr(result, key.name) for key in fields(result) if key.name not in unprinted}
    row |= faults_document(result.faults)
    mean = format_signed(result.mean, DIGITS)
    interval = "" if result.ci95 is None else f" ± {format_number(result.ci95, DIGITS)}"
    line = (
        f"{result.a} against {result.b}, {count_noun(result.hands, 'hand')}: {mean}{interval} {result.unit} "
        f"({result.wins:,} won, {result.draws:,} drawn, {result.losses:,} lost)"
    )
    done = print_document(options, row, [line, *describe_faults(result.faults)])
    if options.log is not None:  # after the results, so that a write error doesn't hide them
        write_text(options.log, log_text(options.log, result.records))
    return done


def log_text(file: Path, records: Sequence[HandRecord]) -> str:
    """Return the hands as PHH or ACPC text. The suffix of the file determines the format."""
    if file.suffix == ".phhs" or (file.suffix == ".phh" and len(records) > 1):
        return phh.to_phhs(records)
    if file.suffix == ".phh":
        return phh.to_phh(records[0])
    return "\n".join([acpc.header(records[0].rules), *map(acpc.to_acpc, records)]) + "\n"


NOBODY, NOT_YET = "-", "."
GAP = "  "


def league_document(league: League) -> dict[str, object]:
    """Return the results in the unit of the game.

    The document lists the agents, sorted by their worst result, and every pair once. It also lists the agents that
    an exact league left out, if there are any.
    """
    settings = league.settings
    left_out = {"left_out": list(league.left_out)} if league.left_out else {}
    return {
        "game": settings.game,
        "unit": UNITS[settings.game],
        "work": settings.work,
        "seed": settings.seed,
        "aivat": settings.aivat,
        "exact": league.exact,
        "agents": [_row(agent, league.field(agent)) for agent in league.ranked()],
        "pairs": [
            {"a": pair.a, "b": pair.b, "hands": 2 * pair.deals, "mean": pair.mean, "ci95": pair.ci95}
            for pair in league.pairs
        ],
        "seconds": sum(pair.seconds for pair in league.pairs),
    } | left_out


def _row(agent: str, field: FieldResult | None) -> dict[str, object]:
    if field is None:
        return {"agent": agent, "mean": None, "ci95": None, "worst": None}
    return {"agent": agent, "mean": field.mean, "ci95": field.ci95, "worst": field.worst}


def cross_table(league: League) -> list[str]:
    """Return the lines of the cross-table.

    Each agent has a line with means, followed by a line with the half-widths of the intervals of the means.

    An exact league has no intervals.
    """
    agents, game = league.ranked(), league.settings.game
    heads = ["", *(str(rank) for rank in range(1, len(agents) + 1)), "worst", "mean"]
    rows = [heads]
    for rank, agent in enumerate(agents, 1):
        pairs = [league.pair(agent, other) for other in agents]
        field = league.field(agent)
        means = [
            NOBODY if pair is None else _mean(pair.mean if pair.is_known else None, game) for pair in pairs
        ]
        halves = ["" if pair is None or pair.exact else _half(pair.ci95, game) for pair in pairs]
        worst, mean, ci95 = (None, None, None) if field is None else (field.worst, field.mean, field.ci95)
        rows.append([f"{rank:2} {agent}", *means, _mean(worst, game), _mean(mean, game)])
        if not league.exact:
            rows.append(["", *halves, "", _half(ci95, game)])
    return [_title(league), *_aligned(rows)]


def _title(league: League) -> str:
    settings = league.settings
    if league.exact:
        return (
            f"{settings.game}, exact, no hands played: "
            f"what the row wins of the column in {UNITS[settings.game]}, sorted by the worst"
        )
    played = sorted({2 * pair.deals for pair in league.pairs})
    hands = " to ".join(f"{count:,}" for count in dict.fromkeys((played[0], played[-1])))
    aivat = ", AIVAT" if settings.aivat else ""
    return (
        f"{settings.game}, {hands} hands a pair, work {settings.work}, seed {settings.seed}{aivat}: "
        f"what the row wins from the column in {UNITS[settings.game]}, 95% intervals, sorted by worst result"
    )


def _mean(mean: float | None, game: str) -> str:
    return NOT_YET if mean is None else f"{mean:+z,.{get_digits(game)}f}"


def _half(ci95: float | None, game: str) -> str:
    return "" if ci95 is None else f"±{ci95:,.{get_digits(game)}f}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows as lines with aligned columns.

    The first column is left-aligned, and the others are right-aligned.
    """
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            [row[0].ljust(wide[0]), *(cell.rjust(w) for cell, w in zip(row[1:], wide[1:], strict=True))]
        ).rstrip()
        for row in rows
    ]


TABLE, DOCUMENT = ".csv", ".json"


def add_league(words: Subcommands) -> None:
    """Add the command `league`."""
    parser = words.add("league", league_command, hands=2 * FIRST_DEALS)
    add_table(parser, board_games=games.NAMES)
    parser.add_argument("agents", nargs="*", metavar="agent")
    parser.add_argument("--hands", type=whole_number(1, 2 * MAX_DEALS))
    parser.add_argument("--work", type=whole_number(1), default=WORK)
    add_executor(parser)
    parser.add_argument("--aivat", action="store_true")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--out", type=Path)


def league_command(options: argparse.Namespace) -> int:
    """Play all agents against each other, and print the league.

    Raises:
        BadInput: If the names are wrong, or `--hands` is given for a game that is computed exactly.
    """
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
        if options.out.suffix not in (TABLE, DOCUMENT):
            raise BadInput(f"{options.out} is not a table file: its name must end in {TABLE} or {DOCUMENT}.")
        check_writable(options.out)
    say_contradictions(settings.game, agents, settings.blinds, settings.stack_bb)
    if is_exact(settings.game):
        names = catalog.strongest_first(settings.game, agents)
        league = exact_league(settings, names, catalog.load, skip_unknown=not options.agents)
        if league.left_out:
            say(describe_left_out(league.left_out))
        return _tell(options, league)
    with claim(settings):
        table = LeagueTable(settings, agents, anew=not options.resume)
        if table.warning:
            say(table.warning)
        table.play_to(hands // 2)
        done = _play(table, options)
    league = table.league()
    if not done:
        counted = f"{2 * league.done:,} of {2 * league.total:,} hands"
        say(f"Interrupted; {counted} are saved. Continue with the same command and --resume.")
        return INTERRUPTED
    return _tell(options, league, table.faults)


def _tell(options: argparse.Namespace, league: League, faults: Faults = NO_FAULTS) -> int:
    """Print the league, and write it to the file of `--out`."""
    if options.out is not None:
        write_text(options.out, _file_text(options.out, league))
    document = league_document(league) | faults_document(faults)
    return print_document(options, document, [*cross_table(league), *describe_faults(faults)])


def _play(table: LeagueTable, options: argparse.Namespace) -> bool:
    """Play to the end, and return False if the play was interrupted."""
    load, files = pack_agents(options, table.settings.game, table.agents, table.settings.blinds)
    with interrupts_noted() as interrupted, open_executor(options, files) as executor:
        reports = play_league(table, load, executor)
        for report in reports:
            show_progress(report)
            if interrupted.is_set() and report.iteration != report.total:
                with SAVE_LOCK:
                    reports.close()
                return False
    return True


def _versions(settings: LeagueSettings, names: Sequence[str]) -> dict[str, str]:
    """Return the version of each named agent, by the agent's name.

    Without names, return the versions of all agents that can play.

    Raises:
        BadInput: If an agent is unknown or named twice, if only one agent is named, or if two names mean the
            same agent at the league's stacks.
    """
    twice = next((name for index, name in enumerate(names) if name in names[:index]), None)
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


def _file_text(file: Path, league: League) -> str:
    if file.suffix == TABLE:
        return league_csv(league)
    return json.dumps(league_document(league), allow_nan=False, indent=1) + "\n"
