"""The games as environments of PettingZoo: `from parlour import pettingzoo`.

This module needs the package `pettingzoo`. The environments have the AEC interface with action masks (Terry et al.,
"PettingZoo: Gym for multi-agent reinforcement learning", NeurIPS 2021). The agents `player_0` and `player_1` are
players 0 and 1 of the game. Rewards are given at the end of the game. The rewards are the winnings in the
unit of the game.

    environment = pettingzoo.env("kuhn-poker")
    environment.reset(seed=7)
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, info = environment.last()
        environment.step(None if termination else my_choice(observation))

To let an agent of Parlour play, pass `info["information_state"]` to the agent's method `decide`. Then convert the
agent's action to a number by `find_index` of the unwrapped environment.

Observations are `{"observation": float32[...], "action_mask": int8[actions]}`, from the player's view:

- tic-tac-toe, [18]: the player's marks, then the opponent's marks, row by row. Actions are cells.
- Kuhn poker, [9]: the player's card (3 numbers), then pass or bet for each of three moves (2 numbers each). Actions
  are pass and bet.
- Hold'em, [117]: hole cards and board (52 numbers each, 2c 2d 2h 2s 3c ...), the street (4), the player (2), and
  seven amounts as shares of all chips. These are the pot, the amount to call, both remaining stacks and both bets
  of this street (the player's amount first), and the largest raise. Actions are fold, call, a raise for each share
  of `raises`, and all-in.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from game.core import CHANCE, Action, BadInput, InformationState, Player, State
from game.quoting import quoted
from game.rules import games
from game.rules.betting import CALL, FOLD, Pair, Street
from game.rules.cards import DECK
from game.rules.holdem import HoldemInformationState, HoldemState
from game.rules.kuhn_poker import CARD_LETTERS, MOVE_LETTERS, MOVES, KuhnInformationState
from game.rules.tic_tac_toe import EMPTY, O, TicTacToeInformationState, TicTacToeState, X

POT_SHARES = (0.5, 1.0, 2.0)
KUHN_MOVES = 3
"""The maximum number of moves in a hand of Kuhn poker."""

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


def env(
    game: str = games.TIC_TAC_TOE,
    *,
    blinds: float = 1,
    stack_bb: int = games.HOLDEM_STACK_BB,
    raises: Sequence[float] = POT_SHARES,
) -> Any:
    """Return the environment of a game, with wrappers that refuse illegal actions and calls in the wrong order.

    An illegal action ends the game, and the player who took it gets the largest possible loss.

    Args:
        game: The game, named as in the commands.
        blinds: The blinds of half-street Kuhn poker.
        stack_bb: The stacks of Hold'em in big blinds.
        raises: The raises of Hold'em as shares of the pot after a call, in ascending order.

    Raises:
        BadInput: If there is no such game, or `raises` is not ascending with all shares above 0.
    """
    if not all(one < other for one, other in pairwise((0.0, *raises))):
        raise BadInput(f"The raises {quoted(str(tuple(raises)))} are not shares of the pot in rising order.")
    root = games.initial_state(game, blinds=blinds, holdem=games.cash_rules(stack_bb))
    plain = ParlourEnv(game, root, raises)
    legal = wrappers.TerminateIllegalWrapper(plain, -_largest_loss(root))
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


def _largest_loss(root: State) -> float:
    """Return the largest amount that a player can lose in a game."""
    if isinstance(root, HoldemState):
        return float(min(root.rules.stacks))
    if isinstance(root, TicTacToeState):
        return 1.0
    below = [_largest_loss(root.child(action)) for action in root.legal_actions()]
    return max(below) if below else -min(root.returns())


class ParlourEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game as an environment, without the wrappers of `env`.

    Attributes:
        state: The current state of the game.
    """

    metadata: Mapping[str, object] = {"name": "parlour_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(self, game: str, root: State, raises: Sequence[float] = POT_SHARES) -> None:
        super().__init__()
        self._root = self.state = root
        self._raises = tuple(raises)
        self._rng = random.Random()
        self.metadata = {**self.metadata, "name": f"parlour_{game}_v0"}
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        self._deal()
        info = self.state.information_state(0)
        count, size = len(self._menu(info)), len(encode(info))
        self._action_space = gymnasium.spaces.Discrete(count)
        self._observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0.0, 1.0, (size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (count,), np.int8),
            }
        )

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self._action_space

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self._observation_space

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Start a new game. Without a seed, the stream of random numbers continues from the last game."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.agents = self.possible_agents[:]
        self.state = self._root
        self._deal()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select(self.state.current_player())

    def observe(self, agent: str) -> dict[str, Floats | Mask]:
        """Return the observation of an agent.

        While the opponent is to act, all entries of the action mask are 0.
        """
        player = self.possible_agents.index(agent)
        info = self.state.information_state(player)
        mask = np.zeros(self._action_space.n, np.int8)
        if self.state.current_player() == player:
            mask[[number for number, action in enumerate(self._menu(info)) if action is not None]] = 1
        return {"observation": encode(info), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action with this number for the agent whose turn it is.

        Raises:
            BadInput: If the action is illegal. The wrappers of `env` end the game instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        player = self.state.current_player()
        chosen = None if action is None else self._menu(self.state.information_state(player))[int(action)]
        if chosen is None:
            raise BadInput(f"The action {action} is illegal here: the action mask has the legal actions.")
        self.state = self.state.child(chosen)
        self._deal()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.state.is_terminal():
            self.rewards = dict(zip(self.agents, map(float, self.state.returns()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._select(1 - player)
        else:
            self._select(self.state.current_player())
        self._accumulate_rewards()

    def find_index(self, action: Action) -> int:
        """Return the number of an action of the player to act.

        A raise without a number gets the number of the nearest raise.

        Raises:
            BadInput: If the player to act has no such action.
        """
        menu = self._menu(self.state.information_state(self.state.current_player()))
        if action in menu:
            return menu.index(action)
        raises = {number: one for number, one in enumerate(menu) if one is not None and one > CALL}
        if action <= CALL or not raises or not isinstance(self.state, HoldemState):
            raise BadInput(f"The action {action} is illegal here.")
        return min(raises, key=lambda number: abs(raises[number] - action))

    def _select(self, player: Player) -> None:
        self.agent_selection = self.possible_agents[player]
        self.infos = {
            agent: {"information_state": self.state.information_state(self.possible_agents.index(agent))}
            for agent in self.agents
        }

    def _deal(self) -> None:
        """Draw the chance events up to the next decision."""
        while self.state.current_player() == CHANCE:
            cards, chances = zip(*self.state.chance_outcomes(), strict=True)
            self.state = self.state.child(self._rng.choices(cards, chances)[0])

    def _menu(self, info: InformationState) -> list[Action | None]:
        """Return the action for each number, or None for an illegal action.

        If several numbers give the same raise, only one of the numbers gets this raise.
        """
        if isinstance(info, TicTacToeInformationState):
            return [cell if mark == EMPTY else None for cell, mark in enumerate(info.board)]
        if not isinstance(info, HoldemInformationState):
            return list(MOVES)
        betting = info.betting
        all_in = betting.max_raise_to
        menu: list[Action | None] = [FOLD if FOLD in info.legal_actions else None, CALL]
        for share in self._raises:
            wanted = betting.raise_to_for_fraction(share)
            menu.append(None if wanted in menu or wanted == all_in else wanted)
        return [*menu, all_in]


def encode(info: InformationState) -> Floats:
    """Return an information state as numbers from 0 to 1. The module's docstring gives their order.

    Returns:
        float32[18] for tic-tac-toe, float32[9] for Kuhn poker, float32[117] for Hold'em.
    """
    if isinstance(info, TicTacToeInformationState):
        own, other = (X, O) if info.player == 0 else (O, X)
        return np.array([mark == whose for whose in (own, other) for mark in info.board], np.float32)
    if isinstance(info, KuhnInformationState):
        seen = np.zeros(len(CARD_LETTERS) + 2 * KUHN_MOVES, np.float32)
        seen[info.card] = 1
        for number, letter in enumerate(info.betting):
            seen[len(CARD_LETTERS) + 2 * number + MOVE_LETTERS.index(letter)] = 1
        return seen
    assert isinstance(info, HoldemInformationState)
    betting, player = info.betting, info.player
    cards = np.zeros((2, len(DECK)), np.float32)
    cards[0, list(info.hole)] = 1
    cards[1, list(info.board)] = 1
    places = np.zeros(len(Street) + 2, np.float32)
    places[[betting.street, len(Street) + player]] = 1
    behind, put_in = betting.stacks_left, betting.street_committed
    amounts = [betting.pot, betting.to_call, *_own_first(behind, player), *_own_first(put_in, player)]
    shares = np.array([*amounts, betting.max_raise_to or 0], np.float32) / sum(betting.rules.stacks)
    return np.concatenate((cards.ravel(), places, shares))


def _own_first(amounts: Pair, player: Player) -> Pair:
    return amounts if player == 0 else (amounts[1], amounts[0])
