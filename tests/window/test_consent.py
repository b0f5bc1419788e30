"""The window asks once before it starts an outside agent. The window sends results of hands to this agent."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from game.agent_entries import AgentEntry
from game.files import outside_code
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.study.play import AgentKey, EndBots, TellResult
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from game.tables.watch.screen import Watch
from game.window.dialogs.dialog import make_question
from game.window.frame.screen import Screen, Services
from tests.window.conftest import Open
from tests.window.driver import Blank, blank_screens
from tests.window.samples import AGENTS
from tests.window.test_layout import check

COMMAND = ("python", "my_bot.py", "--level", "3")
SPEC = TableSpec("tic-tac-toe", ("you", "my-bot"), seed=3)


@pytest.fixture
def entry(tmp_path: Path) -> AgentEntry:
    file = tmp_path / "agents" / "tic-tac-toe" / "my-bot.yaml"
    return AgentEntry("my-bot", "tic-tac-toe", "rules", "My own.", file=file, command=COMMAND)


def test_a_command_is_asked_about_once(open_window: Open, entry: AgentEntry) -> None:
    assert entry.file is not None
    tables: list[TableSpec] = []

    def open_table(app: Services, session: Session) -> Screen:
        tables.append(session.spec)
        return Blank(app)

    window = open_window(screens=blank_screens(table=open_table), agents=[*AGENTS, entry])
    window.app.sit_down(SPEC)
    assert window.state["screen"] == "question"
    window.key("escape")
    assert not tables
    assert not outside_code.is_allowed(COMMAND, entry.file.parent)
    window.app.sit_down(SPEC)
    window.click("allow")
    assert len(tables) == 1
    assert outside_code.is_allowed(COMMAND, entry.file.parent)
    window.app.sit_down(SPEC)
    assert len(tables) == 2


def test_a_changed_command_is_asked_about_again(open_window: Open, entry: AgentEntry) -> None:
    assert entry.file is not None
    outside_code.allow(COMMAND[:2], entry.file.parent)
    window = open_window(screens=blank_screens(), agents=[*AGENTS, entry])
    window.app.sit_down(SPEC)
    assert window.state["screen"] == "question"


def test_the_bots_of_a_table_end_when_it_is_closed_or_replaced_and_not_when_it_is_covered(
    open_window: Open, entry: AgentEntry
) -> None:
    assert entry.file is not None
    outside_code.allow(COMMAND, entry.file.parent)
    window = open_window(agents=[*AGENTS, entry])
    ended = partial(window.worker.all_asked, EndBots)
    table = PlayTicTacToe(window.app, Session(SPEC))
    window.app.go(table)
    window.app.open("settings")
    window.app.back()
    assert ended() == []
    assert AgentKey("tic-tac-toe", "my-bot") in table.seated_agents
    window.app.replace(PlayTicTacToe(window.app, Session(replace(SPEC, seats=("you", "values-1m")))))
    assert ended() == [EndBots()]
    window.app.screen.stand_up()
    assert ended()[1:] == []
    window.app.go(table)
    window.app.go(PlayTicTacToe(window.app, Session(SPEC)))
    window.app.back()
    assert ended()[1:] == [EndBots(table.seated_agents)]


def test_a_program_hears_once_how_a_hand_ended_and_agents_of_the_window_never(
    open_window: Open, entry: AgentEntry
) -> None:
    window = open_window(agents=[*AGENTS, entry])
    bot, told = AgentKey("tic-tac-toe", "my-bot"), partial(window.worker.all_asked, TellResult)
    table = PlayTicTacToe(window.app, Session(SPEC))
    window.app.go(table)
    for cell in (0, 3, 1, 4):
        table.apply(cell)
    assert told() == []
    table.apply(2)
    players = (None, bot) if table.session.get_seat(0) == 0 else (bot, None)
    assert told() == [TellResult(players, table.session.state)]
    table.session.undo()
    table.apply(2)
    assert len(told()) == 1, "the first result counts"
    for spec in (replace(SPEC, seats=("my-bot", "my-bot")), replace(SPEC, seats=("you", "random"))):
        table = Watch(window.app, spec, 20)
        for cell in (0, 3, 1, 4, 2):
            table.apply(cell)
    assert [one.agents for one in told()[1:]] == [(bot, bot)]


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_the_question_is_readable_at_every_size(
    size: tuple[int, int], open_window: Open, entry: AgentEntry
) -> None:
    window = open_window(screens=blank_screens(), agents=[*AGENTS, entry], size=size)
    window.app.overlay(make_question(window.app, entry, lambda: None))
    check(window, "consent", may_shorten=False)
