"""The tab that plays a spot: the table, what can be done, what each decision was worth, and what it all came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from game.messages.grades_answers import MARKS, Mark
from game.messages.solver_play_answers import SpotDecision, SpotHand
from game.rules.cards import names
from game.screens.frame.page import Binding
from game.screens.models.solver_words import chips, points
from game.screens.pages.solver.labels import action_label, player_name
from game.screens.pages.solver.model import SolverModel
from game.screens.pages.solver.practice import SIDES, Practice
from game.screens.pages.solver.practice_table import HandTable, summary_of
from game.screens.ui.input import ENTER
from game.screens.ui.layout import Box, Breakpoint, Column, Row, Space, grow, share
from game.screens.ui.leaves import ButtonGrid, Caps, Control, Note, Pair, Panel, Paragraph, Picture, Words
from game.screens.ui.texts import number, percent, signed, text
from game.screens.ui.widgets import Act, Button, Segmented, options
from game.screens.views import grade_mark, worth_row
from game.screens.views.worth_row import WorthRow

SIDE, LEAST_SIDE, MOST_SIDE = 0.32, 330.0, 420.0
LEAST_TABLE, NARROW_TABLE = 300.0, 220.0
BUTTON, SMALL_BUTTON, GAP = 42.0, 36.0, 8.0
MOST_ACTIONS = 9
LEAST_CONTROLS, NOTHING = 260.0, "–"


class PracticeTab:
    """The tab; `study` looks at the decision that was made last."""

    def __init__(self, model: SolverModel, practice: Practice, study: Act) -> None:
        self._model, self._practice = model, practice
        self._side = Segmented(
            "side",
            text("solver.play.side"),
            options("solver.play.sides.{}", SIDES),
            practice.side,
            practice.choose,
        )
        self._next = Button(
            "next", text("solver.play.next"), practice.next, kind="primary", keycap=text("keys.enter")
        )
        self._keep = Button("drill", text("solver.play.keep"), practice.keep, style="label_b", keycap="D")
        self._study = Button("study", text("solver.play.study"), study, style="label_b", keycap="W")
        self._start = Button(
            "start", text("solver.play.start"), practice.begin_at_start, style="label_b", keycap="B"
        )
        self._actions: list[Button] = []
        self._offered: tuple[str, ...] = ()

    def follow(self) -> None:
        """Show what can be done now."""
        practice = self._practice
        offered = practice.hand.offered if practice.hand is not None else ()
        if offered != self._offered:
            self._offered = offered
            self._actions = [
                Button(
                    f"action-{place}",
                    action_label(action),
                    partial(practice.act, place - 1),
                    keycap=str(place),
                )
                for place, action in enumerate(offered, 1)
            ]
        self._side.chosen = practice.side
        count = len(practice.mistakes)
        self._keep.label = (
            text("solver.play.keep_count", count=number(count)) if count else text("solver.play.keep")
        )
        self._keep.disabled = "" if count else text("solver.play.no_mistakes")
        self._study.disabled = "" if practice.last is not None else text("solver.play.no_decision")

    def turn_side(self) -> None:
        """Take the next side."""
        self._side.choose(SIDES[(SIDES.index(self._side.chosen) + 1) % len(SIDES)])

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Digits act, Enter or Space deals the next hand."""
        hint = "solver.hints.{}".format
        found = {str(place): Binding(button) for place, button in enumerate(self._actions[:MOST_ACTIONS], 1)}
        if self._practice.awaits and found:
            found["1"] = Binding(found["1"].target, cap=f"1 – {len(found)}", hint=hint("act"))
        if self._practice.is_over:
            found |= dict.fromkeys((*ENTER, "space"), Binding(self._next))
            found[ENTER[0]] = Binding(self._next, cap="keys.enter", hint=hint("next"))
        if self._practice.line:
            found["b"] = Binding(self._start, cap="B", hint=hint("start"))
        return found | {
            "x": Binding(self.turn_side, cap="X", hint=hint("side")),
            "w": Binding(self._study, cap="W", hint=hint("study")),
            "d": Binding(self._keep, cap="D", hint=hint("drill")),
        }

    # ---- what stands on it ----------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The table, and beside it the hand and the count; below each other in a narrow window."""
        hand, solve = self._practice.hand, self._model.solve
        if hand is None or solve is None:
            words = self._practice.problem or self._model.problem or text(self._waiting)
            return Panel(Paragraph(words, limit=4), *self._begun_later(), title=text("solver.pages.play"))
        pot = solve.texts.chips_of_pot
        table = HandTable(hand, pot, least=NARROW_TABLE if window.narrow else LEAST_TABLE)
        count, beside = self._count_panel(pot, window), self._hand_panel(hand)
        if window.narrow:
            return Column(table, beside, count, gap=12)
        left = Column(table.sized(grow(least=LEAST_TABLE)), count, gap=GAP)
        return Row(left.sized(grow()), beside.sized(share(SIDE, LEAST_SIDE, MOST_SIDE)), gap=12)

    @property
    def _waiting(self) -> str:
        model = self._model
        return "solver.play.waiting" if model.is_current and not model.is_solving else "solver.play.empty"

    def _begun_later(self) -> Sequence[Box]:
        """Say where every hand begins where that is not the start, with a button that leads back there."""
        practice = self._practice
        if not practice.line:
            return ()
        done = ", ".join(map(action_label, practice.line))
        line = " · ".join(filter(None, (done, names(practice.cards))))
        words = Words(text("solver.play.begins", line=line), "small", "dim", 4)
        return words, Control(self._start, SMALL_BUTTON, after=GAP)

    def _hand_panel(self, hand: SpotHand) -> Panel:
        parts: list[Box] = [Words(summary_of(hand), "small", "dim", 4).when(hand.steps)]
        if hand.is_over:
            parts += [self._result(hand), Control(self._next, BUTTON, after=GAP)]
        else:
            asked = text("solver.play.asked", player=player_name(hand.player))
            parts += [Words(asked, "strong", "text", 6), ButtonGrid(self._actions)]
        parts += [Note(self._practice.problem, wrong=True), *self._marks(hand), *self._begun_later()]
        corner = text("solver.play.number", count=number(self._practice.tally.hands + (not hand.is_over)))
        return Panel(*parts, title=text("solver.play.hand"), corner=corner)

    def _result(self, hand: SpotHand) -> Box:
        assert hand.won is not None
        key = "won" if hand.won > 0 else "lost" if hand.won < 0 else "nothing"
        won, ev = chips(round(abs(hand.won), 1)), chips(round(hand.ev, 1))
        return Column(
            Words(text(f"solver.play.{key}", chips=won), "strong", "text", 2),
            Words(text("solver.play.average", chips=ev), "small", "dim", 8),
        )

    def _marks(self, hand: SpotHand) -> Sequence[Box]:
        """Return the mark of the last decision, at the end those of all; of the last also why, and all values."""
        found: list[Box] = []
        for decision in hand.decisions if hand.is_over else hand.decisions[-1:]:
            grade = decision.grade
            done = Words(action_label(decision.offered[grade.action]), "label", "dim", 0)
            mark = Picture(partial(grade_mark.draw, grade.mark, cost(decision)), grade_mark.HEIGHT)
            found += [done, mark, Space(4)]
        if hand.decisions:
            last = hand.decisions[-1]
            found += [Words(why(last), "small", "dim", 6), Caps(text("drills.worth")), *worths(last)]
        return found

    def _count_panel(self, pot: float, window: Breakpoint) -> Panel:
        tally = self._practice.tally
        cost_of_hand = points(100 * tally.cost / tally.hands / pot) if tally.hands else NOTHING
        figures = Column(
            Pair(text("solver.play.hands"), number(tally.hands)),
            Pair(text("solver.play.cost"), chips(round(tally.cost, 2))),
            Pair(text("solver.play.per_hand"), cost_of_hand),
        )
        buttons = (self._study, self._keep)
        controls = Column(
            Control(self._side, SMALL_BUTTON),
            Row(*(Control(button, SMALL_BUTTON).sized(grow()) for button in buttons), gap=GAP),
            gap=GAP,
        )
        body = (
            Column(figures, controls, gap=GAP)
            if window.narrow
            else Row(figures.sized(grow()), controls.sized(grow(least=LEAST_CONTROLS)), gap=24)
        )
        return Panel(body, title=text("solver.play.count"), note=self._said(), gap=GAP)

    def _said(self) -> str:
        """Say how many decisions had which mark, or what was put into the drills last."""
        if (kept := self._practice.kept) is not None:
            return text("solver.play.kept" if kept else "solver.play.none_kept", count=number(kept))
        marks = self._practice.tally.marks
        return " · ".join(
            text("solver.play.marks", count=number(marks[mark]), mark=text(f"grades.marks.{mark}"))
            for mark in MARKS
            if marks[mark]
        )


