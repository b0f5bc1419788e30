"""What of a scene of Hold'em is seen from everywhere: the board, the pot, chips on their way, the five that win."""

from __future__ import annotations

from game.core import Player
from game.screens.tables.holdem.animation import HandScene
from game.screens.views.cards import CardPicture, code_of
from game.screens.views.poker_table import BOTTOM, TOP, Flight

WHOLE_BOARDS = (0, 3, 4, 5)
WAYS = {
    "bet": ("seat {}", "bet {}"),
    "back": ("bet {}", "seat {}"),
    "gather": ("bet {}", "pot"),
    "award": ("pot", "bet {}"),
}
"""Where chips go in a move: from, to."""


def flights(scene: HandScene, own: Player, share: float) -> list[Flight]:
    """Return the chips on their way, as the person in the role `own` sees them."""
    if scene.move is None or scene.move.what not in WAYS:
        return []
    source, target = WAYS[scene.move.what]
    seats = [BOTTOM if player == own else TOP for player in (0, 1)]
    return [
        Flight(amount, source.format(seat), target.format(seat), share)
        for seat, amount in zip(seats, scene.move.amounts, strict=True)
        if amount
    ]


def pot(scene: HandScene) -> int:
    """Return everything that was put in, chips on their way to the middle included."""
    moving = scene.move is not None and scene.move.what in ("bet", "gather", "award")
    return scene.pot + sum(scene.bets) + (sum(scene.move.amounts) if scene.move and moving else 0)


def board_of_scene(scene: HandScene, share: float) -> list[CardPicture]:
    """Return the shared cards; one that is being dealt flies first and is turned over then."""
    best = best_five(scene)
    dealing = scene.move is not None and scene.move.what == "board"
    pictures = []
    for place, card in enumerate(scene.state.board[: scene.board]):
        new, lit = dealing and place == scene.board - 1, card in best
        pictures.append(
            CardPicture(
                code_of(card),
                lit=lit,
                veiled=scene.verdict and not lit,
                turned=max(0.0, 2 * share - 1) if new else 1.0,
                arrived=min(1.0, 2 * share) if new else 1.0,
            )
        )
    return pictures


def best_five(scene: HandScene) -> set[int]:
    """Return the five cards that win; of both players where they share the pot."""
    showdown = scene.state.showdown() if scene.verdict else None
    if showdown is None:
        return set()
    winners = (0, 1) if showdown.winner is None else (showdown.winner,)
    return {card for winner in winners for card in showdown.best_five[winner]}


def wins(player: Player, scene: HandScene) -> bool:
    """Return whether a player wins the showdown, alone or with the other."""
    showdown = scene.state.showdown() if scene.verdict else None
    return showdown is not None and showdown.winner in (None, player)
