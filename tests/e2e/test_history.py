"""Play some hands and find them in the history, then import a log with hands of other players.

Each script runs headless, and some also run in a real window. PARLOUR_PICTURES names a folder for screenshots.
"""

from __future__ import annotations

from pathlib import Path

from game.archive.export import Format, Record, read_back
from game.archive.hands import PlayedHand
from tests.e2e.conftest import Open, headless_alone, real_when_long
from tests.e2e.drivers import Driver, State, control_value
from tests.e2e.test_evening import go_home_by_keys, keep_picture, key_turn, play_hand, rests, sit_down_by_keys
from tests.features.logs.show import write_log

PLAYED = {"kuhn-poker": 5, "holdem": 3, "tic-tac-toe": 2}
SIZES = ((900, 560), (1280, 720), (1920, 1080))


def play(driver: Driver, table: str, hands: int) -> None:
    sit_down_by_keys(driver, table)
    for number in range(1, hands + 1):
        driver.wait(lambda s, n=number: rests(s) and s["hand"] == n, f"hand {number} at {table}")
        play_hand(driver, key_turn)
        if number < hands:
            driver.key("return")  # the focus is on Rematch, or on Next hand
    go_home_by_keys(driver)


def looks_at(driver: Driver, count: int) -> State:
    return driver.wait(
        lambda s: s["screen"] == "history" and s["count"] == count and s["id"], f"{count} hands"
    )


def replay(driver: Driver, played: State) -> None:
    """Step through the selected hand in both directions, go to its ends, and then to the next hand in the list."""
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "replay" and s["id"] == played["id"], "the replay")
    driver.key("end")
    whole = driver.wait(lambda s: s["phase"] == "done", "the end of the hand")["actions"]
    keep_picture(driver, "replay")
    driver.key("home")
    driver.wait(lambda s: not s["actions"] and not s["running"], "the deal")
    for count in range(1, len(whole) + 1):
        driver.key("right")
        driver.wait(lambda s, n=count: s["actions"] == whole[:n] and s["phase"] != "moving", f"step {count}")
    driver.key("left")
    driver.wait(lambda s: s["actions"] == whole[:-1], "a step back")
    driver.key("n")
    driver.wait(lambda s: s["id"] != played["id"], "the hand before it")
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "history" and s["id"] != played["id"], "the list, one further down")


def export(driver: Driver, folder: Path, form: Format) -> list[Record]:
    """Export the shown hands, and read them back."""
    before = set(folder.glob("*"))
    driver.key("e")
    driver.wait(lambda s: s["screen"] == "export", "the question what is written")
    driver.click("scope.all")
    driver.click(f"format.{form}")
    driver.wait(lambda s: s["format"] == form, form)
    driver.click("write")
    driver.wait(lambda s: s["screen"] == "history" and "exports/" in s["notice"], "the name of the file")
    (file,) = set(folder.glob("*")) - before
    return read_back(file.read_text(), form)


def has_word_of_copy(notice: str) -> bool:
    return "copied" in notice or "clipboard" in notice


def copy_and_paste(driver: Driver) -> None:
    """Copy the id of the selected hand, paste it, and find the same hand.

    An id without its last letter must show an error at the field.
    """
    driver.key("c")
    copied = driver.wait(
        lambda s: "Id copied" in s["notice"] or "clipboard" in s["notice"], "the word about the copied id"
    )["id"]
    driver.key("v")
    driver.wait(
        lambda s: s["screen"] == "paste_id" and control_value(s, "id") == copied, "the id in the field"
    )
    driver.key("backspace")
    driver.key("return")
    refused = driver.wait(lambda s: s.get("problem"), "the sentence at the field")
    assert refused["screen"] == "paste_id"
    keep_picture(driver, "paste")
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "history", "the list")
    driver.key("v")
    driver.key("return")
    pasted = driver.wait(lambda s: s["screen"] == "replay", "the replay of the pasted hand")
    assert pasted["id"] == copied
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "history", "the list again")


@headless_alone
def test_hands_of_every_table_are_looked_back_on(instant: Open, user_folder: Path) -> None:
    driver = instant()
    for table, hands in PLAYED.items():
        play(driver, table, hands)
    driver.key("b")
    looks_at(driver, sum(PLAYED.values()))
    for width, height in SIZES:
        driver.resize(width, height)
        driver.wait(lambda s, w=width, h=height: s["size"] == [w, h], f"{width}x{height}")
        keep_picture(driver, f"look-back-{width}")
    driver.click("game.kuhn-poker")
    shown = looks_at(driver, PLAYED["kuhn-poker"])
    replay(driver, shown)
    copy_and_paste(driver)
    for form in ("json", "csv"):
        hands = export(driver, user_folder / "exports", form)
        assert len(hands) == PLAYED["kuhn-poker"]
        assert shown["id"] in {hand.id for hand in hands if isinstance(hand, PlayedHand)}
    driver.click("game.holdem")
    looks_at(driver, PLAYED["holdem"])
    for form in ("phh", "acpc"):
        assert len(export(driver, user_folder / "exports", form)) == PLAYED["holdem"]


HANDS = 600


def shows(driver: Driver, count: int) -> State:
    return driver.wait(lambda s: s["screen"] == "logs" and s["count"] == count and s["id"], f"{count} hands")


@real_when_long
def test_a_log_is_imported_browsed_and_removed(instant: Open, tmp_path: Path, user_folder: Path) -> None:
    log = write_log(tmp_path / "evening.log", HANDS, "nonsense")
    driver = instant()
    driver.wait(lambda s: s["screen"] == "menu", "the menu")
    driver.key("b")
    driver.wait(lambda s: s["screen"] == "history" and s["count"] == 0, "an empty history")
    driver.key("i")
    driver.wait(lambda s: s["screen"] == "logs" and s["logs"] == 0, "no log")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "import_log", "the question which one")
    driver.write(str(log))
    driver.wait(lambda s: control_value(s, "path") == str(log), "the path")
    driver.key("return")
    shows(driver, HANDS)
    keep_picture(driver, "logs")
    driver.click("reached.showdown")
    some = driver.wait(lambda s: s["count"] and s["count"] < HANDS and s["id"], "the showdowns")
    driver.key("return")
    driver.wait(lambda s: s["screen"] == "replay" and s["id"] == some["id"], "the replay")
    driver.key("end")
    driver.wait(lambda s: s["phase"] == "done", "the end of the hand")
    keep_picture(driver, "log-replay")
    driver.key("escape")
    driver.wait(lambda s: s["screen"] == "logs", "the list again")
    driver.click("side.log")
    driver.wait(lambda s: any(one["name"] == "remove" for one in s["controls"]), "the page of the log")
    keep_picture(driver, "log")
    driver.click("remove")
    driver.wait(lambda s: s["screen"] == "question", "the question")
    driver.click("remove-now")
    driver.wait(lambda s: s["screen"] == "logs" and s["logs"] == 0, "no log again")
    assert log.exists()
    assert not list((user_folder / "imported").glob("*.sqlite"))
