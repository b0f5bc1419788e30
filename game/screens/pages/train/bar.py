"""The bar of a run: how much is done, how fast it goes, how long it will take, what is saved; and three buttons."""

from __future__ import annotations

from game.messages.training_answers import StoredRun
from game.screens.models.run_words import doing_in_words, left_in_words, pace_in_words
from game.screens.models.training_model import AtWork
from game.screens.ui.leaves import WorkBar
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Button

RUN_WORDS = {"working": "pause", "pausing": "pausing", "paused": "go_on", "lost": "go_on", "done": "another"}


def is_stored(phase: str) -> bool:
    """Return whether a run lies stored and does not work."""
    return phase not in ("working", "pausing")


class RunBar:
    """What the bar says of a run, and its buttons."""

    def __init__(self, run_or_pause: Act, keep: Act, cancel: Act) -> None:
        self.run_button = Button(
            "run", "", run_or_pause, kind="primary", keycap=text("keys.space"), style="label_b"
        )
        self._keep = Button("keep", text("train.keep.go"), keep, keycap="K", style="label_b")
        self._cancel = Button("cancel", "", cancel, keycap="C", style="label_b")
        self.buttons = (self.run_button, self._keep, self._cancel)
        self.phase = ""
        self._share = 0.0
        self._facts: tuple[tuple[str, str], ...] = ()
        self._trouble = ""

    def show(
        self, run: StoredRun, work: AtWork | None, phase: str, unit: str, trouble: str, *, not_kept: str
    ) -> None:
        """Take over what is known of the run now; `not_kept` says why nothing of it can be kept yet."""
        self.phase, self._trouble = phase, trouble
        done = work.iteration if work is not None else run.iteration
        self._share = done / max(1, run.total)
        counted = text("train.counted", done=number(done), total=number(run.total), unit=unit)
        if work is not None:
            left = None if work.report is None else work.report.seconds_left
            saved = text("train.saved_at", iteration=number(work.saved))
            doing = doing_in_words(work.report) or pace_in_words(work.rate, unit)
            self._facts = ((counted, doing), (left_in_words(left), saved))
        else:
            saved = text("train.saved_at", iteration=number(done))
            self._facts = ((counted, text(f"train.phases.{phase}")), (saved, ""))
        self.run_button.label = text(f"train.run_button.{RUN_WORDS[phase]}")
        self.run_button.disabled = text("train.saves") if phase == "pausing" else ""
        self._keep.disabled = not_kept
        self._cancel.label = text("train.forget.go" if is_stored(phase) else "train.cancel.name")

    def box(self, *, height: float, narrow: bool) -> WorkBar:
        """Return it as it is shown now."""
        return WorkBar(self.buttons, self._share, self._facts, self._trouble, height=height, narrow=narrow)
