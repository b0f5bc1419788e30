"""Parts of a session at the table: duplicate matches, luck, the ladder, the tutor."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from game.archive.hands import PlayedHand, finished
from game.archive.ladder import RungResult
from game.archive.statistics import METHODS, HandLuck
from game.core import Action, InformationState, Seat
from game.match.dealt_again import build_block, find_pass
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec, change_of_level
from game.request import Refusal
from game.rules import games
from game.study.amounts import Written, format_luck, signed_chips
from game.study.history import AskLuck
from game.study.judgements import MARKS, AskJudgement, Grade, Judgement, question_at, shipped_marks
from game.study.opponents import DEVICES_OF_PEOPLE, Portrait, format_name
from game.study.saves import TABLES, Record
from game.study.words import format_cost
from game.tables.parts import PersonsTable, TablePart
from game.texts import number, text
from game.window.dialogs.dialog import MatchCard, MatchOutcome, Question, Reply, nothing
from game.window.frame.actions import ActionOwner, action
from game.window.frame.requests import Requests
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Rect
from game.window.ui.layout import Box, Column, Row, Space, grow, share
from game.window.ui.leaves import Filled, Line, Words, indented, upright
from game.window.ui.widgets import Act


def deal_note(spec: TableSpec, number_of_hand: int) -> str:
    """Return the number of the deal and whether it has been played with swapped seats, or "" at other tables."""
    if not spec.duplicate:
        return ""
    deal, _ = spec.deal_of_hand(number_of_hand)
    swapped = find_pass(spec, number_of_hand).swapped
    return text(f"table.duplicate.{'second' if swapped else 'first'}", deal=number(deal + 1))


def other_with_these_cards(session: Session, seat: Seat, name: str, *, in_blinds: bool) -> str:
    """Return the other side's result with the cards that the player has just played, or "" until it is known."""
    spec = session.spec
    if not (spec.duplicate and session.hand_over and find_pass(spec, session.hand_number).swapped):
        return ""
    before = session.hand_number - spec.duplicate_block
    first = next((result for result in session.results if result.number == before), None)
    if first is None:
        return ""
    won = signed_chips(spec, first.returns[1 - seat], in_blinds=in_blinds)
    return text("table.duplicate.same_cards", name=name, amount=won)


def block_card(
    app: Services, session: Session, seat: Seat, other: Portrait, *, go_on: Act, leave: Act
) -> MatchCard:
    """Return the card at the end of a block: what both made of the same cards, and the difference."""
    in_blinds, spec = app.settings.amounts == "blinds", session.spec
    block, written = (
        build_block(spec, session.results, seat),
        partial(signed_chips, spec, in_blinds=in_blinds),
    )
    difference = text("duplicate.difference")
    if block.ci95 is not None:
        difference = text("duplicate.difference_within", spread=written(block.ci95).removeprefix("+"))
    figures = [
        (text("seats.you"), written(block.own)),
        (other.name, written(block.other)),
        (difference, written(block.difference)),
    ]
    better = block.difference > 0
    device = DEVICES_OF_PEOPLE["you"] if better else other.device
    key = "ahead" if better else "behind" if block.difference < 0 else "even"
    replies = (
        Reply("next-deals", text("duplicate.next"), go_on, "primary"),
        Reply("menu", text("duplicate.leave"), leave),
        Reply("look", text("duplicate.look"), nothing),
    )
    return MatchCard(app, MatchOutcome(device, text(f"duplicate.{key}"), figures), replies)


class SessionLuck:
    """The luck of the hands at one table: each is asked for once, all that are missing at a time.

    Nothing is known of hand `laid`, whose cards the seed does not tell.
    """

    def __init__(self, spec: TableSpec, requests: Requests, laid: int = 0) -> None:
        self._spec, self._requests, self._lay_out = spec, requests, laid
        self._luck_by_hand: dict[PlayedHand, HandLuck] = {}
        self._results: list[HandResult] = []
        self._hands: tuple[PlayedHand, ...] = ()
        self._waiting = False
        self._failed: set[PlayedHand] = set()

    def rows(self, results: Sequence[HandResult], *, in_blinds: bool, first: int = 0) -> Written:
        """Return the account of these hands from number `first` on, and ask for what is not known of them."""
        if list(results) != self._results:
            self._results, every = list(results), finished(self._spec, results)
            self._hands = tuple(hand for hand in every if hand.number != self._lay_out)
        hands = tuple(hand for hand in self._hands if hand.number > self._spec.skip + first)
        if not hands or METHODS[self._spec.game] == "none" or hands[0].own_seat is None:
            return ()
        missing = tuple(hand for hand in hands if hand not in self._luck_by_hand and hand not in self._failed)
        if missing and not self._waiting:
            self._ask(missing)
        known = [hand for hand in hands if hand in self._luck_by_hand]
        if not known:
            return ()
        lucks = [self._luck_by_hand[hand] for hand in known]
        rows = format_luck(known, lucks, self._spec, in_blinds=in_blinds)
        of = text("luck.of", known=number(len(known)), all=number(len(hands)))
        return rows if len(known) == len(hands) else [*rows, (text("luck.counted"), of)]

    def _ask(self, missing: tuple[PlayedHand, ...]) -> None:
        self._waiting = True

        def take(answer: Sequence[HandLuck] | Refusal) -> None:
            self._waiting = False
            if isinstance(answer, Refusal):
                self._failed.update(missing)
            else:
                self._luck_by_hand.update(zip(missing, answer, strict=True))

        self._requests.ask(AskLuck(missing), take)


