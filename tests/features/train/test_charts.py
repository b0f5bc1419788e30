"""Charts of a run: what is measured is drawn, however much it is."""

from ai.training import runs
from ai.training.holdem_abstraction import METRICS
from ai.training.holdem_blueprint import METRICS as BLUEPRINT_METRICS
from game.features.train.charts import ChartFrame, RunCharts, charts, panel
from game.study.training import MetricEntry
from game.window.ui.charts.axes import count_axis
from tests.window.runs import stored


def test_a_chart_of_many_metrics_draws_them_all() -> None:
    measured = {f"part_{number}": float(number) for number in range(8)}
    background = ChartFrame(stored(), [(1, measured)], count_axis(10, log=False), "games")
    metrics = tuple(MetricEntry(key, "", "parts") for key in measured)
    assert len(panel(background, "parts", metrics).chart.series) == 8


def test_an_error_is_a_share_of_the_pot_and_the_level_to_come_to_is_named() -> None:
    curve = [(1, {"turn_error": 0.05}), (2, {"turn_error": 0.0352, "flop_error": 0.0348})]
    found = panel(ChartFrame(stored(), curve, count_axis(8, log=True), "passes"), "bucket error", METRICS)
    assert [series.label for series in found.chart.series] == ["turn 3.52%", "flop 3.48%"]
    assert [target.name for target in found.chart.targets] == ["goal 0%"]
    assert found.chart.write(0.02) == "2%"
    assert found.note.startswith("share of the pot")


def test_what_no_run_told_of_has_a_chart_of_its_own() -> None:
    assert list(charts(None, [(1, {"speed": 1.0, "depth": 2.0})])) == ["speed", "depth"]


def test_a_mean_stands_with_its_interval_which_has_no_curve() -> None:
    curve = [(1, {"gain": 300.0, "gain_ci95": 20.0}), (2, {"gain": 98.0, "gain_ci95": 13.0})]
    gain = next(metric for metric in BLUEPRINT_METRICS if metric.key == "gain")
    found = panel(ChartFrame(stored(), curve, count_axis(2, log=False), "deals"), "gain", (gain,))
    assert [series.label for series in found.chart.series] == ["98 ± 13"]
    assert "gain_ci95" not in charts(
        next(entry for entry in runs.entries() if entry.run == "holdem-blueprint"), curve
    )


def test_a_chart_that_is_gone_is_not_drawn_again() -> None:
    kept, axis = RunCharts(), count_axis(10, log=False)
    for measured in ({"speed": 1.0, "depth": 2.0}, {"speed": 2.0, "depth": 3.0}, {"depth": 4.0}):
        kept.follow(None, ChartFrame(stored(), [(1, measured)], axis, "games"))
    assert (kept.titles, kept.stale) == (["Depth"], [])
