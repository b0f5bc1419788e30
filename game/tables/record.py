"""The stored data of a table's session: the saved game, the results, and the luck of the hands."""

from __future__ import annotations

from collections.abc import Sequence

from game.archive.hands import PlayedHand, finished
from game.archive.statistics import METHODS, HandLuck
from game.match.session import HandResult
from game.match.table_spec import TableSpec
from game.request import Refusal
from game.rules import games
from game.study.amounts import Written, format_luck
from game.study.history import AskLuck
from game.study.saves import Record
from game.tables.parts import PersonsTable, TablePart
from game.texts import number, text
from game.window.frame.requests import Requests


class SessionLuck:
    """The luck of the hands at one table. Missing hands are requested together, each hand once.

    The luck of hand `laid` stays unknown, because the seed does not determine its cards.
    """

    def __init__(self, spec: TableSpec, requests: Requests, laid: int = 0) -> None:
        self._spec, self._requests, self._lay_out = spec, requests, laid
        self._luck_by_hand: dict[PlayedHand, HandLuck] = {}
        self._results: list[HandResult] = []
        self._hands: tuple[PlayedHand, ...] = ()
        self._waiting = False
        self._failed: set[PlayedHand] = set()

    def rows(self, results: Sequence[HandResult], *, in_blinds: bool, first: int = 0) -> Written:
        """Return the luck of these hands from number `first` on, and request the missing ones."""
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

    def on_change(self) -> None:
        self._enter_hand()
        self.keep()

    def keep(self) -> None:
        """Save the game. A session that is over is not offered again.

        A finished game of tic-tac-toe and an empty board are not offered either.
        """
        session, game = self._session, self._session.spec.game
        if session.over if game != games.TIC_TAC_TOE else not session.hand_in_play:
            self._app.saves.forget(session)
        else:
            self._app.saves.keep(session)

    def _enter_hand(self) -> None:
        """Add a finished hand to the history and the results, as it was played the first time.

        A hand is left out if the user saw its hidden cards while watching it.
        """
        session, spec, below = self._session, self._session.spec, self._table.below
        if session.hand_over and session.hand_counts and not session.is_played_again:
            self._table.keep_hand()
            number_of_hand = session.hand_number
            net = session.results[-1].returns[below] / spec.unit_of_hand(number_of_hand)
            hand = (spec.seed, number_of_hand)
            self._app.saves.add_result(spec.game, spec.seats[1 - below], net, hand)

    @property
    def shown_results(self) -> list[HandResult]:
        """The results of the finished hands, without a hand whose end is not shown yet."""
        session = self._session
        ends = session.hand_over and self._table.timeline.animation_step is not None
        return session.results[:-1] if ends and not session.is_played_again else session.results

    @property
    def against_opponent(self) -> Record:
        """The results against the opponent, over all stages of its training."""
        spec, entry = self._session.spec, self._table.entry
        opponent = spec.seats[1 - self._table.below]
        family = entry.family if entry is not None else None
        stages = [one.name for one in self._table.agents if family is not None and one.family == family]
        return self._app.saves.record_against(spec.game, *dict.fromkeys((opponent, *stages)))
