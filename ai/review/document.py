"""A review as one HTML file: cards drawn as SVG, a bar for every cost, nothing that is fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ai.review import describing
from ai.review.analysis import counts_of_marks
from game.quoting import counted
from game.rules import cards, games
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState
from game.study.review import Review, Reviewed

MOST_SHOWN = 200
"""The mistakes that the page shows; the CSV file holds them all."""
SUITS = {"s": ("\N{BLACK SPADE SUIT}", "#20242c"), "h": ("\N{BLACK HEART SUIT}", "#b3261e")} | {
    "c": ("\N{BLACK CLUB SUIT}", "#1e6b3a"),
    "d": ("\N{BLACK DIAMOND SUIT}", "#1f4fa3"),
}
"""Sign and colour by letter: four colours, as at many tables."""
BAR_WIDTH, BAR_HEIGHT = 240, 10
CARD_WIDTH, CARD_HEIGHT = 30, 40

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  background: #f6f4ef; color: #20242c; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; }
p { margin: .3rem 0; }
article { background: #fff; border: 1px solid #d9d4c8; border-radius: 8px; padding: .9rem 1.1rem; margin: 1rem 0;
  break-inside: avoid; }
article h2 { font-size: 1.05rem; margin: 0; display: flex; gap: .8rem; flex-wrap: wrap; }
h2 .cost { margin-left: auto; font-variant-numeric: tabular-nums; }
.blunder .mark, .mistake .mark { color: #a3261e; }
.inaccuracy .mark { color: #80600f; }
.quiet { color: #5b5f68; }
svg { vertical-align: middle; margin-right: 3px; }
.bar rect { fill: #a3261e; }
.inaccuracy .bar rect { fill: #80600f; }
@media (prefers-color-scheme: dark) {
  body { background: #181b21; color: #e9e6df; }
  article { background: #22262e; border-color: #3a3f49; }
  .quiet { color: #a9adb6; }
  .blunder .mark, .mistake .mark { color: #ff8a80; }
  .inaccuracy .mark { color: #e3c266; }
  .bar rect { fill: #ff8a80; }
  .inaccuracy .bar rect { fill: #e3c266; }
}
"""


def html_of(review: Review) -> str:
    """Return the page; names and whatever else was typed somewhere are escaped."""
    shown, said = review.mistakes[:MOST_SHOWN], summary(review)
    if len(review.mistakes) > MOST_SHOWN:
        said.append(f"The {MOST_SHOWN} most costly follow.")
    most = max((one.grade.sure_cost for one in shown if one.grade is not None), default=0.0)
    title = f"Review: {escape(review.title)}"
    parts = "\n".join(_mistake(one, most) for one in shown)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"{''.join(f'<p>{line}</p>' for line in said)}\n{parts}\n</body>\n</html>\n"
    )


def summary(review: Review) -> list[str]:
    """Return sentences: how much was graded, what it cost, what is missing."""
    unit, played = describing.unit_of(review.game), games.played_in(review.game).removesuffix("s")
    said = [
        f"{counted(review.hands, played)} with {counted(review.decisions, 'decision')}, "
        f"{review.mistakes_found:,} of them mistakes.",
        f"{', '.join(f'{count:,} {mark}' for mark, count in counts_of_marks(review).items())}.",
        f"All decisions together cost {review.cost:,.2f} {unit}, "
        f"{review.cost / max(1, review.hands):.3f} {unit} a {played}.",
    ]
    if review.left_out:
        said.append(f"{counted(review.left_out, played)} could not be read.")
    return said


def _mistake(one: Reviewed, most: float) -> str:
    grade = one.grade
    assert grade is not None
    where = [f"Hand {one.hand:,}", one.player, describing.position_of(one)]
    if street := describing.street_of(one):
        where.append(street)
    played = describing.action_of(one, grade.action).capitalize()
    return (
        f'<article class="{grade.mark.value}">\n'
        f"<h2><span>{escape(', '.join(where))}</span>"
        f'<span class="mark">{grade.mark.value.capitalize()}</span>'
        f'<span class="cost">{escape(describing.cost_in_words(one.game, grade))}</span></h2>\n'
        f"<p>{_bar(grade.sure_cost, most)}</p>\n<p>{_cards_of(one)} "
        f'<span class="quiet">{escape(describing.situation_of(one))}</span></p>\n'
        f"<p>{escape(played)}. Best: <b>{escape(describing.action_of(one, grade.judgement.best))}</b>.</p>\n"
        f'<p class="quiet">Mix: {escape(describing.mix_of(one))}. {escape(describing.why(one))}</p>\n'
        "</article>"
    )


def _bar(cost: float, most: float) -> str:
    """Draw a cost beside the greatest one."""
    width = max(1.0, BAR_WIDTH * cost / most) if most else 1.0
    return (
        f'<svg class="bar" role="img" aria-label="cost" width="{BAR_WIDTH}" height="{BAR_HEIGHT}">'
        f'<rect width="{width:.1f}" height="{BAR_HEIGHT}" rx="3"/></svg>'
    )


def _cards_of(one: Reviewed) -> str:
    if not isinstance(one.info, HoldemInformationState):
        return ""
    board = f" &nbsp; {_row(one.info.board)}" if one.info.board else ""
    return _row(one.info.hole) + board


def _row(dealt: Iterable[Card]) -> str:
    return "".join(map(_card, dealt))


def _card(card: Card) -> str:
    """Draw a card."""
    rank, suit = tuple(cards.name(card))
    sign, colour = SUITS[suit]
    return (
        f'<svg role="img" aria-label="{rank}{suit}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}">'
        f'<rect x=".5" y=".5" width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="4" fill="#fff" '
        f'stroke="#b9b4a8"/><text x="{CARD_WIDTH / 2:g}" y="18" text-anchor="middle" font-size="16" '
        f'font-weight="700" fill="{colour}">{rank}</text><text x="{CARD_WIDTH / 2:g}" y="35" '
        f'text-anchor="middle" font-size="15" fill="{colour}">{sign}</text></svg>'
    )
