"""A game of tic-tac-toe in movements."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.session import Step
from game.rules.tic_tac_toe import TicTacToeState
from game.screens.ui.animation import AnimationStep, motion

MARK_SECONDS = 0.22


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A mark that is being set, or the line that is being drawn, on a board."""

    state: TicTacToeState
    fresh: int | None = None
    drawing_line: bool = False


def animate(step: Step, fanfare: str = "") -> list[AnimationStep[BoardScene]]:
    """Return the animation of a step: the mark is set; a win draws its line, with the sound `fanfare`."""
    state = step.state
    assert isinstance(state, TicTacToeState)
    animation_steps = [
        AnimationStep(BoardScene(state, fresh=step.action), MARK_SECONDS, "wood", arrives=True)
    ]
    if state.line is not None:
        animation_steps.append(AnimationStep(BoardScene(state, drawing_line=True), motion("result"), fanfare))
    return animation_steps
