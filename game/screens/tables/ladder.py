"""The ladder while one plays: it is looked at now and then, and who was beaten is told, with who is next."""

from __future__ import annotations

from game.archive.ladder import RungResult
from game.match.table_spec import TableSpec
from game.rules import games
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.frame.screen import Services
from game.screens.models.opponents import name_in_words
from game.screens.ui.texts import text

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
            self._app.say(text("ladder.news.said", name=self._name(beaten)))

    def propose(self) -> None:
        """Propose who is next, where somebody was beaten at this table."""
        beaten, ladder = self._beaten, self._app.ladders.known(self._game)
        if beaten is None or ladder is None:
            return
        app, game, following = self._app, self._game, ladder.next
        title = text("ladder.news.title", name=self._name(beaten))
        replies = [Reply("later", text("ladder.news.later"), nothing, "primary")]
        if following is None:
            body = text("ladder.news.top")
        else:
            name, agent = self._name(following), following.rung.agent
            body = text(f"ladder.news.{'games' if game == games.TIC_TAC_TOE else 'body'}", next=name)
            play = text("ladder.news.play", next=name)
            replies.append(Reply("next-rung", play, lambda: app.routes.challenge(app, game, agent)))
        app.overlay(Question(app, title, body, replies))

    def _name(self, rung: RungResult) -> str:
        return name_in_words(
            [entry for entry in self._app.agents if entry.game == self._game], rung.rung.agent
        )
