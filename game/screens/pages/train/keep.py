"""Keeping what a run has learnt: a name for it, asked for over the run's page. Esc keeps and loses nothing.

A run at work waits while it is asked: else the checkpoint that is named here would give way to newer ones.
"""

from __future__ import annotations

from typing import ClassVar

from game.agent_entries import AGENT_NAME
from game.messages.training import KeepCheckpoints
from game.messages.training_answers import StoredRun
from game.screens.frame.screen import Screen, Services
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.input import ENTER, Key
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Button, Rect, TextEntry

WIDEST = 560.0
PADDING = 28.0
ENTRY_HEIGHT = 44.0
BUTTON_HEIGHT = 44.0
LINE = 15 * 1.38
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


class KeepName(Screen):
    """Asks for a name, keeps the run as it was at `iteration` under it, and closes; then `kept` is called."""

    name: ClassVar[str] = "keep"
    overlay: ClassVar[bool] = True

    def __init__(self, app: Services, run: StoredRun, iteration: int, unit: str, kept: Act) -> None:
        super().__init__(app)
        self._run = run
        self._wanted = iteration
        self._unit = unit
        self._kept = kept
        self._shown = -1
        self._noted = ""
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._lines: tuple[str, ...] = ()
        self._problem = ""
        self._problem_lines: tuple[str, ...] = ()
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
            self._say(text("train.keep.letters"))
            return
        self._asked = True
        request = KeepCheckpoints(self._run.id, self._run.game, name, self.iteration)
        self.app.training.keep(request, self._answered)

    def _answered(self, sentence: str) -> None:
        self._asked = False
        if sentence:
            self._say(sentence)
        elif self.app.screen is self:
            self.app.back()
            self._kept()

    @property
    def _note(self) -> str:
        """What stands below the line: the name itself where it is not what is typed, else what it may hold."""
        name = agent_name(self._entry.value)
        return text("train.keep.named" if name != self._entry.value else "train.keep.letters", name=name)

    def _say(self, sentence: str) -> None:
        self._problem = self._entry.problem = sentence
        self.relayout()

    def _free_name(self) -> str:
        """Propose the run's own name, or one with a letter behind it where that is taken."""
        taken = {entry.name for entry in self.app.agents}
        names = [self._run.id, *(f"{self._run.id}{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")]
        return next((name for name in names if name not in taken), self._run.id)

    # ---- where it lies, what is drawn -----------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """A panel in the middle: title, sentence, the line to type in, what is wrong with it, two buttons."""
        painter = self.app.painter
        wide = min(WIDEST, width - 48)
        inner = wide - 2 * PADDING
        self._shown, self._noted = self.iteration, self._note
        key = "train.keep.body" if self._run.plays else "train.keep.to_learn_with"
        body = [text(key, iteration=number(self._shown), unit=self._unit)]
        if self._holds:
            body.append(text("train.keep.waits"))
        self._lines = painter.wrap(" ".join(body), inner, "label")
        self._problem_lines = painter.wrap(self._problem or self._note, inner, "small")
        above = PADDING + 42 + len(self._lines) * LINE + 10
        below = ENTRY_HEIGHT + 8 + len(self._problem_lines) * LINE + 12
        high = above + below + BUTTON_HEIGHT + PADDING
        x, y = (width - wide) / 2, max(8.0, (height - high) / 2)
        self._panel = (x, y, wide, high)
        self._entry.rect = (x + PADDING, y + above, inner, ENTRY_HEIGHT)
        right, top = x + wide - PADDING, y + above + below
        for button in (self._keep, self._stay):
            natural = min((inner - 12) / 2, max(116.0, button.natural_width(painter)))
            button.rect = (right - natural, top, natural, BUTTON_HEIGHT)
            right -= natural + 12
        self.place([self._entry, self._stay, self._keep])

    def draw(self, painter: Painter) -> None:
        """Draw the panel."""
        x, y, wide, _ = self._panel
        inner = wide - 2 * PADDING
        painter.shadow(self._panel, 14, 24, 180, 12)
        painter.rect(self._panel, "panel", 14, "edge")
        painter.text(text("train.keep.title"), x + PADDING, y + PADDING + 10, "h2", fit=inner)
        for place, line in enumerate(self._lines):
            painter.text(line, x + PADDING, y + PADDING + 42 + place * LINE, "label", "dim")
        below = self._entry.rect[1] + ENTRY_HEIGHT + 8
        for place, line in enumerate(self._problem_lines):
            ink = "bad" if self._problem else "dim"
            painter.text(line, x + PADDING, below + (place + 0.5) * LINE, "small", ink)
        self.draw_controls(painter)

    def key(self, event: Key) -> bool:
        """Enter keeps it; typing takes back what was said of the name before."""
        if event.name in ENTER and not event.repeat:
            self.submit()
            return True
        return False

    def update(self, dt: float) -> bool:
        """Take back what was said of another name; follow what is typed, and the run until it waits."""
        if self._problem and not self._entry.problem:
            self._problem = ""
            self.relayout()
        if self._shown != self.iteration or self._noted != self._note:
            self.relayout()
        return False

    def trace(self) -> dict[str, str]:
        """Say what is typed and what is wrong with it."""
        return {"name": self._entry.value, "problem": self._problem}
