"""Experiments of the lab: settings, small games, tracked runs, and the command `lab`."""

import json
import math
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.algorithms.best_response import exploitability
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from ai.command_line import main
from ai.lab.series import utility_field
from ai.lab.tracked_run import (
    TrackedRun,
    checked,
    describe_infosets,
    drawn_tree,
    first_state,
    from_identity,
    game_tree,
    identity,
    read_experiment,
    read_totals,
)
from ai.service import answer
from ai.training.config import PRESETS
from game.core import CHANCE, TERMINAL, BadInput
from game.features.lab import ListLabRuns
from game.rules import games
from game.study.lab import NO_NODE, LabPart, LabSettings, tracked_iterations

HALF = LabSettings(games.KUHN_HALF_STREET)


def test_blinds_may_be_a_fraction() -> None:
    assert checked(replace(HALF, blinds="1/4")).blinds == 0.25  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"blinds": 0}, "S must be a number above 0"),
        ({"blinds": -1}, "such as 2 or 1/4, not -1"),
        ({"blinds": "x"}, "not 'x'"),
        ({"blinds": "1/0"}, "not '1/0'"),
        ({"blinds": "1/"}, "not '1/'"),
        ({"blinds": "1e999999"}, "S must be"),
        ({"blinds": float("nan")}, "S must be"),
        ({"iterations": 0}, "from 1 to 1,000,000,000, not 0"),
        ({"iterations": 10**12}, "from 1 to 1,000,000,000, not 1000000000000"),
        ({"iterations": 2.5}, "a whole number"),
        ({"variant": "cfr++"}, "the variants are cfr\\+, cfr"),
        ({"game": "tic-tac-toe"}, "The lab solves kuhn-poker and kuhn-half-street, not 'tic-tac-toe'"),
        ({"game": "kuhn-poker", "blinds": 2}, "The ante of classic Kuhn poker is 1"),
        ({"seed": -1}, "The seed must be"),
        ({"every": 0}, "Every must be"),
        ({"track": 3}, "Track takes a list from current, average"),
        ({"track": {"current": 1}}, "Track takes a list"),
        ({"track": ("policy",)}, "'policy' cannot be tracked: choose from current"),
    ],
)
def test_what_cannot_be_is_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        checked(replace(HALF, **change))


def test_the_length_is_no_part_of_what_a_run_is() -> None:
    assert identity(HALF) == identity(replace(HALF, iterations=7))
    assert identity(HALF) != identity(replace(HALF, variant="cfr"))
    assert from_identity(identity(HALF), 7) == replace(HALF, iterations=7)


def test_a_file_describes_a_run_for_every_combination(tmp_path: Path) -> None:
    file = tmp_path / "experiment.yaml"
    file.write_text(
        "game: kuhn-half-street\nblinds: [1, 1/4]\nvariants: [cfr+, cfr]\nseeds: [0, 1, 2]\n"
        "iterations: 500\ntrack: nash_conv\nevery: 5\n"
    )
    found = read_experiment(file)
    assert len(set(found)) == 12
    assert found[-1] == LabSettings(games.KUHN_HALF_STREET, 0.25, "cfr", 500, 2, 5, ("nash_conv",))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game: kuhn-poker\nspeed: 3\n", "has no key 'speed': the keys are game, blinds, variants"),
        ("- 1\n", "describes no runs"),
        ("game: [", "line 2: a value is missing or a bracket is not closed"),
        ("game: kuhn-half-street\nblinds: [1, 0]\n", r"lab.yaml: S must be a number above 0"),
        ("iterations: many\n", "Iterations must be a whole number"),
        ("seeds: " + str(list(range(1001))), "more than 1,000 runs"),
        ("variants: [[cfr]]\n", "There is no variant"),
        ("seeds: []\n", "'seeds' lists nothing"),
        ("blinds:\n", "S must be a number above 0"),
        ("game: [kuhn-poker]\n", r"not \['kuhn-poker'\]"),
        ("", "describes no runs"),
        ("seeds: 1\nvariants: cfr\nseeds: 2\n", "has the key 'seeds' more than once: list its values"),
    ],
)
def test_a_file_that_cannot_be_used_is_a_sentence_with_its_name(
    tmp_path: Path, text: str, sentence: str
) -> None:
    (tmp_path / "lab.yaml").write_text(text)
    with pytest.raises(BadInput, match=sentence) as raised:
        read_experiment(tmp_path / "lab.yaml")
    assert "lab.yaml" in str(raised.value)


