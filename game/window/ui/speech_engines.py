"""Speech engines: a screen reader or voice found by the package `prismatoid`, else a speech program.

A sentence can contain the name of a player from an imported hand. So no program interprets it as an option or
command.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import shutil
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from game.languages import system_language

WORDS_A_MINUTE = 175

FAULTS = (OSError, RuntimeError, ValueError, NotImplementedError)
"""The errors of `prismatoid`. Its own error classes derive from these."""


class SpeechError(Exception):
    """The engine failed to speak."""


class NoEngine(SpeechError):
    """This system has no engine."""


class Engine(Protocol):
    """An engine that speaks one sentence at a time. Only the thread of the voice calls it."""

    def start(self, words: str, language: str, rate: int) -> None:
        """Start to speak. `rate` is in percent of the normal rate.

        Raises:
            SpeechError: If the engine fails.
        """

    @property
    def speaking(self) -> bool:
        """Whether the sentence is still being spoken. Raises SpeechError if the engine has failed."""

    def stop(self) -> None:
        """Stop at once."""


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
    """Return the list of voices that `say` prints, "" if it fails."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(
            ("say", "-v", "?"), capture_output=True, check=True, encoding="utf-8", errors="replace", timeout=5
        ).stdout
    return ""


def choose_mac_voice(listed: str, language: str) -> str:
    r"""Return the voice of macOS for a language code, "" if there is none.

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
    r"""Return words that are safe to hand to a speech program.

    Control characters become spaces. `[[`, which begins a command to the voice of macOS, is parted.

    >>> clean("Steady\0 [[volm 0]]"), clean("[[[")
    ('Steady  [ [volm 0]]', '[ [ [')
    """
    kept = "".join(letter if unicodedata.category(letter) not in ("Cc", "Cs") else " " for letter in words)
    return re.sub(r"\[(?=\[)", "[ ", kept[:MAX_LETTERS])


class ProgramEngine:
    """A speech program that is started for each sentence and ends after it."""

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
        """Whether the program still runs. An exit code other than 0 raises SpeechError."""
        if self._process is None or (code := self._process.poll()) is None:
            return self._process is not None
        self._process = None
        if code:
            raise SpeechError(str(code))
        return False

    def stop(self) -> None:
        """End the program. Some programs only pass the text on, and these are told to stop, too."""
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
    """A screen reader or voice of `prismatoid`, with the language and the rate that the user has set there."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend
        self._ends = 0.0

    def start(self, words: str, language: str, rate: int) -> None:
        """Pass the sentence to the backend.

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
        """Whether the sentence is probably still audible, by its length. Not every screen reader reports it."""
        return time.monotonic() < self._ends

    def stop(self) -> None:
        with contextlib.suppress(*FAULTS):
            self._backend.stop()


def find_engine() -> Engine:
    """Return the first engine available on this system.

    Raises:
        NoEngine: If there is none.
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
