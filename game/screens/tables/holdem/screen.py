"""The Hold'em table: cards, chips that move, the bet panel, the hand log, the coach.

The screen joins a session to its view (what moves and is seen), `bet_panel` (what can be done), `words` (what is
said), and `action bar` and `side` (what stands below and beside the table).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from game.core import CHANCE, State
from game.match.session import Session, Step
from game.needs import Need
from game.rules.betting import CALL
from game.rules.cards import name as card_name
from game.rules.holdem import BOARD_CARDS
from game.screens.frame.screen import Screen, Services
from game.screens.tables.closing_card import match_end
from game.screens.tables.decision_pages import AHEAD, has_look_ahead, look_ahead, solve_decision
from game.screens.tables.holdem import action_bar
from game.screens.tables.holdem.bet_panel import BetPanel
from game.screens.tables.holdem.bet_words import BetWords
from game.screens.tables.holdem.coach import Coach
from game.screens.tables.holdem.grades import Grades
from game.screens.tables.holdem.odds import Odds
from game.screens.tables.holdem.review import HandReview
from game.screens.tables.holdem.session import SessionPanel
from game.screens.tables.holdem.side import COACH, HAND, HoldemSide, Shown
from game.screens.tables.holdem.view import HoldemView
from game.screens.tables.play import PlayScreen
from game.screens.ui.animation import AnimationStep
from game.screens.ui.input import Input, Key, Pointer, Wheel
from game.screens.ui.layout import Box
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Button, holds
from game.screens.views import regions


class PlayHoldem(PlayScreen):
    """Heads-up no-limit Hold'em against an agent."""

    name: ClassVar[str] = "play-holdem"
    sizes: ClassVar[regions.Sizes] = regions.Sizes(132, 108, (268, 320, 380), two_columns=True)
    view: HoldemView

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        space = text("keys.space")
        self.panel = BetPanel(self._bet_words(), self.act, self.relayout)
        self.panel.entry.entered = lambda: self.controls.focus("raise")
        go_on, again = text("holdem.run_out.go_on"), text("holdem.again")
        self._next_button = Button("next", "", self.go_on, kind="primary", keycap=space)
        self._run_out_button = Button("run-out", go_on, self.go_on, keycap=space, style="label_b")
        self._hurry_button = Button("hurry", text("table.hurry"), self.hurry, keycap=space, style="label_b")
        self._again_button = Button("again", again, self.rewind, keycap="Z", style="label_b")
        grades = Grades(self.view, self.grades, self.retry_button, self.relayout)
        self.side = HoldemSide(
            Coach(self.view, self.requests, self._awaited),
            HandReview(self.view, Odds(session, self.requests), grades),
            SessionPanel(self.view, lambda: self.shown_results, self.requests),
            coached=self.teaching,
            hint=self.hint,
            changed=self.turn_side,
        )
        self._ran_out = False
        self.changed()

    # ---- the hand -------------------------------------------------------------------------------------------
    @property
    def icons(self) -> tuple[str, ...]:
        """Rewinding, hints and looking ahead are for teaching tables."""
        if not self.teaching:
            return ("speed",)
        return ("undo", "redo", "hint", *((AHEAD,) if has_look_ahead(self) else ()), "speed")

    @property
    def subtitle(self) -> str:
        """Blinds, form of the game, deal of a duplicate match."""
        return self.view.words.subtitle()

    # ---- what people do -------------------------------------------------------------------------------------
    @property
    def may_take_back(self) -> bool:
        """Rewinding is for tables that teach."""
        return self.teaching

    def go_on(self) -> None:
        """Next street of a run-out, next hand; after the end of a match a rematch."""
        if self.runs_out:
            self.timeline.skip()
            self.dirty = True
        elif self.phase == "over" and self.session.over:
            self.rematch()
        else:
            super().go_on()

    def rematch(self) -> None:
        """Play another match of the same kind."""
        seed = self.session.spec.seed + self.session.hand_number
        self.app.sit_down(replace(self.session.spec, seed=seed))

    def grade(self) -> None:
        """Grade the decisions of the hand that is over; not where the other side's cards come back."""
        if self.phase == "over" and not self.stays_closed:
            self.side.review.grades.grade()
            self.show_side()

    def hint(self) -> None:
        """Open the coach; only where the table teaches, and on your move."""
        if self.teaching and self.phase == "yours":
            self.side.coach.open(self.view.state.information_state(self.own_player))
            self.show_side()
            self.side.show(COACH)

    def look_ahead(self) -> None:
        """Open the search of one's own decision; only where the table teaches, and on your move."""
        if self.teaching and self.phase == "yours" and has_look_ahead(self):
            names = {self.below: text("seats.you"), self.other_seat: self.opponent.name}
            look_ahead(self, (names[0], names[1]))

    def solve_decision(self) -> None:
        """Open the solver on one's own decision; only where the table teaches, and on your move."""
        if self.teaching and self.phase == "yours":
            solve_decision(self)

    def _header_acts(self) -> dict[str, Act]:
        return super()._header_acts() | {AHEAD: self.look_ahead}

    def show_log(self) -> None:
        """L: open the log, in its drawer or on its tab."""
        if self.regions.has_drawer:
            self.toggle_drawer()
        else:
            self.side.show(HAND)

    def changed(self) -> None:
        """Close the coach, and take the new decision into the panel."""
        self.side.close_coach()
        self.panel.open(self._bet_words())

    def _bet_words(self) -> BetWords:
        return BetWords(self.view.state.betting, self.view.amounts)

    # ---- the end of a hand ----------------------------------------------------------------------------------
    @property
    def runs_out(self) -> bool:
        """Whether nobody can act any more, all chips being in, and the end is still being shown."""
        animation_step = self.timeline.animation_step
        return animation_step is not None and animation_step.scene.state.betting.is_all_in

    @property
    def is_all_in(self) -> bool:
        """Whether the person has put in all chips, and has nothing more to decide in this hand."""
        return not self.view.state.is_terminal() and not self.view.state.stacks_left[self.own_player]

    def update(self, dt: float) -> bool:
        """Ask for equities once the hand is over."""
        self.side.review.follow()
        moving = super().update(dt)
        if self.runs_out != self._ran_out:
            self._ran_out = self.runs_out
            self.relayout()
            if self._ran_out:
                self.controls.focus(self.first_focus())
        return moving

    def phase_begins(self, phase: str) -> None:
        """Show a hand that is over from its beginning."""
        if phase == "over":
            self.side_scroll.offset = 0.0
        if phase == "yours":
            self.tutor.prepare(self.session.info(self.below), CALL)
        super().phase_begins(phase)

    @property
    def closes_with_card(self) -> bool:
        """Whether a card tells how it stands: at the end of a match, too."""
        return self.session.over or super().closes_with_card

    def closing_card(self) -> Screen:
        """Return the card of a match that is over, or of a block of duplicate deals."""
        if not self.session.over:
            return super().closing_card()
        won, account = self.session.total(self.below) > 0, self.side.session.rows()
        winner = self.portrait_of(self.below if won else self.other_seat)
        return match_end(self.app, winner, account, won=won, rematch=self.rematch, leave=self.stand_up)

    # ---- how it moves ---------------------------------------------------------------------------------------
    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[Any]]:
        """Return the animation steps of a step; after an opponent's bet the buttons ignore clicks for a moment."""
        if step.player not in (CHANCE, self.own_player) and step.action > CALL:
            self.guard()
        return super().animate(before, step)

    # ---- layout ---------------------------------------------------------------------------------------------
    def first_focus(self) -> str:
        """Check or call, then the next hand; never fold, never all-in."""
        if self.runs_out:
            return "run-out"
        return {"over": "next", "lost": "try-again"}.get(self.phase, "call")

    def fade(self, share: float) -> None:
        """Let the words of the actions show by so much."""
        self.panel.fade(share)

    def compose_action_bar(self) -> Box:
        """Return what the moment needs."""
        narrow, (_, _, width, height) = self.regions.has_drawer, self.regions.action_bar
        their_move = text("table.their_move", name=self.opponent.name)
        self.panel.use(self.view.amounts)
        if self.runs_out:
            return self._compose_run_out(narrow=narrow)
        if self.phase == "over":
            self._next_button.label = text(f"holdem.{'rematch' if self.session.over else 'next'}")
            again = self._again_button if self.teaching else None
            said, note = self.view.words.result()
            return action_bar.result(
                (said, " ".join(filter(None, (note, self.same_cards)))),
                self._next_button,
                again,
                height=height,
                narrow=narrow,
            )
        if self.phase == "lost":
            return action_bar.single(self.try_again, (self.trouble, self.trouble_note), narrow=narrow)
        if self.phase == "theirs" and self.waits_for_step:
            return action_bar.single(self.step_button, (their_move, ""), narrow=narrow)
        self.panel.tells_needs, self.panel.tells_odds = narrow, self.app.settings.pot_odds
        return self._compose_bets(action_bar.BetBar(self.panel, width, height, narrow=narrow), their_move)

    def _compose_bets(self, bets: action_bar.BetBar, their_move: str) -> Box:
        """Return the bet panel: at rest while the other side is to move, empty for a player who is all-in."""
        if self.phase == "yours":
            self.panel.disable("")
            return bets.yours()
        self.panel.rest(text("table.not_your_move"))
        pressable = not self.is_all_in
        if self.phase == "moving":
            return bets.resting(pressable=pressable)
        pot = "" if pressable else self._pot_of_all_in()
        return bets.theirs(their_move, pot, self._wait(), pressable=pressable)

    def _wait(self) -> action_bar.Wait:
        """Return how long the opponent takes, and the button that ends it where it takes long."""
        left = self.thinking.seconds_left
        if left is None:
            return action_bar.Wait(lambda: self.thinking.share, text("table.thinking"))
        seconds_left = text("table.thinking_left", seconds=math.ceil(left))
        return action_bar.Wait(lambda: self.thinking.share, seconds_left, self._hurry_button)

    def _compose_run_out(self, *, narrow: bool) -> Box:
        animation_step = self.timeline.animation_step
        assert animation_step is not None
        street = action_bar.open_street(animation_step.scene)
        name = text(f"holdem.streets.{street.name.lower()}")
        known = self.side.review.equity(BOARD_CARDS[street]) if animation_step.scene.other_shown else None
        return action_bar.run_out(self._run_out_button, name, self._pot_of_all_in(), known, narrow=narrow)

    def _pot_of_all_in(self) -> str:
        return text("holdem.run_out.pot", amount=self.view.amounts.write(self.view.state.pot))

    def compose_sides(self) -> Sequence[Box]:
        """Return log, coach, review and session as the window allows."""
        hand = text("table.hand_number", number=self.session.hand_number)
        total = self.view.amounts.signed(round(self.shown_total(self.below)))
        foot = hand, text("holdem.total", amount=total)
        over, yours = self.phase == "over" and not self.stays_closed, self.phase == "yours"
        return self.side.compose(
            self.app.painter, Shown(self.regions, self.view.words.log(), foot, over, yours)
        )

    def turn_side(self) -> None:
        """Show the side column from its beginning."""
        self.side_scroll.offset = 0.0
        self.relayout()

    def _awaited(self) -> str:
        """Say that the counsel is being worked out, or that what it needs is still being set up."""
        preparation = self.app.preparation
        if preparation.holds_up(Need.BLUEPRINT):
            return text("holdem.counsel.set_up", left=preparation.in_words("left", Need.BLUEPRINT))
        return text("table.working")

    # ---- keys, wheel and tests ------------------------------------------------------------------------------
    def handle(self, event: Input) -> bool:
        """Take an event; what was pressed once is forgotten by everything but the second press."""
        if self.runs_out and self._clicks_table(event):
            self.go_on()
            return True
        armed = self.panel.armed
        used = super().handle(event)
        elsewhere = isinstance(event, Key) or (
            isinstance(event, Pointer) and event.action == "down" and not self.panel.acts_at(event.x, event.y)
        )
        if elsewhere and self.panel.armed == armed:
            self.panel.disarm()
        return used

    def _clicks_table(self, event: Input) -> bool:
        if not isinstance(event, Pointer) or event.action != "down":
            return False
        return holds(self.regions.table, event.x, event.y)

    def key(self, event: Key) -> bool:
        """Take the keys of the bet panel beside those of all tables; only the amount follows a held key."""
        return (not event.ctrl and self.panel.takes(event, may_act=self.may_act)) or super().key(event)

    def acts(self) -> dict[str, Act]:
        """Add what helps to decide, and the grades."""
        helps: dict[str, Act] = {"h": self.hint, "a": self.look_ahead, "v": self.solve_decision}
        return super().acts() | helps | {"e": self.grade}

    def turn(self, event: Wheel) -> bool:
        """The wheel over the table changes the amount by one big blind."""
        over_table = holds(self.regions.table, event.x, event.y) or holds(
            self.regions.action_bar, event.x, event.y
        )
        if over_table and self.may_act and self.panel.words.can_raise:
            self.panel.step(round(event.steps))
            return True
        return super().turn(event)

    def trace(self) -> dict[str, Any]:
        """Add what the person may know of the hand."""
        state, betting = self.view.state, self.view.state.betting
        return {
            **super().trace(),
            "own_cards": [card_name(card) for card in state.hole[self.own_player]],
            "board": [card_name(card) for card in state.board],
            "pot": betting.pot,
            "to_call": betting.to_call,
            "stacks": list(self.session.stacks),
            "raise_to": self.panel.raise_to,
            "min_raise_to": betting.min_raise_to,
            "max_raise_to": betting.max_raise_to,
            "problem": self.panel.problem,
            "asks_again": self.panel.armed is not None,
            "hint": self.side.coach.is_open,
        }

    def background_changed(self) -> None:
        """Let an open coach say how long it is still being set up."""
        if self.side.coach.is_open:
            self.relayout()
