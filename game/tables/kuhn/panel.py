"""The side panel of Kuhn poker: rules, graded decisions, and exploitability.

Decisions are compared with the equilibrium, and with what is best against a known opponent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from game.core import Action, Seat
from game.match.session import Session
from game.request import Refusal
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, KuhnInformationState, Move
from game.study.amounts import net_chips
from game.study.judgements import AskJudgement, Judgement, question_at
from game.study.play import ExploitRecordedPlay, RecordedExploitability, make_die
from game.study.saves import Record
from game.study.words import format_best, format_cost, information_set, join_choices
from game.tables.kuhn.view import KuhnView, KuhnWords, Spoken, card_name, decision_name
from game.tables.narration import end_sentences
from game.tables.parts import TablePart
from game.tables.play import PlayScreen
from game.texts import capitalize, join_label, join_list, join_sentences, number, percent, signed, text
from game.window.frame.actions import BoundAction
from game.window.ui.canvas.painter import Colour, Painter, Pattern, Rect
from game.window.ui.layout import Box, Column, IfRoom, Row, Space, fixed, grow, natural, share
from game.window.ui.leaves import Control, Ink, Line, Pair, Picture, Rule, Words
from game.window.ui.leaves.bands import caps, padded, thirds, title
from game.window.ui.widgets import Button
from game.window.views import marks
from game.window.views.marks import MixRow, mix_bars

ENOUGH_HANDS = 20
NOTE_LINES, ABOVE_NOTE = 4, 5.3
ROW = 26.0
LABEL, LABEL_SHARE, FIGURE = 126.0, 0.4, 54.0
BELOW_REPLY, BESIDE_REPLY = 16.0, 12.0
MIN_PITCH, MAX_PITCH = 20.0, 28.0
FULL_BAR = 0.2  # chips per hand that fill the bar
NAME, MOVE = Ink("label", "dim"), Ink("label_b", "text")


class OwnPlay:
    """Counts of the actions of `seat` in every information set, over all hands of the session."""

    def __init__(self, session: Session, seat: Seat) -> None:
        self.hands = len(session.results)
        self._counts: dict[str, list[int]] = {}
        again = Session(session.spec, cards=session.cards)  # deals the same cards
        for result in session.results:
            for action in result.actions:
                if again.seat_to_act == seat:
                    self._count(again.info(seat).key, action)
                again.act(action)
            again.next_hand()

    @property
    def is_enough(self) -> bool:
        return self.hands >= ENOUGH_HANDS

    @property
    def counts(self) -> Mapping[str, tuple[int, ...]]:
        return {key: tuple(counts) for key, counts in self._counts.items()}

    def note(self, decisions: Iterable[Spoken]) -> None:
        """Count the person's decisions in another hand."""
        self.hands += 1
        for spoken in decisions:
            self._count(spoken.info.key, spoken.step.action)

    def _count(self, key: str, action: Action) -> None:
        self._counts.setdefault(key, [0, 0])[action] += 1


