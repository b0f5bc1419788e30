"""What a player knew at a decision, as JSON: enough to put the position on the table again, in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core import BadInput, InformationState
from game.files import damage
from game.rules import games
from game.rules.betting import PublicBetting
from game.rules.holdem import HoldemInformationState, HoldemRules
from game.rules.kuhn_poker import KuhnInformationState, KuhnRules
from game.rules.tic_tac_toe import TicTacToeInformationState, to_move


def game_of(info: InformationState) -> str:
    """Return the game that a decision belongs to."""
    if isinstance(info, HoldemInformationState):
        return games.HOLDEM
    if isinstance(info, KuhnInformationState):
        return games.KUHN_POKER if info.rules.street == "classic" else games.KUHN_HALF_STREET
    return games.TIC_TAC_TOE


def to_dict(info: InformationState) -> dict[str, Any]:
    """Return what JSON can hold."""
    if isinstance(info, TicTacToeInformationState):
        return {"board": list(info.board)}
    if isinstance(info, KuhnInformationState):
        blinds = float(info.rules.blinds)
        return {"card": info.card, "betting": info.betting, "street": info.rules.street, "blinds": blinds}
    assert isinstance(info, HoldemInformationState)
    rules = info.rules
    return {
        "hole": list(info.hole),
        "board": list(info.board),
        "rules": [rules.small_blind, rules.big_blind, *rules.stacks],
        "rounds": [[action for _, action in played] for played in info.history],
    }


def from_dict(game: str, stored: Mapping[str, Any]) -> InformationState:
    """Read `to_dict` back; `BadInput` where it is no position of the game in which a decision is due."""
    try:
        info = _read(games.checked(game), stored)
    except damage.PARTS as error:
        raise BadInput(f"a card holds no position of {game}") from error
    if not info.legal_actions:
        raise BadInput(f"a card holds a position of {game} in which nothing is to be decided")
    return info


def _read(game: str, stored: Mapping[str, Any]) -> InformationState:
    if game == games.TIC_TAC_TOE:
        board = tuple(map(int, stored["board"]))
        if len(board) != 9 or not set(board) <= {-1, 0, 1}:
            raise ValueError(board)
        return TicTacToeInformationState(to_move(board), board)
    if game in games.KUHN_GAMES:
        betting, rules = stored["betting"], KuhnRules(stored["street"], stored["blinds"])
        if stored["card"] not in (0, 1, 2) or betting not in ("", "p", "b", "pb"):
            raise ValueError(betting)
        return KuhnInformationState(len(betting) % 2, stored["card"], betting, rules)
    small, big, first, second = map(int, stored["rules"])
    betting = PublicBetting.start(HoldemRules(small, big, (first, second)))
    for place, played in enumerate(stored["rounds"]):
        betting = betting.next_round() if place else betting
        for action in played:
            betting = betting.child(action)
    hole, board = tuple(map(int, stored["hole"])), tuple(map(int, stored["board"]))
    known = {*hole, *board}
    if len(hole) != 2 or len(known) != 2 + len(board) or not known <= set(range(52)):
        raise ValueError(known)
    if betting.actor is None or len(board) != (0, 3, 4, 5)[betting.street]:
        raise ValueError(board)
    return HoldemInformationState(betting.actor, hole, board, betting)
