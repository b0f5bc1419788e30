"""Value learning: games per second against two peers, and the training time of the built-in champion.

The peers are the plain learning rule and OpenSpiel's tabular Q-learning. All learn tic-tac-toe by self-play
with the same step size and exploration. Rounds of the program and of the peer alternate and are equally long.
The best round of each counts, in processor time. Kernels are compiled before the measurement.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable

from ai.algorithms import td_kernel
from ai.algorithms.dice import Dice
from ai.algorithms.td_kernel import Learner
from ai.algorithms.td_learning import Environment, TDLearner, initial_values, play_game
from ai.commands.benching import Measured, compared, installed
from ai.evaluation.strength import all_boards, lines_of_both_seats
from ai.training.config import presets, with_settings
from ai.training.value_learner import NAME, ValueLearnerConfig, ValueLearnerRun

GAMES = 50_000
PEER_GAMES = 20
CHAMPIONS = 5
STEP = EXPLORATION = 0.1
DRAW_VALUE = 0.5


def beside_the_plain_rule() -> Measured:
    """Measure games per second against the plain rule, which learns the same values bit for bit."""
    dice = Dice.from_seed(0)
    first, second = (
        TDLearner(symbol, initial_values(Environment(), symbol, DRAW_VALUE), dice, draw_value=DRAW_VALUE)
        for symbol in (Environment.x, Environment.o)
    )

    def play() -> None:
        for _ in range(PEER_GAMES):
            play_game(first, second, Environment())

    return _beside_peer(play)


def beside_openspiel() -> Measured:
    return _beside_peer(_openspiel() if installed("open_spiel") else None)


def champion() -> Measured:
    """Measure the seconds of the champion's training, with metrics and the final audit."""
    td_kernel.compile_kernels()
    config = with_settings(ValueLearnerConfig(), presets()[NAME].settings, NAME)

    def train() -> None:
        run = ValueLearnerRun(config)
        for _ in run.reports():
            pass
        as_x, as_o = lines_of_both_seats(run.agent(NAME))
        assert (as_x.lost, as_o.lost) == (0, 0)

    return Measured(min(_seconds(train) for _ in range(CHAMPIONS)), None, "s")


BENCHMARKS = {
    "value-learner-plain": beside_the_plain_rule,
    "value-learner-openspiel": beside_openspiel,
    "champion": champion,
}


def _beside_peer(peer: Callable[[], None] | None) -> Measured:
    td_kernel.compile_kernels()
    learner = Learner(
        all_boards().table, Dice.from_seed(0), alpha=STEP, epsilon=EXPLORATION, draw_value=DRAW_VALUE
    )
    return compared(lambda: learner.play(GAMES), GAMES, peer, PEER_GAMES, "games/s")


def _openspiel() -> Callable[[], None]:
    environment = importlib.import_module("open_spiel.python.rl_environment").Environment("tic_tac_toe")
    learner = importlib.import_module("open_spiel.python.algorithms.tabular_qlearner").QLearner
    players = [learner(player_id=player, num_actions=9, step_size=STEP) for player in (0, 1)]

    def play() -> None:
        for _ in range(PEER_GAMES):
            seen = environment.reset()
            while not seen.last():
                player = players[seen.observations["current_player"]]
                seen = environment.step([player.step(seen).action])
            for player in players:
                player.step(seen)

    return play


def _seconds(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
