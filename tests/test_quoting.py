"""Values quoted in messages stay short, and the message of every error reaches stderr."""

import csv
import io
import pickle
import sys
import threading
import time

import pygame
import pytest

from game.borders import NO_MEMORY, Border, prepare_streams, print_text, say
from game.core import MAX_MESSAGE_LENGTH, BadInput
from game.quoting import MAX_QUOTED_LENGTH, csv_line, escape_controls, list_names, quoted

_shared: list[object] = ["x"]
for _ in range(40):
    _shared = [_shared, _shared, _shared]


@pytest.mark.parametrize(
    "value",
    [
        "x" * 1_000_000,
        "\U000e0001" * 100,
        b"\0" * 1_000_000,
        16**5_000,
        -(16**5_000),
        list(range(1_000)),
        {str(key): "y" * 100 for key in range(1_000)},
        [["z" * 100] * 10] * 10,
        _shared,
        1e308,
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_quoted_value_is_short_and_quickly_made(value: object) -> None:
    began = time.perf_counter()
    assert len(quoted(value)) <= MAX_QUOTED_LENGTH
    assert time.perf_counter() - began < 1.0


@pytest.mark.parametrize("value", ["fold", "it's", 7, -0.5, None, True, [1, 2], {"a": 1}, "\ud800", "a\0b"])
def test_a_short_value_is_quoted_as_python_writes_it(value: object) -> None:
    assert quoted(value) == repr(value)


def test_a_long_word_ends_in_dots_within_its_quotation_marks() -> None:
    assert quoted("7" * 5_000).endswith("7...'")


def test_the_space_within_a_number_is_no_escape() -> None:
    assert str(BadInput("at most 1\u00a0000\n")) == "at most 1\u00a0000\\n"


def test_no_sentence_about_bad_input_is_longer_than_300_letters() -> None:
    sentence = str(BadInput(f"begins {'x' * 100_000} ends"))
    assert len(sentence) <= MAX_MESSAGE_LENGTH == 300
    assert sentence.startswith("begins x")
    assert sentence.endswith("x ends")
    assert str(pickle.loads(pickle.dumps(BadInput(sentence)))) == sentence
    assert str(BadInput("x" * 300)) == "x" * 300


@pytest.mark.parametrize("name", ["=cmd|' /C calc'!A0", "+1+1", "@SUM(1+1)", "-2+3", "-1_0", "\t=1", "\n=1"])
def test_no_text_is_a_formula_in_a_table(name: str) -> None:
    [[cell]] = csv.reader([csv_line([name])])
    assert cell[0] in "'\\"
    assert cell.isprintable()


def test_numbers_of_a_table_remain_numbers() -> None:
    assert csv_line([-3, -0.5, "-1.5e-07", "+2", ""]) == "-3,-0.5,-1.5e-07,+2,\n"


def test_a_long_list_ends_between_two_names() -> None:
    names = [f"value-learner-{number}" for number in range(40)]
    *shown, last = list_names(names).split(", ")
    name, more = last.split(" and ")
    assert [*shown, name] == names[: len(shown) + 1]
    assert more == f"{40 - len(shown) - 1} more"


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


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("can't start new thread"),
        pygame.error("Not enough resources to create thread"),
        pygame.error("Out of memory"),
    ],
)
def test_an_error_of_a_library_about_memory_is_the_same_sentence(error: Exception) -> None:
    with Border(lambda failure: "report") as border:
        raise error
    assert (border.sentence, border.fault) == (NO_MEMORY, False)


def test_an_interrupt_while_a_class_is_made_is_no_fault() -> None:
    class Interrupted:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Border(lambda failure: "report"):
        type("Made", (), {"one": Interrupted()})  # before Python 3.12, a RuntimeError


def test_no_memory_for_a_thread_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*words: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading, "_start_new_thread", fail)
    with Border(lambda failure: "report") as border:
        threading.Thread(target=print).start()
    assert (border.sentence, border.fault) == (NO_MEMORY, False)


def test_a_joined_sinhala_letter_is_no_escape_and_a_joiner_elsewhere_is_one() -> None:
    assert escape_controls("ක්\u200dරීඩා") == "ක්\u200dරීඩා"
    assert escape_controls("a\u200db\n ක්\u200dරී") == "a\\u200db\\n ක්\u200dරී"
