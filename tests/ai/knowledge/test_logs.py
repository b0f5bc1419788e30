"""Logs of hands as streams: every hand is replayed, and every bad line is reported with its number."""

import gzip
import lzma
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ai.knowledge import logs
from ai.knowledge.logs import BadLine, LogCounts, read_logs
from game.histories import files
from game.match.acpc import from_acpc, header, to_acpc
from game.match.phh import _LONG_KEY, HandRecord, to_phh, to_phhs
from game.rules.betting import HoldemRules

TABLE = HoldemRules(1, 2, (200, 200))
BY_DEFAULT = HoldemRules(50, 100, (20_000, 20_000))
GOOD = [
    "STATE:0:r6c/cr18f:Ac6d|JsAs/Tc4s7h:-6|6:ann|bob",
    "STATE:1:f:As8d|8c3h:1|-1:bob|ann",
    "STATE:2:cr200c///:KsAc|6cJs/5h9dAh/Tc/Ad:200|-200:ann|bob",
]
UNKNOWN_TABLE = "STATE:5:r300c/cr500c/cc/cc:9d9c|JsQs/6sTsAh/7h/8h:500|-500:ann|bob"


def log(*lines: str, table: HoldemRules | None = TABLE) -> str:
    return "\n".join(([header(table)] if table else []) + list(lines)) + "\n"


@pytest.fixture
def write_file(tmp_path: Path) -> Callable[..., Path]:
    def write(content: str | bytes, name: str = "match.log") -> Path:
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return write


def bad(file: Path, **options: HoldemRules) -> list[tuple[int, str]]:
    return [
        (item.number, item.sentence) for item in read_logs([file], **options) if isinstance(item, BadLine)
    ]


def test_hands_of_a_log_are_those_of_its_lines(write_file: Callable[..., Path]) -> None:
    counts = LogCounts()
    file = write_file(log(*GOOD, "SCORE:193|-193:ann|bob", ""))
    assert list(read_logs([file], counts)) == [from_acpc(line, TABLE) for line in GOOD]
    assert (counts.files, counts.hands, counts.bad, counts.files_without_rules) == (1, 3, 0, [])
    assert counts.bytes_read == file.stat().st_size


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_a_packed_log_is_known_by_its_content_not_by_its_name(
    pack: Callable[[bytes], bytes], write_file: Callable[..., Path]
) -> None:
    plain, packed = write_file(log(*GOOD), "plain"), write_file(pack(log(*GOOD).encode()), "packed.log")
    assert list(read_logs([packed])) == list(read_logs([plain]))


def test_phh_files_hold_one_hand_or_one_a_section(write_file: Callable[..., Path]) -> None:
    records = tuple(from_acpc(line, TABLE) for line in GOOD)
    one = write_file(to_phh(records[0]), "one.phh")
    many = write_file(lzma.compress(to_phhs(records).encode()), "many.phhs.xz")
    assert list(read_logs([one, many])) == [records[0], *records]


def test_a_bad_line_is_told_and_the_rest_is_read(write_file: Callable[..., Path]) -> None:
    counts = LogCounts()
    file = write_file(log(GOOD[0], "nonsense", GOOD[1].replace("1|-1", "2|-2"), GOOD[2]))
    hands = [item for item in read_logs([file], counts) if isinstance(item, HandRecord)]
    assert [hand.number for hand in hands] == [0, 2]
    assert (counts.hands, counts.bad) == (2, 2)
    (first, why_no_hand), (second, why_not_its_payoffs) = bad(file)
    assert (first, second) == (3, 4)
    assert why_no_hand.startswith("Not an ACPC hand")
    assert why_not_its_payoffs == "Payoffs 2|-2: they are 1|-1 by the rules."


def test_a_bad_section_of_phh_is_told_at_the_line_that_is_wrong(write_file: Callable[..., Path]) -> None:
    record = from_acpc(GOOD[0], TABLE)
    section = to_phh(record)
    text = f"[1]\n{section}\n[2]\n{section.replace('NT', 'PO')}\n[3]\nvariant = \n[4]\n{section}"
    lines = text.splitlines()
    file = write_file(text, "some.phhs")
    found = list(read_logs([file]))
    assert [item for item in found if isinstance(item, HandRecord)] == [record, record]
    assert [number for number, _ in bad(file)] == [lines.index("[2]") + 2, lines.index("[3]") + 2]


