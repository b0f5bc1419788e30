"""A finished hand, whatever the game: where it was taken from, and in words how it ended and what was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from game.archive.hands import PlayedHand
from game.archive.imported import ImportedHand
from game.core import CHANCE, Seat
from game.match.session import Session, Step
from game.rules import games
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import KuhnState
from game.rules.tic_tac_toe import TicTacToeState
from game.study.amounts import Amounts
from game.tables.holdem.labels import HandWords
from game.tables.kuhn.labels import KuhnWords, card_in_words, chips
from game.tables.tic_tac_toe.labels import TicTacToeWords
from game.texts import english, text
from game.window.views.hand_log import LogLine, LogStreet

HandT = TypeVar("HandT", bound=PlayedHand | ImportedHand)
Taken_co = TypeVar("Taken_co", covariant=True)


class HandSource(Protocol[Taken_co]):
    """Where the hand was taken from: it has neighbours."""

    def has(self, by: int) -> bool:
        """Return whether there is a hand so many places further on."""

    def take(self, by: int) -> Taken_co | None:
        """Go so many places on and return the hand there; None while it is not read yet."""


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
        if not self.person:
            return self._ending_for_others(), ""
        words = self._kuhn if isinstance(state, KuhnState) else self._holdem(self.session.steps)
        return words.result()

    def _ending_for_others(self) -> str:
        """Say who of two others has won how much."""
        won = self.session.results[-1].returns
        if won[0] == won[1]:
            return text("holdem.split")
        winner = 0 if won[0] > won[1] else 1
        holdem = self.session.spec.game == games.HOLDEM
        amount = self._amounts.write(round(won[winner])) if holdem else chips(won[winner])
        return text("history.wins", name=self.names[winner], amount=amount)

    # ---- within ---------------------------------------------------------------------------------------------
    @property
    def _other(self) -> str:
        return self.names[1 - self.below]

    @property
    def _amounts(self) -> Amounts:
        state = self.session.state
        return Amounts(self.in_blinds, state.rules.big_blind if isinstance(state, HoldemState) else 1)

    @property
    def _kuhn(self) -> KuhnWords:
        return KuhnWords(self.session, self.below, self._other)

    def _holdem(self, steps: tuple[Step, ...]) -> HandWords:
        own = "" if self.person else self.names[self.below]
        return HandWords(self.session, self.below, self._other, self._amounts, steps, own)

    def _line(self, number: int, step: Step, *, cards: bool) -> LogLine:
        """Tell a move of a game without streets, in Kuhn poker with the card of who made it."""
        seat, before = self.session.seat_of(step.player), self.session.steps[number - 1].state
        if isinstance(before, KuhnState):
            what = self._kuhn.action(before.information_state(step.player), step.action)
            card = card_in_words(before.cards[step.player])
            what = text("history.with_card", what=what, card=card) if cards else what
        else:
            what = english().many("tic_tac_toe.squares")[step.action]
        return LogLine(self.names[seat], what, own=seat == self.below)
