"""Grades and the tutor at the terminal, in plain sentences: what each decision cost beside the best one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from ai.features.judgements import held_judgements
from ai.review.document import UNKNOWN_COST_TEXTS, cost_unit, explain_best_action, format_cost
from game.borders import print_text
from game.core import Action, InformationState, State
from game.match.terminal import Speaker
from game.study.judgements import AskJudgement, Grade, Judgement, Mark, question_at

PATIENCE = 0.5
"""Seconds after which the player is told that a decision is being graded."""


@dataclass(slots=True)
class PlayGrades:
    """Grades the decisions of a person in a game by the cached judgements. `begin` forgets the previous hand."""

    game: str
    voice: Speaker
    made: list[tuple[State, InformationState, Action]] = field(default_factory=list)

    def begin(self) -> None:
        self.made.clear()

    def add(self, before: State, info: InformationState, action: Action) -> None:
        """Remember a decision that was made at `before`."""
        self.made.append((before, info, action))

    def grade(self, info: InformationState, action: Action) -> Grade:
        """Return the grade. Say that it is worked out if that takes long."""
        asked = question_at(self.game, info, action)
        return self._judge(asked).grade(action)

    def _judge(self, asked: AskJudgement) -> Judgement:
        began, silent = time.monotonic(), True
        for item in held_judgements.judging(asked):
            if isinstance(item, Judgement):
                return item
            if silent and time.monotonic() - began > PATIENCE:
                print_text("Grading your decision.")
                silent = False
        raise AssertionError("judging ends with the judgement")

    def holds_back(self, info: InformationState, action: Action) -> Grade | None:
        """Return the grade of a move that costs much; None for any other."""
        grade = self.grade(info, action)
        return grade if grade.is_held_back else None

    def warning(self, grade: Grade) -> str:
        """Return what the tutor says of a move that costs much."""
        return f"This looks like a {grade.mark}: it {self._cost(grade)} on average."

    def lines(self) -> Iterator[str]:
        """Yield a line for each decision of the hand, in order."""
        for number, (before, info, action) in enumerate(self.made, 1):
            yield f"{number}. {self.line(before, info, self.grade(info, action))}"

    def line(self, before: State, info: InformationState, grade: Grade) -> str:
        """Return one decision with its mark, its cost, the values of all actions, and why the best one is."""
        return " ".join(filter(None, (*self._graded(before, grade), explain_best_action(info, grade))))

    def _graded(self, before: State, grade: Grade) -> Iterator[str]:
        did, best = (
            self.voice.did(before, grade.action),
            f"Best: {self.voice.did(before, grade.judgement.best)}.",
        )
        if grade.is_unknown:
            reason = UNKNOWN_COST_TEXTS[grade.judgement.source]
            yield f"{did}: not graded, what it costs is not known. {reason} {best}"
            return
        cost = f", {self._cost(grade)}" if grade.sure_cost and grade.mark != Mark.BEST else ""
        yield f"{did}: {grade.mark}{cost}.{'' if grade.mark == Mark.BEST else f' {best}'}"
        values = ", ".join(
            f"{self.voice.did(before, action)} {value:+.2f}"
            for action, value in sorted(grade.judgement.values.items())
        )
        yield f"Values in {self._unit}: {values}."

    def _cost(self, grade: Grade) -> str:
        return f"costs {format_cost(self.game, grade)}"

    @property
    def _unit(self) -> str:
        return cost_unit(self.game)