class BestReply(TablePart):
    """The exploitability of the person's play at one table.

    The action `turn_reply` shows or hides the best response to this play.
    """

    def __init__(self, table: PlayScreen, view: KuhnView, turn_reply: BoundAction[[]]) -> None:
        self._table, self._view, self._turn_reply = table, view, turn_reply
        self.shows_reply = False
        self.own_play = OwnPlay(view.seen.session, view.seen.below)
        self._answer: RecordedExploitability | None = None

    def on_change(self) -> None:
        self.shows_reply = False

    def on_phase(self, phase: str, before: str) -> None:
        if phase == "over":
            self.hand_ended()

    def hand_ended(self) -> None:
        """Count the person's decisions of a hand, and request the exploitability of their play."""
        session = self._table.session
        if self.own_play.hands < len(session.results):
            self.own_play.note(self._view.words.decisions(own=True))
        if self.own_play.is_enough:
            spec = session.spec
            request = ExploitRecordedPlay(spec.game, self.own_play.counts, spec.blinds)
            self._table.requests.ask(request, self._take)

    def toggle_reply(self) -> None:
        self.shows_reply = not self.shows_reply
        self._table.relayout()

    @property
    def is_open(self) -> bool:
        return self.shows_reply and self._answer is not None

    def _take(self, answer: RecordedExploitability | Refusal) -> None:
        if not isinstance(answer, Refusal):
            self._answer = answer

    @property
    def button(self) -> Button:
        return self._turn_reply.button

    @property
    def why_no_reply(self) -> str:
        """The reason why there is no best response yet, or ""."""
        if self.own_play.is_enough:
            return ""
        return text("kuhn.reply.after", count=ENOUGH_HANDS, hands=number(self.own_play.hands))

    # ---- content --------------------------------------------------------------------------------------------
    def compose(self, measured: float | None, *, above: float, banded: bool) -> Box:
        """Return the exploitability of both players. The opponent's exploitability is `measured`.

        In a wide, low panel (`banded`), the note may be left out.
        """
        found, name = self._answer, text("kuhn.exploitability.you", hands=number(self.own_play.hands))
        worth, interval = (None, None) if found is None else (found.exploitability, found.interval)
        said = text("kuhn.exploitability.note") if found is None else _how_sure(found)
        note = Column(Space(ABOVE_NOTE), Words(said, "small", "faint", 0.0, NOTE_LINES))
        own: Box = _beaten_for(name, worth, text("table.working"), interval, own=True)
        if why := self.why_no_reply:
            own = Line(why, "label", "dim", height=ROW)
        return Column(
            caps(text("kuhn.exploitability.title"), above=above, below=ROW / 2),
            _beaten_for(self._view.other_name, measured, text("kuhn.unmeasured")),
            own,
            IfRoom(note).sized(grow()) if banded else note,
        )

    def compose_reply(self, columns: int) -> Box:
        """Return the best response to the person's play, card by card."""
        found = self._answer
        assert found is not None
        sure = _how_sure(found)
        note = sure if columns > 1 else f"{text('kuhn.reply.note')} {sure}"
        ordered = sorted(found.reply.items(), key=lambda item: (item[0][1:], -CARD_LETTERS.index(item[0][0])))
        rows = [self._reply(key, action) for key, action in ordered]
        count = max(1, math.ceil(len(rows) / columns))
        parts = (rows[first : first + count] for first in range(0, len(rows), count))
        listed = (Row(Column(*part).sized(grow()), Space(BESIDE_REPLY)).sized(grow()) for part in parts)
        return Column(
            title(text("kuhn.reply.title"), height=57.5, middle=34.0),
            Words(note, "label", "dim", 20.5),
            Row(*listed).sized(grow()),
            Space(BELOW_REPLY),
        )

    def _reply(self, key: str, action: Action | None) -> Box:
        """Return the line of an information set: the best action there, or that the set is never reached."""
        info = information_set(key, self._view.state.rules)
        what = f"{capitalize(card_name(info.card))}, {decision_name(info)}"
        move = self._view.words.action(info, action) if action is not None else text("kuhn.reply.never")
        pair = Pair(what, move, height=MIN_PITCH, inks=(NAME, NAME if action is None else MOVE))
        return pair.sized(grow(1, least=MIN_PITCH, most=MAX_PITCH))


def _how_sure(found: RecordedExploitability) -> str:
    low, high = (number(one, 3) for one in found.interval)
    return text("kuhn.exploitability.between", about=number(found.exploitability, 3), low=low, high=high)


def _beaten_for(
    name: str,
    value: float | None,
    missing: str,
    interval: tuple[float, float] | None = None,
    *,
    own: bool = False,
) -> Box:
    """Return a player's exploitability in chips per hand as a bar with interval, or the text `missing`."""
    named = Row(Line(name, height=ROW).sized(grow()), Space(8)).sized(share(LABEL_SHARE, most=LABEL))
    if value is None:
        return Row(named, Line(missing, "label", "dim", height=ROW, right=True).sized(grow()))
    bar = Picture(partial(_draw_bar, value, interval, own)).sized(grow())
    return Row(named, bar, Line(number(value, 3), "label_b", height=ROW, right=True).sized(fixed(FIGURE)))


