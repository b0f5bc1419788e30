"""The panel beside the Kuhn table: the rules during a hand, and after it what both had in mind.

After the hand it shows the opponent's mix and die at each decision. At each decision of the player it shows the
equilibrium beside the action, its mark and the reason. Below is how much either player could lose, with the best
response to the player. A tall window has the panel as a band of three columns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from game.core import Action
from game.rules import games
from game.rules.kuhn_poker import KuhnInformationState, Move
from game.study.judgement_model import Judgements
from game.study.judgements import AskJudgement, Mark, question_at
from game.study.records import Record
from game.study.words import cost_in_words, die_of
from game.tables.grades import HandGrades
from game.tables.kuhn.exploitability import Beaten
from game.tables.kuhn.labels import KuhnWords, Spoken, place_in_words
from game.tables.kuhn.view import KuhnView
from game.texts import capitalized, number, percent, signed, text
from game.window.ui.canvas.painter import Colour, Pattern
from game.window.ui.layout import Box, Column, IfRoom, Row, Space, fixed, grow, natural
from game.window.ui.leaves import Control, Line, Pair, Picture, Rule, Words
from game.window.ui.leaves.bands import caps, padded, thirds, title
from game.window.ui.widgets import Button
from game.window.views import grade_mark, mix
from game.window.views.mix import MixRow, bars

PADDING, BAND_GAP, BESIDE_REPLY = 24.0, 16.0, 12.0
BUTTON, ABOVE_FOOT = 44.0, 18.0
TITLE, MINDS_TITLE, MIDDLE = 57.5, 55.0, 34.0
ABOVE_BEATEN, ABOVE_BEATEN_IN_BAND = 24.0, 28.0
ABOVE_HINT, LEAST_GAP = 24.0, 16.0
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
class Rules:
    """The panel during a hand: rules, record against `name`, and in a serious game the exploitability of a stage.

    `luck` splits the result of this session into cards and decisions.
    """

    lines: Sequence[str]
    name: str
    record: Record
    leak: str = ""
    luck: Sequence[tuple[str, str]] = ()


class KuhnMinds:
    """The decisions of the current hand, and their equilibrium as far as it is known."""

    def __init__(self, view: KuhnView, grades: HandGrades, judgements: Judgements) -> None:
        self._view, self._grades, self._judgements = view, grades, judgements

    @property
    def _words(self) -> KuhnWords:
        return self._view.words

    def ask(self, info: KuhnInformationState) -> None:
        """Ask for the equilibrium of a decision. A request that failed is repeated."""
        self._judgements.ask(self._asked(info), again=True)

    def _asked(self, info: KuhnInformationState) -> AskJudgement:
        return question_at(self._view.seen.session.spec.game, info)

    def theirs(self) -> list[Box]:
        """Return the decisions of the opponent: the mix behind each, and the die that chose."""
        return [self._theirs(spoken) for spoken in self._words.spoken(own=False)]

    def yours(self, *, last_may_be_short: bool = False) -> list[Box]:
        """Return the decisions of the person beside the equilibrium, each with its mark, and why."""
        spoken = list(self._words.spoken(own=True))
        return [self._yours(one, may_be_short=last_may_be_short and one is spoken[-1]) for one in spoken]

    def at_hand(self, info: KuhnInformationState, above: float) -> Box:
        """Return what the equilibrium does in a decision that is still to be made, and why it is so."""
        known = self._judgements.of(self._asked(info))
        owner = text("kuhn.equilibrium", what=place_in_words(info))
        heading = caps(owner, above=above, below=BELOW_CAPS + 2)
        mixed = _working() if known is None else self._mix(info, known.shares)
        why = _why("" if known is None else self._words.why(info, known.shares))
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
            shares = grade.judgement.shares
            mixed, why = self._mix(info, shares, spoken.step.action), words.why(info, shares)
            cost = cost_in_words(games.KUHN_POKER, grade)
            if grade.mark != Mark.BEST:
                best = text("grades.best", action=capitalized(words.action(info, grade.judgement.best)))
                why = f"{best} {why}".rstrip()
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
    """Return the placeholder of a mix until its values arrive."""
    return Column(Line(text("table.working"), "label", "dim", height=ROW), Space(ROW))


def _why(why: str) -> Box:
    return Words(why, "small", "dim", 0.0, WHY_LINES) if why else Box()


# ---- the panel -----------------------------------------------------------------------------------------------
def rules_panel(
    rules: Rules, coach: Callable[[float], Box] | None, hint: Button | None, *, banded: bool
) -> Box:
    """Return rules, record and coach: the hint that `coach` makes where it was asked for, or the button for it."""
    heading = title(text("kuhn.rules.title"), height=TITLE, middle=MIDDLE)
    lines = (Words(line, "label", "dim") for line in rules.lines)
    if banded:
        third = Column(coach(MIDDLE) if coach else Box(), Space(), *_closed(hint), Space(PADDING))
        return thirds(Column(heading, *lines), _record(rules, above=40.0), third, side=PADDING, gap=BAND_GAP)
    opened = [Space(6), Rule(height=0), coach(ABOVE_HINT)] if coach else []
    above = (heading, *lines, Space(16.5), Rule(height=0), _record(rules, above=26.0))
    rest = Space().sized(grow(1, least=LEAST_GAP))
    return padded(*above, *opened, rest, *_closed(hint), side=PADDING, bottom=PADDING)


def minds_panel(name: str, minds: KuhnMinds, beaten: Beaten, measured: float | None, *, banded: bool) -> Box:
    """Return both sides' decisions in the hand against `name`, and what each could be beaten for."""
    nothing = Line(text("kuhn.nothing_decided", name=name), "label", "dim", height=26)
    heading = title(text("kuhn.in_mind", name=name), height=MINDS_TITLE, middle=MIDDLE)
    theirs, yours = minds.theirs() or [nothing, Space(8)], minds.yours(last_may_be_short=banded)
    if banded:
        beaten_for = beaten.compose(measured, above=ABOVE_BEATEN_IN_BAND, banded=True).sized(grow())
        third = Column(beaten_for, Control(beaten.button, BUTTON), Space(PADDING))
        parts = (Column(heading, *theirs), Column(Space(MIDDLE - 13), *yours), third)
        return thirds(*parts, side=PADDING, gap=BAND_GAP)
    line = (Space(7), Rule(height=0).when(yours))
    below = beaten.compose(measured, above=ABOVE_BEATEN, banded=False)
    return padded(heading, *theirs, *yours, *line, below, side=PADDING)