class SessionRecord(TablePart):
    """What is kept of a session: the game to come back to, the history, and the results against the opponent.

    Every action is saved before it is shown.
    """

    def __init__(self, table: PersonsTable) -> None:
        self._table, self._app, self._session = table, table.app, table.session

    def on_change(self) -> None:
        self._enter_hand()
        self.keep()

    def keep(self) -> None:
        """Save the game as it is. A session that has ended is not offered again.

        A finished game of tic-tac-toe is nothing to come back to, nor is an empty board.
        """
        session, game = self._session, self._session.spec.game
        if session.over if game != games.TIC_TAC_TOE else not session.hand_in_play:
            self._app.saves.forget(session)
        else:
            self._app.saves.keep(session)

    def _enter_hand(self) -> None:
        """Enter a finished hand into the history and the results, in its last form if it is taken back.

        A hand whose hidden cards were seen while it was watched is left out.
        """
        session, spec, below = self._session, self._session.spec, self._table.below
        if session.hand_over and session.hand_counts:
            self._table.keep_hand()
            number_of_hand = session.hand_number
            net = session.results[-1].returns[below] / spec.unit_of_hand(number_of_hand)
            hand = (spec.seed, number_of_hand)
            self._app.saves.add_result(spec.game, spec.seats[1 - below], net, hand)

    @property
    def shown_results(self) -> list[HandResult]:
        """The results of the finished hands, without a hand whose end is still to be shown."""
        ends = self._session.hand_over and self._table.timeline.animation_step is not None
        return self._session.results[:-1] if ends else self._session.results

    @property
    def against_opponent(self) -> Record:
        """The results against the opponent, at whatever stage of their training."""
        spec, entry = self._session.spec, self._table.entry
        opponent = spec.seats[1 - self._table.below]
        family = entry.family if entry is not None else None
        stages = [one.name for one in self._table.agents if family is not None and one.family == family]
        return self._app.saves.record_against(spec.game, *dict.fromkeys((opponent, *stages)))


EVERY = {games.TIC_TAC_TOE: 1}
"""The number of hands between two checks.

Other games use `USUAL`, because a long history takes the worker a moment.
"""
USUAL = 5


class LadderWatch(TablePart):
    """Looks at the ladder at a serious table against an agent of the ladder. Other tables leave it alone."""

    def __init__(self, app: Services, session: Session) -> None:
        spec = session.spec
        self._app, self._session, self._game = app, session, spec.game
        on_ladder = any(app.models.ladders.has(self._game, seat) for seat in spec.seats)
        self.active = on_ladder and not spec.teaching and not spec.duplicate
        self._hands = 0
        self._rung_result: RungResult | None = None

    def begin(self) -> None:
        """Find out how the player stands before the first hand: what comes later is news."""
        if self.active:
            self._app.models.ladders.take_news(self._game)
            self._app.models.ladders.look(self._game)

    def on_change(self) -> None:
        """Count a hand that has ended, and look at the ladder when it is time."""
        self._hands += self._session.hand_over
        is_due = self._session.hand_over and self._hands % EVERY.get(self._game, USUAL) == 0
        if self.active and is_due:
            self._app.models.ladders.look(self._game)

    def update(self, dt: float) -> bool:
        """Name the agent that was beaten as soon as it is known."""
        beaten = self._app.models.ladders.take_news(self._game) if self.active else None
        if beaten is not None:
            self._rung_result = beaten
            self._app.say(text("ladder.news.said", name=_name(self._app, self._game, beaten.rung.agent)))
        return False

    def propose(self) -> None:
        """Propose the next agent if an agent was beaten at this table."""
        beaten, ladder = self._rung_result, self._app.models.ladders.find(self._game)
        if beaten is None or ladder is None:
            return
        app, game, following = self._app, self._game, ladder.next
        title = text("ladder.news.title", name=_name(self._app, self._game, beaten.rung.agent))
        replies = [Reply("later", text("ladder.news.later"), nothing, "primary")]
        if following is None:
            body = text("ladder.news.top")
        else:
            agent = following.rung.agent
            name = _name(app, game, agent)
            body = text(f"ladder.news.{'games' if game == games.TIC_TAC_TOE else 'body'}", next=name)
            play = text("ladder.news.play", next=name)
            replies.append(Reply("next-rung", play, lambda: app.open("challenge", game, agent)))
        app.overlay(Question(app, title, body, replies))


