"""The agents of the small games: their play and their strength."""

import random
from pathlib import Path

import numpy as np
import pytest

from ai import catalog
from ai.agents import small_games
from ai.agents.small_games import PerfectAgent, TableAgent, UniformAgent, ValueAgent, greedy
from ai.evaluation.strength import lines_of_both_seats, measure_exploitability, measure_strength
from ai.storage import save_model
from game.core import BadInput, KnownStrategy
from game.files.manifest import Manifest
from game.rules.kuhn_poker import KuhnState, classic, half_street
from game.rules.tic_tac_toe import TicTacToeState
from tests.rules.test_small_games import play_cells

KUHN = {"classic": classic(), "1": half_street(1), "2": half_street(2), "0.5": half_street(0.5)}


def load_shipped(game: str, name: str, blinds: float = 1) -> KnownStrategy:
    agent = catalog.load(game, name, blinds)
    assert isinstance(agent, ValueAgent | TableAgent | PerfectAgent | UniformAgent)
    return agent


def test_the_champion_loses_no_line_from_either_seat() -> None:
    as_x, as_o = lines_of_both_seats(load_shipped("tic-tac-toe", "ada-1000000"))
    assert (as_x.lost, as_o.lost) == (0, 0)
    assert as_x.won > 0


def test_the_stages_of_the_learner_are_beaten_on_ever_fewer_lines() -> None:
    lost = []
    for stage in (20, 500, 2_000, 1_000_000):
        strength = measure_strength(load_shipped("tic-tac-toe", f"ada-{stage}"), TicTacToeState())
        lost.append(strength.mean)
        entry = catalog.find("tic-tac-toe", f"ada-{stage}")
        assert entry.strength == strength
    assert lost == sorted(lost, reverse=True)
    assert len(set(lost)) == 4


def test_the_values_of_an_agent_are_those_of_the_next_boards() -> None:
    agent = catalog.load("tic-tac-toe", "ada-1000000")
    assert isinstance(agent, ValueAgent)
    winning = play_cells(0, 3, 1, 4)
    assert agent.values(winning.information_state(0))[2] == 1.0
    assert agent.strategy(winning.information_state(0)) == {2: 1.0, 5: 0.0, 6: 0.0, 7: 0.0, 8: 0.0}
    values = agent.values(play_cells(4).information_state(1))
    assert set(values) == {0, 1, 2, 3, 5, 6, 7, 8}
    assert all(0 <= value <= 1 for value in values.values())


def test_equal_values_share_the_probability() -> None:
    assert greedy({0: 0.5, 1: 0.5, 2: 0.1}) == {0: 0.5, 1: 0.5, 2: 0.0}


def test_values_out_of_range_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.npz"
    manifest = Manifest("tic-tac-toe", "values", "learned")
    save_model(file, manifest, {"values": np.full((2, 19_683), 1.5)})
    with pytest.raises(BadInput, match=r"odd\.npz is damaged"):
        small_games.load_values(file, TicTacToeState())


def test_perfect_play_draws_against_itself_and_loses_nothing() -> None:
    as_x, as_o = lines_of_both_seats(PerfectAgent("perfect"))
    assert (as_x.lost, as_o.lost) == (0, 0)


def test_perfect_play_wins_where_it_can_and_blocks_where_it_must() -> None:
    agent = small_games.load_perfect(Path("perfect.yaml"), TicTacToeState())
    assert agent.values(play_cells(0, 3, 1, 4).information_state(0))[2] == 1.0
    assert agent.strategy(play_cells(0, 4, 1).information_state(1))[2] == 1.0
    assert set(agent.values(TicTacToeState().information_state(0)).values()) == {0.5}


def test_uniform_play_meets_every_line() -> None:
    as_x, _ = lines_of_both_seats(UniformAgent("random"))
    assert (as_x.lost, as_x.drawn, as_x.won) == (77_904, 46_080, 131_184)


