"""The view of Kuhn poker, classic or half-street: three cards, chips, and the words of the hand."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import Action, Seat, State
from game.match.session import Step
from game.rules.kuhn_poker import KuhnState, Move
from game.screens.tables.animation import AnimationStep
from game.screens.tables.game_view import GameView, Seen
from game.screens.tables.kuhn.labels import KuhnWords
from game.screens.tables.kuhn.scene import KuhnScene, KuhnTableView, Sitter, story
from game.screens.ui.canvas.painter import Painter, Pattern, Rect
from game.screens.ui.texts import capitalized
from game.screens.views import kuhn_table
from game.screens.views.kuhn_table import KuhnPicture


class KuhnView(GameView[KuhnScene, KuhnPicture]):
    """Kuhn poker."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(seen)
        self._layout = kuhn_table.layout((0.0, 0.0, 800.0, 500.0))

    @property
    def state(self) -> KuhnState:
        """The current state of the hand."""
        return self.words.state

    @property
    def words(self) -> KuhnWords:
        """The words for what happens in the hand."""
        return KuhnWords(self.texts, self.seen.session, self.seen.below, self.other_name)

    def first_state(self) -> State:
        """Return the state before the deal."""
        return KuhnState(self.state.rules)

    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[KuhnScene]]:
        """Return the animation steps that show a step of the hand."""
        return animate(step, self.own, self.seen.known)

    def lay_out(self, area: Rect) -> None:
        """Place cards, chips and words in `area`."""
        self._layout = kuhn_table.layout(area)

    def paint_background(self, painter: Painter) -> None:
        """Draw the table."""
        kuhn_table.draw_background(painter, self._layout)

    def picture(self, scene: KuhnScene | None, share: float) -> KuhnPicture:
        """Return the cards, chips and words of a scene of which `share`, 0 to 1, has passed."""
        seats = (self.seen.below, 1 - self.seen.below)
        below, above = (Sitter(self.seen.portrait_of(seat), self.seen.shown_total(seat)) for seat in seats)
        table = KuhnTableView(self.own, self.words, below, above, self.seen.known)
        return table.picture(scene or KuhnScene(self.state), share)

    def draw(self, painter: Painter, picture: KuhnPicture) -> None:
        """Draw cards, chips and words."""
        kuhn_table.draw(painter, self._layout, picture)

    def role(self, seat: Seat) -> str:
        """Say whether the seat acts first or second in this hand."""
        first = self.seen.session.player_of(seat) == 0
        return self.texts("kuhn.acts_first" if first else "kuhn.acts_second")

    def called(self, before: State, action: Action) -> str:
        """Name the move: the same action is a check or a fold, a bet or a call, depending on what came before."""
        assert isinstance(before, KuhnState)
        return capitalized(self.words.action(before.information_state(before.current_player()), action))

    def pattern(self, action: Action) -> Pattern:
        """Return the pattern of the action's bar: hatched for a bet or call, solid for a check or fold."""
        return "diagonal" if action == Move.BET else "solid"
