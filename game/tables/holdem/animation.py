"""The animation of a Hold'em hand: deals, bets, calls, chips that come back, the showdown, the pot.

`animate` returns the animation steps between two states, each with its scene. Nothing here draws.
"""

from __future__ import annotations

from dataclasses import replace

from game.core import CHANCE, Action, Player
from game.match.session import Step
from game.rules.betting import CALL, FOLD
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState
from game.tables.holdem.scene import EACH, HandScene, Motion, Pair, payouts, plus, resting_scene, words_of
from game.window.ui.animation import AnimationStep, motion

CHECK_SECONDS = 0.22
FOLD_SECONDS = 0.30
RUN_OUT_SECONDS = 0.65  # a board card when all chips are in
PAUSE_SECONDS = 1.6  # on a street of the run-out, to read the equities

Movement = AnimationStep[HandScene]


def animate(before: HoldemState, step: Step, own: Player, *, pauses: bool = False) -> list[Movement]:
    """Return the animation steps that show a step of the hand to the person in the role `own`.

    With `pauses` the run-out after an all-in waits on every street, so that the equities can be read.
    """
    after = step.state
    assert isinstance(after, HoldemState)
    movements = _movements(before, after, step, own)
    if pauses and _opens_street_of_run_out(after):
        scene = replace(movements[-1].scene, state=after, board=len(after.board), other_shown=True, move=None)
        movements.append(AnimationStep(scene, PAUSE_SECONDS, pause=True))
    return movements


def _opens_street_of_run_out(after: HoldemState) -> bool:
    """Return whether from this step on both hands lie open over a whole board, to which further cards come."""
    runs = after.betting.is_all_in and not after.is_terminal() and len(after.dealt) >= HOLE_CARDS
    return runs and len(after.board) in BOARD_CARDS.values()


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
    """Turn over the two cards of "own" or "other"."""
    return AnimationStep(replace(scene, move=Motion(whose)), motion("flip"), "flip")


def _chips(scene: HandScene, move: Motion, ticks: int) -> Movement:
    """Let chips go their way."""
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
    words = list(words_of(before.betting))
    if action == CALL:
        words[player] = "call" if before.betting.to_call else "check"
    else:
        words[player] = words_of(after.betting)[player] or words[player]
    return words[0], words[1]


def _closing(before: HoldemState, after: HoldemState, scene: HandScene) -> list[Movement]:
    """Return what nobody called, and move the bets to the pot."""
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
    """Turn the other hand over, unless an all-in has done so; lift the five that play; pay."""
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
    seconds = motion("result") if shown else motion("touch")
    return [
        AnimationStep(replace(scene, move=Motion("result")), seconds, sound),
        _chips(replace(scene, pot=0), Motion("award", 0, payouts(after)), 3),
    ]


def _minus(first: Pair, second: Pair) -> Pair:
    return first[0] - second[0], first[1] - second[1]
