"""The audit counts every line that a player can be led into."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from ai.evaluation.audit import Lines, audit
from game.core import Action, InformationState, Player
from game.rules.tic_tac_toe import TicTacToeState


@dataclass
class Anything:
    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return {action: 1 / len(info.legal_actions) for action in info.legal_actions}


@dataclass
class FirstFree:
    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return {action: float(action == info.legal_actions[0]) for action in info.legal_actions}


def counted_plainly(state: TicTacToeState, agent: FirstFree, player: Player) -> Lines:
    if state.is_terminal():
        won = state.returns()[player]
        return Lines(int(won < 0), int(won == 0), int(won > 0))
    actions = state.legal_actions()
    if state.current_player() == player:
        actions = actions[:1]
    return sum((counted_plainly(state.child(action), agent, player) for action in actions), Lines())


def test_who_may_play_anything_meets_every_game_there_is() -> None:
    assert audit(TicTacToeState(), Anything(), 0) == Lines(lost=77_904, drawn=46_080, won=131_184)
    assert audit(TicTacToeState(), Anything(), 1) == Lines(lost=131_184, drawn=46_080, won=77_904)


@pytest.mark.parametrize("player", [0, 1])
def test_shared_positions_count_once_for_every_way_into_them(player: Player) -> None:
    assert audit(TicTacToeState(), FirstFree(), player) == counted_plainly(
        TicTacToeState(), FirstFree(), player
    )


def test_who_cannot_lose_has_no_losing_line() -> None:
    won = TicTacToeState()
    for cell in (0, 3, 1, 4):
        won = won.child(cell)
    assert audit(won, FirstFree(), 0) == Lines(won=1)
