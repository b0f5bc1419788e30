"""What the other process prepares on the first start: what has a need waits until it is met, nothing else does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from game.core import Progress
from game.needs import NEEDS, Need, NeedsProgress
from game.request import Refusal
from game.study.preparation import Prepare
from game.texts import text

if TYPE_CHECKING:
    from game.match.worker import Worker

MOST_ATTEMPTS = 2
"""A worker that dies for another reason takes the preparation with it, so it is asked once more."""
MINUTE = 60.0
FEW_SECONDS, STEP = 10, 5


class Preparation:
    """How far it is. Asked once, a moment after the menu shows; settled when all is ready, or cannot be.

    `trouble` is the sentence that says why not, to be heard once; Hold'em is then played all the same.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._attempts = 0
        self._open = False
        self.settled = False
        self.version = 0
        self.trouble = ""
        self.share = 0.0
        self.seconds_left: float | None = None
        self._unmet: Mapping[Need, float | None] = dict.fromkeys(NEEDS)
        self._shares: dict[Need, float] = {}
        self.working = False
        self.step = (0, 1)

    def begin(self) -> None:
        """Ask, unless that was done."""
        if not self._open and not self.settled:
            self._open = True
            self._attempts += 1
            self._worker.ask(Prepare(), self._take, self._report)

    def holds_up(self, need: Need | None) -> bool:
        """Return whether who has a need has to wait for it."""
        return need in self._unmet and not self.settled

    def share_of(self, need: Need) -> float:
        """Return how much of the wait for a need is over, 0 to 1."""
        return self._shares.get(need, 0.0) if self.holds_up(need) else 1.0

    def _take(self, answer: bool | Refusal) -> None:
        self.version += 1
        self._open = self.working = False
        refused = answer if isinstance(answer, Refusal) else Refusal("")
        if not refused.died or self._attempts >= MOST_ATTEMPTS:
            self.settled = True
            self.trouble = refused.sentence

    def _report(self, progress: Progress) -> None:
        """Take how far it is; the bar never goes back."""
        self.version += 1
        self.working = True
        self.step = progress.iteration, progress.total or 1
        self.seconds_left = progress.seconds_left
        self.share = max(self.share, share_done(progress))
        assert isinstance(progress, NeedsProgress)
        self._unmet = progress.unmet
        for need, left in progress.unmet.items():
            done = share_done(replace(progress, seconds_left=left))
            self._shares[need] = max(self._shares.get(need, 0.0), done)

    @property
    def step_in_words(self) -> str:
        """The step that it is at, counted from one."""
        ready, steps = self.step
        return text("preparation.step", step=min(ready + 1, steps), steps=steps)

    def awaited(self, need: Need, working: str) -> str:
        """Say what an answer with a need waits for: that the program is still set up, else that it is `working`."""
        return text("preparation.still", left=self.in_words("left", need)) if self.holds_up(need) else working

    def in_words(self, kind: str, need: Need | None = None) -> str:
        """Say how long all or a need takes yet, in the words of the texts for this kind of place."""
        return left_in_words(self._unmet.get(need) if need else self.seconds_left, kind)


def share_done(progress: Progress) -> float:
    """Return how much is done, 0 to 1: by the time where it is known how long it takes yet."""
    if progress.seconds_left is None:
        return 0.0
    whole = progress.seconds + progress.seconds_left
    return progress.seconds / whole if whole else 0.0


def left_in_words(seconds: float | None, kind: str = "left") -> str:
    """Say how long something takes yet, None if that is not known, in the words for this kind of place."""
    if seconds is None:
        return text(f"preparation.{kind}.unknown")
    if seconds >= MINUTE:
        return text(f"preparation.{kind}.minutes", count=round(seconds / MINUTE + 0.5))
    return text(f"preparation.{kind}.seconds", count=_rounded(seconds))


def _rounded(seconds: float) -> int:
    """Return whole seconds, and of many of them steps that do not flicker.

    >>> _rounded(0.2), _rounded(8.4), _rounded(31.0)
    (1, 9, 35)
    """
    return max(1, ceil(seconds)) if seconds <= FEW_SECONDS else ceil(seconds / STEP) * STEP
