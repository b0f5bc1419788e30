"""The voice of the window, which speaks sentences one after the other with a speech engine of the system.

`Voice` has a queue and a thread, so that no frame waits for speech. A new text about the focus replaces an
older text about the focus. Events, such as an action at the table, are always read to the end. If the engine is
missing, fails or hangs, the window stays silent, and `trouble` is set.

The engine is a screen reader or voice found by the package `prismatoid`, else a speech program. A sentence
can contain the name of a player from an imported hand. So sentences are passed in such a way that no program
can interpret them as an option or a command.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import unicodedata
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol

from game.languages import system_language

WORDS_A_MINUTE = 175

FAULTS = (OSError, RuntimeError, ValueError, NotImplementedError)
"""The errors of `prismatoid`. Its own error classes derive from these."""


class SpeechError(Exception):
    """An error of the engine while speaking."""


class NoEngine(SpeechError):
    """No speech engine is available on this system."""


class Engine(Protocol):
    """A speech engine that speaks one sentence at a time. Only the thread of the voice calls its methods."""

    def start(self, words: str, language: str, rate: int) -> None:
        """Start to speak a sentence. `rate` is in percent of the normal rate.

        Raises:
            SpeechError: If the engine fails.
        """

    @property
    def speaking(self) -> bool:
        """Whether the sentence is still being spoken. Raises SpeechError if the engine has failed."""

    def stop(self) -> None: ...


Command = Callable[[str, str, int], Sequence[str]]
"""Returns the command line for a text, a language code and a rate.

The text is last, after the end of the options.
"""

WORDS_VARIABLE, LANGUAGE_VARIABLE = "PARLOUR_SPOKEN_WORDS", "PARLOUR_SPOKEN_LANGUAGE"
"""The environment variables of a speech program. A shell never interprets their values as commands."""


def _spd_say(words: str, language: str, rate: int) -> Sequence[str]:
    pace = max(-100, min(100, rate - 100 if rate >= 100 else 2 * (rate - 100)))
    return "spd-say", "--wait", "--language", language, "--rate", str(pace), "--", words


def _espeak(program: str) -> Command:
    return lambda words, language, rate: (
        program,
        *("-v", language, "-s", str(WORDS_A_MINUTE * rate // 100), "--", words),
    )


MAC_VOICES = {"de": "Anna", "en": "Samantha", "es": "Mónica", "ru": "Milena", "zh": "Tingting"}
"""The preferred voice of macOS by language. Its list also contains novelty voices."""


def _say(words: str, language: str, rate: int) -> Sequence[str]:
    voice = "" if language == system_language() else choose_mac_voice(_list_mac_voices(), language)
    chosen = ("-v", voice) if voice else ()
    return "say", *chosen, "-r", str(WORDS_A_MINUTE * rate // 100), "--", words


@cache
def _list_mac_voices() -> str:
    """Return the list of voices that the program `say` of macOS prints, or "" if `say` fails."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(
            ("say", "-v", "?"), capture_output=True, check=True, encoding="utf-8", errors="replace", timeout=5
        ).stdout
    return ""


def choose_mac_voice(listed: str, language: str) -> str:
    r"""Return the voice of macOS for a language code, or "" if there is none.

    >>> choose_mac_voice("Albert    en_US  # Hello!\nMónica    es_ES  # ¡Hola!", "es")
    'Mónica'
    """
    found = re.findall(rf"^(\S.*?)\s+{re.escape(language)}[_-]\w+\s+#", listed, re.MULTILINE)
    preferred = MAC_VOICES.get(language, "")
    return preferred if preferred in found else next(iter(found), "")


SAPI_SCRIPT = (
    "Add-Type -AssemblyName System.Speech;"
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "$voice.Rate = $rate;"
    f"try {{ $voice.SelectVoiceByHints(0, 0, 0, $env:{LANGUAGE_VARIABLE}) }} catch {{ }};"
    f"$voice.Speak($env:{WORDS_VARIABLE})"
)
"""Reads the text from the environment, because PowerShell ends a string at several kinds of quotation marks."""