def _draw_bar(
    value: float, interval: tuple[float, float] | None, own: bool, painter: Painter, rect: Rect
) -> None:
    x, y, w, h = rect
    bar, share_of_bar = (x, y + h / 2 - 5, w, 10), min(1.0, value / FULL_BAR)
    painter.bar(bar, share_of_bar, "solid" if own else "diagonal", "brass" if own else "info")
    if interval is not None:
        low, high = (x + w * min(1.0, one / FULL_BAR) for one in interval)
        painter.rect((low, y + h / 2 - 1, max(2.0, high - low), 2), "text")


PADDING, BAND_GAP, PANEL_BESIDE_REPLY = 24.0, 16.0, 12.0
BUTTON, ABOVE_FOOT = 44.0, 18.0
TITLE, MINDS_TITLE, MIDDLE = 57.5, 55.0, 34.0
ABOVE_BEATEN, ABOVE_BEATEN_IN_BAND = 24.0, 28.0
ABOVE_HINT, MIN_GAP = 24.0, 16.0
PANEL_ROW = 25.0
ABOVE, BELOW_CAPS = 13.0, 13.5  # dp: above a decision's name, from its middle
DIE, ABOVE_DIE, BELOW_DIE, WITHOUT_DIE = 50.0, 4.5, 7.0, 11.5
ABOVE_MARK, BELOW_WHY = 3.0, 10.5
WHY_LINES, KNOWN_LINES, WHY = 3, 3, 58.2
LOOKS: Mapping[bool, tuple[tuple[Pattern, Colour], tuple[Pattern, Colour]]] = {
    False: (("dots", "info"), ("solid", "brass")),
    True: (("dots", "bad"), ("solid", "good")),
}
"""Colours and patterns of PASS and BET, by whether a bet is faced."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The panel during a hand: the rules, the record against `name`, and the opponent's exploitability.

    The exploitability (`leak`) is only shown at a table without hints. `luck` has pairs of name and value: the
    parts of the session's result that come from luck and from decisions.
    """

    lines: Sequence[str]
    name: str
    record: Record
    leak: str = ""
    luck: Sequence[tuple[str, str]] = ()


