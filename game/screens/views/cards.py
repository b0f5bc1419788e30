"""Cards on the felt: how a row of them lies, and a card while it flies or turns over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.rules import cards as rules_cards
from game.screens.pen import BACK, SHAPE, Pen

LIFT = 6.0  # dp by which a card that plays is raised


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card and how it lies. `turned` goes from 0 (back) to 1 (face); `at` is its corner while it flies."""

    code: str
    lit: bool = False
    veiled: bool = False
    turned: float = 1.0
    at: tuple[float, float] | None = None


def code_of(card: rules_cards.Card) -> str:
    """Return how the pen calls a card of the rules."""
    return rules_cards.name(card)


def row_width(count: int, height: float, gap: float) -> float:
    """Return how wide a row of cards is."""
    return count * height * SHAPE + (count - 1) * gap


def row_places(cx: float, y: float, count: int, height: float, gap: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a row of cards around `cx`."""
    left = cx - row_width(count, height, gap) / 2
    return tuple((left + i * (height * SHAPE + gap), y) for i in range(count))


def draw_row(
    pen: Pen, places: Sequence[tuple[float, float]], cards: Sequence[CardPicture], height: float
) -> None:
    """Draw cards at their places."""
    for place, card in zip(places, cards, strict=False):
        draw(pen, card, place, height)


def draw(pen: Pen, card: CardPicture, place: tuple[float, float], height: float) -> None:
    """Draw one card: flying, lying, or being turned over (narrower, then wider again with the other side up)."""
    x, y = card.at or place
    shows_face = card.turned >= 0.5
    code = card.code if shows_face else BACK
    share = abs(2 * card.turned - 1)
    if share < 0.04:
        return
    top = y - (LIFT if card.lit else 0)
    pen.card(code, x, top, height, glow=card.lit, dim=card.veiled, open_share=min(1.0, share))
