"""Below a card: what was done before the decision, and after the answer what each was worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.messages.grades_answers import Grade
from game.screens.tables.position.words import CardWords
from game.screens.ui.layout import Box, Column, Space
from game.screens.ui.leaves import Caps, Picture, Words
from game.screens.ui.texts import text
from game.screens.views import worth_row
from game.screens.views.worth_row import WorthRow


def hand_so_far(words: CardWords) -> Box:
    """Return what was done before, a line a round."""
    streets = [Words(one, "small", "dim", 2) for one in words.streets()]
    return Column(*streets, Space(10).when(streets))


def worth_of_answers(words: CardWords, grade: Grade) -> Sequence[Box]:
    """Return every answer with what it is worth, where that is known, and how often the solution gives it."""
    known = not grade.never_taken
    rows = [
        WorthRow(
            words.label(action),
            words.value(value) if known else "",
            grade.shares.get(action, 0.0),
            given=action == grade.action,
            best=action == grade.best,
        )
        for action, value in sorted(grade.values.items())
    ]
    return [
        Caps(text("drills.worth" if known else "drills.played")),
        *(Picture(partial(worth_row.draw, row), worth_row.ROW) for row in rows),
    ]