def test_a_log_that_names_no_table_is_replayed_at_the_one_assumed(write_file: Callable[..., Path]) -> None:
    unnamed, named = write_file(log(UNKNOWN_TABLE, table=None), "a"), write_file(log(*GOOD), "b")
    counts = LogCounts()
    first, *_ = read_logs([unnamed, named], counts)
    assert isinstance(first, HandRecord)
    assert first.rules == BY_DEFAULT
    assert counts.files_without_rules == [unnamed]
    (other,) = read_logs([unnamed], assumed=HoldemRules(50, 100, (900, 900)))
    assert isinstance(other, HandRecord)
    assert other.rules.stacks == (900, 900)


def test_the_table_may_change_within_a_log(write_file: Callable[..., Path]) -> None:
    file = write_file(log(GOOD[0]) + log(UNKNOWN_TABLE, table=BY_DEFAULT))
    assert [item.rules for item in read_logs([file]) if isinstance(item, HandRecord)] == [TABLE, BY_DEFAULT]


def test_a_comment_with_impossible_blinds_is_a_bad_line(write_file: Callable[..., Path]) -> None:
    ((number, sentence),) = bad(write_file("# sb=0 bb=2 stack=200\n"))
    assert number == 1
    assert sentence.startswith("Blinds 0/2")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\0\0", "This is a picture (PNG). Parlour reads PHH and ACPC logs."),
        (b"%PDF-1.7\n", "This is a PDF document"),
        (b"PK\x03\x04\0\0", "This is a zip archive"),
        (b"\x80\x04\x95\0", "This is a pickle of Python"),
        (b"\1\0\2", "The file is not text"),
        (b"PokerStars Hand #30:  Hold'em No Limit ($1/$2)\n", "This is a PokerStars hand history."),
        (b"\xef\xbb\xbfPokerStars Zoom Hand #3: Hold'em\r\n", "This is a PokerStars hand history."),
        (b"\nPoker Hand #RC900: Hold'em No Limit ($0.05/$0.1)\n", "This is a GGPoker hand history."),
        (b"Winamax Poker - CashGame - HandId: #1-2-3 - Holdem\n", "This is a Winamax hand history."),
        (b"***** Hand History for Game 12 *****\n", "This is a partypoker hand history."),
        (b"#Game No : 12\n***** 888poker Hand History for Game 12 *****\n", "This is an 888poker hand"),
        (b"***** Cassava Hand History for Game 12 *****\n", "This is an 888poker hand"),
        (b'<?xml version="1.0"?>\n<session sessioncode="1">\n', "This is an iPoker hand history (XML)."),
        (b'{"ohh": {"spec_version": "1.4.6"}}', "This is an Open Hand History (JSON)."),
        (log(*GOOD).encode("utf-16"), "The file is written in UTF-16: save it as UTF-8."),
    ],
)
def test_a_file_that_is_no_log_is_said_to_be_none(
    content: bytes, sentence: str, write_file: Callable[..., Path]
) -> None:
    ((number, said),) = bad(write_file(content))
    assert number == logs.WHOLE_FILE
    assert said.startswith(sentence)


def test_missing_files_and_folders_leave_the_others_alone(
    write_file: Callable[..., Path], tmp_path: Path
) -> None:
    file = write_file(log(*GOOD))
    found = list(read_logs([tmp_path / "none.log", tmp_path, tmp_path / ("x" * 999), file]))
    missing, folder, too_long, *hands = found
    assert isinstance(too_long, BadLine)
    assert too_long.sentence == "The file cannot be read: File name too long."
    assert isinstance(missing, BadLine)
    assert missing.sentence == "The file cannot be read: No such file or directory."
    assert isinstance(folder, BadLine)
    assert folder.sentence == "This is a folder: name a log in it."
    assert len(hands) == len(GOOD)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes have names here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.log")
    assert bad(tmp_path / "pipe.log") == [(0, "This is not an ordinary file, as a log must be.")]


def test_a_packed_file_that_was_cut_gives_the_hands_before_the_cut(write_file: Callable[..., Path]) -> None:
    whole = log(*GOOD * 200, "# " + os.urandom(3000).hex()).encode()
    cut = write_file(lzma.compress(whole)[:-1500])
    counts = LogCounts()
    *hands, last = read_logs([cut], counts)
    assert isinstance(last, BadLine)
    assert last.sentence.startswith("The packed file ends in the middle")
    assert counts.hands == len(hands) > 0
    assert last.number == len(hands) + 2


