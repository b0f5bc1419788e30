"""What both had in mind at each decision of a hand of Kuhn poker.

Of the opponent the mix behind the decision and the die that chose; of the person the equilibrium beside what was
done, how good that was, and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.core import Action
from game.messages.grades_answers import Mark
from game.messages.play import AskHint, Hint
from game.rules.kuhn_poker import KuhnInformationState, Move
from game.screens.frame.answers import Answers
from game.screens.frame.requests import Requests
from game.screens.models.die import die_of
from game.screens.tables.grades import HandGrades
from game.screens.tables.kuhn.labels import KuhnWords, Spoken, place_in_words
from game.screens.tables.kuhn.view import KuhnView
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


class KuhnMinds:
    """The decisions of the hand on the table, and the equilibrium that is known of them."""

    def __init__(self, view: KuhnView, grades: HandGrades, requests: Requests) -> None:
        self._view, self._grades = view, grades
        self._hints: Answers[str, Hint] = Answers(requests)

    @property
    def _words(self) -> KuhnWords:
        return self._view.words

    def ask(self, info: KuhnInformationState) -> None:
        """Ask once for the equilibrium of a decision."""
        spec = self._view.seen.session.spec
        self._hints.ask(info.key, AskHint(spec.game, info, spec.blinds), again=True)

    def theirs(self) -> list[Box]:
        """Return the decisions of the opponent: the mix behind each, and the die that chose."""
        return [self._theirs(spoken) for spoken in self._words.spoken(own=False)]

    def yours(self, *, last_may_be_short: bool = False) -> list[Box]:
        """Return the decisions of the person beside the equilibrium, each with its mark, and why."""
        spoken = list(self._words.spoken(own=True))
        return [self._yours(one, may_be_short=last_may_be_short and one is spoken[-1]) for one in spoken]

    def at_hand(self, info: KuhnInformationState, above: float) -> Box:
        """Return what the equilibrium does in a decision that is still to be made, and why it is so."""
        hint = self._hints.get(info.key)
        owner = text("kuhn.equilibrium", what=place_in_words(info))
        heading = caps(owner, above=above, below=BELOW_CAPS + 2)
        mixed = _working() if hint is None else self._mix(info, hint.strategy)
        why = _why("" if hint is None else self._words.why(info, hint.strategy))
        return Column(heading, mixed, Space(2.8), why.sized(fixed(WHY)))

    def _theirs(self, spoken: Spoken) -> Box:
        words, decision = self._words, spoken.step.decision
        if decision is None:
            return caps(words.owner(spoken), above=ABOVE, below=ABOVE)
        played = self._mix(spoken.info, decision.strategy, spoken.step.action)
        parts = [_owner(words, spoken), played]
        die = die_of(decision)
        if die is None:
            return Column(*parts, Space(WITHOUT_DIE))
        rolled, meaning = words.rolled(die), words.bands(spoken.info, die)
        drawn = Picture(partial(mix.draw_die, rolled=rolled, meaning=meaning), DIE)
        return Column(*parts, Space(ABOVE_DIE), drawn, Space(BELOW_DIE))

    def _yours(self, spoken: Spoken, *, may_be_short: bool) -> Box:
        words, info, grade = self._words, spoken.info, self._grades.of(spoken.step)
        mixed, mark, why = _working(), Box(), ""
        if grade is not None:
            mixed, why = self._mix(info, grade.shares, spoken.step.action), words.why(info, grade.shares)
            cost = ""
            if grade.mark != Mark.BEST:
                best = text("grades.best", action=capitalized(words.action(info, grade.best)))
                cost, why = text("grades.chips", cost=number(grade.cost, 2)), f"{best} {why}".rstrip()
            drawn = Picture(partial(grade_mark.draw, grade.mark, cost), grade_mark.HEIGHT)
            mark = Column(Space(ABOVE_MARK), drawn)
        elif self._grades.has_failed(spoken.step):
            mixed, why = Box(), text("grades.failed")
        told = IfRoom(_why(why)).sized(grow()) if may_be_short else _why(why)
        parts = (_owner(words, spoken), mixed, mark, told, Space(BELOW_WHY))
        return Column(*parts).sized(grow() if may_be_short else natural())

    def _mix(
        self, info: KuhnInformationState, shares: Mapping[Action, float], chosen: Action | None = None
    ) -> Box:
        rows = []
        for action, (pattern, colour) in zip(Move, LOOKS[info.facing_bet], strict=True):
            share, label = shares.get(action, 0.0), capitalized(self._words.action(info, action))
            rows.append(MixRow(label, share, percent(share, 1), pattern, colour, action == chosen))
        return bars(rows, pitch=ROW)


def _owner(words: KuhnWords, spoken: Spoken) -> Box:
    return caps(words.owner(spoken), above=ABOVE, below=BELOW_CAPS)


def _working() -> Box:
    """Return what stands in the place of a mix that is being worked out."""
    return Column(Line(text("table.working"), "label", "dim", height=ROW), Space(ROW))


def _why(why: str) -> Box:
    return Words(why, "small", "dim", 0.0, WHY_LINES) if why else Box()
