"""The panels of the lab, whichever of them a page shows: charts as controls, pictures, and their titles."""

from __future__ import annotations

from collections.abc import Mapping

from game.screens.pages.lab import pictures
from game.screens.pages.lab.field import Field, fraction
from game.screens.pages.lab.layout import EXPLOIT, FIELD, GAME_TREE, SCATTER, STRATEGY, content
from game.screens.pages.lab.lines import Lines
from game.screens.pages.lab.multiples import Multiples
from game.screens.pages.lab.names import lines
from game.screens.pages.lab.record import Record
from game.screens.pages.lab.scatter import Scatter
from game.screens.pages.lab.study import Study
from game.screens.pages.lab.tree import TreePicture
from game.screens.ui.canvas.pen import Pen, Rect
from game.screens.ui.leaves.panel_head import NOTE_PARTS, write_title
from game.screens.ui.texts import number, text
from game.screens.ui.widgets.widget import Widget


class Panels:
    """What every panel shows of the study; `nash` and `log` say what is drawn, and on which axes."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self.nash = True
        self.log = True
        self._probe: int | None = None
        self._version: tuple[int, pictures.Drawn] = (-1, pictures.Drawn())
        self._field = Field(study)
        self._strategy = Lines(STRATEGY, text("lab.strategy.title"))
        self._exploit = Lines(EXPLOIT, text("lab.exploit.title"))
        self._scatter = Scatter(study)
        self._tree = TreePicture(study)
        self._multiples = Multiples(study)

    @property
    def sets(self) -> tuple[str, ...]:
        """The information sets, once they are known."""
        return self._study.sets.keys if self._study.sets is not None else ()

    def follow(self) -> None:
        """Show what is known now, at this moment."""
        study, record = self._study, self._study.record
        self._field.nash = self.nash
        drawn = pictures.Drawn(self.nash, self.log)
        version = (study.version, drawn)
        if record is None or study.place < 0:
            self._version = (-1, drawn)
            for chart in (self._strategy, self._exploit):
                chart.graph, chart.told = None, {}
            return
        if version != self._version:
            self._version = version
            self._strategy.graph = pictures.strategy_graph(study, record, drawn)
            self._exploit.graph = pictures.exploitability_graph(study, record, drawn)
            self._multiples.rebuild(record, drawn)
        self._read_out(record)

    def _read_out(self, record: Record) -> None:
        """Tell the values of the iteration under the mouse on all charts at once, else of this moment."""
        self._probe = probe = self._under(record)
        moment = self._study.now if probe is None else probe
        self._strategy.told = pictures.strategy_told(record, moment)
        self._exploit.told = pictures.exploitability_told(self._study, record, moment)
        self._strategy.now = self._exploit.now = self._study.now
        self._strategy.probe = self._exploit.probe = self._multiples.probe = probe

    def _under(self, record: Record) -> int | None:
        """Return the tracked iteration under the mouse."""
        charts = (self._strategy.under, self._exploit.under, self._multiples.under)
        under = next((iteration for iteration in charts if iteration is not None), None)
        return record.point_until(int(under)) if under is not None else None

    @property
    def reading_rule(self) -> str:
        """What the small charts of the sets show, whose heads have no room for it."""
        return text(
            "lab.multiples.rule",
            nash=text("lab.multiples.rule_nash") if self.nash else "",
            log=text("lab.multiples.rule_log") if self.log else "",
        )

    @property
    def probe(self) -> int | None:
        """The iteration that is read out, where the mouse is on a chart."""
        return self._probe

    def place(self, panels: Mapping[str, Rect]) -> list[Widget]:
        """Place the panels of a page; return their controls in focus order."""
        controls: dict[str, Widget] = {
            FIELD: self._field,
            STRATEGY: self._strategy,
            EXPLOIT: self._exploit,
            GAME_TREE: self._tree,
        }
        shown = [name for name in controls if name in panels]
        for name in shown:
            controls[name].rect = content(panels[name])
        small: list[Widget] = [self._multiples] if self._multiples.place(panels) else []
        return [*(controls[name] for name in shown), *small]

    def isolate_next(self) -> None:
        """Let the next strategy stand out."""
        self._strategy.isolate_next()

    def give_back(self) -> bool:
        """Let all curves stand equal; return whether one stood out."""
        stood_out = bool(self._strategy.isolated or self._exploit.isolated)
        self._strategy.isolated = self._exploit.isolated = ""
        return stood_out

    @property
    def isolated(self) -> str:
        """The curve that stands out, empty for none."""
        return self._strategy.isolated or self._exploit.isolated

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, pen: Pen, panels: Mapping[str, Rect]) -> None:
        """Write the titles, and draw the pictures that are no controls."""
        for name, rect in panels.items():
            if name in (FIELD, STRATEGY, EXPLOIT, SCATTER, GAME_TREE):
                write_title(pen, rect, *self._title(name))
        record = self._study.record
        if record is None or self._study.place < 0:
            self._write_waiting(pen, panels)
            return
        self._read_out(record)
        if SCATTER in panels:
            self._scatter.draw(pen, content(panels[SCATTER]), nash=self.nash)

    def _write_waiting(self, pen: Pen, panels: Mapping[str, Rect]) -> None:
        """Say in every panel that has nothing yet that it is being prepared; what is wrong is said above them."""
        for name, rect in panels.items():
            if not self._study.problem and not (name == FIELD and self._study.field is not None):
                x, y, width, _ = content(rect)
                pen.text(text("lab.waiting"), x, y + 12, "small", "faint", fit=width)

    @property
    def _equilibrium(self) -> str:
        """Which equilibrium is dashed: the only one, or one of a family, and what it is worth."""
        sets, record = self._study.sets, self._study.record
        if sets is None or record is None or not sets.per_alpha or self._study.place < 0:
            return text("lab.strategy.note")
        alpha = number(pictures.nearest_alpha(record), 2)
        return text("lab.strategy.family", alpha=alpha, value=fraction(sets.value))

    def _title(self, name: str) -> tuple[str, str, str]:
        """Return the subject of a panel, its reading rule, and the word at its right."""
        study = self._study
        match name:
            case "field":
                value = self._field.even(study.field) if study.field is not None else 0.0
                unit = text("lab.field.unit", value=fraction(value)) if value else text("lab.field.unit_zero")
                return text("lab.field.title"), text("lab.field.note") if self.nash else "", unit
            case "strategy":
                sets = study.sets
                some = sets is not None and len(lines(sets)) < len(sets.keys)
                parts = [self._equilibrium] * self.nash + [text("lab.strategy.some")] * some
                return text("lab.strategy.title"), NOTE_PARTS.join(parts), text("lab.strategy.corner")
            case "exploit":
                return text("lab.exploit.title"), text("lab.exploit.note"), text("lab.exploit.corner")
            case "scatter":
                return text("lab.scatter.title"), "", text("lab.scatter.corner")
            case _:
                return text("lab.tree.title"), text("lab.tree.note"), text("lab.tree.corner")
