"""Ctrl-C ends every command within a moment and never interrupts a write."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="sends Ctrl-C to a process")
BEGINNING = """
import hashlib, os, signal, sys, threading, time
from pathlib import Path
from ai.commands import interrupts
signal.signal(signal.SIGINT, signal.default_int_handler)
interrupts.END_SECONDS = 0.2
deadline = interrupts.Deadline(130)
"""
HANGS = {
    "a long computation": "print(flush=True); hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)",
    "a thread that never ends": "print(flush=True); threading.Timer(9, print).start(); time.sleep(9)",
    "a stopped worker": """
from multiprocessing import get_context
worker = get_context("fork").Process(target=time.sleep, args=(60,))
worker.start()
os.kill(worker.pid, signal.SIGSTOP)
print(flush=True)
hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)
""",
    "a worker that cannot be killed": """
import multiprocessing
multiprocessing.active_children = lambda: [None]
print(flush=True)
hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)
""",
    "a handler that waits": "print(flush=True)\nwith interrupts.interrupts_noted(): time.sleep(60)",
}
THROUGH_MAIN = """
import main
from ai import command_line
command_line.main = lambda *words: print(flush=True) or hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)
main.main(["rank"])
"""
IN_A_CALLBACK = """
source = "def call(back): back(); print(flush=True); time.sleep(9)"
exec(compile(source, "llvmlite/binding/executionengine.py", "exec"))
call(lambda: None)
"""
BEFORE_SAVING = """
interrupts.END_SECONDS = 2.0
source = "def call(back): back(); print(flush=True); time.sleep(0.4)"
exec(compile(source, "llvmlite/binding/executionengine.py", "exec"))
try:
    call(lambda: None)
    with interrupts.interrupts_noted() as noted, interrupts.SAVE_LOCK:
        sys.exit(deadline.leave(7 if noted.wait(5) else 1))
except KeyboardInterrupt:
    sys.exit(deadline.leave(7))
"""
SAVING = """
print(flush=True)
try:
    time.sleep(60)
except KeyboardInterrupt:
    with interrupts.SAVE_LOCK:
        time.sleep(0.8)
        Path(sys.argv[1]).write_text("whole")
sys.exit(deadline.leave(130))
"""
LIMITED = """
import resource, sys
from pathlib import Path
import numpy
import main
pages = int(Path("/proc/self/statm").read_text().split()[0])
limit = pages * resource.getpagesize() + int(sys.argv[1]) * 2**20
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
sys.exit(main.main(sys.argv[2:]))
"""
IN_A_DESTRUCTOR = """
class Slow:
    def __del__(self):
        print(flush=True)
        time.sleep(9)
try:
    Slow()
    time.sleep(9)
except KeyboardInterrupt:
    sys.exit(deadline.leave(7))
"""
IN_A_CONSTRUCTOR = """
class Half:
    def __init__(self):
        print(flush=True)
        time.sleep(9)
        self.handle = 1
    def __del__(self):
        self.handle
try:
    Half()
except KeyboardInterrupt:
    sys.exit(deadline.leave(7))
"""
IN_AN_IMPORT = """
import tempfile, traceback
interrupts.END_SECONDS = 2.0
sys.path.insert(0, tempfile.mkdtemp())
Path(sys.path[0], "slow.py").write_text("import time; print(flush=True); time.sleep(0.5)")
try:
    try:
        import slow
    except BaseException:  # what import_array does, by which C modules import numpy
        traceback.print_exc()
        raise ImportError("numpy._core.multiarray failed to import")
    time.sleep(9)
except KeyboardInterrupt:
    sys.exit(deadline.leave(7))
"""
OVER = """
print(flush=True)
threading.Thread(target=time.sleep, args=(60,)).start()
sys.exit(deadline.leave(0))
"""

LOADING = """
import main
def load(*words):
    threading.Thread(target=time.sleep, args=(0.5,)).start()
    threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,)).start()
    print(flush=True)
    raise KeyboardInterrupt
main._run = load
sys.unraisablehook = sys.__unraisablehook__  # no deadline is set yet
signal.set_wakeup_fd(-1)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main.main(["rank"]))
"""


def interrupt_process(work: str, *words: str) -> tuple[int, str, float]:
    """Interrupt a process during `work`.

    Return the exit code, the output and the seconds until the process ended.
    """
    with subprocess.Popen(
        [sys.executable, "-c", BEGINNING + work, *words], cwd=ROOT, stdout=-1, stderr=-1, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, said = process.communicate(timeout=20)
    return process.returncode, said, time.monotonic() - began


@pytest.mark.parametrize(
    "work", [*HANGS.values(), THROUGH_MAIN, IN_A_CALLBACK], ids=[*HANGS, "any command", "a callback"]
)
def test_ctrl_c_ends_whatever_goes_on(work: str) -> None:
    code, said, seconds = interrupt_process(work)
    assert (code, said.splitlines()[-1]) == (130, "Interrupted.")
    assert seconds < 5.0


@pytest.mark.parametrize("work", [IN_A_DESTRUCTOR, IN_A_CONSTRUCTOR], ids=["destructor", "constructor"])
def test_ctrl_c_in_a_destructor_or_constructor_is_heard_without_a_traceback(work: str) -> None:
    assert interrupt_process(work)[:2] == (7, "")


def test_ctrl_c_in_a_callback_is_heard_by_the_work_after_it() -> None:
    assert interrupt_process(BEFORE_SAVING)[:2] == (7, "")


def test_ctrl_c_in_an_import_is_heard_after_it_without_a_traceback() -> None:
    assert interrupt_process(IN_AN_IMPORT)[:2] == (7, "")


def test_ctrl_c_waits_until_work_is_saved(tmp_path: Path) -> None:
    assert interrupt_process(SAVING, str(tmp_path / "saved"))[:2] == (130, "")
    assert (tmp_path / "saved").read_text() == "whole"


def test_ctrl_c_after_a_command_is_over_changes_no_exit_code() -> None:
    assert interrupt_process(OVER)[:2] == (0, "")


def test_a_second_ctrl_c_while_loading_says_no_more() -> None:
    assert interrupt_process(LOADING)[:2] == (130, "Interrupted.\n")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the memory of a process")
@pytest.mark.parametrize("megabytes", [32, 64, 100, 200])
def test_too_little_memory_for_compiled_code_is_one_sentence(megabytes: int, tmp_path: Path) -> None:
    words = [sys.executable, "-c", LIMITED, str(megabytes), "equity", "AsAh", "KdKc", "--samples", "100"]
    home = {**os.environ, "PARLOUR_HOME": str(tmp_path)}
    ended = subprocess.run(words, cwd=ROOT, env=home, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout) == (2, "")
    [sentence] = ended.stderr.splitlines()
    assert "memory" in sentence or "raise it with ulimit -v unlimited" in sentence
