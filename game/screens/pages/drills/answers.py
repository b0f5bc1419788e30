"""Below a card: what was done before the decision, and after the answer what each was worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.core import Action
from game.messages.grades_answers import Grade
from game.screens.pages.drills.words import CardWords
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.layout.box import Box, Column, Space
from game.screens.ui.leaves.control import Picture
from game.screens.ui.leaves.words import Caps, Words
from game.screens.ui.texts import percent, text

ROW = 42.0
BAR, LEAST_SHARE = 8.0, 0.005


def hand_so_far(words: CardWords) -> Box:
    """Return what was done before, a line a round."""
    told = [Words(one, "small", "dim", 2) for one in words.streets()]
    return Column(*told, Space(10).when(told))


def worth_of_answers(words: CardWords, grade: Grade) -> Sequence[Box]:
    """Return every answer with what it is worth, and how often the solution gives it."""
    rows = [Picture(partial(_draw_answer, words, grade, action), ROW) for action in sorted(grade.values)]
    return [Caps(text("drills.worth")), *rows]


def _draw_answer(words: CardWords, grade: Grade, action: Action, painter: Painter, rect: Rect) -> None:
    """Draw the name of an answer, its value, and its share as a bar; the one that was given is told by a disc."""
    x, y, width, height = rect
    row, given = y + height * 0.32, action == grade.action
    left = x + (16 if given else 0)
    if given:
        painter.disc(x + 4, row, 4, "brass")
    worth = words.value(grade.values[action])
    figure = painter.width(worth, "label_b")
    painter.text(worth, x + width, row, "label_b", "brass" if action == grade.best else "text", al="r")
    painter.text(words.label(action), left, row, "label_b" if given else "label", fit=width - figure - 24)
    share = grade.shares.get(action, 0.0)
    written = percent(share)
    painter.text(written, x + width, y + height * 0.76, "small", "dim", al="r")
    bar = (x, y + height * 0.76 - BAR / 2, width - 52, BAR)
    painter.bar(bar, share if share >= LEAST_SHARE else 0.0, "solid", "brass")
