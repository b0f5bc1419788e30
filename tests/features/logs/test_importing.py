"""The import of log files: choosing files, reading in the background, and cancelling.

A file is dropped, or its path is typed or pasted. A file that is not a log causes an error message.
"""

from pathlib import Path

import pytest

from game.features.history.filters import format_log_title
from game.features.history.log_hands import LogImport
from game.match.acpc import to_acpc
from game.window.ui import input
from tests.features.logs.show import Browsing, Open, records, write_log


def test_a_dropped_log_is_imported_and_shown(browse: Open, log: Path) -> None:
    window = browse(log)
    assert (
        window.state["screen"],
        format_log_title(window.screen.registry.log),
        window.screen.pages.total,
    ) == (
        "logs",
        "evening.log",
        30,
    )
    assert "30 hands imported. 2 lines skipped." in window.state["notice"]
    assert window.screen.list.chosen.id == to_acpc(records(30)[0])
    assert window.focus == "hands"


def test_a_log_is_typed_and_imported_by_keyboard(browse: Open, log: Path) -> None:
    window = browse()
    window.keys("b", "i")
    window.answer()
    assert "No logs imported yet" in window.words()
    assert window.focus == "bring"
    window.key("return")
    window.type(str(log))
    window.key("return")
    window.answer()
    assert window.screen.pages.total == 30


def test_several_files_are_dropped_one_after_the_other(browse: Open, log: Path, tmp_path: Path) -> None:
    other = write_log(tmp_path / "late.log", 5, seed=2)
    window = browse()
    window.drop(log, other)
    assert window.widget("path").value == f"{log}; {other}"
    window.key("return")
    window.answer()
    assert (format_log_title(window.screen.registry.log), window.screen.pages.total) == (
        "evening.log and 1 more",
        35,
    )


def test_a_path_that_was_copied_stands_in_the_field(browse: Open, log: Path) -> None:
    window = browse()
    input.put(f"{log}\n")
    window.app.overlay(LogImport(window.app, lambda log: None))
    assert window.widget("path").value == str(log)
    input.put("p1-abcdef")
    window.app.overlay(LogImport(window.app, lambda log: None))
    assert window.widget("path").value == ""


