"""The commands: everything that needs no window, for people, scripts and other programs.

Names, options, exit codes and the JSON that each command prints are a contract that other programs rely on.
Exit: 0 done, 1 a fault of ours, 2 bad input (one sentence on stderr, nothing on stdout), 130 interrupted. With
`--json` stdout holds one object (a line a report while training) and nothing else; progress goes to stderr, and
only when that is a terminal.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import re
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, fields
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any, NoReturn, cast

from ai import catalog
from ai.algorithms.game_tree import information_states
from ai.evaluation.head_to_head import MatchResult, MatchSpec, play_match
from ai.evaluation.strength import exploitability_of, lines_of_both_seats
from ai.storage import keep_former, model_files
from ai.training import runs
from ai.training.claim import claimed
from ai.training.run import ModelRun, train
from game import user_files
from game.core import BadInput, Budget, IllegalAction, InformationState, KnownStrategy, Progress, State
from game.manifest import read_manifest
from game.match import acpc, phh, terminal
from game.match.history import HandRecord
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.kuhn_poker import MOVE_LETTERS

Command = Callable[[argparse.Namespace], int]

DONE, FAULT, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
SMALL_GAMES = (games.TIC_TAC_TOE, *games.KUHN_GAMES)
LONGEST_STACK_BB = 1_000_000
GREATEST = 1_000_000
MOST_WORKERS = 61
"""As many as a pool of processes can have on every system."""
FRACTION = re.compile(r"[0-9]{1,18}/[0-9]{1,18}")


def main(arguments: Sequence[str]) -> int:
    """Run the command that `arguments` name and return the exit code."""
    try:
        options = _parser().parse_args(list(arguments))
        command: Command = options.command
        return command(options)
    except (BadInput, IllegalAction) as sentence:
        print(sentence, file=sys.stderr)
        return BAD_INPUT
    except BrokenProcessPool:
        print("A worker process ended unexpectedly.", file=sys.stderr)
        return FAULT
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what reads us has read enough
        return DONE
    except SystemExit as end:  # argparse has shown its help
        return int(end.code or 0)


# ---- the commands -----------------------------------------------------------------------------------------
def list_agents(options: argparse.Namespace) -> int:
    """Print what can be played against."""
    entries = catalog.agents(options.game)
    keys = ("name", "game", "kind", "blinds", "description", "strength")
    rows = [{key: getattr(entry, key) for key in keys} for entry in entries]
    for row, entry in zip(rows, entries, strict=True):
        row["strength"] = asdict(entry.strength) if entry.strength else None
    lines = [f"{e.game:17} {e.name:16} {e.kind:8} {e.description}" for e in entries]
    lines += [f"left out: {sentence}" for _, sentence in catalog.broken()]
    return _print(options, {"agents": rows}, lines)


def list_runs(options: argparse.Namespace) -> int:
    """Print what can be trained."""
    entries = catalog.runs(options.game)
    lines = []
    for entry in entries:
        lines.append(f"{entry.name}: {entry.description}")
        lines += [f"    {key}={value}" for key, value in entry.settings.items()]
    keys = ("name", "game", "description", "settings")
    rows = [{key: getattr(entry, key) for key in keys} for entry in entries]
    return _print(options, {"runs": rows}, lines)


def play(options: argparse.Namespace) -> int:
    """Play at the terminal until the person has had enough."""
    blinds, chips = _blinds(options), _stack(options) * games.HOLDEM_BLINDS[1]
    agent = catalog.load(options.game, options.agent, blinds)
    voice = terminal.speaker(options.game)
    seats = ("you", agent.name) if options.seat == 0 else (agent.name, "you")
    session = Session(TableSpec(options.game, seats, seed=options.seed, blinds=blinds, stacks=(chips, chips)))
    while True:
        while (seat := session.seat_to_act) is not None:
            info, before = session.info(seat), session.state
            if seat != options.seat:
                decision = agent.decide(info, random.Random(session.decision_seed), _budget(options))
                session.act(decision.action, decision)
                print(f"{agent.name} {voice.did(before, decision.action)}.")
            elif not _person_acts(session, voice, info):
                return DONE
        print(voice.ending(session.state, session.player_of(options.seat)))
        if _ask("Enter for another, q to leave:") is None:
            return DONE
        session.next_hand()


def match(options: argparse.Namespace) -> int:
    """Play two agents against each other."""
    spec = MatchSpec(
        options.game,
        options.a,
        options.b,
        hands=options.hands,
        seed=options.seed,
        duplicate=options.duplicate,
        blinds=_blinds(options),
        stack_bb=_stack(options),
        budget=_budget(options),
        record=options.log is not None,
    )
    for name in (spec.a, spec.b):
        catalog.find(spec.game, name, spec.blinds)
    if options.log is not None:
        _check_place(options.log)
    with _executor(options.workers) if options.workers > 1 else nullcontext() as executor:
        result = _last(play_match(spec, catalog.load, executor))
    if options.log is not None:
        _write(options.log, _log_text(options.log, result.records))
    row = {key.name: getattr(result, key.name) for key in fields(result) if key.name != "records"}
    interval = "" if result.ci95 is None else f" ± {result.ci95:.3g}"
    line = (
        f"{result.a} against {result.b}, {result.hands:,} hands: {result.mean:+.4g}{interval} {result.unit} "
        f"({result.wins:,} won, {result.draws:,} drawn, {result.losses:,} lost)"
    )
    return _print(options, row, [line])


def train_run(options: argparse.Namespace) -> int:
    """Train, or go on training, an agent."""
    run = _run(options)
    file, _ = model_files(options.out or options.resume or _free_place(options.run, run))
    if options.out is not None:
        _check_model_place(file, run)
    with claimed(file):
        former_kept = options.resume not in model_files(file) and keep_former(file)
        report = _trained(run, file, options)
    if report is None:
        print(f"Interrupted; {file} goes on with --resume.", file=sys.stderr)
        return INTERRUPTED
    if not options.json:
        metrics = ", ".join(f"{key} {value:.6g}" for key, value in report.metrics.items())
        print(f"{file}: {report.iteration:,} iterations, {metrics}")
        if former_kept:
            print(f"What {file.name} was before is kept as {file.name}.bak and {file.stem}.yaml.bak.")
    return DONE


def _trained(run: ModelRun, file: Path, options: argparse.Namespace) -> Progress | None:
    """Train to the end and return the last report; None if that was interrupted, and the checkpoint is kept."""
    with _interrupts_noted() as interrupted:
        reports = train(run, file, options.seconds)
        for report in reports:
            if options.json:
                print(json.dumps(asdict(report), allow_nan=False), flush=True)
            _show_progress(report)
            if interrupted.is_set() and not report.done:
                reports.close()
                return None
    return report


def _run(options: argparse.Namespace) -> ModelRun:
    if options.resume is None:
        return runs.start(options.run, options.set, options.iterations, options.seed)
    if options.set or options.seed is not None:
        raise BadInput("A resumed run keeps its settings and its seed: leave out --set and --seed.")
    return runs.resume(options.run, options.resume, options.iterations)


def measure(options: argparse.Namespace) -> int:
    """Measure an agent exactly."""
    agent, root = _known_strategy(options)
    if options.game == games.TIC_TAC_TOE:
        seats = dict(zip("xo", lines_of_both_seats(agent), strict=True))
        kinds = ("lost", "drawn", "won")
        row = {f"{k}_lines_{seat}": getattr(lines, k) for k in kinds for seat, lines in seats.items()}
    else:
        found = exploitability_of(agent, root)
        row = {"nash_conv": found.nash_conv, "exploitability": found.exploitability, "value": found.value}
    return _print(options, row, [f"{key}: {value:.10g}" for key, value in row.items()])


def strategy(options: argparse.Namespace) -> int:
    """Print the whole strategy of an agent of a small game."""
    agent, root = _known_strategy(options)
    letters = str if options.game == games.TIC_TAC_TOE else MOVE_LETTERS.__getitem__
    table = {
        key: {letters(action): float(share) for action, share in agent.strategy(info).items()}
        for key, info in information_states(root).items()
    }
    document = {"information_states": table}
    if options.out is not None:
        _check_place(options.out)
        _write(options.out, json.dumps(document, allow_nan=False) + "\n")
    lines = [
        f"{key:6} " + "  ".join(f"{action} {share:.4f}" for action, share in row.items())
        for key, row in table.items()
    ]
    return _print(options, document, lines if options.out is None else [f"Written to {options.out}."])


# ---- words and options ------------------------------------------------------------------------------------
class _Parser(argparse.ArgumentParser):
    """Refuses in one sentence that lists what is known; options are never abbreviated."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**(settings | {"allow_abbrev": False}))

    def error(self, message: str) -> NoReturn:
        """Raise the sentence instead of leaving."""
        raise BadInput(f"{self.prog}: {message}.")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse here what is left over, where the options of the command are known."""
        options, left = super().parse_known_args(args, namespace)
        if left:
            known = ", ".join(action.option_strings[-1] for action in self._actions if action.option_strings)
            self.error(f"there is no {' '.join(left)} here: the options are {known}")
        return options, left


def _parser() -> _Parser:
    parser = _Parser(prog="main.py", description="Without a word: the window.")
    words = parser.add_subparsers(metavar="COMMAND", required=True)
    _listing(words.add_parser("agents", help="what can be played against"), list_agents)
    _listing(words.add_parser("runs", help="what can be trained"), list_runs)

    playing = words.add_parser("play", help="a game in the terminal")
    _table(playing, play, "agent", board_games=games.NAMES)
    playing.add_argument("--seat", type=int, choices=(0, 1), default=0)
    _thinking(playing)

    matching = words.add_parser("match", help="two agents against each other")
    _table(matching, match, "a", "b", board_games=games.NAMES)
    matching.add_argument("--hands", type=_whole(1), default=1000)
    matching.add_argument("--duplicate", action="store_true", help="every deal twice, seats swapped")
    _thinking(matching)
    matching.add_argument("--workers", type=_whole(1, MOST_WORKERS), default=1)
    matching.add_argument("--log", type=Path, help="ACPC lines, or PHH where the file ends in .phh or .phhs")

    training = words.add_parser("train", help="train an agent")
    training.add_argument("run")
    training.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    training.add_argument("--iterations", type=_whole(1))
    training.add_argument("--seconds", type=_above_zero)
    training.add_argument("--seed", type=_whole(0))
    training.add_argument("--out", type=Path)
    training.add_argument("--resume", type=Path)
    training.add_argument("--json", action="store_true")
    training.set_defaults(command=train_run)

    _table(words.add_parser("measure", help="how strong an agent is"), measure, "agent")
    asking = words.add_parser("strategy", help="the whole strategy of an agent of a small game")
    _table(asking, strategy, "agent")
    asking.add_argument("--out", type=Path)
    return parser


def _listing(parser: argparse.ArgumentParser, command: Command) -> None:
    parser.add_argument("--game")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=command)


def _table(
    parser: argparse.ArgumentParser,
    command: Command,
    *names: str,
    board_games: Sequence[str] = SMALL_GAMES,
) -> None:
    """Add the game, its agents and what is agreed about the table."""
    parser.add_argument("game", type=_one_of(board_games))
    for name in names:
        parser.add_argument(name)
    parser.add_argument("--blinds", type=_above_zero, help="chips posted blind in half-street Kuhn")
    parser.add_argument("--seed", type=_whole(0), default=0)
    if command is not play:  # what a person reads while playing is no object
        parser.add_argument("--json", action="store_true")
    if games.HOLDEM in board_games:
        parser.add_argument("--stack", type=_whole(1, LONGEST_STACK_BB), metavar="BB")
    parser.set_defaults(command=command)


def _thinking(parser: argparse.ArgumentParser) -> None:
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--work", type=_whole(1), help="samples or nodes a decision")
    limit.add_argument("--think", type=_above_zero, metavar="SECONDS", help="seconds a decision")


def _one_of(known: Sequence[str]) -> Callable[[str], str]:
    """Return the reader of the name of a game that the command knows."""

    def read(text: str) -> str:
        if text not in known:
            raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(known)}")
        return text

    return read


def _whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return the reader of a whole number within limits."""
    limits = f"a whole number of at least {least}" + (f" and at most {most:,}" if most else "")

    def read(text: str) -> int:
        number = terminal.whole_number(text)
        if number is None or number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{terminal.quoted(text)} is not {limits}")
        return number

    return read


