"""The practice tab: the table, the current hand and the totals."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from game.core import CHANCE, Player
from game.features.solver import HandStep, SpotDecision, SpotHand
from game.features.solver.labels import SolverView, player_name
from game.features.solver.practice import SIDES, Practice, PracticeView
from game.features.solver.solve_panels import why_no_walk
from game.rules import games
from game.rules.betting import Street
from game.rules.cards import Card, high_first, names
from game.rules.holdem import BOARD_CARDS
from game.rules.holdem import BUTTON as HOLDEM_BUTTON
from game.study.amounts import UNKNOWN, chips, points
from game.study.judgements import MARKS, Mark
from game.study.words import format_cost, format_equity, format_mark, join_choices
from game.tables.narration import end_sentences, offer
from game.texts import join_list, number, signed, text, uncapitalize
from game.window.frame.actions import ActionOwner, action
from game.window.frame.screen import Services
from game.window.frame.spoken import name_cards
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.input import ENTER
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, grow, share
from game.window.ui.leaves import ButtonGrid, Caps, Control, Note, Pair, Panel, Paragraph, Words
from game.window.ui.widgets import Act, Button, Segmented, options
from game.window.views import poker_table
from game.window.views.cards import CardPicture, SeatPicture, card_code
from game.window.views.marks import AnswerButtons, GradeBox, WorthRow, worth_row_picture
from game.window.views.poker_table import BetPicture, TablePicture
from game.window.views.solved_tables import action_label

CHIPS_OF_POT = 10_000
"""The pot of a spot in chips of the picture, whatever the unit of the spot."""


class PracticeTable(Box):
    """The table of a practice hand. `pot` is the pot at the root, in chips of the spot."""

    def __init__(self, hand: SpotHand, pot: float, *, least: float) -> None:
        self._hand, self._min_height, self._scale = hand, least, CHIPS_OF_POT / pot
        self.background_key: Hashable = "poker table"

    def measure(self, painter: Painter, width: float) -> float:
        return self._min_height

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        poker_table.draw_background(painter, poker_table.layout(rect))

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the hand as its player sees it."""
        hand = self._hand
        players = (1 - hand.player, hand.player)
        bets = [hand.bets[player] for player in players]
        first, second = (
            BetPicture(round(bet * self._scale), chips(round(bet, 2)) if bet else "") for bet in bets
        )
        there = hand.pot - sum(hand.bets)
        hidden = [CardPicture(card_code(0), turned=0.0)] * 2
        picture = TablePicture(
            seats=(self._seat(players[0]), self._seat(players[1])),
            hole=(_open(hand.other) if hand.other else hidden, _open(hand.hole)),
            board=[CardPicture(card_code(card)) for card in hand.board],
            bets=(first, second),
            pot_chips=round(there * self._scale),
            pot_written=chips(round(hand.pot, 2)),
            pot_word=text("table.pot"),
            button=players.index(HOLDEM_BUTTON),
        )
        poker_table.draw(painter, poker_table.layout(rect), picture)

    def _seat(self, player: Player) -> SeatPicture:
        hand, own = self._hand, player == self._hand.player
        behind = chips(round(hand.behind[player], 2))
        who = text("solver.play.you" if own else "solver.play.solution")
        return SeatPicture(
            player_name(player), who, behind, "owl" if own else "compass", own and not hand.is_over
        )


def tell_hand(hand: SpotHand) -> str:
    """Return the steps of a hand in one line, like "OOP Check · IP Bet 50"."""
    said = []
    for step in hand.steps:
        if step.card is not None:
            said.append(text("solver.walk.dealt", card=card_code(step.card)))
        elif step.player != CHANCE:
            said.append(f"{player_name(step.player)} {action_label(step.action)}")
    return " · ".join(said)


def read_hand(hand: SpotHand, next_key: str) -> str:
    """Return the cards, the steps, the pot and the question or the result of a hand, for the voice.

    `next_key` is the key that deals the next hand.
    """
    return end_sentences(
        text("speech.table.you_hold", cards=_spoken(high_first(hand.hole))),
        text("speech.table.board", cards=_spoken(hand.board)),
        *_read_steps(hand.steps, hand.player),
        _read_end(hand, next_key),
    )


