"""Where the player stands by the records, the one source of every rating; and who would be an even match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.agent_entries import AgentEntry
from game.archive.rating import Rating, Standing, even_opponent, standing
from game.screens.models.opponents import Opponent, trained_here
from game.screens.models.saves import Saves
from game.screens.ui.texts import number, text


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


def standing_of(saves: Saves, agents: Sequence[AgentEntry], game: str) -> Standing:
    """Return the ratings of the player and of the agents of a game."""
    here = [entry for entry in agents if entry.game == game]
    own = [entry.name for entry in here if trained_here(entry)]
    return standing(game, saves.scores(game), [entry.name for entry in here if entry.name not in own], own)


def even_match(
    saves: Saves, agents: Sequence[AgentEntry], game: str, opponents: Sequence[Opponent]
) -> EvenMatch | None:
    """Return the even match among the opponents of a gallery; None where too little was played or nobody is one."""
    found = standing_of(saves, agents, game)
    families = {entry.name: opponent.key for opponent in opponents for entry in opponent.entries}
    name = even_opponent(found, families)
    return None if name is None else EvenMatch(name, families[name], found.own)
