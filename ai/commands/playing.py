"""`play`: the whole game in the terminal, for remote lines and screen readers."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from ai import catalog
from ai.commands.options import (
    DONE,
    Subcommands,
    add_table,
    add_thinking,
    read_blinds,
    read_budget,
    read_stack,
)
from ai.commands.play_grades import PlayGrades
from game.borders import print_text
from game.core import IllegalAction, InformationState, State
from game.match import terminal
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.judgements import Grade

LEAVE, HELP = ("q", "quit"), ("help", "?")
AFTER = "Enter: another hand or game", "g: the grades of your decisions in this one"
HELD_BACK = (
    "p: play it anyway",
    "t: think again",
    "s: show what each action is worth",
    "x: play on without the tutor",
)
ALWAYS = "q: leave", "help or ?: this list"
"""What can be typed, a line each."""


def add(words: Subcommands) -> None:
    """Add the command."""
    parser = words.add_parser("play", help="play in the terminal; help or ? lists there what can be typed")
    add_table(parser, play, "agent", board_games=games.NAMES, as_json=False)
    parser.add_argument(
        "--seat", type=int, choices=(0, 1), default=0, help="who you are in the first hand; 0 acts first"
    )
    parser.add_argument("--tutor", action="store_true", help="hold back a costly move once")
    add_thinking(parser)


def play(options: argparse.Namespace) -> int:
    """Play at the terminal until the person has had enough."""
    posted, chips = read_blinds(options), read_stack(options) * games.HOLDEM_BLINDS[1]
    agent = catalog.load_warmed_up(options.game, options.agent, posted)
    voice = terminal.speaker(options.game)
    seats = ("you", agent.name) if options.seat == 0 else (agent.name, "you")
    session = Session(TableSpec(options.game, seats, seed=options.seed, blinds=posted, stacks=(chips, chips)))
    person = _Person(voice, PlayGrades(options.game, voice), options.tutor)
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
        while (typed := _ask("Enter for another, g for grades of your decisions, q to leave:", AFTER)) == "g":
            for line in person.grades.lines():
                print_text(line)
        if typed is None:
            return DONE
        person.grades.begin()
        session.next_hand()


@dataclass(slots=True)
class _Person:
    """Who types; `tutored`: a costly move is held back once in each decision."""

    voice: terminal.Speaker
    grades: PlayGrades
    tutored: bool

    def acts(self, session: Session, info: InformationState) -> bool:
        """Ask until a legal action is typed. Return False if the person leaves instead."""
        print_text(self.voice.situation(info))
        said, warned, before = self.voice.question(info), False, session.state
        while (typed := _ask(said, self.voice.can_be_typed())) is not None:
            try:
                action = self.voice.read(typed, info)
                session.state.child(action)  # raises where the rules refuse it
            except IllegalAction as sentence:
                said = str(sentence)  # which says what can be: the question again would be too much
                continue
            if self.tutored and not warned and (grade := self.grades.holds_back(info, action)) is not None:
                warned = True
                if not self._insists(before, info, grade):
                    said = self.voice.question(info)
                    continue
            self.grades.add(before, info, action)
            session.act(action)
            return True
        return False

    def _insists(self, before: State, info: InformationState, grade: Grade) -> bool:
        """Ask what to do with a move that the tutor holds back. Return whether it is played anyway."""
        print_text(self.grades.warning(grade))
        typed = (
            _ask("Play anyway (p), think again (t), show me (s), or stop the tutor (x)?", HELD_BACK) or "t"
        )[:1].lower()
        if typed == "s":
            print_text(self.grades.line(before, info, grade))
        elif typed == "x":
            self.tutored = False
        return typed == "p"


def _ask(question: str, answers: Sequence[str]) -> str | None:
    """Print the question and return the typed answer, or None at the end of the input or for q.

    If the player asks for help, print what can be typed, and ask again.
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