def test_a_log_that_names_no_table_is_replayed_at_the_one_that_is_typed(browse: Open, tmp_path: Path) -> None:
    bare = write_log(tmp_path / "bare.log", 8, table=False)
    window = browse()
    window.drop(bare)
    window.app.screen.controls.focus("table")
    window.type("50/100")
    window.key("return")
    assert window.screen.problem == "Give blinds and stacks as three numbers: 50 / 100 / 20,000."
    window.app.screen.controls.focus("table")
    window.type("100/50/200")
    window.key("return")
    assert "the small one must be at least 1 chip" in window.screen.problem
    window.type("50/100/20,000")
    window.read()
    assert window.screen.pages.total == 8
    assert "they were assumed" in window.state["notice"]
    window.click("side.log")
    assert "Blinds and stacks are assumed: bare.log does not give them." in window.words()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("gone.log", None, "gone.log: The file cannot be read: No such file or directory."),
        ("empty.log", b"", "The file is empty."),
        ("picture.log", b"\x89PNG\r\n\x1a\n\0\0\0", "This is a picture (PNG)"),
        ("letter.log", b"Dear Ann,\n", "Line 1 of letter.log: Not an ACPC hand"),
        ("cut.log.xz", b"\xfd7zXZ\x00\x00\x04", "The packed file ends in the middle"),
        ("wide.log", "STATE".encode("utf-16"), "UTF-16"),
    ],
)
def test_what_is_no_log_is_said_and_nothing_is_lost(
    browse: Open, tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    window = browse()
    window.drop(file)
    window.key("return")
    window.answer()
    assert (window.state["screen"], window.state["notice"]) == ("import_log", "")
    assert "was not imported" not in window.words()
    assert said in window.screen.problem
    assert said.rsplit(maxsplit=1)[-1] in window.words()
    assert window.widget("path").value == str(file)
    assert not list((window.app.folder / "imported").glob("*"))
    window.key("escape")
    assert window.state["screen"] == "menu"


def test_nothing_typed_is_answered_with_what_to_do(browse: Open) -> None:
    window = browse()
    window.app.overlay(LogImport(window.app, lambda log: None))
    window.key("return")
    window.answer()
    assert "Type the path of a log" in window.screen.problem


def test_reading_tells_how_far_it_is_and_comes_to_its_end(
    browse: Open, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.knowledge.log_store.ITEMS_A_STEP", 10)
    window = browse()
    window.logs.reports = 2
    window.drop(log)
    window.key("return")
    assert window.app.models.imports.at_work is not None
    window.answer()
    assert 0.3 < window.app.models.imports.at_work.share < 0.9
    assert "20 hands," in window.words()
    assert window.focus == "close"
    window.drop(log)
    window.key("i")
    assert window.app.models.imports.at_work is not None
    window.logs.go_on()
    window.answer()
    window.answer()
    assert (window.state["screen"], window.screen.pages.total) == ("logs", 30)


def test_an_import_that_is_cancelled_keeps_nothing_and_may_begin_again(
    browse: Open, log: Path, user_folder: Path
) -> None:
    window = browse()
    window.logs.reports = 1
    window.drop(log)
    window.key("return")
    window.click("cancel")
    assert window.state["screen"] == "import_log"
    assert window.app.models.imports.at_work is None
    assert window.screen.problem == "Cancelled. Nothing was imported."
    assert not list((user_folder / "imported").glob("*"))
    window.logs.reports = 0
    window.key("return")
    window.answer()
    assert window.screen.pages.total == 30


def test_a_file_that_is_dropped_at_a_table_is_of_no_use(browse: Open, log: Path) -> None:
    window = browse()
    window.app.show_settings()
    window.drop(log)
    assert window.state["screen"] == "settings"
    assert "cannot be dropped here" in window.state["notice"]


def test_a_file_dropped_while_looking_back_opens_the_import(browse: Open, log: Path) -> None:
    window = browse()
    window.key("b")
    window.drop(log)
    assert (window.state["screen"], window.widget("path").value) == ("import_log", str(log))


# ---- in the background ---------------------------------------------------------------------------------------
@pytest.fixture
def at_work(browse: Open, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browsing:
    """Return a window that shows a log while another log is being imported. The panel is closed."""
    monkeypatch.setattr("ai.knowledge.log_store.ITEMS_A_STEP", 10)
    window = browse(log)
    window.key("down")
    window.logs.reports = 2
    window.drop(write_log(tmp_path / "late.log", 40, seed=2))
    window.keys("return", "escape")
    window.answer()
    return window


def test_an_import_goes_on_when_its_panel_is_closed_and_says_how_far_it_is(at_work: Browsing) -> None:
    assert (at_work.state["screen"], at_work.screen.list.chosen.number) == ("logs", 2)
    assert "late.log. 20 hands, 51% read." in at_work.words()
    at_work.key("escape")
    at_work.key("escape")
    badges = {control.name: control.value for control in at_work.app.controls()}
    assert badges["look-back"] == "51%"
    at_work.key("escape")
    assert "late.log is still being imported" in at_work.words()


def test_a_log_that_came_in_the_background_joins_the_others_and_moves_nothing(at_work: Browsing) -> None:
    at_work.logs.go_on()
    at_work.answer()
    assert (
        len(at_work.screen.registry.logs),
        format_log_title(at_work.screen.registry.log),
        at_work.screen.list.chosen.number,
    ) == (2, "evening.log", 2)
    assert "40 hands imported." in at_work.state["notice"]
    assert "late.log. " not in at_work.words()
    at_work.choose("log.previous")
    assert at_work.screen.pages.total == 40


def test_a_log_that_came_while_a_hand_was_replayed_is_there_afterwards(at_work: Browsing) -> None:
    at_work.key("return")
    assert at_work.state["screen"] == "replay"
    at_work.logs.go_on()
    at_work.answer()
    at_work.key("escape")
    at_work.answer()
    assert (len(at_work.screen.registry.logs), at_work.screen.list.chosen.number) == (2, 2)


def test_an_import_in_the_background_is_taken_back_from_the_list(at_work: Browsing) -> None:
    at_work.click("cancel-import")
    assert "Nothing was imported" in at_work.state["notice"]
    assert (len(at_work.screen.registry.logs), at_work.focus) == (1, "hands")
    assert "late.log" not in at_work.words()
    assert len(list((at_work.app.folder / "imported").glob("*"))) == 1


def test_one_log_is_read_at_a_time_and_the_next_waits_in_the_panel(at_work: Browsing, log: Path) -> None:
    at_work.drop(log)
    assert at_work.app.models.imports.at_work is not None
    assert "The next one waits here." in at_work.words()
    at_work.logs.go_on()
    at_work.answer()
    assert at_work.app.models.imports.at_work is None
    assert at_work.widget("path").value == str(log)
    at_work.logs.reports = 0
    at_work.key("return")
    at_work.answer()
    assert (len(at_work.screen.registry.logs), format_log_title(at_work.screen.registry.log)) == (
        3,
        "evening.log",
    )


def test_the_panel_opens_on_the_import_that_is_under_way(at_work: Browsing) -> None:
    at_work.key("i")
    assert at_work.app.models.imports.at_work is not None
    assert at_work.focus == "close"
    at_work.logs.go_on()
    at_work.answer()
    assert (at_work.state["screen"], format_log_title(at_work.screen.registry.log)) == ("logs", "late.log")


def test_what_failed_in_the_background_is_said_with_all_that_was_typed(browse: Open, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann,\n")
    window = browse()
    window.keys("b", "i")
    window.answer()
    window.drop(letter)
    window.app.screen.controls.focus("table")
    window.type("1/2/200")
    window.logs.silent = True
    window.keys("return", "escape")
    assert "Importing your first log" in window.words()
    window.logs.silent = False
    window.answer()
    assert "letter.txt was not imported. No hand could be read." in window.words()
    window.click("look-at-import")
    assert (window.state["screen"], window.widget("path").value) == ("import_log", str(letter))
    assert "No hand could be read" in window.screen.problem
    assert window.control("table").value == "1 / 2 / 200"
    window.key("escape")
    assert "was not imported" not in window.words()
    assert "bring" in {control.name for control in window.app.controls()}


def test_an_import_that_dies_with_the_other_process_is_said(at_work: Browsing) -> None:
    at_work.logs.fail("The other process ended unexpectedly.")
    at_work.answer()
    assert "late.log was not imported. The other process ended" in at_work.words()
