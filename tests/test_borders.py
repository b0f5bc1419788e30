"""What a border says reaches stderr, or nobody."""

import io
import sys
import threading

import pytest

from game.borders import NO_MEMORY, Border, prepare_streams, print_text, say
from game.core import BadInput


def test_a_sentence_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    say("A folder is full.")
    assert capsys.readouterr().err == "A folder is full.\n"


@pytest.mark.parametrize("closed", [True, False])
def test_without_stderr_a_sentence_goes_nowhere(closed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    stream.close()
    monkeypatch.setattr(sys, "stderr", stream if closed else None)
    say("A folder is full.")


EVIL = "\x1b[2J\x1b]0;pwned\x07\u202egnp.exe\udcff"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-16", "utf-8", "cp037", "idna"])
def test_no_encoding_loses_a_result(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding=encoding))
    prepare_streams()
    print_text(f"-0.02 \N{PLUS-MINUS SIGN} 0.3 {EVIL}")
    sys.stdin.read()
    assert "0.3" in written.getvalue().decode("ascii" if encoding == "idna" else encoding)


def test_texts_of_strangers_reach_the_terminal_as_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    print_text(f"ann\n{EVIL}")
    say(EVIL)
    said = capsys.readouterr()
    assert said.out == "ann\n" + said.err
    assert said.err.rstrip("\n").isprintable()
    assert str(BadInput(EVIL)).isprintable()


def test_too_little_memory_is_a_sentence_and_no_fault() -> None:
    with Border(lambda failure: "report") as border:
        bytearray(1 << 62)
    assert (border.sentence, border.fault) == (NO_MEMORY, False)


def test_no_memory_for_a_thread_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*words: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading, "_start_new_thread", fail)
    with Border(lambda failure: "report") as border:
        threading.Thread(target=print).start()
    assert (border.sentence, border.fault) == (NO_MEMORY, False)
