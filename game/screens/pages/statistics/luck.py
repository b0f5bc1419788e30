"""Luck and skill: what the cards gave, what the decisions gave, and what the errors cost."""

from __future__ import annotations

from game.archive.errors import ErrorRate
from game.archive.luck import METHODS, Luck
from game.archive.store import HistoryFilter
from game.messages.luck import CountErrors, CountLuck
from game.rules import games
from game.screens.frame.screen import Services
from game.screens.models.records import mean_in_words, mean_of_cards
from game.screens.pages.statistics.labels import beyond_chance, certain, played, unit
from game.screens.pages.statistics.long_count import LongCount
from game.screens.pages.statistics.parts import Figure
from game.screens.ui.layout import Box, Space
from game.screens.ui.leaves import Pair, Words
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act

GRADED = {games.HOLDEM: 20}
"""Newest hands that are graded at a time where each takes seconds; elsewhere `MOST_GRADED`."""
MOST_GRADED = 10_000
RATE_DIGITS = 3


def luck_section(app: Services, changed: Act) -> LongCount[Luck]:
    """Return the part about luck."""
    return LongCount(app, "luck", changed, lambda game: CountLuck(HistoryFilter(game)), _figures)


def error_section(app: Services, changed: Act) -> LongCount[ErrorRate]:
    """Return the part about errors."""
    return LongCount(app, "errors", changed, _errors, _rate)


def _errors(game: str) -> CountErrors:
    return CountErrors(HistoryFilter(game), GRADED.get(game, MOST_GRADED))


def _rate(found: ErrorRate) -> list[Box]:
    costs, game = found.costs, found.game
    if not costs.hands:
        return [Words(text("statistics.errors.none"), "label", "dim")]
    spread = "" if costs.ci95 is None else f" ± {number(costs.ci95, RATE_DIGITS)}"
    rate = text(f"statistics.errors.units.{game}", rate=number(costs.mean, RATE_DIGITS) + spread)
    name = (
        text("statistics.errors.early")
        if found.rank is None
        else text(f"statistics.errors.ranks.{found.rank}")
    )
    counts = {
        "decisions": number(costs.hands),
        "hands": number(found.hands),
        "unit": played(game),
    }
    return [
        Figure(name, rate, strong=found.rank is not None),
        Words(text("statistics.errors.counts", **counts), "small", "dim", 4),
        Words(text(f"statistics.errors.sources.{game}"), "small", "dim", 4),
    ]


def _figures(found: Luck) -> list[Box]:
    game = found.game
    if METHODS[game] == "none":
        return [Words(text("statistics.luck.none"), "label", "text", 4)]
    clear = beyond_chance(found.adjusted)
    certainty = "few" if not certain(found.adjusted) else "open"
    if clear:
        certainty = "ahead" if found.adjusted.mean > 0 else "behind"
    rows = (
        (text("luck.result"), mean_in_words(game, found.results)),
        (text("luck.cards"), mean_of_cards(game, found)),
        (text("luck.decisions"), mean_in_words(game, found.adjusted)),
    )
    unknown = text("statistics.luck.unknown", count=number(found.unknown), unit=played(game))
    left_out = text("statistics.luck.left_out", count=number(found.left_out), unit=played(game))
    return [
        *(Pair(name, value) for name, value in rows),
        Space(8),
        Words(text(f"statistics.luck.certainty.{certainty}"), "label", "text", 4),
        Words(text(f"statistics.luck.methods.{found.method}", unit=unit(game)), "small", "dim", 4),
        Words(unknown, "small", "dim", 4).when(found.unknown),
        Words(left_out, "small", "dim").when(found.left_out),
    ]
