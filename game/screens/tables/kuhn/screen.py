"""The Kuhn poker table: to understand a bluff.

The screen joins a session to `kuhn_picture` (what moves and is seen), `kuhn_words` (what is said) and `kuhn_panel`
(what is told beside the table: the rules during the hand, and everything after it).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import CHANCE, State
from game.match.session import Session, Step
from game.rules.kuhn_poker import CARD_LETTERS, KuhnState, Move
from game.screens.input import Key
from game.screens.pen import Pen, Rect
from game.screens.tables.kuhn.panel import KuhnPanel
from game.screens.tables.kuhn.picture import KuhnEyes, KuhnScene, Sitter, story
from game.screens.tables.kuhn.words import KINDS, KuhnWords
from game.screens.tables.move_button import MoveButton
from game.screens.tables.play import PlayScreen
from game.screens.tables.playback import Beat
from game.screens.views import kuhn_table, regions, sentences
from game.screens.views.kuhn_table import KuhnPicture
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

LOW = 90.0  # dp; a lower dock says less
DOCK = ("pass", "bet", "next", "try-again", "step")
WIDEST_MOVE = 190.0


class PlayKuhn(PlayScreen[KuhnScene]):
    """Kuhn poker, classic or half-street, against an agent."""

    name: ClassVar[str] = "play-kuhn"
    sizes: ClassVar[regions.Sizes] = regions.Sizes(100, 84, (340, 384, 420), band=(250, 300))

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        self.spots = kuhn_table.layout(self.regions.table)
        self.panel = KuhnPanel(self)
        self.pass_button = MoveButton("pass", "", lambda: self.act(Move.PASS))
        self.bet_button = MoveButton("bet", "", lambda: self.act(Move.BET))
        self.next_button = Button(
            "next", self.texts("kuhn.next"), self.next_hand, kind="primary", keycap=self.texts("keys.space")
        )

    # ---- the hand -------------------------------------------------------------------------------------------
    @property
    def state(self) -> KuhnState:
        """The hand as it is."""
        state = self.session.state
        assert isinstance(state, KuhnState)
        return state

    @property
    def words(self) -> KuhnWords:
        """How this hand is told."""
        return KuhnWords(self.texts, self.session, self.own_seat, self.opponent.name)

    @property
    def subtitle(self) -> str:
        """Stakes, who acts first, and the number of the hand."""
        return self.words.subtitle()

    @property
    def facing_bet(self) -> bool:
        """Whether whoever is to act must fold or call."""
        return self.state.betting.endswith("b")

    def first_state(self) -> State:
        """Return the state before the deal."""
        return KuhnState(self.state.rules)

    def story(self, before: State, step: Step) -> Sequence[Beat[KuhnScene]]:
        """Return the beats of a step; after an opponent's bet the buttons wait a moment."""
        theirs = step.player not in (CHANCE, self.own_player)
        if theirs and step.action == Move.BET and not step.state.is_terminal():
            self.guard()
        return story(step, self.own_player)

    def picture(self) -> KuhnPicture:
        """Return what lies on the table now."""
        beat = self.timeline.beat
        own = Sitter(self.portrait_of(self.own_seat), self.shown_total(self.own_seat))
        other = Sitter(self.opponent, self.shown_total(self.other_seat))
        scene = beat.scene if beat is not None else KuhnScene(self.state)
        return KuhnEyes(self.own_player, self.words, own, other).picture(scene, self.timeline.share)

    # ---- what people do -------------------------------------------------------------------------------------
    @property
    def may_take_back(self) -> bool:
        """Once the hand is told, taking back is for tables that teach."""
        return self.teaching or not self.session.hand_over

    def hint(self) -> None:
        """Show the equilibrium of the decision at hand; only where the table teaches."""
        if self.teaching and self.phase == "yours":
            self.panel.open_hint(self.session.info(self.own_seat))
            self.show_side()
            self.side_scroll.to_end()
            self.relayout()

    def changed(self) -> None:
        """Close the coach again."""
        self.panel.close()
        self.side_scroll.offset = 0.0

    def phase_begins(self, phase: str) -> None:
        """Ask for what is told after the hand."""
        if phase == "over":
            self.panel.hand_ended()
        super().phase_begins(phase)

    # ---- layout ---------------------------------------------------------------------------------------------
    def first_focus(self) -> str:
        """Check or call while it is your move, then the next hand."""
        harmless = "bet" if self.facing_bet else "pass"
        return {"over": "next", "lost": "try-again"}.get(self.phase, harmless)

    def arrange(self) -> list[Widget]:
        """Place the buttons of the dock."""
        self.spots = kuhn_table.layout(self.regions.table)
        if self.phase == "over":
            return self._in_the_dock(180.0, self.next_button)
        if self.phase == "lost":
            return self._in_the_dock(180.0, self.try_again)
        if self.phase == "theirs" and self.waits_for_step:
            return self._in_the_dock(190.0, self.step_button)
        self._label_moves()
        width = min(WIDEST_MOVE, self.regions.dock[2] * 0.28)
        return self._in_the_dock(width, self.pass_button, self.bet_button)

    def _in_the_dock(self, width: float, *buttons: Button) -> list[Widget]:
        """Place buttons at the right end of the dock, the last one outermost."""
        x, y, w, h = self.regions.dock
        low = h < LOW
        height = 44.0 if low else 48.0
        right = x + w - (14 if low else 24)
        for place, button in enumerate(reversed(buttons)):
            left = right - width - place * (width + 12)
            button.rect = (left, y + (h - height) / 2, width, height)
        return list(buttons)

    def _label_moves(self) -> None:
        """Name the two moves, and say why they cannot be made now."""
        waits = "" if self.phase in ("yours", "moving") else self.texts("table.not_your_move")
        moves = (self.pass_button, self.bet_button)
        for button, kind in zip(moves, KINDS[self.facing_bet], strict=True):
            word = self.texts(f"kuhn.actions.{kind}")
            button.label, button.disabled = word[:1].upper() + word[1:], waits
        self.pass_button.keycap, self.bet_button.keycap = ("F", "C") if self.facing_bet else ("C", "B")

    def side_needs(self) -> float:
        """Return what the panel needs."""
        return self.panel.needs()

    def arrange_side(self, areas: Sequence[Rect]) -> list[Widget]:
        """Place the panel's button."""
        return self.panel.arrange(areas[0])

    @property
    def side_foot(self) -> float:
        """The best reply stays in view, however much is told above it."""
        return self.panel.foot

    def arrange_side_foot(self, foot: Rect) -> list[Widget]:
        """Place the best reply."""
        return self.panel.arrange_foot(foot)

    # ---- drawing --------------------------------------------------------------------------------------------
    def paint_ground(self, pen: Pen) -> None:
        """Draw room, table and panels."""
        pen.room()
        kuhn_table.draw_ground(pen, self.spots)
        pen.panel(self.regions.dock)
        if not self.regions.has_drawer:
            for side in self.regions.sides:
                pen.panel(side)

    def draw_table(self, pen: Pen) -> None:
        """Draw cards, chips and words."""
        kuhn_table.draw(pen, self.spots, self.picture())

    def draw_dock(self, pen: Pen) -> None:
        """Draw whose move it is, or the result."""
        x, y, w, h = self.regions.dock
        low = h < LOW
        left = x + (16 if low else 28)
        right = min((one.rect[0] for one in self.controls if one.name in DOCK), default=x + w)
        self.pass_button.alpha = self.bet_button.alpha = round(255 * self.guard_share)
        said, note = self.sentences()
        if low and self.phase == "yours":
            said, note = note, ""
        sentences.draw(pen, (left, y, right - 16 - left, h), said, note, "strong" if low else "h2")

    def sentences(self) -> tuple[str, str]:
        """Return what the dock says: a sentence and a note."""
        match self.phase:
            case "lost":
                return self.trouble, self.trouble_note
            case "over":
                return self.words.result()
            case "yours":
                return self.words.holding(), self.words.situation()
            case "theirs":
                return self.texts("table.their_move", name=self.opponent.name), self.words.situation()
            case _:
                return "", ""

    def draw_side(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw the panel."""
        self.panel.draw(pen, areas[0])

    # ---- keys and tests -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """C checks or calls, B bets, F folds; after the hand B shows the best reply."""
        if event.repeat or event.ctrl or event.name not in ("c", "f", "b", "h"):
            return super().key(event)
        if event.name == "h":
            self.hint()
        elif event.name == "b" and self.phase == "over":
            self.panel.beaten.toggle_reply()
        elif event.name == "c":
            self.act(Move.BET if self.facing_bet else Move.PASS)
        elif self.facing_bet == (event.name == "f"):
            self.act(Move.PASS if event.name == "f" else Move.BET)
        return True

    def trace(self) -> dict[str, Any]:
        """Add the cards that the person may know, and the words."""
        state = self.state
        own = state.cards[self.own_player]
        return {
            **super().trace(),
            "betting": state.betting,
            "own_card": CARD_LETTERS[own],
            "history": state.history if state.is_terminal() else None,
            "pot": float(state.pot),
        }
