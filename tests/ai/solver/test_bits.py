"""Solves with 16-bit tables, compared with 32-bit solves."""

from pathlib import Path

import numpy as np
import pytest

from ai.hands.combos import hand_index
from ai.solver import solve_files
from ai.solver.held_solve import HeldSolve
from ai.solver.mixes import Lock
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP
from ai.solver.spot_forms import spot_of_texts
from ai.solver.streets import memory_bytes, smallest_streets
from ai.solver.subgame import MEGABYTE, Limits, Subgame
from ai.solver.sweeps import GOLDEN_RATIO, _Decision, _pack, _unpack
from ai.solver.walk import Walk
from game.core import BadInput
from game.match.spot_texts import SpotTexts
from game.rules.cards import parse
from tests.ai.asking import get_json, get_refusal
from tests.ai.solver.oracles import SMALL, PlainGame

PACKED, PLAIN_BITS = Limits(bits=16), Limits(bits=32)
TURN = SpotTexts("QsJh2h8d", "22+,A2s+,KTs+", "22+,A2s+,K9s+", "100", "300", "33%,75%", "60%")


@pytest.mark.parametrize("name", ["river, narrow", "river, flush", "turn, two tone"])
def test_16_bits_reach_the_values_and_the_exploitability_of_32(name: str) -> None:
    spot = SMALL[name]
    packed, plain = (
        solved(Subgame(spot, limits=limits), Goal(iterations=300)) for limits in (PACKED, PLAIN_BITS)
    )
    assert packed.ev[OOP] == pytest.approx(plain.ev[OOP], abs=0.0005 * spot.pot)
    assert packed.exploitability == pytest.approx(plain.exploitability, abs=0.01)


def test_the_exploitability_of_16_bits_is_that_of_a_plain_best_response() -> None:
    spot = SMALL["turn, two tone"]
    game = Subgame(spot, limits=PACKED)
    found, walk = solved(game, Goal(iterations=30)), Walk(game)
    plain = PlainGame(spot, lambda board, path: walk.at(path, board[4:]).strategy)
    gained = (plain.best(OOP) + plain.best(IP) - spot.pot) / 2 / spot.pot
    assert 100 * gained == pytest.approx(found.exploitability, abs=2e-4)


def test_16_bits_give_the_same_with_any_number_of_threads() -> None:
    games = [Subgame(SMALL["turn, two tone"], limits=Limits(threads, bits=16)) for threads in (1, 3)]
    first, second = (solved(game, Goal(iterations=10)) for game in games)
    assert first.ev == second.ev
    for one, other in zip(games[0].streets[1].tables, games[1].streets[1].tables, strict=True):
        assert one.packed.regret.tobytes() == other.packed.regret.tobytes()


def test_kernels_are_compiled_apart_for_16_bits_except_those_without_tables() -> None:
    # At the top, it would come before ai/compiled.py names the cache, and every kernel would be compiled again.
    from numba import typeof

    plain, packed = (smallest_streets(bits)[1].seen_by(OOP) for bits in (32, 16))
    assert typeof(plain) != typeof(packed)
    assert typeof(plain.street) == typeof(packed.street)


def test_small_changes_add_up_in_16_bits() -> None:
    """A table entry must grow if a quarter of the 16-bit step is added to the entry 400 times.

    The largest entry, which determines the step, must not change.
    """
    at, packed, scales = _Decision(0, 0, 0, 0, 1, 3), np.zeros(3, np.int16), np.zeros(1, np.float32)
    weights = np.array([32766, -20, 0], np.float32)
    for turn in range(400):
        _pack(weights, at, packed, scales, turn * GOLDEN_RATIO % 1)
        _unpack(packed, scales, at, weights)
        weights[1] += 0.25
    assert weights == pytest.approx([32766, 80, 0], abs=2)


def test_the_bits_follow_from_the_memory() -> None:
    spot = spot_of_texts(TURN)
    streets = Subgame(spot).streets
    plain, packed = (memory_bytes(streets, 1, bits) for bits in (32, 16))
    assert Subgame(spot, limits=Limits(1, plain)).bits == 32
    game = Subgame(spot, limits=Limits(1, plain - 1))
    assert (game.bits, game.memory_needed) == (16, packed)
    with pytest.raises(BadInput, match=rf"it fits with 16 bits \({-(-packed // MEGABYTE)} MB\)"):
        Subgame(spot, limits=Limits(1, plain - 1, 32))
    with pytest.raises(BadInput, match=r"MB in 16 bits, and \d+ MB may be used"):
        Subgame(spot, limits=Limits(1, packed - 1))
    held = sum(part.nbytes for street in game.streets for table in street.tables for part in table.packed)
    entries = sum(street.entries(player) for street in streets for player in (OOP, IP))
    assert 4 * entries < held < 4.5 * entries


def test_a_lock_holds_in_16_bits() -> None:
    spot = SMALL["turn, two tone"]
    shares = np.full((1326, 2), np.nan)
    shares[hand_index(parse("TsTd"))] = [0.25, 0.75]
    games = [Subgame(spot, limits=limits, locks=[Lock((), (), shares)]) for limits in (PACKED, PLAIN_BITS)]
    packed, plain = (solved(game, Goal(iterations=300)) for game in games)
    assert packed.ev[OOP] == pytest.approx(plain.ev[OOP], abs=0.0005 * spot.pot)
    assert packed.exploitability == pytest.approx(plain.exploitability, abs=0.01)
    assert Walk(games[0]).at().strategy[hand_index(parse("TsTd"))] == pytest.approx([0.25, 0.75], abs=1e-4)


def test_a_solve_in_16_bits_is_kept_and_continued(tmp_path: Path) -> None:
    def start() -> HeldSolve:
        return HeldSolve.start(TURN, spot_of_texts(TURN), PACKED)

    whole, half, file = start(), start(), tmp_path / "half.npz"
    solved(whole.game, Goal(iterations=6))
    solved(half.game, Goal(iterations=3))
    list(solve_files.write(half, file))
    *_, read = solve_files.read(file, PLAIN_BITS)
    assert isinstance(read, HeldSolve)
    assert read.game.bits == 16
    solved(read.game, Goal(iterations=6))
    for one, other in zip(whole.game.streets[1].tables, read.game.streets[1].tables, strict=True):
        assert all(map(np.array_equal, one.packed, other.packed))


def test_the_command_takes_the_bits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (TURN.id, "--target", "2", "--out", str(tmp_path / "turn.npz"))
    plain, packed = (get_json(capsys, "solve", *words, "--bits", bits) for bits in ("32", "16"))
    assert (plain["bits"], packed["bits"]) == (32, 16)
    assert packed["memory_mb"] < plain["memory_mb"]
    assert "was solved in 16 bits" in get_refusal(capsys, "solve", *words, "--resume", "--bits", "32")
    assert get_json(capsys, "solve", *words, "--resume")["bits"] == 16