def read_news(hand: SpotHand, next_key: str) -> str:
    """Return the grade of the last decision, the steps since then, and the question or the result, for the voice.

    Without a decision, return the whole hand. `next_key` is the key that deals the next hand.
    """
    if not hand.decisions:
        return read_hand(hand, next_key)
    last = hand.decisions[-1]
    acted = [number for number, step in enumerate(hand.steps) if step.player != CHANCE]
    return end_sentences(
        text("drills.answered", action=action_label(last.offered[last.grade.action])),
        format_mark(last.grade),
        _format_cost(last),
        _why(last),
        *_read_steps(hand.steps[acted[len(last.line)] + 1 :], hand.player),
        _read_end(hand, next_key),
    )


def _read_steps(steps: Sequence[HandStep], own: Player) -> Iterator[str]:
    for step in steps:
        if step.card is not None:
            yield text("solver.walk.dealt", card=_spoken([step.card]))
        else:
            who = text(f"solver.play.{'you' if step.player == own else 'solution'}")
            yield join_list(who, action_label(step.action))


def _read_end(hand: SpotHand, next_key: str) -> str:
    """Return the pot, the price of a call, and the actions with their keys.

    Once the hand is over, return the pot, the opponent's cards and the result.
    """
    own, other, name = hand.player, 1 - hand.player, text("solver.play.solution")
    pot = text("speech.table.pot", amount=_chips(hand.pot))
    if not hand.is_over:
        price = hand.bets[other] - hand.bets[own]
        left = {"own": _chips(hand.behind[own]), "other": _chips(hand.behind[other])}
        return end_sentences(
            pot,
            text("solver.play.price", chips=_chips(price)) if price > 0 else "",
            text("speech.table.stacks", name=name, **left),
            text("solver.play.asked", player=player_name(own)),
            *(offer(action_label(one), key) for key, _, one in _number(hand.offered)),
        )
    cards = _spoken(high_first(hand.other))
    shown = text("speech.table.they_hold", name=name, cards=cards) if cards else ""
    return end_sentences(pot, shown, *_results(hand), text("speech.table.next", key=next_key))


def _number(offered: Sequence[str]) -> list[tuple[str, int, str]]:
    """Return the digit, the index and the name of each action, the largest bet first, as in the solution."""
    listed = reversed(list(enumerate(offered)))
    return [(str(digit), index, action) for digit, (index, action) in enumerate(listed, 1)]


def _results(hand: SpotHand) -> tuple[str, str]:
    """Return two sentences: the chips won in the hand, and the hand's EV at its start."""
    won = hand.won or 0.0
    key = "won" if won > 0 else "lost" if won < 0 else "nothing"
    return (
        text(f"solver.play.{key}", chips=chips(round(abs(won), 1))),
        text("solver.play.average", chips=chips(round(hand.ev, 1))),
    )


def _chips(amount: float) -> str:
    return chips(round(amount, 2))


def _spoken(cards: Sequence[Card]) -> str:
    return name_cards([card_code(card) for card in cards])


def _open(cards: Sequence[Card]) -> list[CardPicture]:
    return [CardPicture(card_code(card)) for card in high_first(tuple(cards))]


SIDE, MIN_SIDE, MAX_SIDE = 0.32, 330.0, 420.0
MIN_TABLE, NARROW_TABLE = 300.0, 220.0
BUTTON, SMALL_BUTTON, GAP = 42.0, 36.0, 8.0
MIN_CONTROLS = 260.0


