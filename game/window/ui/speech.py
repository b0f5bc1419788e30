"""The voice of the window: sentences that are spoken one after the other by the system.

`Voice` has a queue and a thread, so that no frame waits for speech. The words of the focus replace each other. What
happened, such as an action at the table, is always read to its end. The engine is a screen reader or voice that the
package `prismatoid` finds, else the speech program of the system. An engine that is missing, fails or hangs
leaves the window silent, and `trouble` is set once.
"""

from __future__ import annotations

import contextlib
import importlib
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

WORDS_A_MINUTE = 175
PATIENCE_SECONDS = 10.0
SECONDS_A_LETTER = 0.25
"""How long a letter takes at most, at the normal rate."""
NAP_SECONDS, END_SECONDS = 0.02, 0.3
MAX_WAITING = 200
"""The sentences that wait at most. The oldest are dropped first, because a person would never catch up."""


FAULTS = (OSError, RuntimeError, ValueError, NotImplementedError)
"""The errors of `prismatoid`, whose own classes derive from these."""


class SpeechError(Exception):
    """The engine does not speak."""


class Engine(Protocol):
    """Speaks one sentence at a time. Only the thread of the voice calls it."""

    def start(self, words: str, language: str, rate: int) -> None:
        """Begin to speak. `rate` is in per cent of the normal rate.

        Raises:
            SpeechError: If the engine does not speak.
        """

    @property
    def speaking(self) -> bool:
        """Whether the sentence is still being spoken. It raises SpeechError if the engine has failed."""

    def stop(self) -> None:
        """Stop at once."""


Command = Callable[[str, str, int], Sequence[str]]
"""Returns the command line for words, a language code and a rate."""


def _spd_say(words: str, language: str, rate: int) -> Sequence[str]:
    pace = max(-100, min(100, rate - 100 if rate >= 100 else 2 * (rate - 100)))
    return "spd-say", "--wait", "--language", language, "--rate", str(pace), "--", words


