"""A table that closes with a card: the account of a block of duplicate deals, or of a match that is over."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from game.match.session import Session
from game.screens.dialogs.match_card import MatchCard, MatchResult
from game.screens.dialogs.question import Reply, nothing
from game.screens.frame.screen import Screen, Services
from game.screens.models.opponents import Portrait
from game.screens.tables.duplicate import block_card, comes_back, ends_block, other_with_these_cards
from game.screens.tables.screen import AT_ONCE
from game.screens.tables.seated import SeatedScreen
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act

CARD_SECONDS = 1.5  # for which the end of a hand is seen without its card


class ClosedByCard(SeatedScreen):
    """What a table says at the end of a block, of a hand that was dealt twice, and of what stays closed."""

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        self._card_wait = 0.0

    @property
    def closes_with_card(self) -> bool:
        """Whether a card tells how it stands once the hand is over: at the end of a block of duplicate deals."""
        return ends_block(self.session)

    def closing_card(self) -> Screen:
        """Return the card."""
        deal, stand_up, other = self.next_hand, self.stand_up, self.opponent
        return block_card(self.app, self.session, self.below, other, go_on=deal, leave=stand_up)

    @property
    def stays_closed(self) -> bool:
        """Whether the other side's cards are not to be seen, for they come back to the player."""
        return comes_back(self.session)

    @property
    def same_cards(self) -> str:
        """What the other side won with the cards that the player has just played, at a table that deals twice."""
        return other_with_these_cards(self.session, self.below, self.opponent.name, in_blinds=self.in_blinds)

    @abstractmethod
    def next_hand(self) -> None:
        """Deal the next hand."""

    def wait_for_card(self, phase: str) -> None:
        """Take note that the table waits for something else: the card comes a moment after the end of a hand."""
        self._card_wait = CARD_SECONDS if phase == "over" and self.closes_with_card else 0.0

    def card_comes(self, dt: float) -> bool:
        """Let the end of a hand be seen before its card covers it; return whether that is under way."""
        if self._card_wait <= 0:
            return False
        self._card_wait -= dt * (self.app.settings.pace or AT_ONCE)
        if self._card_wait <= 0 and self.phase == "over":
            self.app.overlay(self.closing_card())
        return True


def match_end(
    app: Services,
    winner: Portrait,
    account: Sequence[tuple[str, str]],
    *,
    won: bool,
    rematch: Act,
    leave: Act,
) -> MatchCard:
    """Return the card; `won` says whether the person won, `account` holds names and figures of the match."""
    title = text("holdem.match_card.won" if won else "holdem.match_card.lost", name=winner.name)
    replies = (
        Reply("rematch", text("holdem.match_card.rematch"), rematch, "primary"),
        Reply("menu", text("holdem.match_card.menu"), leave),
        Reply("look", text("holdem.match_card.look"), nothing),
    )
    return MatchCard(app, MatchResult(winner.device, title, account), replies)
