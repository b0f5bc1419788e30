"""The page that starts training runs, and the charts of a run."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from ai.training import runs
from ai.training.holdem_settings import ABSTRACTION_METRICS, BLUEPRINT_METRICS
from game import texts
from game.features.train.charts import ChartFrame, RunCharts, charts, panel
from game.features.train.setup_page import TrainSetup, ValueEntry
from game.study.training import CreateRun, ListRuns, MetricEntry, SettingEntry, Train, get_unit
from game.window.ui.charts.axes import count_axis
from game.window.ui.input import Key
from tests.window.driver import windows
from tests.window.runs import RUNS, Training, TrainingWorker, entry, stored

Open = Callable[..., Training]


A = TypeVar("A")


@pytest.fixture
def train(user_folder: Path) -> Iterator[Open]:
    yield from windows(partial(Training, user_folder))


def requests(window: Training, kind: type[A]) -> list[A]:
    return window.trainer.all_asked(kind)


def choose(window: Training, name: str, *keys: str) -> None:
    window.app.screen.controls.focus(name)
    window.keys(*keys)


def write(window: Training, setting: str, words: str) -> None:
    window.click(f"setting.{setting}")
    window.key("end")
    for _ in range(16):
        window.key("backspace")
    window.type(words)


def test_every_setting_has_a_label() -> None:
    keys = {setting.key for run in runs.entries() for setting in run.form}
    assert {key for key in keys if not texts.english().has(f"train.settings.{key}")} == set()


# ---- available runs ------------------------------------------------------------------------------------------
def test_every_kind_of_run_has_its_presets_and_its_form(train: Open) -> None:
    window = train()
    assert window.widget("kind").chosen == "kuhn-cfr"
    names = {control.name for control in window.app.controls()}
    assert {"preset.kuhn-cfr", "preset.kuhn-half-street-cfr", "setting.variant"} <= names
    choose(window, "kind", "end")
    assert (window.widget("kind").chosen, window.widget("preset").chosen) == (
        "value-learner",
        "value-learner",
    )
    names = {control.name for control in window.app.controls()}
    assert {f"setting.{one.key}" for one in RUNS[2].form} <= names
    choose(window, "preset", "down")
    assert window.widget("preset").chosen == "value-learner-plain"


def test_a_run_that_is_added_to_the_catalogue_appears_with_its_form_and_its_curves(train: Open) -> None:
    form = (
        SettingEntry("iterations", 500, "hands in all", "hands", 1, 1_000),
        SettingEntry("cooling_rate", 0.25, "how fast it cools", "degrees", above=0, high=1),
        SettingEntry("mood", "calm", "how it feels", choices=("calm", "wild")),
    )
    metrics = (MetricEntry("surprise_in_bits", "how much it is surprised", "surprise", 0, log=True),)
    added = entry("brand-new", "brand-new", "holdem", form, metrics)
    window = train(TrainingWorker(runs=[*RUNS, added]))
    choose(window, "kind", "end")
    words = window.texts()
    assert "Brand new · Hold'em" in words
    cooling = "how fast it cools; above 0 and at most 1"
    for wanted in ("Cooling rate", "0.25", "degrees", cooling, "Mood", "wild"):
        assert wanted in words
    choose(window, "setting.mood", "down")
    window.begin()
    assert requests(window, CreateRun) == [
        CreateRun("brand-new", {"iterations": 500, "cooling_rate": 0.25, "mood": "wild"})
    ]
    window.train_to(100, metrics={"surprise_in_bits": 0.5, "never_told": 3.0})
    assert window.screen.charts.titles == ["Surprise", "Never told"]
    assert "100 of 500 hands" in window.texts()
    window.key("escape")
    window.key("t")
    window.click("page.new")
    assert window.screen.stored.ids == ["brand-new-1"]
    assert "Brand new 1" in window.texts()


def test_the_units_of_a_form_and_a_run_are_told_in_the_language_of_the_window(train: Open) -> None:
    window = train()
    texts.use("de")
    choose(window, "kind", "end")
    assert "Partien" in window.texts()
    assert "games" not in window.texts()
    assert get_unit(RUNS[2]) == "Partien"


def test_what_cannot_be_listed_is_said_and_asked_again(train: Open) -> None:
    window = train(TrainingWorker(refuse={ListRuns: "The presets cannot be read."}))
    assert "The presets cannot be read." in window.texts()
    window.trainer.refuse.clear()
    window.click("again")
    assert window.widget("kind").chosen == "kuhn-cfr"
    assert window.focus == "kind"


def test_before_the_first_run_the_list_says_what_will_stand_there(train: Open) -> None:
    window = train()
    assert any("Your runs stay here" in words for words in window.texts())
    assert not any("No runs" in words for words in window.texts())  # also while they are being listed
    assert not window.control("page").enabled


# ---- the form ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("setting", "typed", "sentence"),
    [
        ("alpha", "3.5", "Must be above 0 and at most 1."),
        ("alpha", "0", "Must be above 0 and at most 1."),
        ("alpha", "", "Enter a number above 0 and at most 1."),
        ("iterations", "0", "Must be from 1 to 1,000,000,000."),
        ("iterations", "", "Enter a whole number from 1 to 1,000,000,000."),
        ("draw_value", "1.01", "Must be from 0 to 1."),
    ],
)
def test_a_value_out_of_range_is_said_at_the_field_before_the_start(
    train: Open, setting: str, typed: str, sentence: str
) -> None:
    window = train()
    choose(window, "kind", "end")
    write(window, setting, typed)
    assert sentence in window.texts()
    assert sentence in window.screen.refusal
    assert not window.control("begin").enabled
    window.key("return")
    window.key("return")
    assert window.state["screen"] == "train_setup"
    assert requests(window, CreateRun) == []


def test_every_number_lies_below_the_others_and_says_what_it_may_be(train: Open) -> None:
    window = train()
    choose(window, "kind", "end")
    fields = [one for one in window.app.screen.controls if isinstance(one, ValueEntry)]
    assert len(fields) > 2
    assert len({field.rect[0] for field in fields}) == 1
    assert any("from 0 to 1" in words for words in window.texts())


FILES = SettingEntry(
    "menu", "wide", "the bets", choices=("wide", "/runs/mine.npz"), titles=("", "mine"), free=True
)


def test_a_file_is_chosen_from_what_lies_ready_or_typed(train: Open) -> None:
    form = (SettingEntry("iterations", 500, "hands in all", "hands", 1, 1_000), FILES)
    window = train(TrainingWorker(runs=[entry("filing", "filing", "holdem", form)]))
    assert "mine" in window.texts()
    assert "setting.menu.file" not in {control.name for control in window.app.controls()}
    choose(window, "setting.menu", "end")
    assert window.screen.refusal == "Bet sizes: Type the path of the file, or choose another option."
    write(window, "setting.menu.file".removeprefix("setting."), "/tmp/own.yaml")
    assert window.screen.refusal == ""
    window.begin()
    assert requests(window, CreateRun)[0].settings == {"iterations": 500, "menu": "/tmp/own.yaml"}


def test_what_lies_ready_is_started_with_by_its_file(train: Open) -> None:
    window = train(TrainingWorker(runs=[entry("filing", "filing", "holdem", (FILES,))]))
    choose(window, "setting.menu", "down")
    window.begin()
    assert requests(window, CreateRun)[0].settings == {"menu": "/runs/mine.npz"}


def test_a_mended_value_can_be_started(train: Open) -> None:
    window = train()
    choose(window, "kind", "end")
    write(window, "alpha", "7")
    assert window.screen.refusal
    write(window, "alpha", "0.2")
    assert window.screen.refusal == ""
    write(window, "iterations", "20,000")
    window.begin()
    settings = requests(window, CreateRun)[0].settings
    assert (settings["alpha"], settings["iterations"], settings["opponent"]) == (0.2, 20_000, "itself")


def test_what_the_worker_refuses_is_said_and_the_form_stays(train: Open) -> None:
    sentence = "The ante of classic Kuhn poker is 1: blinds are set for game=kuhn-half-street."
    window = train(TrainingWorker(refuse={CreateRun: sentence}))
    window.key("return")
    assert window.state["screen"] == "train_setup"
    assert sentence in " ".join(window.texts())
    assert window.app.models.training.at_work is None


def test_enter_that_comes_while_the_runs_are_listed_starts_the_run_once_they_are(
    train: Open,
) -> None:
    window = train()
    window.app.home()
    training = window.app.models.training
    training.listed, training.runs = False, ()
    window.app.go(TrainSetup(window.app))
    window.app.send(Key("return"))
    assert window.state["screen"] == "train_setup"
    window.settle()
    assert window.state["screen"] == "train_run"


def test_enter_starts_what_was_trained_last(train: Open) -> None:
    window = train()
    choose(window, "kind", "end")
    choose(window, "preset", "end")
    window.begin()
    window.keys("space", "escape", "t")
    assert (window.widget("kind").chosen, window.widget("preset").chosen) == (
        "value-learner",
        "value-learner-plain",
    )


# ---- stored runs ---------------------------------------------------------------------------------------------
def test_stored_runs_are_listed_with_what_they_are_doing(train: Open) -> None:
    window = train(TrainingWorker(stored=[stored(number=2), stored("kuhn-cfr", 1, 10_000, 10_000)]))
    words = window.texts()
    assert "paused at 160,000 of 400,000" in words
    assert "done, 10,000" in words
    choose(window, "stored", "down")
    assert not window.control("resume").enabled
    window.key("return")
    assert (window.state["screen"], window.screen.view.run.id) == ("train_run", "kuhn-cfr-1")


def test_a_paused_run_is_resumed_and_no_other_one_starts_beside_it(train: Open) -> None:
    window = train(TrainingWorker(stored=[stored(number=2), stored(number=1)]))
    window.click("resume")
    assert (window.screen.view.run.id, window.screen.view.phase) == ("value-learner-2", "working")
    window.click("page.new")
    assert window.app.models.training.at_work.run.id == "value-learner-2"
    assert "One run at a time" in window.screen.refusal
    assert not window.control("begin").enabled
    assert not window.control("forget").enabled
    choose(window, "stored", "end")
    assert not window.control("resume").enabled
    assert window.control("forget").enabled
    assert len(requests(window, Train)) == 1


def test_the_list_follows_the_run_at_work_without_making_its_buttons_anew(train: Open) -> None:
    window = train(TrainingWorker(stored=[stored(number=2)]))
    window.click("resume")
    window.click("page.new")
    button = window.app.screen.controls.find("open")
    window.train_to(200_000)
    assert "running, 50%" in window.texts()
    assert window.app.screen.controls.find("open") is button


def test_a_run_is_thrown_away_only_after_a_question(train: Open) -> None:
    window = train(TrainingWorker(stored=[stored(number=2), stored(number=1)]))
    window.click("forget")
    assert window.screen.title == "Delete Value learner 2?"
    window.key("return")
    assert window.screen.stored.ids == ["value-learner-2", "value-learner-1"]
    window.click("forget")
    window.click("forget")
    assert window.screen.stored.ids == ["value-learner-1"]


def test_what_was_set_aside_is_said(train: Open) -> None:
    window = train(TrainingWorker(warnings=("The run kuhn-cfr-1 was set aside.",)))
    assert "The run kuhn-cfr-1 was set aside." in window.texts()


def test_the_page_is_walked_by_keyboard_alone(train: Open) -> None:
    window = train(TrainingWorker(stored=[stored()]))
    walked = []
    for _ in range(14):
        walked.append(window.focus)
        window.key("tab")
    settings = [f"setting.{one.key}" for one in RUNS[0].form]
    assert walked[:10] == ["kind", "preset", *settings, "begin", "stored", "resume", "open"]


def test_a_chart_of_many_metrics_draws_them_all() -> None:
    measured = {f"part_{number}": float(number) for number in range(8)}
    background = ChartFrame(stored(), [(1, measured)], count_axis(10, log=False), "games")
    metrics = tuple(MetricEntry(key, "", "parts") for key in measured)
    assert len(panel(background, "parts", metrics).chart.series) == 8


def test_an_error_is_a_share_of_the_pot_and_the_level_to_come_to_is_named() -> None:
    curve = [(1, {"turn_error": 0.05}), (2, {"turn_error": 0.0352, "flop_error": 0.0348})]
    found = panel(
        ChartFrame(stored(), curve, count_axis(8, log=True), "passes"), "bucket error", ABSTRACTION_METRICS
    )
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
        kept.boxes(None, ChartFrame(stored(), [(1, measured)], axis, "games"), lambda metrics: "")
    assert (kept.titles, kept.stale) == (["Depth"], [])