class KuhnMinds(TablePart):
    """The decisions of the hand, compared with the equilibrium and with what is best against a known opponent."""

    def __init__(self, table: PlayScreen, view: KuhnView) -> None:
        self._table, self._view = table, view
        self._grades, self._judgements = table.grades, table.app.models.judgements
        self.shows_hint = False

    @property
    def _words(self) -> KuhnWords:
        return self._view.words

    def on_change(self) -> None:
        self.shows_hint = False
        self._table.side_scroll.offset = 0.0

    def open_hint(self) -> None:
        """Show the equilibrium of the current decision, and what is best against a known opponent.

        A request that failed is repeated.
        """
        self.shows_hint = True
        self._judgements.ask(self._request(self._view.info()), again=True)

    def _request(self, info: KuhnInformationState) -> AskJudgement:
        game, opponent = self._view.seen.session.spec.game, self._table.known_opponent
        return question_at(game, info, opponent=opponent)

    def theirs(self) -> list[Box]:
        return [self._theirs(spoken) for spoken in self._words.decisions(own=False)]

    def yours(self, *, last_may_be_short: bool = False) -> list[Box]:
        spoken = list(self._words.decisions(own=True))
        return [self._yours(one, may_be_short=last_may_be_short and one is spoken[-1]) for one in spoken]

    def at_hand(self, info: KuhnInformationState, above: float) -> Box:
        """Return the equilibrium strategy for a decision that is still to be made, with its reason.

        If the opponent is known, the best action against this opponent comes first, with its reason and all values.
        """
        known = self._judgements.sure(self._request(info))
        against = self._best_against(info, known)
        heading = caps(_name_mix(info, known), above=ABOVE_HINT if against else above, below=BELOW_CAPS + 2)
        mixed = _wait_box() if known is None else self._mix(info, known.shares)
        why = "" if known is None else self._words.why(info, known)
        if known is None or not against:
            return Column(heading, mixed, Space(2.8), _why(why).sized(fixed(WHY)))
        first = Words(against, "strong", "text", 0.0)
        told = Words(join_sentences(self._words.worth(info, known), why), "small", "dim", 0.0)
        return Column(Space(above - BELOW_CAPS), first, told, heading, mixed)

    def _best_against(self, info: KuhnInformationState, known: Judgement | None) -> str:
        """Return a sentence with the best actions against a known opponent, else ""."""
        if known is None or known.against is None:
            return ""
        best = join_choices(*(self._words.action(info, action) for action in known.best_actions))
        return text("holdem.counsel.against", name=self._words.name, action=best)

    def advice(self) -> str:
        """Return the content of the hint for the current decision as sentences.

        Empty until the judgement is final.
        """
        info = self._view.info()
        known = self._judgements.sure(self._request(info))
        if known is None:
            return ""
        shares = (
            f"{percent(share)} {self._words.action(info, move)}" for move, share in known.shares.items()
        )
        mix = join_list(*shares)
        against = self._best_against(info, known), self._words.worth(info, known)
        theory = join_label(_name_mix(info, known), mix)
        return end_sentences(*against, self._words.why(info, known), theory)

    def _theirs(self, spoken: Spoken) -> Box:
        words, decision = self._words, spoken.step.decision
        if decision is None:
            return caps(words.owner(spoken), above=ABOVE, below=ABOVE)
        if decision.is_replacement:
            return Column(
                _owner(words, spoken), Words(text("table.replacement"), "label", "dim", WITHOUT_DIE)
            )
        played = self._mix(spoken.info, decision.strategy, spoken.step.action)
        parts = [_owner(words, spoken), played]
        die = make_die(decision)
        if die is None:
            return Column(*parts, Space(WITHOUT_DIE))
        rolled, meaning = words.roll_sentence(die), words.bands(spoken.info, die)
        drawn = Picture(partial(marks.draw_die, rolled=rolled, meaning=meaning), DIE)
        return Column(*parts, Space(ABOVE_DIE), drawn, Space(BELOW_DIE))

    def _yours(self, spoken: Spoken, *, may_be_short: bool) -> Box:
        words, info, grade = self._words, spoken.info, self._grades.of(spoken.step)
        mixed, mark, why = _wait_box(), Box(), ""
        if grade is not None:
            mixed = self._mix(info, grade.judgement.shares, spoken.step.action)
            cost = format_cost(games.KUHN_POKER, grade)
            best = format_best(grade, words.name, partial(words.action, info))
            why = join_sentences(*best, words.worth(info, grade.judgement), words.why(info, grade.judgement))
            mark = Column(Space(ABOVE_MARK), marks.GradeBox(grade.shown_mark, cost))
        elif self._grades.has_failed(spoken.step):
            mixed, why = Box(), text("grades.failed")
        told = _why(why, WHY_LINES + KNOWN_LINES * (self._table.known_opponent is not None))
        told = IfRoom(told).sized(grow()) if may_be_short else told
        parts = (_owner(words, spoken), mixed, mark, told, Space(BELOW_WHY))
        return Column(*parts).sized(grow() if may_be_short else natural())

    def _mix(
        self, info: KuhnInformationState, shares: Mapping[Action, float], chosen: Action | None = None
    ) -> Box:
        rows = []
        for action, (pattern, colour) in zip(Move, LOOKS[info.facing_bet], strict=True):
            share, label = shares.get(action, 0.0), capitalize(self._words.action(info, action))
            rows.append(MixRow(label, share, percent(share, 1), pattern, colour, action == chosen))
        return mix_bars(rows, pitch=PANEL_ROW)


def _owner(words: KuhnWords, spoken: Spoken) -> Box:
    return caps(words.owner(spoken), above=ABOVE, below=BELOW_CAPS)


def _name_mix(info: KuhnInformationState, known: Judgement | None) -> str:
    """Return the heading of an equilibrium. Against a known opponent, the heading does not say "best strategy"."""
    key = "equilibrium" if known is None or known.against is None else "in_theory"
    return text(f"kuhn.{key}", what=decision_name(info))


def _wait_box() -> Box:
    return Column(Line(text("table.working"), "label", "dim", height=PANEL_ROW), Space(PANEL_ROW))


def _why(why: str, lines: int = WHY_LINES) -> Box:
    return Words(why, "small", "dim", 0.0, lines) if why else Box()


