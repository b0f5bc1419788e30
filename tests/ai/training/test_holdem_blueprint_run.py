"""The run that trains a blueprint: reports, measurements, resuming, and play at a table."""

from collections.abc import Sized
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.abstraction import card_abstraction, card_deals
from ai.agents import blueprint
from ai.algorithms import mccfr
from ai.evaluation import trained_response
from ai.storage import load_model, save_model
from ai.training import holdem_blueprint_run, runs, store
from ai.training.checkpoints import tables_file
from ai.training.holdem_blueprint_run import HoldemBlueprintRun
from ai.training.run import train
from game.core import BadInput, Progress
from game.rules.betting import HoldemRules
from game.rules.holdem import HoldemState
from tests.ai.abstraction.oracles import StrengthBuckets
from tests.ai.training.helpers import stand_in, trained_until_killed

WORDS = ("stack=5", "threads=1", "seed=3")
WITH_DIGEST = card_abstraction.with_digest
ROOT = HoldemState(HoldemRules(stacks=(500, 500)))


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)


def finished(file: Path, iterations: int, words: tuple[str, ...] = WORDS) -> list[Progress]:
    return list(train(runs.start("holdem-blueprint", words, iterations), file))


def arrays(file: Path) -> dict[str, np.ndarray]:
    with np.load(tables_file(file)) as stored:
        return {**load_model(file).arrays, **{name: stored[name] for name in stored.files}}


