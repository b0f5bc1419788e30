"""What both had in mind at each decision of a hand of Kuhn poker.

Of the opponent the mix behind the decision and the die that chose; of the person the equilibrium beside what was
done, how good that was, and why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from game.core import Action, InformationState
from game.messages.grades_answers import Mark
from game.messages.play import AskHint, Hint
from game.rules.kuhn_poker import KuhnInformationState, Move
from game.screens.frame.answers import Answers
from game.screens.frame.requests import Requests
from game.screens.models.die import die_of
from game.screens.tables.kuhn.labels import Spoken
from game.screens.tables.kuhn.view import KuhnView
from game.screens.tables.own_grades import OwnGrades
from game.screens.ui.canvas.painter import Colour, Pattern
from game.screens.ui.layout import Box, Column, IfRoom, Space, fixed, grow, natural
from game.screens.ui.leaves import Line, Picture, Words
from game.screens.ui.leaves.bands import caps
from game.screens.ui.texts import capitalized, number, percent, text
from game.screens.views import grade_mark, mix
from game.screens.views.mix import MixRow, bars

ROW = 25.0
ABOVE, BELOW_CAPS = 13.0, 13.5  # of the name of a decision, from its middle
DIE, ABOVE_DIE, BELOW_DIE, WITHOUT_DIE = 50.0, 4.5, 7.0, 11.5
ABOVE_MARK, BELOW_WHY = 3.0, 10.5
WHY_LINES, WHY = 3, 58.2
LOOKS: Mapping[bool, tuple[tuple[Pattern, Colour], tuple[Pattern, Colour]]] = {
    False: (("dots", "info"), ("solid", "brass")),
    True: (("dots", "bad"), ("solid", "good")),
}
"""Of PASS and BET, by whether a bet is faced."""


@dataclass(frozen=True, slots=True)
class Theirs:
    """A decision of the opponent: whose, the mix (empty where none is known), what was rolled and what it meant."""

    owner: str
    rows: Sequence[MixRow] = ()
    die: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Yours:
    """A decision of the person: the equilibrium (empty while it is worked out), how good it was, and why.

    cost: what it gave away in words, empty for nothing.
    """

    owner: str
    rows: Sequence[MixRow] = ()
    mark: Mark | None = None
    cost: str = ""
    why: str = ""


class KuhnMinds:
    """The decisions of the hand on the table, and the equilibrium that is known of them."""

    def __init__(self, view: KuhnView, grades: OwnGrades, requests: Requests) -> None:
        self._view, self._grades = view, grades
        self._hints: Answers[str, Hint] = Answers(requests)

    def ask(self, info: InformationState) -> None:
        """Ask once for the equilibrium of a decision."""
        spec = self._view.seen.session.spec
        self._hints.ask(info.key, AskHint(spec.game, info, spec.blinds), again=True)

    def spoken(self, *, own: bool) -> list[Spoken]:
        """Return the decisions of the person, or of the other side."""
        words = self._view.words
        return [spoken for spoken in words.spoken() if (spoken.player == words.own) == own]

    def theirs(self) -> list[Theirs]:
        """Return the decisions of the opponent."""
        return [self._theirs(spoken) for spoken in self.spoken(own=False)]

    def yours(self) -> list[Yours]:
        """Return the decisions of the person."""
        return [self._yours(spoken) for spoken in self.spoken(own=True)]

    def at_hand(self, info: KuhnInformationState) -> Yours:
        """Return what the equilibrium does in a decision that is still to be made."""
        words, hint = self._view.words, self._hints.get(info.key)
        owner = text("kuhn.equilibrium", what=words.where(info))
        if hint is None:
            return Yours(owner)
        return Yours(owner, self._rows(info, hint.strategy, None), why=words.why(info, hint.strategy))

    def _theirs(self, spoken: Spoken) -> Theirs:
        words, decision = self._view.words, spoken.decision
        owner = words.owner(spoken)
        if decision is None:
            return Theirs(owner)
        die = die_of(decision)
        labels = (words.rolled(die), words.bands(spoken.info, die)) if die is not None else None
        return Theirs(owner, self._rows(spoken.info, decision.strategy, spoken.action), labels)

    def _yours(self, spoken: Spoken) -> Yours:
        words, info, grade = self._view.words, spoken.info, self._grades.of(spoken.step)
        if grade is None:
            failed = self._grades.has_failed(spoken.step)
            return Yours(words.owner(spoken), why=text("grades.failed") if failed else "")
        rows, why = self._rows(info, grade.shares, spoken.action), words.why(info, grade.shares)
        if grade.mark == Mark.BEST:
            return Yours(words.owner(spoken), rows, grade.mark, why=why)
        best = text("grades.best", action=capitalized(words.action(info, grade.best)))
        cost = text("grades.chips", cost=number(grade.cost, 2))
        return Yours(words.owner(spoken), rows, grade.mark, cost, " ".join(filter(None, (best, why))))

    def _rows(
        self, info: KuhnInformationState, shares: Mapping[Action, float], chosen: Action | None
    ) -> list[MixRow]:
        rows = []
        for action, (pattern, colour) in zip(Move, LOOKS[info.facing_bet], strict=True):
            share, label = shares.get(action, 0.0), capitalized(self._view.words.action(info, action))
            rows.append(MixRow(label, share, percent(share, 1), pattern, colour, action == chosen))
        return rows


def their_box(theirs: Theirs) -> Box:
    """Return a decision of the opponent with the mix behind it and the die that chose."""
    if not theirs.rows:
        return caps(theirs.owner, above=ABOVE, below=ABOVE)
    parts = [caps(theirs.owner, above=ABOVE, below=BELOW_CAPS), bars(theirs.rows, pitch=ROW)]
    if theirs.die is None:
        return Column(*parts, Space(WITHOUT_DIE))
    rolled, meaning = theirs.die
    die = Picture(partial(mix.draw_die, rolled=rolled, meaning=meaning), DIE)
    return Column(*parts, Space(ABOVE_DIE), die, Space(BELOW_DIE))


def your_box(yours: Yours, *, may_be_short: bool = False) -> Box:
    """Return a decision of the person beside the equilibrium, its mark, and why (if there is room)."""
    why = _why(yours)
    mark = Box() if yours.mark is None else _mark(yours.mark, yours.cost)
    return Column(
        caps(yours.owner, above=ABOVE, below=BELOW_CAPS),
        equilibrium(yours),
        mark,
        IfRoom(why).sized(grow()) if may_be_short else why,
        Space(BELOW_WHY),
    ).sized(grow() if may_be_short else natural())


def hint_box(yours: Yours, *, above: float) -> Box:
    """Return the equilibrium of the decision at hand, and why it is so."""
    heading = caps(yours.owner, above=above, below=BELOW_CAPS + 2)
    return Column(heading, equilibrium(yours), Space(2.8), _why(yours).sized(fixed(WHY)))


def equilibrium(yours: Yours) -> Box:
    """Return the equilibrium's mix, or that it is being worked out; nothing where that has failed."""
    if yours.rows:
        return bars(yours.rows, pitch=ROW)
    if yours.why:
        return Box()
    return Column(Line(text("table.working"), "label", "dim", height=ROW), Space(ROW))


def _why(yours: Yours) -> Box:
    return Words(yours.why, "small", "dim", 0.0, WHY_LINES) if yours.why else Box()


def _mark(mark: Mark, cost: str) -> Box:
    return Column(Space(ABOVE_MARK), Picture(partial(grade_mark.draw, mark, cost), grade_mark.HEIGHT))
