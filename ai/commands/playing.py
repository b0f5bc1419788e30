"""The commands `play` and `acpc`: play in the terminal with grades and a tutor, or as an ACPC client."""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean, stdev

from ai import catalog
from ai.commands.options import (
    DONE,
    MAX_STACK_BB,
    Subcommands,
    add_table,
    add_thinking,
    positive_number,
    read_blinds,
    read_budget,
    read_stack,
    whole_number,
)
from ai.commands.output import print_document, show_progress
from ai.features.judgements import judge
from ai.review.document import UNKNOWN_COST_TEXTS, cost_unit, explain_best_action, format_cost
from game.borders import print_text
from game.core import Action, Budget, IllegalAction, InformationState, Progress, State
from game.match import terminal
from game.match.acpc import connected
from game.match.acpc import play as acpc_protocol_play
from game.match.outside_agents import session_seed
from game.match.series import NORMAL_95, THOUSANDTHS, UNITS
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.match.terminal import Speaker
from game.rules import games
from game.rules.betting import HoldemRules
from game.study.judgements import AskJudgement, Grade, Judgement, Mark, question_at
from game.study.play import AgentKey
from game.study.words import MIN_COST, join_choices

PATIENCE = 0.5
"""The seconds after which a notice says that a decision is being graded."""


@dataclass(slots=True)
class PlayGrades:
    """Grades the user's decisions in a game, with cached judgements.

    At the start of a hand, `begin` drops the grades of the previous hand.

    Attributes:
        opponent: The agent against whom decisions are judged, or None for grades in theory, as at a table of the
            window without hints.
    """

    game: str
    voice: Speaker
    opponent: AgentKey | None = None
    decisions: list[tuple[State, InformationState, Action]] = field(default_factory=list)

    def begin(self) -> None:
        self.decisions.clear()

    def add(self, before: State, info: InformationState, action: Action) -> None:
        self.decisions.append((before, info, action))

    def grade(self, info: InformationState, action: Action) -> Grade:
        asked = question_at(self.game, info, action, self.opponent)
        return self._judge(asked).grade(action)

    def _judge(self, asked: AskJudgement) -> Judgement:
        began, silent = time.monotonic(), True
        for item in judge(asked):
            if isinstance(item, Judgement):
                return item
            if silent and time.monotonic() - began > PATIENCE:
                print_text("Grading your decision.")
                silent = False
        raise AssertionError("judging ends with the judgement")

    def holds_back(self, info: InformationState, action: Action) -> Grade | None:
        grade = self.grade(info, action)
        return grade if grade.is_held_back else None

    def warning(self, grade: Grade) -> str:
        return f"This looks like a {grade.mark}: it {self._cost(grade)} on average."

    def lines(self) -> Iterator[str]:
        for number, (before, info, action) in enumerate(self.decisions, 1):
            yield f"{number}. {self.line(before, info, self.grade(info, action))}"

    def line(self, before: State, info: InformationState, grade: Grade) -> str:
        """Describe a graded decision: mark, cost, values of all actions, and the reason for the best action."""
        return " ".join(filter(None, (*self._sentences(before, grade), explain_best_action(info, grade))))

    def _sentences(self, before: State, grade: Grade) -> Iterator[str]:
        did, best = (
            self.voice.did(before, grade.action),
            f"Best: {join_choices(*(self.voice.did(before, one) for one in grade.judgement.named_actions))}.",
        )
        if grade.is_unknown:
            reason = UNKNOWN_COST_TEXTS[grade.judgement.source]
            yield f"{did}: not graded, what it costs is not known. {reason} {best}"
            return
        cost = f", {self._cost(grade)}" if grade.sure_cost >= MIN_COST else ""
        yield f"{did}: {grade.mark}{cost}.{'' if grade.mark == Mark.BEST else f' {best}'}"
        values = ", ".join(
            f"{self.voice.did(before, action)} {value:+z.2f}"
            for action, value in sorted(grade.values.items())
        )
        against = f" against {self.opponent.name}" if self.opponent and grade.against is not None else ""
        yield f"Values in {self._unit}{against}: {values}."

    def _cost(self, grade: Grade) -> str:
        return f"costs {format_cost(self.game, grade)}"

    @property
    def _unit(self) -> str:
        return cost_unit(self.game)


LEAVE, HELP = ("q", "quit"), ("help", "?")
AFTER = "Enter: another hand or game", "g: the grades of your decisions in this one"
HELD_BACK = (
    "p: play it anyway",
    "t: think again",
    "s: show what each action is worth",
    "x: play on without the tutor",
)
ALWAYS = "q: leave", "help or ?: this list"
"""The inputs that are always possible, one per line of the help."""


def add_play(words: Subcommands) -> None:
    """Add the command `play`."""
    parser = words.add("play", play)
    add_table(parser, "agent", board_games=games.NAMES, as_json=False)
    parser.add_argument("--seat", type=int, choices=(0, 1), default=0)
    parser.add_argument("--tutor", action="store_true")
    add_thinking(parser)


