"""What one does at the Hold'em table: its action bar with the bet panel, the wait, a run-out, the result."""

from __future__ import annotations

from dataclasses import replace

from game.match.session import Session
from game.rules.holdem import BOARD_CARDS
from game.tables.holdem import action_bar
from game.tables.holdem.bet_panel import BetPanel
from game.tables.holdem.bets import BetWords
from game.tables.holdem.side import HoldemSide
from game.tables.holdem.view import HoldemView
from game.tables.play import PlayScreen
from game.texts import text
from game.window.frame.screen import Services
from game.window.ui.input import Input, Key, Pointer, Wheel
from game.window.ui.layout import Box
from game.window.ui.widgets import Button, holds
from game.window.views.sentences import said


class HoldemBar(PlayScreen):
    """The table as far as one bets at it; the subclass has the side column."""

    view: HoldemView
    side: HoldemSide

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        space = text("keys.space")
        self.panel = BetPanel(self.bet_words(), self.act, self.relayout)
        self.moves = self.panel.buttons
        self.panel.entry.entered = lambda: self.controls.focus("raise")
        go_on, again = text("holdem.run_out.go_on"), text("holdem.again")
        self._next_button = Button("next", "", self.go_on, kind="primary", keycap=space)
        self._run_out_button = Button("run-out", go_on, self.go_on, keycap=space, style="label_b")
        self._hurry_button = Button("hurry", text("table.hurry"), self.hurry, keycap=space, style="label_b")
        self._again_button = Button("again", again, self.rewind, style="label_b")

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

    def bet_words(self) -> BetWords:
        """Return the words for the current decision."""
        return BetWords(self.view.state.betting, self.view.amounts)

    # ---- how it moves ---------------------------------------------------------------------------------------
    @property
    def runs_out(self) -> bool:
        """Whether a player is all-in, nobody can act any more, and the rest of the hand is still being shown."""
        animation_step = self.timeline.animation_step
        return animation_step is not None and animation_step.scene.state.betting.is_all_in

    @property
    def is_all_in(self) -> bool:
        """Whether the person has put in all chips, and has nothing more to decide in this hand."""
        return not self.view.state.is_terminal() and not self.view.state.stacks_left[self.own_player]

    # ---- the action bar -------------------------------------------------------------------------------------
    def first_focus(self) -> str:
        """Check or call, then the next hand; never fold, never all-in."""
        if self.runs_out:
            return "run-out"
        return {"over": "next", "lost": "try-again"}.get(self.phase, "call")

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
            result, note = self.view.words.result()
            words = result, " ".join(filter(None, (note, self.same_cards)))
            return action_bar.result(words, self._next_button, again, height=height, narrow=narrow)
        if self.phase == "lost":
            return action_bar.single(self.try_again, said(self.trouble), narrow=narrow)
        if self.phase == "theirs" and self.waits_for_step:
            return action_bar.single(self.step_button, said((their_move, "")), narrow=narrow)
        self.panel.tells_needs, self.panel.tells_odds = narrow, self.app.settings.pot_odds
        return self._compose_bets(action_bar.BetBar(self.panel, width, height, narrow=narrow), their_move)

    def _compose_bets(self, bets: action_bar.BetBar, their_move: str) -> Box:
        """Return the bet panel: at rest while the other side is to move, empty for a player who is all-in."""
        if self.phase == "yours":
            self.panel.offer()
            return bets.yours()
        self.panel.offer(text("table.not_your_move"))
        pressable = not self.is_all_in
        if self.phase == "moving":
            return bets.resting(pressable=pressable)
        pot = "" if pressable else self._pot_of_all_in()
        return bets.theirs(their_move, pot, self.thinking, self._hurry_button, pressable=pressable)

    def _compose_run_out(self, *, narrow: bool) -> Box:
        animation_step = self.timeline.animation_step
        assert animation_step is not None
        street = action_bar.open_street(animation_step.scene)
        name = text(f"holdem.streets.{street.name.lower()}")
        known = self.side.review.equity(BOARD_CARDS[street]) if animation_step.scene.other_shown else None
        return action_bar.run_out(self._run_out_button, name, self._pot_of_all_in(), known, narrow=narrow)

    def _pot_of_all_in(self) -> str:
        return text("holdem.run_out.pot", amount=self.view.amounts.write(self.view.state.pot))

    # ---- keys, mouse and wheel ------------------------------------------------------------------------------
    def handle(self, event: Input) -> bool:
        """Take an event; what was pressed once is forgotten by everything but the second press."""
        armed, elsewhere = self.panel.armed, isinstance(event, Key)
        match event:
            case Pointer("down", x, y):
                if self.runs_out and holds(self.regions.table, x, y):
                    self.go_on()
                    return True
                elsewhere = not self.panel.acts_at(x, y)
        used = super().handle(event)
        if elsewhere and self.panel.armed == armed:
            self.panel.disarm()
        return used

    def key(self, event: Key) -> bool:
        """Take the keys of the bet panel beside those of all tables; only the amount follows a held key."""
        return (not event.ctrl and self.panel.takes(event, may_act=self.may_act)) or super().key(event)

    def turn(self, event: Wheel) -> bool:
        """The wheel over the table changes the amount by one big blind."""
        areas = self.regions.table, self.regions.action_bar
        over_table = any(holds(area, event.x, event.y) for area in areas)
        if over_table and self.may_act and self.panel.words.can_raise:
            self.panel.step(round(event.steps))
            return True
        return super().turn(event)
