"""The stated memory of a solve against the memory that is resident, and the limits that a solve respects."""

import subprocess
import sys
from pathlib import Path

import pytest

from ai.solver import solving as memory

SOLVE = """
from pathlib import Path
from ai.solver.solving import Goal, solved
from ai.solver.spot_forms import read_spot
from ai.solver.subgame import Subgame
from ai.solver.sweeps import compile_kernels

def resident():
    [line] = [one for one in Path("/proc/self/status").read_text().splitlines() if one.startswith("VmRSS")]
    return 1024 * int(line.split()[1])

compile_kernels()
solved(Subgame(read_spot("AsKd7c2h3d; AA; KK; 10; 50; 100%; 100%")), Goal(iterations=1))
before = resident()
game = Subgame(read_spot("QsJh2h; TT+,AKs,AQs,KQs; TT+,AKs,A9s; 10; 30; 50%,a; 100%,a"))
solved(game, Goal(iterations=1))
print(resident() - before, game.memory_needed)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_the_memory_stated_for_a_flop_is_what_is_resident_within_a_tenth() -> None:
    done = subprocess.run([sys.executable, "-c", SOLVE], capture_output=True, text=True, check=True)
    taken, stated = map(int, done.stdout.split())
    assert stated == pytest.approx(taken, rel=0.1)


def test_a_solve_keeps_to_the_limit_of_its_container(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "SYSTEM", tmp_path)
    group = tmp_path / "sys" / "fs" / "cgroup"
    group.mkdir(parents=True)
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "meminfo").write_text("MemTotal: 8000 kB\nMemAvailable: 4000 kB\n")
    assert memory.available_bytes() == 4_096_000
    (group / "memory.current").write_text("1000000\n")
    (group / "memory.stat").write_text("anon 600000\ninactive_file 400000\n")
    (group / "memory.max").write_text("3000000\n")
    assert memory.available_bytes() == 2_400_000
    (group / "memory.max").write_text("max\n")
    assert memory.available_bytes() == 4_096_000


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_a_solve_keeps_to_the_limit_of_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    before = memory.available_bytes()
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (2**24, 2**24))
    assert memory.available_bytes() == 0 < before
