"""A graded decision: the table as it stood, its mark and why, and trying it again; and the page of one alone."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping
from typing import Any, ClassVar

from game.core import Action
from game.features.review import labels
from game.features.review.chosen import ChosenDecision
from game.features.review.play_on import play_on
from game.needs import Need
from game.rules import games
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState
from game.study.judgements import AskJudgement, question_at
from game.study.review import Reviewed
from game.tables.position.picture import PositionPicture
from game.texts import text
from game.window.frame.page import Binding, Page
from game.window.frame.paged_head import PagedHead
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, Snug, grow, share
from game.window.ui.leaves import Hints, Note, Panel, Words

SIDE, LEAST_SIDE, MOST_SIDE = 0.32, 300.0, 400.0
LEAST_PICTURE = 220.0


class DecisionPage(Page):
    """The page of a decision, which a subclass chooses."""

    keys: ClassVar[str] = "review"
    play_key: ClassVar[str] = "o"
    """The key that plays the hand on."""

    def __init__(self, app: Services, title: str) -> None:
        super().__init__(app)
        self._head = PagedHead(app, title, self.escape)
        self._chosen = ChosenDecision(
            self._begin_retry, self._open_solver, self._answer, self._play_on, self.play_key.upper()
        )

    @property
    @abstractmethod
    def chosen(self) -> Reviewed | None:
        """The decision that is looked at; None before it is known."""

    def picture_of(self, one: Reviewed) -> Box:
        """Return the table as it stood."""
        words, opponent = self._chosen.words, self._chosen.opponent
        return PositionPicture(words.question, words, opponent, self._chosen.squares(), least=LEAST_PICTURE)

    def side(self, *, narrow: bool) -> Box:
        """Return what there is to say of the decision."""
        panel = self._chosen.panel(solver=self._can_solve)
        return panel if narrow else panel.sized(share(SIDE, LEAST_SIDE, MOST_SIDE))

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """T tries again, digits answer, S opens the solver, and the table is opened by a key of the page."""
        retry = {"t": Binding(self._begin_retry, cap="T", hint="review.hints.retry")}
        solver = {"s": Binding(self._open_solver, cap="S", hint="review.hints.solver")}
        play = {
            self.play_key: Binding(self._play_on, cap=self.play_key.upper(), hint="review.hints.play"),
        }
        arrows = self.walking(self._chosen.answers) if self._chosen.asking else {}
        return {**self._chosen.bindings, **arrows} | retry | (solver if self._can_solve else {}) | play

    def _look_at(self, one: Reviewed) -> None:
        """Take another decision."""
        if not self._chosen.shows(one):
            self._chosen.take(one, labels.opponent_of(one, self.app.agents))

    def _begin_retry(self) -> None:
        self._chosen.try_again()
        self.controls.focus("answer-0" if self._chosen.asking else "back")
        self.show()

    def _answer(self, action: Action) -> None:
        self._chosen.answer(action)
        self.controls.focus("retry")
        self.show()

    @property
    def _can_solve(self) -> bool:
        info = self.chosen.info if self.chosen is not None and not self._chosen.asking else None
        return isinstance(info, HoldemInformationState) and info.street != Street.PREFLOP

    def _open_solver(self) -> None:
        one = self.chosen
        assert one is not None
        decision = question_at(one.game, one.info, one.action)
        self.app.once_ready(Need.SOLVER, lambda: self.app.go(self.app.routes.solver_at(self.app, decision)))

    def _play_on(self) -> None:
        """Play the hand on from the decision that is looked at."""
        if self.chosen is not None:
            play_on(self.app, self.chosen)

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        grade = self._chosen.grade
        return {
            "asking": self._chosen.asking,
            "mark": grade.mark.value if grade is not None else "",
            "cost": grade.sure_cost if grade is not None else 0.0,
        }


class RetryScreen(DecisionPage):
    """The page of one decision of `player` in hand number `hand`. It asks once the decision is graded."""

    name: ClassVar[str] = "retry"
    play_key: ClassVar[str] = "p"

    def __init__(self, app: Services, decision: AskJudgement, hand: int, player: str, hand_id: str) -> None:
        super().__init__(app, text("review.retry"))
        self._decision, self._hand, self._player, self._id = decision, hand, player, hand_id

    @property
    def chosen(self) -> Reviewed | None:
        """The decision with its grade; None until it is graded."""
        made, grade = self._decision, self.app.judgements.sure_grade(self._decision)
        if grade is None or made.action is None:
            return None
        return Reviewed(made.game, self._hand, self._id, self._player, 0, made.info, made.action, grade)

    def update(self, dt: float) -> bool:
        """Ask for the judgement, and offer the actions once it is sure."""
        self.app.judgements.ask(self._decision)
        chosen = self.chosen
        if chosen is not None and not self._chosen.shows(chosen):
            self._look_at(chosen)
            self._begin_retry()
        return super().update(dt)

    def leave(self) -> None:
        """Drop the request for the judgement."""
        self.app.judgements.leave()
        super().leave()

    @property
    def followed(self) -> Hashable:
        """The version of the judgements."""
        return self.app.judgements.version

    def compose(self, window: Breakpoint) -> Box:
        """Return the table before the decision, with the actions or the result beside it (above it if narrow)."""
        if (chosen := self.chosen) is None or not self._chosen.shows(chosen):
            problem = self.app.judgements.problem(self._decision)
            said = text("grades.waiting")
            if self._decision.game == games.HOLDEM:
                said = self.app.preparation.awaited(Need.SOLVER, said)
            waiting = Words(said, "label", "text", 0)
            return Snug(Panel(Note(problem, wrong=True) if problem else waiting))
        picture, side = self.picture_of(chosen), self.side(narrow=window.narrow)
        if window.narrow:
            return Column(side, picture, gap=12)
        return Column(Row(picture.sized(grow()), side, gap=12).sized(grow()), Hints(self.hints))

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """The key bindings of a decision; none until it is graded."""
        chosen = self.chosen
        return super().bindings if chosen is not None and self._chosen.shows(chosen) else {}
