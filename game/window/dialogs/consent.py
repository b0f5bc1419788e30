"""Ask once before a command of an outside agent is started."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from game.agent_entries import AgentEntry
from game.files import outside_code
from game.texts import text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.window.frame.screen import Services

MAX_COMMAND_LENGTH = 160


def once_allowed(app: Services, game: str, seats: Collection[str], act: Act) -> None:
    """Act now, or after the user has allowed the commands of all agents in these seats."""
    asked = next((entry for entry in app.agents if _must_ask(entry, game, seats)), None)
    if asked is None:
        act()
        return

    def allow() -> None:
        assert asked.file is not None
        outside_code.allow(asked.command, asked.file.parent)
        once_allowed(app, game, seats, act)

    app.overlay(make_question(app, asked, allow))


def make_question(app: Services, entry: AgentEntry, allow: Act) -> Question:
    """Return the question whether to start an agent's command. Esc starts nothing."""
    assert entry.file is not None
    command = " ".join(entry.command)
    if len(command) > MAX_COMMAND_LENGTH:
        command = f"{command[:MAX_COMMAND_LENGTH]}…"
    title = text("consent.title", name=entry.name)
    body = text("consent.body", command=command, folder=entry.file.parent)
    replies = [
        Reply("refuse", text("consent.refuse"), nothing),
        Reply("allow", text("consent.allow"), allow, "primary"),
    ]
    return Question(app, title, body, replies)


def _must_ask(entry: AgentEntry, game: str, seats: Collection[str]) -> bool:
    if entry.game != game or entry.name not in seats or not entry.command or entry.file is None:
        return False
    return not outside_code.is_allowed(entry.command, entry.file.parent)