def next_level(app: Services, session: Session, other: Seat) -> TableSpec | None:
    """Return the table of another level for the next deal, or None if the level stays the same.

    The level moves along the ladder of the game, one rung at a time. It stays at the ends of the ladder, and for an
    agent that is not on it.
    """
    spec = session.spec
    nets = [result.returns[1 - other] for result in session.results]
    change = change_of_level(spec.game, nets, spec.adaptive) if spec.adaptive else ""
    rungs = app.models.ladders.agents(spec.game)
    if not change or spec.seats[other] not in rungs:
        return None
    index = rungs.index(spec.seats[other]) + (1 if change == "up" else -1)
    if not 0 <= index < len(rungs):
        return None
    seats = (rungs[index], spec.seats[1]) if other == 0 else (spec.seats[0], rungs[index])
    solves = any(one.solves for one in app.agents if (one.game, one.name) == (spec.game, rungs[index]))
    think = spec.think if solves else None
    return replace(spec, seats=seats, skip=session.hand_number, adaptive=change, think=think)


def sit_down_at(app: Services, spec: TableSpec, other: Seat) -> None:
    """Let another level take the seat, say so in a line, and begin there the next time."""
    agent = spec.seats[other]
    table = next(name for name, played in TABLES.items() if spec.game in played)
    kept = app.settings.tables
    app.change(tables={**kept, table: {**kept.get(table, {}), "agent": agent}})
    app.sit_down(spec)
    app.say(text(f"adaptive.{spec.adaptive}", name=_name(app, spec.game, agent)))


def _name(app: Services, game: str, agent: str) -> str:
    return format_name([entry for entry in app.agents if entry.game == game], agent)


LONG = 0.5  # seconds after which the tutor says that a move is being looked at
AGAIN = 5.0  # and from then on says it again, so that it stays in view
BUTTON, GAP, BETWEEN, SIDE = 38.0, 8.0, 6.0, 14.0
MAX_LINES = 3
LOW_BAR, HIGH_BAR = 80.0, 110.0
NARROW_BAR, WIDE_BAR = 520.0, 620.0
BUTTONS_SHARE, NARROW_BUTTONS_SHARE, MAX_BUTTONS, PAIR_SHARE = 0.56, 0.66, 360.0, 0.62


@dataclass(frozen=True, slots=True)
class HeldMove:
    """A costly move that the tutor holds back."""

    action: Action
    grade: Grade
    reason: str


