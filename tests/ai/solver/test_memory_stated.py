"""The stated memory of a solve against the memory that is resident in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

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
