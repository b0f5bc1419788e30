"""The voice of the window: sentences that the system speaks one after the other.

`Voice` has a queue and a thread, so that no frame waits for speech. New texts on the focus replace older
ones. Events, such as an action at the table, are always read to the end. If the engine is missing, fails or
hangs, the window stays silent, and `trouble` is set once.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from game.window.ui.speech_engines import Engine, NoEngine, clean, find_engine

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

    A "focus" sentence is replaced by a newer one, and an "event" is always read to its end.
    """

    words: str
    language: str
    kind: Literal["focus", "event"]


class Voice:
    """The queue of sentences, and the thread that speaks them.

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
        """Turn the voice on or off, and set its rate in percent.

        The engine is searched when the voice is turned on.
        """
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
        """Say the focused control. It replaces an earlier focus sentence."""
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
        """Whether a sentence is being spoken or waits. If the engine hangs, this gives it up."""
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
        """Speak the sentences of the queue until the voice is turned off. Runs in the thread."""
        try:
            engine = self._find()
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
