"""The scenes of a Hold'em table, and their animation."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core import CHANCE, Action, Player
from game.match.session import Step
from game.rules.betting import CALL, FOLD, PublicBetting
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState
from game.texts import text
from game.window.ui.animation import AnimationStep, motion
from game.window.views.cards import CardPicture, card_code
from game.window.views.poker_table import BOTTOM, TOP, Flight

Pair = tuple[int, int]

WHOLE_BOARDS = (0, 3, 4, 5)
WAYS = {
    "bet": ("seat {}", "bet {}"),
    "back": ("bet {}", "seat {}"),
    "gather": ("bet {}", "pot"),
    "award": ("pot", "bet {}"),
}
"""Kind of motion -> where its chips start and end."""
EACH = HOLE_CARDS // 2


@dataclass(frozen=True, slots=True)
class Motion:
    """The moving objects of a scene.

    `what` is "hole" or "board" (a card is dealt), "own" or "other" (two cards are turned over), "fold",
    "bet", "back" (uncalled chips return), "gather" (bets go to the pot), "result", "triumph" (an all-in is
    won), "award".
    """

    what: str
    player: Player = 0
    amounts: Pair = (0, 0)


@dataclass(frozen=True, slots=True)
class HandScene:
    """All objects on the table, by player. Moving chips are only counted in `move`."""

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
        words=last_actions(betting),
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


def last_actions(betting: PublicBetting) -> tuple[str, str]:
    """Return the text of each player's last action in this round: "check", "call", "bet", or a blind.

    After a fold, a player who has only posted a blind has an empty text.
    """
    preflop = len(betting.history) == 1
    words = ["big_blind", "small_blind"] if preflop else ["", ""]
    bet_is_in = owes = preflop  # before the flop the blinds count as the bet
    for index, (player, action) in enumerate(betting.history[-1]):
        if action == FOLD:
            words[player] = "fold"
        elif action == CALL:
            words[player] = "call" if owes else "check"
            owes = owes and not (preflop and index == 0)
        else:
            words[player] = "raise" if bet_is_in else "bet"
            bet_is_in = owes = True
    if betting.folded is not None:
        words = ["" if word.endswith("blind") else word for word in words]
    return words[0], words[1]


def payouts(state: HoldemState) -> Pair:
    """Return the chips that each player gets from the pot at the end."""
    won = state.returns()
    committed = state.betting.committed
    return won[0] + committed[0], won[1] + committed[1]


def _street_bets(betting: PublicBetting) -> Pair:
    """Return the chips in front of each player, which are 0 after the end of the round."""
    if betting.actor is None and any(betting.history[-1]):
        return (0, 0)
    return betting.street_committed


def plus(first: Pair, second: Pair) -> Pair:
    return first[0] + second[0], first[1] + second[1]


# ---- content -------------------------------------------------------------------------------------------------
def flights(scene: HandScene, own: Player, share: float) -> list[Flight]:
    """Return the moving chips, as seen by the person in the role `own`."""
    if scene.move is None or scene.move.what not in WAYS:
        return []
    source, target = WAYS[scene.move.what]
    seats = [BOTTOM if player == own else TOP for player in (0, 1)]
    return [
        Flight(amount, source.format(seat), target.format(seat), share)
        for seat, amount in zip(seats, scene.move.amounts, strict=True)
        if amount
    ]


def turned_board(scene: HandScene) -> int:
    """Return the number of board cards on the streets whose cards are all face up."""
    dealing = scene.move is not None and scene.move.what == "board"
    return max(count for count in WHOLE_BOARDS if count <= scene.board - dealing)


def pot(scene: HandScene) -> int:
    """Return the pot, including the chips that are moving.

    Chips that the smaller stack cannot match are left out.
    """
    if scene.move is not None and scene.move.what == "award":
        return total_pot(scene)
    return sum(scene.state.betting.effective(scene.pot // 2 + bet) for bet in _moving_bets(scene))


def total_pot(scene: HandScene) -> int:
    """Return all chips in the pot, including those that are moving."""
    if scene.move is not None and scene.move.what == "award":
        return sum(scene.move.amounts)
    return scene.pot + sum(_moving_bets(scene))


def _moving_bets(scene: HandScene) -> Pair:
    if scene.move is not None and scene.move.what in ("bet", "gather"):
        return plus(scene.bets, scene.move.amounts)
    return scene.bets


def pot_word(pot: int, total: int) -> str:
    return text("table.pot" if pot == total else "table.pot_at_stake")


def board_of_scene(scene: HandScene, share: float) -> list[CardPicture]:
    """Return the pictures of the board. A card that is being dealt moves first and then turns over."""
    best = best_five(scene)
    dealing = scene.move is not None and scene.move.what == "board"
    pictures = []
    for index, card in enumerate(scene.state.board[: scene.board]):
        new, lit = dealing and index == scene.board - 1, card in best
        pictures.append(
            CardPicture(
                card_code(card),
                lit=lit,
                veiled=scene.verdict and not lit,
                turned=max(0.0, 2 * share - 1) if new else 1.0,
                arrived=min(1.0, 2 * share) if new else 1.0,
            )
        )
    return pictures


def best_five(scene: HandScene) -> set[int]:
    """Return the five winning cards. If the pot is split, return the winning cards of both players."""
    showdown = scene.state.showdown() if scene.verdict else None
    if showdown is None:
        return set()
    winners = (0, 1) if showdown.winner is None else (showdown.winner,)
    return {card for winner in winners for card in showdown.best_five[winner]}


CHECK_SECONDS = 0.22
FOLD_SECONDS = 0.30
RUN_OUT_SECONDS = 0.65  # seconds for a board card of a run-out
PAUSE_SECONDS = 1.6  # seconds to read the equities on each street of the run-out

Movement = AnimationStep[HandScene]


def animate(before: HoldemState, step: Step, own: Player, *, pauses: bool = False) -> list[Movement]:
    """Return the animation steps of a step of the hand, as seen by the person in the role `own`.

    If `pauses`, the run-out after an all-in pauses on every street, so that the person can read the equities.
    """
    after = step.state
    assert isinstance(after, HoldemState)
    movements = _movements(before, after, step, own)
    runs_out = after.betting.is_all_in and not after.is_terminal() and len(after.dealt) >= HOLE_CARDS
    if pauses and runs_out and len(after.board) in BOARD_CARDS.values():  # a street is complete
        scene = replace(movements[-1].scene, state=after, board=len(after.board), other_shown=True, move=None)
        movements.append(AnimationStep(scene, PAUSE_SECONDS, pause=True))
    return movements


def _movements(before: HoldemState, after: HoldemState, step: Step, own: Player) -> list[Movement]:
    if step.player == CHANCE:
        dealt = _deal_board(before, after) if len(after.dealt) > HOLE_CARDS else _deal_hole(before, after)
        return dealt + (_showdown(after, own) if after.is_terminal() else [])
    movements = _action(before, after, step.player, step.action)
    if after.betting.actor is None:
        movements += _closing(before, after, movements[-1].scene)
    if after.betting.folded is not None:
        movements += _award(after, own, shown=False)
    elif after.is_terminal():
        movements += _showdown(after, own)
    return movements


def _flip(scene: HandScene, whose: str) -> Movement:
    return AnimationStep(replace(scene, move=Motion(whose)), motion("flip"), "flip")


def _chips(scene: HandScene, move: Motion, ticks: int) -> Movement:
    return AnimationStep(replace(scene, move=move), motion("chips"), "chips", ticks)


def _deal_hole(before: HoldemState, after: HoldemState) -> list[Movement]:
    dealt = len(after.dealt)
    move = Motion("hole", 0 if dealt <= EACH else 1)
    moving = replace(resting_scene(before), hole=resting_scene(after).hole, own_shown=False, move=move)
    movements = [AnimationStep(moving, motion("deal") * 0.7, "card", arrives=True)]
    if dealt == HOLE_CARDS:
        turned = replace(resting_scene(after), own_shown=True, other_shown=False)
        movements += [_flip(turned, "own"), *([_flip(turned, "other")] if after.betting.is_all_in else [])]
    return movements


def _deal_board(before: HoldemState, after: HoldemState) -> list[Movement]:
    seconds = RUN_OUT_SECONDS if after.is_run_out else motion("deal")
    moving = replace(
        resting_scene(before),
        state=after,
        bets=(0, 0),
        pot=after.betting.pot,
        board=len(after.board),
        words=("", ""),
        other_shown=after.betting.is_all_in,
        move=Motion("board"),
    )
    return [AnimationStep(moving, seconds, "card", arrives=True)]


def _action(before: HoldemState, after: HoldemState, player: Player, action: Action) -> list[Movement]:
    betting = before.betting
    scene = replace(resting_scene(before), words=_with_word(before, after, player, action))
    if action == FOLD:
        return [AnimationStep(replace(scene, move=Motion("fold", player)), FOLD_SECONDS, "card")]
    amount = betting.to_call if action == CALL else action - betting.committed[player]
    if not amount:
        return [AnimationStep(replace(scene, move=None), CHECK_SECONDS, "check")]
    paid = (amount, 0) if player == 0 else (0, amount)
    scene = replace(scene, behind=_minus(scene.behind, paid))
    arrived = replace(scene, bets=plus(scene.bets, paid), move=None)
    ticks = min(3, max(1, len(str(amount)) - 1))
    return [_chips(scene, Motion("bet", player, paid), ticks), AnimationStep(arrived, 0.0)]


def _with_word(before: HoldemState, after: HoldemState, player: Player, action: Action) -> tuple[str, str]:
    words = list(last_actions(before.betting))
    if action == CALL:
        words[player] = "call" if before.betting.to_call else "check"
    else:
        words[player] = last_actions(after.betting)[player] or words[player]
    return words[0], words[1]


def _closing(before: HoldemState, after: HoldemState, scene: HandScene) -> list[Movement]:
    """Return the animation at the end of a round: the uncalled bet returns, and the bets move to the pot."""
    movements = []
    returned, bets = after.betting.returned, scene.bets
    if any(returned):
        bets = _minus(bets, returned)
        back = Motion("back", 0 if returned[0] else 1, returned)
        movements.append(_chips(replace(scene, bets=bets), back, 1))
        scene = replace(scene, behind=plus(scene.behind, returned))
    scene = replace(scene, state=after, bets=(0, 0))
    if any(bets):
        movements.append(_chips(scene, Motion("gather", 0, bets), 2))
    if after.betting.is_all_in and not before.betting.is_all_in:
        movements.append(_flip(replace(scene, pot=after.betting.pot, words=("", "")), "other"))
    return movements


def _showdown(after: HoldemState, own: Player) -> list[Movement]:
    turned = [] if after.betting.is_all_in else [_flip(_before_award(after), "other")]
    return turned + _award(after, own, shown=True)


def _before_award(after: HoldemState) -> HandScene:
    resting = resting_scene(after)
    return replace(
        resting, pot=after.betting.pot, behind=after.betting.stacks_left, verdict=False, won=(0, 0)
    )


def _award(after: HoldemState, own: Player, *, shown: bool) -> list[Movement]:
    scene = replace(_before_award(after), verdict=shown, other_shown=shown)
    net = after.returns()[own]
    sound = "win" if net > 0 else "loss" if net < 0 else ""
    seconds, what = motion("result") if shown else motion("touch"), "result"
    if shown and net > 0 and after.betting.is_all_in:
        seconds, what, sound = 2 * seconds, "triumph", "big_win"
    return [
        AnimationStep(replace(scene, move=Motion(what)), seconds, sound),
        _chips(replace(scene, pot=0), Motion("award", 0, payouts(after)), 3),
    ]


def _minus(first: Pair, second: Pair) -> Pair:
    return first[0] - second[0], first[1] - second[1]
