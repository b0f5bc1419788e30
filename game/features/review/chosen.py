"""The chosen decision: its mark, why, what each action was worth; or the decision once more, to be tried again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.core import Action
from game.features.review import labels
from game.rules import games
from game.study.grade_words import cost_in_words
from game.study.judgements import Grade
from game.study.opponents import Portrait
from game.study.review import Reviewed
from game.tables.position.picture import hand_so_far, worth_of_answers
from game.tables.position.words import CardWords
from game.texts import text
from game.window.frame.page import Binding
from game.window.ui.layout import Column, Row, Space, grow
from game.window.ui.leaves import Control, Panel, Words
from game.window.ui.widgets import Act, Button
from game.window.views import grade_mark
from game.window.views.board import SquareValue

BUTTON, GAP = 42.0, 8.0


class ChosenDecision:
    """The panel beside the table. While it is `asking`, the solution is hidden, in the list too.

    opponent: how the other one is shown; words: what tells the decision. Both are there once one is taken.
    """

    opponent: Portrait
    words: CardWords

    def __init__(
        self, retry: Act, solver: Act, answer: Callable[[Action], None], play: Act, play_keycap: str
    ) -> None:
        self._one: Reviewed | None = None
        self._answer = answer
        self._given: Grade | None = None
        self.asking = False
        self._buttons: list[Button] = []
        self._retry = Button("retry", text("review.retry"), retry, kind="primary", keycap="T")
        self._solver = Button("solver", text("review.solver"), solver, keycap="S", style="label_b")
        self._play = Button("play", text("review.play.button"), play, keycap=play_keycap, style="label_b")

    @property
    def grade(self) -> Grade | None:
        """The grade that shows: of what was played, or of the answer that was given to it."""
        return self._given or (self._one.grade if self._one is not None else None)

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """The digits of the answers, where the decision is tried again."""
        return {button.keycap: Binding(button) for button in self._buttons} if self.asking else {}

    def shows(self, one: Reviewed) -> bool:
        """Whether this decision is the one that stands here."""
        return one == self._one

    def take(self, one: Reviewed, opponent: Portrait) -> None:
        """Take another decision."""
        self._one, self._given, self.asking = one, None, False
        self.opponent, self.words = opponent, CardWords(labels.question_of(one), opponent.name)

    def try_again(self) -> None:
        """Hide the solution, and ask."""
        if self._one is None or self._one.grade is None:
            return
        words = self.words
        self.asking, self._given = True, None
        self._buttons = []
        for place, action in enumerate(words.question.actions):
            act, keycap = partial(self._answer, action), words.keycap(action)
            self._buttons.append(Button(f"answer-{place}", words.label(action), act, keycap=keycap))

    @property
    def answers(self) -> list[str]:
        """The names of the buttons that answer."""
        return [button.name for button in self._buttons]

    def answer(self, action: Action) -> None:
        """Grade an answer by the judgement of the decision."""
        if self._one is not None and self._one.grade is not None:
            self._given = self._one.grade.judgement.grade(action)
            self.asking = False

    def squares(self) -> Mapping[Action, SquareValue] | None:
        """Return what the squares of tic-tac-toe are worth, unless that is asked."""
        made = self._one
        if made is None or made.grade is None or made.game != games.TIC_TAC_TOE or self.asking:
            return None
        return self.words.squares(made.grade)

    def panel(self, *, solver: bool) -> Panel:
        """Return the panel."""
        one = self._one
        assert one is not None
        words = self.words
        before = [Words(labels.where(one), "strong", "text", 8), hand_so_far(words)]
        if self.asking:
            answers = Column(*(Control(button, BUTTON) for button in self._buttons), gap=GAP)
            asked = Words(words.asked(), "label_b", "text", 10)
            play = Control(self._play, BUTTON)
            return Panel(*before, asked, answers, Space(2 * GAP), Space(), play, title=text("review.again"))
        grade = self.grade
        if grade is None:
            played = text("review.played", action=words.label(one.action))
            waiting = Words(text("review.ungraded"), "label", "dim", 12)
            parts = (
                *before,
                Words(played, "label_b", "text", 6),
                waiting,
                Space(),
                Control(self._play, BUTTON),
            )
            return Panel(*parts, title=text("review.decision"))
        key = "review.played" if self._given is None else "drills.answered"
        played = text(key, action=words.label(grade.action))
        buttons = [self._retry, *([self._solver] if solver else [])]
        return Panel(
            *before,
            Words(played, "label_b", "text", 6),
            grade_mark.picture(grade.mark, cost_in_words(one.game, grade)),
            Space(6),
            Words(words.why(grade), "label", "text", 12),
            *([] if one.game == games.TIC_TAC_TOE else worth_of_answers(words, grade)),
            Space(),
            Row(*(Control(button, BUTTON).sized(grow()) for button in buttons), gap=GAP),
            Space(GAP),
            Control(self._play, BUTTON),
            title=text("review.decision"),
        )