def cost(decision: SpotDecision) -> str:
    """Say what a decision cost; nothing where it was the best."""
    lost = decision.grade.cost
    return (
        ""
        if decision.grade.mark == Mark.BEST
        else text("grades.chips", cost=number(lost, 2 if lost < 1 else 1))
    )


def why(decision: SpotDecision) -> str:
    """Say what would have been better, and how the hand stood."""
    grade = decision.grade
    said = []
    if grade.mark != Mark.BEST:
        said.append(text("grades.best", action=action_label(decision.offered[grade.best])))
    if grade.equity is not None:
        key = "free" if grade.price is None else "price"
        said.append(text(f"grades.why.{key}", have=percent(grade.equity), need=percent(grade.price or 0.0)))
    if decision.locked:
        said.append(text("solver.play.locked"))
    return " ".join(said)


def worths(decision: SpotDecision) -> Sequence[Box]:
    """Return what each action was worth in chips, and how often the solution takes it."""
    grade = decision.grade
    rows = [
        WorthRow(
            action_label(action),
            signed(grade.values[place], 1),
            grade.shares[place],
            given=place == grade.action,
            best=place == grade.best,
        )
        for place, action in enumerate(decision.offered)
    ]
    return [Picture(partial(worth_row.draw, row), worth_row.ROW) for row in rows]
