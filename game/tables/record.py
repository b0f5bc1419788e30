"""The stored data of a session: the saved game, the results, the luck of the hands, the ladder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.archive.hands import PlayedHand, finished
from game.archive.ladder import RungResult
from game.archive.statistics import METHODS, HandLuck
from game.core import Seat
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec, change_of_level
from game.request import Refusal
from game.rules import games
from game.study.amounts import Written, format_luck
from game.study.history import AskLuck
from game.study.opponents import format_name
from game.study.saves import TABLES, Record
from game.tables.parts import PersonsTable, TablePart
from game.texts import number, text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.requests import Requests
from game.window.frame.screen import Services


class SessionLuck:
    """The luck in the hands at one table. The luck of all new hands is requested together, and never twice.

    The luck of hand number `laid` stays unknown, because its cards were set and do not follow from the seed.
    """

    def __init__(self, spec: TableSpec, requests: Requests, laid: int = 0) -> None:
        self._spec, self._requests, self._lay_out = spec, requests, laid
        self._luck_by_hand: dict[PlayedHand, HandLuck] = {}
        self._results: list[HandResult] = []
        self._hands: tuple[PlayedHand, ...] = ()
        self._waiting = False
        self._failed: set[PlayedHand] = set()

    def rows(self, results: Sequence[HandResult], *, in_blinds: bool, first: int = 0) -> Written:
        """Return the luck in these hands as pairs of name and value. Empty until the luck of a hand is known.

        The first `first` hands are left out. If the luck of a hand is not known, it is requested.
        """
        if list(results) != self._results:
            self._results, every = list(results), finished(self._spec, results)
            self._hands = tuple(hand for hand in every if hand.number != self._lay_out)
        hands = tuple(hand for hand in self._hands if hand.number > self._spec.skip + first)
        if not hands or METHODS[self._spec.game] == "none" or hands[0].own_seat is None:
            return ()
        missing = tuple(hand for hand in hands if hand not in self._luck_by_hand and hand not in self._failed)
        if missing and not self._waiting:
            self._ask(missing)
        known = [hand for hand in hands if hand in self._luck_by_hand]
        if not known:
            return ()
        lucks = [self._luck_by_hand[hand] for hand in known]
        rows = format_luck(known, lucks, self._spec, in_blinds=in_blinds)
        of = text("luck.of", known=number(len(known)), all=number(len(hands)))
        return rows if len(known) == len(hands) else [*rows, (text("luck.counted"), of)]

    def _ask(self, missing: tuple[PlayedHand, ...]) -> None:
        self._waiting = True

        def take(answer: Sequence[HandLuck] | Refusal) -> None:
            self._waiting = False
            if isinstance(answer, Refusal):
                self._failed.update(missing)
            else:
                self._luck_by_hand.update(zip(missing, answer, strict=True))

        self._requests.ask(AskLuck(missing), take)


class SessionRecord(TablePart):
    """The stored data of a session: the unfinished game, the history, and the results against the opponent.

    Every action is saved before it is shown.
    """

    def __init__(self, table: PersonsTable) -> None:
        self._table, self._app, self._session = table, table.app, table.session
        self._earlier = Record()  # the results before the last finished hand

    def on_change(self) -> None:
        self._enter_hand()
        self.keep()

    def keep(self) -> None:
        """Save the game so that the menu can offer to resume it.

        A finished match, a finished game of tic-tac-toe, and an empty board are not offered.
        """
        session, is_poker = self._session, self._session.spec.game != games.TIC_TAC_TOE
        ends_match = session.hand_over and self._table.closes_with_card
        if ends_match if is_poker else not session.hand_in_play:
            self._app.saves.forget(session)
        else:
            self._app.saves.keep(session)

    def _enter_hand(self) -> None:
        """Add a finished hand to the history and the results, as it was played the first time.

        A hand is left out if the user has seen its hidden cards as a spectator. The results also leave out a hand
        in which the opponent failed in every decision.
        """
        session, spec, below = self._session, self._session.spec, self._table.below
        if session.hand_over:
            self._earlier = self._find_record()
        if session.hand_over and session.hand_counts and not session.is_played_again:
            self._table.keep_hand()
            decisions = [step.decision for step in session.steps if step.decision is not None]
            is_left_out = decisions and all(decision.is_replacement for decision in decisions)
            number_of_hand = session.hand_number
            net = session.results[-1].returns[below] / spec.unit_of_hand(number_of_hand)
            hand = (spec.seed, number_of_hand)
            self._app.saves.add_result(spec.game, spec.seats[1 - below], None if is_left_out else net, hand)

    @property
    def shown_results(self) -> list[HandResult]:
        """The results of the finished hands. A hand whose end is not shown yet is left out."""
        session = self._session
        return session.results[:-1] if self._is_ending and not session.is_played_again else session.results

    @property
    def _is_ending(self) -> bool:
        return self._session.hand_over and self._table.timeline.animation_step is not None

    @property
    def against_opponent(self) -> Record:
        """The results against the opponent, without a hand whose end is not shown yet."""
        return self._earlier if self._is_ending else self._find_record()

    def _find_record(self) -> Record:
        """Return the results against the opponent, summed over the stages of its training."""
        spec, entry = self._session.spec, self._table.entry
        opponent = spec.seats[1 - self._table.below]
        family = entry.family if entry is not None else None
        stages = [one.name for one in self._table.agents if family is not None and one.family == family]
        return self._app.saves.record_against(spec.game, *dict.fromkeys((opponent, *stages)))


EVERY = {games.TIC_TAC_TOE: 1}
"""The number of hands between two checks of the ladder.

Other games use `USUAL`, because a long history takes the worker a moment.
"""
USUAL = 5


class LadderWatch(TablePart):
    """Checks whether the user beats a rung of the ladder, at tables whose hands count for the ladder."""

    def __init__(self, app: Services, session: Session) -> None:
        spec = session.spec
        self._app, self._session, self._game = app, session, spec.game
        on_ladder = any(app.models.ladders.has(self._game, seat) for seat in spec.seats)
        self.active = on_ladder and not spec.teaching and not spec.duplicate
        self._hands = 0
        self._rung_result: RungResult | None = None

    def begin(self) -> None:
        """Request the player's standing on the ladder before the first hand, to notice later changes."""
        if self.active:
            self._app.models.ladders.take_news(self._game)
            self._app.models.ladders.look(self._game)

    def on_change(self) -> None:
        """Count a finished hand, and check the ladder if a check is due."""
        self._hands += self._session.hand_over
        is_due = self._session.hand_over and self._hands % EVERY.get(self._game, USUAL) == 0
        if self.active and is_due:
            self._app.models.ladders.look(self._game)

    def update(self, dt: float) -> bool:
        """Announce a beaten agent as soon as the answer has arrived."""
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
    """Return the table against another level of an adaptive opponent, or None if the level stays the same.

    The level moves along the ladder of the game, one rung at a time. The level stays the same at the ends of the
    ladder, or if the agent is not on the ladder.
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
    """Let an agent of another level take the seat, announce it, and store the level for the next time."""
    agent = spec.seats[other]
    table = next(name for name, played in TABLES.items() if spec.game in played)
    kept = app.settings.tables
    app.change(tables={**kept, table: {**kept.get(table, {}), "agent": agent}})
    app.sit_down(spec)
    app.say(text(f"adaptive.{spec.adaptive}", name=_name(app, spec.game, agent)))


def _name(app: Services, game: str, agent: str) -> str:
    return format_name([entry for entry in app.agents if entry.game == game], agent)
