"""The figures in words."""

from __future__ import annotations

from game.core import Progress
from game.messages.odds import RangeEquity
from game.rules.cards import names
from game.screens.pages.odds.model import OddsModel
from game.screens.ui.texts import number, percent, text

LONG = 3.0  # seconds left of which it is worth to speak


def answer_in_words(found: RangeEquity) -> str:
    """Return how sure the figure is."""
    if found.exact:
        return text("odds.exact")
    return text("odds.sampled", ci95=number(found.ci95 * 100, 2))


def deals_in_words(found: RangeEquity) -> str:
    """Return over how many deals it was counted."""
    return text("odds.deals_exact" if found.exact else "odds.deals_sampled", deals=large(found.deals))


def large(count: int) -> str:
    """Write a count of deals, a very large one in millions or billions.

    >>> large(29_700), large(1_712_304), large(264_294_122_400)
    ('29,700', '1,712,304', '264.3 billion')
    """
    if count >= 10**10:
        return text("odds.billion", count=number(count / 10**9, 1))
    return number(count)


def count_in_words(count: Progress) -> str:
    """Return how far the count has come, and what is left of it where that is worth a word."""
    share = percent(count.iteration / max(1, count.total or 1))
    left = count.seconds_left or 0.0
    if left < LONG:
        return text("odds.counting", share=share)
    return text("odds.counting_left", share=share, seconds=number(left))


def as_text(model: OddsModel) -> str:
    """Return question and answer as lines for the clipboard."""
    found = model.equity
    if found is None:
        return ""
    board = names(model.board)
    lines = [
        text(
            "odds.copied.side",
            side=model.texts[side],
            share=percent(found.equity[side], 2),
            wins=percent(found.win[side], 2),
            tie=percent(found.tie, 2),
        )
        for side in (0, 1)
    ]
    head = [text("odds.copied.board", board=board)] if board else []
    return "\n".join([*head, *lines, f"{answer_in_words(found)}, {deals_in_words(found)}"])
