"""The tutor of a table: a move that costs much is held back once, and the player says what is to be done with it.

A move is graded before it is played. One that is at most good enough is played at once; of one that is worse the
tutor says so, once in each decision, whatever is chosen then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from game.core import Action, InformationState
from game.match.table_spec import TableSpec
from game.messages.grades import GradeDecision
from game.messages.grades_answers import Grade
from game.needs import Need
from game.request import Refusal
from game.rules import games
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.frame.requests import Requests
from game.screens.frame.screen import Services
from game.screens.models.grade_words import cost_in_words
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act

LONG = 0.5  # seconds after which the tutor says that a move is being looked at
AGAIN = 5.0  # and from then on says it again, so that it stays in view


class Tutor:
    """Looks at moves of one table; `play` plays one, and `show` shows what the best one is."""

    def __init__(
        self, app: Services, spec: TableSpec, requests: Requests, play: Callable[[Action], None], show: Act
    ) -> None:
        self.active = spec.tutor
        self._app, self._spec, self._requests = app, spec, requests
        self._play, self._show = play, show
        self._warned: Hashable = None
        self._ticket: int | None = None
        self._seconds = 0.0

    @property
    def is_looking(self) -> bool:
        """Whether a move is being looked at, and nothing else can be played."""
        return self._ticket is not None

    def consider(self, info: InformationState, action: Action, decision: Hashable) -> bool:
        """Look at a move before it is played; return whether the tutor plays it, or asks about it, later.

        `decision` names the decision: in each the player is warned once.
        """
        if not self.active or decision == self._warned:
            return False

        def take(answer: Grade | Refusal) -> None:
            self._seen()
            if isinstance(answer, Refusal) or not answer.held_back:
                self._play(action)
            else:
                self._warned = decision
                self._ask(action, answer)

        self._seconds = 0.0
        self._ticket = self._requests.ask(self._graded(info, action), take)
        return True

    def prepare(self, info: InformationState, action: Action) -> None:
        """Have a decision looked at before anything is chosen, so that the next answer comes soon."""
        if self.active:
            self._requests.ask(self._graded(info, action), lambda _: None)

    def advance(self, seconds: float) -> None:
        """Let time pass; say what is waited for where it takes long, for as long as it takes."""
        before, self._seconds = self._seconds, self._seconds + seconds
        if self.is_looking and (before - LONG) // AGAIN < (self._seconds - LONG) // AGAIN:
            looking = text("tutor.looking")
            in_holdem = self._spec.game == games.HOLDEM
            self._app.say(self._app.preparation.awaited(Need.SOLVER, looking) if in_holdem else looking)

    def forget(self) -> None:
        """Forget the move that is being looked at: the position has changed."""
        self._requests.drop(self._ticket)
        self._seen()

    def stop(self) -> None:
        """Hold nothing back any more at this table."""
        self.active = False
        self._app.say(text("tutor.stopped"))

    def _seen(self) -> None:
        """Look at no move any more, and say so no longer."""
        if self.is_looking and self._seconds >= LONG:
            self._app.say("")
        self._ticket = None

    def _graded(self, info: InformationState, action: Action) -> GradeDecision:
        return GradeDecision(self._spec.game, info, action, self._spec.blinds)

    def _ask(self, action: Action, grade: Grade) -> None:
        body = text("tutor.cost", cost=cost_in_words(self._spec.game, grade))
        replies = (
            Reply("think", text("tutor.think"), nothing, "primary"),
            Reply("anyway", text("tutor.anyway"), lambda: self._play(action)),
            Reply("show", text("tutor.show"), self._show),
            Reply("stop", text("tutor.stop"), self.stop),
        )
        self._app.overlay(Question(self._app, text(f"tutor.marks.{grade.mark}"), body, replies))
