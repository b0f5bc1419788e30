"""The two charts of the page, which share the moment that is shown and read out."""

from __future__ import annotations

from game.screens.pages.lab.lines import ChartGroup, Lines
from game.screens.pages.lab.value_explorer import pictures
from game.screens.pages.lab.value_explorer.model import ValueExplorerModel
from game.screens.ui.texts import text


class ValueCharts(ChartGroup):
    """The values of the squares, and the lines of play that beat the learner, over its training games."""

    def __init__(self, model: ValueExplorerModel) -> None:
        self.values = Lines("chart", text("lab.learnt.values_title"))
        self.lines = Lines("lines", text("lab.learnt.lines_title"))
        super().__init__(self.values, self.lines)
        self._model = model

    @property
    def pointed(self) -> int | None:
        """The moment under the mouse on either chart, None if it is not known."""
        under, known = self.under, self._model.values
        return known.episodes[self._model.place_of(int(under))] if known and under is not None else None

    def follow(self) -> None:
        """Redraw the curves if they have grown; read out the moment under the mouse, else the one shown."""
        model, known, log = self._model, self._model.values, self.log
        if known is None:
            self.clear()
        elif self.redraws((model.version, log)):
            self.values.together = pictures.together(model)
            self.values.graph = pictures.values_graph(model, known, log=log) if known.values else None
            self.lines.graph = pictures.lines_graph(model, known, log=log)
        probe = self.pointed
        moment = model.now if probe is None else probe
        self.read_out(
            model.now, probe, pictures.values_told(model, moment), pictures.lines_told(model, moment)
        )
