"""The stacks that agents were trained for: which file plays at a table, and what is said of it there.

Agents of one family and stage play together, each at its depth; one that stands alone plays any stacks, but has
learnt those of its depth.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.agent_entries import AgentEntry, who_plays
from game.study.opponents import Opponent, strength_in_full, strength_in_words
from game.texts import number, text


def only_depth(opponent: Opponent, agents: Sequence[AgentEntry]) -> int | None:
    """Return the one depth that an opponent has learnt; None where it knows several, or needs none."""
    game = opponent.entries[0].game
    family = [one for one in agents if one.game == game and (one.family or one.name) == opponent.key]
    depths = {one.depth for one in family}
    return depths.pop() if len(depths) == 1 else None


def figure_at(entry: AgentEntry, agents: Sequence[AgentEntry], stack: int) -> str:
    """Return in a few words how strong an agent is at a table; for stacks that it did not learn, what it learnt."""
    plays = who_plays(entry, agents, stack)
    if plays.depth is None or plays.depth == stack:
        return strength_in_words(plays.strength)
    return text("strength.trained_for", bb=number(plays.depth))


def strength_at(entry: AgentEntry, agents: Sequence[AgentEntry], stack: int) -> str:
    """Return how strong who plays at a table is, as sentences; before it what it learnt, where that is not this."""
    plays = who_plays(entry, agents, stack)
    said = strength_in_full(plays.strength)
    if plays.depth is None or plays.depth == stack:
        return said
    return f"{text('strength.trained_for_long', bb=number(plays.depth))} {said}"
