"""Where the player stands by the records and on the ladder; who would be an even match, and who is next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.agent_entries import AgentEntry
from game.archive.ladder import Ladder
from game.archive.rating import Rating, Standing, even_opponent, standing
from game.study.opponents import Opponent, name_in_words, trained_here
from game.study.saves import Saves
from game.texts import number, text


@dataclass(frozen=True, slots=True)
class EvenMatch:
    """The agent, the opponent of the gallery that it is a stage of, and the rating that says so."""

    agent: str
    opponent: str
    rating: Rating

    @property
    def mark(self) -> str:
        """What stands on the card."""
        return text("new_game.even.mark")

    @property
    def words(self) -> str:
        """Say it in a sentence."""
        value, ci95 = number(self.rating.value), number(self.rating.ci95)
        return text("new_game.even.hint", value=value, ci95=ci95)


@dataclass(frozen=True, slots=True)
class NextRung:
    """The next agent of the ladder, and the opponent of the gallery that it is a stage of."""

    agent: str
    opponent: str

    @property
    def mark(self) -> str:
        """What stands on the card."""
        return text("ladder.next")

    @property
    def words(self) -> str:
        """Say it in a sentence."""
        return text("ladder.next_hint")


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


def next_rung(ladder: Ladder | None, opponents: Sequence[Opponent]) -> NextRung | None:
    """Return the next rung among the opponents of a gallery; None at the top, and where nothing is known."""
    rung = ladder.next if ladder is not None else None
    agent = rung.rung.agent if rung is not None else ""
    found = [one.key for one in opponents if any(entry.name == agent for entry in one.entries)]
    return NextRung(agent, found[0]) if found else None


def place_in_words(ladder: Ladder, agents: Sequence[AgentEntry]) -> str:
    """Say how far the player has climbed, and who is next."""
    if ladder.next is None:
        return text("ladder.top")
    done, every = number(ladder.climbed), number(len(ladder.rungs))
    return text("ladder.place", done=done, all=every, name=name_in_words(agents, ladder.next.rung.agent))
