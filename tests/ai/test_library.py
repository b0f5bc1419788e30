"""The library: its functions agree with the commands, and the built package works on its own."""

from __future__ import annotations

import ast
import os
import random
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

import hatch_build
import parlour
from ai import library
from ai.library import players
from game.rules import cards
from tests.ai.algorithms.small_games import LeducState
from tests.ai.asking import Run, run_json

ROOT = Path(hatch_build.__file__).parent
EXAMPLES = ROOT / "assets" / "examples"
SPOT = ("QsJh2h8d3c", "AA,KQs", "JJ,T9s")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package `parlour`, as the wheel contains it."""
    folder = tmp_path_factory.mktemp("package")
    hatch_build.write_package(ROOT, folder / "parlour")
    (folder / "parlour" / "assets").symlink_to(ROOT / "assets")
    return folder


def call(package: Path, *words: object, folder: Path | None = None) -> str:
    """Run Python with the built package but without the source folder. Return stdout."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=folder or package,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# ---- the functions ------------------------------------------------------------------------------------------
def test_every_name_of_the_library_exists() -> None:
    for name in library.__all__:
        assert getattr(parlour, name) is not None
    assert set(library.__all__) == set(dir(parlour))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        parlour.nothing  # noqa: B018


@pytest.mark.filterwarnings("ignore:Found '__version__'")  # it is read when it is used
def test_the_pages_of_the_library_have_a_text_for_every_name() -> None:
    pdoc = pytest.importorskip("pdoc.doc")
    for name in library.__all__:
        getattr(library, name)
    page = pdoc.Module(library)
    described = {name for name, member in page.members.items() if member.docstring}
    assert described == set(library.__all__) - {"__version__"}


def test_hands_agree_with_the_commands(run: Run) -> None:
    ranked = parlour.rank("AsKsQsJsTs2d3c")
    found = run_json(run, "rank", "AsKsQsJsTs2d3c")
    assert [ranked.category, ranked.rank, list(ranked.best_five)] == list(found.values())
    assert parlour.rank(cards.parse("AsKsQsJsTs2d3c")) == ranked, "as an agent sees them"
    share = parlour.equity("AsKs", "QhQd", "2c7d9h")
    assert list(share.equity) == run_json(run, "equity", "AsKs", "QhQd", "--board", "2c7d9h")["equity"]
    sampled = parlour.equity("AsKs", "QhQd", samples=1000, seed=3)
    words = ("equity", "AsKs", "QhQd", "--samples", "1000", "--seed", "3")
    assert list(sampled.equity) == run_json(run, *words)["equity"]
    assert parlour.parse_range("KQs:0.5") == dict.fromkeys(("KcQc", "KdQd", "KhQh", "KsQs"), 0.5)
    for wrong in ("AsKs", [0, 1, 2, 3, 52]):
        with pytest.raises(parlour.BadInput):
            parlour.rank(wrong)


def test_a_solution_is_walked_and_agrees_with_the_command(run: Run) -> None:
    solution = parlour.solve(*SPOT, pot=100, stack=200, bets="50%,a", raises="100%")
    spot = f"{'; '.join(SPOT)}; 100; 200; 50%,a; 100%"
    found = run_json(run, "solve", spot, "--threads", "1")
    assert list(solution.ev) == pytest.approx(found["ev"], abs=1e-5)
    assert list(solution.root.actions) == found["actions"]
    assert list(solution.root.frequencies.values()) == pytest.approx(found["frequencies"], abs=1e-5)
    assert list(solution.root.strategy("AsAd").values()) == pytest.approx(
        found["hands"]["AsAd"]["strategy"], abs=1e-6
    )
    assert solution.root.ev("AsAd", 0) == pytest.approx(found["hands"]["AsAd"]["ev"], abs=1e-4)
    after = solution.root.after("check").after("bet 50")
    assert (after.player, after.actions[0]) == (0, "fold")
    with pytest.raises(parlour.BadInput, match="is not in the range here"):
        solution.root.strategy("2c3d")
    with pytest.raises(parlour.BadInput, match="The action 'raise 7' does not exist here"):
        solution.root.after("raise 7")