def _espeak(program: str) -> Command:
    return lambda words, language, rate: (
        program,
        *("-v", language, "-s", str(WORDS_A_MINUTE * rate // 100), "--", words),
    )


def _say(words: str, language: str, rate: int) -> Sequence[str]:
    return "say", "-r", str(WORDS_A_MINUTE * rate // 100), "--", words


def _sapi(words: str, language: str, rate: int) -> Sequence[str]:
    pace = max(-10, min(10, (rate - 100) // 20))
    quoted = words.replace("'", "''")
    script = (
        "Add-Type -AssemblyName System.Speech;"
        "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer;"
        f"$voice.Rate = {pace};"
        f"try {{ $voice.SelectVoiceByHints(0, 0, 0, '{language}') }} catch {{ }};"
        f"$voice.Speak('{quoted}')"
    )
    return "powershell", "-NoProfile", "-NonInteractive", "-Command", script


PROGRAMS: Sequence[tuple[str, Command]] = (
    ("spd-say", _spd_say),
    ("espeak-ng", _espeak("espeak-ng")),
    ("espeak", _espeak("espeak")),
)
"""The speech programs of Linux and the BSDs, the best first."""


class ProgramEngine:
    """A speech program, which is started for each sentence and ends after it."""

    def __init__(self, command: Command, silence: Sequence[str] = ()) -> None:
        self._command, self._silence = command, silence
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, words: str, language: str, rate: int) -> None:
        """Start the program with a sentence.

        Raises:
            SpeechError: If the program cannot be started.
        """
        try:
            self._process = _launch(self._command(words, language, rate))
        except OSError as error:
            raise SpeechError(error.strerror or str(error)) from error

    @property
    def speaking(self) -> bool:
        """Whether the program still runs. An exit code other than 0 raises SpeechError."""
        if self._process is None or (code := self._process.poll()) is None:
            return self._process is not None
        self._process = None
        if code:
            raise SpeechError(str(code))
        return False

    def stop(self) -> None:
        """End the program. A program that only passes the words on is told to be silent, too."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._process = None
        if self._silence:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                _launch(self._silence).wait(1)


def _launch(command: Sequence[str]) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, creationflags=flags)


class ReaderEngine:
    """A screen reader or voice of `prismatoid`. It uses the language and the rate that the user has set there."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend
        self._ends = 0.0

    def start(self, words: str, language: str, rate: int) -> None:
        """Hand the sentence to the backend.

        Raises:
            SpeechError: If the backend refuses it.
        """
        try:
            self._backend.speak(words, False)
        except FAULTS as error:
            raise SpeechError(str(error)) from error
        self._ends = time.monotonic() + len(words) * 60 / (6 * WORDS_A_MINUTE)

    @property
    def speaking(self) -> bool:
        """Whether the sentence is likely to be heard still: not every screen reader tells."""
        return time.monotonic() < self._ends

    def stop(self) -> None:
        with contextlib.suppress(*FAULTS):
            self._backend.stop()


def find_engine() -> Engine:
    """Return the first engine that this system has.

    Raises:
        SpeechError: If there is none.
    """
    with contextlib.suppress(ImportError, *FAULTS):
        return ReaderEngine(importlib.import_module("prism").Context().acquire_best())
    if sys.platform == "darwin":
        return ProgramEngine(_say)
    if sys.platform == "win32":
        return ProgramEngine(_sapi)
    for program, command in PROGRAMS:
        if shutil.which(program) is not None:
            return ProgramEngine(command, ("spd-say", "--cancel") if program == "spd-say" else ())
    raise SpeechError("none")


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something to say. "focus" is replaced by newer words, and "event" is always read to its end."""

    words: str
    language: str
    kind: Literal["focus", "event"]


class Voice:
    """The queue of sentences, and the thread that says them.

    Attributes:
        trouble: Why the voice is silent although it is on: "" , "missing" or "failed".
    """

    def __init__(
        self, engine: Callable[[], Engine] = find_engine, *, patience: float = PATIENCE_SECONDS
    ) -> None:
        self._find, self._patience = engine, patience
        self._queue: deque[Sentence] = deque()
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None
        self._current: Sentence | None = None
        self._is_cut = False
        self._deadline = float("inf")
        self._run = 0
        self._rate = 100
        self.is_on = False
        self.trouble: Literal["", "missing", "failed"] = ""

    def set(self, *, on: bool, rate: int) -> None:
        """Turn the voice on or off, and set its rate in per cent. The engine is looked for when it is turned on."""
        self._rate = rate
        if on == self.is_on:
            return
        self.is_on, self.trouble = on, ""
        self.hush()
        with self._condition:
            self._run += 1
            self._condition.notify_all()
        self._thread = None

    def focus(self, words: str, language: str) -> None:
        """Say the focused control in the place of the earlier one."""
        self._add(Sentence(words, language, "focus"))

    def tell(self, words: str, language: str) -> None:
        """Say an event after the earlier events."""
        self._add(Sentence(words, language, "event"))

    def hush(self) -> None:
        """Be silent, and forget what waits."""
        with self._condition:
            self._queue.clear()
            self._is_cut = True
            self._condition.notify_all()

    @property
    def is_busy(self) -> bool:
        """Whether something is being said or waits. A hanging engine is given up here."""
        if self.is_on and not self.trouble and time.monotonic() > self._deadline:
            self._give_up(self._run, "failed")
        return self.is_on and not self.trouble and bool(self._queue or self._current is not None)

    def close(self) -> None:
        """Turn the voice off, and let the program of the sentence that is being spoken end."""
        thread = self._thread
        self.set(on=False, rate=self._rate)
        if thread is not None:
            thread.join(END_SECONDS)

    def _add(self, sentence: Sentence) -> None:
        if not self.is_on or self.trouble or not sentence.words:
            return
        with self._condition:
            if sentence.kind == "focus":
                self._is_cut = self._current is not None and self._current.kind == "focus"
                waiting = [one for one in self._queue if one.kind == "event"]
                self._queue = deque(waiting)
            self._queue.append(sentence)
            while len(self._queue) > MAX_WAITING:
                self._queue.popleft()
            self._condition.notify_all()
        if self._thread is None:
            self._thread = threading.Thread(target=self._speak, args=(self._run,), daemon=True)
            self._thread.start()

    def _give_up(self, run: int, trouble: Literal["missing", "failed"]) -> None:
        with self._condition:
            if run != self._run:
                return
            self._run += 1
            self.trouble, self._thread = trouble, None
            self._current, self._deadline = None, float("inf")
            self._queue.clear()
            self._condition.notify_all()

    def _speak(self, run: int) -> None:
        """Say the sentences of the queue until the voice is turned off. This runs in the thread."""
        try:
            engine = self._find()
        except SpeechError:
            self._give_up(run, "missing")
            return
        try:
            while (sentence := self._next(run)) is not None:
                engine.start(sentence.words, sentence.language, self._rate)
                while self._goes_on(run) and engine.speaking:
                    time.sleep(NAP_SECONDS)
                engine.stop()
                self._finish(run)
        except SpeechError:
            self._give_up(run, "failed")

    def _next(self, run: int) -> Sentence | None:
        with self._condition:
            while run == self._run and not self._queue:
                self._condition.wait()
            if run != self._run:
                return None
            self._current, self._is_cut = self._queue.popleft(), False
            letters = len(self._current.words) * SECONDS_A_LETTER * 100 / self._rate
            self._deadline = time.monotonic() + self._patience + letters
            return self._current

    def _goes_on(self, run: int) -> bool:
        with self._condition:
            return run == self._run and not self._is_cut

    def _finish(self, run: int) -> None:
        with self._condition:
            if run == self._run:
                self._current, self._deadline = None, float("inf")