def _sapi(words: str, language: str, rate: int) -> Sequence[str]:
    windows = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"))
    shell = windows / "System32" / "WindowsPowerShell" / "v1.0" / "powershell.exe"
    pace = max(-10, min(10, (rate - 100) // 20))
    return str(shell), "-NoProfile", "-NonInteractive", "-Command", f"$rate = {pace};{SAPI_SCRIPT}"


PROGRAMS: Sequence[tuple[str, Command]] = (
    ("spd-say", _spd_say),
    ("espeak-ng", _espeak("espeak-ng")),
    ("espeak", _espeak("espeak")),
)
"""The speech programs of Linux and the BSDs, the best first."""

MAX_LETTERS = 8_000
"""The maximum number of letters per call, so that the text fits the command line of every system."""


def clean(words: str) -> str:
    r"""Return words that are safe to pass to a speech program.

    Control characters become spaces. The voice of macOS would interpret `[[` as the start of a command, so a
    space is put between the brackets.

    >>> clean("Steady\0 [[volm 0]]"), clean("[[[")
    ('Steady  [ [volm 0]]', '[ [ [')
    """
    kept = "".join(letter if unicodedata.category(letter) not in ("Cc", "Cs") else " " for letter in words)
    return re.sub(r"\[(?=\[)", "[ ", kept[:MAX_LETTERS])


class ProgramEngine:
    """An engine that starts a speech program for each sentence."""

    def __init__(self, command: Command, silence: Sequence[str] = ()) -> None:
        self._command, self._silence = command, silence
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, words: str, language: str, rate: int) -> None:
        """Start the program with a sentence.

        Raises:
            SpeechError: If the program cannot be started.
        """
        try:
            command = self._command(words, language, rate)
            spoken = {WORDS_VARIABLE: words, LANGUAGE_VARIABLE: language}
            self._process = _launch(command, {**os.environ, **spoken})
        except OSError as error:
            raise SpeechError(error.strerror or str(error)) from error

    @property
    def speaking(self) -> bool:
        """Whether the program is still running. Raises SpeechError for an exit code other than 0."""
        if self._process is None or (code := self._process.poll()) is None:
            return self._process is not None
        self._process = None
        if code:
            raise SpeechError(str(code))
        return False

    def stop(self) -> None:
        """End the program. If the program only passes the text to a speech service, also stop the service."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._process = None
        if self._silence:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                _launch(self._silence).wait(1)


def _launch(command: Sequence[str], environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    return subprocess.Popen(
        command, stdin=quiet, stdout=quiet, stderr=quiet, creationflags=flags, env=environment
    )


class ReaderEngine:
    """A screen reader or voice of `prismatoid`.

    The user sets the language and the rate in the screen reader, not in this program.
    """

    def __init__(self, backend: Any) -> None:
        self._backend = backend
        self._ends = 0.0

    def start(self, words: str, language: str, rate: int) -> None:
        """Pass the sentence to the backend.

        Raises:
            SpeechError: If the backend refuses the sentence.
        """
        try:
            self._backend.speak(words, False)
        except FAULTS as error:
            raise SpeechError(str(error)) from error
        self._ends = time.monotonic() + len(words) * 60 / (6 * WORDS_A_MINUTE)

    @property
    def speaking(self) -> bool:
        """Whether the sentence is probably still being spoken, estimated by its length.

        Not every screen reader reports whether it is speaking.
        """
        return time.monotonic() < self._ends

    def stop(self) -> None:
        with contextlib.suppress(*FAULTS):
            self._backend.stop()


def find_engine() -> Engine:
    """Return the first engine available on this system.

    Raises:
        NoEngine: If no engine is available.
    """
    with contextlib.suppress(ImportError, AttributeError, *FAULTS):
        return ReaderEngine(importlib.import_module("prism").Context().acquire_best())
    if sys.platform == "darwin":
        return ProgramEngine(_say)
    if sys.platform == "win32":
        return ProgramEngine(_sapi)
    for program, command in PROGRAMS:
        if shutil.which(program) is not None:
            return ProgramEngine(command, ("spd-say", "--cancel") if program == "spd-say" else ())
    raise NoEngine


PATIENCE_SECONDS = 10.0
SECONDS_A_LETTER = 0.25
"""The maximum seconds per letter at the normal rate."""
NAP_SECONDS, END_SECONDS = 0.02, 0.3
MAX_WAITING = 200
"""The maximum number of waiting sentences.

The oldest are dropped first, because a listener would never catch up.
"""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence to say.

    A newer "focus" sentence replaces an older "focus" sentence. An "event" is always read to its end.
    """

    words: str
    language: str
    kind: Literal["focus", "event"]


class Voice:
    """The queue of sentences, and the thread that speaks them.

    Attributes:
        trouble: The reason why the voice is silent although it is on: "missing" or "failed", else "".
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
        """Turn the voice on or off, and set its rate in percent.

        An engine is searched for when the voice is turned on.
        """
        self._rate = rate
        if on == self.is_on:
            return
        self.is_on, self.trouble = on, ""
        self.hush()
        with self._condition:
            self._run += 1
            self._current, self._deadline = None, float("inf")
            self._condition.notify_all()
        self._thread = None

    def focus(self, words: str, language: str) -> None:
        """Say a text about the focused control. This text replaces an earlier text about the focus."""
        self._add(Sentence(words, language, "focus"))

    def tell(self, words: str, language: str) -> None:
        self._add(Sentence(words, language, "event"))

    def hush(self) -> None:
        """Stop speaking, and clear the queue."""
        with self._condition:
            self._queue.clear()
            self._is_cut = True
            self._condition.notify_all()

    @property
    def is_busy(self) -> bool:
        """Whether a sentence is being spoken or is queued.

        If the engine hangs, this property gives up the engine.
        """
        if self.is_on and not self.trouble and time.monotonic() > self._deadline:
            self._give_up(self._run, "failed")
        return self.is_on and not self.trouble and bool(self._queue or self._current is not None)

    def close(self) -> None:
        """Turn the voice off, and end the program that is speaking."""
        thread = self._thread
        self.set(on=False, rate=self._rate)
        if thread is not None:
            thread.join(END_SECONDS)

    def _add(self, sentence: Sentence) -> None:
        if not self.is_on or self.trouble or not sentence.words:
            return
        sentence = replace(sentence, words=clean(sentence.words))
        with self._condition:
            if sentence.kind == "focus":
                self._is_cut |= self._current is not None and self._current.kind == "focus"
                waiting = [one for one in self._queue if one.kind == "event"]
                self._queue = deque(waiting)
            self._queue.append(sentence)
            while len(self._queue) > MAX_WAITING:
                self._queue.popleft()
            self._condition.notify_all()
        if self._thread is None:
            self._deadline = time.monotonic() + self._patience
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
        """Speak the sentences in the queue until the voice is turned off.

        This method runs in the thread of the voice.
        """
        try:
            engine = self._find()
            self._finish(run)
            while (sentence := self._next(run)) is not None:
                engine.start(sentence.words, sentence.language, self._rate)
                while self._goes_on(run) and engine.speaking:
                    time.sleep(NAP_SECONDS)
                engine.stop()
                self._finish(run)
        except NoEngine:
            self._give_up(run, "missing")
        except Exception:  # noqa: BLE001 - a package that speaks may raise anything
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
