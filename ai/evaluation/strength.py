"""The strength of an agent of the small games, exact: no opponent chosen, no luck, nothing sampled.

Tic-tac-toe: the lines that beat it, from both seats (0: it cannot be beaten). Kuhn poker: its exploitability in
chips a hand, what the best reply to it wins on average over both seats beyond the value of the game.
"""

from __future__ import annotations

from ai.algorithms.best_response import Exploitability, exploitability
from ai.evaluation.audit import LineCounts, audit
from game.agent_entries import Strength
from game.core import Agent, BadInput, KnownStrategy, State
from game.rules.kuhn_poker import KuhnState

LOST_LINES = "lost lines"
EXPLOITABILITY = "exploitability"


def known_strategy(agent: Agent) -> KnownStrategy:
    """Return an agent whose strategy can be asked anywhere.

    Raises:
        BadInput: The agent only decides.
    """
    if not isinstance(agent, KnownStrategy):
        raise BadInput(
            f"{agent.name} only decides, and this needs its probabilities everywhere: "
            "give it a method `strategy`, or let it play a `match`."
        )
    return agent


def lines_of_both_seats(agent: KnownStrategy) -> tuple[LineCounts, LineCounts]:
    """Audit a tic-tac-toe player as X and as O."""
    return audit(agent, 0), audit(agent, 1)


def exploitability_of(agent: KnownStrategy, root: State) -> Exploitability:
    """Measure an agent that sits on both sides of the table."""
    return exploitability(root, (agent.strategy, agent.strategy))


def measured(agent: KnownStrategy, root: State) -> Strength:
    """Return the strength of an agent at the game of `root`."""
    if isinstance(root, KuhnState):
        given_away = exploitability_of(agent, root).exploitability
        return Strength(EXPLOITABILITY, given_away, None, "its best reply", None)
    return lost_lines(sum(lines.lost for lines in lines_of_both_seats(agent)))


def lost_lines(lines: int) -> Strength:
    """Return the strength of a tic-tac-toe player that so many lines beat."""
    return Strength(LOST_LINES, lines, None, "every line of play", None)