def test_a_solve_stops_at_the_first_of_its_limits_and_takes_rake() -> None:
    def solve(**limits: float) -> parlour.Solution:
        return parlour.solve(*SPOT, pot=100, stack=200, bets="50%,a", raises="100%", **limits)

    assert solve(target=5, seconds=60, iterations=100_000).exploitability_pct < 5
    assert solve(target=1e-9, iterations=3).iterations == 3
    free, raked, capped = solve(), solve(rake=5), solve(rake=5, rake_cap=1)
    assert sum(free.ev) == pytest.approx(100)
    assert sum(raked.ev) < 96
    assert 98.9 < sum(capped.ev) < 99.5


def test_a_trained_strategy_is_near_the_value_of_kuhn_poker_and_plays() -> None:
    strategy = parlour.train("kuhn-poker", iterations=300)
    found = parlour.exploitability("kuhn-poker", strategy)
    assert found.exploitability < 0.001
    assert found.value == pytest.approx(-1 / 18, abs=1e-3)
    result = parlour.match("kuhn-poker", strategy, "station", hands=20)
    assert (result.a, result.b, result.hands) == ("cfr+", "station", 20)
    with pytest.raises(parlour.BadInput, match="There is no variant 'magic'"):
        parlour.train("kuhn-poker", variant="magic")


def test_value_learning_gives_an_agent() -> None:
    learner = parlour.learn_values(games=2000, seed=1)
    result = parlour.match("tic-tac-toe", learner, "random", hands=100)
    assert result.mean > 0.5
    with pytest.raises(parlour.BadInput, match="The value learner has no setting 'magic'"):
        parlour.learn_values(magic=1)


@dataclass(frozen=True)
class Pennies:
    """Matching pennies, as an example of a game that a user of the library defines."""

    moves: tuple[int, ...] = ()

    def current_player(self) -> int:
        return len(self.moves) if len(self.moves) < 2 else -4

    def legal_actions(self) -> Sequence[int]:
        return () if self.is_terminal() else (0, 1)

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return ()

    def child(self, action: int) -> Pennies:
        return Pennies((*self.moves, action))

    def is_terminal(self) -> bool:
        return len(self.moves) == 2

    def returns(self) -> tuple[float, float]:
        won = 1.0 if len(set(self.moves)) == 1 else -1.0
        return (won, -won) if self.is_terminal() else (0.0, 0.0)

    def information_state(self, player: int) -> Hidden:
        return Hidden(player)


@dataclass(frozen=True)
class Hidden:
    player: int
    legal_actions: tuple[int, int] = (0, 1)

    @property
    def key(self) -> str:
        return str(self.player)


def test_a_game_of_the_callers_own_is_solved() -> None:
    strategy = parlour.train(Pennies(), iterations=50)
    assert strategy.table["0"][0] == pytest.approx(0.5)
    assert parlour.exploitability(Pennies(), strategy).nash_conv == pytest.approx(0.0, abs=1e-9)


def test_strategies_go_to_open_spiel_and_policies_come_back() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    root, theirs = parlour.initial_state("kuhn-poker"), pyspiel.load_game("kuhn_poker")
    strategy = parlour.train(root, iterations=20)
    policy = parlour.open_spiel.policy(theirs, root, strategy.table)
    measured = parlour.exploitability(root, strategy).nash_conv
    assert pyspiel.nash_conv(theirs, policy) == pytest.approx(measured, abs=1e-9)
    solver = pyspiel.CFRPlusSolver(theirs)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    back = parlour.open_spiel.strategy(theirs, root, solver.average_policy())
    measured = pyspiel.nash_conv(theirs, solver.average_policy())
    assert parlour.exploitability(root, back).nash_conv == pytest.approx(measured, abs=1e-9)
    assert parlour.match("kuhn-poker", back, "station", hands=10).a == "open-spiel"


