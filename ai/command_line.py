"""Run a command: parse the arguments, and turn errors into sentences and exit codes.

Other programs may rely on the names, options, exit codes and JSON of each command. The exit codes are:

- 0: done.
- 1: a bug in the program. One sentence on stderr names the crash report.
- 2: bad input. One sentence is printed to stderr, and nothing to stdout.
- 3: the connection to another program failed, or that program failed.
- 130: interrupted.

With `--json`, stdout contains one object (during training one object per line) and nothing else. Progress is
written to stderr if stderr is a terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool

from ai.commands import (
    analysis,
    benching,
    clustering,
    desktop,
    importing,
    listing,
    matching,
    measuring,
    playing,
    training,
    yardsticks,
)
from ai.commands.interrupts import Abandoned
from ai.commands.options import BAD_INPUT, DONE, FAULT, INTERRUPTED, OTHER_SIDE, Command, Parser, Subcommands
from game.borders import Border, say
from game.core import BadInput, ConnectionFailed, shortened
from game.files import user_files
from game.files.manifest import CODE_VERSION
from game.files.memory_limit import MEGABYTE, check_memory
from game.files.user_files import write_report
from game.quoting import quoted

MIN_COMMAND_BYTES = 96 * MEGABYTE
"""The free memory that a command needs to start. NumPy may crash if it cannot allocate small arrays."""
CHECKOUT = "python main.py"
"""The command line of the program if it is not installed."""


def main(arguments: Sequence[str], called: str = CHECKOUT) -> int:
    """Run the command in `arguments` and return the exit code.

    Help and errors use `called` as the name of the program.
    """
    with Border(lambda failure: str(write_report(user_files.home(), failure) or "")) as border:
        return _run(arguments, called)
    say(border.sentence)
    return FAULT if border.fault else BAD_INPUT


def _run(arguments: Sequence[str], called: str) -> int:
    try:
        options = _parser(called).parse_args([_typed(word) for word in arguments])
        command: Command = options.command
        check_memory("This command", MIN_COMMAND_BYTES)
        return command(options)
    except ConnectionFailed as sentence:
        say(shortened(str(sentence)))
        return OTHER_SIDE
    except BrokenProcessPool:
        say("Worker processes ended unexpectedly again and again.")
        return FAULT
    except KeyboardInterrupt as interrupt:
        say(str(interrupt) if isinstance(interrupt, Abandoned) else "Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader of stdout needs no more
        return DONE
    except SystemExit as end:  # argparse has shown its help
        return int(end.code or 0)


def _typed(word: str) -> str:
    """Return a word of the command line.

    Raises:
        BadInput: If the word contains bytes that no file name can contain. Only another program can pass such a
            word.
    """
    try:
        whole = b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        whole = False
    if not whole:
        raise BadInput(f"{quoted(word)} holds what is no character: type it again.")
    return word


def _parser(called: str = CHECKOUT) -> Parser:
    parser = Parser(prog=called)
    parser.add_argument("--version", action="version", version=f"parlour {CODE_VERSION}")
    words = Subcommands(parser, "COMMAND")
    for add in (
        listing.add,
        playing.add_play,
        matching.add_match,
        matching.add_league,
        playing.add_acpc,
        importing.add_import,
        training.add_train,
        measuring.add,
        analysis.add_foretell,
        analysis.add_review,
        training.add_lab,
        importing.add_import_strategy,
        clustering.add,
        yardsticks.add,
        desktop.add,
        analysis.add_hands,
        analysis.add_solve,
        benching.add,
    ):
        add(words)
    return parser
