"""`foretell`: how well a network foretells what is done in logs; what answers is loaded when it is asked."""

from __future__ import annotations

import argparse

from ai.commands.options import JSON_HELP, Subcommands


def add(words: Subcommands) -> None:
    """Add the command."""
    asking = words.add_parser("foretell", help="measure how well a network predicts the decisions in logs")
    asking.add_argument("agent", help="an agent with a network, or its file")
    asking.add_argument(
        "logs", help="files or imported logs, separated by commas; put ! before a file to hold it out"
    )
    asking.add_argument("--players", default="!LBR*", help="which players, as patterns like P*, !LBR*")
    asking.add_argument("--held-out", action="store_true", help="only deals held out from training")
    asking.add_argument("--json", action="store_true", help=JSON_HELP)
    asking.set_defaults(command=_foretell)


def _foretell(options: argparse.Namespace) -> int:
    """Load what reads logs, and let it answer."""
    from ai.commands.prediction_answers import foretell  # noqa: PLC0415 - it loads the compiler

    return foretell(options)
