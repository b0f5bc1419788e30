"""The exact strength of agents at the small games, without opponents, luck or sampling.

The strength at Kuhn poker is the exploitability in chips a hand: the winnings of the best response beyond the
value of the game, averaged over both seats.

The strength at tic-tac-toe is the number of lines that beat the agent, from both seats. In this audit the
opponent tries every legal action, and the agent every action with a probability above 0. Each complete
sequence of actions is a line, which the agent loses, draws or wins. An agent without a lost line cannot be
beaten. Lines are counted on the table of positions, in which transpositions share their continuations, so the
255,168 games take a few thousand steps. The shares of games against a known opponent are computed in the same
way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ai.algorithms.best_response import Exploitability, exploitability
from ai.algorithms.td_learning import Floats, PolicyArray, Position, PositionTable, outcomes
from ai.evaluation.tic_tac_toe_table import all_boards, marks_of_boards
from game.agent_entries import Strength
from game.archive.hands import OWN, PlayedHand
from game.core import Action, Agent, BadInput, KnownStrategy, Player, State
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.kuhn_poker import KuhnState
from game.rules.tic_tac_toe import TicTacToeInformationState

SEATS: tuple[Player, Player] = (0, 1)
WON, DRAWN, LOST = range(3)
"""The columns of the counts."""


@dataclass(frozen=True, slots=True)
class LineCounts:
    """The numbers of lines that the agent loses, draws and wins, and the first lost line by order of actions."""

    lost: int
    drawn: int
    won: int
    first_lost: tuple[Action, ...] | None = None


def audit(agent: KnownStrategy, seat: Player) -> LineCounts:
    """Count the lines of `agent` as X (seat 0) or O (seat 1)."""
    table = all_boards().table
    policy = tabulate_policy(agent, seat)
    won, drawn, lost = map(int, line_counts(table, policy)[seat])
    return LineCounts(lost, drawn, won, _first_lost(table, policy, seat) if lost else None)


def line_counts(table: PositionTable, policy: PolicyArray) -> Floats:
    """Return the numbers of lines that a policy wins, draws and loses from each seat, float64[seats, 3]."""
    every, taken = np.ones(policy.shape), (policy > 0).astype(np.float64)
    counts: Floats = _outcomes_by_seat(table, taken, [every])[0]
    return counts


def outcome_shares(table: PositionTable, policy: PolicyArray, opponents: Sequence[PolicyArray]) -> Floats:
    """Return the shares of games that a policy wins, draws and loses, float64[opponents, seats, 3]."""
    return _outcomes_by_seat(table, policy, opponents)


def tabulate_policy(agent: KnownStrategy, seat: Player) -> PolicyArray:
    """Return the policy of an agent from a seat. It is 0 at positions that the agent never reaches."""
    table, boards = all_boards().table, marks_of_boards()
    policy = np.zeros(table.followers.shape)
    reached = {0}
    for position, board in enumerate(boards):
        if position not in reached or not table.degrees[position]:
            continue
        edges = table.edges(position)
        if table.players[position] == seat:
            strategy = agent.strategy(TicTacToeInformationState(seat, board))
            policy[edges] = [strategy.get(action, 0.0) for action in table.actions[edges].tolist()]
            reached.update(table.followers[edges][policy[edges] > 0].tolist())
        else:
            reached.update(table.followers[edges].tolist())
    return policy


def lost_game(name: str, seat: Player, line: Sequence[Action]) -> PlayedHand:
    """Return a lost line of the agent `name` as a game that the user has won, rebuilt from its actions."""
    seats = (name, OWN) if seat == 0 else (OWN, name)
    unplayed = PlayedHand(0.0, TableSpec(games.TIC_TAC_TOE, seats, first="seat-0"), tuple(line), (0.0, 0.0))
    return replace(unplayed, returns=unplayed.session().results[-1].returns)


def _outcomes_by_seat(table: PositionTable, mine: Floats, theirs: Sequence[Floats]) -> Floats:
    """Return the shares or numbers that `mine` wins, draws and loses, float64[opponents, seats, 3]."""
    weights = [np.where(table.movers == seat, mine, other) for other in theirs for seat in SEATS]
    ends = outcomes(table, np.stack(weights)).reshape(len(theirs), len(SEATS), 3)
    ends[:, 1] = ends[:, 1, ::-1]
    return ends


def _first_lost(table: PositionTable, policy: PolicyArray, seat: Player) -> tuple[Action, ...] | None:
    """Return the first line, in the order of the actions, that ends with a loss."""
    tried = (table.movers != seat) | (policy > 0)
    loss = -1 if seat == 0 else 1
    safe: set[Position] = set()

    def lost_from(position: Position) -> tuple[Action, ...] | None:
        if position in safe:
            return None
        if table.returns[position] == loss:
            return ()
        edges = table.edges(position)
        moves = zip(table.actions[edges].tolist(), table.followers[edges].tolist(), tried[edges], strict=True)
        for action, follower, may_come in moves:
            if may_come and (rest := lost_from(follower)) is not None:
                return (action, *rest)
        safe.add(position)
        return None

    return lost_from(0)


LOST_LINES = "lost lines"
EXPLOITABILITY = "exploitability"


def known_strategy(agent: Agent) -> KnownStrategy:
    """Return an agent that gives its strategy everywhere.

    Raises:
        BadInput: If the agent only decides.
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


def measure_exploitability(agent: KnownStrategy, root: State) -> Exploitability:
    return exploitability(root, (agent.strategy, agent.strategy))


def measure_strength(agent: KnownStrategy, root: State) -> Strength:
    """Return the strength of an agent at the game of `root`."""
    if isinstance(root, KuhnState):
        given_away = measure_exploitability(agent, root).exploitability
        return Strength(EXPLOITABILITY, given_away, None, "its best reply", None)
    return lost_lines(sum(lines.lost for lines in lines_of_both_seats(agent)))


def lost_lines(lines: int) -> Strength:
    """Return the strength of a tic-tac-toe player with this number of lost lines."""
    return Strength(LOST_LINES, lines, None, "every line of play", None)