def play_for(chips: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every measurement find winnings of `chips` per hand."""

    def played(tree: object, one: object, other: object, deals: Sized, dice: object) -> np.ndarray:
        return np.full(len(deals), chips)

    monkeypatch.setattr(trained_response, "play", played)


def test_a_run_ends_with_what_it_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_for(1.0, monkeypatch)
    reports = finished(tmp_path / "run.npz", 400)
    assert reports[-1].done
    assert reports[-1].iteration == 400
    metrics = runs.KINDS["holdem-blueprint"].metrics
    assert set(reports[-1].metrics) == {
        key for entry in metrics for key in (entry.key, entry.interval) if key
    }


def test_a_run_claims_no_more_than_what_it_learnt_from() -> None:
    assert runs.start("holdem-blueprint", WORDS, 400).manifest().description == (
        "A strategy for 5 big blinds, trained on 0 deals."
    )
    entries = [entry for entry in runs.entries() if entry.run == "holdem-blueprint"]
    assert all("near-equilibrium strategy for Hold'em" in entry.description for entry in entries)
    assert all("The Architect" in entry.description for entry in entries)


@pytest.mark.parametrize("chips", [-1.0, 0.0])
def test_a_reply_that_learnt_too_little_to_win_is_no_figure(
    chips: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_for(chips, monkeypatch)
    last = finished(tmp_path / "run.npz", 400)[-1]
    assert set(last.metrics) == {"gain", "gain_ci95", "regret"}
    assert last.metrics["gain"] == 10 * chips


def test_what_is_measured_does_not_disturb_what_is_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(tmp_path / "seldom.npz", 400)
    monkeypatch.setattr(holdem_blueprint_run, "MIN_DEALS_BETWEEN", 64)
    play_for(1.0, monkeypatch)
    reports = finished(tmp_path / "often.npz", 400)
    assert [report.iteration for report in reports if "response" in report.metrics] == [64, 128, 256, 400]
    one, other = arrays(tmp_path / "seldom.npz"), arrays(tmp_path / "often.npz")
    assert all(np.array_equal(one[name], other[name]) for name in ("tables", "dice", "strategy"))


def test_a_run_measures_when_its_deals_have_doubled_and_says_when_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holdem_blueprint_run, "MIN_DEALS_BETWEEN", 64)
    monkeypatch.setattr(holdem_blueprint_run, "MEASUREMENTS", 1)
    play_for(1.0, monkeypatch)
    reports = finished(tmp_path / "run.npz", 300)
    assert [report.iteration for report in reports if "gain" in report.metrics] == [64, 128, 256, 300]
    ahead = {report.iteration: report.next_measured for report in reports if report.next_measured}
    for key in ("gain", "regret", "response"):
        assert [ahead[at][key] for at in (1, 10, 64, 128, 256)] == [64, 64, 128, 256, 300]


def test_a_run_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    finished(whole, 700)
    finished(parts, 300)
    list(train(runs.resume("holdem-blueprint", parts, 700), parts))
    one, other = arrays(whole), arrays(parts)
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_a_checkpoint_of_another_depth_is_no_business_of_a_preset_for_one(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    finished(file, 50)
    with pytest.raises(BadInput, match="with stack 5, and holdem-blueprint-50 has 50: resume it as holdem-b"):
        runs.resume("holdem-blueprint-50", file, 100)
    assert runs.resume("holdem-blueprint", file, 100).total == 100


def test_a_thread_that_rests_deals_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that pauses during the training deals no hand twice.

    The run starts on two cores, resumes on one core, and resumes on two cores again.
    """
    file = tmp_path / "run.npz"
    monkeypatch.setattr(holdem_blueprint_run, "cores", lambda: 2)
    finished(file, 1_000, ("stack=3", "threads=0"))
    tables = arrays(file)
    assert len(tables["dice"]) == 4
    monkeypatch.setattr(holdem_blueprint_run, "cores", lambda: 1)
    list(train(runs.resume("holdem-blueprint", file, 2_000), file))
    alone = arrays(file)["dice"].tolist()
    assert alone[2:] == tables["dice"].tolist()[2:]
    assert alone[0] != tables["dice"][0]
    monkeypatch.setattr(holdem_blueprint_run, "cores", lambda: 2)
    run = runs.resume("holdem-blueprint", file, 3_000)
    assert isinstance(run, HoldemBlueprintRun)
    assert [dice.counter for dice in run.training.dice] == alone


def test_what_is_kept_plays_at_the_table(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    finished(file, 300)
    agent = blueprint.load(file, ROOT)
    state = ROOT
    for card in range(4):
        state = state.child(card)
    assert sum(agent.strategy(state.information_state(1)).values()) == pytest.approx(1)


def test_the_nearest_depth_of_a_family_plays(tmp_path: Path) -> None:
    for depth in (3, 10):
        file = tmp_path / f"deep-{depth}.npz"
        finished(file, 50, (f"stack={depth}", "threads=1"))
        model = load_model(file)
        save_model(file, replace(model.manifest, family="deep", stage="last"), model.arrays)
    agent = blueprint.load(tmp_path / "deep-3.npz", ROOT)
    assert sorted(agent.files) == [3, 10]
    depths = [
        agent.blueprint(HoldemRules(stacks=(stack, 20_000))).tree.depth for stack in (200, 500, 600, 9_000)
    ]
    assert depths == [3, 3, 10, 10]


def test_a_run_shows_how_it_opens(tmp_path: Path) -> None:
    run = runs.start("holdem-blueprint", WORDS, 100)
    list(train(run, tmp_path / "run.npz"))
    snapshot = run.snapshot()
    assert snapshot.meaning == "opening"
    assert {"Phigh0", "Shigh1", "Ohigh5"} <= set(snapshot.table)
    assert all(sum(row.values()) == pytest.approx(1) for row in snapshot.table.values())


def test_another_abstraction_is_told_from_the_own_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "run.npz"
    finished(file, 100)
    before = tables_file(file).read_bytes()
    foreign = StrengthBuckets()
    foreign.digest = "foreign"
    monkeypatch.setattr(card_abstraction, "with_digest", WITH_DIGEST)
    monkeypatch.setattr(card_abstraction, "opened", lambda file: foreign)
    with pytest.raises(BadInput, match="was trained with the abstraction strength-4, which is not here"):
        list(train(runs.resume("holdem-blueprint", file, 200), file))
    assert arrays(file)["iteration"] == 100
    assert len(before) == tables_file(file).stat().st_size


def test_buckets_that_became_others_before_the_first_deal_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runs.start("holdem-blueprint", WORDS, 100)
    run.save(tmp_path / "run.npz")
    fewer = StrengthBuckets()
    fewer.counts = (169, 2, 2, 2)
    monkeypatch.setattr(card_abstraction, "opened", lambda file: fewer)
    with pytest.raises(BadInput, match=r"started with 169/\d+/\d+/\d+ buckets, and shipped has 169/2/2/2"):
        list(runs.resume("holdem-blueprint", tmp_path / "run.npz").reports())


def test_a_checkpoint_without_its_tables_is_no_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    finished(file, 100)
    tables_file(file).unlink()
    with pytest.raises(BadInput, match="a saved agent"):
        runs.resume("holdem-blueprint", file, 200)


def test_a_checkpoint_without_buckets_on_a_street_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    finished(file, 100)
    model = load_model(file)
    save_model(file, model.manifest, {**model.arrays, "buckets": np.array([169, 4, 0, 4])})
    with pytest.raises(BadInput, match=r"run\.npz is damaged"):
        runs.resume("holdem-blueprint", file, 200)


@pytest.fixture
def menu(tmp_path: Path) -> Path:
    """Write the bet menu mine.yaml into `tmp_path`, and return the file."""
    file = tmp_path / "mine.yaml"
    streets = ("preflop", "flop", "turn", "river")
    file.write_text("\n".join(f"{name}: {{sizes: [[1]], cap: 1}}" for name in streets), encoding="utf-8")
    return file


def test_a_run_goes_on_with_the_menu_it_learnt_with_whatever_became_of_the_file(
    tmp_path: Path, menu: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    part, whole = tmp_path / "part.npz", tmp_path / "whole.npz"
    words = (*WORDS, "menu=mine.yaml")
    finished(whole, 100, words)
    finished(part, 50, words)
    assert load_model(part).manifest.config["menu"] == str(menu)
    menu.write_text(menu.read_text(encoding="utf-8").replace("cap: 1", "cap: 2"), encoding="utf-8")
    list(train(runs.resume("holdem-blueprint", part, 75), part))
    menu.unlink()
    list(train(runs.resume("holdem-blueprint", part, 100), part))
    assert (arrays(part)["tables"] == arrays(whole)["tables"]).all()


def test_a_stored_run_loses_nothing_while_its_menu_or_its_buckets_are_away(
    tmp_path: Path, menu: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
    settings = {"stack": 5, "threads": 1, "iterations": 300, "menu": str(menu)}
    run_id = store.create_run("holdem-blueprint", settings).id
    reports = store.continue_run(run_id)
    next(report for report in reports if report.iteration >= 100)
    reports.close()
    files = sorted((store.runs_folder() / run_id).iterdir())
    menu.unlink()
    with monkeypatch.context() as without:
        without.setattr(card_abstraction, "with_digest", _refuse)
        assert store.run_snapshot(run_id).meaning == "opening"
        with pytest.raises(BadInput, match="It is not here"):
            list(store.continue_run(run_id))
    assert sorted((store.runs_folder() / run_id).iterdir()) == files
    assert list(store.continue_run(run_id))[-1].iteration == 300


def _refuse(digest: str, beside: Path, named: str) -> None:
    raise BadInput("It is not here.")


def test_tables_beyond_the_memory_allowed_are_refused_before_anything_is_made() -> None:
    with pytest.raises(BadInput, match=r"needs \d+ MB, \d+ MB beyond the 1 MB allowed"):
        runs.start("holdem-blueprint", ("stack=50", "memory=1"))


def test_a_stored_run_whose_tables_break_goes_on_from_the_checkpoint_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    stored = store.create_run("holdem-blueprint", {"stack": 5, "threads": 1, "iterations": 300})
    list(store.continue_run(stored.id))
    place = store.runs_folder() / stored.id
    kept = sorted(place.glob("*.tables"), key=lambda file: int(file.stem.rpartition("-")[2]))
    assert len(kept) == 2
    kept[-1].write_bytes(kept[-1].read_bytes()[:100])
    with pytest.raises(BadInput, match=r"was set aside: .* is truncated or damaged"):
        list(store.continue_run(stored.id))
    assert list(store.continue_run(stored.id))[-1].iteration == 300


@pytest.mark.parametrize("seconds", [0.0, 0.15, 0.4])
def test_killed_at_any_moment_it_goes_on_to_the_same_bits(tmp_path: Path, seconds: float) -> None:
    whole, killed = tmp_path / "whole.npz", tmp_path / "killed.npz"
    card_deals.compile_kernels()
    mccfr.compile_kernels()
    trained_until_killed(lambda: train(runs.start("holdem-blueprint", WORDS, 2_500), killed), seconds)
    list(train(runs.resume("holdem-blueprint", killed, 2_500), killed))
    finished(whole, 2_500)
    one, other = arrays(whole), arrays(killed)
    assert all(np.array_equal(one[name], other[name]) for name in one)


@pytest.fixture
def barred_menu(tmp_path: Path) -> Path:
    """Write a menu with two raises before the flop, which bars all-ins before the second raise. Return the file."""
    menu = tmp_path / "barred.yaml"
    sections = ("flop", "turn", "river")
    menu.write_text(
        "preflop: {sizes: [[1]], cap: 2, all-in: 2}\n"
        + "".join(f"{section}: {{sizes: [], cap: 0, all-in: false}}\n" for section in sections)
    )
    return menu


@pytest.mark.parametrize(("answers", "kept_from"), [(20_000, 20_000), (0, None), (90_000, 15_000)])
def test_the_average_leaves_out_the_first_half_of_the_answers_to_barred_all_ins(
    tmp_path: Path, barred_menu: Path, monkeypatch: pytest.MonkeyPatch, answers: int, kept_from: int | None
) -> None:
    forget, found = HoldemBlueprintRun._forget_answers, []

    def spy(run: HoldemBlueprintRun) -> None:
        forget(run)
        public, layout = run.tree.public, run.training.layout
        answered = [run.tree.children(node)[action] for node, action in run._early_all_ins]
        sums = [
            run.training.tables[2 * layout.rows(public, node) + 2 + one]
            for node in answered
            for one in (0, 1)
        ]
        found.append((run.iteration, any(one.any() for one in sums)))

    monkeypatch.setattr(HoldemBlueprintRun, "_forget_answers", spy)
    words = (*WORDS, "stack=12", f"menu={barred_menu}", f"answers={answers}")
    finished(tmp_path / "run.npz", 30_000, words)
    assert found == ([(kept_from, False)] if kept_from is not None else [])


def test_a_barred_all_in_is_answered_and_never_played(tmp_path: Path, barred_menu: Path) -> None:
    file = tmp_path / "run.npz"
    finished(file, 30_000, (*WORDS, "stack=12", f"menu={barred_menu}", "answers=20000"))
    model, tree = load_model(file), blueprint.open_blueprint(file).tree
    shares, layout = model.array("strategy", (-1,), "u"), blueprint.open_blueprint(file).layout
    assert tree.early_all_ins()
    for node, action in tree.early_all_ins():
        rows = layout.rows(tree.public, node)
        assert not shares[rows + action].any()
        assert shares[rows + 1].any()
        answer = tree.children(node)[action]
        assert all(shares[row : row + 2].sum() > 250 for row in layout.rows(tree.public, answer))