@pytest.mark.parametrize("key", ["game", "blinds", "variants", "iterations", "seeds", "track", "every"])
def test_what_no_memory_holds_when_it_is_written_out_is_quoted_briefly(tmp_path: Path, key: str) -> None:
    doubled = "".join(f"- &d{n} [*d{n - 1}, *d{n - 1}]\n" for n in range(1, 60))
    (tmp_path / "lab.yaml").write_text(f"{key}:\n- &d0 [1]\n{doubled}")
    with pytest.raises(BadInput) as raised:
        read_experiment(tmp_path / "lab.yaml")
    assert len(str(raised.value)) < 2_000


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read_experiment(tmp_path / "nowhere.yaml")
    with pytest.raises(BadInput, match="cannot be read: it is a folder, not a file"):
        read_experiment(tmp_path)


CLASSIC = LabSettings(games.KUHN_POKER)


@pytest.mark.parametrize("alpha", [0.0, 0.1, 1 / 6, 1 / 3])
def test_every_member_of_the_classic_family_is_an_equilibrium(alpha: float) -> None:
    sets, tree = describe_infosets(CLASSIC), game_tree(first_state(CLASSIC))
    member = sets.get_equilibrium(alpha)
    assert member[sets.sequence("Q", "b")] == pytest.approx(alpha)
    ends = [*tree.first.tolist()]
    table = {
        infoset.key: dict(zip(infoset.actions, member[begin:end], strict=True))
        for infoset, begin, end in zip(tree.infosets, ends, ends[1:], strict=False)
    }

    def policy(info: object) -> object:
        return table[info.key]  # type: ignore[attr-defined]

    found = exploitability(first_state(CLASSIC), (policy, policy))  # type: ignore[arg-type]
    assert found.nash_conv == pytest.approx(0, abs=1e-12)
    assert found.value == pytest.approx(sets.value) == pytest.approx(-1 / 18)


def test_a_member_beyond_the_family_is_its_nearest() -> None:
    sets = describe_infosets(CLASSIC)
    assert sets.get_equilibrium(0.9) == sets.get_equilibrium(1 / 3)
    half = describe_infosets(LabSettings(games.KUHN_HALF_STREET))
    assert half.get_equilibrium(0.9) == half.equilibrium


@pytest.mark.parametrize(
    ("blinds", "p1", "p2", "value"), [(1, 1 / 3, 1 / 3, 1 / 18), (2, 1 / 5, 3 / 5, 1 / 10), (0.25, 0, 0, 0)]
)
def test_the_half_street_game_has_the_equilibrium_of_the_book(
    blinds: float, p1: float, p2: float, value: float
) -> None:
    sets = describe_infosets(LabSettings(games.KUHN_HALF_STREET, blinds))
    assert sets.equilibrium[sets.sequence("Q", "b")] == pytest.approx(p1)
    assert sets.equilibrium[sets.sequence("Kb", "b")] == pytest.approx(p2)
    assert sets.value == pytest.approx(value)
    field = utility_field(blinds, 20)
    assert field.nash == pytest.approx((p1, p2))
    assert field.value == pytest.approx(value)


def test_every_variant_is_described() -> None:
    assert [one.name for one in describe_infosets(CLASSIC).variants] == list(FAMILY)
    assert {one.name for one in describe_infosets(CLASSIC).variants if one.is_sampled} == {
        "chance-sampled",
        "external-sampling",
        "outcome-sampling",
    }


def test_the_tree_has_every_history_once_with_its_step() -> None:
    nodes, sets = drawn_tree(CLASSIC).nodes, describe_infosets(CLASSIC)
    assert len(nodes) == 1 + 3 + 6 * 9
    assert nodes[0].parent == NO_NODE
    names = [""]
    for node in nodes[1:]:
        names.append(names[node.parent] + node.step)
    assert len(set(names)) == len(names)
    for name, node in zip(names, nodes, strict=True):
        if node.player >= 0:
            assert sets.keys[node.infoset] == name[node.player] + name[2:]
        else:
            assert node.infoset == NO_NODE
            assert (node.player == TERMINAL) == (len(name) > 3)
            assert node.player in (CHANCE, TERMINAL)
    assert nodes[names.index("AQpbb")].payoff == 2


