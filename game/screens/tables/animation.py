"""What happens at a table, shown one movement after the other.

A session changes at once; the table follows in beats. A beat shows one scene (plain data that the screen can
draw) while its share grows from 0 to 1. When the last beat is over the table rests and shows the state itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.screens.ui.theme import tokens

SceneT = TypeVar("SceneT")
FANFARES = ("win", "loss")


@dataclass(frozen=True, slots=True)
class AnimationStep(Generic[SceneT]):
    """One movement: the scene in which something moves, for how long at normal speed, with which sound.

    `arrives` chooses the easing: out for what arrives, smooth for what moves on the table. In a `pause` nothing
    moves: there is something to read.
    """

    scene: SceneT
    seconds: float
    sound: str = ""
    ticks: int = 3
    arrives: bool = False
    pause: bool = False

    def without_fanfare(self) -> AnimationStep[SceneT]:
        """Return the beat for somebody who has neither won nor lost."""
        return replace(self, sound="") if self.sound in FANFARES else self


class Timeline(Generic[SceneT]):
    """The beats that are still to be shown."""

    def __init__(self, begin: Callable[[AnimationStep[SceneT]], None]) -> None:
        self._begin = begin
        self._animation_steps: deque[AnimationStep[SceneT]] = deque()
        self._marks: deque[int] = deque()
        self._elapsed = 0.0
        self._begun = False
        self.reduced = False

    @property
    def animation_step(self) -> AnimationStep[SceneT] | None:
        """The beat that is being shown; None at rest."""
        return self._animation_steps[0] if self._animation_steps else None

    @property
    def share(self) -> float:
        """How far the beat is, eased; with reduced motion everything is at once in its place."""
        animation_step = self.animation_step
        if animation_step is None or self.reduced:
            return 1.0
        t = min(1.0, self._elapsed / animation_step.seconds) if animation_step.seconds else 1.0
        return 1 - (1 - t) ** 3 if animation_step.arrives else t * t * (3 - 2 * t)

    @property
    def seconds_left(self) -> float:
        """How long the beats still take at normal speed."""
        return sum(self._length(animation_step) for animation_step in self._animation_steps) - self._elapsed

    @property
    def mark(self) -> int | None:
        """The mark of the beat that is being shown: the step of the hand that it belongs to."""
        return self._marks[0] if self._marks else None

    def add(self, animation_steps: Iterable[AnimationStep[SceneT]], mark: int = 0) -> None:
        """Show these after what is shown already; once a pause begins its step has been shown."""
        for animation_step in animation_steps:
            self._animation_steps.append(animation_step)
            self._marks.append(mark + animation_step.pause)

    def advance(self, seconds: float) -> bool:
        """Let time pass; return whether anything still moves."""
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
        """Show the end of everything at once, without a sound."""
        self._animation_steps.clear()
        self._marks.clear()
        self._elapsed, self._begun = 0.0, False

    def skip(self) -> None:
        """End a pause; out of one, show at once what comes before the next."""
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
    """Return a duration of the theme file in seconds."""
    return tokens().motion[name] / 1000