# ---- the panel -----------------------------------------------------------------------------------------------
def rules_panel(
    rules: Rules, coach: Callable[[float], Box] | None, hint: Button | None, *, banded: bool
) -> Box:
    """Return the rules, the record and the coach.

    If the user has opened the coach, `coach` returns its box. Otherwise, the button `hint` opens it.
    """
    heading = title(text("kuhn.rules.title"), height=TITLE, middle=MIDDLE)
    lines = (Words(line, "label", "dim") for line in rules.lines)
    if banded:
        third = Column(coach(MIDDLE) if coach else Box(), Space(), *_closed(hint), Space(PADDING))
        return thirds(Column(heading, *lines), _record(rules, above=40.0), third, side=PADDING, gap=BAND_GAP)
    opened = [Space(6), Rule(height=0), coach(ABOVE_HINT)] if coach else []
    above = (heading, *lines, Space(16.5), Rule(height=0), _record(rules, above=26.0))
    rest = Space().sized(grow(1, least=MIN_GAP))
    return padded(*above, *opened, rest, *_closed(hint), side=PADDING, bottom=PADDING)


def minds_panel(
    name: str, minds: KuhnMinds, best_reply: BestReply, measured: float | None, *, banded: bool
) -> Box:
    """Return both players' decisions in the hand against `name`, and the exploitability of both."""
    nothing = Line(text("kuhn.nothing_decided", name=name), "label", "dim", height=26)
    heading = title(text("kuhn.in_mind", name=name), height=MINDS_TITLE, middle=MIDDLE)
    theirs, yours = minds.theirs() or [nothing, Space(8)], minds.yours(last_may_be_short=banded)
    if banded:
        beaten_for = best_reply.compose(measured, above=ABOVE_BEATEN_IN_BAND, banded=True).sized(grow())
        third = Column(beaten_for, Control(best_reply.button, BUTTON), Space(PADDING))
        parts = (Column(heading, *theirs), Column(Space(MIDDLE - 13), *yours), third)
        return thirds(*parts, side=PADDING, gap=BAND_GAP)
    line = (Space(7), Rule(height=0).when(yours))
    below = best_reply.compose(measured, above=ABOVE_BEATEN, banded=False)
    return padded(heading, *theirs, *yours, *line, below, side=PADDING)


def reply_panel(best_reply: BestReply, *, banded: bool) -> Box:
    """Return the panel of the best response to the person.

    If `banded`, the panel includes the button that hides the best response.
    """
    if not banded:
        return padded(best_reply.compose_reply(1).sized(grow()), side=PADDING)
    button = Row(Space(), Control(best_reply.button, BUTTON).sized(grow()), Space(PANEL_BESIDE_REPLY))
    return padded(best_reply.compose_reply(3).sized(grow()), button, side=PADDING, bottom=PADDING)


def reply_foot(best_reply: BestReply) -> Box:
    """Return the button of the best response, for the foot that stays visible below the scrolling panel."""
    button = Control(best_reply.button, BUTTON)
    return padded(Rule(height=0), Space(ABOVE_FOOT), button, side=PADDING, bottom=PADDING)


def _record(rules: Rules, *, above: float) -> Box:
    record, parts = rules.record, [caps(text("kuhn.record", name=rules.name), above=above, below=14.0)]
    if record.hands:
        if record.hands == 1:
            won = text("kuhn.first_hand", net=net_chips(record.net))
        else:
            each = signed(record.net / record.hands, 2)
            won = text("kuhn.per_hand", hands=number(record.hands), each=each)
        parts.append(Line(won, height=28))
    else:
        parts.append(Line(text("kuhn.no_record"), "label", "dim", height=28))
    luck = [caps(text("kuhn.session"), above=24.0, below=14.0)] if rules.luck else []
    luck += [Pair(name, value) for name, value in rules.luck]
    return Column(*parts, Line(rules.leak, "label", "dim", height=20).when(rules.leak), *luck)


def _closed(hint: Button | None) -> list[Box]:
    """Return the closed coach, or an empty list if there is no button `hint`."""
    if hint is None:
        return []
    note = Words(text("table.think_first_note"), "label", "dim", 14.5)
    return [Line(text("table.think_first"), "strong", height=32), note, Control(hint, BUTTON)]