@pytest.mark.parametrize("blinds", [0.25, 1, 2, 3])
def test_u1_and_its_gradient_are_those_of_the_formula(blinds: float) -> None:
    field = utility_field(blinds, 20)
    assert field.axis[:20] == pytest.approx([0.05 * step for step in range(20)])
    for i, p1 in enumerate(field.axis):
        assert field.along_p2[i] == pytest.approx(-(1 - p1 - 2 * blinds * p1) / 6)
        for j, p2 in enumerate(field.axis):
            u1 = (p1 * (2 * blinds - 1 - p2 - 2 * blinds * p2) + p2) / 6
            assert field.u1[i][j] == pytest.approx(u1)
            assert field.along_p1[j] == pytest.approx((2 * blinds - 1 - p2 - 2 * blinds * p2) / 6)
    assert field.lowest == min(map(min, field.u1))
    assert field.highest == max(map(max, field.u1))


@pytest.mark.parametrize("steps", [0, 10**6, "many"])
def test_a_field_of_too_many_steps_is_a_sentence(steps: object) -> None:
    with pytest.raises(BadInput, match="in 1 to 200 steps"):
        utility_field(1, steps)


def whole(settings: LabSettings, upto: int) -> LabPart:
    return TrackedRun(settings).advance(upto, math.inf).tracked


@pytest.mark.parametrize("variant", FAMILY)
@pytest.mark.parametrize("game", games.KUHN_GAMES)
def test_every_point_is_what_a_solver_knows_that_stopped_there(game: str, variant: str) -> None:
    settings = LabSettings(game, variant=variant, seed=7)
    part = whole(settings, 137)
    assert list(part.iterations) == [*tracked_iterations(-1, 137), 137]
    solver = Solver(game_tree(first_state(settings)), FAMILY[variant], 7)
    for point, iteration in enumerate(part.iterations):
        solver.iterate(iteration - solver.iteration)
        now, width = solver.totals(), solver.tree.first[-1]
        row = slice(point * width, (point + 1) * width)
        np.testing.assert_array_equal(part.current[row], now.strategy.astype(np.float32))
        np.testing.assert_array_equal(part.regret[row], now.regret.astype(np.float32))
        np.testing.assert_allclose(part.average[row], solver.average(), atol=1e-7)
        assert part.nash_conv[point] == pytest.approx(solver.exploitability().nash_conv, abs=1e-12)


@pytest.mark.parametrize("variant", ["pcfr+", "outcome-sampling"])
def test_a_run_that_was_stopped_goes_on_bit_for_bit(variant: str) -> None:
    settings = LabSettings(games.KUHN_POKER, variant=variant, seed=3)
    first = TrackedRun(settings).advance(90, math.inf)
    again = TrackedRun(settings)
    again.resume(90, first.totals)
    later = again.advance(250, math.inf)
    straight = TrackedRun(settings).advance(250, math.inf)
    assert later.totals == straight.totals
    for name in ("iterations", "current", "average", "regret", "nash_conv", "visited"):
        both = getattr(first.tracked, name) + getattr(later.tracked, name)
        assert both == getattr(straight.tracked, name)


def test_a_part_ends_soon_and_the_next_one_begins_there() -> None:
    run = TrackedRun(LabSettings(games.KUHN_POKER, iterations=10**9))
    first, second = run.advance(10**9, 0.0), run.advance(10**9, 0.0)
    assert first.tracked.after == -1
    assert first.tracked.upto == second.tracked.after < second.tracked.upto < 10**6


def test_a_run_without_end_is_tracked_in_some_four_thousand_points() -> None:
    assert sum(1 for _ in tracked_iterations(-1, 10**9)) < 5_000


def test_only_what_is_wanted_is_tracked() -> None:
    part = whole(LabSettings(games.KUHN_POKER, track=("current",)), 20)
    assert len(part.current) == 21 * 24
    assert not part.average
    assert not part.regret
    assert not part.nash_conv


