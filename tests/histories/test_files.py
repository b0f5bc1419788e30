"""Hand-history files in every encoding and compression, and damaged and hostile files."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.archive.hands import PlayedHand
from game.core import BadInput
from game.histories import files, reading
from game.histories.files import find_files
from game.histories.layout import Refused
from game.histories.reading import read_histories
from tests.histories.room_writers import WRITERS, ipoker, open_history, phh, pokerstars, winamax
from tests.histories.simulated_hands import simulate

HANDS = [simulate(seed) for seed in range(4)]
TEXT = "".join(map(winamax, HANDS))


def read(file: Path) -> list[PlayedHand | Refused]:
    return list(read_histories([file]))


def write(file: Path, content: bytes) -> Path:
    file.write_bytes(content)
    return file


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
        TEXT.encode("cp1252"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r\n").encode("utf-16"),
        TEXT.replace("\n", "\r").encode(),
        gzip.compress(TEXT.encode()),
        lzma.compress(TEXT.encode()),
        bz2.compress(TEXT.encode()),
        gzip.compress(TEXT.encode("utf-16")),
    ],
    ids=[
        "utf8",
        "bom",
        "utf16",
        "utf16le",
        "utf16be",
        "utf32",
        "cp1252",
        "crlf",
        "utf16crlf",
        "cr",
        "gzip",
        "xz",
        "bzip2",
        "gzip16",
    ],
)
def test_every_encoding_and_compression_gives_the_same_hands(content: bytes, tmp_path: Path) -> None:
    plain = read(write(tmp_path / "plain.txt", TEXT.encode()))
    assert [type(hand) for hand in plain] == [PlayedHand] * len(HANDS)
    assert read(write(tmp_path / "other", content)) == plain


def test_a_zip_holds_many_files(tmp_path: Path) -> None:
    file = tmp_path / "month.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for room, writer in WRITERS.items():
            archive.writestr(f"{room}/a.txt", "".join(map(writer, HANDS)))
        archive.writestr("notes.txt", "nothing of poker")
        archive.writestr("packed.gz", gzip.compress(TEXT.encode()))
        archive.writestr("inner.zip", b"PK\x03\x04")
    found = read(file)
    assert sum(isinstance(one, PlayedHand) for one in found) == (len(WRITERS) + 1) * len(HANDS)
    refused = [(one.file, one.reason) for one in found if isinstance(one, Refused)]
    assert [file for file, _ in refused] == ["month.zip/notes.txt", "month.zip/inner.zip"]
    assert "archive within an archive" in refused[1][1]


@pytest.mark.parametrize("damage", ["name", "checksum", "method", "password"])
def test_a_damaged_file_of_a_zip_spoils_no_other(damage: str, tmp_path: Path) -> None:
    file = tmp_path / "month.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("a.txt", "b.txt", "c.txt"):
            archive.writestr(name, TEXT)
        header = archive.getinfo("b.txt").header_offset
    content = bytearray(file.read_bytes())
    entry = content.index(b"PK\x01\x02", content.index(b"PK\x01\x02") + 1)
    if damage == "name":
        content[header + 30 : header + 35] = b"x.txt"
    elif damage == "checksum":
        content[header + 40] ^= 1
    elif damage == "method":
        content[header + 8] = content[entry + 10] = 97
    else:
        content[header + 6] |= 1
        content[entry + 8] |= 1
    found = read(write(file, bytes(content)))
    assert sum(isinstance(one, PlayedHand) for one in found) >= 2 * len(HANDS)
    assert {one.file for one in found if isinstance(one, Refused)} == {"month.zip/b.txt"}


@pytest.mark.parametrize("module", ["zstandard", "compression.zstd"])
def test_zstandard_is_unpacked_if_a_module_can_and_told_if_none_can(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "month.zst", b"\x28\xb5\x2f\xfd" + TEXT.encode())
    for name in ("zstandard", "compression", "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    (refused,) = read(file)
    assert isinstance(refused, Refused)
    assert "install the Python package zstandard" in refused.reason

    class Decoder:
        """A decoder that removes the format's magic number and returns the other bytes unchanged."""

        eof, unused_data, skipped = False, b"", 4

        def decompress(self, data: bytes) -> bytes:
            data, self.skipped = data[self.skipped :], 0
            self.eof = data.endswith(TEXT.encode()[-20:])
            return data

    def open_file(packed: Any, options: object) -> Any:
        packed.read(4)
        return packed

    makers = {
        "ZstdDecompressor": lambda max_window_size: SimpleNamespace(decompressobj=Decoder),
        "ZstdFile": open_file,
        "DecompressionParameter": SimpleNamespace(window_log_max=0),
        "ZstdError": ValueError,
    }
    monkeypatch.setitem(sys.modules, module, SimpleNamespace(**makers))
    if module == "compression.zstd":
        monkeypatch.setitem(sys.modules, "compression", SimpleNamespace())
    assert read(file) == read(write(tmp_path / "plain.txt", TEXT.encode()))
    if module == "zstandard":
        cut = read(write(tmp_path / "cut.zst", file.read_bytes()[:-30]))
        assert isinstance(cut[-1], Refused)
        assert cut[-1].reason == "The packed file ends in the middle."


