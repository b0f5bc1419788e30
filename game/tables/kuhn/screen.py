"""The table of Kuhn poker.

The screen connects a session with its view (the table and its animation), its `words` (the texts) and its
`panel` (the side panel with the rules during the hand, and the analysis afterwards).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from game.core import Action
from game.match.session import Session
from game.rules import games
from game.rules.kuhn_poker import Move
from game.study.amounts import CHIP_DIGITS, Written
from game.study.judgements import Grade
from game.study.opponents import format_strength, load_entry
from game.tables.kuhn.panel import (
    BestReply,
    KuhnMinds,
    Rules,
    minds_panel,
    reply_foot,
    reply_panel,
    rules_panel,
)
from game.tables.kuhn.view import KINDS, KuhnView
from game.tables.play import PlayScreen, auto_next_key, coach_key, note_key
from game.tables.record import SessionLuck
from game.texts import capitalize, join_label, join_sentences, signed, text
from game.window.frame import table_frame
from game.window.frame.actions import action
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Row, Space, fixed
from game.window.ui.leaves.bands import stacked
from game.window.ui.widgets import Act, Button
from game.window.ui.widgets.button import MoveButton
from game.window.views.marks import sentence_picture

LOW = 90.0  # dp: a lower action bar leaves out the note
WIDEST_MOVE, MOVE_SHARE = 190.0, 0.28
GAP, BESIDE_WORDS = 12.0, 16.0


@page(games.KUHN_POKER)
@page(games.KUHN_HALF_STREET)
class PlayKuhn(PlayScreen):
    """The table of Kuhn poker, classic or half-street, against an agent."""

    name: ClassVar[str] = "play-kuhn"
    keys: ClassVar[str] = "kuhn-poker"
    sizes: table_frame.Sizes = table_frame.Sizes(100, 84, (340, 384, 420), band=(250, 300))
    view: KuhnView

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        self.best_reply = BestReply(self, self.view, self.turn_reply)
        self.minds = KuhnMinds(self, self.view)
        self.parts = (*self.parts, self.minds, self.best_reply)
        self._session_luck = SessionLuck(session.spec, self.requests, session.laid_hand)
        self.moves = tuple(MoveButton(move.name.lower(), "", partial(self.act, move)) for move in Move)
        self.person.moves = self.moves
        self.next_button = Button("next", "", self.go_on, kind="primary", keycap=self.go_on.cap)

    # ---- the hand -------------------------------------------------------------------------------------------
    @property
    def subtitle(self) -> str:
        return join_sentences(self.standing or self.level, self.view.words.subtitle())

    @property
    def facing_bet(self) -> bool:
        return self.view.state.betting.endswith("b")

    # ---- actions of the person ------------------------------------------------------------------------------
    @property
    def may_take_back(self) -> bool:
        return self.teaching or not self.session.hand_over

    @action("c")
    def check_or_call(self) -> None:
        self.act(Move.BET if self.facing_bet else Move.PASS)

    @check_or_call.when
    def _is_in_play(self) -> bool:
        return self.phase != "over"

    @action("b")
    def bet(self) -> None:
        self.act(Move.BET)

    @bet.when
    def _may_bet(self) -> bool:
        return self._is_in_play() and not self.facing_bet

    @action("b", hinted=False, row=bet, control="reply", style="label_b")
    def turn_reply(self) -> None:
        self.best_reply.toggle_reply()

    @turn_reply.label
    def _reply_label(self) -> str:
        return text(f"kuhn.reply.{'hide' if self.best_reply.shows_reply else 'show'}")

    @turn_reply.reason
    def _why_no_reply(self) -> str:
        return self.best_reply.why_no_reply

    @turn_reply.when
    def _is_over(self) -> bool:
        return not self._is_in_play()

    @action("f")
    def fold(self) -> None:
        self.act(Move.PASS)

    @fold.when
    def _may_fold(self) -> bool:
        return self._is_in_play() and self.facing_bet

    go_on, undo, redo = PlayScreen.go_on, PlayScreen.undo, PlayScreen.redo

    ask_coach = coach_key

    turn_auto_next, write_note = auto_next_key, note_key

    retry, look_again = PlayScreen.retry, PlayScreen.look_again
    step_or_speed, show_log = PlayScreen.step_or_speed, PlayScreen.show_log

    def explain(self, grade: Grade) -> str:
        """Return the reason for the best play, or "" if there is no simple reason."""
        return self.view.words.why(self.view.info(), grade.judgement)

    def hint(self, held: Action | None = None) -> None:
        """Show the equilibrium, and what is best against a known opponent, if the table allows hints."""
        if self.teaching and self.phase == "yours":
            self.minds.open_hint()
            self.show_side()
            self.side_scroll.to_end()
            self.relayout()

    @property
    def advice(self) -> str:
        return self.minds.advice() if self.minds.shows_hint and self.phase == "yours" else ""

    # ---- the action bar ------------------------------------------------------------------------------------
    def first_focus(self) -> str:
        harmless = "bet" if self.facing_bet else "pass"
        return {"over": "next", "lost": "try-again"}.get(self.phase, harmless)

    def compose_action_bar(self) -> Box:
        """Return the bar: the player to act and the moves at the right, or the result and "next hand" at the left.

        The button "next hand" is far from the moves, so that an accidental click costs nothing.
        """
        if (warning := self.tutor.compose(self.regions.action_bar)) is not None:
            return warning
        low = self.regions.action_bar[3] < LOW
        sentences = self.sentences()
        if low and self.phase == "yours":
            sentences = sentences[1], ""
        buttons, width = self._in_the_action_bar()
        high, left, right = (44.0, 16.0, 14.0) if low else (48.0, 28.0, 24.0)
        row = Row(*(stacked((button, high)).sized(fixed(width)) for button in buttons), gap=GAP)
        told = sentence_picture(sentences, "strong" if low else "h2")
        parts = (told, row) if buttons == self.moves else (row, told)
        return Row(Space(left), *(parts if buttons else (told,)), Space(right), gap=BESIDE_WORDS)

    def _in_the_action_bar(self) -> tuple[tuple[Button, ...], float]:
        """Return the buttons of the current phase, and their common width in dp."""
        of_moves = min(WIDEST_MOVE, self.regions.action_bar[2] * MOVE_SHARE)
        if self.phase == "over":
            self.next_button.label = self.next_label
            retry = (self.retry.button,) if self.can_retry else ()
            return (self.next_button, *retry), of_moves
        if self.phase == "lost":
            return (self.try_again,), 180.0
        if self.phase == "theirs" and self.pace.waits_for_step:
            return (self.pace.step_button,), 190.0
        if self.phase != "yours":
            return (), of_moves
        acts = (self.fold, self.check_or_call) if self.facing_bet else (self.check_or_call, self.bet)
        for button, kind, act in zip(self.moves, KINDS[self.facing_bet], acts, strict=True):
            button.label, button.keycap = capitalize(text(f"kuhn.actions.{kind}")), act.cap
        return self.moves, of_moves

    def sentences(self) -> tuple[str, str]:
        """Return the sentence and the note that the action bar shows."""
        match self.phase:
            case "lost":
                return self.trouble
            case "over":
                result, note = self.view.words.result()
                return result, join_sentences(note, self.result_note)
            case "yours":
                return self.view.words.card_sentence(), self.view.words.situation()
            case "theirs":
                return text("table.their_move", name=self.opponent.name), self.view.words.situation()
            case _:
                return "", ""

    # ---- the side column ------------------------------------------------------------------------------------
    def compose_sides(self) -> Sequence[Box]:
        """Return the side panel: the rules, and after the hand both players' decisions or the best response."""
        banded, best_reply = self.regions.kind == "tall", self.best_reply
        if self.phase != "over":
            return (self._compose_rules(banded=banded),)
        if best_reply.is_open:
            return (reply_panel(best_reply, banded=banded),)
        strength = self.entry.strength if self.entry is not None else None
        measured = strength.mean if strength is not None and strength.metric == "exploitability" else None
        return (minds_panel(self.opponent.name, self.minds, best_reply, measured, banded=banded),)

    def compose_foot(self) -> Box:
        told_below = self.phase != "over" or self.regions.kind == "tall"
        return Box() if told_below else reply_foot(self.best_reply)

    def _compose_rules(self, *, banded: bool) -> Box:
        luck = self._session_luck.rows(self.record.shown_results, in_blinds=False)
        if luck:
            luck = (text("luck.result"), signed(self.shown_total(self.below), CHIP_DIGITS)), *luck
        rules = Rules(
            self.view.words.rules(),
            self.opponent.name,
            self.record.against_opponent,
            self._leak() or self.note,
            luck,
        )
        asked = self.minds.shows_hint and self.phase == "yours"
        coach = partial(self.minds.at_hand, self.view.info()) if asked else None
        hint = self.ask_coach.button if self.teaching and not self.minds.shows_hint else None
        return rules_panel(rules, coach, hint, banded=banded)

    @property
    def luck(self) -> Written:
        shown = self.record.shown_results
        return self._session_luck.rows(shown, in_blinds=False, first=self.visit.first)

    def _leak(self) -> str:
        """Return the name and the strength of the opponent's training stage.

        The text is empty if the table allows hints, or if the opponent does not come from a training run.
        """
        entry, of_a_run = self.entry, load_entry(self.session.spec.seats[self.other_seat]) is not None
        if entry is None or not of_a_run or self.teaching:
            return ""
        strength = format_strength(entry.strength)
        return join_label(entry.stage, strength) if entry.stage else strength

    # ---- header and tests -----------------------------------------------------------------------------------
    def _header_acts(self) -> dict[str, Act]:
        return super()._header_acts() | {"hint": self.ask_coach}