def test_an_iteration_that_samples_says_where_its_dice_led() -> None:
    part = whole(LabSettings(games.KUHN_HALF_STREET, variant="chance-sampled"), 99)
    assert part.visited[0] == NO_NODE
    assert set(part.visited[1:]) == set(range(4, 10))  # the six deals
    assert not whole(LabSettings(games.KUHN_HALF_STREET), 5).visited


def test_the_equilibrium_is_found() -> None:
    part = whole(LabSettings(games.KUHN_HALF_STREET, blinds=2), 5_000)
    assert part.nash_conv[-1] < 1e-3
    assert part.average[-12 + 1] == pytest.approx(1 / 5, abs=1e-2)


def test_what_was_stored_of_another_game_is_refused() -> None:
    stored = TrackedRun(LabSettings(games.KUHN_POKER)).advance(5, math.inf).totals
    with pytest.raises(BadInput, match="of another game"):
        TrackedRun(LabSettings(games.KUHN_HALF_STREET)).resume(5, stored)
    with pytest.raises(BadInput, match="is damaged"):
        read_totals(b"\xff" * len(stored), 24)


EXPERIMENT = "game: kuhn-half-street\nblinds: [1, 2]\nvariants: [cfr+, cfr]\niterations: 300\n"


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    file = tmp_path / "both.yaml"
    file.write_text(EXPERIMENT)
    return file


def test_every_run_is_solved_stored_and_written(
    experiment: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", str(experiment), "--json", "--csv", str(tmp_path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["blinds"], line["variant"]) for line in lines] == [
        *((1.0, "cfr+"), (1.0, "cfr"), (2.0, "cfr+"), (2.0, "cfr"))
    ]
    assert all(0 < line["nash_conv"] < 0.1 for line in lines)
    assert len((tmp_path / "both-4.csv").read_text().splitlines()) == 1 + 101 + 20
    [found] = answer(ListLabRuns())
    assert len(found.runs) == 4


def test_the_folder_of_the_series_is_made(experiment: Path, tmp_path: Path) -> None:
    assert main(["lab", str(experiment), "--csv", str(tmp_path / "new" / "series")]) == 0
    assert len(list((tmp_path / "new" / "series").glob("*.csv"))) == 4


def test_people_read_a_line_a_run(experiment: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", str(experiment)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("kuhn-half-street, cfr+, seed 0: 300 iterations, NashConv 0.0")
    assert lines[3].startswith("kuhn-half-street with blinds 2, cfr, seed 0")


def test_bad_input_is_one_sentence(
    experiment: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").touch()
    for words in ((str(tmp_path / "none.yaml"),), (str(experiment), "--csv", str(tmp_path / "taken"))):
        assert main(["lab", *words]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1


def test_a_place_that_cannot_be_written_is_said_before_any_work(
    experiment: Path, tmp_path: Path, user_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "both-2.csv").mkdir()
    assert main(["lab", str(experiment), "--csv", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "both-2.csv cannot be written: it is a folder" in err
    assert not (user_folder / "lab").exists()


def test_a_broken_store_is_set_aside_said_and_worked_out_anew(
    experiment: Path, user_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (user_folder / "lab").mkdir(parents=True)
    (user_folder / "lab" / "series.sqlite").write_bytes(b"no database" * 1_000)
    assert main(["lab", str(experiment)]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 4
    assert "it was set aside as series.sqlite.broken-1." in err
    assert err.count("\n") == 1


def test_a_store_with_a_changed_part_is_set_aside_said_and_worked_out_anew(
    experiment: Path, user_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", str(experiment)]) == 0
    before = capsys.readouterr().out
    with sqlite3.connect(user_folder / "lab" / "series.sqlite") as database:
        database.execute("UPDATE parts SET nash_conv = zeroblob(length(nash_conv))")
    database.close()
    assert main(["lab", str(experiment)]) == 0
    out, err = capsys.readouterr()
    assert out == before
    assert "it was set aside as series.sqlite.broken-1." in err
    assert err.count("\n") == 1


def test_the_experiments_that_ship_can_be_read() -> None:
    files = sorted((PRESETS / "lab").glob("*.yaml"))
    assert {file.stem: len(read_experiment(file)) for file in files} == {
        "classic-family": 8,
        "half-street": 6,
    }
