"""The view of heads-up Hold'em: cards, chips that move, two seats."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import Action, Seat, State
from game.match.session import Step
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemRules, HoldemState
from game.screens.models.amounts import Amounts
from game.screens.tables.animation import AnimationStep
from game.screens.tables.game_view import GameView, Seen
from game.screens.tables.holdem.animation import HandScene, animate, resting_scene
from game.screens.tables.holdem.labels import HandWords
from game.screens.tables.holdem.scene import BUTTON, HoldemTableView
from game.screens.ui.canvas.painter import Painter, Pattern, Rect
from game.screens.ui.texts import capitalized
from game.screens.views import mix, poker_table
from game.screens.views.poker_table import TablePicture


class HoldemView(GameView[HandScene, TablePicture]):
    """Heads-up no-limit Hold'em."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(seen)
        self._layout = poker_table.layout((0.0, 0.0, 800.0, 500.0))

    @property
    def state(self) -> HoldemState:
        """The current state of the hand."""
        state = self.seen.session.state
        assert isinstance(state, HoldemState)
        return state

    @property
    def rules(self) -> HoldemRules:
        """Blinds and stacks of this hand."""
        return self.state.rules

    @property
    def amounts(self) -> Amounts:
        """How chips are written."""
        return Amounts(self.seen.in_blinds, self.rules.big_blind)

    @property
    def words(self) -> HandWords:
        """The words for what happens in the hand."""
        seen = self.seen
        return HandWords(
            self.texts, seen.session, seen.below, self.other_name, self.amounts, seen.shown_steps
        )

    def first_state(self) -> State:
        """Return the state before the deal."""
        return HoldemState(self.rules)

    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[HandScene]]:
        """Return the animation steps that show a step of the hand.

        For a player, the run-out after an all-in pauses on every street, so that the equities can be read.
        """
        assert isinstance(before, HoldemState)
        if self.seen.known is None:
            return animate(before, step, self.own, pauses=True)
        return [animation_step.without_fanfare() for animation_step in animate(before, step, self.own)]

    def lay_out(self, area: Rect) -> None:
        """Place cards, chips and seats in `area`."""
        self._layout = poker_table.layout(area)

    def paint_background(self, painter: Painter) -> None:
        """Draw the table."""
        poker_table.draw_background(painter, self._layout)

    def picture(self, scene: HandScene | None, share: float) -> TablePicture:
        """Return the cards, chips and seats of a scene of which `share`, 0 to 1, has passed."""
        seen = self.seen
        portraits = (seen.portrait_of(seen.below), seen.portrait_of(1 - seen.below))
        table = HoldemTableView(
            self.own, self.words, self.amounts, portraits, seen.hands_in_words, seen.known
        )
        return table.picture(scene or resting_scene(self.state), share, resting=scene is None)

    def draw(self, painter: Painter, picture: TablePicture) -> None:
        """Draw cards, chips and seats."""
        poker_table.draw(painter, self._layout, picture)

    def role(self, seat: Seat) -> str:
        """Say who has the button."""
        button = self.seen.session.player_of(seat) == BUTTON
        return self.texts("watch.button" if button else "watch.big_blind")

    def called(self, before: State, action: Action) -> str:
        """Name the action with its amount."""
        assert isinstance(before, HoldemState)
        return capitalized(self.words.short(before, action))

    def pattern(self, action: Action) -> Pattern:
        """A fold is dotted, a bet or raise hatched."""
        return mix.pattern_of(is_fold=action == FOLD, is_bet=action > CALL)
