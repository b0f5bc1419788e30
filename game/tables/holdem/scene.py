"""The scene of a Hold'em hand: everything on the table at one moment, and the pictures that are alike for all.

`resting_scene` is the scene in which nothing moves. The pictures are of the board, the pot, moving chips, and the
five cards that win. Nothing here draws.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core import Player
from game.rules.betting import CALL, FOLD, PublicBetting
from game.rules.holdem import HOLE_CARDS, HoldemState
from game.window.views.cards import CardPicture, code_of
from game.window.views.poker_table import BOTTOM, TOP, Flight

Pair = tuple[int, int]

WHOLE_BOARDS = (0, 3, 4, 5)
WAYS = {
    "bet": ("seat {}", "bet {}"),
    "back": ("bet {}", "seat {}"),
    "gather": ("bet {}", "pot"),
    "award": ("pot", "bet {}"),
}
"""Where chips go in a move: from, to."""
EACH = HOLE_CARDS // 2


@dataclass(frozen=True, slots=True)
class Motion:
    """What moves in a scene.

    `what` is "hole" or "board" (a card is dealt), "own" or "other" (two cards are turned over), "fold", "bet",
    "back" (uncalled chips return), "gather" (bets go to the pot), "result", "award".
    """

    what: str
    player: Player = 0
    amounts: Pair = (0, 0)


@dataclass(frozen=True, slots=True)
class HandScene:
    """Everything on the table, by player. Moving chips are counted only in `move`."""

    state: HoldemState
    bets: Pair
    pot: int
    behind: Pair
    hole: Pair = (EACH, EACH)
    board: int = 0
    own_shown: bool = True
    other_shown: bool = False
    verdict: bool = False
    won: Pair = (0, 0)
    words: tuple[str, str] = ("", "")
    move: Motion | None = None


def resting_scene(state: HoldemState) -> HandScene:
    """Return the scene of a state in which nothing moves."""
    betting = state.betting
    cards = len(state.dealt)
    scene = HandScene(
        state,
        bets=_street_bets(betting),
        pot=betting.pot - sum(_street_bets(betting)),
        behind=betting.stacks_left,
        hole=(min(EACH, cards), min(EACH, max(0, cards - EACH))),
        board=len(state.board),
        own_shown=cards >= HOLE_CARDS,
        other_shown=betting.is_all_in and betting.actor is None,
        words=words_of(betting),
    )
    if not state.is_terminal():
        return scene
    shares = payouts(state)
    return replace(
        scene,
        bets=(0, 0),
        pot=0,
        behind=plus(betting.stacks_left, shares),
        other_shown=betting.folded is None,
        verdict=betting.folded is None,
        won=shares,
    )


def words_of(betting: PublicBetting) -> tuple[str, str]:
    """Return by player what was last done in this round: "check", "call", "bet", "raise", "fold", or a blind.

    Once the hand has ended by a fold nothing is said of who has only posted a blind.
    """
    preflop = len(betting.history) == 1
    words = ["big_blind", "small_blind"] if preflop else ["", ""]
    bet_is_in = owes = preflop  # before the flop the blinds are the bet
    for place, (player, action) in enumerate(betting.history[-1]):
        if action == FOLD:
            words[player] = "fold"
        elif action == CALL:
            words[player] = "call" if owes else "check"
            owes = owes and not (preflop and place == 0)
        else:
            words[player] = "raise" if bet_is_in else "bet"
            bet_is_in = owes = True
    if betting.folded is not None:
        words = ["" if word.endswith("blind") else word for word in words]
    return words[0], words[1]


def payouts(state: HoldemState) -> Pair:
    """Return by player what comes out of the pot at the end."""
    won = state.returns()
    committed = state.betting.committed
    return won[0] + committed[0], won[1] + committed[1]


def _street_bets(betting: PublicBetting) -> Pair:
    """Chips in front of the players; a closed round has none there any more."""
    if betting.actor is None and any(betting.history[-1]):
        return (0, 0)
    return betting.street_committed


def plus(first: Pair, second: Pair) -> Pair:
    """Add chips by player."""
    return first[0] + second[0], first[1] + second[1]


# ---- what is seen --------------------------------------------------------------------------------------------
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
    """Return all chips put in, including those that are moving."""
    moving = scene.move is not None and scene.move.what in ("bet", "gather", "award")
    return scene.pot + sum(scene.bets) + (sum(scene.move.amounts) if scene.move and moving else 0)


def board_of_scene(scene: HandScene, share: float) -> list[CardPicture]:
    """Return the pictures of the board; a card that is being dealt flies first and then turns over."""
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
