"""The page of a selected decision: its position, its grade, the possible actions, and the retry of a mistake.

In a retry, the user decides again, and then the page reveals the solution.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from game.agent_entries import AgentEntry
from game.archive.export import rebuild_session
from game.core import Action, BadInput
from game.match.series import play_from
from game.match.table_spec import PEOPLE
from game.needs import Need
from game.rules import games
from game.rules.holdem import HoldemInformationState
from game.study.drills import MISTAKES, DrillQuestion
from game.study.judgements import AskJudgement, Grade, Mark, can_be_solved, question_at
from game.study.opponents import Portrait, gallery, load_entry, portrait
from game.study.review import HandNumber, Review, Reviewed
from game.study.saves import TABLES
from game.study.words import format_cost, format_mark, format_mark_counts
from game.tables.position_view import CardWords, PositionPicture, hand_so_far, worth_of_answers
from game.texts import day_and_time, join_sentences, number, plural, text, uncapitalize
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page, PagedHead
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, Scrolled, Snug, Space, grow, share
from game.window.ui.leaves import Control, Hints, Note, Panel, Words
from game.window.ui.leaves.panels import PADDING
from game.window.ui.widgets import Button
from game.window.ui.widgets.widget import Scroll
from game.window.views.board import SquareValue
from game.window.views.marks import AnswerButtons, tell_answer

if TYPE_CHECKING:
    from game.match.session import Session


def card_words(one: Reviewed, opponent: str, app: Services) -> CardWords:
    """Return the texts of a decision, with amounts in big blinds or in the unit of the hand."""
    judgement = one.grade.judgement if one.grade is not None else None
    actions = sorted(judgement.values) if judgement is not None else [one.action]
    if isinstance(one.info, HoldemInformationState):
        actions = one.info.betting.distinct(actions, one.action, judgement.best if judgement else None)
    question = DrillQuestion("", MISTAKES, one.game, one.info, tuple(actions), left=0, unit=one.unit)
    return CardWords(question, opponent, app.settings.in_blinds)


def find_opponent(one: Reviewed, agents: Sequence[AgentEntry]) -> Portrait:
    """Return the portrait of the opponent, or a generic portrait if the hand cannot be replayed."""
    try:
        hand = rebuild_session(one.hand_id, one.info)
    except BadInput:
        return Portrait(text("drills.opponent"), "", "compass")
    return portrait(agents, hand.spec.seats[1 - hand.get_seat(one.info.player)])


def where(one: Reviewed, agents: Sequence[AgentEntry], *, dated: bool = False) -> str:
    """Return a line with the hand number, and the player, the role and the street of the decision.

    If `dated`, the line of a Hold'em hand whose time is known has the time instead of the hand number and the
    player. The reason is that poker rooms give long numbers to their hands.
    """
    role = text(f"review.roles.{one.game}.{one.info.player}")
    known = {
        "number": one.room_number or number(one.hand),
        "name": portrait(agents, one.player).name,
        "role": role,
    }
    if not isinstance(one.info, HoldemInformationState):
        return text("review.where.game", **known)
    street = text(f"holdem.streets.{one.info.street.name.lower()}")
    known["street"] = uncapitalize(street)
    if dated and one.at:
        return text("review.where.dated", when=day_and_time(one.at), role=role, street=known["street"])
    return text("review.where.street", **known)


def format_summary(review: Review) -> str:
    """Return a line with the counts of hands, graded decisions and mistakes, and the total cost.

    The mistakes are counted by mark, for each mark below good.
    """
    sound = (Mark.BEST, Mark.GOOD)
    below_good: dict[Mark, int] = {mark: count for mark, count in review.marks.items() if mark not in sound}
    said = text(
        "review.summary",
        hands=plural(f"common.{games.played_in(review.game)}", review.hands),
        decisions=plural("common.decisions", review.decisions),
        mistakes=format_mark_counts(below_good) or plural("common.mistakes", 0),
        cost=text(f"review.cost.{review.game}", cost=number(review.cost, 2)),
    )
    missing = plural(f"common.{games.played_in(review.game)}", review.left_out)
    left_out = text("review.left_out", hands=missing) if review.left_out else ""
    shown = len(review.mistakes)
    follow = text("review.most_costly", count=number(shown)) if shown < review.mistakes_found else ""
    return join_sentences(said, left_out, follow)


BUTTON, GAP = 42.0, 8.0


class ChosenDecision:
    """The panel about the selected decision, next to the table.

    Attributes:
        asking: Whether the user is retrying the decision. If so, the solution is hidden here and in the list.
        opponent: The portrait of the opponent, set by `take`.
    """

    opponent: Portrait

    def __init__(self, answer: Callable[[Action], None], app: Services) -> None:
        self._one: Reviewed | None = None
        self._app = app
        self._answer = answer
        self._given_grade: Grade | None = None
        self.asking = False
        self.answers = AnswerButtons()

    @property
    def grade(self) -> Grade | None:
        return self._given_grade or (self._one.grade if self._one is not None else None)

    def shows(self, one: Reviewed) -> bool:
        return one == self._one

    def take(self, one: Reviewed) -> None:
        """Show another decision with its solution."""
        self._one, self._given_grade, self.asking = one, None, False
        self.opponent = find_opponent(one, self._app.agents)

    @property
    def words(self) -> CardWords:
        """The texts of the decision, in the unit of the settings."""
        assert self._one is not None
        return card_words(self._one, self.opponent.name, self._app)

    def try_again(self) -> None:
        """Hide the solution and ask for an action."""
        if self._one is None or self._one.grade is None:
            return
        words = self.words
        self.asking, self._given_grade = True, None
        actions = words.question.actions
        self.answers.offer(
            (words.keycap(one), words.label(one), partial(self._answer, one)) for one in actions
        )

    def answer(self, action: Action) -> None:
        """Grade the user's answer by the stored judgement of the decision."""
        if self._one is not None and self._one.grade is not None:
            self._given_grade = self._one.grade.judgement.grade(action)
            self.asking = False

    def squares(self) -> Mapping[Action, SquareValue] | None:
        """Return the value of each square of tic-tac-toe.

        Return None for another game, if there is no grade, or during a retry.
        """
        made = self._one
        if made is None or made.grade is None or made.game != games.TIC_TAC_TOE or self.asking:
            return None
        return self.words.squares(made.grade)

    def parts(self, play: Button, others: Sequence[Button]) -> tuple[str, Sequence[Box], Sequence[Box]]:
        """Return the title, the content and the buttons of the panel.

        Args:
            play: The button that plays on from the decision.
            others: Further buttons, shown in a row when the user is not retrying the decision.
        """
        one = self._one
        assert one is not None
        words, last = self.words, Control(play, BUTTON)
        before = [Words(where(one, self._app.agents), "strong", "text", 8), hand_so_far(words)]
        if self.asking:
            asked, answers = Words(words.prompt(), "label_b", "text", 10), self.answers.box(BUTTON)
            return text("review.again"), [*before, asked, answers], [last]
        title, buttons, grade = text("review.decision"), [*lay_out(others), last], self.grade
        played = Words(text("review.played", action=words.label(one.action)), "label_b", "text", 6)
        if grade is None:
            return title, [*before, played, Words(text("review.ungraded"), "label", "dim", 12)], buttons
        lines = [played]
        if self._given_grade is not None:
            assert one.grade is not None
            outcome = format_cost(one.game, one.grade) or uncapitalize(format_mark(one.grade))
            at_cost = text("review.played_at_cost", action=words.label(one.action), cost=outcome)
            answered = text("drills.answered", action=words.label(grade.action))
            lines = [Words(at_cost, "label", "dim", 4), Words(answered, "label_b", "text", 6)]
        values = () if one.game == games.TIC_TAC_TOE else worth_of_answers(words, grade)
        cost = format_cost(one.game, grade)
        return title, [*before, *tell_answer(Column(*lines), grade, cost, words.why(grade), values)], buttons


