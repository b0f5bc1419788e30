"""The coach: a panel that the user can open, with the judgement of a decision and the strength of the hand.

The coach uses the window's shared judgement, so it agrees with the tutor and with the later grade. This module also
has the texts of a judgement: the advised action, the value of each action, and the reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, repeat

from game.core import Action
from game.needs import Need
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState
from game.study.amounts import UNKNOWN
from game.study.holdem import AskEquity, HandEquity
from game.study.judgements import AskJudgement, Judgement, question_at
from game.study.play import AgentKey
from game.study.training import format_seconds_left
from game.study.words import (
    ends_betting,
    find_reply,
    format_source,
    format_theory_alone,
    format_verdict_cost,
    join_choices,
    never_folds,
    reason,
)
from game.tables.holdem.bet_panel import BetPanel
from game.tables.holdem.view import HoldemView
from game.texts import join_list, join_sentences, number, percent, signed, text
from game.window.frame.requests import Answers, Requests
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Colour, Painter, Pattern, Rect
from game.window.ui.layout import Box, Column, Either, Space, fixed, grow
from game.window.ui.leaves import Bar, Control, Ink, Line, Pair, Paragraph, Picture, Rule, Words
from game.window.ui.widgets import Button
from game.window.ui.widgets.button import Pressable
from game.window.views import marks
from game.window.views.marks import MixRow

MAX_ROWS = 5
AHEAD = 0.5  # equity from which a bet is for value
LONGEST_GAIN = 99.99  # in big blinds: a larger gain is rare
REPLIES = "calls", "folds", "other"
MIN_FOLDS = 0.5  # the share of folds above which a bet wins at once more often than not
Look = tuple[Pattern, Colour]
LOOKS: dict[Action, Look] = {FOLD: ("dots", "bad"), CALL: ("solid", "good")}
RAISES: tuple[Look, ...] = (("diagonal", "brass"), ("cross", "info"), ("diagonal", "brass"))


@dataclass(frozen=True, slots=True)
class Advice:
    """The texts for a judgement of the decision `info`.

    Attributes:
        awaited: The text shown instead of advice while the values against the opponent at this table are still
            being computed, else "".
        held_action: The action that the tutor has stopped, or None. The rows always include this action.
    """

    view: HoldemView
    info: HoldemInformationState
    judgement: Judgement
    awaited: str = ""
    held_action: Action | None = None

    def headline(self) -> str:
        """Return the advised action: against the opponent if its strategy is known, else in theory.

        If actions are equally good within the error, several are named.
        """
        name = self.view.other_name
        if self.awaited:
            return self.awaited
        best = self.judgement.named_actions
        if len(best) > 1:
            return self._write_mix(best) if self.judgement.against is None else self._write_close(best)
        if self.judgement.against is None:
            return text("holdem.counsel.one", action=self._name(*best))
        return text("holdem.counsel.against", name=name, action=self._short(*best))

    def headlines(self) -> list[str]:
        """Return the usual headlines about advice against the opponent, with one action or two.

        The layout reserves room for the longest headline.
        """
        name = self.view.other_name
        actions = self.judgement.values if self.awaited or self.judgement.against is not None else ()
        longest = sorted(actions, key=lambda action: -len(self._short(action)))
        close = [self._write_close(longest[:2])] if len(longest) > 1 else []
        return [
            *(text("holdem.counsel.against", name=name, action=self._short(action)) for action in actions),
            *close,
        ]

    def _write_mix(self, best: Sequence[Action]) -> str:
        first, *others = best
        *between, last = map(self._short, others)
        return text("holdem.counsel.mix", action=join_list(self._name(first), *between), second=last)

    def _write_close(self, best: Sequence[Action]) -> str:
        first, *others = best
        return text(
            "holdem.counsel.close", action=self._name(first), second=join_list(*map(self._short, others))
        )

    def theory(self) -> str:
        """Return the advice in theory, which is shown below the advice against the opponent.

        The text is empty while there is only an estimate, which could still change. If the headline itself is about
        theory, the text is empty, or says that the opponent's program gave no strategy.
        """
        if self.judgement.theory_alone:
            return format_theory_alone(self.judgement, self.view.other_name)
        is_alone = not self.awaited and self.judgement.against is None
        if is_alone or self.judgement.stage == "estimate":
            return ""
        return self._write_theory(self.judgement.theory_actions)

    def theories(self) -> list[str]:
        """Return the longest usual text of `theory`, which names two actions.

        The layout reserves room for this text.
        """
        longest = sorted(self.judgement.values, key=lambda action: -len(self._short(action)))
        return [self._write_theory(longest[:2])]

    def _write_theory(self, actions: list[Action]) -> str:
        value = signed(self.judgement.values[self.judgement.best], 2)
        words = join_choices(*map(self._short, actions))
        return text("holdem.counsel.theory", action=words, value=value)

    def rows(self, most: int | None = None) -> list[MixRow]:
        """Return a row for each of `actions(most)`: fold and call first, then raises by size.

        The figures are the values against the opponent if these are known, otherwise the values in theory. The bars
        are always the frequencies in theory.
        """
        judgement, against = self.judgement, self.judgement.against
        worth = judgement.values if against is None else against.values
        rows, looks_of_raises = [], chain(RAISES, repeat(RAISES[-1]))
        for action in self.actions(most):
            look = LOOKS[action] if action in LOOKS else next(looks_of_raises)
            label = self._name(action)
            written = signed(worth[action], 2) if action in worth else UNKNOWN
            if against is not None and (error := against.errors.get(action, 0.0)) > judgement.stake:
                written = text("holdem.counsel.vague", value=signed(worth[action]), error=number(error))
            if against is None and action in judgement.bounds:
                written = text("holdem.counsel.at_most", value=written)
            if action == self.held_action:
                label = text("holdem.counsel.held", action=label)
            share = judgement.shares.get(action, 0.0)
            chosen = not self.awaited and action in self.judgement.best_actions
            rows.append(MixRow(label, share, written, *look, chosen=chosen))
        return rows

    def actions(self, most: int | None = None) -> list[Action]:
        """Return the actions of the rows. For an estimate, these include the actions that the estimate leaves out.

        If there are too many actions, the least frequent raises are dropped. A raise that is advised, or that the
        tutor has stopped, is kept. If `most` is given, at most `most` actions are returned, and even these raises
        may be dropped.
        """
        named, shares = (*self.judgement.best_actions, self.held_action), self.judgement.shares
        values = (self.judgement.against or self.judgement).values
        left_out = {CALL, *shares} if self.judgement.stage == "estimate" else set[Action]()
        actions = sorted(
            values.keys() | left_out,
            key=lambda one: (
                one > CALL and one not in named,
                one > CALL,
                -shares.get(one, 0.0),
                -values.get(one, 0.0),
                one,
            ),
        )
        kept = sum(one <= CALL or one in named for one in actions)
        shown = actions[: max(MAX_ROWS, kept) if most is None else most]
        return self.info.betting.distinct(shown, self.held_action, self.judgement.choice, self.judgement.best)

    def units(self) -> tuple[str, str]:
        """Return the names of the units of the bars and of the figures."""
        if self.judgement.against is None:
            return text("holdem.counsel.often"), text("holdem.counsel.unit")
        return text("holdem.counsel.often_in_theory"), text(
            "holdem.counsel.unit_against", name=self.view.other_name
        )

    def _name(self, action: Action) -> str:
        return self.view.name_action(self.view.state, action)

    def _short(self, action: Action) -> str:
        return self.view.words.short(self.view.state, action)

    # ---- reasons --------------------------------------------------------------------------------------------
    def why(self) -> str:
        """Return a sentence that names the hand, compares its equity with the price, and supports the advice."""
        judgement, best = self.judgement, self.judgement.choice
        bets, is_single = min(judgement.best_actions) > CALL, len(judgement.best_actions) == 1
        is_answered = judgement.against is not None and (bets or is_single)
        reply, share = find_reply(judgement, judgement.best_actions) if is_answered else ("other", 0.0)
        if judgement.against is not None and best != judgement.best:
            values, told = judgement.against.values, reply if is_single else "other"
            return self._write_exploit(told, values[best] - values[judgement.best], share)
        if reply != "other":
            several = reply == "folds" and not is_single
            key = "holdem.why_not.against.many" if several else f"grades.reply.{reply}"
            replied = text(key, name=self.view.other_name, share=percent(share))
            return join_sentences(self._write_reason("plain"), replied)
        return self._write_reason(self._find_reason(best))

    def whys(self) -> list[str]:
        """Return the reasons that need the most room: one in theory, and the reasons against the opponent."""
        theory = replace(self, judgement=self.judgement.theory).why()
        return [theory, *(self._write_exploit(reply, LONGEST_GAIN, 1.0) for reply in REPLIES)]

    def _write_exploit(self, reply: str, gain: float, share: float) -> str:
        what = {"name": self.view.other_name, "action": self._short(self.judgement.best)}
        what |= {"gain": number(gain, 2), "share": percent(share), "hand": self._hand()}
        what["have"] = percent(self.judgement.equity or 0.0)
        said = text(f"holdem.why.exploits.{reply}", **what)
        return join_sentences(self._write_reason("plain"), said) if reply == "other" else said

    def _write_reason(self, reason: str) -> str:
        have, hand = percent(self.judgement.equity or 0.0), self._hand()
        need = percent(self.info.betting.pot_odds) if self.info.to_call else ""
        return text(f"holdem.why.{reason}", hand=hand, have=have, need=need)

    def _find_reason(self, best: Action) -> str:
        """Return the key of the reason.

        The reason is neutral in two cases: several actions are best in theory, or the hand is behind and the known
        opponent never folds.
        """
        equity, to_call = self.judgement.equity or 0.0, self.info.to_call
        is_mixed = self.judgement.against is None and len(self.judgement.best_actions) > 1
        case = "ahead" if equity >= AHEAD else "behind"
        if is_mixed or (case == "behind" and never_folds(self.judgement)):
            return "price" if to_call else "plain"
        if not to_call:
            return f"bet_{case}" if best > CALL else f"check_{case}"
        found = reason(equity, self.info.betting.pot_odds, best, last=ends_betting(self.info.betting))
        if found == "enough" and best > CALL:
            return f"raise_{case}"
        is_odd = (found, best) in (("enough", FOLD), ("short", CALL))  # the error of the values decides
        return "price" if is_odd else found

    def _hand(self) -> str:
        return self.view.words.describe_hand(self.info.player, len(self.info.board))

    def held_cost(self) -> str:
        """Return a text about the cost of the action that the tutor has stopped.

        The text is empty if there is no such action, or if the cost is not known yet.
        """
        judgement, held = self.judgement, self.held_action
        if held is None or held not in judgement.values or self.awaited:
            return ""
        grade, name = judgement.grade(held), self.view.other_name
        return format_verdict_cost(games.HOLDEM, grade, name, self._name(held))

    def why_not(self, action: Action) -> str:
        """Return the reason why an action is worse than the advised action, or "" if there is no simple reason.

        The reason does not name the advised action, because the tutor lets the person think again. Against a known
        opponent, the first choice is the opponent's share of folds, if it speaks against the action. Without this
        reason, only two actions have a reason against a known opponent: an all-in with a hand that is behind, and a
        fold although the equity is enough for a call.
        """
        betting, best = self.info.betting, self.judgement.choice
        equity = self.judgement.equity
        risk = betting.effective(action) - betting.committed[self.info.player]
        is_all_in = betting.raises_all_in(action) and risk > betting.pot
        if self.judgement.against is not None:
            folds, is_enough = self._describe_folds(action), (equity or 0.0) >= betting.pot_odds
            is_behind_all_in = is_all_in and (equity or 0.0) < AHEAD
            if folds or not (is_behind_all_in or (action == FOLD and is_enough)):
                return folds
        kind = self.view.state.kind(action).name.lower() if betting.to_call or action <= CALL else "bet"
        if is_all_in and equity is not None:
            write, case = self.view.amounts.write, "ahead" if equity >= AHEAD else "behind"
            return text(f"holdem.why_not.all_in.{case}", risk=write(risk), pot=write(betting.pot))
        if action > CALL and best > CALL:
            return text("holdem.why_not.smaller" if best < action else "holdem.why_not.larger")
        if equity is None:
            return ""
        need = betting.pot_odds if betting.to_call else 0.0
        case = "ahead" if equity >= AHEAD else "behind"
        if action == FOLD or (action == CALL and best == FOLD):
            case = reason(equity, need, best, last=ends_betting(betting))
        elif action > CALL and best == FOLD:
            case = "fold"
        return text(f"holdem.why_not.{kind}.{case}", have=percent(equity), need=percent(need))

    def _describe_folds(self, action: Action) -> str:
        """Return a sentence about the known opponent's folds, or "" if they do not speak against the action.

        Few folds speak against a bet, and many folds speak for the advised bet. Between two bets, folds decide
        nothing.
        """
        assert self.judgement.against is not None
        best = self.judgement.choice
        about = action if action > CALL else best
        share = self.judgement.against.folds.get(about)
        if share is None or (share > MIN_FOLDS) == (action > CALL) or min(action, best) > CALL:
            return ""
        key = "many" if about == best else "never" if percent(share) == percent(0.0) else "few"
        return text(f"holdem.why_not.against.{key}", name=self.view.other_name, share=percent(share))

    def source(self) -> str:
        return format_source(self.judgement, self.view.other_name)

    def sure(self) -> str:
        """Describe the source of the values and their error. In theory, also describe the assumed ranges."""
        source = self.source()
        if self.judgement.against is not None:
            return source
        return f"{source} {text(f'grades.assumes.{self.judgement.source}')}".rstrip()


WORK = 4.0  # dp: the height of the bar while a judgement is computed
ROOM = 352.0  # dp for the advice without its values, if two actions are named
LOW_ROW, LINE = 22.0, 21.0
LOW_LABEL = 0.42
HEADLINE_LINES, SURE_LINES, ALL_LINES = 3, 4, 99
BUTTON, PLATE = 44.0, 8.0
FAINT = Ink("small", "faint")


class RoomyWords(Column):
    """A column of texts with enough space for every alternative of each text.

    The first alternative of each text is shown. The remaining space is above all texts, or below them if `at_top`,
    so that no line between them is blank.
    """

    def __init__(self, *texts: Sequence[Words], at_top: bool = False) -> None:
        shown = [one for one, *_ in texts if one.words]
        super().__init__(*shown, Space()) if at_top else super().__init__(Space(), *shown)
        self._texts = texts

    def measure(self, painter: Painter, width: float) -> float:
        return sum(max(words.measure(painter, width) for words in one) for one in self._texts)


class SizeRow(Pressable):
    """The row of a bet or raise in an open coach. A click chooses the amount but does not bet."""

    row: marks.MixRow

    def show(self, row: marks.MixRow) -> SizeRow:
        self.row, self.label = row, row.label
        return self

    @property
    def value(self) -> str:
        return self.row.value

    def draw(self, painter: Painter) -> None:
        """Draw the row. If it is hovered or focused, draw a background."""
        x, y, w, h = self.rect
        plate = (x - PLATE, y + 2, w + 2 * PLATE, h - 2)
        if self.hovered or self.focused:
            painter.rect(plate, "sunk" if self.pressed else "raised", PLATE)
        marks.draw_stacked_row(painter, self.rect, self.row)
        if self.focused:
            painter.focus_ring(plate, PLATE)


class Coach:
    """The judgement of one decision, at a table where hints are allowed.

    The argument `opponent` is the agent at the other side of the table, or None if the coach must not reveal
    the agent's strategy. A click on a bet chooses the amount of the bet in the bet panel.
    """

    def __init__(
        self,
        view: HoldemView,
        app: Services,
        requests: Requests,
        opponent: AgentKey | None,
        panel: BetPanel,
    ) -> None:
        self._view, self._judgements, self._opponent = view, app.models.judgements, opponent
        self._preparation = app.models.preparation
        self._info: HoldemInformationState | None = None
        self._held_action: Action | None = None
        self._panel = panel
        self._sizes: dict[Action, SizeRow] = {}
        self._equities: Answers[HoldemInformationState, HandEquity] = Answers(requests)

    @property
    def is_open(self) -> bool:
        return self._info is not None

    def open(self, info: HoldemInformationState, held: Action | None = None) -> None:
        """Request the judgement of a decision.

        The action `held`, which the tutor has stopped, is always shown.
        """
        self._info, self._held_action = info, held
        self._judgements.ask(self._request(info), again=True)
        self._equities.ask(info, AskEquity(info.hole, info.board))

    def follow(self) -> None:
        if self._info is not None:
            self._judgements.ask(self._request(self._info))

    @property
    def need(self) -> Need:
        """The compiled code that the current judgement needs.

        If there is no current judgement, the compiled code that any judgement needs.
        """
        need = self._request(self._info).need if self._info is not None else None
        return need or Need.BLUEPRINT

    def close(self) -> None:
        """Forget the decision with its bet sizes and equity."""
        self._info = self._held_action = None
        self._sizes.clear()
        self._equities.forget()

    def _request(self, info: HoldemInformationState) -> AskJudgement:
        return question_at(games.HOLDEM, info, opponent=self._opponent)

    @property
    def advice(self) -> Advice | None:
        """The texts of the current judgement. None before the first estimate."""
        if self._info is None:
            return None
        asked = self._request(self._info)
        known = self._judgements.of(asked)
        if known is None:
            return None
        is_settled = self._judgements.sure(asked) is not None or bool(self._judgements.problem(asked))
        awaited = "" if self._opponent is None or is_settled else self._write_awaited(asked)
        return Advice(self._view, self._info, known, awaited, self._held_action)

    def _write_awaited(self, asked: AskJudgement) -> str:
        """Return the text shown while the values against the opponent are being computed."""
        report, name = self._judgements.report(asked), self._view.other_name
        if report is None or report.seconds_left is None:
            return text("holdem.counsel.awaited", name=name)
        left = format_seconds_left(report.seconds_left)
        return text("holdem.counsel.awaited_left", name=name, left=left)

    @property
    def progress(self) -> float | None:
        """The progress of the judgement, 0 to 1. None if the judgement is final or if there is no judgement."""
        asked = self._request(self._info) if self._info is not None else None
        if asked is None or self._judgements.sure(asked) is not None or self._judgements.problem(asked):
            return None
        if self._preparation.holds_up(self.need):
            return self._preparation.get_share(self.need)
        return self._judgements.share(asked) or 0.0

    def _say_what_is_awaited(self) -> str:
        """Return the reason why there is no advice yet, with the remaining time if it is known."""
        preparation = self._preparation
        if preparation.holds_up(self.need):
            return text("holdem.counsel.set_up", left=preparation.in_words("left", self.need))
        if preparation.working:
            return text("holdem.counsel.slowed", left=preparation.in_words("left"))
        report = self._judgements.report(self._request(self._info)) if self._info is not None else None
        if report is None or report.seconds_left is None:
            return text("table.working")
        return text("holdem.counsel.working", left=format_seconds_left(report.seconds_left))

    # ---- drawing --------------------------------------------------------------------------------------------
    def compose(self, *, may_be_low: bool = False) -> Box:
        """Return the advice with the reason, the values, the chance to win and the certainty.

        If there is little height, some of these are left out.

        While the values against the opponent are still being computed, room for the final headline and the final
        reason is already reserved. If the column would then have to scroll, no room is reserved.
        """
        advice, done = self.advice, self.progress
        work = Space(WORK) if done is None else Bar(done, height=WORK)
        if advice is None:
            failed = self._info is not None and self._judgements.problem(self._request(self._info))
            status = text("holdem.no_advice") if failed else self._say_what_is_awaited()
            return Column(Space(2), Paragraph(status), Space(8), work)
        # without a low form, the column scrolls, so nothing is cut
        few, many = (HEADLINE_LINES, SURE_LINES) if may_be_low else (ALL_LINES, ALL_LINES)
        heads = advice.headline(), *advice.headlines()
        told = [[Words(one, "strong", "text", 4.0, few) for one in heads]]
        if self._opponent is not None:
            theories = advice.theory(), *advice.theories()
            told.append([Words(one, "small", "dim", 8.0, few) for one in theories])
        headline = RoomyWords(*told)
        whys = ["" if advice.awaited else advice.why()]
        if self._opponent is not None:
            whys += advice.whys()
        reasons = [Words(one, "label", "text", 8.0, many) for one in whys]
        why = RoomyWords(reasons, at_top=True)
        sure = Words("" if advice.awaited else advice.sure(), "small", "dim", limit=many)
        rows, held = advice.rows(), advice.held_cost()
        values = (
            work,
            Pair(*advice.units(), height=20, inks=(FAINT, FAINT)),
            *self._rows(advice),
            Words(held, "label_b", "text", 4.0).when(held),
            Rule(height=16),
            *_chance(self._equities.get(advice.info)),
            Column(Space(10), sure).when(sure.words),
        )
        shown = [one for one, *_ in (*told, reasons) if one.words]
        full = Either(Column(headline, why, *values), Column(*shown, *values))
        if not may_be_low:
            return full
        low = Column(headline, work, Picture(partial(_draw_low, advice)).sized(grow()))
        return Either(full, low, least=ROOM + marks.STACKED_STEP * max(1, len(rows)))

    def _rows(self, advice: Advice) -> Iterator[Box]:
        """Yield a row with the value of each action.

        Bets and raises can be clicked, and a line below says so.
        """
        actions = advice.actions()
        for action, row in zip(actions, advice.rows(), strict=True):
            if action <= CALL:
                yield marks.stacked_rows([row])
                continue
            if action not in self._sizes:
                self._sizes[action] = SizeRow(
                    f"size-{action}", row.label, partial(self._panel.set_amount, action)
                )
            yield Control(self._sizes[action].show(row), marks.STACKED_STEP)
        yield Line(text("holdem.counsel.take"), "small", "faint", height=24).when(actions[-1] > CALL)


def _draw_low(advice: Advice, painter: Painter, rect: Rect) -> None:
    """Draw the values in one line each, and the source below them. Values that do not fit are left out."""
    x, y, w, h = rect
    sure = advice.sure()
    lines = min(SURE_LINES, len(painter.wrap(sure, w, "label")))
    rows = advice.rows(max(1, int((h - lines * LINE) / LOW_ROW)))
    y = marks.draw_rows(painter, x, y, w, rows, label_width=w * LOW_LABEL, pitch=LOW_ROW)
    painter.para(sure, x, y, w, "label", col="dim", limit=lines)


def _chance(found: HandEquity | None) -> tuple[Box, ...]:
    """Return the hand's chance to win, or an empty space of the same height until the chance is known."""
    if found is None:
        return Line(text("table.working"), "label", "dim", height=20), Space(12)
    inks = (Ink("label", "text"), Ink("label_b", "brass"))
    figure = Pair(text("holdem.chance"), percent(found.equity, 1), height=20, inks=inks)
    return figure, Space(3), Bar(found.equity, height=9)


def closed_coach(hint: Button, *, note: float) -> Box:
    """Return the closed coach: two lines of text, and a button `note` dp below the first line."""
    words = Paragraph(text("table.think_first_note"), limit=2).sized(fixed(note))
    return Column(
        Line(text("table.think_first"), "strong", height=24), Space(1), words, Control(hint, BUTTON)
    )
