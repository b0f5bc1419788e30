"""The tutor of a table: a costly move is held back once, and the player says what is to be done with it.

The tutor decides by the sure judgement of the move, which the coach shows as well. In each decision it warns once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from game.core import Action, InformationState
from game.match.table_spec import TableSpec
from game.study.judgements import MARKS, AskJudgement, Grade, Judgement, question_at, shipped_marks
from game.study.words import cost_in_words
from game.texts import text
from game.window.dialogs.question import Question, Reply, nothing
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

LONG = 0.5  # seconds after which the tutor says that a move is being looked at
AGAIN = 5.0  # and from then on says it again, so that it stays in view


class Tutor:
    """Looks at the moves of a table. `play` plays a move, and `show` shows the best one."""

    def __init__(self, app: Services, spec: TableSpec, play: Callable[[Action], None], show: Act) -> None:
        self.active = spec.tutor
        self._app, self._spec = app, spec
        self._play, self._show = play, show
        self._warned: Hashable = None
        self._decision: Hashable = None
        self._asked: AskJudgement | None = None
        self._seconds = 0.0

    @property
    def is_looking(self) -> bool:
        """Whether a move is being looked at, and nothing else can be played."""
        return self._asked is not None and self._asked.action is not None

    def consider(self, info: InformationState, action: Action, decision: Hashable) -> bool:
        """Look at a move before it is played. Return whether the tutor plays it, or asks about it, later.

        `decision` names the decision: in each the player is warned once.
        """
        if not self.active or decision == self._warned:
            return False
        self._decision, self._seconds = decision, 0.0
        self._asked = replace(self._of(info), action=action)
        return True

    def prepare(self, info: InformationState) -> None:
        """Have a decision judged before anything is chosen, so that the answer comes soon."""
        if self.active:
            self._asked = self._of(info)

    def advance(self, seconds: float) -> None:
        """Let time pass: decide about a move once its grade is sure, and say what is awaited if it takes long."""
        if self._asked is None:
            return
        judgements, asked = self._app.judgements, self._asked
        judgements.ask(asked)
        if not self.is_looking:
            return
        grade, early = judgements.sure_grade(asked), judgements.of(asked)
        if grade is not None or judgements.problem(asked) or (early and _is_harmless(early, asked.action)):
            self._decide(asked, grade)
            return
        before, self._seconds = self._seconds, self._seconds + seconds
        if (before - LONG) // AGAIN < (self._seconds - LONG) // AGAIN:
            looking, need = text("tutor.looking"), asked.need
            self._app.say(self._app.preparation.awaited(need, looking) if need is not None else looking)

    def forget(self) -> None:
        """Forget the move that is being looked at: the position has changed."""
        if self.is_looking and self._seconds >= LONG:
            self._app.say("")
        self._asked = None

    def stop(self) -> None:
        """Hold nothing back any more at this table."""
        self.active = False
        self._app.say(text("tutor.stopped"))

    def _of(self, info: InformationState) -> AskJudgement:
        return question_at(self._spec.game, info)

    def _decide(self, asked: AskJudgement, grade: Grade | None) -> None:
        """Play the move, or warn of it."""
        self.forget()
        assert asked.action is not None
        if grade is None or not grade.is_held_back:
            self._play(asked.action)
        else:
            self._warned = self._decision
            self._warn(asked.action, grade)

    def _warn(self, action: Action, grade: Grade) -> None:
        body = text("tutor.cost", cost=cost_in_words(self._spec.game, grade))
        replies = (
            Reply("think", text("tutor.think"), nothing, "primary"),
            Reply("anyway", text("tutor.anyway"), lambda: self._play(action)),
            Reply("show", text("tutor.show"), self._show),
            Reply("stop", text("tutor.stop"), self.stop),
        )
        self._app.overlay(Question(self._app, text(f"tutor.marks.{grade.mark}"), body, replies))


def _is_harmless(estimate: Judgement, action: Action | None) -> bool:
    """Return whether an estimate tells already that an action is not held back, whatever its error."""
    if action is None or action not in estimate.values:
        return False
    most = estimate.grade(action).cost + estimate.errors[action]
    marks = shipped_marks()
    return action in estimate.advice or MARKS.index(marks.of(most, estimate.stake)) < MARKS.index(
        marks.held_back
    )
