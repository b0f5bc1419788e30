"""Dialogs that lock a strategy and paint a range."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from game.core import BadInput
from game.features.solver import AskLoggedMix, ListLoggedPlayers, SetLock
from game.features.solver.labels import edition_name, player_name, usual_line
from game.features.solver.model import SolverModel
from game.match.spot_texts import LONGEST
from game.rules.cards import parse
from game.study.odds import ReadRange, ReadRanges, ReadTexts, paint_classes
from game.study.opponents import format_name
from game.study.play import Board
from game.study.solved import (
    ALL_HANDS,
    MIN_LOGGED_HANDS,
    KindSummary,
    LoggedMix,
    LoggedPlayer,
    SolvedNode,
    SolvedStep,
)
from game.texts import capitalize, number, percent, plural, signed, text
from game.window.dialogs.dialog import Dialog
from game.window.dialogs.pickers import OptionSearch
from game.window.frame.requests import Asked, AskedAfterPause
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Control, GridControl, Line, Note, Picture, Setting, Words
from game.window.ui.widgets import (
    Button,
    Cycle,
    Lookup,
    Option,
    RadioList,
    Rect,
    Segmented,
    Slider,
    Widget,
    options,
)
from game.window.views.range_grid import grid_side
from game.window.views.range_painting import SIDES, GridCells, RangeEntry, RangeGrid
from game.window.views.solved_tables import action_label

FREQUENCY_INDEX = {"fold": 0, "check": 1, "call": 1}
"""Action -> index in (folds, calls, raises); every other action is a bet or raise."""
RAISES = 2


class LoggedMixes:
    """The logged players, and the mix of the player with index `chosen` at the decision of the lock `begun`.

    The dialog is laid out again after every request, report and answer.
    """

    def __init__(self, dialog: Dialog, begun: SetLock) -> None:
        self._dialog, self._app, self._started_lock = dialog, dialog.app, begun
        self._players = Asked[tuple[LoggedPlayer, ...]](self._app, self._take_players)
        self._mix = Asked[LoggedMix](self._app, dialog.relayout)
        self.questions: Sequence[Asked[Any]] = (self._players, self._mix)
        self.chosen = 0

    def ask(self) -> None:
        """Request the list of players if it is unknown.

        Otherwise, request the mix if its request was dropped.
        """
        if self._players.state != "answered":
            self._players.ask(ListLoggedPlayers())
        elif self._players.value and self._mix.state == "idle":
            self.choose(self.chosen)

    def _take_players(self) -> None:
        if self._players.fresh:
            self.choose(0)
        self._dialog.relayout()

    def choose(self, index: int) -> None:
        """Request the frequencies of a player."""
        if players := self._players.value:
            self.chosen = index
            self._mix.ask(AskLoggedMix(self._started_lock.texts, self._started_lock.actions, players[index]))

    @property
    def names(self) -> list[str]:
        """The names of the players.

        A player of the history has the name used in the window. A player of a log also has the log's file
        name.
        """
        return [
            text("solver.locks.logged.of_log", name=one.name, file=one.file)
            if one.log
            else format_name(self._app.agents, one.name)
            for one in self._players.value or ()
        ]

    @property
    def mix(self) -> LoggedMix | None:
        """The mix to lock.

        None while the hands are being counted, or if there are fewer than `MIN_LOGGED_HANDS` hands.
        """
        found = self._mix.fresh
        if found is None or found.hands < MIN_LOGGED_HANDS:
            return None
        return replace(found, name=self.names[self.chosen])

    @property
    def problem(self) -> str:
        """The reason why the mix cannot be locked, or ""."""
        if sentence := self._players.problem or self._mix.problem:
            return sentence
        if self._players.fresh == ():
            return text("solver.locks.logged.nobody", least=number(MIN_LOGGED_HANDS))
        if (found := self._mix.fresh) is None:
            return text("solver.locks.logged.counting")
        if found.hands < MIN_LOGGED_HANDS:
            return plural("solver.locks.logged.few", found.hands, least=number(MIN_LOGGED_HANDS))
        return ""

    @property
    def is_counted(self) -> bool:
        return self._mix.fresh is not None or bool(self._mix.problem)


def format_mix(mix: LoggedMix, here: SolvedStep) -> str:
    """Compare how often a player folds, calls and raises at a decision with the frequencies of the solution."""
    in_solution = [0.0, 0.0, 0.0]
    for action, share in zip(here.actions, here.shares, strict=True):
        in_solution[FREQUENCY_INDEX.get(action, RAISES)] += share
    kinds, played = ("folds", "calls", "raises"), (mix.folds, mix.calls, mix.raises)
    said = [
        text(f"solver.locks.logged.{kind}", share=percent(share, 1), solved=percent(solved, 1))
        for kind, share, solved in zip(kinds, played, in_solution, strict=True)
        if share or solved
    ]
    return f"{text('solver.locks.logged.hands', hands=number(mix.hands))} {', '.join(said)}."


USUAL_POINTS, MAX_POINTS = 20, 100
ROW, FIELD = 34.0, 40.0
PERCENT, PAINT_WIDTH = 100, 180.0
EXTENT = (300.0, FIELD)
POINTS, AGENT, LOGGED, PAINTED = "points", "agent", "logged", "painted"
ALL, CLASS, KIND = "all", "class", "kind"


class LockDialog(Dialog):
    """The dialog that locks the strategy at a decision of a solve.

    Args:
        begun: The decision and the selected hand class.
        node: The state of the decision.
    """

    name: ClassVar[str] = "lock"

    def __init__(
        self,
        app: Services,
        begun: SetLock,
        node: SolvedNode,
        model: SolverModel,
    ) -> None:
        super().__init__(app, text("solver.locks.title", player=player_name(node.here.player)))
        self._started_lock, self._model, hands = begun, model, begun.hands
        agents = model.view.agents
        self._here, self._mixes = node.here, LoggedMixes(self, begun)
        label = text("solver.locks.logged.player")
        self._player = Lookup("logged", label, [], "0", lambda index: self._mixes.choose(int(index)))
        self._player.find = lambda: app.overlay(OptionSearch(app, self._player))
        why_no_agent = "" if agents else text("solver.locks.no_agents")
        sources = [
            Option(POINTS, text("solver.locks.sources.points")),
            Option(AGENT, text("solver.locks.sources.agent"), disabled=why_no_agent),
            Option(LOGGED, text("solver.locks.sources.logged")),
            Option(PAINTED, text("solver.locks.sources.painted")),
        ]
        self._source = Segmented("source", text("solver.locks.source"), sources, POINTS, self._turn)
        actions = [
            Option(action, text("solver.locks.action", action=action_label(action), share=percent(share, 1)))
            for action, share in zip(node.here.actions, node.here.shares, strict=True)
        ]
        which = text("solver.locks.which")
        self._action = RadioList("action", which, actions, actions[-1].value, self._on_change)
        self._points = Slider(
            "points",
            text("solver.locks.points"),
            (-MAX_POINTS, MAX_POINTS),
            USUAL_POINTS,
            self._on_change,
            step=5,
            say=signed,
            shows_value=True,
        )
        self._agent = self._cycle("agent", [Option(one, edition_name(app.agents, one)) for one in agents])
        self._before = RangeEntry("before", text("solver.locks.before"), lambda words: self.relayout())
        self._before.tooltip = text("solver.locks.before_tip")
        self._before.show(usual_line(begun.texts.board))
        why_not_held = "" if hands in node.mixes else text("solver.grid.not_held")
        scopes = [
            Option(ALL, capitalize(text("solver.locks.all"))),
            Option(KIND, text("solver.locks.of_kind")),
            Option(CLASS, text("solver.locks.of_class", name=hands), disabled=why_not_held),
        ]
        self._scope = Segmented("scope", text("solver.locks.hands"), scopes, ALL, self._on_change)
        kinds = [Option(one.kind, _kind_with_share(one)) for one in node.kinds[node.here.player]]
        self._kind = self._cycle("kind", kinds)
        self._shares = [
            Slider(
                f"share-{index}",
                action_label(action),
                (0, PERCENT),
                round(PERCENT * share),
                self._on_change,
                say=lambda share: percent(share / PERCENT),
                shows_value=True,
            )
            for index, (action, share) in enumerate(zip(node.here.actions, node.here.shares, strict=True))
        ]
        self._hands = RangeEntry("hands", text("solver.locks.painted_hands"), lambda words: self.relayout())
        self._hands.show(hands)
        self._hands.tooltip = text("solver.locks.hands_tip")
        self._strokes = RangeEntry("painted", text("solver.locks.so_far"), lambda words: self.relayout())
        self._last_stroke = self._stroke
        self._paint = Button("paint", text("solver.locks.paint"), self._add_painted, style="label_b")
        self._ok = Button("lock", text("solver.locks.lock"), self.submit, kind="primary")
        self._cancel = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("points")

    def _cycle(self, name: str, options: Sequence[Option]) -> Cycle:
        first = options[0].value if options else ""
        return Cycle(name, text(f"solver.locks.{name}"), options, first, self._on_change)

    def _on_change(self, value: object) -> None:
        self.relayout()

    def _turn(self, source: str) -> None:
        if source == LOGGED:
            self._mixes.ask()
        self.relayout()

    def enter(self) -> None:
        self._turn(self._source.chosen)

    def leave(self) -> None:
        for asked in self._mixes.questions:
            asked.drop()

    @property
    def _selected_lock(self) -> SetLock | None:
        """The selected lock. None if it is invalid."""
        source, hands = self._source.chosen, self._chosen_hands
        if source == LOGGED:
            mix = self._mixes.mix
            return replace(self._started_lock, hands=ALL_HANDS, logged=mix) if mix is not None else None
        if source == PAINTED:
            painted = self._all_strokes
            return replace(self._started_lock, hands=ALL_HANDS, shares=painted) if painted else None
        if source == AGENT:
            before = self._before.value.strip()
            return replace(self._started_lock, agent=self._agent.chosen, hands=hands, before=before)
        points = float(self._points.number)
        return replace(self._started_lock, action=self._action.chosen, points=points, hands=hands)

    @property
    def _stroke(self) -> str:
        """The selected hands with their painted frequencies.

        Empty if no hand is selected or no frequency is set.
        """
        hands, shares = self._hands.value.strip(), [round(one.number) for one in self._shares]
        return f"{hands}: {' '.join(map(str, shares))}" if hands and sum(shares) else ""

    @property
    def _all_strokes(self) -> str:
        """The painted frequencies so far, and the frequencies of the selected hands if these were changed."""
        before = self._strokes.value.strip()
        return before if before and self._stroke == self._last_stroke else self._with_stroke()

    def _with_stroke(self) -> str:
        return "; ".join(filter(None, (self._strokes.value.strip(), self._stroke)))

    def _add_painted(self) -> None:
        self._last_stroke = self._stroke
        self._strokes.show(self._with_stroke())
        self.relayout()

    @property
    def _chosen_hands(self) -> str:
        return {ALL: ALL_HANDS, CLASS: self._started_lock.hands, KIND: self._kind.chosen}[self._scope.chosen]

    @Dialog.submit.override
    def submit(self) -> None:
        """Lock the selection, and close."""
        if (wanted := self._selected_lock) is not None:
            self.app.back()
            self._model.lock(wanted)

    def parts(self) -> Sequence[Box]:
        """Return the fields of the lock. They have the same height for every source, so that no button moves."""
        fields = {one.value: Column(*self._fields(one.value)) for one in self._source.options}
        return [
            Words(text("solver.locks.note"), "label", "dim", 8),
            Control(self._source, FIELD, after=8),
            AsHighAs(fields[self._source.chosen], fields.values()),
        ]

    def _fields(self, source: str) -> list[Box]:
        """Return the fields that a source of the lock needs, such as an action and the hands to lock."""
        if source == LOGGED:
            mixes, mix = self._mixes, self._mixes.mix
            self._player.options = tuple(Option(str(index), name) for index, name in enumerate(mixes.names))
            self._player.chosen = str(mixes.chosen)
            return [
                Words(text("solver.locks.logged.note"), "small", "dim", 6),
                _setting(self._player).when(self._player.options),
                Note(mixes.problem, wrong=mixes.is_counted)
                if mix is None
                else Words(format_mix(mix, self._here), "label", "text", 8),
            ]
        if source == PAINTED:
            self._paint.disabled = "" if self._stroke else text("solver.locks.no_stroke")
            return [
                *map(_setting, self._shares),
                _setting(self._hands),
                Row(Space(), Control(self._paint, ROW).sized(fixed(PAINT_WIDTH)), gap=GAP),
                _setting(self._strokes),
            ]
        kind = _setting(self._kind)
        return [
            Control(self._action, ROW * len(self._action.options), after=4).when(source == POINTS),
            _setting(self._points).when(source == POINTS),
            _setting(self._agent).when(source == AGENT),
            _setting(self._before).when(source == AGENT),
            _setting(self._scope),
            kind if self._scope.chosen == KIND else AsHighAs(Space(), (kind,)),
        ]

    def buttons(self) -> list[Button]:
        """Return the buttons. The lock button is disabled until a lock is chosen."""
        self._ok.disabled = self._mixes.problem if self._source.chosen == LOGGED else ""
        if self._source.chosen == PAINTED and self._selected_lock is None:
            self._ok.disabled = text("solver.locks.no_stroke")
        return [self._ok, self._cancel]


class AsHighAs(Column):
    """A box at the top of a column.

    The column is as high as the highest of the boxes `others`, which are not shown.
    """

    def __init__(self, shown: Box, others: Iterable[Box]) -> None:
        super().__init__(shown, Space())
        self._others = tuple(others)

    def measure(self, painter: Painter, width: float) -> float:
        return max(one.height_at(painter, width) for one in self._others)


def _setting(widget: Widget) -> Setting:
    return Setting(widget.label, "", widget, EXTENT)


def _kind_with_share(one: KindSummary) -> str:
    kind, share = text(f"solver.kinds.{one.kind}"), percent(one.share, 1)
    return text("solver.locks.kind_share", kind=kind, share=share)


PAUSE = 0.2  # seconds without a change before the text is read
GRID, BELOW, PAINT_DIALOG_FIELD, GAP = 364.0, 28.0, 36.0, 8.0
MIN_BRUSH = 5  # percent
SIDE_WIDTH, BRUSH_WIDTH = 170.0, 240.0


class PaintDialog(Dialog):
    """The dialog that paints the range of a side. Every change is sent to the model at once."""

    name: ClassVar[str] = "paint"

    def __init__(self, app: Services, model: SolverModel, side: str) -> None:
        super().__init__(app, text("solver.paint.title"))
        self._spot, self._model = model.texts, model
        self._range = ReadRange()
        self._read = AskedAfterPause[ReadRanges](app, self._take, self._question)
        self._painted = False
        self._side = Segmented(
            "side", text("solver.paint.side"), options("solver.players.{}", SIDES), side, self._turn
        )
        self._grid = RangeGrid(
            lambda: GridCells(self._range.weights, None, SIDES[self._side.chosen]), self._paint
        )
        self._brush = Slider(
            "brush",
            text("solver.paint.brush"),
            (MIN_BRUSH, 100),
            100,
            self._take_brush,
            step=MIN_BRUSH,
            say=lambda share: percent(share / 100),
            shows_value=True,
        )
        self._entry = RangeEntry("text", text("solver.paint.text"), self._type, longest=LONGEST)
        self._done = Button("done", text("common.close"), self.escape, kind="primary")
        self.controls.focus("grid")
        self._turn(side)

    @property
    def _words(self) -> str:
        return str(getattr(self._spot, self._side.chosen))

    def _question(self) -> ReadTexts:
        try:
            board: Board = tuple(parse(self._spot.board))
        except BadInput:
            board = ()
        return ReadTexts((self._words, self._words), board)

    # ---- actions --------------------------------------------------------------------------------------------
    def _turn(self, side: str) -> None:
        """Switch to the range of a side."""
        self._range = ReadRange()
        self._entry.show(self._words)
        self._wait(painted=False, pause=0.0)

    def _take_brush(self, share: float) -> None:
        self._grid.brush = share / 100
        self.relayout()

    def _paint(self, weights: Mapping[str, float]) -> None:
        self._range = paint_classes(self._range, weights)
        self._write(self._range.text)
        self._wait(painted=True)

    def _type(self, words: str) -> None:
        self._tell(words)
        self._wait(painted=False)

    def _write(self, words: str) -> None:
        self._tell(words)
        self._entry.show(words)

    def _tell(self, words: str) -> None:
        changed = {self._side.chosen: words}
        self._spot = replace(self._spot, **changed)
        self._model.type(**changed)

    def _wait(self, *, painted: bool, pause: float = PAUSE) -> None:
        """Parse the text after a pause in typing.

        If the range was `painted`, the text is then replaced by its short form.
        """
        self._read.drop()
        self._read.ask_in(pause)
        self._painted = painted
        self._entry.mark(None, "")
        self.relayout()

    # ---- answers --------------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        return self._read.update(dt)

    def _take(self) -> None:
        if (found := self._read.fresh) is not None:
            read = found.sides[0]
            if not read.problem:
                self._range = read
                if self._painted:
                    self._write(read.text)
            elif not self._words.strip():
                self._range = ReadRange()
            else:
                self._entry.mark(read.span, read.problem)
        self.relayout()

    def enter(self) -> None:
        self._read.ask_in(0.0)

    def leave(self) -> None:
        self._read.drop()

    # ---- the layout -----------------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the switch of the side, the grid, the weight of the brush, and the text."""
        grid = GridControl(self._grid, Picture(self._draw_below, BELOW), grid_side, least=GRID)
        problem = self._entry.problem or self._read.problem
        side, line = (
            Control(self._side, PAINT_DIALOG_FIELD).sized(fixed(SIDE_WIDTH)),
            Control(self._entry, PAINT_DIALOG_FIELD).sized(grow()),
        )
        label = Line(text("solver.paint.brush"), "label", "dim", height=PAINT_DIALOG_FIELD).sized(grow())
        return [
            Row(side, line, gap=GAP),
            Note(problem, wrong=True),
            Space(GAP),
            grid,
            Row(label, Control(self._brush, PAINT_DIALOG_FIELD).sized(fixed(BRUSH_WIDTH)), gap=GAP),
        ]

    def buttons(self) -> list[Button]:
        return [self._done]

    def _draw_below(self, painter: Painter, rect: Rect) -> None:
        """Draw the weight of the selected class and the number of hands in the range."""
        x, y, width, height = rect
        hands = text("solver.hands", count=number(self._range.hands)) if self._range.hands else ""
        used = painter.text(hands, x + width, y + height / 2, "small", "dim", al="r")
        painter.text(self._grid.value, x, y + height / 2, "small", "text", fit=width - used - 16)