class Tutor(TablePart, ActionOwner):
    """Looks at the moves of a person before they are played, and warns of the costly ones in the action bar."""

    keys: ClassVar[str] = "tutor"
    other_groups: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("think_again", "play_anyway", "show_best", "stop"), "thinking"
    )

    def __init__(self, table: PersonsTable) -> None:
        self.active = table.session.spec.tutor
        self._table, self._app, self._spec = table, table.app, table.session.spec
        self.warning: HeldMove | None = None
        self._last_warning: Hashable = None
        self._decision: Hashable = None
        self._request: AskJudgement | None = None
        self._seconds = 0.0

    @property
    def is_looking(self) -> bool:
        """Whether a move is being looked at, and nothing else can be played."""
        return self._request is not None and self._request.action is not None

    def consider(self, action: Action) -> bool:
        """Look at a move before it is played. Return whether the tutor plays it, or asks about it, later.

        In each decision the player is warned once.
        """
        session = self._table.session
        decision = session.hand_number, len(session.steps)
        if not self.active or decision == self._last_warning:
            return False
        assert session.seat_to_act is not None
        self._decision, self._seconds = decision, 0.0
        self._request = replace(self._of(session.info(session.seat_to_act)), action=action)
        return True

    def on_phase(self, phase: str, before: str) -> None:
        """Have a decision of Hold'em judged before an action is chosen, because the answer takes a while."""
        if phase == "yours" and self.active and self._spec.game == games.HOLDEM:
            self._request = self._of(self._table.session.info(self._table.below))

    def update(self, dt: float) -> bool:
        """Decide about a move once its grade is sure, and say what is awaited if that takes long."""
        if self._request is None:
            return False
        judgements, asked = self._app.models.judgements, self._request
        judgements.ask(asked)
        if not self.is_looking:
            return False
        grade, early = judgements.sure_grade(asked), judgements.of(asked)
        if grade is not None or judgements.problem(asked) or (early and _is_harmless(early, asked.action)):
            self._decide(asked, grade)
            return False
        before, self._seconds = self._seconds, self._seconds + dt
        if (before - LONG) // AGAIN < (self._seconds - LONG) // AGAIN:
            looking, need = text("tutor.looking"), asked.need
            self._app.say(
                self._app.models.preparation.awaited(need, looking) if need is not None else looking
            )
        return False

    def on_change(self) -> None:
        """Forget the move that is being looked at: the position has changed."""
        if self.is_looking and self._seconds >= LONG:
            self._app.say("")
        self._request = self.warning = None

    # ---- what a warned person can do ------------------------------------------------------------------------
    @action("w", control="think", kind="primary", style="label_b")
    def think_again(self) -> None:
        """Take the move back. The next one is played without a word."""
        self._answer()

    @action("p", control="anyway", style="label_b")
    def play_anyway(self) -> None:
        if self.warning is not None and not self._table.person.is_guarded:
            self._table.play(self.warning.action)

    @action("h", control="show", style="label_b")
    def show_best(self) -> None:
        self._answer()
        self._table.hint()

    @action("q", control="stop", style="label_b")
    def stop(self) -> None:
        """Hold nothing back any more at this table."""
        self._answer()
        self.active = False
        self._app.say(text("tutor.stopped"))

    @think_again.when
    @play_anyway.when
    @show_best.when
    @stop.when
    def _warns(self) -> bool:
        return self.warning is not None

    def _answer(self) -> None:
        """Give the person the buttons of the move again."""
        self.warning = None
        self._table.controls.focus(self._table.first_focus())
        self._table.person.guard()
        self._table.relayout()

    def compose(self, rect: Rect) -> Box | None:
        """Return the warning for an action bar of this place, or None if there is none."""
        if self.warning is None:
            return None
        grade, (_, _, width, height) = self.warning.grade, rect
        title = text(f"tutor.marks.{grade.mark}")
        think, anyway = self.think_again.button, self.play_anyway.button
        cost = text("tutor.cost", cost=format_cost(self._spec.game, grade))
        body = " ".join(filter(None, (cost, self.warning.reason)))
        pair = Row(Filled(anyway, BUTTON).sized(grow()), Filled(think, BUTTON).sized(grow()), gap=GAP)
        if height < LOW_BAR:
            parts = (Line(title, "label_b", height=BUTTON).sized(grow()), pair.sized(share(PAIR_SHARE)))
            return upright(Row(Space(GAP), *parts, Space(GAP), gap=GAP))
        narrow, style = width < NARROW_BAR, "strong" if width > WIDE_BAR else "label_b"
        if narrow and height > HIGH_BAR:
            told = Column(Words(title, style, "text", 0.0), Words(body, "small", "dim", 4.0, 1), pair)
            return upright(indented(told, SIDE))
        if narrow:
            title = text(f"tutor.short.{grade.mark}")
        words = Column(Words(title, style, "text", 2.0), Words(body, "small", "dim", 0.0, MAX_LINES))
        rows = ((self.show_best.button, anyway), (self.stop.button, think))
        buttons = (Row(*(Filled(one, BUTTON).sized(grow()) for one in row), gap=GAP) for row in rows)
        taken = share(NARROW_BUTTONS_SHARE if narrow else BUTTONS_SHARE, most=MAX_BUTTONS)
        beside = upright(Column(*buttons, gap=BETWEEN)).sized(taken)
        side = BETWEEN if narrow else SIDE
        return Row(Space(side), upright(words).sized(grow()), Space(side), beside, Space(side))

    def _of(self, info: InformationState) -> AskJudgement:
        return question_at(self._spec.game, info)

    def _decide(self, asked: AskJudgement, grade: Grade | None) -> None:
        """Play the move, or warn of it."""
        self.on_change()
        assert asked.action is not None
        if grade is None or not grade.is_held_back:
            self._table.play(asked.action)
        else:
            self._last_warning = self._decision
            self._warn(asked.action, grade)

    def _warn(self, action: Action, grade: Grade) -> None:
        """Show the warning in place of the moves, and set the focus on thinking again."""
        self.warning = HeldMove(action, grade, self._table.explain(grade.judgement))
        self._table.controls.focus("think")
        self._table.person.guard()
        self._table.relayout()


def _is_harmless(estimate: Judgement, action: Action | None) -> bool:
    """Return whether an estimate tells already that an action is not held back, whatever its error."""
    if action is None or action not in estimate.values:
        return False
    most = estimate.grade(action).cost + estimate.errors[action]
    marks = shipped_marks()
    return action in estimate.advice or MARKS.index(marks.of(most, estimate.stake)) < MARKS.index(
        marks.held_back
    )