class PracticeTab(ActionOwner):
    """The tab for practice against a solve. The callback `study` shows the last decision in the solution."""

    keys: ClassVar[str] = "solver"

    def __init__(self, app: Services, practice: Practice, study: Act) -> None:
        self._app, self._practice, self._study = app, practice, study
        sides = options("solver.play.sides.{}", SIDES)
        self._side = Segmented("side", text("solver.play.side"), sides, "", practice.choose)
        self._answers = AnswerButtons()
        self._heard_hand: SpotHand | None = None
        self._heard_kept: int | None = None
        self._offered_actions: tuple[str, ...] = ()

    # ---- actions --------------------------------------------------------------------------------------------
    @action(*"123456789", cap="1 – 9")
    def answer(self, index: int) -> Button | bool:
        return self._answers.find(index, self._app.say)

    @answer.when
    def _is_asked(self) -> bool:
        return bool(self._practice.view.offered and self._answers.buttons)

    @answer.cap
    def _answer_keys(self) -> str:
        return self._answers.keys

    @action(*ENTER, "space", kind="primary")
    def next(self) -> None:
        self._practice.next()

    @next.when
    def _is_over(self) -> bool:
        return self._practice.view.is_over

    @action("b", row=next, style="label_b")
    def start(self) -> None:
        self._practice.begin_at_start()

    @start.when
    def _begins_later(self) -> bool:
        return bool(self._practice.view.line)

    @action("f9", hinted=False, cap="F9")
    def say_hand(self) -> None:
        self._app.tell_at_once(self.spoken_state)

    @say_hand.when
    def _is_dealt(self) -> bool:
        return bool(self.spoken_state)

    @action("x")
    def side(self) -> None:
        self._side.step(1)

    @action("w", style="label_b")
    def study(self) -> None:
        self._study()

    @study.reason
    def _why_not_study(self) -> str:
        return "" if self._practice.view.last is not None else text("solver.play.no_decision")

    @action("d", row=side, style="label_b")
    def drill(self) -> None:
        self._practice.keep()

    @drill.label
    def _drill_label(self) -> str:
        mistakes = self._practice.view.mistakes
        return text(f"solver.play.{'keep_count' if mistakes else 'keep'}", count=number(mistakes))

    @drill.reason
    def _why_not_drill(self) -> str:
        return "" if self._practice.view.mistakes else text("solver.play.no_mistakes")

    @property
    def spoken_state(self) -> str:
        """The hand with the question or the result, "" while a hand is being requested."""
        view = self._practice.view
        return read_hand(view.hand, self.next.cap) if view.told and view.hand is not None else ""

    def tell_news(self) -> None:
        """Announce a new hand, the steps since the last decision, or the number of new drill cards."""
        view = self._practice.view
        if view.told and view.hand is not None and view.hand is not self._heard_hand:
            self._heard_hand = view.hand
            self._app.tell_at_once(read_news(view.hand, self.next.cap))
        if view.kept not in (None, self._heard_kept):
            self._app.tell(_format_tally(view))
        self._heard_kept = view.kept

    # ---- the layout -----------------------------------------------------------------------------------------
    def compose(self, view: PracticeView, solver: SolverView, window: Breakpoint) -> Box:
        """Return the table, and next to it the hand and the totals. In a narrow window, all are stacked."""
        hand, solve = view.hand, solver.solve
        if hand is None or solve is None:
            waiting = why_no_walk(solver) if solver.other is not None else text("solver.play.empty")
            if solver.stands_still:
                waiting = text("solver.play.waiting")
            words = Paragraph(view.problem or solver.problem or waiting, limit=4)
            return Panel(words, *self._begun_later(view), title=text("solver.pages.play"))
        if hand.offered != self._offered_actions:
            self._offered_actions = hand.offered
            self._answers.offer(
                (key, action_label(action), partial(self._practice.act, index))
                for key, index, action in _number(hand.offered)
            )
        self._side.chosen = view.side
        pot = solve.texts.chips_of_pot
        table = PracticeTable(hand, pot, least=NARROW_TABLE if window.narrow else MIN_TABLE)
        count, beside = self._count_panel(view, narrow=window.narrow), self._hand_panel(view, hand)
        if window.narrow:
            return Column(table, beside, count, gap=12)
        left = Column(table.sized(grow(least=MIN_TABLE)), count, gap=GAP)
        return Row(left.sized(grow()), beside.sized(share(SIDE, MIN_SIDE, MAX_SIDE)), gap=12)

    def _begun_later(self, view: PracticeView) -> Sequence[Box]:
        """Return a description of the state at which hands start, with a button that returns to the root.

        Return nothing if hands start at the root.
        """
        if not view.line:
            return ()
        done = ", ".join(map(action_label, view.line))
        line = " · ".join(filter(None, (done, names(view.cards))))
        words = Words(text("solver.play.begins", line=line), "small", "dim", 4)
        return words, Control(self.start.button, SMALL_BUTTON, after=GAP)

    def _hand_panel(self, view: PracticeView, hand: SpotHand) -> Panel:
        if hand.is_over:
            won, average = _results(hand)
            now: list[Box] = [
                Words(won, "strong", "text", 2),
                Words(average, "small", "dim", 8),
                Control(self.next.button, BUTTON, after=GAP),
            ]
        else:
            asked = text("solver.play.asked", player=player_name(hand.player))
            now = [Words(asked, "strong", "text", 6), ButtonGrid(self._answers.buttons)]
        return Panel(
            Words(tell_hand(hand), "small", "dim", 4).when(hand.steps),
            *now,
            Note(view.problem, wrong=True),
            *_marks(hand),
            *self._begun_later(view),
            title=text("solver.play.hand"),
            corner=text("solver.play.number", count=number(view.tally.hands + (not hand.is_over))),
        )

    def _count_panel(self, view: PracticeView, *, narrow: bool) -> Panel:
        tally = view.tally
        made = tally.decisions
        figures = {
            "hands": number(tally.hands),
            "cost": chips(round(tally.cost, 2)),
            "per_hand": chips(round(tally.cost / tally.hands, 2)) if tally.hands else UNKNOWN,
            "per_decision": points(100 * tally.pot_shares / made) if made else UNKNOWN,
        }
        pairs = Column(*(Pair(text(f"solver.play.{key}"), words) for key, words in figures.items()))
        buttons = (Control(one.button, SMALL_BUTTON).sized(grow()) for one in (self.study, self.drill))
        controls = Column(Control(self._side, SMALL_BUTTON), Row(*buttons, gap=GAP), gap=GAP)
        body: Box = Column(pairs, controls, gap=GAP)
        if not narrow:
            body = Row(pairs.sized(grow()), controls.sized(grow(least=MIN_CONTROLS)), gap=24)
        return Panel(body, title=text("solver.play.count"), note=_format_tally(view), gap=GAP)


