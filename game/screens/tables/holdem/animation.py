"""The animation of a Hold'em hand: deals, bets, calls, chips that come back, the showdown, the pot.

A `HandScene` is what lies on the table at one moment, by player of the rules. `animate` returns the animation steps
between two states, and `resting_scene` the scene in which nothing moves. Nothing here draws.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core import CHANCE, Action, Player
from game.match.session import Step
from game.rules.betting import CALL, FOLD, PublicBetting
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState
from game.screens.ui.animation import AnimationStep, motion

Pair = tuple[int, int]

CHECK_SECONDS = 0.22
FOLD_SECONDS = 0.30
RUN_OUT_SECONDS = 0.65  # a board card when all chips are in
PAUSE_SECONDS = 1.6  # on a street of the run-out, to read the equities
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
    """All that lies on the table, by player. Chips on their way are counted nowhere but in `move`."""

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
    """Return what lies on the table when nothing moves."""
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
        behind=_plus(betting.stacks_left, shares),
        other_shown=betting.folded is None,
        verdict=betting.folded is None,
        won=shares,
    )


def animate(
    before: HoldemState, step: Step, own: Player, *, pauses: bool = False
) -> list[AnimationStep[HandScene]]:
    """Return the animation steps that show a step of the hand to the person in the role `own`.

    With `pauses` the run-out after an all-in waits on every street, so that the equities can be read.
    """
    after = step.state
    assert isinstance(after, HoldemState)
    animation_steps = _movements(before, after, step, own)
    if pauses and _opens_street_of_run_out(before, after):
        open_cards = replace(
            animation_steps[-1].scene, state=after, board=len(after.board), other_shown=True, move=None
        )
        animation_steps.append(AnimationStep(open_cards, PAUSE_SECONDS, pause=True))
    return animation_steps


def _opens_street_of_run_out(before: HoldemState, after: HoldemState) -> bool:
    """Return whether from this step on both hands lie open over a whole board, to which further cards come."""
    runs = after.betting.is_all_in and not after.is_terminal() and len(after.dealt) >= HOLE_CARDS
    return runs and len(after.board) in BOARD_CARDS.values()


def _movements(
    before: HoldemState, after: HoldemState, step: Step, own: Player
) -> list[AnimationStep[HandScene]]:
    if step.player == CHANCE:
        animation_steps = _deal(before, after)
        return animation_steps + (_showdown(after, own) if after.is_terminal() else [])
    animation_steps = _action(before, after, step.player, step.action)
    scene = animation_steps[-1].scene
    if after.betting.actor is None:
        animation_steps += _closing(before, after, scene)
    if after.betting.folded is not None:
        animation_steps += _award(after, own, shown=False)
    elif after.is_terminal():
        animation_steps += _showdown(after, own)
    return animation_steps


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


def _deal(before: HoldemState, after: HoldemState) -> list[AnimationStep[HandScene]]:
    dealt = len(after.dealt)
    scene = resting_scene(before)
    if dealt <= HOLE_CARDS:
        player = 0 if dealt <= EACH else 1
        hole = resting_scene(after).hole
        moving = replace(scene, hole=hole, own_shown=False, move=Motion("hole", player))
        animation_steps = [AnimationStep(moving, motion("deal") * 0.7, "card", arrives=True)]
        if dealt == HOLE_CARDS:
            turned = replace(resting_scene(after), own_shown=True, other_shown=False, move=Motion("own"))
            animation_steps.append(AnimationStep(turned, motion("flip"), "flip"))
            if after.betting.is_all_in:
                animation_steps.append(
                    AnimationStep(replace(turned, move=Motion("other")), motion("flip"), "flip")
                )
        return animation_steps
    seconds = RUN_OUT_SECONDS if after.is_run_out else motion("deal")
    moving = replace(
        scene, state=after, bets=(0, 0), pot=after.betting.pot, board=len(after.board), words=("", "")
    )
    moving = replace(
        moving, verdict=False, won=(0, 0), other_shown=after.betting.is_all_in, move=Motion("board")
    )
    return [AnimationStep(moving, seconds, "card", arrives=True)]


def _action(
    before: HoldemState, after: HoldemState, player: Player, action: Action
) -> list[AnimationStep[HandScene]]:
    betting = before.betting
    scene = replace(resting_scene(before), words=_with_word(before, after, player, action))
    if action == FOLD:
        return [AnimationStep(replace(scene, move=Motion("fold", player)), FOLD_SECONDS, "card")]
    amount = betting.to_call if action == CALL else action - betting.committed[player]
    if not amount:
        return [AnimationStep(replace(scene, move=None), CHECK_SECONDS, "check")]
    paid = _only(player, amount)
    moving = replace(scene, behind=_minus(scene.behind, paid), move=Motion("bet", player, paid))
    ticks = min(3, max(1, len(str(amount)) - 1))
    arrived = replace(moving, bets=_plus(moving.bets, paid), move=None)
    return [AnimationStep(moving, motion("chips"), "chips", ticks), AnimationStep(arrived, 0.0)]


def _with_word(before: HoldemState, after: HoldemState, player: Player, action: Action) -> tuple[str, str]:
    words = list(words_of(before.betting))
    if action == CALL:
        words[player] = "call" if before.betting.to_call else "check"
    else:
        words[player] = words_of(after.betting)[player] or words[player]
    return words[0], words[1]


def _closing(before: HoldemState, after: HoldemState, scene: HandScene) -> list[AnimationStep[HandScene]]:
    """Return what nobody called, and move the bets to the pot."""
    animation_steps = []
    returned = after.betting.returned
    bets = scene.bets
    if any(returned):
        bets = _minus(bets, returned)
        back = replace(scene, bets=bets, move=Motion("back", 0 if returned[0] else 1, returned))
        animation_steps.append(AnimationStep(back, motion("chips"), "chips", 1))
        scene = replace(scene, behind=_plus(scene.behind, returned))
    if any(bets):
        gather = replace(scene, state=after, bets=(0, 0), move=Motion("gather", 0, bets))
        animation_steps.append(AnimationStep(gather, motion("chips"), "chips", 2))
    if after.betting.is_all_in and not before.betting.is_all_in:
        pot = replace(scene, state=after, bets=(0, 0), pot=after.betting.pot, words=("", ""))
        animation_steps.append(AnimationStep(replace(pot, move=Motion("other")), motion("flip"), "flip"))
    return animation_steps


def _showdown(after: HoldemState, own: Player) -> list[AnimationStep[HandScene]]:
    """Turn the other hand over, unless an all-in has done so; lift the five that play; pay."""
    animation_steps = []
    if not after.betting.is_all_in:
        animation_steps.append(
            AnimationStep(replace(_before_award(after), move=Motion("other")), motion("flip"), "flip")
        )
    return animation_steps + _award(after, own, shown=True)


def _before_award(after: HoldemState) -> HandScene:
    resting = resting_scene(after)
    return replace(
        resting, pot=after.betting.pot, behind=after.betting.stacks_left, verdict=False, won=(0, 0)
    )


def _award(after: HoldemState, own: Player, *, shown: bool) -> list[AnimationStep[HandScene]]:
    scene = replace(_before_award(after), verdict=shown, other_shown=shown)
    net = after.returns()[own]
    sound = "win" if net > 0 else "loss" if net < 0 else ""
    seconds = motion("result") if shown else motion("touch")
    award = replace(scene, pot=0, move=Motion("award", 0, payouts(after)))
    return [
        AnimationStep(replace(scene, move=Motion("result")), seconds, sound),
        AnimationStep(award, motion("chips"), "chips", 3),
    ]


def _only(player: Player, amount: int) -> Pair:
    return (amount, 0) if player == 0 else (0, amount)


def _plus(first: Pair, second: Pair) -> Pair:
    return first[0] + second[0], first[1] + second[1]


def _minus(first: Pair, second: Pair) -> Pair:
    return first[0] - second[0], first[1] - second[1]
