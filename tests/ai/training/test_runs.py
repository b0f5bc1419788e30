"""The runs of the catalogue: they learn, report, and resume with equal results, bit for bit."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.abstraction.build import AbstractionBuild, AbstractionKind, Steps
from ai.evaluation.strength import lines_of_both_seats
from ai.knowledge import log_store
from ai.storage import load_model, model_files, save_model
from ai.training import runs
from ai.training.config import settings_dict, with_settings
from ai.training.run import train
from ai.training.value_learner import ValueLearnerConfig, ValueLearnerRun
from game.archive.imported import ImportedLog
from game.core import BadInput, Progress, TrainingRun
from game.files.manifest import Manifest, write_manifest
from game.study.training import RunEntry
from tests.ai.algorithms.plain_learner import Fixed, PlainLearner
from tests.ai.knowledge.tables import write_log
from tests.ai.training.helpers import stand_in, steps_at_a_stroke, trained_until_killed

MAY_BE_UNKNOWN = {"response"}
"""Runs without a value: a response that has learnt too little does not win."""
SHORT = {"value-learner": 2_000, "kuhn-cfr": 60, "kuhn-half-street-cfr": 60}
"""Lengths that take a fraction of a second."""


def finish(run: TrainingRun, file: Path) -> list[Progress]:
    return list(train(run, file))


def same_arrays(first: Path, second: Path) -> bool:
    a, b = load_model(first).arrays, load_model(second).arrays
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


@pytest.mark.parametrize("name", SHORT)
def test_every_run_reports_to_its_end_and_leaves_a_model(name: str, tmp_path: Path) -> None:
    file = tmp_path / "new.npz"
    reports = finish(runs.start(name, iterations=SHORT[name]), file)
    assert reports[-1].done
    assert reports[-1].iteration == reports[-1].total == SHORT[name]
    assert reports[-1].metrics
    manifest = load_model(file).manifest
    assert manifest.iterations == SHORT[name]
    assert manifest.strength is not None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("value-learner", ()),
        ("kuhn-cfr", ()),
        ("kuhn-cfr", ("variant=cfr",)),
        ("kuhn-cfr", ("variant=pdcfr+",)),
        ("kuhn-cfr", ("variant=outcome-sampling",)),
        ("kuhn-half-street-cfr", ("variant=chance-sampled", "blinds=2", "seed=4")),
    ],
)
def test_a_run_resumed_ends_with_the_same_bits(name: str, words: tuple[str, ...], tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    length = SHORT[name]
    finish(runs.start(name, words, iterations=length), whole)
    finish(runs.start(name, words, iterations=length // 3), parts)
    finish(runs.resume(name, parts, iterations=length), parts)
    assert same_arrays(whole, parts)


def test_the_seed_decides_the_run(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.npz" for number in range(3)]
    for file, seed in zip(files, (1, 1, 2), strict=True):
        finish(runs.start("value-learner", iterations=300, seed=seed), file)
    assert same_arrays(files[0], files[1])
    assert not same_arrays(files[0], files[2])


def test_a_killed_run_resumes_from_its_checkpoint_to_the_same_bits(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.npz", tmp_path / "killed.npz"
    length = 1_000_000
    trained_until_killed(lambda: train(runs.start("value-learner", iterations=length), killed), seconds=0.1)
    finish(runs.resume("value-learner", killed, iterations=length), killed)
    finish(runs.start("value-learner", iterations=length), whole)
    assert same_arrays(whole, killed)


def test_a_resumed_run_keeps_its_length_unless_told(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    reports = train(runs.start("value-learner", iterations=50_000), file)
    next(reports)
    reports.close()
    assert next(train(runs.resume("value-learner", file), file)).total == 50_000


def test_a_run_cannot_end_before_it_has_come(tmp_path: Path) -> None:
    for name in ("value-learner", "kuhn-cfr"):
        file = tmp_path / f"{name}.npz"
        finish(runs.start(name, iterations=50), file)
        before = [part.read_bytes() for part in model_files(file)]
        with pytest.raises(BadInput, match=f"{name}.npz has already done 50 iterations, more than 20"):
            finish(runs.resume(name, file, iterations=20), file)
        assert [part.read_bytes() for part in model_files(file)] == before


@pytest.mark.parametrize(
    ("odd", "sentence"),
    [
        ({"iteration": np.array(-1)}, "it has done -1 iterations"),
        ({"strategy_sum": np.full((12, 2), -1.0)}, "a total of its strategy is below 0"),
        ({"strategy_sum": np.full((12, 2), np.inf)}, "something that is not a number"),
    ],
)
def test_a_checkpoint_with_impossible_numbers_is_refused(
    odd: dict[str, np.ndarray], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "a.npz"
    finish(runs.start("kuhn-cfr", iterations=5), file)
    model = load_model(file)
    save_model(file, model.manifest, dict(model.arrays) | odd)
    with pytest.raises(BadInput, match=sentence):
        runs.resume("kuhn-cfr", file)


def test_a_checkpoint_in_single_precision_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    finish(runs.start("kuhn-cfr", iterations=5), file)
    model = load_model(file)
    single = {
        name: array.astype(np.float32) for name, array in model.arrays.items() if array.dtype.kind == "f"
    }
    save_model(file, model.manifest, dict(model.arrays) | single | {"dice": np.ones(1, dtype=np.uint8)})
    finish(runs.resume("kuhn-cfr", file, iterations=20), file)
    resumed = load_model(file)
    assert resumed.array("iteration", (), "i") == 20
    assert resumed.arrays["regret"].dtype == np.float64


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    finish(runs.start("kuhn-cfr", iterations=5), file)
    with pytest.raises(BadInput, match=r"a\.npz is a checkpoint of kuhn-cfr, not of value-learner"):
        runs.resume("value-learner", file)


def test_a_checkpoint_of_another_variant_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    finish(runs.start("kuhn-cfr", ["variant=dcfr"], iterations=5), file)
    with pytest.raises(
        BadInput, match="with variant dcfr, and kuhn-cfr-vanilla has cfr: resume it as kuhn-cfr"
    ):
        runs.resume("kuhn-cfr-vanilla", file)
    assert runs.resume("kuhn-cfr", file).total == 5


def test_a_checkpoint_with_other_information_sets_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    finish(runs.start("kuhn-cfr", iterations=5), file)
    model = load_model(file)
    arrays = dict(model.arrays) | {"keys": np.array([f"X{n}" for n in range(12)])}
    save_model(file, model.manifest, arrays)
    with pytest.raises(BadInput, match="information sets differ"):
        runs.resume("kuhn-cfr", file)


def test_a_checkpoint_with_an_odd_setting_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    finish(runs.start("kuhn-cfr", iterations=5), file)
    model = load_model(file)
    save_model(file, replace(model.manifest, config={"colour": "red"}), model.arrays)
    with pytest.raises(BadInput, match=r"a\.npz has no setting 'colour': the settings are game, blinds"):
        runs.resume("kuhn-cfr", file)


def test_an_unknown_run_or_setting_lists_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"no run 'magic': the runs are value-learner, .*kuhn-cfr"):
        runs.start("magic")
    with pytest.raises(BadInput, match="the settings are iterations, alpha, alpha_halves_after, epsilon"):
        runs.start("value-learner", ["gamma=1"])
    with pytest.raises(BadInput, match="game must be a word out of kuhn-poker, kuhn-half-street"):
        runs.start("kuhn-cfr", ["game=chess"])


@pytest.mark.parametrize("name", runs.KINDS)
def test_every_setting_of_a_wrong_type_is_refused_with_what_it_must_be(name: str) -> None:
    for key in settings_dict(runs.KINDS[name].config()):
        with pytest.raises(BadInput, match=rf"^{name}: {key} must be a .*, not \[\]\.$"):
            with_settings(runs.KINDS[name].config(), {key: []}, name)


def test_classic_kuhn_has_an_ante_of_one() -> None:
    with pytest.raises(BadInput, match="ante of classic Kuhn poker is 1"):
        runs.start("kuhn-cfr", ["blinds=2"])


def test_a_preset_of_an_unknown_run_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text("run: magic\ngame: chess\ndescription: odd\nsettings: {}\n")
    monkeypatch.setattr(runs, "presets", lambda: list_presets(tmp_path))
    with pytest.raises(BadInput, match="The preset odd names the run 'magic'"):
        runs.entries()


def list_presets(folder: Path) -> object:
    from ai.training.config import presets

    return presets(folder)


def test_the_catalogue_shows_every_setting_with_its_default() -> None:
    by_name = {entry.name: entry for entry in runs.entries()}
    assert by_name["value-learner"].settings["draw_value"] == 0.5
    assert by_name["value-learner-plain"].settings["draw_value"] == 0.0
    assert by_name["kuhn-half-street-cfr"].settings["game"] == "kuhn-half-street"
    assert by_name["kuhn-cfr"].game == "kuhn-poker"


def test_every_run_says_what_it_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)
    monkeypatch.setattr(AbstractionBuild, "steps", quicker(AbstractionBuild.steps))
    log = write_log(tmp_path / "evening.log")
    least = {"logs": str(log), "stack": "5", "flop": "3", "turn": "4", "river": "5"}
    for entry in runs.entries():
        words = [f"{name}={least[name]}" for name in least.keys() & entry.settings.keys()]
        run = runs.start(entry.name, words, iterations=10)
        reports = finish(run, tmp_path / f"{entry.name}.npz")
        keys = {key for metric in entry.metrics for key in (metric.key, metric.interval) if key}
        assert all(set(report.metrics) <= keys for report in reports)
        assert set(reports[-1].metrics) | MAY_BE_UNKNOWN >= keys
        assert all(isinstance(value, int | float) for value in reports[-1].metrics.values())


def quicker(steps: Callable[[AbstractionBuild], Steps]) -> Callable[[AbstractionBuild], Steps]:
    """Return `steps` without the slow computation for distribution-aware abstractions.

    Other abstractions are computed in full.
    """
    return lambda making: (steps_at_a_stroke if making.plan.kind is AbstractionKind.DISTRIBUTION else steps)(
        making
    )


def test_logs_that_lie_ready_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    before = {entry.key: entry for entry in _find_entry("holdem-network").form}["logs"]
    assert (before.default, before.choices) == ("", ())
    *_, imported = log_store.import_logs(tmp_path, [write_log(tmp_path / "evening.log")])
    assert isinstance(imported, ImportedLog)
    offered = {entry.key: entry for entry in _find_entry("holdem-network").form}["logs"]
    assert (offered.default, offered.choices, offered.titles) == (
        imported.id,
        (imported.id,),
        ("evening.log",),
    )


def test_menus_and_finished_buckets_are_offered_and_the_presets_own_stay_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    settings = {"flop": 3, "turn": 4, "river": 5, "iterations": 8}
    buckets = Manifest("holdem", "abstraction", "abstraction", config=settings, iterations=8)
    own, run = tmp_path / "agents" / "holdem", tmp_path / "runs" / "holdem-abstraction-ehs-2"
    aside = run.with_name(f"{run.name}.broken-1")
    for file, iterations in ((own / "mine", 8), (run / "half", 4), (run / "whole", 8), (aside / "whole", 8)):
        write_manifest(file.with_suffix(".yaml"), replace(buckets, iterations=iterations))
        file.with_suffix(".npz").touch()
    write_manifest(own / "lost.yaml", replace(buckets, iterations=8))
    write_manifest(own / "agent.yaml", Manifest("holdem", "blueprint", "learned", iterations=8))
    (own / "broken.yaml").write_text("[")
    form = {entry.key: entry for entry in _find_entry("holdem-blueprint").form}
    assert (form["menu"].choices, form["menu"].default, form["menu"].free) == (
        ("deep", "half-pot", "wide"),
        "deep",
        True,
    )
    offered = form["abstraction"]
    assert offered.choices == ("shipped", str(own / "mine.npz"), str(run / "whole.npz"))
    assert offered.titles == ("", "mine: 3/4/5", "runs/holdem-abstraction-ehs-2: 3/4/5")
    assert offered.default == "shipped"


def _find_entry(name: str) -> RunEntry:
    return next(entry for entry in runs.entries() if entry.name == name)


def test_presets_of_a_blueprint_stand_in_the_order_of_their_stacks() -> None:
    stacks = [entry.settings["stack"] for entry in runs.entries() if entry.run == "holdem-blueprint"]
    assert stacks == [20, 50, 100, 200]


def test_presets_of_one_run_share_its_form_and_its_curves() -> None:
    learners = [entry for entry in runs.entries() if entry.run == "value-learner"]
    assert len(learners) > 1
    assert len({tuple(field.key for field in entry.form) for entry in learners}) == 1
    assert len({entry.metrics for entry in learners}) == 1


def test_a_form_leaves_out_what_the_preset_decides() -> None:
    forms = {entry.name: [field.key for field in entry.form] for entry in runs.entries()}
    assert forms["kuhn-cfr"] == ["variant", "iterations", "seed"]
    assert forms["kuhn-half-street-cfr"] == ["blinds", "variant", "iterations", "seed"]


@pytest.mark.parametrize("opponent", ["random", "perfect", "earlier"])
def test_a_learner_of_a_fixed_opponent_resumes_to_the_same_bits(opponent: str, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    words = (f"opponent={opponent}", "epsilon_halves_after=100", "mirror_images=together")
    finish(runs.start("value-learner", words, iterations=3_001), whole)
    finish(runs.start("value-learner", words, iterations=701), parts)
    finish(runs.resume("value-learner", parts, iterations=3_001), parts)
    assert same_arrays(whole, parts)


def finish_learner(run: ValueLearnerRun) -> Progress:
    *_, last = run.reports()
    return last


def started(name: str, *words: str, seed: int = 0) -> ValueLearnerRun:
    run = runs.start(name, words, seed=seed)
    assert isinstance(run, ValueLearnerRun)
    return run


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
def test_the_earlier_stage_is_that_of_the_last_power_of_ten() -> None:
    plain, seed = PlainLearner(3), 3
    plain.fixed = earlier(plain)
    for games in (1, 9, 15):
        plain.play(games)
        plain.fixed = earlier(plain)
    run = ValueLearnerRun(
        ValueLearnerConfig(iterations=25, alpha_halves_after=0, opponent="earlier", seed=seed)
    )
    finish_learner(run)
    numbers = run.boards.numbers
    for player, values in enumerate(plain.values):
        assert (run._arrays()["values"][player, numbers] == values[numbers]).all()


def earlier(plain: PlainLearner) -> Fixed:
    first, second = (values.copy() for values in plain.values)
    return Fixed((first, second), plain.epsilon)


@pytest.mark.parametrize("seed", range(5))
def test_the_quick_preset_ends_with_a_player_that_nothing_beats(seed: int) -> None:
    metrics = finish_learner(started("value-learner-quick", seed=seed)).metrics
    assert metrics["lost_lines_x"] == metrics["lost_lines_o"] == 0


@pytest.mark.parametrize("seed", range(20))
def test_every_seed_of_the_champions_preset_ends_with_a_player_that_nothing_beats(seed: int) -> None:
    run = started("value-learner", seed=seed)
    metrics = finish_learner(run).metrics
    assert metrics["lost_lines_x"] == metrics["lost_lines_o"] == metrics["perfect_loss"] == 0
    as_x, as_o = lines_of_both_seats(run.agent("champion"))
    assert (as_x.lost, as_o.lost) == (0, 0)


def test_where_a_draw_is_worth_nothing_the_audit_shows_that_it_is_not_held() -> None:
    """If draws are worth nothing, the audit finds lines that beat the agent as O.

    Such lines remain even after a million training games. If draws are worth 0.5, no line beats the agent.
    """
    run = started("value-learner", "draw_value=0")
    lost = finish_learner(run).metrics["lost_lines_o"]
    _, as_o = lines_of_both_seats(run.agent("plain"))
    assert as_o.lost == lost > 0
    assert as_o.first_lost is not None


def test_who_learns_from_perfect_play_loses_little_to_it() -> None:
    run = started("value-learner", "opponent=perfect", "iterations=50000")
    assert finish_learner(run).metrics["perfect_loss"] < 0.05


def test_shares_add_up() -> None:
    metrics = finish_learner(started("value-learner", "iterations=300")).metrics
    for opponent in ("random", "perfect"):
        assert sum(metrics[f"{opponent}_{result}"] for result in ("win", "draw", "loss")) == pytest.approx(1)
    assert metrics["perfect_win"] == 0


def test_mirror_images_end_with_one_value() -> None:
    run = started("value-learner", "mirror_images=together", "iterations=500")
    finish_learner(run)
    values = run._arrays()["values"]
    corners = [3**cell for cell in (0, 2, 6, 8)]
    assert len(set(values[0, corners].tolist())) == 1


def test_a_checkpoint_without_its_earlier_stage_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    run = started("value-learner", "opponent=earlier", "iterations=20")
    finish_learner(run)
    run.save(file)
    model = load_model(file)
    save_model(
        file, model.manifest, {name: array for name, array in model.arrays.items() if name != "earlier"}
    )
    with pytest.raises(BadInput, match=r"a\.npz has no 'earlier'"):
        runs.resume("value-learner", file)