@pytest.mark.parametrize(
    ("game", "name", "blinds", "value"),
    [
        ("kuhn-poker", "vesper-10000", 1, -1 / 18),
        ("kuhn-half-street", "vesper-s1-10000", 1, 1 / 18),
        ("kuhn-half-street", "vesper-s2-10000", 2, 1 / 10),
    ],
)
def test_the_last_stage_of_vesper_is_in_equilibrium(game: str, name: str, blinds: int, value: float) -> None:
    root = classic() if game == "kuhn-poker" else half_street(blinds)
    found = measure_exploitability(load_shipped(game, name, blinds), root)
    assert found.exploitability <= 1e-4
    assert found.value == pytest.approx(value, abs=1e-3)


@pytest.mark.parametrize("game", ["kuhn-poker", "kuhn-half-street"])
def test_every_stage_of_vesper_has_the_strength_that_its_manifest_tells(game: str) -> None:
    for entry in catalog.agents(game):
        root = classic() if game == "kuhn-poker" else half_street(entry.blinds or 1)
        assert entry.strength is not None
        now = measure_strength(load_shipped(game, entry.name, entry.blinds or 1), root)
        assert now.mean == pytest.approx(entry.strength.mean, abs=1e-12)


@pytest.mark.parametrize("root", KUHN.values(), ids=KUHN)
def test_the_equilibrium_cannot_be_exploited(root: KuhnState) -> None:
    agent = small_games.by_name("equilibrium", root.rules)
    assert measure_exploitability(agent, root).exploitability == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("blinds", [0.25, 0.4, 0.5])
def test_without_enough_blinds_nobody_bluffs_and_the_game_is_worth_nothing(blinds: float) -> None:
    agent = small_games.by_name("equilibrium", half_street(blinds).rules)
    found = measure_exploitability(agent, half_street(blinds))
    assert (found.exploitability, found.value) == (pytest.approx(0, abs=1e-15), pytest.approx(0, abs=1e-15))


def test_characters_do_what_their_names_say() -> None:
    rules = classic().rules
    bluffer = small_games.by_name("bluffer", rules).table
    honest = small_games.by_name("honest", rules).table
    station = small_games.by_name("station", rules).table
    assert bluffer["Q"][1] == bluffer["Qp"][1] == 1.0
    assert honest["Q"][1] == honest["K"][1] == 0.0
    assert all(station[key][1] == 1.0 for key in ("Qb", "Kb", "Ab", "Qpb", "Kpb", "Apb"))


def test_an_unknown_character_lists_the_known_ones() -> None:
    with pytest.raises(BadInput, match="they are honest, bluffer, station, equilibrium"):
        small_games.by_name("sly", classic().rules)


def table_model(file: Path, keys: list[str], average: list[list[float]]) -> Path:
    manifest = Manifest("kuhn-half-street", "table", "learned", blinds=1)
    save_model(file, manifest, {"keys": np.array(keys), "average": np.array(average)})
    return file


HALF_STREET_KEYS = ["A", "K", "Q", "Ab", "Kb", "Qb"]


def test_a_table_of_another_game_is_refused(tmp_path: Path) -> None:
    file = table_model(tmp_path / "odd.npz", ["A", "K"], [[0.5, 0.5]] * 2)
    with pytest.raises(BadInput, match=r"odd\.npz is for another game: it differs in the information set"):
        small_games.load_table(file, half_street())


@pytest.mark.parametrize("row", [[0.7, 0.7], [-0.5, 1.5], [0.0, 0.0]])
def test_rows_that_are_no_probabilities_are_refused(tmp_path: Path, row: list[float]) -> None:
    file = table_model(tmp_path / "odd.npz", HALF_STREET_KEYS, [[0.5, 0.5]] * 5 + [row])
    with pytest.raises(BadInput, match="no probabilities for the information set 'Qb'"):
        small_games.load_table(file, half_street())


def test_a_table_agent_mixes_as_its_table_says() -> None:
    agent = TableAgent("mix", {"K": {0: 0.25, 1: 0.75}})
    state = half_street().child(1).child(2)
    rng = random.Random(0)
    bets = sum(agent.decide(state.information_state(0), rng).action for _ in range(4_000))
    assert bets / 4_000 == pytest.approx(0.75, abs=0.03)