def reply_panel(beaten: Beaten, *, banded: bool) -> Box:
    """Return the best response to the player. A band has the button that hides it."""
    if not banded:
        return padded(beaten.compose_reply(1).sized(grow()), side=PADDING)
    button = Row(Space(), Control(beaten.button, BUTTON).sized(grow()), Space(BESIDE_REPLY))
    return padded(beaten.compose_reply(3).sized(grow()), button, side=PADDING, bottom=PADDING)


def reply_foot(beaten: Beaten) -> Box:
    """Return the foot with the button of the best response, which stays in view below the scrolling panel."""
    button = Control(beaten.button, BUTTON)
    return padded(Rule(height=0), Space(ABOVE_FOOT), button, side=PADDING, bottom=PADDING)


def _record(rules: Rules, *, above: float) -> Box:
    record, parts = rules.record, [caps(text("kuhn.record", name=rules.name), above=above, below=14.0)]
    if record.hands:
        each, key = signed(record.net / record.hands, 2), "first_hand" if record.hands == 1 else "per_hand"
        parts.append(Line(text(f"kuhn.{key}", hands=number(record.hands), each=each), height=28))
    else:
        parts.append(Line(text("kuhn.no_record"), "label", "dim", height=28))
    luck = [caps(text("kuhn.session"), above=24.0, below=14.0)] if rules.luck else []
    luck += [Pair(name, value) for name, value in rules.luck]
    return Column(*parts, Line(rules.leak, "label", "dim", height=20).when(rules.leak), *luck)


def _closed(hint: Button | None) -> list[Box]:
    """Return the coach while nobody has asked."""
    if hint is None:
        return []
    note = Words(text("table.think_first_note"), "label", "dim", 14.5)
    return [Line(text("table.think_first"), "strong", height=32), note, Control(hint, BUTTON)]
