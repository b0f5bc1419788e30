"""Charts of a run: what is measured is drawn, however much it is."""

from game.core import MetricEntry
from game.screens.train.charts import Ground, charts, panel
from game.screens.views.axis import counted
from tests.screens.runs import stored


def test_a_chart_of_many_metrics_draws_them_all() -> None:
    measured = {f"part_{number}": float(number) for number in range(8)}
    ground = Ground(stored(), [(1, measured)], counted(10, log=False), "games")
    metrics = tuple(MetricEntry(key, "", "parts") for key in measured)
    assert len(panel(ground, "parts", metrics).chart.series) == 8


def test_what_no_run_told_of_has_a_chart_of_its_own() -> None:
    assert list(charts(None, [(1, {"speed": 1.0, "depth": 2.0})])) == ["speed", "depth"]
