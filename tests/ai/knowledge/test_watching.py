"""The watched folder: new hands once, and each refusal once."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from ai.knowledge.importing import look_in_folder
from game.archive.room_store import ImportedHands
from game.files import user_files
from tests.histories.room_writers import WRITERS, pokerstars
from tests.histories.simulated_hands import simulate

BAD = pokerstars(simulate(900)).replace("posts big blind", "posts straddle")
REASON = "A player straddles."


def look(folder: Path) -> ImportedHands:
    *_, found = look_in_folder(user_files.home(), folder, is_first=True)
    assert isinstance(found, ImportedHands)
    return found


def told(found: ImportedHands) -> list[tuple[str, int]]:
    return [(one.reason, one.hands) for one in found.skipped]


def test_a_file_that_grows_reports_each_refusal_once(tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(pokerstars(simulate(0)) + BAD)
    assert told(look(tmp_path)) == [(REASON, 1)]
    for seed in (1, 2, 3):
        with file.open("a") as more:
            more.write(pokerstars(simulate(seed)))
        found = look(tmp_path)
        assert (found.new, told(found)) == (1, [])
    with file.open("a") as more:
        more.write(BAD)
    assert told(look(tmp_path)) == [(REASON, 1)]
    assert told(look(tmp_path)) == []


def test_what_holds_no_hand_or_a_damaged_part_is_told_once(tmp_path: Path) -> None:
    notes, session, array = (tmp_path / name for name in ("notes.txt", "session.xml", "hands.json"))
    notes.write_text("dear diary\n")
    session.write_text("</game>\n" + WRITERS["ipoker"](simulate(0)))
    array.write_text(WRITERS["ohh"](simulate(0)) + '{"ohh": {"rounds": [')
    with ZipFile(tmp_path / "month.zip", "w") as archive:
        archive.writestr("a.txt", BAD)
        archive.writestr("b.txt", pokerstars(simulate(4)))
    assert len(told(look(tmp_path))) == 4
    for file, more in ((notes, "again\n"), (session, WRITERS["ipoker"](simulate(1))), (array, " ")):
        with file.open("a") as end:
            end.write(more)
    with ZipFile(tmp_path / "month.zip", "a") as archive:
        archive.writestr("c.txt", pokerstars(simulate(5)))
    found = look(tmp_path)
    assert (found.new, told(found)) == (2, [])


def test_a_file_that_is_written_anew_tells_its_refusals_again(tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(pokerstars(simulate(0)) + BAD)
    look(tmp_path)
    file.write_text(BAD)
    assert told(look(tmp_path)) == [(REASON, 1)]


@pytest.mark.skipif(sys.platform != "linux", reason="the file system has only Unicode names")
def test_a_name_that_is_no_unicode_is_watched(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text(pokerstars(simulate(0)))
    assert look(tmp_path).new == 1
    assert look(tmp_path).read == 0