def _marks(hand: SpotHand) -> Sequence[Box]:
    """Return the mark of the last decision, and the value of each action at this decision.

    Once the hand is over, return the marks of all its decisions instead of one mark.
    """
    found: list[Box] = []
    for decision in hand.decisions if hand.is_over else hand.decisions[-1:]:
        done = Words(action_label(decision.offered[decision.grade.action]), "label", "dim", 0)
        found += [done, GradeBox(decision.grade.mark, _format_cost(decision)), Space(4)]
    if hand.decisions:
        last = hand.decisions[-1]
        found += [Words(_why(last), "small", "dim", 6), Caps(text("drills.worth")), *_worths(last)]
    return found


def _format_cost(decision: SpotDecision) -> str:
    """Return the cost of a decision in chips and in percent of the pot, "" if it costs nothing."""
    cost = format_cost(games.HOLDEM, decision.grade, chips_a_blind=1.0)
    share = points(100 * decision.grade.cost_share, 1)
    return text("solver.play.cost_of_pot", cost=cost, share=share) if cost else ""


def _why(decision: SpotDecision) -> str:
    """Return a text about the better action and the value of the hand."""
    grade = decision.grade
    said = []
    if grade.mark != Mark.BEST:
        best = (uncapitalize(action_label(decision.offered[one])) for one in grade.judgement.named_actions)
        said.append(text("grades.best", action=join_choices(*best)))
    if grade.judgement.equity is not None:
        said.append(format_equity(grade.judgement, last=len(decision.board) == BOARD_CARDS[Street.RIVER]))
    if decision.locked:
        said.append(text("solver.play.locked"))
    return " ".join(said)


def _worths(decision: SpotDecision) -> Sequence[Box]:
    """Return the value of each action in chips, and its probability in the solution."""
    grade = decision.grade
    return [
        worth_row_picture(
            WorthRow(
                action_label(action),
                signed(grade.judgement.values[index], 1),
                decision.mix[index],
                given=index == grade.action,
                best=index in grade.judgement.best_actions,
            )
        )
        for _, index, action in _number(decision.offered)
    ]


def _format_tally(view: PracticeView) -> str:
    """Return the number of decisions with each mark.

    If decisions have just been added to the drills, return the number of new drill cards.
    """
    if view.kept is not None:
        return text("solver.play.kept" if view.kept else "solver.play.none_kept", count=number(view.kept))
    marks = view.tally.marks
    return " · ".join(
        text("solver.play.marks", count=number(marks[mark]), mark=text(f"grades.marks.{mark}"))
        for mark in MARKS
        if marks[mark]
    )