def _above_zero(text: str) -> float:
    """Read a number above 0, whole where it is whole; a fraction may be written as 1/3."""
    try:
        number = float(Fraction(text) if FRACTION.fullmatch(text) else text)
    except (ValueError, ZeroDivisionError):
        number = 0.0
    if not 0 < number <= GREATEST:
        raise argparse.ArgumentTypeError(
            f"{terminal.quoted(text)} is not a number above 0 and at most {GREATEST:,}"
        )
    return int(number) if number == int(number) else number


def _blinds(options: argparse.Namespace) -> float:
    if options.blinds is not None and options.game != games.KUHN_HALF_STREET:
        raise BadInput(f"--blinds is for {games.KUHN_HALF_STREET}, not for {options.game}.")
    return 1 if options.blinds is None else cast(float, options.blinds)


def _stack(options: argparse.Namespace) -> int:
    if options.stack is not None and options.game != games.HOLDEM:
        raise BadInput(f"--stack is for {games.HOLDEM}, not for {options.game}.")
    return games.HOLDEM_STACK_BB if options.stack is None else cast(int, options.stack)


def _budget(options: argparse.Namespace) -> Budget:
    return Budget(options.work, options.think)


# ---- within -----------------------------------------------------------------------------------------------
def _known_strategy(options: argparse.Namespace) -> tuple[KnownStrategy, State]:
    """Return the agent, whose strategy can be asked in every small game, and the start of its game."""
    blinds = _blinds(options)
    agent = catalog.load(options.game, options.agent, blinds)
    return cast(KnownStrategy, agent), games.initial_state(options.game, blinds=blinds)


