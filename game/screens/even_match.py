"""Who would be an even match for the player, by the rating that the records give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.archive.rating import Rating, even_opponent, standing
from game.core import AgentEntry
from game.screens.opponents import Opponent
from game.screens.saves import Saves
from game.screens.texts import number, text


@dataclass(frozen=True, slots=True)
class EvenMatch:
    """The agent, the opponent of the gallery that it is a stage of, and the rating that says so."""

    agent: str
    opponent: str
    rating: Rating

    @property
    def words(self) -> str:
        """Say it in a sentence."""
        value, ci95 = number(self.rating.value), number(self.rating.ci95)
        return text("new_game.even.hint", value=value, ci95=ci95)


def even_match(
    saves: Saves, agents: Sequence[AgentEntry], game: str, opponents: Sequence[Opponent]
) -> EvenMatch | None:
    """Return the even match among the opponents of a gallery; None where too little was played or nobody is one."""
    found = standing(game, saves.scores(game), [entry.name for entry in agents if entry.game == game])
    families = {entry.name: opponent.key for opponent in opponents for entry in opponent.entries}
    name = even_opponent(found, families)
    return None if name is None else EvenMatch(name, families[name], found.own)
