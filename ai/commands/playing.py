"""`play`: the whole game in the terminal, for remote lines and screen readers."""

from __future__ import annotations

import argparse
import random
import sys

from ai import catalog
from ai.commands.options import DONE, Subcommands, add_table, add_thinking, blinds, budget, stack
from ai.commands.output import print_text
from game.core import IllegalAction, InformationState
from game.match import terminal
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games


def add(words: Subcommands) -> None:
    """Add the command."""
    parser = words.add_parser("play", help="play in the terminal")
    add_table(parser, play, "agent", board_games=games.NAMES, as_json=False)
    parser.add_argument(
        "--seat", type=int, choices=(0, 1), default=0, help="who you are in the first hand; 0 acts first"
    )
    add_thinking(parser)


def play(options: argparse.Namespace) -> int:
    """Play at the terminal until the person has had enough."""
    posted, chips = blinds(options), stack(options) * games.HOLDEM_BLINDS[1]
    agent = catalog.load(options.game, options.agent, posted)
    voice = terminal.speaker(options.game)
    seats = ("you", agent.name) if options.seat == 0 else (agent.name, "you")
    session = Session(TableSpec(options.game, seats, seed=options.seed, blinds=posted, stacks=(chips, chips)))
    while True:
        while (seat := session.seat_to_act) is not None:
            info, before = session.info(seat), session.state
            if seat != options.seat:
                decision = agent.decide(info, random.Random(session.decision_seed), budget(options))
                session.act(decision.action, decision)
                print_text(f"{agent.name} {voice.did(before, decision.action)}.")
            elif not _person_acts(session, voice, info):
                return DONE
        print_text(voice.ending(session.state, session.player_of(options.seat)))
        if _ask("Enter for another, q to leave:") is None:
            return DONE
        session.next_hand()


def _person_acts(session: Session, voice: terminal.Speaker, info: InformationState) -> bool:
    """Ask until a legal action is typed; False if the person leaves instead."""
    print_text(voice.situation(info))
    said = voice.question(info)
    while (typed := _ask(said)) is not None:
        try:
            session.act(voice.read(typed, info))
        except IllegalAction as sentence:
            said = str(sentence)  # which says what can be: the question again would be too much
        else:
            return True
    return False


def _ask(question: str) -> str | None:
    """Return what is typed below the question, None at the end of the input or for q."""
    print_text(question)
    try:
        typed = input("> " if sys.stdin.isatty() else "").strip()
    except EOFError:
        return None
    return None if typed.lower() in ("q", "quit") else typed