def _person_acts(session: Session, voice: terminal.Speaker, info: InformationState) -> bool:
    """Ask until a legal action is typed; False if the person leaves instead."""
    print(voice.situation(info))
    while (typed := _ask(voice.question(info))) is not None:
        try:
            session.act(voice.read(typed, info))
        except IllegalAction as sentence:
            print(sentence)
        else:
            return True
    return False


def _ask(question: str) -> str | None:
    """Return what is typed below the question, None at the end of the input or for q."""
    print(question, flush=True)
    try:
        typed = input("> " if sys.stdin.isatty() else "").strip()
    except EOFError:
        return None
    return None if typed.lower() in ("q", "quit") else typed


def _free_place(name: str, run: ModelRun) -> Path:
    """Return the first free file of the user's own agents."""
    folder = catalog.user_folder(run.manifest().game)
    return next(
        file
        for number in count(1)
        if not (file := folder / f"{name}-{number}.npz").with_suffix(".yaml").exists()
    )


def _check_model_place(file: Path, run: ModelRun) -> None:
    """Check that the agent can be played under the name of `file`, and that the file holds no other one."""
    catalog.check_name(file)
    if not any(part.exists() for part in model_files(file)):
        return
    ours = run.manifest()
    try:
        kept = read_manifest(model_files(file)[1])
    except BadInput as sentence:
        raise BadInput(f"{file} is there already and is not overwritten: {sentence}") from sentence
    if (kept.run, kept.game) != (ours.run, ours.game):
        raise BadInput(f"{file} holds an agent of {kept.run} for {kept.game}: it is not overwritten.")