def lay_out(buttons: Sequence[Button]) -> Iterator[Box]:
    """Yield a row of the buttons and a gap below it. Yield nothing without buttons."""
    if buttons:
        yield Row(*(Control(button, BUTTON).sized(grow()) for button in buttons), gap=GAP)
        yield Space(GAP)


def play_on(app: Services, one: Reviewed) -> None:
    """Open a table at the decision. If this would end an unfinished game, ask the user first."""
    try:
        whole = rebuild_session(one.hand_id, one.info)
        agent = other_side(app, one, whole)
        session = play_from(whole, one.info, agent, app.new_seed())
    except BadInput as reason:
        app.say(text("review.play.impossible", reason=reason))
        return

    app.resume(session)
    here = [entry for entry in app.agents if entry.game == one.game]
    app.say(text("review.play.said", name=portrait(here, agent).name))


def other_side(app: Services, one: Reviewed, whole: Session) -> str:
    """Return the agent to play against when the user plays on.

    Candidates are the agents at the table of the hand, the agent chosen last for this game, and the strongest
    agent of the game. The first available candidate is returned.

    Raises:
        BadInput: If no agent plays this game.
    """
    own = whole.get_seat(one.info.player)
    for seat in (1 - own, own):
        name = whole.spec.seats[seat]
        file = load_entry(name)
        known = [*app.agents, file] if file is not None else app.agents
        if any((entry.game, entry.name) == (one.game, name) for entry in known):
            return name
    here: list[AgentEntry] = [
        entry for other in gallery(app.agents, one.game, whole.spec.blinds) for entry in other.entries
    ]
    if not here:
        raise BadInput(text("new_game.nobody"))
    table = next(name for name, played in TABLES.items() if one.game in played)
    chosen = app.settings.tables.get(table, {}).get("agent", "")
    return chosen if any(entry.name == chosen for entry in here) else here[-1].name


