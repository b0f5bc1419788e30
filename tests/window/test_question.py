"""Questions: arrows go from reply to reply, Enter gives the one that has the focus, Esc the harmless one."""

from typing import Any

from game.window.dialogs.dialog import Question, Reply
from tests.window.conftest import Open


def ask(open_window: Open, heard: list[str], how: str = "") -> Any:
    window = open_window()
    names = ("stay", "save", "go")
    replies = [Reply(name, f"Answer {name} {how}", lambda name=name: heard.append(name)) for name in names]  # type: ignore[misc]
    window.app.overlay(Question(window.app, "Go?", "It can be undone.", replies))
    window.settle()
    return window


def test_arrows_follow_the_buttons_as_they_lie_in_a_row(open_window: Open) -> None:
    heard: list[str] = []
    window = ask(open_window, heard)
    assert window.focus == "stay"
    assert window.control("stay").rect[0] > window.control("go").rect[0]
    walked = []
    for arrow in ("left", "left", "left", "right", "right", "right"):
        window.key(arrow)
        walked.append(window.focus)
    assert walked == ["save", "go", "go", "save", "stay", "stay"]
    window.keys("left", "return")
    assert heard == ["save"]


def test_arrows_follow_the_buttons_below_each_other(open_window: Open) -> None:
    heard: list[str] = []
    window = ask(open_window, heard, "with more words than stand in a row")
    assert window.control("stay").rect[1] < window.control("go").rect[1]
    window.keys("down", "down", "up", "down", "return")
    assert heard == ["go"]


def test_escape_gives_the_harmless_reply(open_window: Open) -> None:
    heard: list[str] = []
    ask(open_window, heard).keys("left", "escape")
    assert heard == ["stay"]
