"""The Hold'em table: cards, chips that move, the bet panel, the hand log, the coach.

The screen joins a session to `holdem_story` (what moves), `bet_panel` (what can be done), `holdem_words` (what is
said) and the views (what is drawn).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import CHANCE, Player, State
from game.match.session import Session, Step
from game.rules.betting import CALL
from game.rules.cards import name as card_name
from game.rules.holdem import HoldemInformationState, HoldemRules, HoldemState
from game.screens.input import Input, Key, Pointer, Wheel
from game.screens.pen import Pen, Rect
from game.screens.play import BOTTOM, TOP, PlayScreen
from game.screens.tables.amounts import Amounts
from game.screens.tables.bet_panel import LARGE_STEP, BetPanel
from game.screens.tables.coach import Coach
from game.screens.tables.holdem_story import HandScene, resting_scene, story
from game.screens.tables.holdem_words import HandWords
from game.screens.tables.move_button import MoveButton
from game.screens.tables.playback import Beat
from game.screens.views import hand_log, mix, poker_table, regions
from game.screens.views.cards import CardPicture, code_of
from game.screens.views.poker_table import BetPicture, Flight, TablePicture
from game.screens.views.seats import SeatPicture
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option
from game.screens.widgets.tabs import Tabs
from game.screens.widgets.widget import Act, Widget, holds

if TYPE_CHECKING:
    from game.screens.app import App

PADDING = 20.0
TABS_HEIGHT = 58.0
FOOT = 44.0
BOTH_OPEN = 720.0  # a side column higher than this shows log and coach one above the other
DIE_STEP, DIE_HEIGHT = 82.0, 72.0
CLOSED_COACH = 152.0
EACH = 2


class PlayHoldem(PlayScreen[HandScene]):
    """Heads-up no-limit Hold'em against an agent."""

    name: ClassVar[str] = "play-holdem"
    sizes: ClassVar[regions.Sizes] = regions.Sizes(132, 108, (268, 320, 380), two_columns=True)

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app, session)
        texts = self.texts
        self.spots = poker_table.layout(self.regions.table)
        self.panel = BetPanel(texts, self.act, self.relayout)
        self.coach = Coach(self)
        self.tabs = Tabs("tabs", texts("holdem.side"), self._tab_options(), "hand", self._open_tab)
        self.next_button = Button(
            "next", texts("holdem.next"), self.go_on, kind="primary", keycap=texts("keys.space")
        )
        self.again_button = Button(
            "again", texts("holdem.again"), self.rewind_hand, keycap="Z", style="label_b"
        )
        self.hint_button = MoveButton(
            "hint-button",
            texts("table.show_hint"),
            self.hint,
            kind="outline",
            keycap="H",
            icon="hint",
            style="label_b",
        )
        self._open_panel()

    # ---- the hand -------------------------------------------------------------------------------------------
    @property
    def state(self) -> HoldemState:
        """The hand as it is."""
        state = self.session.state
        assert isinstance(state, HoldemState)
        return state

    @property
    def own_player(self) -> Player:
        """The role of the person in this hand: 0 big blind, 1 button."""
        return self.session.player_of(self.own_seat)

    @property
    def own_info(self) -> HoldemInformationState:
        """All that the person may know."""
        info = self.session.info(self.own_seat)
        assert isinstance(info, HoldemInformationState)
        return info

    @property
    def rules(self) -> HoldemRules:
        """Blinds and stacks of this hand."""
        return self.state.rules

    @property
    def amounts(self) -> Amounts:
        """How chips are written."""
        return Amounts(self.app.settings.amounts == "blinds", self.rules.big_blind)

    @property
    def words(self) -> HandWords:
        """How this hand is told."""
        return HandWords(self.texts, self.session, self.own_seat, self.opponent.name, self.amounts)

    @property
    def in_play(self) -> bool:
        """A hand is in play as soon as it is dealt: the blinds are in."""
        return not self.session.hand_over

    @property
    def icons(self) -> tuple[str, ...]:
        """Rewinding and hints are for teaching tables."""
        return ("undo", "redo", "hint", "speed") if self.teaching else ("speed",)

    @property
    def subtitle(self) -> str:
        """Blinds, form of the game, deal of a duplicate match."""
        return self.words.subtitle()

    def first_state(self) -> State:
        """Return the state before the deal."""
        return HoldemState(self.rules)

    def in_record_units(self, net: float) -> float:
        """Count in big blinds."""
        return net / self.rules.big_blind

    # ---- what people do -------------------------------------------------------------------------------------
    def undo(self) -> None:
        """Rewind; only where the table teaches."""
        if self.teaching:
            super().undo()

    def redo(self) -> None:
        """Go forward again; only where the table teaches."""
        if self.teaching:
            super().redo()

    def rewind_hand(self) -> None:
        """Go back to the first decision of this hand."""
        if not self.teaching:
            return
        while self.session.can_undo:
            self.session.undo()
        self._jump(lambda: None)

    def go_on(self) -> None:
        """Next hand; after the end of a match a new match."""
        if self.phase == "over" and self.session.over:
            seed = self.session.spec.seed + self.session.hand_number
            self.app.sit_down(replace(self.session.spec, seed=seed))
        else:
            super().go_on()

    def hint(self) -> None:
        """Open the coach; only where the table teaches, and on your move."""
        if self.teaching and self.phase == "yours":
            self.coach.open(self.own_info)
            self.show_side()
            self._open_tab("coach")

    def show_log(self) -> None:
        """L: open the log, in its drawer or on its tab."""
        if self.regions.has_drawer:
            self.toggle_drawer()
        else:
            self._open_tab("hand")

    def _open_tab(self, tab: str) -> None:
        self.tabs.chosen = tab
        self.side_scroll.offset = 0.0
        self.relayout()

    def changed(self) -> None:
        """Close the coach, and take the new decision into the panel."""
        self.coach.close()
        if self.tabs.chosen == "coach":
            self.tabs.chosen = "hand"
        self._open_panel()

    def _open_panel(self) -> None:
        self.panel.open(self.state.betting, self.amounts)

    # ---- how it moves ---------------------------------------------------------------------------------------
    def story(self, before: State, step: Step) -> Sequence[Beat[HandScene]]:
        """Return the beats of a step; after an opponent's bet the buttons wait a moment."""
        assert isinstance(before, HoldemState)
        if step.player not in (CHANCE, self.own_player) and step.action > CALL:
            self.guard()
        return story(before, step, self.own_player)

    # ---- what is drawn --------------------------------------------------------------------------------------
    def picture(self) -> TablePicture:
        """Return what lies on the table now."""
        beat = self.timeline.beat
        scene = beat.scene if beat is not None else resting_scene(self.state)
        share = self.timeline.share
        players = (1 - self.own_player, self.own_player)
        total = scene.pot + sum(scene.bets) + sum(scene.won)
        if scene.move is not None and scene.move.what in ("bet", "gather", "award"):
            total += sum(scene.move.amounts)
        return TablePicture(
            seats=(self._seat(players[TOP], scene), self._seat(players[BOTTOM], scene)),
            hole=(self._hole(players[TOP], scene, share), self._hole(players[BOTTOM], scene, share)),
            board=self._board(scene, share),
            bets=(self._bet(players[TOP], scene), self._bet(players[BOTTOM], scene)),
            pot_chips=scene.pot,
            pot_written=self.amounts.write(total),
            pot_word=self.texts("table.pot"),
            button=players.index(1),
            flights=self._flights(scene, share),
        )

    def _seat(self, player: Player, scene: HandScene) -> SeatPicture:
        own = player == self.own_player
        portrait = self.portrait_of(self.own_seat if own else self.other_seat)
        resting = self.timeline.beat is None
        waits = resting and scene.state.current_player() == player
        won = resting and scene.won[player] > 0
        return SeatPicture(
            name=portrait.name,
            note=self._note(player, scene, waits=waits) or (portrait.kind if not own else ""),
            stack=self.amounts.write(scene.behind[player]),
            device=portrait.device,
            active=waits or won,
            tag=self.texts("holdem.all_in")
            if not scene.behind[player] and not scene.state.is_terminal()
            else "",
        )

    def _note(self, player: Player, scene: HandScene, *, waits: bool) -> str:
        own = player == self.own_player
        in_words = self.app.settings.hand_in_words
        known = scene.own_shown if own else scene.other_shown
        if known and in_words and len(scene.state.dealt) >= 2 * EACH and scene.board in (0, 3, 4, 5):
            return self.words.hand_in_words(player, scene.board)
        if waits and not own:
            return self.texts("table.thinking")
        return self.words.does(scene.words[player])

    def _hole(self, player: Player, scene: HandScene, share: float) -> list[CardPicture]:
        own = player == self.own_player
        cards = scene.state.hole[player][: scene.hole[player]]
        move = scene.move
        shown = scene.own_shown if own else scene.other_shown
        turning = move is not None and move.what == ("own" if own else "other")
        turned = share if turning else float(shown)
        folds = move is not None and move.what == "fold" and move.player == player
        gone = share if folds else float(scene.state.betting.folded == player and not own)
        best = self._best_five(scene)
        wins = scene.verdict and self._wins(player, scene)
        pictures = []
        for place, card in enumerate(cards or [0] * scene.hole[player]):
            flies = move is not None and (move.what, move.player) == ("hole", player)
            newest = place == scene.hole[player] - 1
            pictures.append(
                CardPicture(
                    code_of(card),
                    lit=wins and card in best,
                    veiled=own and scene.state.betting.folded == player,
                    turned=turned,
                    arrived=share if flies and newest else 1.0,
                    gone=gone,
                )
            )
        return pictures

    def _board(self, scene: HandScene, share: float) -> list[CardPicture]:
        best = self._best_five(scene)
        dealing = scene.move is not None and scene.move.what == "board"
        pictures = []
        for place, card in enumerate(scene.state.board[: scene.board]):
            new = dealing and place == scene.board - 1
            lit = scene.verdict and card in best
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

    def _best_five(self, scene: HandScene) -> set[int]:
        """The five cards that win; of both players where they share the pot."""
        showdown = scene.state.showdown() if scene.verdict else None
        if showdown is None:
            return set()
        if showdown.winner is None:
            return set(showdown.best_five[0]) | set(showdown.best_five[1])
        return set(showdown.best_five[showdown.winner])

    def _wins(self, player: Player, scene: HandScene) -> bool:
        showdown = scene.state.showdown()
        return showdown is not None and showdown.winner in (None, player)

    def _bet(self, player: Player, scene: HandScene) -> BetPicture:
        if scene.won[player]:
            net = self.state.returns()[player] if self.state.is_terminal() else 0
            return BetPicture(scene.won[player], self.amounts.signed(round(net)))
        amount = scene.bets[player]
        return BetPicture(amount, self.amounts.write(amount), self.words.below_bet(scene.words[player]))

    def _flights(self, scene: HandScene, share: float) -> list[Flight]:
        move = scene.move
        if move is None:
            return []
        ways = {
            "bet": ("seat {}", "bet {}"),
            "back": ("bet {}", "seat {}"),
            "gather": ("bet {}", "pot"),
            "award": ("pot", "bet {}"),
        }
        if move.what not in ways:
            return []
        source, target = ways[move.what]
        flights = []
        for player, amount in enumerate(move.amounts):
            seat = BOTTOM if player == self.own_player else TOP
            if amount:
                flights.append(Flight(amount, source.format(seat), target.format(seat), share))
        return flights

    # ---- layout ---------------------------------------------------------------------------------------------
    def first_focus(self) -> str:
        """Check or call, then the next hand; never fold, never all-in."""
        return {"over": "next", "lost": "try-again"}.get(self.phase, "call")

    def arrange(self) -> list[Widget]:
        """Place the dock for what the table waits for."""
        self.spots = poker_table.layout(self.regions.table)
        self.panel.use(self.amounts)
        dock = self.regions.dock
        if self.phase == "over":
            return self._arrange_result(dock)
        if self.phase == "lost":
            return self._arrange_single(self.try_again, dock)
        if self.phase == "theirs" and self.waits_for_step:
            return self._arrange_single(self.step_button, dock)
        self.panel.disable("" if self.phase == "yours" else self.texts("table.not_your_move"))
        widgets = self.panel.arrange(dock, left_shown=not self.regions.has_drawer)
        if self.phase == "theirs":
            return [widget for widget in widgets if widget.rect[1] > dock[1] + 40]
        return widgets

    def _arrange_single(self, button: Button, dock: Rect) -> list[Widget]:
        x, y, w, h = dock
        button.rect = (x + w - PADDING - 200, y + (h - 48) / 2, 200, 48)
        return [button]

    def _arrange_result(self, dock: Rect) -> list[Widget]:
        x, y, w, h = dock
        right = x + w - 18
        key = "holdem.new_match" if self.session.over else "holdem.next"
        self.next_button.label = self.texts(key)
        if not self.teaching:
            self.next_button.rect = (right - 176, y + (h - 48) / 2, 176, 48)
            return [self.next_button]
        low = h < 120
        heights = (44, 40) if low else (48, 42)
        top = y + (h - sum(heights) - 8) / 2
        self.next_button.rect = (right - 176, top, 176, heights[0])
        self.again_button.rect = (right - 176, top + heights[0] + 8, 176, heights[1])
        return [self.next_button, self.again_button]

    def _tab_options(self) -> list[Option]:
        options = [Option("hand", self.texts("holdem.tabs.hand"))]
        if self.teaching:
            options.append(Option("coach", self.texts("holdem.tabs.coach")))
        return options

    @property
    def _tabbed(self) -> bool:
        """Whether log and coach share the column by tabs."""
        one_column = self.regions.kind in ("normal", "drawer")
        return self.teaching and one_column and self.regions.sides[0][3] <= BOTH_OPEN

    def side_needs(self) -> float:
        """Return what the column needs: the log, the dice, the coach."""
        if self.regions.kind in ("tall", "wide"):
            return 0.0
        log = hand_log.height(self.words.log())
        if self._tabbed and self.tabs.chosen == "coach":
            return TABS_HEIGHT + self.coach.height
        dice = DIE_STEP * len(self._dice()) + 40 if self._dice() else 0.0
        coach = 0.0
        if self.teaching and self.phase != "over":
            coach = self.coach.height if self.coach.is_open and not self._tabbed else CLOSED_COACH
        return TABS_HEIGHT + log + dice + coach + FOOT

    def arrange_side(self, areas: Sequence[Rect]) -> list[Widget]:
        """Place the tabs and the hint."""
        if not self.teaching:
            return []
        widgets: list[Widget] = []
        x, y, _, _ = areas[0]
        if self._tabbed:
            self.tabs.measure(self.app.pen, x + PADDING, y + 30)
            widgets.append(self.tabs)
        if self.phase != "over" and not self.coach.is_open:
            self.hint_button.disabled = "" if self.phase == "yours" else self.texts("table.not_your_move")
            self.hint_button.rect = self._hint_place(areas)
            widgets.append(self.hint_button)
        return widgets

    def _hint_place(self, areas: Sequence[Rect]) -> Rect:
        """The button of the closed coach."""
        if self.regions.kind == "tall":
            x, y, w, h = self._band_coach(areas[0])
            return x, min(y + 104, y + h - 56), w, 44
        x, y, w, h = areas[-1]
        inner = (x + PADDING, w - 2 * PADDING)
        if self.regions.kind == "wide" or self.tabs.chosen == "coach":
            return inner[0], y + TABS_HEIGHT + 90, inner[1], 44
        return inner[0], y + h - FOOT - 52, inner[1], 44

    def _band_coach(self, area: Rect) -> Rect:
        """The right part of the band of a tall window."""
        x, y, w, h = area
        left = x + w * 0.64 + PADDING
        return left, y, x + w - PADDING - left, h

    # ---- drawing --------------------------------------------------------------------------------------------
    def paint_ground(self, pen: Pen) -> None:
        """Draw room, table and panels."""
        pen.room()
        poker_table.draw_ground(pen, self.spots)
        pen.panel(self.regions.dock)
        if not self.regions.has_drawer:
            for side in self.regions.sides:
                pen.panel(side)

    def draw_table(self, pen: Pen) -> None:
        """Draw cards, chips and seats."""
        poker_table.draw(pen, self.spots, self.picture())

    def draw_dock(self, pen: Pen) -> None:
        """Draw the words of the dock."""
        phase = self.phase
        if phase == "over":
            self._draw_result(pen)
        elif phase == "lost" or (phase == "theirs" and self.waits_for_step):
            said = self.trouble if phase == "lost" else self._their_move()
            note = self.texts("table.kept") if phase == "lost" else ""
            self._draw_beside_buttons(pen, (said, note))
        elif phase == "yours":
            self.panel.fade(self.guard_share)
            self.panel.draw(pen, with_odds=self.app.settings.pot_odds)
        else:
            self._draw_wait(pen)

    def _their_move(self) -> str:
        return self.texts("table.their_move", name=self.opponent.name)

    def _draw_wait(self, pen: Pen) -> None:
        """Draw whose move it is, and that it takes a moment."""
        if self.phase != "theirs":
            return
        x, y, w, h = self.regions.dock
        if self.regions.has_drawer:
            pen.text(self._their_move(), x + 14, y + 28, "strong", fit=w - 28)
            return
        self.panel.fade(1.0)
        left = self.panel.sizes.rect[0]
        lines = pen.wrap(self._their_move(), left - x - 48, "h2")[:2]
        for i, line in enumerate(lines):
            pen.text(line, x + 18, y + 34 + i * 25, "h2", fit=left - x - 48)
        pen.text(self.texts("table.thinking"), x + 18, y + 42 + len(lines) * 25, "label", "dim")
        pen.line(left - 20, y + 18, left - 20, y + h - 18)
        pen.bar((left, y + 34, x + w - 18 - left, 8), self.thinking.share, "diagonal")

    def _draw_result(self, pen: Pen) -> None:
        x, y, _, h = self.regions.dock
        pen.rect((x, y + 22, 4, h - 44), "brass", 2)
        self._draw_beside_buttons(pen, self.words.result(), lead=14)

    def _draw_beside_buttons(self, pen: Pen, sentences: tuple[str, str], lead: float = 0) -> None:
        """Write a headline and a note to the left of the buttons of the dock."""
        x, y, w, h = self.regions.dock
        left = x + (14 if self.regions.has_drawer else 18) + lead
        names = ("next", "again", "try-again", "step")
        right = min((one.rect[0] for one in self.controls if one.name in names), default=x + w)
        self.draw_sentences(pen, (left, y, right - 18 - left, h), *sentences)

    # ---- the side column ------------------------------------------------------------------------------------
    def draw_side(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw log, dice and coach as the window allows."""
        x, y, w, h = areas[0]
        inner = (x + PADDING, y, w - 2 * PADDING, h)
        if self.regions.kind == "tall":
            self._draw_band(pen, areas[0])
        elif self.regions.kind == "wide":
            pen.text(self.texts("holdem.this_hand"), inner[0], y + 32, "h2")
            self._draw_hand(pen, (inner[0], y + TABS_HEIGHT, inner[2], h - TABS_HEIGHT))
            if self.teaching:
                x2, y2, w2, h2 = areas[1]
                pen.text(self.texts("holdem.tabs.coach"), x2 + PADDING, y2 + 32, "h2")
                self._draw_coach(pen, (x2 + PADDING, y2 + TABS_HEIGHT, w2 - 2 * PADDING, h2))
        elif self._tabbed:
            self._draw_tab(pen, (inner[0], y + TABS_HEIGHT, inner[2], h - TABS_HEIGHT))
        else:
            pen.text(self.texts("holdem.this_hand"), inner[0], y + 32, "h2")
            self._draw_both(pen, (inner[0], y + TABS_HEIGHT, inner[2], h - TABS_HEIGHT))

    def _draw_tab(self, pen: Pen, r: Rect) -> None:
        x, y, w, h = r
        if self.tabs.chosen == "coach":
            self._draw_coach(pen, r)
            return
        self._draw_hand(pen, r)
        if self.phase != "over" and not self.coach.is_open:
            top = y + h - FOOT - CLOSED_COACH
            pen.line(x, top, x + w, top)
            self._draw_closed_coach(pen, (x, top + 28, w, 0))

    def _draw_both(self, pen: Pen, r: Rect) -> None:
        x, y, w, h = r
        end = self._draw_hand(pen, r)
        if not self.teaching or self.phase == "over":
            return
        if not self.coach.is_open:
            top = y + h - FOOT - CLOSED_COACH
            pen.line(x, top, x + w, top)
            self._draw_closed_coach(pen, (x, top + 28, w, 0))
            return
        pen.line(x, end + 8, x + w, end + 8)
        pen.text(self.texts("holdem.tabs.coach"), x, end + 40, "h2")
        self._draw_coach(pen, (x, end + 66, w, h))

    def _draw_hand(self, pen: Pen, r: Rect) -> float:
        """Draw the log, after the hand the dice, and the number of the hand; returns where the log ends."""
        x, y, w, h = r
        foot = y + h - 24
        pen.text(self.texts("table.hand_number", number=self.session.hand_number), x, foot, "small", "faint")
        total = round(self.session.total(self.own_seat))
        pen.text(
            self.texts("holdem.total", amount=self.amounts.signed(total)),
            x + w,
            foot,
            "small",
            "faint",
            al="r",
        )
        dice = self._dice()
        room = h - FOOT - (DIE_STEP * len(dice) + 40 if dice else 0)
        end = hand_log.draw(pen, (x, y, w, room), self.words.log())
        if dice:
            self._draw_dice(pen, (x, min(end + 12, y + room), w, 0), dice)
        return end

    def _dice(self) -> list[tuple[str, str]]:
        """The dice of the opponent, told once the hand is over."""
        return self.words.dice() if self.phase == "over" else []

    def _draw_dice(self, pen: Pen, r: Rect, dice: Sequence[tuple[str, str]]) -> None:
        x, y, w, _ = r
        pen.caps(self.texts("holdem.dice", name=self.opponent.name), x, y + 10, fit=w)
        for i, (rolled, meaning) in enumerate(dice):
            mix.draw_die(pen, (x, y + 28 + i * DIE_STEP, w, DIE_HEIGHT), rolled, meaning)

    def _draw_coach(self, pen: Pen, r: Rect) -> None:
        x, y, w, _ = r
        if self.phase == "over":
            pen.para(self.texts("holdem.coach_after"), x, y + 12, w, "label", col="dim")
        elif self.coach.is_open:
            self.coach.draw(pen, r)
        else:
            self._draw_closed_coach(pen, (x, y + 10, w, 0))

    def _draw_closed_coach(self, pen: Pen, r: Rect) -> None:
        x, y, w, _ = r
        pen.text(self.texts("table.think_first"), x, y, "strong")
        pen.para(self.texts("table.think_first_note"), x, y + 25, w, "label", col="dim", limit=2)

    def _draw_band(self, pen: Pen, area: Rect) -> None:
        """Draw the log in columns; the coach to its right."""
        x, y, w, h = area
        coached = self.teaching and self.phase != "over"
        width = w * 0.64 if coached else w
        columns = 2 if coached else 3
        log = (x + PADDING, y + 10, width - 2 * PADDING, h - 20)
        if self._dice():
            half = log[2] * 0.55
            hand_log.draw_columns(pen, (log[0], log[1], half - 16, log[3]), self.words.log(), columns - 1)
            self._draw_dice(pen, (log[0] + half, log[1] + 6, log[2] - half, 0), self._dice()[-2:])
        else:
            hand_log.draw_columns(pen, log, self.words.log(), columns)
        if coached:
            pen.line(x + width, y + 20, x + width, y + h - 20)
            cx, cy, cw, ch = self._band_coach(area)
            self._draw_coach(pen, (cx, cy + 12, cw, ch - 12))

    # ---- keys, wheel and tests ------------------------------------------------------------------------------
    def handle(self, event: Input) -> bool:
        """Take an event; what was pressed once is forgotten by everything but the second press."""
        armed = self.panel.armed
        used = super().handle(event)
        elsewhere = isinstance(event, Key) or (
            isinstance(event, Pointer) and event.action == "down" and not self.panel.acts_at(event.x, event.y)
        )
        if elsewhere and self.panel.armed == armed:
            self.panel.disarm()
        return used

    def key(self, event: Key) -> bool:
        """Take the keys of the bet panel beside those of all tables; only the amount follows a held key."""
        if event.ctrl:
            return False
        if event.name in ("up", "down") and self.may_act:
            blinds = LARGE_STEP if event.shift else 1
            self.panel.step(blinds if event.name == "up" else -blinds)
            return True
        if event.repeat:
            return False
        return self._act_key(event) or self._other_key(event)

    def _act_key(self, event: Key) -> bool:
        """F C R act, 1 to 5 choose a size; while it is not your move they do nothing."""
        acts: dict[str, Act] = {"f": self.panel.fold, "c": self.panel.call, "r": self.panel.bet}
        for place in range(len(self.panel.sizes.options)):
            acts[str(place + 1)] = partial(self.panel.choose_size, place)
        act = acts.get(event.name) or acts.get(event.text)
        if act is not None and self.may_act:
            act()
        return act is not None

    def _other_key(self, event: Key) -> bool:
        if event.name == "h":
            self.hint()
            return True
        return super().key(event)

    def turn(self, event: Wheel) -> bool:
        """The wheel over the table changes the amount by one big blind."""
        over_table = holds(self.regions.table, event.x, event.y) or holds(self.regions.dock, event.x, event.y)
        if over_table and self.may_act and self.panel.can_raise:
            self.panel.step(round(event.steps))
            return True
        return super().turn(event)

    def trace(self) -> dict[str, Any]:
        """Add what the person may know of the hand."""
        state, betting = self.state, self.state.betting
        return {
            **super().trace(),
            "own_cards": [card_name(card) for card in state.hole[self.own_player]],
            "board": [card_name(card) for card in state.board],
            "pot": betting.pot,
            "to_call": betting.to_call,
            "stacks": list(self.session.stacks),
            "raise_to": self.panel.raise_to,
            "min_raise_to": betting.min_raise_to,
            "max_raise_to": betting.max_raise_to,
            "problem": self.panel.problem,
            "hint": self.coach.is_open,
        }

    def advice_payload(self, info: HoldemInformationState) -> Mapping[str, Any]:
        """Return what names this decision to the worker."""
        return {"game": self.game, "blinds": self.session.spec.blinds, "info": info}
