"""Cards on the felt: how a row of them lies, and a card while it flies or turns over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.rules import cards as rules_cards
from game.window.ui.canvas.painter import BACK, SHAPE, Painter

Place = tuple[float, float]

LIFT = 6.0  # dp by which a card that plays is raised
EDGE_ON = 0.04  # a card narrower than this share of its width is not seen


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card and how it lies: `code` as the painter calls it.

    `turned` goes from 0 (its back) to 1 (its face), `arrived` from 0 (still with the dealer) to 1 (in its
    place), `gone` from 0 to 1 while it is thrown away.
    """

    code: str
    lit: bool = False
    veiled: bool = False
    turned: float = 1.0
    arrived: float = 1.0
    gone: float = 0.0


def code_of(card: rules_cards.Card) -> str:
    """Return how the painter calls a card of the rules."""
    return rules_cards.name(card)


def codes_of(hole: Sequence[rules_cards.Card]) -> list[str]:
    """Return the cards of a hand, the higher one first."""
    return [code_of(card) for card in rules_cards.high_first(hole)]


def between(start: Place, end: Place, share: float) -> Place:
    """Return the point `share` of the way."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def row_width(count: int, height: float, gap: float) -> float:
    """Return how wide a row of cards is."""
    return count * height * SHAPE + (count - 1) * gap


def row_places(middle: Place, count: int, height: float, gap: float) -> tuple[Place, ...]:
    """Return the corners of a row of cards whose upper edge has its middle at `middle`."""
    left = middle[0] - row_width(count, height, gap) / 2
    return tuple((left + i * (height * SHAPE + gap), middle[1]) for i in range(count))


def draw_row(
    painter: Painter, places: Sequence[Place], cards: Sequence[CardPicture], height: float, dealer: Place
) -> None:
    """Draw cards at their places; those that fly come from (and go to) `dealer`, the middle of a card."""
    corner = (dealer[0] - height * SHAPE / 2, dealer[1] - height / 2)
    for place, card in zip(places, cards, strict=False):
        if card.arrived > 0 and card.gone < 1:
            flown = (
                between(corner, place, card.arrived) if card.gone == 0 else between(place, corner, card.gone)
            )
            draw(painter, card, flown, height)


def draw(painter: Painter, card: CardPicture, corner: Place, height: float) -> None:
    """Draw one card, perhaps being turned over: narrower, then wider again with the other side up."""
    share = abs(2 * card.turned - 1)
    if share < EDGE_ON:
        return
    code = card.code if card.turned >= 0.5 else BACK
    top = corner[1] - (LIFT if card.lit else 0)
    painter.card(code, corner[0], top, height, glow=card.lit, dim=card.veiled, open_share=min(1.0, share))
