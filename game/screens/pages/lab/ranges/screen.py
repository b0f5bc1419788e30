"""Ranges: what a strategy does with every hand, at any place of any hand of Hold'em.

One walks down the betting by the path strip, by a typed line, or by digits; the grid shows all 169 classes of the
one to act, how they are mixed and how much of the range they are, and one class hand by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import Action
from game.match.betting_line import Line, write_line
from game.rules import games
from game.rules.betting import Street
from game.rules.cards import names
from game.screens.dialogs.card_picker import CardPicker
from game.screens.dialogs.export import HANDS_CSV, PICTURE, Exported, ExportLab
from game.screens.frame.long_page import LongPage
from game.screens.frame.paged_head import PagedHead
from game.screens.frame.screen import Screen
from game.screens.pages.lab.holdem_head import RANGES, holdem_head
from game.screens.pages.lab.layout import margin_of
from game.screens.pages.lab.note import Note
from game.screens.pages.lab.ranges.layout import CAPS, RangePlaces, places
from game.screens.pages.lab.ranges.legend import draw_legend
from game.screens.pages.lab.ranges.pair import GridPair
from game.screens.pages.lab.ranges.path import Path
from game.screens.pages.lab.ranges.setup import RangeSetup
from game.screens.pages.lab.ranges.shown import Shown
from game.screens.pages.lab.ranges.study import RangeStudy
from game.screens.pages.lab.ranges.way import columns_of, likeliest
from game.screens.pages.lab.ranges.words import agent_in_full
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.input import Key
from game.screens.ui.layout.columns import in_a_row
from game.screens.ui.leaves.panel_head import write_hints
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.widget import Act, Rect, acted
from game.screens.views.card_slots import CardSlots

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.frame.screen import Services

ABOVE, SETUP_GAP = 6.0, 4.0
BOARD = 5
PROGRESS = 2.0
OTHER = ("O", "other")
HINTS = (
    ("keys.enter", "go"),
    ("keys.backspace", "back"),
    ("1 – 9", "act"),
    ("← ↑ ↓ →", "walk"),
    ("T", "type"),
    ("A", "agent"),
    OTHER,
    ("X", "patterns"),
    ("keys.escape", "leave"),
)


OpenGame = Callable[["Services", str], Screen]


class RangesScreen(LongPage):
    """The page; `open_game` makes the page of another game of the lab, `turn` another page about Hold'em."""

    name: ClassVar[str] = "ranges"
    _head: PagedHead

    def __init__(
        self,
        app: Services,
        open_game: OpenGame,
        turn: Callable[[str], None],
        *,
        agent: str = "",
        line: Line | None = None,
    ) -> None:
        super().__init__(app)
        self._open_game = open_game
        self._head = holdem_head(app, RANGES, self.escape, turn)
        self._places: RangePlaces | None = None
        self._note = Note()
        self._said = ("", 0, 0)
        self._shown: Shown | None = None
        self.study = RangeStudy(app, self._show, agent, line)
        self._setup = RangeSetup(app, self.study, self._go_to_game, export=self._export, changed=self._show)
        self._setup.line.entered = lambda: self.controls.focus("path")
        self._path = Path(self._act, self._go_to)
        self._board = CardSlots("board", text("lab.ranges.board"), BOARD, self._lay, self._pick)
        self._board.tooltip = text("lab.ranges.board_tip")
        self._random = Button(
            "random", text("lab.ranges.random"), self._deal, kind="outline", style="label", keycap="R"
        )
        self._up = Button("up", text("lab.ranges.up"), self._back, kind="outline", style="label", icon="undo")
        self._grids = GridPair()
        self.controls.focus("path")
        self._show()

    # ---- what is done ---------------------------------------------------------------------------------------
    def _act(self, decision: int, action: Action) -> None:
        self._setup.forget_problem()
        self.study.act(decision, action)
        if self.study.line.missing:
            self.controls.focus("board")

    def _go_to(self, decision: int) -> None:
        self._setup.forget_problem()
        self.study.go(self.study.node_line.upto(decision))

    def _back(self) -> None:
        self._setup.forget_problem()
        self.study.back()

    def _lay(self, cards: Sequence[int]) -> None:
        self._setup.forget_problem()
        lacked = self.study.line.missing
        self.study.lay(cards)
        self._leave_board(lacked)

    def _deal(self) -> None:
        self._setup.forget_problem()
        lacked = self.study.line.missing
        self.study.deal()
        self._leave_board(lacked)

    def _leave_board(self, lacked: int) -> None:
        """Go on with the betting once the cards that were asked for lie there."""
        if lacked and not self.study.line.missing and self.app.screen is self:
            self.controls.focus("path")

    def _pick(self) -> None:
        title, note = text("odds.pick.board"), text("lab.ranges.board_note")
        shown = self.study.line.board
        self.app.overlay(CardPicker(self.app, title, shown, (), most=BOARD, note=note, choose=self._lay))

    def _digit(self, key: str) -> None:
        """Take the action of this number at the decision at hand."""
        place = int(key) - 1
        shown = self._shown
        if shown is not None and shown.acting is not None and shown.line == self.study.line:
            actions = shown.acting.actions
            if place < len(actions):
                self._act(len(self.study.line.actions), actions[place])

    def _other_player(self) -> None:
        self._grids.wants_other = not self._grids.wants_other
        self._show()

    def _toggle_patterns(self) -> None:
        self._grids.wants_patterns = not self._grids.wants_patterns
        self._show()

    def _export(self) -> None:
        study = self.study
        if study.node is None or study.agent is None:
            return
        line = study.node_line
        stamp = text(
            "lab.ranges.stamp",
            agent=agent_in_full(self.app, study.agent),
            line=write_line(line) or text("lab.ranges.start"),
        )
        kinds = (PICTURE,) if line.player is None else (PICTURE, HANDS_CSV)
        about = {"agent": study.agent.name, "line": line}
        self.app.overlay(ExportLab(self.app, Exported(self, stamp, about, kinds, "range_export", "ranges")))

    def _go_to_game(self, game: str) -> None:
        if game != games.HOLDEM:
            self.app.replace(self._open_game(self.app, game))

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.study.look()
        if not self.study.line.missing and self.controls.focused is self._board:
            self.controls.focus("path")
        self._show()

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        self.app.lab.note(games.HOLDEM, RANGES)
        self.app.lab.agent, self.app.lab.line = self.study.chosen, self.study.line
        self.study.drop()

    def receive(self, answer: Answer) -> None:
        """Take what the other process has found."""
        self.study.take(answer)

    def _show(self) -> None:
        """Show what is known now."""
        study, node = self.study, self.study.node
        self._setup.follow()
        self._head.subtitle = self._setup.description
        self._board.cards = study.line.board
        self._board.veiled = range(len(study.line.shown), len(study.line.board))
        preflop = study.line.betting.street == Street.PREFLOP
        self._random.disabled = text("lab.ranges.no_board") if preflop else ""
        self._up.disabled = "" if study.line.actions else text("lab.ranges.at_start")
        self._shown = None if node is None else Shown.of(node, study.node_line)
        columns = () if node is None else columns_of(node, study.node_line)
        if columns != self._path.columns:
            self._path.show(columns, 0 if node is None else likeliest(node))
        self._grids.follow(self._shown, contrast=self.app.settings.theme == "contrast")
        said = (self._notice, self._rows, len(self.study.agents))
        if said != self._said:
            self._said = said
            self.relayout()
        self.dirty = True

    @property
    def _rows(self) -> int:
        """How many actions are on offer at most."""
        return max((len(column.rows) for column in self._path.columns), default=0)

    @property
    def _notice(self) -> str:
        """What is wrong; else that nobody near equilibrium is there, or the units, and the grain of a blueprint."""
        wrong = self._setup.problem or self.study.problem
        if wrong:
            return wrong
        said = "no_blueprint" if self.study.lacks_blueprints else "units"
        told = text(f"lab.ranges.{'off_menu' if self.study.leaves_the_menu else said}")
        agent = self.study.agent
        return f"{told} {text('lab.ranges.grain')}" if agent is not None and agent.is_blueprint else told

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place head, row, panels and keys; the page scrolls where the window is too low."""
        pen, margin = self.app.pen, margin_of(width)
        top, inner = self._head.place(width, margin), width - 2 * margin
        setup = self._setup.place(pen, (margin, 0.0, inner, 0.0))
        above = ABOVE + setup + SETUP_GAP + self._note.wrap(pen, self._notice, inner)
        lay_out = partial(places, width, height - top - above, rows=self._rows)
        start = self.fit_below(top, above + lay_out(top=0.0).height)
        self._setup.place(pen, (margin, start + ABOVE, inner, setup))
        self._note.place(margin, start + ABOVE + setup + SETUP_GAP)
        self._places = p = lay_out(top=start + above)
        self._board.rect, self._path.rect = p.board, p.path
        in_a_row([self._random, self._up], (1.0, 1.0), p.buttons, 8.0)
        cells = self._grids.place(pen, p.grids)
        self.place_below([*self._setup.widgets, self._board, self._random, self._up, self._path, *cells])

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The way, the grids, the hand."""
        p = self._places
        return (p.strip, *p.grids, p.hand) if p is not None else ()

    def draw_page(self, pen: Pen) -> None:
        """Draw words and bars."""
        if (p := self._places) is None:
            return
        self._note.draw(pen, wrong=bool(self._setup.problem or self.study.problem))
        x, y, width, _ = p.board
        pen.caps(text("lab.ranges.board"), x, y - CAPS + 7)
        pen.keycap(x + width, y - CAPS + 7, "B")
        draw_legend(pen, self._path.free, patterned=self._grids.patterned)
        self._grids.draw(pen)
        self._grids.draw_hand(pen, p.hand, waiting=self.study.waiting)
        if self.study.waiting and self.study.done:
            left, top, wide, _ = p.strip
            pen.rect((left + 1, top + 1, max(PROGRESS, (wide - 2) * self.study.done), PROGRESS), "brass", 0)
        hints = [one for one in HINTS if one != OTHER or len(p.grids) == 1]
        write_hints(pen, p.hints, [(key, text(f"lab.ranges.hints.{hint}")) for key, hint in hints])

    # ---- keys, tests ----------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Digits act, Backspace takes back; letters: see the page of keys."""
        if event.ctrl:
            return self._head.open_page(event)
        if event.repeat and event.name != "backspace":
            return False
        if event.name.isdecimal() and event.name != "0":
            self._digit(event.name)
            return True
        acts: dict[str, Act] = {
            "backspace": self._back,
            "t": lambda: self.controls.focus("line"),
            "b": lambda: self.controls.focus("board"),
            "g": lambda: self.controls.focus("grid"),
            "r": self._deal,
            "o": self._other_player,
            "a": self._setup.next_agent,
            "x": self._toggle_patterns,
            "e": self._export,
        }
        return acted(acts.get(event.name))

    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "ranges"

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on."""
        return games.HOLDEM

    def trace(self) -> dict[str, Any]:
        """Say what is looked at, and what is known of it."""
        study, shown = self.study, self._shown
        decision = shown.node.decisions[-1] if shown is not None and shown.acting is not None else None
        return {
            "agent": study.chosen,
            "agents": [agent.name for agent in study.agents],
            "line": write_line(study.line),
            "missing": study.line.missing,
            "board": names(study.line.shown),
            "waiting": study.waiting,
            "player": study.line.player,
            "actions": list(decision.actions) if decision is not None else [],
            "shares": [round(one, 6) for one in decision.shares] if decision is not None else [],
            "class": self._grids.first.shown,
            "patterned": self._grids.patterned,
            "shown": self._grids.players[0],
            "problem": self._setup.problem or study.problem,
        }
