"""The ladder during play: announces a beaten opponent and the next one, and chooses who plays the next hand.

The ladder is checked from time to time. In an adaptive game, the level of the opponent moves along it.
"""

from __future__ import annotations

from dataclasses import replace

from game.archive.ladder import RungResult
from game.core import Seat
from game.match.adaptive import change_of_level
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.opponents import name_in_words
from game.study.records import TABLES
from game.texts import text
from game.window.dialogs.question import Question, Reply, nothing
from game.window.frame.screen import Services

EVERY = {games.TIC_TAC_TOE: 1}
"""Hands between two looks; elsewhere `USUAL`, for a long history takes the worker a moment."""
USUAL = 5


class LadderWatch:
    """Looks at the ladder of one table; nowhere but at a serious table against somebody who stands on it."""

    def __init__(self, app: Services, spec: TableSpec) -> None:
        self._app, self._game = app, spec.game
        on_ladder = any(app.ladders.has(self._game, seat) for seat in spec.seats)
        self.active = on_ladder and not spec.teaching and not spec.duplicate
        self._hands = 0
        self._beaten: RungResult | None = None

    def begin(self) -> None:
        """Find out how the player stands before the first hand: what comes later is news."""
        if self.active:
            self._app.ladders.take_news(self._game)
            self._app.ladders.look(self._game)

    def hand_ended(self) -> None:
        """Count a hand, and look where it is time."""
        self._hands += 1
        if self.active and self._hands % EVERY.get(self._game, USUAL) == 0:
            self._app.ladders.look(self._game)

    def tell(self) -> None:
        """Say who was beaten, as soon as it is known."""
        beaten = self._app.ladders.take_news(self._game) if self.active else None
        if beaten is not None:
            self._beaten = beaten
            self._app.say(text("ladder.news.said", name=_name(self._app, self._game, beaten.rung.agent)))

    def propose(self) -> None:
        """Propose who is next, where somebody was beaten at this table."""
        beaten, ladder = self._beaten, self._app.ladders.known(self._game)
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
            replies.append(Reply("next-rung", play, lambda: app.routes.challenge(app, game, agent)))
        app.overlay(Question(app, title, body, replies))


def next_level(app: Services, session: Session, other: Seat) -> TableSpec | None:
    """Return the table at which another level goes on with the next deal; None where the same one stays.

    The level moves along the ladder of the game, one rung at a time; at its ends, and for who does not stand on it,
    it stays.
    """
    spec = session.spec
    nets = [result.returns[1 - other] for result in session.results]
    change = change_of_level(spec.game, nets, spec.adaptive) if spec.adaptive else ""
    rungs = app.ladders.agents(spec.game)
    if not change or spec.seats[other] not in rungs:
        return None
    place = rungs.index(spec.seats[other]) + (1 if change == "up" else -1)
    if not 0 <= place < len(rungs):
        return None
    seats = (rungs[place], spec.seats[1]) if other == 0 else (spec.seats[0], rungs[place])
    solves = any(one.solves for one in app.agents if (one.game, one.name) == (spec.game, rungs[place]))
    think = spec.think if solves else None
    return replace(spec, seats=seats, skip=session.hand_number, adaptive=change, think=think)


def sit_down_at(app: Services, spec: TableSpec, other: Seat) -> None:
    """Let another level take the seat, say so in a line, and begin there the next time."""
    agent = spec.seats[other]
    table = next(name for name, played in TABLES.items() if spec.game in played)
    kept = app.settings.tables
    app.change(tables={**kept, table: {**kept.get(table, {}), "agent": agent}})
    app.sit_down(spec)
    app.say(text(f"adaptive.{spec.adaptive}", name=_name(app, spec.game, agent)))


def _name(app: Services, game: str, agent: str) -> str:
    return name_in_words([entry for entry in app.agents if entry.game == game], agent)
