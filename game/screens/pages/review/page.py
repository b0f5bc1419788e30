"""What the pages of a graded decision share: the table as it stood, its mark and why, and trying it again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import Action
from game.messages.review_answers import Reviewed
from game.needs import Need
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState
from game.screens.frame.page import Binding, Page
from game.screens.frame.paged_head import PagedHead
from game.screens.pages.review import labels
from game.screens.pages.review.chosen import ChosenDecision
from game.screens.pages.review.play_on import play_on
from game.screens.tables.position.picture import PositionPicture
from game.screens.ui.layout.box import Box
from game.screens.ui.layout.size import share

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

SIDE, LEAST_SIDE, MOST_SIDE = 0.32, 300.0, 400.0
LEAST_PICTURE = 220.0


class DecisionPage(Page):
    """The page; a subclass says which decision is looked at."""

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
        words, squares = labels.words_of(one), self._chosen.squares()
        return PositionPicture(words.question, words, labels.opponent(), squares, least=LEAST_PICTURE)

    def side(self, *, narrow: bool) -> Box:
        """Return what there is to say of the decision."""
        panel = self._chosen.panel(solver=self._can_solve)
        return panel if narrow else panel.sized(share(SIDE, LEAST_SIDE, MOST_SIDE))

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """T tries again, digits answer, S opens the solver, and the table is opened by a key of the page."""
        answers = {digit: Binding(partial(self._answer_by, digit)) for digit in "123456789"}
        retry = {"t": Binding(self._begin_retry, cap="T", hint="review.hints.retry")}
        solver = {"s": Binding(self._open_solver, cap="S", hint="review.hints.solver")}
        play = {
            self.play_key: Binding(self._play_on, cap=self.play_key.upper(), hint="review.hints.play"),
        }
        return answers | retry | (solver if self._can_solve else {}) | play

    def _begin_retry(self) -> None:
        self._chosen.try_again()
        self.controls.focus("answer-0")
        self.show()

    def _answer_by(self, digit: str) -> bool:
        """Answer by a digit, where the decision is tried again."""
        action = self._chosen.action_at(digit)
        if action is not None:
            self._answer(action)
        return action is not None

    def _answer(self, action: Action) -> None:
        self._chosen.answer(action)
        self.controls.focus("retry")
        self.show()

    @property
    def _can_solve(self) -> bool:
        info = self.chosen.info if self.chosen is not None else None
        return isinstance(info, HoldemInformationState) and info.street != Street.PREFLOP

    def _open_solver(self) -> None:
        info = self.chosen.info if self.chosen is not None else None
        assert isinstance(info, HoldemInformationState)
        self.app.once_ready(Need.SOLVER, lambda: self.app.go(self.app.routes.solver_at(self.app, info)))

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
