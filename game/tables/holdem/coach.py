"""The coach: closed until it is asked, then the judgement of the decision, and how good the hand is.

The judgement is the one that the window knows, so the coach agrees with the tutor and with the later grade.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat

from game.core import Action
from game.needs import Need
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState
from game.study.holdem import AskEquity, HandEquity
from game.study.judgements import AgainstOpponent, AskJudgement, Judgement, OpponentValues, question_at
from game.study.play import AgentKey
from game.study.words import ends_betting, reason, source_in_words
from game.tables.holdem.view import HoldemView
from game.texts import percent, signed, text
from game.window.frame.requests import Answers, Requests
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Colour, Painter, Pattern, Rect
from game.window.ui.layout import Box, Column, Either, Space, fixed, grow
from game.window.ui.leaves import Bar, Control, Ink, Line, Pair, Paragraph, Picture, Rule
from game.window.ui.widgets import Button
from game.window.views import marks
from game.window.views.marks import MixRow

ROOM = 332.0  # dp for the advice without the values
LOW_ROW, LINE = 22.0, 21.0
LOW_LABEL = 0.42
MAX_ROWS, SURE_LINES = 5, 4
EQUALLY_GOOD = 0.25  # share from which an action other than the best belongs to the advice
Look = tuple[Pattern, Colour]
LOOKS: dict[Action, Look] = {FOLD: ("dots", "bad"), CALL: ("solid", "good")}
RAISES: tuple[Look, ...] = (("diagonal", "brass"), ("cross", "info"), ("diagonal", "brass"))
BUTTON = 44.0
FAINT = Ink("small", "faint")


@dataclass(frozen=True, slots=True)
class Advice:
    """A judgement in words: what to do in the decision of `info`, what each action is worth, and why.

    against: the values against the opponent at this table, if its strategy is known.
    """

    view: HoldemView
    info: HoldemInformationState
    judgement: Judgement
    against: OpponentValues | None = None

    def headline(self) -> str:
        """Name the action to take, or the two that are mixed."""
        known, best, shares = self.judgement, self.judgement.best, self.judgement.shares
        often = [action for action in known.values if shares.get(action, 0.0) >= EQUALLY_GOOD]
        others = [action for action in often if action != best and not known.grade(action).sure_cost]
        second = sorted(others, key=lambda action: -shares[action])[:1]
        names = [self._name(action) for action in (best, *second)]
        if len(names) == 1:
            return text("holdem.counsel.one", action=names[0])
        return text("holdem.counsel.mix", first=names[0], second=names[1].lower())

    def rows(self, most: int = MAX_ROWS) -> list[MixRow]:
        """Return the value of each action, fold and call first, then raises by size. Bars are frequencies."""
        rows, looks_of_raises = [], chain(RAISES, repeat(RAISES[-1]))
        for action in self._top_actions(most):
            look = LOOKS[action] if action in LOOKS else next(looks_of_raises)
            share, chosen = self.judgement.shares.get(action, 0.0), action == self.judgement.best
            written = signed(self.judgement.values[action], 2)
            if action in self.judgement.bounds:
                written = text("holdem.counsel.at_most", value=written)
            rows.append(MixRow(self._name(action), share, written, *look, chosen=chosen))
        return rows

    def _top_actions(self, most: int) -> list[Action]:
        """Return the actions for which there is room: raises that are not played give way, the largest first."""
        order = sorted(
            self.judgement.values,
            key=lambda action: (action > CALL, -self.judgement.shares.get(action, 0.0), action),
        )
        return sorted(order[:most])

    def _name(self, action: Action) -> str:
        return self.view.name_action(self.view.state, action)

    def why(self) -> str:
        """Compare the equity with the price, in a sentence that agrees with the advice."""
        equity, best = self.judgement.equity or 0.0, self.judgement.best
        if not self.info.to_call:
            key = "bet" if best > CALL else "free"
            return text(f"holdem.why.{key}", have=percent(equity))
        betting, need = self.info.betting, self.info.betting.pot_odds
        key = reason(equity, need, best, last=ends_betting(betting))
        return text(f"holdem.why.{key}", need=percent(need), have=percent(equity))

    def sure(self) -> str:
        """Name the source of the values, their certainty, and the ranges assumed of both players."""
        return f"{source_in_words(self.judgement)} {text(f'grades.assumes.{self.judgement.source}')}"

    def against_opponent(self) -> str:
        """Return the best action against the opponent at this table, or an empty text if it is not known."""
        if self.against is None:
            return ""
        best = self.against.best
        value = signed(self.against.values[best], 2)
        name = self.view.other_name
        return text("holdem.counsel.against", name=name, action=self._name(best), value=value)


class Coach:
    """The judgement of one decision at a teaching table.

    opponent: the agent across the table, or None if its strategy is not to be told.
    """

    def __init__(
        self, view: HoldemView, app: Services, requests: Requests, opponent: AgentKey | None
    ) -> None:
        self._view, self._judgements, self._opponent = view, app.models.judgements, opponent
        self._preparation = app.models.preparation
        self._info: HoldemInformationState | None = None
        self._against: Answers[HoldemInformationState, OpponentValues | None] = Answers(requests)
        self._equities: Answers[HoldemInformationState, HandEquity] = Answers(requests)

    @property
    def is_open(self) -> bool:
        """Whether it was asked about the decision at hand."""
        return self._info is not None

    def open(self, info: HoldemInformationState) -> None:
        """Ask about a decision."""
        self._info = info
        self._judgements.ask(self._request(info), again=True)
        self._equities.ask(info, AskEquity(info.hole, info.board))

    def follow(self) -> None:
        """Ask on while the coach is open, and about the opponent once the estimate is there."""
        if self._info is None:
            return
        asked = self._request(self._info)
        self._judgements.ask(asked)
        if self._opponent is not None and self._judgements.of(asked) is not None:
            self._against.ask(self._info, AgainstOpponent(asked, self._opponent))

    @property
    def need(self) -> Need:
        """The need that must be met for the judgement at hand, or for any."""
        need = self._request(self._info).need if self._info is not None else None
        return need or Need.BLUEPRINT

    def close(self) -> None:
        """Forget the decision."""
        self._info = None
        self._against.forget()
        self._equities.forget()

    def _request(self, info: HoldemInformationState) -> AskJudgement:
        return question_at(games.HOLDEM, info)

    @property
    def advice(self) -> Advice | None:
        """The judgement of the decision at hand in words, once there is an estimate."""
        if self._info is None:
            return None
        known = self._judgements.of(self._request(self._info))
        against = self._against.get(self._info)
        return Advice(self._view, self._info, known, against) if known is not None else None

    # ---- how it looks ---------------------------------------------------------------------------------------
    def compose(self, *, may_be_low: bool = False) -> Box:
        """Return the advice, its values, reason, certainty and luck. A low place holds fewer of them."""
        advice = self.advice
        if advice is None:
            failed = self._info is not None and self._judgements.problem(self._request(self._info))
            status = text("holdem.no_advice" if failed else "table.working")
            if not failed and self._preparation.holds_up(self.need):
                status = text("holdem.counsel.set_up", left=self._preparation.in_words("left", self.need))
            return Column(Space(2), Paragraph(status))
        rows, headline = advice.rows(), Paragraph(advice.headline(), "strong", "text", limit=2)
        often = Pair(
            text("holdem.counsel.often"), text("holdem.counsel.unit"), height=20, inks=(FAINT, FAINT)
        )
        words = advice.against_opponent()
        against = [Space(4), Paragraph(words, "label", "text", limit=2)] if words else []
        full = Column(
            headline,
            often,
            marks.stacked_rows(rows),
            Space(4),
            Rule(height=16),
            Paragraph(advice.why(), "label", "text", limit=4),
            *against,
            Space(4),
            Paragraph(advice.sure(), limit=SURE_LINES),
            Space(8),
            *_chance(self._equities.get(advice.info)),
        )
        if not may_be_low:
            return full
        low = Column(headline, Picture(partial(_draw_low, advice)).sized(grow()))
        return Either(full, low, least=ROOM + marks.STACKED_STEP * max(1, len(rows)))


def _draw_low(advice: Advice, painter: Painter, rect: Rect) -> None:
    """Draw as many values as leave room for how sure it is, each on one line."""
    x, y, w, h = rect
    sure = advice.sure()
    lines = min(SURE_LINES, len(painter.wrap(sure, w, "label")))
    rows = advice.rows(max(1, int((h - lines * LINE) / LOW_ROW)))
    y = marks.draw_rows(painter, x, y, w, rows, label_width=w * LOW_LABEL, pitch=LOW_ROW)
    painter.para(sure, x, y, w, "label", col="dim", limit=lines)


def _chance(found: HandEquity | None) -> tuple[Box, ...]:
    """Return the chance of the hand to win, once it is known."""
    if found is None:
        return (Line(text("table.working"), "label", "dim", height=20),)
    inks = (Ink("label", "text"), Ink("label_b", "brass"))
    figure = Pair(text("holdem.chance"), percent(found.equity, 1), height=20, inks=inks)
    exact = Line(text("holdem.exact"), "small", "faint", height=20)
    return figure, Space(5), Bar(found.equity, height=9), Space(10), exact


def closed_coach(hint: Button, *, note: float) -> Box:
    """Return the closed coach: two lines, and the button `note` dp below the first line."""
    words = Paragraph(text("table.think_first_note"), limit=2).sized(fixed(note))
    return Column(
        Line(text("table.think_first"), "strong", height=24), Space(1), words, Control(hint, BUTTON)
    )
