"""Conveniences of a session: automatic next hands, the opponent's comments, notes, and a final summary."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import ClassVar

from game.agent_entries import AgentEntry
from game.match.session import HandResult, Session
from game.rules import games
from game.rules.betting import Street
from game.rules.holdem import HoldemState
from game.study.amounts import Written, signed_chips, unsigned_chips
from game.study.opponents import DEVICES_OF_PEOPLE
from game.tables.duplicate import BlockComparison, find_deals_to_sum_up
from game.tables.narration import end_sentences
from game.tables.parts import AT_ONCE, HandGrades, PersonsTable, TablePart
from game.texts import current, join_label, join_sentences, number, plural, text
from game.window.dialogs.dialog import (
    Dialog,
    MatchCard,
    MatchOutcome,
    Question,
    Reply,
    nothing,
    outcome_figures,
    outcome_head,
)
from game.window.frame.screen import Services
from game.window.ui.layout import Box
from game.window.ui.leaves import Control, Words
from game.window.ui.widgets import Button
from game.window.ui.widgets.text_entry import WordEntry

NEXT_HAND_SECONDS = 3.0  # seconds at normal speed, to read the result
MIN_HANDS = 2  # minimum hands for a summary
KUHN_POT = 2.0  # chips
HANDS_A_LINE = 5  # the opponent speaks after one in this many hands
BIG_POT = 20.0  # big blinds: a pot worth a comment
LONGEST_NOTE = 120


class AutoNext(TablePart):
    """Deals the next hand automatically after a while, if the setting is on and the person stays inactive."""

    def __init__(self, table: PersonsTable) -> None:
        self._table, self._app = table, table.app
        self._seconds = 0.0

    def hold(self) -> None:
        self._seconds = 0.0

    def turn(self) -> None:
        """Turn the automatic deal on or off, and announce the change."""
        is_on = not self._app.settings.auto_next
        self._app.change(auto_next=is_on)
        self._app.say(text(f"table.auto_next.{'comes' if is_on else 'waits'}"))
        self._begin()

    def on_phase(self, phase: str, before: str) -> None:
        self._begin()

    def _begin(self) -> None:
        waits = self._table.phase == "over" and self._app.settings.auto_next
        self._seconds = NEXT_HAND_SECONDS if waits and not self._table.closes_with_card else 0.0

    def update(self, dt: float) -> bool:
        """Deal the next hand when it is due. Return whether it is pending."""
        if self._seconds <= 0 or self._app.screen.overlay or self._app.is_speaking:
            return False
        self._seconds -= dt * (self._app.settings.pace or AT_ONCE)
        if self._seconds <= 0:
            self._table.next_hand()
        return True


def spoken_line(session: Session, entry: AgentEntry | None, net: float) -> str:
    """Return the opponent's comment after a hand in which the person won `net` chips.

    Usually there is no comment, and the result is "".

    The comment depends on the seed of the table and the number of the hand, so a repeated hand ends with the same
    comment.
    """
    name = (entry.family or entry.name) if entry is not None else ""
    seed, hand = session.spec.seed, session.hand_number
    first = random.Random(f"{seed}/talk").randrange(HANDS_A_LINE)
    if not current().has(f"talk.{name}.won.0") or hand % HANDS_A_LINE != first:
        return ""
    unit = BIG_POT * session.spec.unit_of_hand(hand) if session.spec.game == games.HOLDEM else KUHN_POT
    event = "quiet" if abs(net) < unit else "lost" if net > 0 else "won"
    return random.Random(f"{seed}/{hand}/talk").choice(current().many(f"talk.{name}.{event}"))


# ---- the summary ---------------------------------------------------------------------------------------------
class Visit(TablePart):
    """The hands of one visit: from the moment a table opens until the person leaves it."""

    def __init__(self, table: PersonsTable, grades: HandGrades) -> None:
        self._table, self._session, self._grades = table, table.session, grades
        self.first, self._began = len(table.session.results), time.time()
        self.told_hand = 0
        """The number of the last hand whose closing card was shown."""
        self._costs: dict[int, tuple[Street, float]] = {}
        self._ungraded: dict[int, int] = {}

    def update(self, dt: float) -> bool:
        """Record the costliest mistake of a finished hand, and the number of decisions without a grade."""
        session = self._session
        is_graded = session.spec.game == games.HOLDEM and not session.is_played_again
        if self._table.phase == "over" and is_graded:
            self._costs.pop(session.hand_number, None)
            self._ungraded[session.hand_number] = self._grades.ungraded()
            worst = self._grades.costliest()
            grade = self._grades.of(session.steps[worst]) if worst is not None else None
            before = session.steps[worst - 1].state if worst else None
            if grade is not None and isinstance(before, HoldemState):
                self._costs[session.hand_number] = before.street, grade.sure_cost
        return False

    @property
    def results(self) -> Sequence[HandResult]:
        return self._session.results[self.first :]

    def practise(self) -> str:
        """Return a hint for practice.

        In Kuhn poker, the hint is about the drills. In Hold'em, it names the street whose mistakes cost the most,
        and the number of decisions without a grade, because these may be mistakes.
        """
        if self._session.spec.game != games.HOLDEM:
            return text("visit.kuhn")
        count = sum(self._ungraded.values())
        ungraded = plural("visit.ungraded", count) if count else ""
        streets = [street for street, _ in self._costs.values()]
        if not streets:
            return ungraded or text("visit.no_mistake")
        costs = {
            street: sum(cost for one, cost in self._costs.values() if one == street) for street in streets
        }
        worst = max(costs, key=costs.__getitem__)
        name, count = text(f"visit.streets.{worst.name.lower()}"), streets.count(worst)
        practise = plural("visit.practise", count, street=name, cost=number(costs[worst], 1))
        return join_sentences(practise, ungraded)

    @property
    def _is_cash_poker(self) -> bool:
        spec = self._session.spec
        return spec.form == "cash" and spec.game != games.TIC_TAC_TOE

    def card(self, app: Services, luck: Written) -> VisitCard | None:
        """Return the summary of the visit. None in a match, in tic-tac-toe, or after too few hands.

        Also None if the dialog at the end of a block of deals has just shown the same results.
        """
        if not self._is_cash_poker or len(self.results) < MIN_HANDS:
            return None
        outcome, said = self._outcome(app), ""
        spec, seat = self._session.spec, self._table.below
        if spec.duplicate:
            played = find_deals_to_sum_up(self._session, self.results, seat, self.told_hand)
            if played is None:
                return None
            said = text("duplicate.none_yet")
            if played.deals:
                other = self._table.portrait(1 - seat)
                outcome, said = BlockComparison(spec, played, other, app.settings.in_blinds).sum_up()
        is_counted = text("luck.counted") not in dict(luck)  # not while the luck of some hands is unknown
        lines = luck[:1] if is_counted and not spec.duplicate else ()
        of_luck = [join_label(name, figure) for name, figure in lines]
        hands, every = number(len(self.results)), number(len(self._session.results))
        is_part = self.first and not spec.duplicate
        part = text("visit.part", hands=hands, all=every) if is_part else ""
        replies = (
            Reply("done", text("visit.done"), nothing, "primary"),
            Reply("history", text("visit.history"), lambda: app.open("look-back", self._began)),
        )
        return VisitCard(app, outcome, replies, end_sentences(part, said, *of_luck, self.practise()))

    def _outcome(self, app: Services) -> MatchOutcome:
        """Return the results at a cash table."""
        in_blinds = app.settings.in_blinds
        nets = [result.returns[self._table.below] for result in self.results]

        def written(chips: float) -> str:
            return signed_chips(self._session.spec, chips, in_blinds=in_blinds)

        figures = [
            (text("visit.hands"), number(len(nets))),
            (text("visit.result"), written(sum(nets))),
            (text("visit.best"), written(max(nets))),
            (text("visit.worst"), written(min(nets))),
        ]
        key = "ahead" if sum(nets) > 0 else "behind" if sum(nets) < 0 else "even"
        amount = unsigned_chips(self._session.spec, abs(sum(nets)), in_blinds=in_blinds)
        title = text(f"visit.{key}", amount=amount)
        return MatchOutcome(DEVICES_OF_PEOPLE["you"], title, figures)


class VisitCard(Question):
    """The dialog with the summary of a visit: the results, and sentences about luck and practice."""

    name: ClassVar[str] = "summary"
    widest: float = MatchCard.widest
    padding: ClassVar[float] = MatchCard.padding
    rim: ClassVar[tuple[str, float]] = MatchCard.rim

    def __init__(self, app: Services, result: MatchOutcome, replies: Sequence[Reply], body: str) -> None:
        super().__init__(app, result.title, body, replies)
        self.result = result
        self.controls.focus("done")

    def head(self) -> Box:
        return outcome_head(self.result)

    def parts(self) -> Sequence[Box]:
        return [outcome_figures(self.result), Words(self.body, "body", "dim", 6.0)]


# ---- notes ---------------------------------------------------------------------------------------------------
class OpponentNote(Dialog):
    """The dialog for a note about an opponent. The note is stored with the records."""

    name: ClassVar[str] = "note"

    def __init__(self, app: Services, game: str, opponent: str, shown_name: str) -> None:
        super().__init__(app, text("note.title", name=shown_name))
        self._game, self._opponent = game, opponent
        self._entry = WordEntry(
            "words",
            text("note.words"),
            app.saves.note_on(game, opponent),
            lambda words: None,
            longest=LONGEST_NOTE,
            entered=self._keep,
        )
        self._buttons = [
            Button("cancel", text("note.cancel"), self.escape, style="label_b"),
            Button("keep", text("note.keep"), self._keep, kind="primary", style="label_b"),
        ]
        self.controls.focus("words")

    def parts(self) -> Sequence[Box]:
        return [Words(text("note.body"), "label", "dim", 10.0), Control(self._entry, 44.0, after=10.0)]

    def buttons(self) -> list[Button]:
        return self._buttons

    def _keep(self) -> None:
        self.app.saves.set_note(self._game, self._opponent, self._entry.value.strip())
        self.escape()
