"""The ladder at a table: news of a beaten rung, and an opponent whose level follows the results."""

from __future__ import annotations

from dataclasses import replace

from game.archive.ladder import RungResult
from game.core import Seat
from game.match.session import Session
from game.match.table_spec import TableSpec, change_of_level
from game.rules import games
from game.study.opponents import format_name
from game.study.saves import TABLES
from game.tables.parts import TablePart
from game.texts import text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.screen import Services

EVERY = {games.TIC_TAC_TOE: 1}
"""The number of hands between two checks.

Other games use `USUAL`, because a long history takes the worker a moment.
"""
USUAL = 5


class LadderWatch(TablePart):
    """Checks the ladder at a serious table against an agent of the ladder. It is inactive at other tables."""

    def __init__(self, app: Services, session: Session) -> None:
        spec = session.spec
        self._app, self._session, self._game = app, session, spec.game
        on_ladder = any(app.models.ladders.has(self._game, seat) for seat in spec.seats)
        self.active = on_ladder and not spec.teaching and not spec.duplicate
        self._hands = 0
        self._rung_result: RungResult | None = None

    def begin(self) -> None:
        """Request the player's standing before the first hand, so that later changes are news."""
        if self.active:
            self._app.models.ladders.take_news(self._game)
            self._app.models.ladders.look(self._game)

    def on_change(self) -> None:
        """Count a finished hand, and check the ladder when it is due."""
        self._hands += self._session.hand_over
        is_due = self._session.hand_over and self._hands % EVERY.get(self._game, USUAL) == 0
        if self.active and is_due:
            self._app.models.ladders.look(self._game)

    def update(self, dt: float) -> bool:
        """Announce the beaten agent as soon as it is known."""
        beaten = self._app.models.ladders.take_news(self._game) if self.active else None
        if beaten is not None:
            self._rung_result = beaten
            self._app.say(text("ladder.news.said", name=_name(self._app, self._game, beaten.rung.agent)))
        return False

    def propose(self) -> None:
        """Propose the next agent if an agent was beaten at this table."""
        beaten, ladder = self._rung_result, self._app.models.ladders.find(self._game)
        if beaten is None or ladder is None:
            return
        app, game, following = self._app, self._game, ladder.next
        title = text("ladder.news.title", name=_name(self._app, self._game, beaten.rung.agent))
        replies = [Reply("later", text("ladder.news.later"), nothing, "primary")]
        if following is None:
            body = text("ladder.news.top")
        else:
            agent = following.rung.agent
            name = _name(app, game, agent)
            body = text(f"ladder.news.{'games' if game == games.TIC_TAC_TOE else 'body'}", next=name)
            play = text("ladder.news.play", next=name)
            replies.append(Reply("next-rung", play, lambda: app.open("challenge", game, agent)))
        app.overlay(Question(app, title, body, replies))


def next_level(app: Services, session: Session, other: Seat) -> TableSpec | None:
    """Return the table of another level for the next deal, or None if the level stays the same.

    The level moves along the ladder of the game, one rung at a time. It stays at the ends of the ladder, and for an
    agent that is not on it.
    """
    spec = session.spec
    nets = [result.returns[1 - other] for result in session.results]
    change = change_of_level(spec.game, nets, spec.adaptive) if spec.adaptive else ""
    rungs = app.models.ladders.agents(spec.game)
    if not change or spec.seats[other] not in rungs:
        return None
    index = rungs.index(spec.seats[other]) + (1 if change == "up" else -1)
    if not 0 <= index < len(rungs):
        return None
    seats = (rungs[index], spec.seats[1]) if other == 0 else (spec.seats[0], rungs[index])
    solves = any(one.solves for one in app.agents if (one.game, one.name) == (spec.game, rungs[index]))
    think = spec.think if solves else None
    return replace(spec, seats=seats, skip=session.hand_number, adaptive=change, think=think)


def sit_down_at(app: Services, spec: TableSpec, other: Seat) -> None:
    """Let an agent of another level take the seat, announce it, and remember the level for the next time."""
    agent = spec.seats[other]
    table = next(name for name, played in TABLES.items() if spec.game in played)
    kept = app.settings.tables
    app.change(tables={**kept, table: {**kept.get(table, {}), "agent": agent}})
    app.sit_down(spec)
    app.say(text(f"adaptive.{spec.adaptive}", name=_name(app, spec.game, agent)))


def _name(app: Services, game: str, agent: str) -> str:
    return format_name([entry for entry in app.agents if entry.game == game], agent)