def test_files_of_several_rooms_may_be_joined(tmp_path: Path) -> None:
    text = "".join(WRITERS[room](HANDS[0]) for room in ("pokerstars", "winamax", "partypoker", "888poker"))
    found = read(write(tmp_path / "joined.txt", text.encode()))
    rooms = [one.origin.room for one in found if isinstance(one, PlayedHand) and one.origin]
    assert rooms == ["pokerstars", "winamax", "partypoker", "888poker"]


@pytest.mark.parametrize(
    "header",
    [
        "Mano n.º 208958099944 de PokerStars: Hold'em No Limit (0,01 €/0,02 €) - 2020/01/26 15:51:15 CET",
        "PokerStars-Hand Nr. 208958099944: Hold'em No Limit (0,01 €/0,02 €) - 26.01.2020 15:51:15 MEZ",
        "Mano PokerStars #208958099944: Hold'em No Limit (€0.01/€0.02) - 26/01/2020 15:51:15",
        "Раздача PokerStars №208958099944: Холдем / Hold'em Безлимитный ($0.01/$0.02) - 2020/01/26 15:51:15",
    ],
)
def test_hands_in_other_languages_are_refused_with_their_line(header: str, tmp_path: Path) -> None:
    english = pokerstars(HANDS[0])
    foreign = "\n".join([header, *english.splitlines()[1:]]) + "\n\n\n"
    before, refused, after, last = read(
        write(tmp_path / "mixed.txt", (english + foreign + pokerstars(HANDS[1]) + foreign).encode())
    )
    assert isinstance(before, PlayedHand)
    assert isinstance(after, PlayedHand)
    assert isinstance(refused, Refused)
    assert isinstance(last, Refused)
    assert refused.line == len(english.splitlines()) + 1
    assert "English" in refused.reason
    assert [one.line for one in read(write(tmp_path / "foreign.txt", foreign.encode()))] == [1]


@pytest.mark.parametrize(
    "header",
    [
        "Mano n.º 208958099944 de PokerStars: Omaha Pot Limit (0,01 €/0,02 €) - 2020/01/26 15:51:15 CET",
        "PokerStars-Hand Nr. 208958099944: Omaha Hi/Lo Pot Limit (0,01 €/0,02 €) - 26.01.2020 15:51:15 MEZ",
        "Main PokerStars n° 208958099944 : Omaha Pot Limit (0,01 €/0,02 €) - 26/01/2020 15:51:15 CET",
        "Mano PokerStars #208958099944: 7 Card Stud Limit (€0.01/€0.02) - 26/01/2020 15:51:15",
        "Mão PokerStars n.º 208958099944: 5 Card Draw No Limit ($0,01/$0,02) - 26/01/2020 15:51:15 BRT",
        "Раздача PokerStars №208958099944: Омаха Пот-лимит ($0.01/$0.02) - 2020/01/26 15:51:15",
    ],
)
def test_other_games_in_other_languages_are_counted_as_other_games(header: str, tmp_path: Path) -> None:
    foreign = "\n".join([header, *pokerstars(HANDS[0]).splitlines()[1:]]) + "\n\n\n"
    refused = read(write(tmp_path / "foreign.txt", (2 * foreign).encode()))
    assert {(type(one), getattr(one, "reason", "")) for one in refused} == {
        (Refused, "The game is not no-limit Hold'em.")
    }
    assert len(refused) == 2


def test_a_remark_about_a_room_is_no_header(tmp_path: Path) -> None:
    remark = "# PokerStars hand 208958099944, No Limit Hold'em, 2020-01-26\n"
    (found,) = read(write(tmp_path / "a.phh", (remark + phh(HANDS[0])).encode()))
    assert isinstance(found, PlayedHand)
    other = "Full Tilt Poker Game #34568761234: Table X - $0.50/$1 - No Limit Hold'em - 20:10:00 ET - 2012/03/01\n"
    (refused,) = read(write(tmp_path / "other.txt", (other * 3).encode()))
    assert isinstance(refused, Refused)
    assert refused.reason == "The file holds no hands of a layout that Parlour reads."


def test_hands_after_the_first_lines_of_a_long_file_are_whole(tmp_path: Path) -> None:
    hands = [simulate(seed) for seed in range(60)]
    found = read(write(tmp_path / "long.txt", "".join(map(pokerstars, hands)).encode()))
    assert all(isinstance(one, PlayedHand) for one in found)
    assert len(found) == len(hands)


def test_a_session_in_one_line_is_read(tmp_path: Path) -> None:
    text = ipoker(HANDS[0]).replace("\n", "")
    assert isinstance(read(write(tmp_path / "a.xml", text.encode()))[0], PlayedHand)
    array = "[" + ",".join(map(open_history, HANDS)) + "]"
    assert len(read(write(tmp_path / "a.json", array.replace("\n", "").encode()))) == len(HANDS)


