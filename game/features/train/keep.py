"""Keeping what a run has learnt: a name for it, asked for over the run's page. Esc keeps and loses nothing.

A run at work waits while it is asked: else the checkpoint that is named here would give way to newer ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import ClassVar

from game.agent_entries import AGENT_NAME
from game.study.training import KeepCheckpoints, StoredRun
from game.texts import number, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.screen import Services
from game.window.ui.layout import Box
from game.window.ui.leaves import Control, Words
from game.window.ui.widgets import Act, Button, TextEntry

ENTRY = 44.0
LONGEST = 40


def is_agent_letter(letter: str) -> bool:
    """Allow what an agent's name may hold, and what `agent_name` turns into that."""
    return AGENT_NAME.fullmatch(agent_name(letter)) is not None


def agent_name(words: str) -> str:
    """Return the name that is typed, as an agent may have it.

    >>> agent_name("My Ada")
    'my-ada'
    """
    return words.lower().replace(" ", "-").replace("_", "-")


class KeepName(Dialog):
    """Asks for a name, keeps the run as it was at `iteration` under it, and closes; then `kept` is called."""

    name: ClassVar[str] = "keep"

    def __init__(self, app: Services, run: StoredRun, iteration: int, unit: str, kept: Act) -> None:
        super().__init__(app, text("train.keep.title"))
        self.entered = self.submit
        self._run, self._wanted, self._unit, self._kept = run, iteration, unit, kept
        self._said: Hashable = None
        self._asked = False
        self._holds = False
        self._entry = TextEntry(
            "name",
            text("train.keep.name"),
            self._free_name(),
            lambda words: None,
            allowed=is_agent_letter,
            longest=LONGEST,
            style="strong",
            al="l",
        )
        self._entry.entered = self.submit
        self._stay = Button("stay", text("train.keep.stay"), app.back, style="label_b")
        self._keep = Button("keep", text("train.keep.go"), self.submit, kind="primary", style="label_b")
        self.controls.focus("name")

    @property
    def iteration(self) -> int:
        """The checkpoint that is kept: the one asked for, or the latest where a newer one has taken its place."""
        run = self.app.training.find(self._run.id) or self._run
        stages = [stage.iteration for stage in run.stages]
        return self._wanted if self._wanted in stages or not stages else stages[-1]

    def enter(self) -> None:
        """Let a run at work wait."""
        if self.app.training.working(self._run.id) is not None:
            self._holds = True
            self.app.training.pause()

    def leave(self) -> None:
        """Let the run go on that had to wait, unless the program ends."""
        if self._holds and self.app.running:
            self._holds = False
            self.app.training.pause(self._go_on)

    def _go_on(self) -> None:
        self.app.training.resume(self.app.training.find(self._run.id) or self._run)

    def submit(self) -> None:
        """Keep it under the name that is typed."""
        if self._asked:
            return
        name = agent_name(self._entry.value)
        if not AGENT_NAME.fullmatch(name):
            self._entry.problem = text("train.keep.letters")
            return
        self._asked = True
        request = KeepCheckpoints(self._run.id, self._run.game, name, self.iteration)
        self.app.training.keep(request, self._answered)

    def _answered(self, sentence: str) -> None:
        self._asked = False
        self._entry.problem = sentence
        if not sentence and self.app.screen is self:
            self.app.back()
            self._kept()

    @property
    def _note(self) -> str:
        """What stands below the line: what is wrong, the name where it is typed otherwise, or what it may hold."""
        name = agent_name(self._entry.value)
        fits = "train.keep.letters" if name == self._entry.value else "train.keep.named"
        return self._entry.problem or text(fits, name=name)

    def _free_name(self) -> str:
        """Propose the run's own name, or one with a letter behind it where that is taken."""
        taken = {entry.name for entry in self.app.agents}
        names = [self._run.id, *(f"{self._run.id}{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")]
        return next((name for name in names if name not in taken), self._run.id)

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """What is kept, the line to type in, and below it what is wrong with the name, or how it will be."""
        self._said = self.iteration, self._entry.value, self._entry.problem
        key = "train.keep.body" if self._run.plays else "train.keep.to_learn_with"
        waits = f" {text('train.keep.waits')}" if self._holds else ""
        body = text(key, iteration=number(self.iteration), unit=self._unit) + waits
        note = Words(self._note, "small", "bad" if self._entry.problem else "dim", 6)
        return Words(body, "label", "dim", 10), Control(self._entry, ENTRY, after=8), note

    def buttons(self) -> list[Button]:
        """Keep it, or do not."""
        return [self._keep, self._stay]

    def update(self, dt: float) -> bool:
        """Follow what is typed and what is wrong with it, and the run until it waits."""
        if self._said != (self.iteration, self._entry.value, self._entry.problem):
            self.relayout()
        return False

    def trace(self) -> dict[str, str]:
        """Say what is typed and what is wrong with it."""
        return {"name": self._entry.value, "problem": self._entry.problem}
