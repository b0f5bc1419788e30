"""Sections of the page: the rating, luck and skill, what errors cost, and the figures of poker players."""

from __future__ import annotations

from game.archive.errors import ErrorRate
from game.archive.luck import METHODS, Luck
from game.archive.poker_counts import FIGURES, PokerCounts, Share
from game.archive.rating import LEAST_HANDS, even_opponent
from game.archive.store import HistoryFilter
from game.features.statistics.labels import beyond_chance, certain, played, unit
from game.features.statistics.long_count import LongCount
from game.features.statistics.parts import large_figure
from game.rules import games
from game.study.history import CountErrors, CountLuck
from game.study.ladder_model import standing_of
from game.study.opponents import name_in_words
from game.study.records import mean_in_words, mean_of_cards
from game.texts import count_of, number, text
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, Row, Space, grow, share
from game.window.ui.leaves import Caps, Line, Pair, Words
from game.window.ui.widgets import Act

GRADED = {games.HOLDEM: 20}
"""Newest hands that are graded at a time where each takes seconds; elsewhere `MOST_GRADED`."""
MOST_GRADED = 10_000
RATE_DIGITS = 3
ROW, HEAD = 26.0, 22.0
COLUMN_SHARE, COLUMN, COLUMN_GAP = 1 / 3.4, 118.0, 8.0


# ---- the rating, and who would be an even match ---------------------------------------------------------------
def about_rating(app: Services, game: str) -> list[Box]:
    """Return the rating with its interval, and which opponent would be an even match."""
    standing = standing_of(app.saves, app.agents, game)
    own, even = standing.own, even_opponent(standing, standing.agents)
    if even is not None:
        match = text("statistics.rating.even", name=name_in_words(app.agents, even))
    elif standing.hands >= LEAST_HANDS:
        match = text("statistics.rating.nobody")
    else:
        match = text("statistics.rating.soon", count=LEAST_HANDS, unit=played(game))
    figure = text("statistics.rating.figure", value=number(own.value), ci95=number(own.ci95))
    return [
        Caps(text("statistics.rating.caps")),
        large_figure(figure, "", strong=False),
        Words(text(f"statistics.rating.note.{game}"), "small", "dim", 6),
        Words(match, "label", "text", 20),
    ]


# ---- what the cards gave, what the decisions gave, and what the errors cost -----------------------------------
def luck_section(app: Services, changed: Act) -> LongCount[Luck]:
    """Return the part about luck."""
    return LongCount(app, "luck", changed, lambda game: CountLuck(HistoryFilter(game)), _figures)


def error_section(app: Services, changed: Act) -> LongCount[ErrorRate]:
    """Return the part about errors."""

    def request(game: str) -> CountErrors:
        return CountErrors(HistoryFilter(game), GRADED.get(game, MOST_GRADED))

    return LongCount(app, "errors", changed, request, _rate)


def _rate(found: ErrorRate) -> list[Box]:
    costs, game = found.costs, found.game
    if not costs.hands:
        return [Words(text("statistics.errors.none"), "label", "dim")]
    spread = "" if costs.ci95 is None else f" ± {number(costs.ci95, RATE_DIGITS)}"
    rate = text(f"statistics.errors.units.{game}", rate=number(costs.mean, RATE_DIGITS) + spread)
    rank = text("statistics.errors.early" if found.rank is None else f"statistics.errors.ranks.{found.rank}")
    counts = {
        "decisions": count_of("decisions", costs.hands),
        "hands": count_of(games.played_in(game), found.hands),
    }
    return [
        large_figure(rank, rate, strong=found.rank is not None),
        Words(text("statistics.errors.counts", **counts), "small", "dim", 4),
        Words(text(f"statistics.errors.sources.{game}"), "small", "dim", 4),
    ]


def _figures(found: Luck) -> list[Box]:
    game = found.game
    if METHODS[game] == "none":
        return [Words(text("statistics.luck.none"), "label", "text", 4)]
    certainty = "open" if certain(found.adjusted) else "few"
    if beyond_chance(found.adjusted):
        certainty = "ahead" if found.adjusted.mean > 0 else "behind"
    unknown = text("statistics.luck.unknown", hands=count_of(games.played_in(game), found.unknown))
    left_out = text("statistics.luck.left_out", hands=count_of(games.played_in(game), found.left_out))
    return [
        Pair(text("luck.result"), mean_in_words(game, found.results)),
        Pair(text("luck.cards"), mean_of_cards(game, found)),
        Pair(text("luck.decisions"), mean_in_words(game, found.adjusted)),
        Space(8),
        Words(text(f"statistics.luck.certainty.{certainty}"), "label", "text", 4),
        Words(text(f"statistics.luck.methods.{found.method}", unit=unit(game)), "small", "dim", 4),
        Words(unknown, "small", "dim", 4).when(found.unknown),
        Words(left_out, "small", "dim").when(found.left_out),
    ]


# ---- the figures of poker players: yours beside those of everybody you played ---------------------------------
def poker_section(own: PokerCounts, others: PokerCounts) -> Box:
    """Return a row for each figure: a share, and of how many chances."""
    you, they = text("statistics.poker.you"), text("statistics.poker.others")
    rows = [_poker_row("", you, they, "small", "faint", height=HEAD)]
    for name in FIGURES:
        mine, theirs = (_written(getattr(counts, name)) for counts in (own, others))
        rows.append(_poker_row(text(f"statistics.poker.{name}"), mine, theirs, "label_b", "text", height=ROW))
    note = Column(Space(6), Words(text("statistics.poker.note"), "small", "dim", 4))
    return Column(Caps(text("statistics.poker.caps")), *rows, note)


def _poker_row(name: str, own: str, others: str, style: str, ink: str, *, height: float) -> Row:
    """Return a name, and the figures of both in columns at the right end."""
    columns = (
        Row(Space(COLUMN_GAP), Line(figure, style, ink, height=height, right=True).sized(grow()))
        for figure in (own, others)
    )
    sized = (column.sized(share(COLUMN_SHARE, most=COLUMN)) for column in columns)
    return Row(Line(name, "label", "dim", height=height).sized(grow()), Space(COLUMN_GAP), *sized)


def _written(found: Share) -> str:
    if found.part is None:
        return text("statistics.poker.never")
    return text("statistics.poker.share", percent=number(100 * found.part), chances=number(found.chances))
