"""The Hold'em table: to play what stands in `bar`, and beside it the hand log, the coach, the review.

The screen joins a session to its view (what moves and is seen), to `bar` (what can be done) and to `side` (what is
told).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from game.match.session import Session
from game.needs import Need
from game.rules import games
from game.rules.cards import name as card_name
from game.study.play import AgentKey
from game.tables.holdem.bar import HoldemBar
from game.tables.holdem.coach import Coach
from game.tables.holdem.review import HandReview
from game.tables.holdem.side import COACH, HAND, HoldemSide, SessionPanel, SideContent
from game.tables.holdem.streets import Odds
from game.tables.spectator import AHEAD, has_look_ahead, look_ahead, solve_decision
from game.texts import text
from game.window.dialogs.dialog import MatchCard, MatchOutcome, Reply, nothing
from game.window.frame.pages import page
from game.window.frame.screen import Screen, Services
from game.window.ui.layout import Box
from game.window.ui.widgets import Act
from game.window.views import regions


@page(games.HOLDEM)
class PlayHoldem(HoldemBar):
    """Heads-up no-limit Hold'em against an agent."""

    name: ClassVar[str] = "play-holdem"
    sizes: ClassVar[regions.Sizes] = regions.Sizes(132, 108, (268, 320, 380), two_columns=True)

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        self.side = HoldemSide(
            Coach(self.view, app.models.judgements, self.requests, self._known_opponent(), self._awaited),
            HandReview(
                self.view,
                Odds(session, self.requests),
                self.grades,
                self.retry_button,
                at_work=lambda: app.models.preparation.awaited(Need.SOLVER, text("grades.waiting")),
            ),
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
    def hint(self) -> None:
        """Open the coach; only where the table teaches, and on your move."""
        if self.teaching and self.phase == "yours":
            self.side.coach.open(self.view.state.information_state(self.own_player))
            self.show_side()
            self.side.show(COACH)

    def look_ahead(self) -> None:
        """Open the search of the own decision, or the solver; only if the table teaches, and on your move."""
        if self.teaching and self.phase == "yours":
            look_ahead(self)

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
        self.panel.open(self.bet_words())

    # ---- the end of a hand ----------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Ask for equities once the hand is over."""
        self.side.review.follow()
        self.side.coach.follow()
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
            self.tutor.prepare(self.session.info(self.below))
        super().phase_begins(phase)

    @property
    def closes_with_card(self) -> bool:
        """Whether a card tells how it stands: at the end of a match, too."""
        return self.session.over or super().closes_with_card

    def closing_card(self) -> Screen:
        """Return the card of a match that is over, or of a block of duplicate deals."""
        if not self.session.over:
            return super().closing_card()
        won = self.session.total(self.below) > 0
        winner = self.portrait_of(self.below if won else self.other_seat)
        title = text(f"holdem.match_card.{'won' if won else 'lost'}", name=winner.name)
        replies = (
            Reply("rematch", text("holdem.match_card.rematch"), self.rematch, "primary"),
            Reply("menu", text("holdem.match_card.menu"), self.stand_up),
            Reply("look", text("holdem.match_card.look"), nothing),
        )
        return MatchCard(self.app, MatchOutcome(winner.device, title, self.side.session.rows()), replies)

    # ---- layout ---------------------------------------------------------------------------------------------
    def compose_sides(self) -> Sequence[Box]:
        """Return log, coach, review and session as the window allows."""
        hand = text("table.hand_number", number=self.session.hand_number)
        total = self.view.amounts.signed(round(self.shown_total(self.below)))
        foot = hand, text("holdem.total", amount=total)
        over, yours = self.phase == "over" and not self.stays_closed, self.phase == "yours"
        return self.side.compose(
            self.app.painter, SideContent(self.regions, self.view.words.log(), foot, over, yours)
        )

    def turn_side(self) -> None:
        """Show the side column from its beginning."""
        self.side_scroll.offset = 0.0
        self.relayout()

    def _known_opponent(self) -> AgentKey | None:
        """Return the opponent if its strategy is known: not that of an agent that searches or solves."""
        entry = self.entry
        is_known = entry is not None and entry.kind in ("rules", "random", "learned") and self.teaching
        return self.agent_at(self.other_seat) if is_known else None

    def _awaited(self) -> str:
        """Say that the counsel is being worked out, or that what it needs is still being set up."""
        preparation = self.app.models.preparation
        need = self.side.coach.need
        if preparation.holds_up(need):
            return text("holdem.counsel.set_up", left=preparation.in_words("left", need))
        return text("table.working")

    # ---- keys, wheel and tests ------------------------------------------------------------------------------
    def acts(self) -> dict[str, Act]:
        """Add what helps to decide."""
        helps: dict[str, Act] = {"h": self.hint, "a": self.look_ahead, "v": self.solve_decision}
        return super().acts() | helps

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
            "problem": self.panel.problem,
            "asks_again": self.panel.armed is not None,
            "hint": self.side.coach.is_open,
        }

    def background_changed(self) -> None:
        """Let an open coach, and grades, say how long they are still being set up."""
        self.relayout()
