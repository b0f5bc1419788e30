"""Attacks on whole processes: damaged files in a user's folder, and random command lines.

Run this module with `-m tests.attack.processes --kind files|commands --cases N --seed S`. `--only K` repeats
one case, and `--jobs J` runs J cases at a time. Each case has a copy of the cache folder, with some damaged
files.

A server imports everything once and forks a child for each case. Every tenth case is a new process `python
main.py`.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import main as program
from ai import kernel_cache
from game.files import user_files
from tests.attack.formats import Files, formats
from tests.attack.mutators import damaged_bytes
from tests.attack.test_commands import SOUND, VALUES, attacks, make_places, parsers, sound_line
from tests.killing import ROOT

ENCODINGS = ("ascii", "latin-1", "cp1252", "utf-8")
ALLOWED = {0, 2, 3, 130}
WINDOW_INTERRUPTED = -signal.SIGINT
"""The exit code of the window if it is interrupted while Python starts or ends."""
FORBIDDEN = ("Traceback", "Exception ignored", "fault in Parlour")
FRESH_EVERY = 10
PATIENCE_SECONDS = 3.0
KILL_SECONDS = 10.0
FRESH_SECONDS = 4.0
MAX_MEMORY_MB = 2_000
PROGRAM_MB = 500
STATED = re.compile(r"This solve takes ([\d,]+) MB")
"""Matches the memory that a solve states. The solve may use it in addition to the program's memory."""
NOTICES = ("set aside as", "Preparing ", " left.", " plays for ")
"""Parts of warnings and reports that may come before a refusal."""
MARGINS_MB = (64, 128, 256, 512, 1024)
LIMITED = 0.4
"""The share of cases with a memory limit."""
WORKERS = ("--workers", "2")
SAMPLE = 60
READERS = (
    "agents", "runs", "match tic-tac-toe own random --hands 4", "agents --json",
    "league tic-tac-toe random own --hands 8 --resume", "league tic-tac-toe random perfect --hands 8 --resume",
    "measure tic-tac-toe own", "strategy tic-tac-toe own --out {here}/s.json", "lab {home}/lab/own.yaml",
    "match holdem loose sound --hands 2", "league tic-tac-toe random own --hands 4",
    "train value-learner --iterations 2 --out {home}/agents/tic-tac-toe/own.npz",
    "train kuhn-cfr --resume {home}/agents/tic-tac-toe/own.npz --iterations 2", "solve {home}/spot.yaml",
    "review {home}/evening.log --hands 1", "foretell {home}/agents/tic-tac-toe/own.npz {home}/evening.log", "",
)  # fmt: skip
"""Commands that read a user's folder. The empty command opens the window."""
PLACES = {
    "model": "agents/tic-tac-toe", "rules": "agents/holdem", "preset": "agents/kuhn-poker", "series": "lab",
    "experiment": "lab", "solve": "solves",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """One run of a process: its words on the command line, and its environment."""

    number: int
    words: tuple[str, ...]
    encoding: str
    margin_mb: int
    stdout: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The exit code, the output and the peak memory of a process."""

    code: int
    out: str
    errors: str
    peak_mb: float


@dataclass(slots=True)
class Running:
    """A running process with its case. A process that takes too long is interrupted, and later killed."""

    case: Case
    folder: Path
    process: int
    began: float
    interrupted: bool = False

    def outcome(self) -> Outcome | None:
        """Return the outcome of the process, or None while the process runs. Interrupt or kill a slow process."""
        ended, status, used = os.wait4(self.process, os.WNOHANG)
        if not ended:
            waited = time.monotonic() - self.began
            patience = FRESH_SECONDS if self.case.fresh else PATIENCE_SECONDS
            if waited > patience and not self.interrupted:
                os.kill(self.process, signal.SIGINT)
                self.interrupted = True
            if waited > patience + KILL_SECONDS:
                os.kill(self.process, signal.SIGKILL)
            return None
        out, errors = (
            (self.folder / name).read_bytes().decode(self.case.encoding, "replace") for name in ("out", "err")
        )
        shutil.rmtree(self.folder, ignore_errors=True)
        return Outcome(os.waitstatus_to_exitcode(status), out, errors, used.ru_maxrss / 1024)


class Server:
    """Makes the cases of a seed, and runs each case in its own process and folder."""

    def __init__(self, kind: str, seed: int, scratch: Path) -> None:
        self.kind, self.seed, self.scratch = kind, seed, scratch
        self.damage = {one.name: one.damage for one in formats()}
        self.sound: dict[str, tuple[str, bytes]] = {}
        if kind == "files":
            for one in formats():
                made = scratch / "made" / one.name
                made.mkdir(parents=True)
                self._keep(one.name, one.sample(made))

    def _keep(self, kind: str, files: Files) -> None:
        folder = PLACES.get(kind, "")
        for name, content in files.items():
            path = f"{folder}/{name}".lstrip("/")
            self.sound[path.replace("mine.", "own.") if kind == "model" else path] = (kind, content)

    def case(self, number: int, folder: Path) -> Case:
        """Return the case `number`, and write the files that the case reads."""
        rng = random.Random(f"{self.kind} {self.seed} {number}")
        (folder / "here").mkdir(parents=True)
        self._copy_cache(number, folder / "cache")
        words = self._damaged(rng, folder) if self.kind == "files" else self._line(rng, folder)
        margin = rng.choice(MARGINS_MB) if rng.random() < LIMITED else 0
        stdout = rng.choice(("pipe", "closed")) if self.kind == "commands" and rng.random() < 0.1 else "file"
        return Case(
            number, words, rng.choice(ENCODINGS), margin, stdout, number % FRESH_EVERY == FRESH_EVERY - 1
        )

    def _copy_cache(self, number: int, folder: Path) -> None:
        """Copy the kernels and tables of this machine. For the kind `files`, damage some of the files."""
        rng, own = random.Random(f"cache {self.seed} {number}"), kernel_cache.folder()
        if own.is_dir():
            shutil.copytree(own, folder / "kernels" / own.name)
        for table in user_files.cache_folder().glob("*.*"):
            shutil.copy(table, folder)
        kept = sorted(file for file in folder.rglob("*") if file.is_file())
        for file in rng.sample(kept, min(len(kept), rng.randrange(4))) if self.kind == "files" else ():
            file.write_bytes(damaged_bytes(file.read_bytes(), rng))

    def _damaged(self, rng: random.Random, folder: Path) -> tuple[str, ...]:
        home = folder / "home"
        harmed = set(rng.sample(sorted(self.sound), rng.randint(1, 12)))
        for name, (kind, content) in self.sound.items():
            found = content
            if name in harmed:
                harm = self.damage[kind].get(Path(name).suffix) or self.damage[kind].get("")
                for _ in range(5):
                    found = harm(content, rng, folder / "beside") if harm and found == content else found
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_bytes(found)
        return tuple(rng.choice(READERS).format(home=home, here=folder / "here").split())

    def _line(self, rng: random.Random, folder: Path) -> tuple[str, ...]:
        places = make_places(folder)
        command = rng.choice(sorted(SOUND))
        words = rng.choice(list(attacks(command, rng.randrange(10**9), places))).words
        if rng.random() < 0.3:
            words = (*words[:-1], mutate(words[-1], rng))
        if rng.random() < 0.1:
            words = (*sound_line(command, places), put_places(rng.choice(VALUES), places))
        elif rng.random() < 0.3:
            more = rng.choice(((), WORKERS)) if WORKERS[0] in parsers()[command].format_usage() else ()
            words = (*sound_line(command, places), *more)
        return tuple(word.replace("\0", "0") for word in words)  # no system passes a zero on

    def run(self, numbers: Iterable[int], jobs: int) -> Iterator[tuple[Case, Outcome]]:
        """Run cases to the end, `jobs` at a time, and yield each case with its outcome."""
        waiting, running = iter(numbers), list[Running]()
        while True:
            while len(running) < jobs and (number := next(waiting, None)) is not None:
                folder = self.scratch / f"case-{number}"
                case = self.case(number, folder)
                process = self._fresh(case, folder) if case.fresh else self._fork(case, folder)
                running.append(Running(case, folder, process, time.monotonic()))
            if not running:
                return
            for one in list(running):
                if (outcome := one.outcome()) is not None:
                    running.remove(one)
                    yield one.case, outcome
            time.sleep(0.005)

    def _fork(self, case: Case, folder: Path) -> int:
        sys.stdout.flush()
        if pid := os.fork():
            return pid
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _redirect(case, folder)
        os.environ.update(_environment(case, folder))
        os.chdir(folder / "here")
        sys.stdin = open(0, encoding=case.encoding)  # noqa: SIM115
        sys.stdout = None if case.stdout == "closed" else open(1, "w", encoding=case.encoding)  # type: ignore[assignment]  # noqa: SIM115
        sys.stderr = open(2, "w", encoding=case.encoding, errors="backslashreplace")  # noqa: SIM115
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]
        if case.margin_mb:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            limit = pages * resource.getpagesize() + case.margin_mb * 2**20
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        sys.argv, sys.modules["__main__"] = ["main.py", *case.words], program  # worker processes import it
        raise SystemExit(program.main(case.words))

    def _fresh(self, case: Case, folder: Path) -> int:
        (folder / "out").touch()
        with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
            words = [
                word.encode("utf-8", "surrogateescape" if _escapes(word) else "replace")
                for word in case.words
            ]
            started = subprocess.Popen(
                [sys.executable, str(ROOT / "main.py"), *words],
                stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=folder / "here",
                env={**os.environ, **_environment(case, folder)},
            )  # fmt: skip
        started.returncode = 0  # waited for by its number
        return started.pid


def put_places(value: str, places: dict[str, str]) -> str:
    """Replace each name in braces in `value` by the path that `places` has for this name."""
    for name, place in places.items():
        value = value.replace(f"{{{name}}}", place)
    return value


def _escapes(word: str) -> bool:
    try:
        word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _environment(case: Case, folder: Path) -> dict[str, str]:
    return {
        "PARLOUR_HOME": str(folder / "home"),
        "PARLOUR_CACHE": str(folder / "cache"),
        "XDG_DATA_HOME": str(folder / "desktop"),
        "PYTHONIOENCODING": case.encoding,
        "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
    }  # fmt: skip


def _redirect(case: Case, folder: Path) -> None:
    """Redirect stdout and stderr to files. In some cases, stdout is a pipe without a reader, or is closed."""
    for number, name in enumerate((os.devnull, folder / "out", folder / "err")):
        opened = os.open(name, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    if case.stdout == "pipe":
        reads, writes = os.pipe()
        os.dup2(writes, 1)
        os.close(reads)
        os.close(writes)
    elif case.stdout == "closed":
        os.close(1)


def mutate(word: str, rng: random.Random) -> str:
    """Return a word with a letter removed, or with unusual characters added or in place of a letter."""
    start = rng.randrange(len(word) + 1)
    other = rng.choice(("", "é", "\x1b[31m", "\u202e", "💥", "0", "-", ",", " ", "{", "'", "\n", "9" * 20))
    return word[:start] + other + word[start + rng.randrange(2) :]


def faults(case: Case, outcome: Outcome) -> list[str]:
    """Return the faults that the outcome of a case shows."""
    found = [f"says {word}" for word in FORBIDDEN if word in outcome.errors + outcome.out]
    if outcome.code not in (ALLOWED if case.words else {*ALLOWED, WINDOW_INTERRUPTED}):
        found.append(f"exit {outcome.code}")
    stated = [int(number.replace(",", "")) for number in STATED.findall(outcome.errors)]
    if outcome.peak_mb > max([MAX_MEMORY_MB, *(number + PROGRAM_MB for number in stated)]):
        found.append(f"{outcome.peak_mb:.0f} MB")
    if outcome.code == program.BAD_INPUT:
        found += ["stdout is not empty"] if outcome.out else []
        said = [line for line in outcome.errors.splitlines() if not any(part in line for part in NOTICES)]
        found += [f"{len(said)} sentences on stderr"] if len(said) > 1 or not outcome.errors else []
    return found


def main() -> int:
    """Run the cases and print the result. Return 1 if any case failed."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--kind", choices=("files", "commands"), required=True)
    reader.add_argument("--cases", type=int, default=30)
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--only", type=int)
    reader.add_argument("--jobs", type=int, default=1)
    asked = reader.parse_args()
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # a shell's background jobs ignore it, and so would the cases
    scratch = Path(tempfile.mkdtemp(prefix="attack-"))
    server = Server(asked.kind, asked.seed, scratch)
    gc.freeze()
    table: Counter[tuple[str, int]] = Counter()
    sentences: dict[str, int] = {}
    failures, peak = 0, 0.0
    numbers = range(asked.cases) if asked.only is None else [asked.only]
    for case, outcome in server.run(numbers, asked.jobs):
        table[case.encoding, outcome.code] += 1
        peak = max(peak, outcome.peak_mb)
        if outcome.code in (2, 3):
            sentences.setdefault(outcome.errors.strip().replace(str(scratch), ""), case.number)
        if found := faults(case, outcome):
            failures += 1
            print(f"FAILED --seed {asked.seed} --only {case.number}: {', '.join(found)}; {ascii(case)[:600]}")
            print(ascii(outcome.errors[-1500:]), flush=True)
    for (encoding, code), count in sorted(table.items()):
        print(f"{encoding:8} exit {code:4} {count:6}")
    for sentence in random.Random(asked.seed).sample(sorted(sentences), min(SAMPLE, len(sentences))):
        print(f"{sentences[sentence]:6} {ascii(sentence)[:300]}")
    print(f"{sum(table.values())} cases, {failures} failed, peak {peak:.0f} MB")
    shutil.rmtree(scratch, ignore_errors=True)
    return int(failures > 0)


if __name__ == "__main__":
    os.environ.update(dict.fromkeys(program.ONE_THREAD, "1"))
    sys.exit(main())
