"""Helpers that kill a process at a chosen moment, and check its files by a journal of its writes.

The journal is outside of the user's folder. The process writes a line to the journal before and after every
write of the program. The test therefore knows which writes were finished when the process was killed.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ACTING = "acting"
HISTORY = "history"
CURVE_NAME = "curve.json"
DRILLS = "drills/"
PATIENCE_SECONDS = 30.0
PRELOADED = ["tests.e2e.victims", "tests.attack.killed_runs"]
"""Modules that are imported once instead of in every killed process."""


class Journal:
    """A file of lines. A written line survives the death of the process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def begin(self, what: str, content: Any = None) -> None:
        os.write(self._file, json.dumps(["begin", what, content]).encode() + b"\n")

    def done(self, what: str) -> None:
        os.write(self._file, json.dumps(["done", what]).encode() + b"\n")

    def follow(self, owner: Any, name: str, report: Callable[..., tuple[str, Any]]) -> None:
        """Record in the journal the calls of the function `name` of `owner`.

        `report` maps the arguments of a call to a name and a content.
        """
        real = getattr(owner, name)

        def journalled(*arguments: Any, **options: Any) -> Any:
            what, content = report(*arguments)
            self.begin(what, content)
            result = real(*arguments, **options)
            self.done(what)
            return result

        setattr(owner, name, journalled)


class Expected:
    """The content of the user's folder that the journals of killed processes predict."""

    def __init__(self) -> None:
        self.allowed_states: dict[str, list[Any]] = {}
        self.hands = (0, 0)

    def read(self, journal: Path) -> None:
        """Read the journal of another killed process."""
        for line in journal.read_bytes().split(b"\n"):
            if not line:
                continue
            what, name, *content = json.loads(line)
            if name == HISTORY:
                whole, begun = self.hands
                self.hands = (whole, whole + 1) if what == "begin" else (begun, begun)
            elif what == "begin":
                self.allowed_states[name] = [*self.allowed_states.get(name, [None])[-1:], *content]
            else:
                del self.allowed_states[name][:-1]

    def forget_worker(self) -> None:
        """Drop predictions about files of the worker: the curves of runs, and the drills."""
        self.allowed_states = {
            name: at
            for name, at in self.allowed_states.items()
            if not name.endswith(CURVE_NAME) and not name.startswith(DRILLS)
        }

    def last_checkpoint(self, run: str) -> int:
        """Return the iteration of the last checkpoint that was written completely."""
        done = [
            at for name, at in self.allowed_states.items() if name.startswith(f"runs/{run}/") and len(at) == 1
        ]
        return max((at[0] for at in done if type(at[0]) is int), default=0)


def start_and_kill(work: Callable[[], object], journal: Path, seconds: float) -> int:
    """Run `work` in a process, and kill it `seconds` after the journal shows that the work has begun.

    Returns:
        The id of the process group.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    victim = context.Process(target=work)
    victim.start()
    try:
        wait_for(lambda: journal.exists() and ACTING in journal.read_text(), f"a start of {work}")
        time.sleep(seconds)
    finally:
        victim.kill()
        victim.join()
    assert victim.exitcode in (0, -signal.SIGKILL), "it has failed before it was killed"
    assert victim.pid is not None
    return victim.pid


def list_living(group: int) -> list[str]:
    """Return the command lines of the processes of a group that have not ended."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
    return [row[-1] for row in rows if row[0] == str(group) and not row[1].startswith("Z")]


def wait_for(
    wanted: Callable[[], object], what: str, seconds: float = PATIENCE_SECONDS, pause: float = 0.002
) -> None:
    """Wait until a condition holds.

    The condition is checked every `pause` seconds. A slow check should have a longer pause.
    """
    end = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end, f"never came: {what}"
        time.sleep(pause)
