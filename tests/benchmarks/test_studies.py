"""Studies: every file can be imported, and `solving_gain` computes known values."""

import argparse
import ast
import importlib
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from ai import catalog
from ai.solver.sizes import NO_LIMITS, BetLimits
from ai.solver.solving import Goal, solved
from ai.solver.spot import OOP
from ai.solver.spot_forms import read_spot
from ai.solver.subgame import Subgame
from game.rules import games
from game.rules.betting import Street
from game.rules.cards import DECK
from tests.benchmarks import best_responses, odd_bets, solving_gain, window_figures
from tests.benchmarks.kept_rows import KeptRows
from tests.benchmarks.packed_tables import loss_by_keeping
from tests.benchmarks.solving_gain import Baseline, Lot, Remembering, Spot, played_to

EVERY_COURSE = 1e-12
"""The stake from which lines are always played, so small that none is sampled."""


def state_on_the_turn(seed: int) -> tuple[Remembering, Spot, list[int]]:
    blueprint = catalog.load(games.HOLDEM, "blueprint-200")
    rng = random.Random(seed)
    while True:
        cards = rng.sample(DECK, 5)
        spot = played_to(Street.TURN, blueprint, rng, cards)
        if spot is not None:
            return Remembering(blueprint), spot, cards


@pytest.mark.parametrize("seed", range(3))
def test_what_one_chair_wins_on_the_same_cards_the_other_one_loses(seed: int) -> None:
    blueprint, spot, cards = state_on_the_turn(seed)
    lot = Lot(EVERY_COURSE * spot.stake, random.Random(0))
    first, second = (Baseline(blueprint, lot, cards, me).value(spot) / spot.stake for me in (0, 1))
    assert first == pytest.approx(-second, abs=1e-9)
    assert first != pytest.approx(0.0, abs=1e-4)


def test_limits_cost_who_keeps_to_them_and_no_limits_cost_nothing() -> None:
    spot = read_spot("Ks8h3d5c2s; 22+,A2s+,KQ; 22+,ATo+; 10; 60; 33%,a; 60%,a")
    value, losses = solved(Subgame(spot), Goal(target=0.05)).ev[OOP], []
    for limits in (NO_LIMITS, BetLimits(raises=0, all_in_below=1.0)):
        known = Subgame(replace(spot, limits=limits))
        solved(known, Goal(target=0.05))
        losses.append(loss_by_keeping(OOP, known, spot, value, 0.05))
    assert losses[0] == pytest.approx(0.0, abs=0.1)
    assert losses[1] > 0.2


def test_a_blueprint_that_sits_in_both_chairs_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving_gain, "FOLLOWED", EVERY_COURSE)
    monkeypatch.setattr(solving_gain, "FOLLOWED_BY_BLUEPRINT", EVERY_COURSE)
    blueprint = catalog.load(games.HOLDEM, "blueprint-200")
    won, dealt = solving_gain.gain(Street.TURN, blueprint, blueprint, random.Random(1))
    assert won == pytest.approx(0.0, abs=1e-6)
    assert dealt >= 1


def test_a_run_goes_on_from_its_own_rows_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, parser = tmp_path / "rows.jsonl", argparse.ArgumentParser()
    begun = argparse.Namespace(kept=file, menu="fcpa", hands=10)
    KeptRows.of(parser, begun, "hands").add((1.5, -2.0))
    file.write_text(file.read_text() + "[3.0, 4")  # a run that was stopped while writing
    longer = KeptRows.of(parser, argparse.Namespace(kept=file, menu="fcpa", hands=20), "hands")
    assert longer.rows == [(1.5, -2.0)]
    longer.add((3.0, 4.0))
    assert len(KeptRows.of(parser, begun, "hands").rows) == 2
    with pytest.raises(SystemExit):
        KeptRows.of(parser, argparse.Namespace(kept=file, menu="15bets", hands=10), "hands")
    assert "holds rows of other options, {'menu': 'fcpa'}" in capsys.readouterr().err


@pytest.mark.parametrize("main", [solving_gain.main, best_responses.main, odd_bets.main])
def test_one_agent_is_enough(
    main, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def load(game: str, name: str) -> object:
        asked.append(name)
        if len(asked) == 2:
            raise KeyError(name)
        return object()

    monkeypatch.setattr(catalog, "load", load)
    with pytest.raises(KeyError):
        main(["somebody"])
    assert asked == ["somebody", "blueprint-200"]


HERE = Path(__file__).parent
OURS = ("ai", "game", "main", "tests")
MODULES = sorted(file.stem for file in HERE.glob("*.py") if not file.stem.startswith(("test_", "__")))


def imported(file: Path) -> Iterator[tuple[str, str]]:
    """Yield module and name of each import in a file. The name is empty for a whole module."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from ((node.module, alias.name) for alias in node.names)


def is_there(module: str, name: str) -> bool:
    """Return whether a module, or a name in the module, exists. Peers that are not installed count as existing."""
    root = module.partition(".")[0]
    if root not in OURS and find_spec(root) is None:
        return True
    found = importlib.import_module(module)
    is_package = hasattr(found, "__path__")
    return not name or hasattr(found, name) or (is_package and find_spec(f"{module}.{name}") is not None)


@pytest.mark.parametrize("module", MODULES)
def test_a_benchmark_finds_all_that_it_imports(module: str) -> None:
    importlib.import_module(f"tests.benchmarks.{module}")
    assert [where for where in imported(HERE / f"{module}.py") if not is_there(*where)] == []


def test_a_name_that_has_gone_is_found(tmp_path: Path) -> None:
    file = tmp_path / "stale.py"
    file.write_text("def late():\n    from game.core import Action, NoSuchName\n    import ai.catalog\n")
    assert [name for module, name in imported(file) if not is_there(module, name)] == ["NoSuchName"]


def test_every_study_that_a_readme_or_a_docstring_names_is_there() -> None:
    root = HERE.parents[1]
    parts = [file for folder in ("ai", "game") for file in (root / folder).rglob("*")]
    files = [root / "README.md", *(file for file in parts if file.suffix in {".md", ".py"})]
    named = {
        name
        for file in files
        for name in re.findall(r"tests[./]benchmarks[./](\w+)", file.read_text("utf-8"))
    }
    assert "solving_gain" in named
    assert sorted(named - {*MODULES, "bench_"}) == []


def _arguments(tree: ast.Module, method: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method:
            yield node


@pytest.mark.parametrize("file", sorted(Path(__file__).parent.glob("*.py")), ids=lambda file: file.stem)
def test_every_option_that_a_study_reads_is_declared(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    declared = {
        word.value.lstrip("-").replace("-", "_")
        for call in _arguments(tree, "add_argument")
        for word in [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "dest")]
        if isinstance(word, ast.Constant)
    }
    parsed = {
        name.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and any(node.value == call for call in _arguments(tree, "parse_args"))
        for name in node.targets
        if isinstance(name, ast.Name)
    }
    read = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in parsed
    }
    assert read <= declared


def test_the_figures_of_the_window_name_their_cases() -> None:
    with pytest.raises(SystemExit, match=r"The cases are play, lab, .*, import\.$"):
        window_figures.main("--help")