SIDE, MIN_SIDE, MAX_SIDE = 0.32, 300.0, 400.0
MIN_PICTURE = 220.0


class DecisionPage(Page):
    """The base class of pages about one decision. A subclass selects the decision."""

    keys: ClassVar[str] = "review"
    _head: PagedHead

    def __init__(self, app: Services, title: str) -> None:
        super().__init__(app)
        self._head = PagedHead(app, title, self.escape)
        self.decision = ChosenDecision(self._answer, app)
        self.side_scroll = Scroll(self.relayout)

    @property
    @abstractmethod
    def selection(self) -> Reviewed | None:
        """The selected decision. None before it is known."""

    def make_picture(self, one: Reviewed) -> Box:
        """Return a picture of the table before a decision.

        The seat to act is labelled with the player's name, or "You".
        """
        words, opponent = self.decision.words, self.decision.opponent
        player = None if one.player == PEOPLE[0] else portrait(self.app.agents, one.player)
        squares = self.decision.squares()
        return PositionPicture(words.question, words, opponent, squares, least=MIN_PICTURE, player=player)

    def side(self, *, narrow: bool) -> Box:
        """Return the panel about the decision.

        In a wide window, its content scrolls inside the window's height, above the buttons.
        """
        others = [one.button for one in (self.retry, self.solver) if one.is_offered]
        title, parts, buttons = self.decision.parts(self.play_button, others)
        if narrow:
            return Panel(*parts, Space(GAP), *buttons, title=title)
        inside = Scrolled(
            Column(*parts), self.side_scroll, sides=(PADDING, PADDING), above=0.0, below=0.0, least=0.0
        )
        foot = Column(*buttons, padding=PADDING)
        return Panel(inside.sized(grow()), foot, title=title, foot=0.0, side=0.0).sized(
            share(SIDE, MIN_SIDE, MAX_SIDE)
        )

    @property
    @abstractmethod
    def play_button(self) -> Button:
        """The button that plays on from the decision."""

    # ---- actions --------------------------------------------------------------------------------------------
    choose = control_keys("↑ ↓", hinted=False)

    @action("n", repeats=True, row=choose)
    def next(self) -> None:
        self._go(1)

    @action("p", repeats=True, row=choose)
    def previous(self) -> None:
        self._go(-1)

    @next.when
    @previous.when
    def _is_listed(self) -> bool:
        return False

    @action(*"123456789", cap="1 – 9", hinted=False)
    def answer(self, index: int) -> Button | bool:
        return self.decision.answers.find(index, self.app.say)

    @action("up", "down", cap="↑ ↓", repeats=True, hinted=False, row=answer)
    def walk(self, index: int) -> bool:
        return self.decision.answers.walk(self.controls, index)

    @answer.when
    @walk.when
    def _is_asked(self) -> bool:
        return self._is_shown() and self.decision.asking

    @action("t", kind="primary")
    def retry(self) -> None:
        self._begin_retry()

    @retry.when
    def _can_retry(self) -> bool:
        return self._is_shown() and self.decision.grade is not None

    def _is_shown(self) -> bool:
        return self.selection is not None and self.decision.shows(self.selection)

    opened = control_keys("return", hinted=False, row=retry)

    @action("s", style="label_b")
    def solver(self) -> None:
        """Open the decision in the solver."""
        one = self.selection
        assert one is not None
        self.app.open("solver_at", question_at(one.game, one.info, one.action))

    @solver.when
    def _can_solve(self) -> bool:
        info = self.selection.info if self._is_shown() and self.selection is not None else None
        return info is not None and can_be_solved(info) and not self.decision.asking

    def _go(self, by: int) -> None:
        """Select the decision that is `by` rows further down the list."""

    def _look_at(self, one: Reviewed) -> None:
        if not self.decision.shows(one):
            self.decision.take(one)
            self.side_scroll.offset = 0.0

    def _begin_retry(self) -> None:
        self.decision.try_again()
        self.controls.focus(self.decision.answers.buttons[0].name if self.decision.asking else "back")
        self.show()

    def _answer(self, action: Action) -> None:
        self.decision.answer(action)
        self.controls.focus("retry")
        self.show()

    def _play_on(self) -> None:
        if self.selection is not None:
            play_on(self.app, self.selection)


