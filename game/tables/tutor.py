"""The tutor. It judges a move before it is played, and warns of a costly move in the action bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from game.core import Action, InformationState
from game.rules import games
from game.study.judgements import (
    MARKS,
    SOUND,
    AskJudgement,
    Grade,
    Judgement,
    Mark,
    question_at,
    shipped_marks,
)
from game.study.training import format_seconds_left
from game.study.words import format_error, format_verdict_cost
from game.tables.narration import end_sentences
from game.tables.parts import PersonsTable, TablePart
from game.texts import capitalize, join_sentences, text
from game.window.frame.actions import ActionOwner, BoundAction, action
from game.window.ui.canvas.painter import Rect
from game.window.ui.layout import Box, Column, Row, Space, grow, share
from game.window.ui.leaves import Filled, Line, Words, indented, upright

LONG = 0.5  # seconds until the tutor announces that it is judging a move
AGAIN = 5.0  # seconds after which the announcement is repeated, so that it stays visible
BUTTON, GAP, BETWEEN, SIDE = 38.0, 8.0, 6.0, 14.0
MAX_LINES = 3
LOW_BAR, HIGH_BAR = 80.0, 110.0
NARROW_BAR, WIDE_BAR = 520.0, 620.0
BUTTONS_SHARE, NARROW_BUTTONS_SHARE, MAX_BUTTONS, PAIR_SHARE = 0.56, 0.66, 360.0, 0.62


@dataclass(frozen=True, slots=True)
class HeldMove:
    """A costly move that the tutor has stopped."""

    action: Action
    grade: Grade
    reason: str


class Tutor(TablePart, ActionOwner):
    """Judges a person's moves before they are played, and warns of costly moves in the action bar."""

    keys: ClassVar[str] = "tutor"
    other_groups: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("think_again", "play_anyway", "show_best", "stop"), "thinking"
    )

    def __init__(self, table: PersonsTable) -> None:
        self.active = table.session.spec.tutor
        self._table, self._app, self._spec = table, table.app, table.session.spec
        self.warning: HeldMove | None = None
        self._warned: set[Action] = set()  # the moves of this decision that were held back
        self._request: AskJudgement | None = None
        self._seconds = 0.0
        self.is_told_in_bar = False  # whether the bar shows the wait, instead of a notice

    @property
    def status(self) -> str:
        """The text shown if the judgement of a move takes long, else ""."""
        return next(iter(self.statuses), "")

    @property
    def statuses(self) -> Sequence[str]:
        """The text of `status`, and a shorter text for a place that is too small. Empty if there is no text."""
        if self._request is None or not self.is_looking or self._seconds < LONG:
            return ()
        preparation, need = self._app.models.preparation, self._request.need
        report = self._app.models.judgements.report(self._request)
        if need is not None and preparation.holds_up(need):
            return (preparation.awaited(need, ""),)
        left, offer = "", _offer(self.play_anyway)
        if preparation.working:
            left = preparation.in_words("left")
            said = text("tutor.slowed", left=left)
        elif report is None or report.seconds_left is None:
            said = text("tutor.looking")
        else:
            left = format_seconds_left(report.seconds_left)
            said = text("tutor.looking_left", left=left)
        return join_sentences(said, offer), join_sentences(end_sentences(capitalize(left)), offer)

    @property
    def is_looking(self) -> bool:
        """Whether a move is being judged. During this time, no other move can be played."""
        return self._request is not None and self._request.action is not None

    def consider(self, action: Action) -> bool:
        """Judge a move before it is played. Return whether the tutor has taken over the move.

        If so, the tutor later plays the move or warns of the move. The tutor warns only once of the same move.
        """
        session = self._table.session
        if not self.active or action in self._warned:
            return False
        assert session.seat_to_act is not None
        self._seconds = 0.0
        self._request = replace(self._of(session.info(session.seat_to_act)), action=action)
        return True

    def on_phase(self, phase: str, before: str) -> None:
        """Request the judgement of a Hold'em decision before the person acts, because judging takes a while."""
        if phase == "yours" and self.active and self._spec.game == games.HOLDEM:
            self._request = self._of(self._table.session.info(self._table.below))

    def update(self, dt: float) -> bool:
        """Once the grade is final, play the move or warn of the move.

        If this takes long, announce the wait.
        """
        if self._request is None:
            return False
        judgements, asked = self._app.models.judgements, self._request
        judgements.ask(asked)
        if not self.is_looking or self._table.person.is_guarded:
            return False
        grade, early = judgements.sure_grade(asked), judgements.of(asked)
        if grade is not None or judgements.problem(asked) or _is_harmless(early, asked):
            self._decide(asked, grade)
            return False
        before, self._seconds = self._seconds, self._seconds + dt
        if (before - LONG) // AGAIN < (self._seconds - LONG) // AGAIN:
            if self.is_told_in_bar:
                self._table.relayout()
            else:
                self._app.say(self.status)
        return False

    def on_change(self) -> None:
        self._warned.clear()
        self._forget_request()

    def _forget_request(self) -> None:
        was_told = bool(self.status)
        self._request = self.warning = None
        if was_told and self.is_told_in_bar:
            self._table.relayout()
        elif was_told:
            self._app.say("")

    # ---- answers to a warning -------------------------------------------------------------------------------
    @action("w", control="think", kind="primary", style="label_b")
    def think_again(self) -> None:
        """Withdraw the move. If the person chooses this move again, it is played without a warning."""
        self._answer()

    @action("p", control="anyway", style="label_b")
    def play_anyway(self) -> None:
        """Play the move that the tutor has stopped or is still judging."""
        held = self.warning or self._request
        if held is not None and held.action is not None and not self._table.person.is_guarded:
            self._table.play(held.action)

    @action("h", control="show", style="label_b")
    def show_best(self) -> None:
        """Open the hint, which also shows the move that the tutor has stopped."""
        held = self.warning.action if self.warning is not None else None
        self._answer()
        self._table.hint(held)

    @action("q", control="stop", style="label_b")
    def stop(self) -> None:
        """Turn the tutor off at this table."""
        self._answer()
        self.active = False
        self._app.say(text("tutor.stopped"))

    @play_anyway.when
    def _holds(self) -> bool:
        return self.warning is not None or (self.is_looking and self._seconds >= LONG)

    @think_again.when
    @show_best.when
    @stop.when
    def _warns(self) -> bool:
        return self.warning is not None

    def _answer(self) -> None:
        """Remove the warning, and show the buttons for moves again."""
        self.warning = None
        self._table.controls.focus(self._table.first_focus())
        self._table.person.guard()
        self._table.relayout()
        self._table.tell_turn()

    @property
    def sentences(self) -> str:
        """The text of the warning with the possible answers, or ""."""
        if self.warning is None:
            return ""
        title = _title(self.warning.grade)
        return end_sentences(title, self._write_cost(self.warning.grade), self.warning.reason, self.answers)

    @property
    def answers(self) -> str:
        return end_sentences(*map(_offer, (self.think_again, self.play_anyway, self.show_best, self.stop)))

    def compose(self, rect: Rect) -> Box | None:
        """Return the warning for an action bar with this rectangle, or None if there is no warning."""
        if self.warning is None:
            return None
        grade, (_, _, width, height) = self.warning.grade, rect
        title = _title(grade)
        think, anyway = self.think_again.button, self.play_anyway.button
        body = join_sentences(self._write_cost(grade), self.warning.reason)
        lines = MAX_LINES if height < HIGH_BAR else MAX_LINES + 1
        pair = Row(Filled(anyway, BUTTON).sized(grow()), Filled(think, BUTTON).sized(grow()), gap=GAP)
        if height < LOW_BAR:
            parts = (Line(title, "label_b", height=BUTTON).sized(grow()), pair.sized(share(PAIR_SHARE)))
            return upright(Row(Space(GAP), *parts, Space(GAP), gap=GAP))
        narrow, style = width < NARROW_BAR, "strong" if width > WIDE_BAR else "label_b"
        if narrow and height > HIGH_BAR:
            told = Column(Words(title, style, "text", 0.0), Words(body, "small", "dim", 4.0, 1), pair)
            return upright(indented(told, SIDE))
        if narrow:
            title = _title(grade, "short")
        words = Column(Words(title, style, "text", 2.0), Words(body, "small", "dim", 0.0, lines))
        rows = ((self.show_best.button, anyway), (self.stop.button, think))
        buttons = (Row(*(Filled(one, BUTTON).sized(grow()) for one in row), gap=GAP) for row in rows)
        taken = share(NARROW_BUTTONS_SHARE if narrow else BUTTONS_SHARE, most=MAX_BUTTONS)
        beside = upright(Column(*buttons, gap=BETWEEN)).sized(taken)
        side = BETWEEN if narrow else SIDE
        return Row(Space(side), upright(words).sized(grow()), Space(side), beside, Space(side))

    def _write_cost(self, grade: Grade) -> str:
        name = self._table.portrait(1 - self._table.below).name
        action = self._table.view.name_action(self._table.session.state, grade.action)
        return join_sentences(format_verdict_cost(self._spec.game, grade, name, action), format_error(grade))

    def _of(self, info: InformationState) -> AskJudgement:
        return question_at(self._spec.game, info, opponent=self._table.known_opponent)

    def _decide(self, asked: AskJudgement, grade: Grade | None) -> None:
        """Play the move, or warn of it."""
        self._forget_request()
        assert asked.action is not None
        if grade is None or not grade.is_held_back:
            self._table.play(asked.action)
        else:
            self._warned.add(asked.action)
            self._warn(asked.action, grade)

    def _warn(self, action: Action, grade: Grade) -> None:
        """Show the warning in place of the moves, and focus the button "think again"."""
        self.warning = HeldMove(action, grade, self._table.explain(grade))
        self._table.controls.focus("think")
        self._table.person.guard()
        self._table.relayout()


def _title(grade: Grade, book: str = "marks") -> str:
    mark = Mark.MISSED if grade.shown_mark in SOUND else grade.shown_mark
    return text(f"tutor.{book}.{mark}")


def _offer(way: BoundAction[[]]) -> str:
    return text("speech.table.offer", label=way.label, key=way.cap)


def _is_harmless(estimate: Judgement | None, asked: AskJudgement) -> bool:
    """Return whether an estimate is enough to see that an action is harmless, given the estimate's error.

    An estimate is about theory, so it is never enough against a known opponent.
    """
    action = asked.action
    if estimate is None or asked.opponent is not None or action is None or action not in estimate.values:
        return False
    most = estimate.grade(action).cost + estimate.error_beside(action)
    marks = shipped_marks()
    return action in estimate.advice or MARKS.index(marks.of(most, estimate.stake)) < MARKS.index(
        marks.held_back
    )
