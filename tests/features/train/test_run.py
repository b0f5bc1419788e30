"""The page of an active training run: progress, curves, pause, checkpoints, the end of the run, and closing."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.agent_entries import AgentEntry
from game.features.lab import AskLearntValues, ListAbstractions, LookUpBucket
from game.features.train import charts as train_charts
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.request import Refusal
from game.study.abstraction import POTENTIAL
from game.study.saves import Saves
from game.study.training import CreateRun, HoldCheckpoint, KeepCheckpoints, ListRuns, Train, run_title
from game.window.ui.input import Key
from tests.window.driver import Kind, windows
from tests.window.runs import (
    BLUEPRINT_METRICS,
    BUCKETS,
    OWN_BUCKETS,
    RUNS,
    STRATEGIST,
    Training,
    TrainingWorker,
    run_metrics,
    show_run,
    stored,
)

Open = Callable[..., Training]


@pytest.fixture
def train(user_folder: Path) -> Iterator[Open]:
    def opened(*runs: Any, worker: TrainingWorker | None = None, **more: Any) -> Training:
        return Training(user_folder, worker or TrainingWorker(stored=list(runs)), **more)

    yield from windows(opened)


@pytest.fixture
def learner(train: Open) -> Training:
    """Return a window with an active learner at 260,000 of 400,000 games."""
    window = train(stored(number=1, iteration=160_000))
    window.click("resume")
    window.train_to(200_000, 0.5)
    window.train_to(260_000, 1.5)
    return window


def kinds(window: Training) -> list[Kind]:
    return [type(request) for request in window.trainer.asked]


# ---- the bar and the curves ----------------------------------------------------------------------------------
def test_the_bar_says_how_far_how_fast_how_long_and_what_is_saved(learner: Training) -> None:
    words = learner.texts()
    assert "Value learner 1. Tic-tac-toe, seed 0." in words
    for wanted in (
        "65%",
        "260,000 of 400,000 games",
        "60k games a second",
        "about 1 s left",
        "saved at 260,000",
    ):
        assert wanted in words


def test_time_left_is_being_measured_at_first(train: Open) -> None:
    window = train(stored())
    window.click("resume")
    assert "estimating time left" in window.texts()
    assert "measuring speed" in window.texts()
    assert "saved at 160,000" in window.texts()


def test_what_takes_long_before_the_first_iteration_is_said_and_then_the_pace(train: Open) -> None:
    window = train(stored(iteration=0))
    window.click("resume")
    for seconds in (1.0, 20.0, 40.0):
        window.train_to(0, seconds, metrics={}, doing="dealing")
    assert "dealing every hand to the river" in window.texts()
    window.train_to(80, 48.0)
    window.train_to(80, 48.1)
    assert "10 games a second" in window.texts()


def test_every_measurement_has_its_chart_and_the_last_value_stands_at_its_curve(learner: Training) -> None:
    assert learner.screen.charts.titles == [
        "Against random play",
        "Against perfect play",
        "Lines of play that beat it",
        "Value of the game",
    ]
    words = learner.texts()
    assert {"won 94%", "lost 0%", "as X 0"} <= set(words)
    assert len(learner.screen.view.curve) == len(stored().curve) + 2


def test_a_report_without_a_new_measurement_adds_no_point(learner: Training) -> None:
    before = len(learner.screen.view.curve)
    learner.train_to(270_000, 1.6, metrics=run_metrics(260_000))
    assert (len(learner.screen.view.curve), learner.screen.view.iteration) == (before, 270_000)


def test_kuhn_shows_exploitability_the_exact_value_and_its_play(train: Open) -> None:
    window = train(stored("kuhn-cfr", 1, 1_000, 10_000))
    window.click("open")
    words = window.texts()
    assert {"Exploitability", "log axis", "exact −0.0556", "Its strategy now", "After a check", "33%"} <= set(
        words
    )
    assert [word for word in words if word.startswith("gives up")] == [
        "gives up 0.0012 a hand",
        "gives up 0.0075 a hand",
    ]


def test_l_turns_the_axis_of_iterations(learner: Training) -> None:
    assert "100k" not in learner.texts() or "300k" not in learner.texts()
    learner.key("l")
    assert {"100k", "300k"} <= set(learner.texts())


def test_charts_are_drawn_anew_at_most_ten_times_a_second(
    learner: Training, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    panel = train_charts.panel

    def counted(*args: Any) -> Any:
        made.append(1)
        return panel(*args)

    monkeypatch.setattr(train_charts, "panel", counted)
    for frame in range(120):
        learner.trainer.train_to(260_001 + frame, 1.5 + frame / 60)
        before = len(made)
        learner.app.step([], 1 / 60)
        assert len(made) - before <= 1  # a frame must not wait for all charts
    assert 4 < len(made) <= 4 * 21


# ---- pause, resume, end --------------------------------------------------------------------------------------
def test_a_run_paused_before_its_first_game_shows_the_same_and_goes_on_with_its_charts(train: Open) -> None:
    window = train().begin()
    window.train_to(0, doing="getting ready")
    before = len(window.screen.view.curve), window.screen.charts.titles
    window.key("space")
    assert window.screen.view.phase == "paused"
    assert (len(window.screen.view.curve), window.screen.charts.titles) == before
    window.key("space")
    window.train_to(0, doing="getting ready")
    window.train_to(1)
    window.train_to(10)
    assert (len(window.screen.view.curve), window.screen.charts.titles) == (2, before[1])


def test_space_pauses_and_goes_on(learner: Training) -> None:
    learner.key("space")
    assert learner.screen.view.phase == "paused"
    assert learner.trainer.training is None
    assert "paused" in learner.texts()
    learner.key("space")
    assert learner.screen.view.phase == "working"
    assert learner.trainer.all_asked(Train) == 2 * [Train("value-learner-1")]


def test_a_pause_is_told_when_the_run_is_saved(learner: Training, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(learner.app, "tell", told.append)
    learner.trainer.slow = True
    learner.key("space")
    assert told == []
    learner.trainer.slow = False
    learner.app.models.training.pause()
    learner.settle()
    assert told == [f"Value learner 1, paused, {learner.screen.view.progress_text}."]


def test_a_chart_is_read_point_by_point(learner: Training) -> None:
    [first, *_] = [one for one in learner.app.controls() if one.name.startswith("chart-")]
    points = learner.app.screen.controls.find(first.name).points
    learner.app.screen.controls.focus(first.name)
    assert first.role == "chart"
    latest = learner.control(first.name).value
    learner.key("left")
    before = learner.control(first.name).value
    learner.key("home")
    learner.texts()
    start = learner.control(first.name).value
    assert len({latest, before, start}) == min(3, len(points))
    learner.key("end")
    assert learner.control(first.name).value == latest


def test_while_it_saves_the_button_says_so(learner: Training) -> None:
    learner.trainer.slow = True
    learner.key("space")
    assert learner.screen.view.phase == "pausing"
    assert learner.control("run").label == "Saving"
    assert not learner.control("run").enabled
    learner.trainer.slow = False
    learner.app.models.training.pause()


def test_a_run_that_is_done_says_so_and_leads_to_the_next(learner: Training) -> None:
    learner.trainer.train_to(400_000, 3.0)
    learner.app.step([], 0.01)
    assert learner.state["notice"] == "Value learner 1 is done: 400,000."
    learner.settle()
    assert learner.screen.view.phase == "done"
    assert "100%" in learner.texts()
    learner.key("space")
    assert learner.state["screen"] == "train_setup"


def test_the_death_of_the_worker_is_a_sentence_and_the_run_goes_on_from_its_checkpoint(
    learner: Training,
) -> None:
    learner.trainer.die()
    learner.settle()
    assert learner.screen.view.phase == "lost"
    assert "can continue from the last checkpoint" in learner.screen.view.trouble
    assert learner.control("run").label == "Continue"
    learner.click("run")
    assert (learner.screen.view.phase, learner.screen.view.trouble) == ("working", "")


def test_a_full_disk_is_a_sentence(learner: Training) -> None:
    assert learner.trainer.training is not None
    ticket, _ = learner.trainer.training
    sentence = "The disk is full: nothing was written, and what was there stays."
    learner.trainer.hand_in(ticket, Refusal(sentence))
    learner.trainer.training = None
    learner.settle()
    assert learner.screen.view.trouble == sentence
    assert any("The disk is full" in words for words in learner.texts())


# ---- a run that measures no checkpoint ----------------------------------------------------------------------
def test_it_is_named_in_words_and_its_checkpoints_claim_no_strength(train: Open) -> None:
    run = stored("holdem-blueprint", 1, 40_000_000, 100_000_000, id="holdem-blueprint-20-1")
    window = train(run)
    show_run(window.app, run)
    window.settle()
    words = " ".join(window.texts())
    assert "Strategist, 20 big blinds, run 1. Hold'em, seed 0." in words
    assert "not measured" not in words
    for expected in ("Lost to a trained best response", "mbb a hand", "share of hands", "Ace", "Offsuit"):
        assert expected in words
    window.key("c")
    asked = " ".join(window.texts())
    assert "Delete Strategist, 20 big blinds, run 1?" in asked
    assert "Its latest checkpoint is at 40,000,000." in asked
    assert "strongest" not in asked


@pytest.mark.parametrize("size", [(1280, 720), (900, 560), (480, 800)])
def test_what_a_curve_means_is_said_in_full_at_every_size(train: Open, size: tuple[int, int]) -> None:
    run = stored("holdem-blueprint", 1, 40_000_000, 100_000_000)
    window = train(run, size=size)
    show_run(window.app, run)
    window.settle()
    words = " ".join(window.texts())
    for metric in BLUEPRINT_METRICS:
        assert metric.help in words


def test_how_it_opens_is_told_for_every_higher_card(train: Open) -> None:
    run = stored("holdem-blueprint", 1, 40_000_000, 100_000_000)
    window = train(run, size=(900, 560))
    show_run(window.app, run)
    window.settle()
    rows = ["Higher card", "Ace", "King", "Queen", "Jack, ten", "Nine to seven", "Six to two"]
    assert [words for words in window.texts() if words in rows] == rows


def test_another_run_begins_with_the_preset_and_the_settings_of_the_one_that_is_done(train: Open) -> None:
    run = stored("kuhn-half-street-cfr", 1, 10_000, 10_000, game="kuhn-half-street")
    run = replace(run, settings={**run.settings, "seed": 7})
    window = train(run)
    window.click("open")
    window.key("space")
    window.begin()
    [begun] = window.trainer.all_asked(CreateRun)
    assert begun.run == "kuhn-half-street-cfr"
    assert (begun.settings["seed"], begun.settings["iterations"]) == (7, 10_000)


def test_what_was_never_measured_in_a_run_that_is_done_is_not_waited_for(train: Open) -> None:
    run = stored("holdem-blueprint", 1, 10, 10, curve=())
    window = train(run)
    show_run(window.app, run)
    window.settle()
    assert "Not measured in this run." in window.texts()
    assert "Not measured yet." not in window.texts()


# ---- a run that makes what agents are trained with -----------------------------------------------------------
def buckets(train: Open, iteration: int, kind: str = POTENTIAL) -> Training:
    run = stored(BUCKETS.name, 1, iteration, 8, settings={**BUCKETS.settings, "kind": kind})
    window = train(worker=TrainingWorker(runs=[*RUNS, STRATEGIST, BUCKETS], stored=[run]))
    window.click("open")
    return window


def test_buckets_that_are_done_lead_to_a_strategist_trained_with_them(train: Open) -> None:
    window = buckets(train, 8)
    assert not any("Play against it" in words or "Enter plays" in words for words in window.texts())
    assert {"3.52%", "3.48%"} <= {words.rpartition(" ")[2] for words in window.texts()}
    window.click("learn_with")
    assert (window.state["screen"], window.widget("kind").chosen) == ("train_setup", STRATEGIST.name)
    window.begin()
    [begun] = window.trainer.all_asked(CreateRun)
    assert begun.settings["abstraction"] == OWN_BUCKETS


def test_buckets_that_are_done_are_looked_at_in_the_lab(train: Open) -> None:
    window = buckets(train, 8)
    window.trainer.refuse = dict.fromkeys((ListAbstractions, LookUpBucket), "Not now.")
    window.key("v")
    assert (window.state["screen"], window.screen.model.abstraction) == ("abstraction", OWN_BUCKETS)
    window.key("escape")
    assert window.state["screen"] == "train_run"


def test_buckets_without_histograms_are_not(train: Open) -> None:
    window = buckets(train, 8, kind="ehs")
    window.key("v")
    assert window.state["screen"] == "train_run"
    assert "values" not in {control.name for control in window.app.controls()}


def test_buckets_are_kept_in_words_of_their_own(train: Open) -> None:
    window = buckets(train, 8)
    window.key("k")
    asked = " ".join(window.texts())
    assert "It does not play by itself" in asked
    assert "joins the opponents" not in asked
    before = kinds(window).count(ListRuns)
    window.app.send(Key("return", ""))
    window.app.step([], 0.01)
    window.app.step([], 0.01)
    assert window.state["notice"] == "holdem-abstraction-1 is kept. You can train a Strategist with it."
    assert kinds(window).count(ListRuns) == before + 1


def test_buckets_that_are_not_done_are_neither_kept_nor_learnt_with(train: Open) -> None:
    window = buckets(train, 4)
    assert not window.control("learn_with").enabled
    assert not window.control("keep").enabled
    assert not window.control("values").enabled
    window.keys("k", "v", "return")
    assert window.state["screen"] == "train_run"
    window.key("c")
    assert "keep" not in {control.name for control in window.app.controls()}


def test_a_measurement_that_is_still_to_come_says_when(train: Open) -> None:
    run = stored("holdem-blueprint", 1, 0, 100_000_000)
    window = train(run)
    show_run(window.app, run)
    window.settle()
    assert any("Continue the run to measure it." in word for word in window.texts())
    window.app.models.training.resume(run)
    ahead = {"gain": 32_768, "regret": 32_768, "response": 65_536}
    window.train_to(20_000, 2.0, metrics={}, next_measured=ahead)
    said = " ".join(window.texts())
    assert (said.count("32,768 deals"), said.count("65,536 deals")) == (2, 1), said


def test_where_nothing_was_measured_no_scale_is_drawn(train: Open) -> None:
    run = stored("holdem-blueprint", 1, 0, 100_000_000)
    window = train(run)
    show_run(window.app, run)
    window.settle()
    assert sum(word.startswith("Not measured yet.") for word in window.texts()) == 3
    assert "0.2" not in window.texts()


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("holdem-blueprint", "Strategist"),
        ("holdem-blueprint-200", "Strategist, 200 big blinds"),
        ("value-learner-plain", "Plain value learner"),
        ("kuhn-cfr-sampled", "Regret minimiser, classic, sampled deals"),
        ("my-own-run", "My own run"),
    ],
)
def test_a_run_is_told_by_its_kind_and_its_preset(name: str, title: str) -> None:
    assert run_title(name) == title


# ---- cancel --------------------------------------------------------------------------------------------------
def test_cancel_asks_and_the_harmless_answer_lets_it_run(learner: Training) -> None:
    done = learner.screen.view.iteration
    learner.key("c")
    assert learner.screen.title == "Stop Value learner 1?"
    words = " ".join(learner.texts())
    assert "strongest checkpoint is at 260,000" in words
    assert f"It has done {done:,} games so far and keeps running until you choose." in words
    learner.key("return")
    assert learner.screen.view.phase == "working"


def test_button_hint_and_question_call_the_end_of_a_run_alike(learner: Training) -> None:
    assert {"Stop", "stop", "leave it running"} <= set(learner.texts())
    learner.key("c")
    assert learner.screen.title == "Stop Value learner 1?"
    learner.keys("escape", "space")
    learner.settle()
    assert {"Delete", "delete", "back"} <= set(learner.texts())
    learner.key("c")
    assert learner.screen.title == "Delete Value learner 1?"


def test_thrown_away_it_stops_and_is_gone(learner: Training) -> None:
    learner.key("c")
    learner.click("forget")
    assert (learner.state["screen"], learner.screen.stored.ids) == ("train_setup", [])
    assert learner.app.models.training.at_work is None


def test_what_there_is_is_kept_and_the_rest_thrown_away(learner: Training) -> None:
    learner.key("c")
    learner.click("keep")
    assert (learner.state["screen"], learner.widget("name").value) == ("keep", "value-learner-1")
    learner.key("return")
    assert learner.trainer.kept[0].iteration == 260_000
    assert (learner.state["screen"], learner.screen.stored.ids) == ("train_setup", [])


def test_if_the_name_is_not_given_the_run_stays_paused(learner: Training) -> None:
    learner.key("c")
    learner.click("keep")
    learner.click("stay")
    assert (learner.state["screen"], learner.screen.view.phase) == ("train_run", "paused")
    assert len(learner.trainer.stored) == 1


def test_leaving_the_program_says_what_becomes_of_the_run(learner: Training) -> None:
    while learner.state["screen"] != "menu":
        learner.key("escape")
    learner.key("escape")
    said = " ".join(learner.texts())
    assert "Value learner 1 pauses at about 260,000. Resume it any time." in said


# ---- keep ----------------------------------------------------------------------------------------------------
def test_a_kept_agent_is_in_the_gallery_at_once(learner: Training) -> None:
    learner.joined.append(AgentEntry("anna", "tic-tac-toe", "learned", "Trained here."))
    learner.key("k")
    learner.type("anna")
    learner.key("return")
    assert learner.state["screen"] == "train_run"
    assert learner.trainer.kept == [KeepCheckpoints("value-learner-1", "tic-tac-toe", "anna", 260_000)]
    assert "anna" in [entry.name for entry in learner.app.agents]


def test_a_name_that_is_taken_is_said_and_can_be_mended(learner: Training) -> None:
    learner.trainer.refuse[KeepCheckpoints] = "An agent called anna already exists: choose another name."
    learner.key("k")
    learner.type("anna")
    learner.key("return")
    assert (learner.state["screen"], learner.widget("name").problem) == (
        "keep",
        learner.trainer.refuse.pop(KeepCheckpoints),
    )
    learner.key("end")
    learner.type("2")
    assert learner.widget("name").problem == ""
    learner.key("return")
    assert learner.trainer.kept[0].name == "anna2"


def test_a_name_of_other_letters_is_said_before_it_is_kept(learner: Training) -> None:
    learner.key("k")
    learner.type("My Ada")
    assert any("It will be called my-ada" in words for words in learner.texts())
    learner.key("return")
    assert learner.trainer.kept[0].name == "my-ada"


def test_a_name_without_a_letter_is_refused_before_it_is_asked_for(learner: Training) -> None:
    learner.key("k")
    for _ in range(30):
        learner.key("backspace")
    learner.key("return")
    assert learner.widget("name").problem == "Use lowercase letters, digits and hyphens."
    assert learner.trainer.kept == []
    learner.key("escape")
    assert learner.state["screen"] == "train_run"


def test_the_run_waits_while_a_name_is_typed_and_exactly_the_named_checkpoint_is_kept(
    learner: Training,
) -> None:
    learner.key("k")
    assert learner.trainer.training is None
    assert any("after 260,000 games" in words for words in learner.texts())
    assert "is paused meanwhile" in " ".join(learner.texts())
    learner.key("return")
    assert learner.trainer.kept[0].iteration == 260_000
    assert (learner.state["screen"], learner.screen.view.phase) == ("train_run", "working")


def test_a_run_that_waited_for_a_name_goes_on_when_none_is_given(learner: Training) -> None:
    learner.key("k")
    learner.key("escape")
    assert (learner.screen.view.phase, learner.trainer.kept) == ("working", [])


def test_a_run_that_is_still_being_saved_when_the_question_is_left_goes_on(learner: Training) -> None:
    learner.trainer.slow = True
    learner.key("k")
    learner.key("escape")
    assert learner.screen.view.phase == "pausing"
    learner.trainer.slow = False
    learner.app.worker.cancel(learner.app.models.training.at_work.ticket)  # type: ignore[union-attr]
    learner.settle()
    assert learner.screen.view.phase == "working"


# ---- checkpoints ---------------------------------------------------------------------------------------------
def test_v_shows_what_the_run_has_learnt_and_it_goes_on(learner: Training) -> None:
    learner.trainer.refuse = {AskLearntValues: "Not now."}
    learner.key("v")
    assert (learner.state["screen"], learner.screen.model.source.key) == ("value_explorer", "value-learner-1")
    assert (learner.screen.model.is_live, learner.screen.model.total) == (True, 260_000)
    learner.key("escape")
    assert (learner.state["screen"], learner.screen.view.phase) == ("train_run", "working")


def test_a_run_of_kuhn_leads_to_no_squares(train: Open) -> None:
    window = train(stored("kuhn-cfr", 1, 1_000, 10_000))
    window.click("open")
    window.key("v")
    assert window.state["screen"] == "train_run"
    assert "values" not in {control.name for control in window.app.controls()}


def test_enter_plays_the_chosen_checkpoint_and_the_run_goes_on(learner: Training) -> None:
    learner.app.screen.controls.focus("checkpoints")
    learner.key("end")
    assert learner.widget("checkpoints").chosen == "100"
    learner.key("return")
    assert learner.state["screen"] == "play-tic-tac-toe"
    seats = learner.app.screen.session.spec.seats  # type: ignore[attr-defined]
    assert seats == ("you", "value-learner-1@100")
    assert "Value learner 1" in learner.texts()
    assert not any("@" in words for words in learner.texts())
    learner.train_to(300_000, 2.0)
    learner.key("escape")
    assert (learner.state["screen"], learner.screen.view.iteration) == ("train_run", 300_000)


def test_a_checkpoint_that_has_gone_is_said(learner: Training, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(learner.app, "say", said.append)
    learner.trainer.refuse[HoldCheckpoint] = "The run has no checkpoint at 100 any more."
    learner.click("play")
    assert learner.state["screen"] == "train_run"
    assert said == ["The run has no checkpoint at 100 any more."]


@pytest.mark.parametrize("stack", [20, 30])
def test_a_checkpoint_is_played_at_the_stacks_of_its_run(train: Open, stack: int) -> None:
    window = train(stored("holdem-blueprint", settings={"iterations": 400_000, "stack": stack}))
    window.click("open")
    window.click("play")
    assert window.state["screen"] == "play-holdem"
    assert window.app.screen.session.spec.stacks == (100 * stack, 100 * stack)  # type: ignore[attr-defined]


def test_a_game_that_was_left_stays_open_beside_that_against_a_checkpoint(
    user_folder: Path, train: Open
) -> None:
    session = Session(TableSpec("tic-tac-toe", ("you", "champion"), seed=1))
    session.act(4)
    Saves(user_folder).keep(session)
    window = train(stored())
    window.click("open")
    window.click("play")
    assert window.state["screen"] == "play-tic-tac-toe"
    assert session.spec in [one.session.spec for one in Saves(user_folder).open_tables()]


def test_the_choice_follows_the_latest_checkpoint_unless_another_is_chosen(learner: Training) -> None:
    assert learner.widget("checkpoints").chosen == "260000"
    learner.train_to(300_000, 2.0)
    assert learner.widget("checkpoints").chosen == "300000"
    learner.app.screen.controls.focus("checkpoints")
    learner.keys("end", "up")
    learner.train_to(310_000, 2.1)
    assert learner.widget("checkpoints").chosen == "1000"


def test_every_row_is_reached_where_not_all_of_them_show(train: Open) -> None:
    window = train(stored(), size=(900, 560))
    window.click("open")
    window.app.screen.controls.focus("checkpoints")
    seen = set()
    for _ in range(5):
        seen |= {
            words for words in window.texts() if words in ("160,000", "100,000", "10,000", "1,000", "100")
        }
        window.key("down")
    assert len(seen) == 5
    x, y = window.middle("checkpoints")
    window.wheel(x, y, 3)
    assert "160,000" in window.texts()


# ---- after the page is closed --------------------------------------------------------------------------------
def test_leaving_stops_nothing_and_the_menu_shows_how_far_it_is(learner: Training) -> None:
    learner.key("escape")
    assert learner.state["screen"] == "menu"
    assert learner.control("train").value == "65%"
    learner.train_to(300_000, 2.0)
    assert learner.control("train").value == "75%"
    learner.key("t")
    assert (learner.state["screen"], learner.screen.view.phase) == ("train_run", "working")


def test_when_nothing_is_at_work_the_menu_shows_no_badge(learner: Training) -> None:
    learner.keys("space", "escape")
    assert learner.control("train").value == ""


def test_the_program_that_ends_waits_for_the_checkpoint(learner: Training) -> None:
    learner.app.models.background.close()
    assert learner.trainer.training is None


def test_a_run_that_was_thrown_away_is_gone_however_soon_the_program_ends(learner: Training) -> None:
    learner.trainer.slow = True
    learner.app.models.training.forget("value-learner-1")
    learner.trainer.slow = False
    learner.app.models.background.close()
    assert learner.trainer.stored == []


def test_on_the_next_start_the_run_is_listed_as_paused(learner: Training, train: Open) -> None:
    window = train(worker=TrainingWorker(stored=learner.trainer.stored))
    assert "paused at 260,000 of 400,000" in window.texts()