@page("retry")
class RetryScreen(DecisionPage):
    """The page on which the user retries one decision of `player` in a hand, once the decision is graded."""

    name: ClassVar[str] = "retry"

    def __init__(self, app: Services, decision: AskJudgement, hand: HandNumber, player: str) -> None:
        super().__init__(app, text("review.retry"))
        self._decision, self._hand, self._player = decision, hand, player

    @property
    def selection(self) -> Reviewed | None:
        """The decision with its grade. None until the decision is graded."""
        made, grade = self._decision, self.app.models.judgements.sure_grade(self._decision)
        if grade is None or made.action is None:
            return None
        hand, info, action = self._hand, made.info, made.action
        return Reviewed(
            made.game, hand.number, hand.id, self._player, 0, info, action, grade, hand.printed, hand.unit
        )

    def update(self, dt: float) -> bool:
        """Request the judgement, and start the retry once the grade is certain."""
        self.app.models.judgements.ask(self._decision)
        chosen = self.selection
        if chosen is not None and not self.decision.shows(chosen):
            self._look_at(chosen)
            self._begin_retry()
        return super().update(dt)

    def leave(self) -> None:
        self.app.models.judgements.leave()
        super().leave()

    @property
    def live_version(self) -> Hashable:
        return self.app.models.judgements.version

    def compose(self, window: Breakpoint) -> Box:
        """Return the table before the decision, and next to it the actions or the result.

        In a narrow window, the actions or the result are above the table.
        """
        if (chosen := self.selection) is None or not self.decision.shows(chosen):
            problem = self.app.models.judgements.problem(self._decision)
            said = text("grades.waiting")
            if self._decision.game == games.HOLDEM:
                said = self.app.models.preparation.awaited(Need.SOLVER, said)
            waiting = Words(said, "label", "text", 0)
            return Snug(Panel(Note(problem, wrong=True) if problem else waiting))
        picture, side = self.make_picture(chosen), self.side(narrow=window.narrow)
        if window.narrow:
            return Column(side, picture, gap=12)
        return Column(Row(picture.sized(grow()), side, gap=12).sized(grow()), Hints(self.hints))

    @action("p", control="play", style="label_b")
    def play_here(self) -> None:
        self._play_on()

    @play_here.when
    def _can_play(self) -> bool:
        return self._is_shown()

    @property
    def play_button(self) -> Button:
        return self.play_here.button
