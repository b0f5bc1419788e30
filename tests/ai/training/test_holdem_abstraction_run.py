"""The run that clusters hands: refused settings, and checkpoints."""

from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from ai import catalog
from ai.abstraction import build, card_abstraction, strengths
from ai.abstraction.build import AbstractionBuild, Passed, Placed, Search, Steps
from ai.abstraction.isomorphism import cells
from ai.abstraction.strengths import VALUES, Rivers
from ai.storage import Array, load_model, save_model
from ai.training import holdem_abstraction_run, runs, store
from ai.training.holdem_abstraction_run import HoldemAbstractionRun
from ai.training.run import RunClock, train
from game.core import BadInput
from game.rules.betting import Street
from tests.ai.training.helpers import steps_at_a_stroke

NAME = "holdem-abstraction"
SMALL = ("flop=3", "turn=4", "river=5")
NO_MASS = np.zeros((3, 4), np.float32)


def _started(*words: str, iterations: int = 6) -> HoldemAbstractionRun:
    run = runs.start(NAME, [*SMALL, *words], iterations)
    assert isinstance(run, HoldemAbstractionRun)
    return run


def _saved(file: Path, **arrays: Array) -> Path:
    """Save a run after two of three k-means passes over the turn. `arrays` replace arrays of the run."""
    run = _started()
    centres = np.sort(np.random.default_rng(0).integers(0, 5, (4, 46), np.uint8))
    run._build.searches[Street.TURN] = Search(2, centres, centres, 0.1)
    save_model(file, run.manifest(), {**run._arrays(), **arrays})
    return file


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("flop=0", "flop must be a whole number from 1 to 256, not 0"),
        ("turn=1000", "turn must be a whole number from 1 to 256, not 1000"),
        ("kind=magic", "kind must be a word out of potential-aware, distribution, ehs, not 'magic'"),
        ("distance=far", "distance must be a word out of heuristic, exact"),
        ("kind=distribution flop_sample=200000", "200,000 deals are too many"),
        ("restarts=9", "6 passes are too few: 9 restarts need 20"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_a_sentence(word: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        _started(*word.split())


def test_a_run_goes_on_from_its_centres(tmp_path: Path) -> None:
    run = runs.resume(NAME, _saved(tmp_path / "half.npz"))
    assert isinstance(run, HoldemAbstractionRun)
    assert (run.iteration, run.total) == (2, 6)
    search = run._build.searches[Street.TURN]
    assert (search.done, search.error) == (2, 0.1)
    run.save(tmp_path / "again.npz")
    first, again = load_model(tmp_path / "half.npz"), load_model(tmp_path / "again.npz")
    assert all((first.arrays[name] == again.arrays[name]).all() for name in first.arrays)


@pytest.mark.parametrize(
    "arrays",
    [
        {"turn_best": np.full((4, 46), 5, np.uint8)},
        {"turn_centres": np.zeros((3, 46), np.uint8)},
        {"turn_search": np.array([3.0, 0.1])},
        {"turn_search": np.array([3.0, 0.1]), "turn": np.full(cells(4), 4, np.uint8)},
        {"turn_search": np.array([4.0, 0.1])},
        {"turn_search": np.array([1.5, 0.1])},
        {"turn_search": np.array([1.0, 0.1])},
        {"flop_search": np.array([1.0, 0.1])},
        {"flop_search": np.array([1.0, 0.1]), "flop_centres": NO_MASS, "flop_best": NO_MASS},
    ],
)
def test_a_damaged_checkpoint_is_refused_in_a_sentence(tmp_path: Path, arrays: dict[str, Array]) -> None:
    file = _saved(tmp_path / "damaged.npz", **arrays)
    with pytest.raises(BadInput, match=r"^damaged\.npz .*\.$"):
        runs.resume(NAME, file)


def test_a_plan_is_not_made_longer(tmp_path: Path) -> None:
    file = _saved(tmp_path / "half.npz")
    with pytest.raises(BadInput, match="planned for 6 passes"):
        runs.resume(NAME, file, 8)


def test_passes_are_reported_with_their_errors_and_the_last_one_leaves_an_abstraction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AbstractionBuild, "steps", steps_at_a_stroke)
    run = _started()
    reports = list(train(run, tmp_path / "made.npz"))
    assert [report.iteration for report in reports if report.metrics] == [3, 6]
    assert reports[-1].metrics == {"turn_error": 0.02, "flop_error": 0.03}
    assert reports[-1].done
    assert card_abstraction.read_parts(load_model(tmp_path / "made.npz")).counts == (3, 4, 5)
    again = runs.resume(NAME, tmp_path / "made.npz")
    assert [report.done for report in again.reports()] == [True]
    again.save(tmp_path / "again.npz")
    assert (tmp_path / "made.npz").read_bytes() == (tmp_path / "again.npz").read_bytes()


def _seconds_left(
    monkeypatch: pytest.MonkeyPatch, words: Callable[[AbstractionBuild], Steps]
) -> list[float | None]:
    """Return the estimated remaining seconds in a run of twelve k-means passes.

    The clock advances by a second whenever the run reads it.
    """
    monkeypatch.setattr(AbstractionBuild, "steps", words)
    monkeypatch.setattr(holdem_abstraction_run, "compile_with_reports", lambda *given: iter(()))
    monkeypatch.setattr(holdem_abstraction_run, "RunClock", partial(RunClock, clock=count().__next__))
    return [report.seconds_left for report in _started(iterations=12).reports()]


class OneBlock:
    """A replacement for a clustering whose data fits into one block, so that every operation yields once."""

    def prepare(self) -> Iterator[None]:
        yield

    def seed(self, rng: np.random.Generator) -> Generator[None, None, np.ndarray]:
        yield
        return np.zeros((4, 46), np.uint8)

    def improve(self, centres: np.ndarray) -> Generator[None, None, tuple[np.ndarray, float]]:
        yield
        return centres, 0.02

    def place(self, centres: np.ndarray) -> Generator[float, None, tuple[np.ndarray, float]]:
        yield 1.0
        return np.zeros(3, np.uint8), 0.02


def test_what_takes_long_besides_passes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def compute_rivers(folder: Path) -> Generator[None, None, Rivers]:
        yield
        return Rivers(np.zeros(1, np.uint16), np.arange(1981))

    monkeypatch.setattr(strengths, "compute_rivers", compute_rivers)
    monkeypatch.setattr(build, "ByDistribution", lambda *given: OneBlock())
    monkeypatch.setattr(build.LineMetric, "ground", lambda self, centres: None)
    monkeypatch.setattr(holdem_abstraction_run, "compile_with_reports", lambda *given: iter(()))
    phases = [report.doing for report in _started(iterations=6).reports()]
    street = ["looking", "", "", "", "", "", "placing", ""]
    assert phases == ["dealing", *street, *street]


def test_while_the_last_hands_are_placed_the_time_left_is_told_by_their_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def placing(making: AbstractionBuild) -> Steps:
        yield from _passes(making, Street.TURN, 6)
        yield from _passes(making, Street.FLOP, 5)
        yield from (Placed(share) for share in (0.25, 0.5, 0.75, 1.0))

    *_, unknown, half, quarter, nothing = _seconds_left(monkeypatch, placing)
    assert unknown is None
    assert half is not None
    assert quarter is not None
    assert half > quarter > 0
    assert nothing == 0


def test_while_the_turn_is_placed_the_passes_over_the_flop_are_still_to_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def placing(making: AbstractionBuild) -> Steps:
        yield from _passes(making, Street.TURN, 5)
        yield from (Placed(share) for share in (0.5, 1.0))

    *_, of_all, unknown, of_the_flop = _seconds_left(monkeypatch, placing)
    assert unknown is None
    assert of_all is not None
    assert of_the_flop == of_all * 6 / 7


def test_a_turn_that_lies_in_buckets_is_not_placed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = _started()
    making, dice = run._build, np.random.default_rng(0)
    turn, centres = dice.integers(0, 4, cells(4), np.uint8), np.sort(dice.integers(0, 5, (4, 46), np.uint8))
    making.searches[Street.TURN], making.tables[Street.TURN] = Search(3, centres, centres, 0.1), turn
    run.save(tmp_path / "flop.npz")
    again = runs.resume(NAME, tmp_path / "flop.npz")
    assert isinstance(again, HoldemAbstractionRun)
    assert (again._build.tables[Street.TURN] == turn).all()
    monkeypatch.setattr(strengths, "compute_rivers", _no_rivers)
    monkeypatch.setattr(
        AbstractionBuild, "_put_in_buckets", lambda making, street, clustering: iter([street])
    )
    assert list(again._build.steps()) == [Street.FLOP]


def test_buckets_are_no_agent_and_no_broken_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = catalog.user_folder("holdem") / "buckets.npz"
    file.parent.mkdir(parents=True)
    _saved(file)
    assert "buckets" not in [entry.name for entry in catalog.agents("holdem")]
    assert catalog.broken() == []
    with pytest.raises(BadInput, match="it plays nothing"):
        catalog.find("holdem", "buckets")


def test_a_stored_run_has_no_name_at_a_table() -> None:
    stored = store.create_run(NAME, {"flop": 3})
    assert [stage.agent for stage in stored.stages] == [""]


def _passes(making: AbstractionBuild, street: Street, number: int) -> Steps:
    for done in range(1, number + 1):
        making.searches[street] = Search(done, error=0.1)
        yield Passed(street, 0.1)


def _no_rivers(folder: Path) -> Generator[None, None, Rivers]:
    yield from ()
    return Rivers(np.zeros(cells(5), np.uint16), np.ones(VALUES, np.int64))