LEDUC_WITH_CARDS = LeducState((0, 2))
MIDDLE_OF_TIC_TAC_TOE = parlour.initial_state("tic-tac-toe").child(4).child(0).child(2).child(6)
SPIEL_GAMES = {
    "kuhn": parlour.initial_state("kuhn-poker"),
    "half_street": parlour.initial_state("kuhn-half-street", blinds=2),
    "tic_tac_toe": MIDDLE_OF_TIC_TAC_TOE,
    "leduc": LEDUC_WITH_CARDS,
    "pennies": Pennies(),
}


def check_with_open_spiel(name: str, root: parlour.State) -> None:
    """Check that exploitability equals OpenSpiel's, for the uniform strategy and for OpenSpiel's solution."""
    pyspiel = pytest.importorskip("pyspiel")
    game = parlour.open_spiel.registered(name, root)
    solver = pyspiel.CFRPlusSolver(game)
    solver.evaluate_and_update_policy()
    for policy in (pyspiel.UniformRandomPolicy(game), solver.average_policy()):
        seated = parlour.open_spiel.strategy(game, root, policy)
        measured = parlour.exploitability(root, seated).exploitability
        assert measured == pytest.approx(pyspiel.exploitability(game, policy), abs=1e-9)


@pytest.mark.parametrize("name", SPIEL_GAMES)
def test_open_spiel_measures_our_games_as_we_do(name: str) -> None:
    check_with_open_spiel(name, SPIEL_GAMES[name])


@pytest.mark.long
def test_open_spiel_measures_leduc_as_we_do() -> None:
    check_with_open_spiel("whole_leduc", LeducState())


def test_open_spiel_learns_the_sizes_of_a_game() -> None:
    pytest.importorskip("pyspiel")
    game = parlour.open_spiel.registered("whole_tic_tac_toe", parlour.initial_state("tic-tac-toe"))
    assert game.new_initial_state().legal_actions() == list(range(9))
    sizes = (game.num_distinct_actions(), game.max_game_length(), game.min_utility(), game.max_utility())
    assert sizes == (9, 9, -1, 1)
    game = parlour.open_spiel.registered("pennies", Pennies())
    assert (game.num_distinct_actions(), game.max_chance_outcomes(), game.max_game_length()) == (2, 0, 2)
    game = parlour.open_spiel.registered("half_street", parlour.initial_state("kuhn-half-street", blinds=2))
    assert (game.max_chance_outcomes(), game.max_game_length(), game.max_utility()) == (3, 2, 3)


def test_a_name_of_open_spiel_has_one_game_and_no_game_that_cannot_be_visited() -> None:
    pytest.importorskip("pyspiel")
    parlour.open_spiel.registered("kuhn", parlour.initial_state("kuhn-poker"))
    with pytest.raises(parlour.BadInput, match="The name 'kuhn' belongs to another game"):
        parlour.open_spiel.registered("kuhn", Pennies())
    with pytest.raises(parlour.BadInput, match="too large to be solved whole"):
        parlour.open_spiel.registered("holdem", parlour.initial_state("holdem"))
    with pytest.raises(parlour.BadInput, match="its player forgets what led there"):
        parlour.train(MIDDLE_OF_TIC_TAC_TOE)


class First:
    """An agent that takes the first legal action."""

    name = "first"

    def decide(
        self, info: parlour.InformationState, rng: random.Random, budget: parlour.Budget
    ) -> parlour.Decision:
        action = info.legal_actions[0]
        return parlour.Decision(action, {action: 1.0})


