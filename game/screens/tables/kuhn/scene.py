"""A hand of Kuhn poker in movements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.core import CHANCE, Player
from game.match.session import Step
from game.rules.kuhn_poker import KuhnState, Move
from game.screens.tables.game_view import NOBODY, Known
from game.screens.ui.animation import AnimationStep, motion

Moving = Literal["deal", "turn", "word", "chips", "reveal", "result", "award"]

CARD_CODES = ("Qd", "Kh", "As")
WORD_SECONDS = 0.25
PLAYERS = 2


@dataclass(frozen=True, slots=True)
class KuhnScene:
    """The state behind a movement, what moves (nothing: None), and whose it is."""

    state: KuhnState
    moving: Moving | None = None
    player: Player = 0


def animate(step: Step, own: Player, known: Known | None = None) -> list[AnimationStep[KuhnScene]]:
    """Return the animation steps that show a step: cards, words, chips; at the end the showdown and the pot.

    `known` are the players whose cards are seen from the deal on; if it is None, the person in the role `own` sees
    that player's card.
    """
    state = step.state
    assert isinstance(state, KuhnState)
    if step.player == CHANCE:
        return _deal(state, own, seen=known != NOBODY)
    if step.action == Move.BET:
        animation_steps = [AnimationStep(KuhnScene(state, "chips", step.player), motion("chips"), "chips", 1)]
    else:
        animation_steps = [AnimationStep(KuhnScene(state, "word", step.player), WORD_SECONDS, "check")]
    if not state.is_terminal():
        return animation_steps
    return animation_steps + (_end(state, own) if known is None else _end_for_spectators(state, own, known))


def _deal(state: KuhnState, own: Player, *, seen: bool) -> list[AnimationStep[KuhnScene]]:
    player = len(state.cards) - 1
    animation_steps = [AnimationStep(KuhnScene(state, "deal", player), motion("deal"), "card", arrives=True)]
    if player == 1 and seen:
        animation_steps.append(AnimationStep(KuhnScene(state, "turn", own), motion("flip"), "flip"))
    return animation_steps


def _end(state: KuhnState, own: Player) -> list[AnimationStep[KuhnScene]]:
    won = state.returns()[own] > 0
    winner = own if won else 1 - own
    return [
        AnimationStep(KuhnScene(state, "reveal", 1 - own), motion("flip"), "flip"),
        AnimationStep(KuhnScene(state, "result", winner), motion("result"), "win" if won else "loss"),
        AnimationStep(KuhnScene(state, "award", winner), motion("chips"), "chips", 2),
    ]


def _end_for_spectators(state: KuhnState, own: Player, known: Known) -> list[AnimationStep[KuhnScene]]:
    """The same end without fanfare, and with nothing to turn over where everything is open."""
    animation_steps = [animation_step.without_fanfare() for animation_step in _end(state, own)]
    return animation_steps if len(known) < PLAYERS else animation_steps[1:]
