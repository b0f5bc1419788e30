"""The command `yardstick`: measure an agent of Hold'em against an external program, with AIVAT.

The program is a command, or listens on HOST:PORT. It uses the protocol of ai/agents/bot_protocols.py. With the
protocol of the ACPC, the program at HOST:PORT is a dealer, which deals the hands itself. The cards of folded hands
then stay hidden, so AIVAT cannot be computed.
"""

from __future__ import annotations

import argparse
import re
import shlex
import time
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import fmean

from ai import catalog
from ai.agents.bot_process import connect, log_file, start_process
from ai.agents.external_agent import USUAL_SECONDS, OpenChannel, seat
from ai.commands.matching import log_text
from ai.commands.options import (
    Subcommands,
    add_table,
    add_thinking,
    positive_number,
    read_budget,
    read_stack,
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
from ai.commands.playing import half_width
from ai.evaluation.head_to_head import MatchSpec, play_match
from game.core import Agent, BadInput, Progress
from game.files.manifest import ACPC, JSON
from game.match import acpc
from game.match.outside_agents import NO_FAULTS, Faults, describe_faults, faults_document
from game.match.phh import HandRecord
from game.match.series import THOUSANDTHS, UNITS
from game.quoting import count_noun, quoted
from game.rules import games

OPPONENT = "opponent"
"""The name of the other program in logs and results."""
DIGITS = 4
_ADDRESS = re.compile(r"(?P<host>[\w.\-]+|\[[\da-fA-F:]+\]):(?P<port>\d{1,5})")


def add(words: Subcommands) -> None:
    """Add the command `yardstick`."""
    parser = words.add("yardstick", yardstick, seconds=f"{USUAL_SECONDS:g}")
    add_table(parser, "agent", board_games=(games.HOLDEM,))
    parser.add_argument("--against", required=True, metavar="COMMAND|HOST:PORT")
    parser.add_argument("--protocol", choices=(JSON, ACPC), default=JSON)
    parser.add_argument("--hands", type=whole_number(2), default=1000)
    parser.add_argument("--seconds", type=positive_number, default=USUAL_SECONDS)
    add_thinking(parser)
    parser.add_argument("--log", type=Path)


def yardstick(options: argparse.Namespace) -> int:
    """Play an agent against an external program, and print the winnings.

    Raises:
        BadInput: If the command cannot be started, or a file cannot be written.
        ConnectionFailed: If the program does not answer, or fails too often.
    """
    if options.log is not None:
        check_writable(options.log)
    address = _ADDRESS.fullmatch(options.against)
    if address is not None and options.protocol == ACPC:
        return _play_dealer(options, address["host"].strip("[]"), int(address["port"]))
    open_channel = _opener(options.against, address)
    spec = MatchSpec(
        games.HOLDEM,
        options.agent,
        OPPONENT,
        hands=options.hands + options.hands % 2,
        seed=options.seed,
        duplicate=True,
        stack_bb=read_stack(options),
        budget=read_budget(options),
        record=options.log is not None,
        aivat=True,
    )

    def load(game: str, name: str, blinds: float = 1) -> Agent:
        if name != OPPONENT:
            return catalog.load_warmed_up(game, name, blinds)
        return seat(OPPONENT, open_channel, game, protocol=options.protocol, seconds=options.seconds)

    catalog.find(games.HOLDEM, options.agent)
    finished: list[HandRecord] = []
    try:
        result = run_measurement(play_match(spec, load, None, finished))
    finally:
        if options.log is not None and finished:
            write_text(options.log, log_text(options.log, finished))
    return _tell(
        options, YardstickResult(result.hands, result.mean, result.ci95, result.seconds), result.faults
    )


@dataclass(frozen=True, slots=True)
class YardstickResult:
    """The winnings of the agent in mbb/hand, and the half-width of their 95 % interval."""

    hands: int
    mean: float
    ci95: float | None
    seconds: float


def _tell(options: argparse.Namespace, won: YardstickResult, faults: Faults, *, is_aivat: bool = True) -> int:
    row = {
        "agent": options.agent,
        "against": options.against,
        "hands": won.hands,
        "mean": won.mean,
        "ci95": won.ci95,
        "unit": UNITS[games.HOLDEM],
        "aivat": is_aivat,
        "seconds": round(won.seconds, 3),
    }
    interval = "" if won.ci95 is None else f" ± {format_number(won.ci95, DIGITS)}"
    line = (
        f"{options.agent} against {options.against}, {count_noun(won.hands, 'hand')}: "
        f"{format_signed(won.mean, DIGITS)}{interval} {UNITS[games.HOLDEM]} "
        f"({'AIVAT' if is_aivat else 'without AIVAT'})"
    )
    return print_document(options, row | faults_document(faults), [line, *describe_faults(faults)])


def _opener(against: str, address: re.Match[str] | None) -> OpenChannel:
    """Return the function that starts the program or connects to it.

    Raises:
        BadInput: If there is no command.
    """
    if address is not None:
        return partial(connect, address["host"].strip("[]"), int(address["port"]))
    try:
        words = shlex.split(against)
    except ValueError as error:
        raise BadInput(f"{quoted(against)} is not a command: {error}.") from error
    if not words:
        raise BadInput("--against needs a command, or the host and port of a program that listens.")
    return partial(start_process, words, Path.cwd(), log_file(OPPONENT))


def _play_dealer(options: argparse.Namespace, host: str, port: int) -> int:
    """Play as a client of an ACPC dealer, until all hands are played or the dealer closes the connection."""
    if options.log is not None:
        raise BadInput("--log is for hands that are dealt here: a dealer of the ACPC keeps its own log.")
    agent, rules = catalog.load_warmed_up(games.HOLDEM, options.agent), games.cash_rules(read_stack(options))
    results: list[float] = []
    began = time.monotonic()
    with acpc.connected(host, port) as dealer:
        hands = acpc.play(dealer, agent, rules, options.seed, read_budget(options))
        for hand in islice(hands, options.hands):
            results.append(hand.chips / rules.big_blind * THOUSANDTHS)
            show_progress(Progress(len(results), options.hands, time.monotonic() - began))
    won = YardstickResult(len(results), fmean(results), half_width(results), time.monotonic() - began)
    return _tell(options, won, NO_FAULTS, is_aivat=False)
