"""The winnings of a blueprint against other blueprints, in the abstract game of its bet menu and buckets.

    python -m tests.benchmarks.blueprint_stages ONE.npz OTHER.npz ... [--deals DEALS]

All files must have the same depth, menu and abstraction, like the stages of a training run. Every deal is
played in both seats. The output is the mean in mbb/hand and its 95% interval.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ai.abstraction.card_abstraction import CardAbstraction
from ai.abstraction.card_deals import CardDealer
from ai.agents import blueprint
from ai.algorithms import mccfr_kernel
from ai.algorithms.dice import Dice
from ai.evaluation.trained_response import SmallResult, small_match
from ai.steps import run_to_end
from game.core import BadInput

SEED = 5


def main(words: Sequence[str]) -> None:
    """Let the first blueprint play against each other blueprint."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.blueprint_stages")
    parser.add_argument("first", type=Path, metavar="ONE.npz")
    parser.add_argument("others", type=Path, nargs="+", metavar="OTHER.npz")
    parser.add_argument("--deals", type=int, default=2_000_000)
    options = parser.parse_args(words)
    if options.deals < 1:
        parser.error(f"--deals is 1 at least, not {options.deals}")
    for file in options.others:
        result = against(options.first, file, options.deals)
        print(
            f"{options.first.stem} against {file.stem}, {result.hands:,} hands: "
            f"{result.mean:+.0f} ± {result.ci95:.0f} mbb a hand"
        )


def against(first: Path, file: Path, deals: int) -> SmallResult:
    """Return the winnings of the blueprint `first` against the blueprint `file`.

    Raises:
        BadInput: If the blueprints are for different abstract games.
    """
    one, other = blueprint.open_blueprint(first), blueprint.open_blueprint(file)
    assert isinstance(one.cards, CardAbstraction)
    assert isinstance(other.cards, CardAbstraction)
    games = [(each.tree.depth, each.tree.menu.text, each.cards.digest) for each in (one, other)]
    for what, mine, theirs in zip(("depth", "menu", "abstraction"), *games, strict=True):
        if mine != theirs:
            raise BadInput(
                f"{file.name} has another {what} than {first.name}: they play different small games."
            )
    tree = mccfr_kernel.kernel_tree(one.tree.public, one.layout)
    players = one.effective_strategy(), other.effective_strategy()
    return run_to_end(small_match(tree, players, CardDealer(one.cards), deals, Dice(SEED)))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as sentence:
        sys.exit(str(sentence))
