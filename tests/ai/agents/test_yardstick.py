"""Measuring an agent by its winnings against an external program, with AIVAT."""

from __future__ import annotations

import json
import shlex
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.match.acpc import from_acpc, rules_from_header
from tests.ai.agents.bots import CALLS, bot
from tests.ai.asking import Run, run_json

SHORT = ("yardstick", "holdem", "random", "--hands", "4")
ECHO = [
    sys.executable,
    "-S",
    "-c",
    "import sys\nfor line in sys.stdin: print(line.strip() + ':c', flush=True)",
]


def test_a_command_is_a_yardstick_and_its_hands_are_logged(tmp_path: Path, run: Run) -> None:
    log = tmp_path / "hands.log"
    row = run_json(run, *SHORT, "--against", shlex.join(bot(CALLS)), "--log", str(log))
    assert list(row) == ["agent", "against", "hands", "mean", "ci95", "unit", "aivat", "seconds", "faults"]
    assert (row["agent"], row["hands"], row["unit"], row["aivat"]) == ("random", 4, "mbb/hand", True)
    assert row["faults"]["opponent"]["faults"] == 0
    header, *lines = log.read_text(encoding="utf-8").splitlines()
    rules = rules_from_header(header)
    assert rules is not None
    assert [from_acpc(line, rules).number for line in lines] == [1, 2, 3, 4]


def test_a_bot_of_the_acpc_is_a_yardstick(run: Run) -> None:
    row = run_json(run, *SHORT, "--against", shlex.join(ECHO), "--protocol", "acpc")
    assert row["faults"]["opponent"]["faults"] == 0


@contextmanager
def listening_bot() -> Iterator[str]:
    """Yield the address of a bot that always calls. It accepts one connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection, connection.makefile("r", encoding="utf-8") as lines:
                for asked in map(json.loads, lines):
                    said = {"type": "action", "id": asked.get("id"), "action": "c"}
                    if asked["type"] == "hello":
                        said = {"type": "ready", "name": "Bot"}
                    if asked["type"] in ("hello", "decide"):
                        connection.sendall(json.dumps(said).encode() + b"\n")

        threading.Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def test_a_program_that_listens_is_a_yardstick(run: Run) -> None:
    with listening_bot() as address:
        there = run_json(run, *SHORT, "--against", address)
    here = run_json(run, *SHORT, "--against", shlex.join(bot(CALLS)))
    assert there["mean"] == here["mean"]


def test_a_program_that_does_not_play_is_no_yardstick(run: Run) -> None:
    for against, sentence in (
        ("127.0.0.1:1", "Nothing answers at 127.0.0.1:1"),
        ("/nowhere/bot", "cannot be started"),
        ("", "--against needs a command"),
        ("'unclosed", "is not a command"),
    ):
        code, out, err = run(*SHORT, "--against", against)
        assert (code in (2, 3), out) == (True, "")
        assert sentence in err
        assert err.count("\n") == 1


def test_a_dealer_of_the_acpc_that_does_not_answer_is_one_sentence(run: Run) -> None:
    code, _, err = run(*SHORT, "--against", "127.0.0.1:1", "--protocol", "acpc")
    assert (code, err) == (3, "No dealer answers at 127.0.0.1:1: Connection refused.\n")


@pytest.mark.parametrize("decides", ["sys.exit()", 'say(type="action", id=n, action="r7")'])
def test_a_yardstick_that_fails_gives_no_result(decides: str, run: Run) -> None:
    code, out, err = run(*SHORT, "--against", shlex.join(bot(decides)))
    assert (code, out) == (3, "")
    assert err.startswith("There is no result: opponent failed in ")
