"""`match`: two agents against each other, over many hands and processes, with a log if it is asked for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from ai import catalog
from ai.commands.executors import add_executor, executor_of
from ai.commands.interrupts import BEFORE_END, SAVE_LOCK
from ai.commands.options import (
    INTERRUPTED,
    Subcommands,
    add_table,
    add_thinking,
    read_blinds,
    read_budget,
    read_stack,
    say_who_plays,
    whole_number,
)
from ai.commands.output import (
    check_writable,
    format_number,
    format_signed,
    print_document,
    run_measurement,
    write_text,
)
from ai.evaluation.head_to_head import MatchSpec, play_match
from game.borders import say
from game.match import acpc, phh
from game.match.history import HandRecord
from game.quoting import count_noun
from game.rules import games

DIGITS = 4  # significant ones of mean and interval


def add(words: Subcommands) -> None:
    """Add the command."""
    parser = words.add_parser("match", help="play two agents against each other")
    add_table(parser, match, "a", "b", board_games=games.NAMES)
    parser.add_argument("--hands", type=whole_number(1), default=1000, help="number of hands (default 1000)")
    parser.add_argument("--duplicate", action="store_true", help="every deal twice, seats swapped")
    add_thinking(parser)
    add_executor(parser)
    parser.add_argument(
        "--aivat",
        action="store_true",
        help="remove most of the luck (AIVAT); takes several times as long",
    )
    parser.add_argument(
        "--log", type=Path, help="save the hands: ACPC lines, or PHH if the name ends in .phh or .phhs"
    )


def match(options: argparse.Namespace) -> int:
    """Play two agents against each other."""
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
    finished: list[HandRecord] = []

    def keep() -> bool:
        if options.log is None or not finished:
            return False
        hands = list(finished)
        write_text(options.log, _log_text(options.log, hands))
        say(f"Interrupted; {count_noun(len(hands), 'finished hand')} kept in {options.log}.")
        return True

    BEFORE_END.append(keep)  # an agent that thinks may take long to end
    try:
        with executor_of(options) as executor:
            result = run_measurement(play_match(spec, catalog.load_warmed_up, executor, finished))
    except KeyboardInterrupt:
        with SAVE_LOCK:
            BEFORE_END.clear()
            if not keep():
                raise
        return INTERRUPTED
    finally:
        BEFORE_END.clear()
    row = {key.name: getattr(result, key.name) for key in fields(result) if key.name != "records"}
    mean = format_signed(result.mean, DIGITS)
    interval = "" if result.ci95 is None else f" ± {format_number(result.ci95, DIGITS)}"
    line = (
        f"{result.a} against {result.b}, {result.hands:,} hands: {mean}{interval} {result.unit} "
        f"({result.wins:,} won, {result.draws:,} drawn, {result.losses:,} lost)"
    )
    done = print_document(options, row, [line])
    if options.log is not None:  # after the figures, which are not lost with it
        write_text(options.log, _log_text(options.log, result.records))
    return done


def _log_text(file: Path, records: Sequence[HandRecord]) -> str:
    """Return the hands as PHH or ACPC text, as the ending of the file asks."""
    if file.suffix == ".phhs" or (file.suffix == ".phh" and len(records) > 1):
        return phh.to_phhs(records)
    if file.suffix == ".phh":
        return phh.to_phh(records[0])
    return "\n".join([acpc.header(records[0].rules), *map(acpc.to_acpc, records)]) + "\n"
