"""The luck of the hands at one table, asked of the worker once for each hand."""

from __future__ import annotations

from collections.abc import Sequence

from game.archive.hands import PlayedHand, finished
from game.archive.luck import METHODS, HandLuck
from game.match.session import HandResult
from game.match.table_spec import TableSpec
from game.request import Refusal
from game.study.amounts import Written, luck_in_words
from game.study.history import AskLuck
from game.texts import number, text
from game.window.frame.requests import Requests


class SessionLuck:
    """The luck of the hands at one table: each is asked for once, all that are missing at a time.

    Nothing is known of hand `laid`, whose cards the seed does not tell.
    """

    def __init__(self, spec: TableSpec, requests: Requests, laid: int = 0) -> None:
        self._spec, self._requests, self._laid = spec, requests, laid
        self._known: dict[PlayedHand, HandLuck] = {}
        self._results: list[HandResult] = []
        self._hands: tuple[PlayedHand, ...] = ()
        self._waiting = False
        self._failed: set[PlayedHand] = set()

    def rows(self, results: Sequence[HandResult], *, in_blinds: bool) -> Written:
        """Return the account of these hands in words, and ask for what is not known of them."""
        if list(results) != self._results:
            self._results, every = list(results), finished(self._spec, results)
            self._hands = tuple(hand for hand in every if hand.number != self._laid)
        hands = self._hands
        if not hands or METHODS[self._spec.game] == "none" or hands[0].own_seat is None:
            return ()
        missing = tuple(hand for hand in hands if hand not in self._known and hand not in self._failed)
        if missing and not self._waiting:
            self._ask(missing)
        known = [hand for hand in hands if hand in self._known]
        if not known:
            return ()
        lucks = [self._known[hand] for hand in known]
        rows = luck_in_words(known, lucks, self._spec, in_blinds=in_blinds)
        of = text("luck.of", known=number(len(known)), all=number(len(hands)))
        return rows if len(known) == len(hands) else [*rows, (text("luck.counted"), of)]

    def _ask(self, missing: tuple[PlayedHand, ...]) -> None:
        self._waiting = True

        def take(answer: Sequence[HandLuck] | Refusal) -> None:
            self._waiting = False
            if isinstance(answer, Refusal):
                self._failed.update(missing)
            else:
                self._known.update(zip(missing, answer, strict=True))

        self._requests.ask(AskLuck(missing), take)
