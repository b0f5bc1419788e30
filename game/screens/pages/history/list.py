"""The list of what was played here, newest first, and what is said where there is nothing to list."""

from __future__ import annotations

from game.archive.hands import PlayedHand
from game.archive.store import HistoryFilter
from game.core import BadInput
from game.screens.frame.screen import Services
from game.screens.pages.history.filter import Filters
from game.screens.pages.history.hand_list import ListActs, ListOfHands
from game.screens.pages.history.labels import cards_of, line_of
from game.screens.pages.history.pages import Pages
from game.screens.ui.texts import text
from game.screens.ui.widgets import Button
from game.screens.views.hand_row import NO_CARDS, Cards, HandLine

DEALT_A_FRAME = 2  # each takes a few milliseconds


class HandList(ListOfHands[PlayedHand]):
    """The rows, and what is said where there are none. The cards of a row are dealt again, some a frame."""

    def __init__(
        self, app: Services, pages: Pages[PlayedHand, HistoryFilter], filters: Filters, acts: ListActs
    ) -> None:
        super().__init__(app, pages, text("history.hands"), acts, ("play", "history.play"))
        self._history = pages
        self._filters = filters
        self._cards: dict[int, Cards] = {}

    def restart(self) -> None:
        """Go back to the newest hand: the history is read anew."""
        super().restart()
        self._cards.clear()

    def update(self, dt: float) -> bool:
        """Deal the cards of the rows that are seen, a few a frame."""
        return self._deal_cards() or super().update(dt)

    def _deal_cards(self) -> bool:
        """Deal what is missing of a few rows; return whether there were any."""
        hands = ((place, self._pages.hand(place)) for place in self.rows.seen if place not in self._cards)
        missing = [(place, hand) for place, hand in hands if hand is not None][:DEALT_A_FRAME]
        for place, hand in missing:
            self._cards[place] = _cards_or_none(hand)
        return bool(missing)

    @property
    def waiting(self) -> bool:
        """Whether the first page is on its way."""
        return self._pages.total is None and not self._pages.problem

    @property
    def reading(self) -> str:
        """That the history is read."""
        return text("history.reading")

    @property
    def verdict(self) -> str:
        """That the history cannot be read, is empty, or that nothing passes the filters."""
        if self._pages.problem:
            return text("history.problem", reason=self._pages.problem)
        if self._pages.total:
            return ""
        if self._filters.choices.is_open:
            return text("history.empty")
        return text("history.nothing_watched" if self._history.wanted.watched else "history.nothing_found")

    @property
    def button(self) -> Button | None:
        """Try again, play a first hand, or take the filters off."""
        if self._pages.problem:
            return self._retry
        if self._pages.total == 0:
            return self._begin if self._filters.choices.is_open else self._show_all
        return None

    def line(self, hand: PlayedHand) -> HandLine:
        """Say who sat across the table, for what, and how it ended."""
        return line_of(self._app, hand)

    def cards(self, place: int, hand: PlayedHand) -> Cards:
        """Return the cards, as far as they are dealt."""
        return self._cards.get(place, NO_CARDS)


def _cards_or_none(hand: PlayedHand) -> Cards:
    """Return the cards of a hand; none of one that the rules do not allow, which its detail says."""
    try:
        return cards_of(hand)
    except BadInput:
        return NO_CARDS
