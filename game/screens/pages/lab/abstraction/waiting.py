"""What is being done, how far it is, and how long it takes yet."""

from __future__ import annotations

from game.messages.abstraction_answers import COMPILING, LOOKING, PHASE, RIVERS
from game.screens.models.preparation import left_in_words
from game.screens.pages.lab.abstraction.model import AbstractionModel
from game.screens.ui.layout.box import Box, Column, Space
from game.screens.ui.leaves.words import Bar, Line, Paragraph
from game.screens.ui.texts import text

BAR, LEFT = 6.0, 28.0
PHASES = {COMPILING: "compiling", RIVERS: "rivers", LOOKING: "hands"}


def waiting(model: AbstractionModel) -> Box:
    """Return the words and, once a report has come, the bar and the time that is left."""
    report = model.report
    phase = PHASES.get(int(report.metrics.get(PHASE, -1)), "opening") if report is not None else "opening"
    words = Paragraph(text(f"lab.alike.waiting.{phase}"), limit=4)
    if report is None:
        return words
    left = Line(left_in_words(report.seconds_left), "label_b", height=LEFT)
    return Column(words, Space(2), Bar(model.share, height=BAR, pattern="diagonal"), left)
