"""The earth mover's distance by hand: blocks of earth that fill holes, move by move, in three ways.

Two small examples: the one of an article on card abstraction, with its slips corrected, and one on which the
heuristic pays more than it must.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.alike import Earth, Move, Plan
from game.rules import games
from game.screens.input import Key
from game.screens.lab.earth import picture
from game.screens.lab.earth.layout import Places, places
from game.screens.lab.game_choice import game_choice
from game.screens.lab.holdem_head import EARTH, holdem_head
from game.screens.lab.layout import margin_of
from game.screens.lab.note import Note
from game.screens.long_page import LongPage
from game.screens.paged_head import PagedHead
from game.screens.pen import Pen
from game.screens.tables.requests import Requests
from game.screens.texts import number, text
from game.screens.views.panel_head import content, write_hints, write_title
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Act, Rect, acted

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

EXAMPLES = ("article", "greedy")
WAYS = ("passes", "line", "best")
ABOVE = 6.0
TITLE = 28.0
LINE = 25.0
FIGURE = 26.0
HINTS = (
    ("← →", "step"),
    ("keys.home_end", "ends"),
    ("M", "way"),
    ("1 2", "example"),
    ("keys.escape", "leave"),
)


class EarthScreen(LongPage):
    """The page; `turn` opens another page of the head in its place, `open_game` the page of another game."""

    name: ClassVar[str] = "earth"
    _head: PagedHead

    def __init__(self, app: App, turn: Callable[[str], None], open_game: Callable[[str], None]) -> None:
        super().__init__(app)
        self._turn = turn
        self._open_game = open_game
        self._game = game_choice(games.HOLDEM, self._go_to_game)
        self._head = holdem_head(app, EARTH, self.escape, self._turn_page)
        self._requests = Requests(app)
        self._places: Places | None = None
        self._note = Note()
        self._found: Earth | None = None
        self._done = 0
        self.problem = ""
        examples = [Option(one, text(f"lab.earth.examples.{one}")) for one in EXAMPLES]
        self._example = Segmented(
            "example", text("lab.earth.example"), examples, EXAMPLES[0], self._choose_example
        )
        ways = [Option(way, text(f"lab.earth.ways.{way}")) for way in WAYS]
        self._way = Segmented("way", text("lab.earth.way"), ways, WAYS[0], self._choose_way)
        self._back = Button("step-back", text("lab.earth.back"), lambda: self._go(self._done - 1), keycap="←")
        self._next = Button("step", text("lab.earth.next"), self._step, kind="primary", keycap="→")
        self.controls.focus("step")

    # ---- what is shown --------------------------------------------------------------------------------------
    @property
    def plan(self) -> Plan | None:
        """The way that is chosen."""
        plans = self._found.plans if self._found is not None else ()
        return next((plan for plan in plans if plan.name == self._way.chosen), None)

    @property
    def moves(self) -> Sequence[Move]:
        """Its moves."""
        return self.plan.moves if self.plan is not None else ()

    def _go(self, done: int) -> None:
        self._done = max(0, min(len(self.moves), done))
        self._back.disabled = "" if self._done else text("lab.earth.at_start")
        at_end = bool(self.moves) and self._done == len(self.moves)
        self._next.label = text("lab.earth.again" if at_end else "lab.earth.next")
        self.dirty = True

    def _step(self) -> None:
        """Make the next move; after the last one begin anew."""
        self._go(self._done + 1 if self._done < len(self.moves) else 0)

    def _choose_way(self, way: str) -> None:
        self._way.chosen = way
        self._go(0)

    def _choose_example(self, example: str) -> None:
        self._example.chosen = example
        self._found = None
        self.enter()

    def _next_way(self) -> None:
        self._choose_way(WAYS[(WAYS.index(self._way.chosen) + 1) % len(WAYS)])

    def _turn_page(self, page: str) -> None:
        """Go back to the hands, which lie below, and from there to the page that was chosen."""
        if page != EARTH:
            self.app.back()
            self._turn(page)

    def _go_to_game(self, game: str) -> None:
        """Go back to the hands, which lie below, and from there to another game."""
        if game != games.HOLDEM:
            self.app.back()
            self._open_game(game)

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask for the example."""
        self._requests.drop_all()
        if self._found is None:
            payload = {"example": self._example.chosen}
            self._requests.ask("alike_earth", payload, self._take)
        self._go(self._done)
        self.relayout()

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop_all()

    def receive(self, answer: Answer) -> None:
        """Take what the other process has found."""
        self._requests.take(answer)

    def _take(self, found: Any, sentence: str) -> None:
        self.problem = sentence
        self._found = None if sentence else found
        self._go(0)
        self.relayout()

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place the choices, the picture and what is said beside it."""
        margin = margin_of(width)
        top, inner = self._head.place(width, margin), width - 2 * margin
        note = self._note.wrap(self.app.pen, self.problem, inner)
        free = height - top - ABOVE - note
        start = self.fit_below(top, ABOVE + note + places(width, free, 0.0).height)
        self._note.place(margin, start + ABOVE)
        self._places = p = places(width, free, start + ABOVE + note)
        self._game.rect, self._example.rect, self._way.rect = p.game, p.example, p.way
        self._back.rect, self._next.rect = p.back, p.next
        self.place_below([self._game, self._example, self._way, self._next, self._back])

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The grounds."""
        return self._places.panels if self._places is not None else ()

    def draw_page(self, pen: Pen) -> None:
        """Draw the picture, the moves and the costs."""
        if (p := self._places) is None:
            return
        self._note.draw(pen, wrong=True)
        write_title(pen, p.picture, text("lab.earth.picture"), text("lab.earth.picture_note"))
        write_title(pen, p.moves, text(f"lab.earth.ways.{self._way.chosen}"), text("lab.earth.moves_note"))
        write_title(pen, p.costs, text("lab.earth.costs"), text("lab.earth.costs_note"))
        if self._found is None:
            self._draw_waiting(pen, p.picture)
        else:
            x, y, width, height = content(p.picture)
            area = (x, y + TITLE, width, height - TITLE - p.foot)
            picture.draw(pen, area, self._found, self.moves, self._done)
            self._draw_moves(pen, p.moves)
            self._draw_costs(pen, p.costs, self._found)
        write_hints(pen, p.hints, [(key, text(f"lab.earth.hints.{hint}")) for key, hint in HINTS])

    def _draw_waiting(self, pen: Pen, panel: Rect) -> None:
        x, y, width, _ = content(panel)
        words = "" if self.problem else text("lab.earth.waiting")
        pen.para(words, x, y + TITLE + 8, width, "label", col="dim")

    def _draw_moves(self, pen: Pen, panel: Rect) -> None:
        """List the moves: those that are done, the one that is shown, and those to come faintly."""
        x, y, width, _ = content(panel)
        below = pen.para(
            text(f"lab.earth.about.{self._way.chosen}"), x, y + TITLE + 2, width, "small", col="dim"
        )
        row = below - 4
        for place, move in enumerate(self.moves, 1):
            row += LINE
            is_now = place == self._done
            ink = "brass" if is_now else "text" if place < self._done else "faint"
            style = "label_b" if is_now else "label"
            cost = number(move.mass * move.distance)
            used = pen.text(cost, x + width, row, style, ink, al="r")
            pen.text(self._words(move), x, row, style, ink, fit=width - used - 10)
        row += LINE * 0.6
        pen.line(x, row, x + width, row, "edge")
        row += LINE * 0.7
        so_far = sum(move.mass * move.distance for move in self.moves[: self._done])
        said = text("lab.earth.so_far", done=number(self._done), moves=number(len(self.moves)))
        pen.text(said, x, row, "label_b")
        pen.text(number(so_far), x + width, row, "label_b", "brass", al="r")

    def _words(self, move: Move) -> str:
        key = "lab.earth.stays" if move.source == move.target else "lab.earth.move"
        fields = {"mass": number(move.mass), "source": move.source, "target": move.target}
        words = text(key, **fields, distance=number(move.distance))
        return (
            text("lab.earth.in_pass", number=move.step, move=words) if self._way.chosen == "passes" else words
        )

    def _draw_costs(self, pen: Pen, panel: Rect, found: Earth) -> None:
        """Write what the three ways cost, the chosen one in brass, and what there is to learn from it."""
        x, y, width, _ = content(panel)
        row, each = y + TITLE + 12, width / len(WAYS)
        costs = {plan.name: plan.cost for plan in found.plans}
        for place, way in enumerate(WAYS):
            ink = "brass" if way == self._way.chosen else "text"
            at = x + place * each
            pen.text(number(costs[way]), at, row, "figure", ink, size=FIGURE)
            pen.text(text(f"lab.earth.ways.{way}"), at, row + 26, "small", "dim", fit=each - 10)
        pen.para(text(f"lab.earth.lesson.{self._example.chosen}"), x, row + 54, width, "label", col="text")

    # ---- keys, mouse, tests ---------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Left and right step, Home and End go to the ends, M takes another way, digits another example."""
        if event.ctrl:
            return self._head.open_page(event)
        steps = {"left": self._done - 1, "right": self._done + 1, "home": 0, "end": len(self.moves)}
        if event.name in steps:
            self._go(steps[event.name])
            return True
        if event.repeat:
            return False
        acts: dict[str, Act] = {"m": self._next_way, "space": self._step}
        acts |= {str(at): partial(self._choose_example, one) for at, one in enumerate(EXAMPLES, 1)}
        return acted(acts.get(event.name))

    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "earth"

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on."""
        return games.HOLDEM

    def trace(self) -> dict[str, Any]:
        """Say which example, which way, and how far."""
        return {
            "example": self._example.chosen,
            "way": self._way.chosen,
            "step": self._done,
            "steps": len(self.moves),
            "cost": round(self.plan.cost, 6) if self.plan is not None else None,
            "problem": self.problem,
        }
