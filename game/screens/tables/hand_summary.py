"""A finished hand in words, whatever the game: how it ended and what was done, for the list and for a replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core import CHANCE, Seat
from game.match.session import Session, Step
from game.rules import games
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import KuhnState
from game.rules.tic_tac_toe import TicTacToeState
from game.screens.models.amounts import Amounts
from game.screens.tables.holdem.labels import HandWords
from game.screens.tables.kuhn.labels import KuhnWords, chips
from game.screens.tables.tic_tac_toe.labels import TicTacToeWords
from game.screens.ui.texts import english, text
from game.screens.views.hand_log import LogLine, LogStreet


@dataclass(frozen=True, slots=True)
class HandSummary:
    """Tells the hand of a session from the seat `below`; `names` are by seat, `person` where you sat yourself."""

    session: Session
    below: Seat
    names: tuple[str, str]
    person: bool
    in_blinds: bool = False

    @property
    def streets(self) -> Sequence[LogStreet]:
        """The whole hand, round by round."""
        return self.log(self.session.steps)

    def log(self, steps: tuple[Step, ...], *, cards: bool = True) -> Sequence[LogStreet]:
        """Tell these steps of the hand, round by round; without `cards` those of Kuhn poker stay hidden."""
        if self.session.spec.game == games.HOLDEM:
            return self._holdem(steps).log()
        moves = [(number, step) for number, step in enumerate(steps) if step.player != CHANCE]
        lines = [self._line(number, step, cards=cards) for number, step in moves]
        key = "moves" if self.session.spec.game == games.TIC_TAC_TOE else "betting"
        return [LogStreet(text(f"history.{key}"), (), lines)] if lines else []

    @property
    def ending(self) -> tuple[str, str]:
        """How the hand ended: a sentence, and a second one that says why (or nothing)."""
        state = self.session.state
        if isinstance(state, TicTacToeState):
            own = self.session.player_of(self.below) if self.person else None
            return TicTacToeWords(state, own, self._other).result(), ""
        return self._ending_for_you() if self.person else self._ending_for_others()

    def _ending_for_you(self) -> tuple[str, str]:
        if self.session.spec.game == games.HOLDEM:
            return self._holdem(self.session.steps).result()
        return self._kuhn.result()

    def _ending_for_others(self) -> tuple[str, str]:
        """Say who of two others has won how much."""
        won = self.session.results[-1].returns
        if won[0] == won[1]:
            return text("holdem.split"), ""
        winner = 0 if won[0] > won[1] else 1
        holdem = self.session.spec.game == games.HOLDEM
        amount = self._amounts.write(round(won[winner])) if holdem else chips(won[winner])
        return text("history.wins", name=self.names[winner], amount=amount), ""

    # ---- within ---------------------------------------------------------------------------------------------
    @property
    def _other(self) -> str:
        return self.names[1 - self.below]

    @property
    def _amounts(self) -> Amounts:
        state = self.session.state
        big_blind = state.rules.big_blind if isinstance(state, HoldemState) else 1
        return Amounts(self.in_blinds, big_blind)

    @property
    def _kuhn(self) -> KuhnWords:
        return KuhnWords(self.session, self.below, self._other)

    def _holdem(self, steps: tuple[Step, ...]) -> HandWords:
        own = "" if self.person else self.names[self.below]
        return HandWords(self.session, self.below, self._other, self._amounts, steps, own)

    def _line(self, number: int, step: Step, *, cards: bool) -> LogLine:
        """Tell a move of a game without streets, in Kuhn poker with the card of who made it."""
        seat, before = self.session.seat_of(step.player), self.session.steps[number - 1].state
        what = self._move(before, step) if isinstance(before, KuhnState) else self._square(step)
        if cards and isinstance(before, KuhnState):
            card = self._kuhn.card(before.cards[step.player])
            what = text("history.with_card", what=what, card=card)
        return LogLine(self.names[seat], what, own=seat == self.below)

    def _move(self, before: KuhnState, step: Step) -> str:
        return self._kuhn.action(before.information_state(step.player), step.action)

    def _square(self, step: Step) -> str:
        return english().many("tic_tac_toe.squares")[step.action]