def test_xml_expands_nothing(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + ipoker(HANDS[0])
    (found,) = read(write(tmp_path / "bomb.xml", bomb.encode()))
    assert isinstance(found, Refused)
    assert "entities" in found.reason
    inside = ipoker(HANDS[0]).replace('name="Ada"', 'name="&lol;"', 1)
    (found,) = read(write(tmp_path / "entity.xml", inside.encode()))
    assert isinstance(found, Refused)
    assert "The XML is damaged: undefined entity." in found.reason


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "The file is empty."),
        (b"dear diary\n", "The file holds no hands of a layout that Parlour reads."),
        (b"\0\1\2\3" * 2000, "The file is not text."),
        (b"SQLite format 3\0", "The file is a database. Export its hands as text."),
        (gzip.compress(TEXT.encode())[:-30], "The packed file"),
        (lzma.compress(TEXT.encode())[:-30], "The packed file"),
        (b"PK\x03\x04broken", "The packed file is damaged."),
        (b'{"ohh": {"rounds": []', "The file ends in the middle of this hand."),
        (b'{"ohh": {"rounds": [}}', "The JSON is damaged"),
        (b'{"ohh": {"rounds": 5, "game_type": "Holdem"}}', "A part of the hand is missing"),
        (b"variant = 'NT'\nantes = [", "The section is no PHH text"),
        (b"variant = 1\na" + b".a" * 100 + b" = 1\n", "a key has more than 16 parts"),
    ],
    ids=range(12),
)
def test_what_cannot_be_read_is_told_in_a_sentence(content: bytes, reason: str, tmp_path: Path) -> None:
    found = read(write(tmp_path / "strange", content))
    refused = [one for one in found if isinstance(one, Refused)]
    assert refused
    assert any(reason in one.reason for one in refused), refused


def test_a_packed_file_may_not_unpack_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_UNPACKED_BYTES", 10_000)
    found = read(write(tmp_path / "bomb.gz", gzip.compress((TEXT * 20).encode())))
    assert isinstance(found[-1], Refused)
    assert "it unpacks to more than" in found[-1].reason


def test_a_hand_that_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_HAND_LINES", 50)
    endless = pokerstars(HANDS[0]) + "Ada: hello\n" * 100 + pokerstars(HANDS[1])
    found = read(write(tmp_path / "endless.txt", endless.encode()))
    assert [type(one) for one in found] == [Refused, PlayedHand]
    wide = pokerstars(HANDS[0]).replace("\n", " " * 300_000 + "\n", 1) + pokerstars(HANDS[1])
    found = read(write(tmp_path / "wide.txt", wide.encode()))
    assert isinstance(found[0], Refused)
    assert (found[0].line, found[0].reason) == (1, "The hand is longer than any.")
    assert isinstance(found[1], PlayedHand)


def test_a_section_that_is_damaged_names_its_line(tmp_path: Path) -> None:
    text = phh(HANDS[0]) + phh(HANDS[1]).replace("variant = 'NT'", "variant = NT")
    found = read(write(tmp_path / "two.phhs", text.encode()))
    assert isinstance(found[0], PlayedHand)
    assert isinstance(found[1], Refused)
    assert found[1].line == phh(HANDS[0]).count("\n") + 2


def test_folders_are_searched_in_order(tmp_path: Path) -> None:
    inside = tmp_path / "b" / "c"
    inside.mkdir(parents=True)
    for name in ("b/two.txt", "one.txt", "b/c/three.txt", "b/.hidden"):
        (tmp_path / name).write_text("x")
    assert [file.name for file in find_files([tmp_path])] == ["three.txt", "two.txt", "one.txt"]
    with pytest.raises(BadInput, match="There is no file"):
        find_files([tmp_path / "absent"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_long_line_has_one_number_in_every_encoding(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_LINE_BYTES", 64)
    file = write(tmp_path / "long.txt", ("a\n" + "b" * 200 + "\n\nc\n" + "d" * 64 + "\n").encode(encoding))
    found = [
        (line.number, line.text[:1]) for _, lines in files.numbered_lines(file) for line in lines if line.text
    ]
    assert found[0] == (1, "a")
    assert {number for number, letter in found if letter == "b"} == {2}
    assert [number for number, letter in found if letter == "c"] == [4]
    assert {number for number, letter in found if letter == "d"} == {5}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("Makefile", "CC = gcc\nall:\n\tcc main.c\n"),
        ("kuhn.strategy", "# A strategy\nQ = 0.5\nK = 1.0\n"),
        ("desktop.ini", "[Desktop]\nicon = 3\n"),
    ],
)
def test_a_file_of_settings_is_no_hand_history(name: str, content: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(content)
    (refused,) = read(file)
    assert isinstance(refused, Refused)
    assert (refused.line, refused.hands) == (0, 0)
    assert refused.reason == "The file holds no hands of a layout that Parlour reads."
