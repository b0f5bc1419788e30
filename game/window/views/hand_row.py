"""A row in a list of hands: who and what for, the cards, how it ended, and when."""

from __future__ import annotations

from dataclasses import dataclass

from game.window.ui.canvas.painter import Painter, Rect

NARROW = 460.0
MEDALLION = 15.0
LEAST_NAME = 176.0
CARD_SIZE, CARD_STEP, CARD_GAP = 17.0, 31.0, 14.0
WHOLE_BOARD = 5 * CARD_STEP

Cards = tuple[tuple[str, ...], tuple[str, ...]]
"""The cards of a row in two groups: those of the player, and the board or the other one's."""
NO_CARDS: Cards = ((), ())


@dataclass(frozen=True, slots=True)
class HandLine:
    """A row of the list in words. `ink` colours the result, which a word or a sign says too."""

    device: str
    name: str
    stake: str
    result: str
    how: str
    ink: str
    day: str
    hour: str

    @property
    def spoken(self) -> str:
        """The row in one breath."""
        return f"{self.name}. {self.stake}. {self.how} {self.result}. {self.day} {self.hour}"


def draw(painter: Painter, rect: Rect, line: HandLine, cards: Cards = NO_CARDS) -> None:
    """Draw a row: who and what for at the left, the cards, how it ended and when at the right."""
    x, y, w, h = rect
    above, below = y + h / 2 - 9, y + h / 2 + 11
    painter.medallion(x + 34, y + h / 2, MEDALLION, line.device)
    when, result = (74.0, 104.0) if w < NARROW else (104.0, 124.0)
    left, right = x + 62, x + w - 16
    room = w - 62 - 16 - when - result
    room -= _draw_cards(painter, (left + LEAST_NAME, y + h / 2, room - LEAST_NAME - 12, 0), cards)
    painter.text(painter.short_name(line.name, room - 8, "label_b"), left, above, "label_b")
    painter.text(line.stake, left, below, "small", "dim", fit=room - 8)
    painter.text(line.result, right - when, above, "label_b", line.ink, al="r", fit=result - 8)
    painter.text(line.how, right - when, below, "small", "dim", al="r", fit=result - 8)
    painter.text(line.day, right, above, "small", "dim", al="r", fit=when - 12)
    painter.text(line.hour, right, below, "small", "faint", al="r", fit=when - 12)


def _draw_cards(painter: Painter, place: Rect, cards: Cards) -> float:
    """Draw cards with their right end at that of `place`, as many of the two groups as fit; return their width."""
    x, y, room, _ = place
    own, beside = (len(group) * CARD_STEP for group in cards)
    if not own or room < own:
        return 0.0
    board = WHOLE_BOARD if len(cards[0]) > 1 else beside  # a board has its column before all of it is dealt
    fits = room >= own + CARD_GAP + board
    wide = own + CARD_GAP + beside if beside and fits else own
    left = x + room - (board + CARD_GAP + own if fits else own)
    painter.inline_cards(cards[0], left, y, CARD_SIZE)
    if wide > own:
        painter.inline_cards(cards[1], left + own + CARD_GAP, y, CARD_SIZE)
    return x + room - left + 12
