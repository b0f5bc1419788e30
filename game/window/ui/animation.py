"""The animation of a table: a sequence of animation steps.

The state of a session changes at once, and the table then shows the change in animation steps. An animation
step shows one scene (plain data that the screen can draw) while its progress `share` grows from 0 to 1. After
the last step, the table is at rest and shows the current state.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.window.ui.theme import tokens

SceneT = TypeVar("SceneT")
FANFARES = ("win", "big_win", "loss")


@dataclass(frozen=True, slots=True)
class AnimationStep(Generic[SceneT]):
    """One step: its scene, its duration in seconds at normal speed, and its sound.

    `ticks` is the number of audible falling chips, 1 to 3. If `arrives`, the movement starts fast and ends slowly,
    as for objects that arrive on the table. All other movements are slow at both ends. During a `pause`, nothing
    moves, so that the user can read.
    """

    scene: SceneT
    seconds: float
    sound: str = ""
    ticks: int = 3
    arrives: bool = False
    pause: bool = False

    def without_fanfare(self) -> AnimationStep[SceneT]:
        return replace(self, sound="") if self.sound in FANFARES else self


class Timeline(Generic[SceneT]):
    """The queue of pending animation steps. The argument `begin` is called at the start of each step."""

    def __init__(self, begin: Callable[[AnimationStep[SceneT]], None]) -> None:
        self._begin = begin
        self._animation_steps: deque[AnimationStep[SceneT]] = deque()
        self._marks: deque[int] = deque()
        self._elapsed = 0.0
        self._begun = False
        self.reduced = False

    @property
    def animation_step(self) -> AnimationStep[SceneT] | None:
        return self._animation_steps[0] if self._animation_steps else None

    @property
    def share(self) -> float:
        """The eased progress of the current step, from 0 to 1. With reduced motion, the progress is always 1."""
        animation_step = self.animation_step
        if animation_step is None or self.reduced:
            return 1.0
        t = min(1.0, self._elapsed / animation_step.seconds) if animation_step.seconds else 1.0
        return 1 - (1 - t) ** 3 if animation_step.arrives else t * t * (3 - 2 * t)

    @property
    def seconds_left(self) -> float:
        return sum(self._length(animation_step) for animation_step in self._animation_steps) - self._elapsed

    @property
    def mark(self) -> int | None:
        return self._marks[0] if self._marks else None

    def add(self, animation_steps: Iterable[AnimationStep[SceneT]], mark: int = 0) -> None:
        """Append the animation steps that show step `mark` of the hand.

        A pause counts as a part of step `mark` + 1.
        """
        for animation_step in animation_steps:
            self._animation_steps.append(animation_step)
            self._marks.append(mark + animation_step.pause)

    def advance(self, seconds: float) -> bool:
        """Advance the time by some seconds. Return whether the table is still moving."""
        while self._animation_steps:
            animation_step = self._animation_steps[0]
            if not self._begun:
                self._begun = True
                self._begin(animation_step)
            length = self._length(animation_step)
            if self._elapsed + seconds < length:
                self._elapsed += seconds
                return True
            seconds -= length - self._elapsed
            self._drop()
        return False

    def finish(self) -> None:
        """Drop all pending steps without sound, so that the table is at rest."""
        self._animation_steps.clear()
        self._marks.clear()
        self._elapsed, self._begun = 0.0, False

    def restart(self) -> None:
        """Begin the current step again, without its sound."""
        self._elapsed = 0.0

    def skip(self) -> None:
        """End the current pause. If the table is not in a pause, drop all steps before the next pause."""
        if self._animation_steps and self._animation_steps[0].pause:
            self._drop()
            return
        while self._animation_steps and not self._animation_steps[0].pause:
            self._drop()

    def _drop(self) -> None:
        self._animation_steps.popleft()
        self._marks.popleft()
        self._elapsed, self._begun = 0.0, False

    def _length(self, animation_step: AnimationStep[SceneT]) -> float:
        shortened = self.reduced and not animation_step.pause
        return min(animation_step.seconds, motion("touch")) if shortened else animation_step.seconds


def motion(name: str) -> float:
    return tokens().motion[name] / 1000