def _last(items: Iterator[Progress | MatchResult]) -> MatchResult:
    """Show the progress and return the result."""
    for item in items:
        if isinstance(item, MatchResult):
            return item
        _show_progress(item)
    raise AssertionError("a match ends with its result")


def _show_progress(report: Progress) -> None:
    """Keep one line of the terminal up to date."""
    if not sys.stderr.isatty():
        return
    share = f"{report.iteration / report.total:4.0%} " if report.total else ""
    left = "measuring" if report.seconds_left is None else f"about {report.seconds_left:,.0f} s left"
    end = "\n" if report.iteration == report.total else ""
    print(f"\r{share}{report.iteration:,}, {left}    ", end=end, file=sys.stderr, flush=True)


def _executor(workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, initializer=_leave_interrupts_to_parent)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_noted() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into an event, so that the work in hand can be finished; a second one interrupts."""
    noted = threading.Event()

    def note(number: int, frame: object) -> None:
        noted.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def _log_text(file: Path, records: Sequence[HandRecord]) -> str:
    """Return the hands as PHH or ACPC text, as the ending of the file asks."""
    if file.suffix == ".phhs" or (file.suffix == ".phh" and len(records) > 1):
        return phh.to_phhs(records)
    if file.suffix == ".phh":
        return phh.to_phh(records[0])
    return "\n".join([acpc.header(records[0].rules), *map(acpc.to_acpc, records)]) + "\n"


def _check_place(file: Path) -> None:
    """Check before the work that its result can be written to `file`."""
    if not file.parent.is_dir():
        raise BadInput(f"There is no folder {file.parent} to write {file.name} into.")
    if file.is_dir():
        raise BadInput(f"{file} cannot be written: it is a folder.")
    try:
        with tempfile.TemporaryFile(dir=file.parent):
            pass
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.") from error


def _write(file: Path, text: str) -> None:
    try:
        user_files.atomic_write(file, text.encode())
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.") from error


def _print(options: argparse.Namespace, document: Mapping[str, object], lines: Sequence[str]) -> int:
    print(json.dumps(document, allow_nan=False) if options.json else "\n".join(lines))
    return DONE
