"""The two charts of the page, which share the moment that is shown and read out."""

from __future__ import annotations

from game.screens.pages.lab.lines import Lines
from game.screens.pages.lab.value_explorer import pictures
from game.screens.pages.lab.value_explorer.model import ValueExplorerModel
from game.screens.ui.texts import text


class ValueCharts:
    """The values of the squares, and the lines of play that beat the learner, over its training games."""

    def __init__(self, model: ValueExplorerModel) -> None:
        self._model = model
        self.values = Lines("chart", text("lab.learnt.values_title"))
        self.lines = Lines("lines", text("lab.learnt.lines_title"))
        self.log = True
        self._drawn = (-1, True)

    @property
    def isolated(self) -> str:
        """The curve that stands out, empty for none."""
        return self.values.isolated or self.lines.isolated

    def give_back(self) -> None:
        """Stop isolating a curve."""
        self.values.isolated = self.lines.isolated = ""

    @property
    def pointed(self) -> int | None:
        """The moment under the mouse on either chart, None if it is not known."""
        under = self.values.under if self.values.under is not None else self.lines.under
        known = self._model.values
        return known.episodes[self._model.place_of(int(under))] if known and under is not None else None

    def follow(self) -> None:
        """Redraw the curves if they have grown; read out the moment under the mouse, else the one shown."""
        model, known = self._model, self._model.values
        if known is None:
            self._drawn, self.values.graph, self.lines.graph = (-1, self.log), None, None
        elif (drawn := (model.version, self.log)) != self._drawn:
            self._drawn, self.values.together = drawn, pictures.together(model)
            self.values.graph = pictures.values_graph(model, known, log=self.log) if known.values else None
            self.lines.graph = pictures.lines_graph(model, known, log=self.log)
        self.values.probe = self.lines.probe = probe = self.pointed
        moment = model.now if probe is None else probe
        self.values.told, self.lines.told = (
            pictures.values_told(model, moment),
            pictures.lines_told(model, moment),
        )
        self.values.now = self.lines.now = model.now
