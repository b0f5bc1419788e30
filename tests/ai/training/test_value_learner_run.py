"""The run of the value learner: its opponents, its presets, what it leaves."""

from pathlib import Path

import pytest

from ai.evaluation.strength import lines_of_both_seats
from ai.storage import load_model, save_model
from ai.training import runs
from ai.training.value_learner import ValueLearnerConfig
from ai.training.value_learner_run import ValueLearnerRun
from game.core import BadInput, Progress
from tests.ai.algorithms.plain_learner import Fixed, PlainLearner


def finished(run: ValueLearnerRun) -> Progress:
    *_, last = run.reports()
    return last


def started(name: str, *words: str, seed: int = 0) -> ValueLearnerRun:
    run = runs.start(name, words, seed=seed)
    assert isinstance(run, ValueLearnerRun)
    return run


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
def test_the_earlier_stage_is_that_of_the_last_power_of_ten() -> None:
    plain, seed = PlainLearner(3), 3
    plain.fixed = earlier(plain)
    for games in (1, 9, 15):
        plain.play(games)
        plain.fixed = earlier(plain)
    run = ValueLearnerRun(
        ValueLearnerConfig(iterations=25, alpha_halves_after=0, opponent="earlier", seed=seed)
    )
    finished(run)
    numbers = run.boards.numbers
    for player, values in enumerate(plain.values):
        assert (run._arrays()["values"][player, numbers] == values[numbers]).all()


def earlier(plain: PlainLearner) -> Fixed:
    first, second = (values.copy() for values in plain.values)
    return Fixed((first, second), plain.epsilon)


@pytest.mark.parametrize("seed", range(5))
def test_the_quick_preset_ends_with_a_player_that_nothing_beats(seed: int) -> None:
    metrics = finished(started("value-learner-quick", seed=seed)).metrics
    assert metrics["lost_lines_x"] == metrics["lost_lines_o"] == 0


@pytest.mark.parametrize("seed", range(20))
def test_every_seed_of_the_champions_preset_ends_with_a_player_that_nothing_beats(seed: int) -> None:
    run = started("value-learner", seed=seed)
    metrics = finished(run).metrics
    assert metrics["lost_lines_x"] == metrics["lost_lines_o"] == metrics["perfect_loss"] == 0
    as_x, as_o = lines_of_both_seats(run.agent("champion"))
    assert (as_x.lost, as_o.lost) == (0, 0)


def test_where_a_draw_is_worth_nothing_the_audit_shows_that_it_is_not_held() -> None:
    """Even a million games leave lines that beat it as O (the same recipe with draws at 0.5 leaves none)."""
    run = started("value-learner", "draw_value=0")
    lost = finished(run).metrics["lost_lines_o"]
    _, as_o = lines_of_both_seats(run.agent("plain"))
    assert as_o.lost == lost > 0
    assert as_o.first_lost is not None


def test_who_learns_from_perfect_play_loses_little_to_it() -> None:
    run = started("value-learner", "opponent=perfect", "iterations=50000")
    assert finished(run).metrics["perfect_loss"] < 0.05


def test_shares_add_up() -> None:
    metrics = finished(started("value-learner", "iterations=300")).metrics
    for opponent in ("random", "perfect"):
        assert sum(metrics[f"{opponent}_{result}"] for result in ("win", "draw", "loss")) == pytest.approx(1)
    assert metrics["perfect_win"] == 0


def test_mirror_images_end_with_one_value() -> None:
    run = started("value-learner", "mirror_images=together", "iterations=500")
    finished(run)
    values = run._arrays()["values"]
    corners = [3**cell for cell in (0, 2, 6, 8)]
    assert len(set(values[0, corners].tolist())) == 1


def test_a_checkpoint_without_its_earlier_stage_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    run = started("value-learner", "opponent=earlier", "iterations=20")
    finished(run)
    run.save(file)
    model = load_model(file)
    save_model(
        file, model.manifest, {name: array for name, array in model.arrays.items() if name != "earlier"}
    )
    with pytest.raises(BadInput, match=r"a\.npz has no 'earlier'"):
        runs.resume("value-learner", file)
