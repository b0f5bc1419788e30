"""What an error rate is called, by a YAML file that says where each name ends and why."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from game.archive.statistics import Rank, Tally
from game.files import yaml_text
from game.match.series import LEAST_CERTAIN
from game.rules import games

SHIPPED = Path(__file__).parents[2] / "configs" / "grading" / "error-ranks.yaml"
WHAT = "the file of the ranks"


@cache
def shipped() -> Ranks:
    """Return the ranks of the program."""
    return Ranks(yaml_text.read_file(SHIPPED))


class Ranks:
    """The names with the shares at which they end, of the error rate of a player at random in each game."""

    def __init__(self, stored: object) -> None:
        found = yaml_text.section(stored, ("ranks", "random"), WHAT)
        self._ends = yaml_text.positive_numbers(found["ranks"], tuple(Rank), WHAT)
        self._random = yaml_text.positive_numbers(found["random"], games.NAMES, WHAT)
        yaml_text.check_rising([self._ends[rank] for rank in Rank], WHAT)

    def of(self, game: str, rate: float) -> Rank:
        """Return the name of an error rate, in the unit of the game's statistics."""
        return next(rank for rank in Rank if rate <= self._ends[rank] * self._random[game])

    def rank_of(self, game: str, costs: Tally) -> Rank | None:
        """Return the name of the mean of some costs; None where its 95 % interval reaches beyond the next names."""
        if costs.hands < LEAST_CERTAIN or costs.ci95 is None:
            return None
        order = list(Rank)
        low, rank, high = (
            order.index(self.of(game, costs.mean + part * costs.ci95)) for part in (-1.0, 0.0, 1.0)
        )
        return order[rank] if high - rank <= 1 and rank - low <= 1 else None