def test_agents_of_the_callers_own_play_matches_and_leagues(monkeypatch: pytest.MonkeyPatch) -> None:
    result = parlour.match("tic-tac-toe", First(), "perfect", hands=4)
    assert (result.a, result.losses) == ("first", 4 - result.draws - result.wins)
    table = parlour.league("tic-tac-toe", [First(), First(), "random"], hands=4)
    assert list(table) == [(0, 1), (0, 2), (1, 2)]
    loaded = []
    load = players.load
    monkeypatch.setattr(players, "load", lambda *words, **more: loaded.append(words) or load(*words, **more))
    table = parlour.league("kuhn-poker", ["station", "uniform", "station"], hands=4)
    assert [(result.a, result.b) for result in table.values()][-1] == ("uniform", "station")
    assert len(loaded) == 3, "once for each player"
    assert parlour.load("kuhn-poker", "station").name == "station"
    assert "sound" in [entry.name for entry in parlour.agents("holdem")]


# ---- the package of the wheel -------------------------------------------------------------------------------
def test_the_import_loads_nothing_and_no_module_is_called_game_or_ai(package: Path) -> None:
    script = """
import sys
before = set(sys.modules)
path = list(sys.path)
import parlour
loaded = set(sys.modules) - before
assert not {"numpy", "yaml", "platformdirs"} & loaded, loaded
parlour.parse_range("AsKs")
import parlour.main, parlour.game.app.start
print(parlour.__version__, [name for name in sys.modules if name.partition(".")[0] in ("game", "ai")])
assert sys.path == path
"""
    assert call(package, "-c", script) == f"{parlour.__version__} []\n"


def test_the_package_names_its_own_modules_only(package: Path) -> None:
    for file in (package / "parlour").rglob("*.py"):
        if "assets" not in file.parts:
            text = file.read_text(encoding="utf-8")
            assert hatch_build.rewrite(text) == text, file
    assert (package / "parlour" / "py.typed").exists()


def test_the_command_of_the_package_plays_in_processes_of_its_own(package: Path) -> None:
    start = "import sys; from parlour.main import command; sys.argv[0] = 'parlour'; sys.exit(command())"
    words = ("match", "kuhn-poker", "equilibrium", "station", "--hands", "100", "--workers", "2")
    file = package / "start.py"
    file.write_text(f"if __name__ == '__main__':\n    {start}\n", encoding="utf-8")
    assert "equilibrium against station, 100 hands" in call(package, file, *words)


@pytest.mark.parametrize(
    ("example", "says"),
    [
        ("train_kuhn.py", "chips a hand from station"),
        ("solve_river.py", "after a check:"),
        ("q_learner.py", " 0 losses against Ada"),
        ("open_spiel_policy.py", "chips a hand from station"),
    ],
)
def test_an_example_runs(example: str, says: str, tmp_path: Path) -> None:
    assert says in call(ROOT, EXAMPLES / example, folder=tmp_path)  # the kernels of the checkout are compiled


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.py")), ids=lambda file: file.name)
def test_the_functions_of_an_example_have_types(file: Path) -> None:
    """Check that the functions of an example have type annotations.

    A slower test, which builds the wheel, runs `mypy --strict` on the examples.
    """
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            every = (*node.args.args, *filter(None, (node.args.vararg, node.args.kwarg)))
            assert node.returns is not None, node.name
            assert all(one.annotation or one.arg == "self" for one in every), node.name


def test_the_agents_of_the_examples_play(run: Run) -> None:
    words = ("kuhn-poker", f"{EXAMPLES / 'my_agent.py'}:MyAgent")
    assert run_json(run, "match", *words, "station", "--hands", "20")["hands"] == 20
    assert run_json(run, "measure", *words)["exploitability"] < 0.2
    command = shlex.join((sys.executable, str(EXAMPLES / "my_bot.py")))
    row = run_json(run, "yardstick", "holdem", "random", "--against", command, "--hands", "6")
    assert row["faults"]["opponent"]["faults"] == 0
    manifest = yaml.safe_load((EXAMPLES / "my-bot.yaml").read_text(encoding="utf-8"))
    assert manifest["command"] == ["python", "my_bot.py"]
    assert (
        run_json(run, "match", "holdem", str(EXAMPLES / "my-bot.yaml"), "random", "--hands", "4")["hands"]
        == 4
    )