def test_a_damaged_packed_file_is_told(write_file: Callable[..., Path]) -> None:
    packed = bytearray(gzip.compress(log(*GOOD).encode()))
    packed[len(packed) // 2] ^= 0xFF
    assert bad(write_file(bytes(packed)))


def test_letters_of_another_encoding_spoil_their_line_only(write_file: Callable[..., Path]) -> None:
    file = write_file(log(GOOD[0], GOOD[1].replace("ann", "Zoë"), GOOD[2]).encode("latin-1"))
    assert bad(file) == [(3, "The line holds letters that are not UTF-8.")]
    assert not bad(write_file("\ufeff" + log(*GOOD), "with a mark"))


def test_a_line_that_is_too_long_is_passed_over(write_file: Callable[..., Path]) -> None:
    file = write_file(log("x" * (3 * logs.MAX_LINE_BYTES), *GOOD))
    ((number, sentence),) = bad(file)
    assert number == 2
    assert sentence.startswith("The line is longer than 65,536 letters")
    assert len(list(read_logs([file]))) == 1 + len(GOOD)


def test_a_file_without_line_breaks_is_given_up(
    write_file: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MAX_SKIPPED_BYTES", 2 * logs.MAX_LINE_BYTES)
    ((_, sentence),) = bad(write_file(log("x" * (4 * logs.MAX_LINE_BYTES), *GOOD)))
    assert sentence.endswith("It does not end, so the rest of the file is left out.")


def test_a_section_without_end_is_told_once(
    write_file: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MAX_HAND_LENGTH", 1000)
    section = to_phh(from_acpc(GOOD[0], TABLE))
    file = write_file("# a comment\n[1]\n" + "a = 1\n" * 1000 + f"[2]\n{section}", "long.phhs")
    assert [number for number, _ in bad(file)] == [2]
    assert len(list(read_logs([file]))) == 2


def test_a_line_of_a_section_that_cannot_be_read_spoils_its_hand_only(
    write_file: Callable[..., Path],
) -> None:
    section = to_phh(from_acpc(GOOD[0], TABLE)).encode()
    file = write_file(b"[1]\nevent = 'caf\xe9'\n" + section + b"\n[2]\n" + section, "some.phhs")
    assert bad(file) == [(2, "The line holds letters that are not UTF-8.")]
    assert len(list(read_logs([file]))) == 2


def test_sentences_stay_short_whatever_the_line_holds(write_file: Callable[..., Path]) -> None:
    file = write_file(log(f"STATE:0:{'r' * 5000}\x07:As8d|8c3h:50|-50:ann|bob"))
    ((_, sentence),) = bad(file)
    assert len(sentence) < 200
    assert sentence.isprintable()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_are_hands_or_bad_lines(tmp_path: Path, content: bytes) -> None:
    for name in ("any.log", "any.phhs"):
        file = tmp_path / name
        file.write_bytes(content)
        assert all(isinstance(item, BadLine) for item in read_logs([file]))


def test_records_come_back_as_they_were_written(write_file: Callable[..., Path]) -> None:
    records = [from_acpc(line, TABLE) for line in GOOD]
    again = read_logs([write_file(log(*map(to_acpc, records)))])
    assert list(again) == records


def test_content_tells_the_format_and_not_the_name(tmp_path: Path) -> None:
    record = next(item for item in read_logs([_write_named(tmp_path, "a.phhs", log(GOOD[0]))]))
    assert isinstance(record, HandRecord)
    [again] = read_logs([_write_named(tmp_path, "b.log", "# a comment\n[1]\n" + to_phh(record))])
    assert again == record


def _write_named(folder: Path, name: str, content: str | bytes) -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def test_a_key_of_thousands_of_parts_takes_little_memory(tmp_path: Path) -> None:
    file = _write_named(
        tmp_path, "a.phhs", "[1]\n" + "".join(f"{letter}." * 32_000 + "z = 1\n" for letter in "abcd")
    )
    tracemalloc.start()
    found = list(read_logs([file]))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(found[0], BadLine)
    assert peak < 20_000_000


def test_a_key_that_is_long_but_whole_is_read() -> None:
    assert _LONG_KEY.search("note = 'a.b.c'\n_x.'y'.\"z\" = 1\nstacks = [1.5, 2.5]\n") is None
    assert _LONG_KEY.search("a-1 . 'b' ." * 9 + "c = 1") is not None


def test_xz_that_asks_for_too_much_memory_is_a_sentence(
    write_file: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_file(lzma.compress(log(*GOOD).encode()))
    for module in (logs, files):
        monkeypatch.setattr(module, "MAX_XZ_BYTES", 1 << 20)
    assert bad(file) == [(0, "The file is too large to unpack: it needs more than 1 MB of memory.")]


def test_packed_streams_may_follow_each_other(write_file: Callable[..., Path]) -> None:
    file = write_file(b"".join(lzma.compress(f"{line}\n".encode()) for line in (header(TABLE), *GOOD)))
    assert list(read_logs([file])) == [from_acpc(line, TABLE) for line in GOOD]
