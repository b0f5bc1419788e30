"""The agents of small games: uniform random, greedy over learnt values, minimax, and tables of strategies.

- `UniformAgent` plays every legal action with the same probability, for games with few actions.
- `ValueAgent` plays tic-tac-toe greedily by learnt state values. It plays at random only among equally good
  actions: more randomness would hide the differences between the stages of a training run.
- `PerfectAgent` plays tic-tac-toe by minimax over all positions with memoisation, and chooses at random among the
  best moves.
- `TableAgent` has a row of probabilities for every information set.

The untrained strategies of Kuhn poker are tables of two kinds: characters with one habit each, and exact
equilibria. A character is defined by the cards with which it bets and the cards with which it calls. A character
plays both variants of Kuhn poker, with any ante.

The equilibria are exact. Half-street Kuhn poker has the cards queen, king and ace, an ante of S, and a bet of 1.
Player 0 bluffs with the queen with probability p1 = 1 / (1 + 2S). Player 1 calls with the king with probability p2
= (2S - 1) / (1 + 2S). Each probability makes the opponent indifferent. For S below 1/2, both probabilities are 0.
In classic Kuhn poker (Kuhn, "A simplified two-person poker", 1950), player 0 may bluff with any probability up to
1/3. The equilibrium of this module bluffs with probability 1/6.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ai.algorithms.game_tree import information_states
from ai.storage import load_model
from game.core import (
    DEFAULT_BUDGET,
    Action,
    BadInput,
    Budget,
    Decision,
    InformationState,
    Player,
    State,
    sample,
)
from game.quoting import quoted
from game.rules.kuhn_poker import KuhnInformationState, KuhnRules, KuhnState, Move
from game.rules.tic_tac_toe import NUMBERS, TicTacToeInformationState, TicTacToeState
from game.texts import text


@dataclass(frozen=True, slots=True)
class UniformAgent:
    """Plays random legal actions."""

    name: str

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        actions = info.legal_actions
        return dict.fromkeys(actions, 1 / len(actions))

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)


def load_uniform(file: Path, root: State) -> UniformAgent:
    return UniformAgent(file.stem)


@dataclass(frozen=True, slots=True)
class ValueAgent:
    """Plays greedily by learnt values.

    `table[player][state number]` is the value of a position to the player, from 0 to 1.
    """

    name: str
    table: Sequence[Sequence[float]]

    def values(self, info: InformationState) -> Mapping[Action, float]:
        """Return the value of each legal cell to the player to move, from 0 (lost) to 1 (won)."""
        number, digit = int(info.key), info.player + 1
        return {cell: self.table[info.player][number + digit * 3**cell] for cell in info.legal_actions}

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return greedy(self.values(info))

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)


def greedy(values: Mapping[Action, float]) -> dict[Action, float]:
    """Return the greedy strategy: the best actions share probability 1 equally, and the other actions have 0."""
    highest = max(values.values())
    best = [action for action, value in values.items() if value == highest]
    return {action: (1 / len(best) if action in best else 0.0) for action in values}


def load_values(file: Path, root: State) -> ValueAgent:
    """Return the agent that plays by the values of a model trained on tic-tac-toe.

    Raises:
        BadInput: If the file is not such a model, or a value is not between 0 and 1.
    """
    model = load_model(file, game="tic-tac-toe", agent="values")
    values = model.array("values", (2, NUMBERS))
    if values.min() < 0 or values.max() > 1:
        raise BadInput(text("agent_errors.agent.values", file=file.name))
    return ValueAgent(file.stem, values.tolist())


@dataclass(frozen=True, slots=True)
class PerfectAgent:
    """Plays a random move among the moves with the highest minimax value."""

    name: str
    _results: dict[TicTacToeState, float] = field(default_factory=dict)

    def values(self, info: InformationState) -> Mapping[Action, float]:
        """Return the minimax value of each legal cell for the player to move: 0, 1/2 or 1."""
        assert isinstance(info, TicTacToeInformationState)
        state = TicTacToeState(info.board)
        return {
            cell: (1 + self._result(state.child(cell), info.player)) / 2 for cell in state.legal_actions()
        }

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return greedy(self.values(info))

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)

    def _result(self, state: TicTacToeState, player: Player) -> float:
        """Return the minimax value of a state for `player`: -1, 0 or 1."""
        if state not in self._results:
            self._results[state] = self._solve(state)
        return self._results[state] if player == 0 else -self._results[state]

    def _solve(self, state: TicTacToeState) -> float:
        if state.is_terminal():
            return state.returns()[0]
        best = max if state.current_player() == 0 else min
        return best(self._result(state.child(cell), 0) for cell in state.legal_actions())


def load_perfect(file: Path, root: State) -> PerfectAgent:
    return PerfectAgent(file.stem)


Table = Mapping[str, Mapping[Action, float]]

ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class TableAgent:
    """Samples actions from `table[key of the information state]`."""

    name: str
    table: Table

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return self.table[info.key]

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)


def load_table(file: Path, root: State) -> TableAgent:
    """Return the agent that plays the average strategy of a model trained on the game of `root`."""
    model = load_model(file, agent="table")
    keys = [str(key) for key in model.array("keys", (-1,), "U")]
    rows = model.array("average", (len(keys), count_actions(root))).tolist()
    known = information_states(root)
    table = {
        key: {
            a: share
            for a, share in enumerate(row)
            if share or key not in known or a in known[key].legal_actions
        }
        for key, row in zip(keys, rows, strict=True)
    }
    return TableAgent(file.stem, check_table(table, root, file.name))


def count_actions(root: State) -> int:
    return 1 + max(max(info.legal_actions) for info in information_states(root).values())


def check_table(table: Table, root: State, source: str) -> Table:
    """Return `table` after checking that it is a strategy for every information set of the game.

    Raises:
        BadInput: If `table` is not such a strategy. The message names `source`.
    """
    known = information_states(root)
    if set(table) != set(known):
        odd = sorted(set(table) ^ set(known))
        raise BadInput(text("agent_errors.agent.infosets", file=source, key=quoted(odd[0])))
    for key, row in table.items():
        sound = set(row) <= set(known[key].legal_actions) and all(0 <= share <= 1 for share in row.values())
        if not sound or abs(sum(row.values()) - 1) > ROUNDING:
            raise BadInput(text("agent_errors.agent.shares", file=source, key=quoted(key)))
    return table


EQUILIBRIUM = "equilibrium"
CLASSIC_BLUFF = 1 / 6


@dataclass(frozen=True, slots=True)
class KuhnCharacter:
    """The cards with which a character bets, and the cards with which it calls."""

    bets: str
    calls: str


CHARACTERS: Mapping[str, KuhnCharacter] = {
    "honest": KuhnCharacter(bets="A", calls="AK"),
    "bluffer": KuhnCharacter(bets="AQ", calls="A"),
    "station": KuhnCharacter(bets="A", calls="AKQ"),
}


def load_kuhn(file: Path, root: State) -> TableAgent:
    assert isinstance(root, KuhnState)
    return by_name(file.stem, root.rules)


def by_name(name: str, rules: KuhnRules) -> TableAgent:
    """Return the character or the equilibrium of this name.

    Raises:
        BadInput: If the name is unknown. The message lists the known names.
    """
    if name == EQUILIBRIUM:
        return TableAgent(name, _kuhn_table(rules, equilibrium_bets(rules)))
    if name not in CHARACTERS:
        known = ", ".join((*CHARACTERS, EQUILIBRIUM))
        raise BadInput(text("agent_errors.agent.kuhn_character", name=quoted(name), known=known))
    return TableAgent(name, _kuhn_table(rules, _habits(CHARACTERS[name], rules)))


def equilibrium_bets(rules: KuhnRules) -> dict[str, float]:
    """Return the probability of a bet (or call) in every information set, in equilibrium."""
    if rules.street == "half-street":
        blinds = float(rules.blinds)
        bluff = 1 / (1 + 2 * blinds) if blinds >= 0.5 else 0.0
        call = (2 * blinds - 1) / (1 + 2 * blinds) if blinds >= 0.5 else 0.0
        return {"A": 1.0, "K": 0.0, "Q": bluff, "Ab": 1.0, "Kb": call, "Qb": 0.0}
    opener = {"A": 3 * CLASSIC_BLUFF, "K": 0.0, "Q": CLASSIC_BLUFF}
    opener |= {"Apb": 1.0, "Kpb": CLASSIC_BLUFF + 1 / 3, "Qpb": 0.0}
    return opener | {"Ap": 1.0, "Kp": 0.0, "Qp": 1 / 3, "Ab": 1.0, "Kb": 1 / 3, "Qb": 0.0}


def _habits(character: KuhnCharacter, rules: KuhnRules) -> dict[str, float]:
    bets = {}
    for key, info in information_states(KuhnState(rules)).items():
        assert isinstance(info, KuhnInformationState)
        cards = character.calls if info.facing_bet else character.bets
        bets[key] = float(key[0] in cards)
    return bets


def _kuhn_table(rules: KuhnRules, bets: Mapping[str, float]) -> dict[str, dict[int, float]]:
    return {
        key: {Move.PASS: 1 - bets[key], Move.BET: bets[key]} for key in information_states(KuhnState(rules))
    }
