"""The player's rating in a game, and who would be an even match."""

from __future__ import annotations

from game.archive.rating import LEAST_HANDS, even_opponent
from game.screens.frame.screen import Services
from game.screens.models.matchmaking import standing_of
from game.screens.models.opponents import name_in_words
from game.screens.pages.statistics.labels import played
from game.screens.pages.statistics.parts import Figure
from game.screens.ui.layout import Box
from game.screens.ui.leaves import Caps, Words
from game.screens.ui.texts import number, text


def about_rating(app: Services, game: str) -> list[Box]:
    """Return the rating with its interval, and which opponent would be an even match."""
    standing = standing_of(app.saves, app.agents, game)
    own = standing.own
    figure = text("statistics.rating.figure", value=number(own.value), ci95=number(own.ci95))
    even = even_opponent(standing, standing.agents)
    return [
        Caps(text("statistics.rating.caps")),
        Figure(figure, ""),
        Words(text(f"statistics.rating.note.{game}"), "small", "dim", 6),
        Words(_even(app, game, standing.hands, even), "label", "text", 20),
    ]


def _even(app: Services, game: str, hands: int, even: str | None) -> str:
    if even is not None:
        return text("statistics.rating.even", name=name_in_words(app.agents, even))
    if hands >= LEAST_HANDS:
        return text("statistics.rating.nobody")
    return text("statistics.rating.soon", count=LEAST_HANDS, unit=played(game))