def play(options: argparse.Namespace) -> int:
    """Play in the terminal until the user leaves."""
    posted, chips = read_blinds(options), read_stack(options) * games.HOLDEM_BLINDS[1]
    with session_seed(options.seed):
        agent = catalog.load_warmed_up(options.game, options.agent, posted)
    voice = terminal.speaker(options.game)
    seats = ("you", agent.name) if options.seat == 0 else (agent.name, "you")
    spec = TableSpec(options.game, seats, seed=options.seed, blinds=posted, stacks=(chips, chips))
    session = Session(replace(spec, teaching=options.tutor))
    known = AgentKey(options.game, agent.name, posted) if options.tutor else None
    person = _Person(voice, PlayGrades(options.game, voice, known), options.tutor)
    while True:
        while (seat := session.seat_to_act) is not None:
            info, before = session.info(seat), session.state
            if seat != options.seat:
                decision = agent.decide(info, random.Random(session.decision_seed), read_budget(options))
                session.act(decision.action, decision)
                if board := terminal.new_board(before):
                    print_text(board)
                print_text(f"{agent.name} {voice.did(before, decision.action)}.")
            elif not person.acts(session, info):
                return DONE
        print_text(voice.ending(session.state, session.get_player(options.seat)))
        question = "Enter for another, g for grades of your decisions, q to leave:"
        while (typed := _ask(question, AFTER)) is not None and typed.lower() == "g":
            for line in person.grades.lines():
                print_text(line)
        if typed is None:
            return DONE
        person.grades.begin()
        session.next_hand()


@dataclass(slots=True)
class _Person:
    """The user at the terminal.

    If `has_tutor` is True, the tutor asks for confirmation once before each costly move of a decision.
    """

    voice: terminal.Speaker
    grades: PlayGrades
    has_tutor: bool

    def acts(self, session: Session, info: InformationState) -> bool:
        """Ask until the user types a legal action, and play this action.

        Return False if the user leaves instead.
        """
        print_text(self.voice.situation(info))
        said, before = self.voice.question(info), session.state
        warned = set[Action]()
        while (typed := _ask(said, self.voice.can_be_typed())) is not None:
            try:
                action = self.voice.read(typed, info)
                session.state.child(action)  # raises if the rules refuse it
            except IllegalAction as sentence:
                said = str(sentence)  # it lists the legal actions, so the question is not repeated
                continue
            is_new = self.has_tutor and action not in warned
            if is_new and (grade := self.grades.holds_back(info, action)) is not None:
                warned.add(action)
                match self._insists(before, info, grade):
                    case None:
                        return False
                    case False:
                        said = self.voice.question(info)
                        continue
            self.grades.add(before, info, action)
            session.act(action)
            return True
        return False

    def _insists(self, before: State, info: InformationState, grade: Grade) -> bool | None:
        """Return whether the user insists on a costly move, or None if the user leaves."""
        print_text(self.grades.warning(grade))
        typed = _ask("Play anyway (p), think again (t), show me (s), or stop the tutor (x)?", HELD_BACK)
        if typed is None:
            return None
        chosen = typed[:1].lower()
        if chosen == "s":
            print_text(self.grades.line(before, info, grade))
        elif chosen == "x":
            self.has_tutor = False
        return chosen == "p"


def _ask(question: str, answers: Sequence[str]) -> str | None:
    """Print the question and return the typed answer. If the input ends or the user leaves, return None.

    If the user asks for help, print the possible inputs, and ask again.
    """
    while True:
        print_text(question)
        try:
            typed = input("> " if sys.stdin.isatty() else "").strip()
        except EOFError:
            return None
        if typed.lower() not in HELP:
            return None if typed.lower() in LEAVE else typed
        print_text("\n".join((*answers, *ALWAYS)))


MAX_PORT = 65_535


def add_acpc(words: Subcommands) -> None:
    """Add the command `acpc`."""
    parser = words.add("acpc", acpc)
    parser.add_argument("host")
    parser.add_argument("port", type=whole_number(1, MAX_PORT))
    parser.add_argument("agent")
    parser.add_argument("--think", type=positive_number, metavar="SECONDS")
    parser.add_argument(
        "--stack", type=whole_number(1, MAX_STACK_BB), metavar="BB", default=games.HOLDEM_STACK_BB
    )
    parser.add_argument("--seed", type=whole_number(0), default=0)
    parser.add_argument("--json", action="store_true")


def acpc(options: argparse.Namespace) -> int:
    """Play until the dealer closes the connection. The result is printed even after an error."""
    agent = catalog.load_warmed_up(games.HOLDEM, options.agent)
    small_blind, big_blind = games.HOLDEM_BLINDS
    chips = options.stack * big_blind
    rules = HoldemRules(small_blind, big_blind, (chips, chips))
    results: list[float] = []
    began = time.monotonic()
    with connected(options.host, options.port) as dealer:
        try:
            for hand in acpc_protocol_play(dealer, agent, rules, options.seed, Budget(seconds=options.think)):
                results.append(hand.chips / big_blind * THOUSANDTHS)
                show_progress(Progress(len(results), None, time.monotonic() - began))
        finally:
            if results:
                seconds = time.monotonic() - began
                document = _acpc_document(options.agent, results, seconds)
                played, half = "hand" if len(results) == 1 else "hands", half_width(results)
                interval = "" if half is None else f" ± {half:,.0f}"
                mean = f"{fmean(results):+z,.0f}{interval} mbb a hand"
                print_document(options, document, [f"{options.agent}, {len(results):,} {played}: {mean}"])
    return DONE


def _acpc_document(agent: str, results: list[float], seconds: float) -> dict[str, object]:
    """Return the results of an agent as a JSON object. Its value `ci95` is None after a single hand."""
    return {
        "agent": agent,
        "hands": len(results),
        "mean": fmean(results),
        "ci95": half_width(results),
        "unit": UNITS[games.HOLDEM],
        "seconds": round(seconds, 3),
    }


def half_width(results: list[float]) -> float | None:
    return NORMAL_95 * stdev(results) / math.sqrt(len(results)) if len(results) > 1 else None
