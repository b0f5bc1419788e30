"""Stored runs are created, continued, stopped, kept and deleted, and damaged runs are moved aside."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

from ai import catalog
from ai.steps import run_to_end
from ai.storage import load_model, save_model
from ai.training import runs, store
from ai.training.config import MAX_ITERATIONS
from ai.training.run import train
from game.core import BadInput
from game.files.manifest import Manifest
from game.study.training import StoredRun
from tests.full_disk import STEPS, fill_disk, refuse_access


def trained(run: StoredRun, to: int | None = None) -> StoredRun:
    """Train a stored run to its end, or stop it at the first report from iteration `to` on."""
    reports = store.continue_run(run.id)
    for report in reports:
        if to is not None and report.iteration >= to:
            reports.close()
            break
    return find_stored(run.id)


def find_stored(run_id: str) -> StoredRun:
    return next(run for run in run_to_end(store.stored_runs()).runs if run.id == run_id)


def kuhn(iterations: int = 300) -> StoredRun:
    return store.create_run("kuhn-cfr", {"iterations": iterations})


def test_a_fresh_run_is_stored_before_any_work() -> None:
    run = store.create_run("value-learner", {"iterations": 500, "alpha": 0.2})
    assert (run.id, run.run, run.game, run.iteration, run.total) == (
        "value-learner-1",
        "value-learner",
        "tic-tac-toe",
        0,
        500,
    )
    assert run.settings["alpha"] == 0.2
    assert not run.done
    assert run_to_end(store.stored_runs()).runs == (run,)


def test_runs_of_one_name_are_numbered() -> None:
    assert [kuhn().id, kuhn().id] == ["kuhn-cfr-1", "kuhn-cfr-2"]


def test_a_setting_that_cannot_be_leaves_no_run() -> None:
    with pytest.raises(BadInput, match="alpha must be a number above 0 to 1"):
        store.create_run("value-learner", {"alpha": 7.0})
    assert run_to_end(store.stored_runs()).runs == ()


def test_a_run_is_not_called_as_a_preset_that_is_for_something_else() -> None:
    names = [store.create_run("holdem-blueprint-20", {"stack": stack}).id for stack in (20, 10)]
    assert names == ["holdem-blueprint-20-1", "holdem-blueprint-1"]
    assert [run.run for run in run_to_end(store.stored_runs()).runs] == [
        "holdem-blueprint",
        "holdem-blueprint-20",
    ]


def test_before_the_first_deal_a_strategist_knows_nothing() -> None:
    run = store.create_run("holdem-blueprint-20", {"iterations": 10})
    assert store.run_snapshot(run.id).table == {}


def test_the_longest_run_is_stored_as_any_other() -> None:
    run = store.create_run("holdem-blueprint", {"iterations": MAX_ITERATIONS})
    assert (run.total, run_to_end(store.stored_runs()).warnings) == (MAX_ITERATIONS, ())


def test_a_run_trained_to_its_end_has_a_curve_and_stages_with_strength() -> None:
    run = trained(kuhn())
    assert run.done
    assert [stage.iteration for stage in run.stages] == [100, 300]
    assert run.stages[0].strength.mean > run.stages[1].strength.mean
    assert run.proposed == 300
    assert run.curve[-1][0] == 300
    assert set(run.curve[-1][1]) == {entry.key for entry in runs.KINDS["kuhn-cfr"].metrics}


def test_a_run_that_is_stopped_keeps_its_checkpoint_and_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    run = trained(kuhn(), to=100)
    assert 100 <= run.iteration < 300
    assert run.curve[-1][0] == run.iteration
    run = trained(run)
    whole = tmp_path / "whole.npz"
    for _ in train(runs.start("kuhn-cfr", iterations=300), whole):
        pass
    ours, theirs = load_model(run.stages[-1].file), load_model(whole)
    assert (ours.arrays["regret"] == theirs.arrays["regret"]).all()


def test_the_exact_value_of_the_game_goes_with_a_kuhn_run() -> None:
    assert kuhn().references["value"] == pytest.approx(-1 / 18)
    half_street = trained(store.create_run("kuhn-half-street-cfr", {"blinds": 2.0, "iterations": 400}))
    assert half_street.references["value"] == pytest.approx(half_street.curve[-1][1]["value"], abs=1e-3)
    assert store.create_run("value-learner", {}).references == {"opening_value": 0.5}


def test_a_run_is_at_work_only_once_and_not_thrown_away_meanwhile() -> None:
    run = kuhn()
    reports = store.continue_run(run.id)
    next(reports)
    with pytest.raises(BadInput, match="kuhn-cfr-1 is already running"):
        next(store.continue_run(run.id))
    with pytest.raises(BadInput, match="is running: stop it"):
        store.delete_run(run.id)
    reports.close()
    store.delete_run(run.id)
    assert run_to_end(store.stored_runs()).runs == ()
    assert list(store.runs_folder().iterdir()) == []


def test_a_run_that_is_not_there_is_a_sentence() -> None:
    for run_id in ("kuhn-cfr-9", "../agents", "kuhn-cfr-1/.."):
        with pytest.raises(BadInput, match="There is no run"):
            store.delete_run(run_id)


def test_a_snapshot_shows_what_the_run_knows_now() -> None:
    run = kuhn()
    reports = store.continue_run(run.id)
    now = next(report.iteration for report in reports if report.iteration >= 100)
    assert store.run_snapshot(run.id).iteration == now
    reports.close()
    run = trained(run)
    assert store.run_snapshot(run.id).iteration == 300
    found = store.run_snapshot(run.id)
    assert found.meaning == "strategy"
    assert sum(found.table["K"].values()) == pytest.approx(1)
    with pytest.raises(BadInput, match="kuhn-cfr-1 has no checkpoint at 77 any more"):
        store.protect_checkpoint(run.id, 77)


def test_a_snapshot_of_a_run_that_rests_is_of_its_last_checkpoint_be_it_the_weaker_one() -> None:
    run = trained(store.create_run("value-learner", {"iterations": 30, "seed": 3}), to=10)
    assert store.run_snapshot(run.id).iteration == run.iteration
    manifest = run.stages[0].file.with_suffix(".yaml")
    document = yaml.safe_load(manifest.read_text())
    document["strength"]["mean"] = 0
    manifest.write_text(yaml.safe_dump(document))
    assert find_stored(run.id).proposed == run.stages[0].iteration < run.iteration
    assert store.run_snapshot(run.id).iteration == run.iteration


def test_a_snapshot_of_a_learner_is_the_worth_of_the_nine_squares() -> None:
    run = trained(store.create_run("value-learner", {"iterations": 100}))
    found = store.run_snapshot(run.id)
    assert found.meaning == "values"
    assert sorted(found.table["0"]) == list(range(9))


def test_checkpoints_are_kept_as_a_family_and_are_in_the_gallery_at_once() -> None:
    run = trained(kuhn())
    folder = catalog.user_folder("kuhn-poker")
    assert run_to_end(store.keep_agents(store.kept_checkpoints(run.id, "mine", 300), folder, "mine")) == [
        "mine-100",
        "mine",
    ]
    entries = [entry for entry in catalog.agents("kuhn-poker") if entry.family == "mine"]
    assert [(entry.name, entry.stage) for entry in entries] == [
        ("mine-100", "100 iterations"),
        ("mine", "300 iterations"),
    ]
    assert [entry.strength for entry in entries] == [stage.strength for stage in run.stages]


def test_an_earlier_checkpoint_can_be_the_one_to_keep() -> None:
    run = trained(kuhn())
    kept = store.kept_checkpoints(run.id, "young", 100)
    assert {name: one.iteration for name, one in kept.items()} == {"young": 100}


def test_of_buckets_only_those_that_are_asked_for_are_kept() -> None:
    for passes in (100, 200):
        settings = {"iterations": 200}
        about = Manifest(
            "holdem", "abstraction", "abstraction", "holdem-abstraction", settings, iterations=passes
        )
        file = store.runs_folder() / "holdem-abstraction-1" / f"holdem-abstraction-{passes}.npz"
        save_model(file, about, {"iteration": np.array(passes)})
    assert list(store.kept_checkpoints("holdem-abstraction-1", "mine", 200)) == ["mine"]


def test_what_was_kept_is_known_to_be_so(tmp_path: Path) -> None:
    run = trained(kuhn())
    kept = store.kept_checkpoints(run.id, "mine", 300)
    assert not store.is_kept(tmp_path / "mine.npz", kept["mine"], "mine")
    run_to_end(store.keep_agents(kept, tmp_path, "mine"))
    assert store.is_kept(tmp_path / "mine.npz", kept["mine"], "mine")
    assert not store.is_kept(tmp_path / "mine.npz", kept["mine"], "other")
    (tmp_path / "mine.yaml").write_text("my notes")
    assert not store.is_kept(tmp_path / "mine.npz", kept["mine"], "mine")


def test_a_checkpoint_sits_at_a_table_under_a_name_without_a_path() -> None:
    run = trained(kuhn())
    assert run.stages[0].agent == "kuhn-cfr-1@100"
    assert store.protect_checkpoint(run.id, 100) == "kuhn-cfr-1@100"
    found = catalog.find("kuhn-poker", "kuhn-cfr-1@100")
    assert (found.name, found.version) == ("kuhn-cfr-1@100", load_model(run.stages[0].file).manifest.digest)
    assert catalog.load("kuhn-poker", "kuhn-cfr-1@100").name == "kuhn-cfr-100"


def test_the_window_knows_the_checkpoints_that_were_played_and_offers_them_as_no_agents() -> None:
    run = trained(kuhn())
    assert not any(entry.is_checkpoint for entry in catalog.players())
    store.protect_checkpoint(run.id, 300)
    assert [entry.name for entry in catalog.players() if entry.is_checkpoint] == ["kuhn-cfr-1@300"]
    assert not any(entry.is_checkpoint for entry in catalog.agents())
    run.stages[-1].file.write_bytes(b"broken")
    assert not any(entry.is_checkpoint for entry in catalog.players())


@pytest.mark.parametrize("name", ["kuhn-cfr-1@77", "kuhn-cfr-9@100", "@", "..-1@100"])
def test_a_checkpoint_that_is_not_there_is_a_sentence(name: str) -> None:
    trained(kuhn())
    with pytest.raises(BadInput, match=f"There is no checkpoint {name} any more"):
        catalog.find("kuhn-poker", name)


def test_a_checkpoint_that_cannot_be_marked_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    run = trained(kuhn())

    monkeypatch.setattr(Path, "touch", refuse_access)
    with pytest.raises(BadInput, match=r"kuhn-cfr-100\.played cannot be written: Permission denied"):
        store.protect_checkpoint(run.id, 100)


def test_a_broken_checkpoint_is_said_and_the_run_goes_on_from_the_one_before() -> None:
    run = trained(kuhn())
    run.stages[-1].file.write_bytes(b"broken")
    found = run_to_end(store.stored_runs())
    assert found.runs[0].iteration == 100
    assert "The checkpoint kuhn-cfr-300 was set aside" in found.warnings[0]
    assert trained(found.runs[0]).done


def test_a_run_without_a_whole_checkpoint_is_set_aside_and_the_others_stay() -> None:
    broken, sound = kuhn(), kuhn()
    broken.stages[0].file.write_bytes(b"broken")
    found = run_to_end(store.stored_runs())
    assert [run.id for run in found.runs] == [sound.id]
    assert "The run kuhn-cfr-1 was set aside as kuhn-cfr-1.broken-1" in found.warnings[0]
    assert (store.runs_folder() / "kuhn-cfr-1.broken-1").is_dir()


def test_a_checkpoint_that_cannot_be_resumed_is_set_aside_when_the_run_is_to_go_on() -> None:
    run = trained(kuhn(), to=100)
    last = load_model(run.stages[-1].file)
    save_model(last.file, last.manifest, {"average": last.arrays["average"]})
    with pytest.raises(BadInput, match=r"was set aside: .* has no 'iteration'"):
        next(store.continue_run(run.id))
    assert run.stages[-1].file.with_name(f"{last.file.name}.broken-1").exists()


def test_a_run_of_another_program_is_listed_and_left_alone() -> None:
    run = kuhn()
    model = load_model(run.stages[0].file)
    save_model(model.file, replace(model.manifest, run="magic"), model.arrays)
    assert run_to_end(store.stored_runs()).runs[0].id == run.id
    with pytest.raises(BadInput, match="This program has no run 'magic'"):
        next(store.continue_run(run.id))
    with pytest.raises(BadInput, match="This program has no run 'magic'"):
        store.run_snapshot(run.id)
    assert load_model(model.file).manifest.run == "magic"


def test_a_run_that_does_not_say_its_length_is_set_aside() -> None:
    run = kuhn()
    manifest = run.stages[0].file.with_suffix(".yaml")
    manifest.write_text(manifest.read_text().replace("  iterations: 300", "  iterations: 3.5"))
    assert "does not say how long its run is" in run_to_end(store.stored_runs()).warnings[0]


def test_a_run_of_a_game_that_it_does_not_play_is_set_aside() -> None:
    run = kuhn()
    manifest = run.stages[0].file.with_suffix(".yaml")
    manifest.write_text(manifest.read_text().replace("game: kuhn-poker", "game: holdem", 1))
    found = run_to_end(store.stored_runs())
    assert found.runs == ()
    assert "is for holdem, which its run does not play" in found.warnings[0]


def test_runs_thrown_away_while_the_list_is_read_are_left_out_of_it() -> None:
    ids = [kuhn().id for _ in range(3)]
    listing = store.stored_runs()
    next(listing)
    for run_id in ids:
        store.delete_run(run_id)
    found = run_to_end(listing)
    assert len(found.runs) == 1
    assert found.warnings == ()


def test_a_run_at_work_is_not_moved_away_from_under_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    run = kuhn()
    monkeypatch.setitem(store._running, run.id, runs.reopen(run.stages[0].file))
    run.stages[0].file.with_suffix(".yaml").write_text("a: [")
    assert run_to_end(store.stored_runs()).runs == ()
    assert (store.runs_folder() / run.id).is_dir()


def test_a_broken_run_that_cannot_be_set_aside_is_said_and_the_others_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, sound = kuhn(), kuhn()
    manifest = broken.stages[0].file.with_suffix(".yaml")
    manifest.write_text(manifest.read_text().replace("  iterations: 300", "  iterations: 3.5"))

    def refuse(*_: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr("os.replace", refuse)
    found = run_to_end(store.stored_runs())
    assert [run.id for run in found.runs] == [sound.id]
    assert "Permission denied" in found.warnings[0]


def test_a_broken_curve_is_said_and_the_run_stays() -> None:
    run = trained(kuhn())
    for name in ("curve.json", "curve.json.bak"):
        (run.stages[0].file.parent / name).write_text("{")
    found = run_to_end(store.stored_runs())
    assert found.runs[0].curve == ()
    assert "curve.json could not be read" in found.warnings[0]


@pytest.mark.parametrize("step", STEPS)
def test_a_full_disk_stops_the_run_with_a_sentence_and_loses_nothing(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = trained(kuhn(100_000), to=100)
    reports = store.continue_run(run.id)
    with monkeypatch.context() as disk:
        fill_disk(disk, step)
        with pytest.raises(BadInput, match=r"cannot be written: No space left on device"):
            for _ in reports:
                pass
    found = run_to_end(store.stored_runs())
    assert found.warnings == ()
    assert found.runs[0].iteration == run.iteration
    assert trained(run, to=run.iteration + 1).iteration > run.iteration


def test_a_run_that_cannot_be_kept_when_it_is_stopped_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    run = kuhn(100_000)
    reports = store.continue_run(run.id)
    for _ in range(5):
        next(reports)
    with monkeypatch.context() as disk:
        fill_disk(disk, "write")
        with pytest.raises(BadInput, match="No space left on device"):
            reports.close()
    assert not find_stored(run.id).done
    assert trained(run, to=50).iteration >= 50


@pytest.mark.parametrize("step", STEPS)
def test_a_full_disk_keeps_no_half_of_an_agent(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run = trained(kuhn())
    folder = catalog.user_folder("kuhn-poker")
    kept = store.kept_checkpoints(run.id, "mine", 300)
    with monkeypatch.context() as disk:
        fill_disk(disk, step)
        with pytest.raises(BadInput, match="No space left on device"):
            run_to_end(store.keep_agents(kept, folder, "mine"))
    assert catalog.broken() == []
    free = [not (folder / f"{name}.npz").exists() for name in kept]
    assert all(
        one or store.is_kept(folder / f"{name}.npz", kept[name], "mine")
        for one, name in zip(free, kept, strict=True)
    )
    assert run_to_end(store.keep_agents(kept, folder, "mine")) == ["mine-100", "mine"]


def test_long_answers_report_between_their_parts() -> None:
    run = trained(kuhn())
    kept = store.kept_checkpoints(run.id, "mine", 300)
    assert len(list(store.keep_agents(kept, catalog.user_folder("kuhn-poker"), "mine"))) == len(kept) == 2
    kuhn()
    assert [report.iteration for report in store.stored_runs()] == [1, 2]


def test_a_run_that_cannot_be_removed_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    run = kuhn()

    def refuse(*_: object, **__: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr("shutil.rmtree", refuse)
    with pytest.raises(BadInput, match="cannot be removed: Permission denied"):
        store.delete_run(run.id)


def test_a_run_cut_off_while_it_was_removed_is_gone_for_good() -> None:
    run = kuhn()
    place = store.runs_folder() / run.id
    place.rename(place.with_name(f".forgotten-{run.id}"))
    assert run_to_end(store.stored_runs()).runs == ()
    assert list(store.runs_folder().iterdir()) == []
    again = kuhn()
    store.delete_run(again.id)
    assert list(store.runs_folder().iterdir()) == []
