"""What a blueprint wins from others in the small game of its bets and buckets, from the repository's root.

    python -m tests.benchmarks.blueprint_stages ONE.npz OTHER.npz ... [DEALS]

All files are of one depth, one menu and one abstraction, like the stages of a training and their variants. Every
deal is played from both seats; printed are the mean in mbb a hand and its 95 % interval. What is seen in the small
game is no more than a part of the truth: at the table others bet other sizes, and hold hands instead of buckets.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from ai.abstraction.card_abstraction import CardAbstraction
from ai.abstraction.card_deals import CardDealer
from ai.agents import blueprint
from ai.algorithms import mccfr_kernel
from ai.algorithms.average_strategy import play
from ai.algorithms.dice import Dice
from game.core import BadInput

DEALS_AT_A_TIME = 4096
MBB_A_STAKE = 10.0  # stakes are counted in hundredths of a big blind
SEED = 5


def main(*words: str) -> None:
    """Let the first play against each of the others."""
    *files, last = words
    deals = int(last) if last.isdecimal() else 2_000_000
    first, *others = files if last.isdecimal() else words
    one = blueprint.opened(Path(first))
    assert isinstance(one.cards, CardAbstraction)
    dealer, tree, played = (
        CardDealer(one.cards),
        mccfr_kernel.packed(one.tree.public, one.layout),
        one.played(),
    )
    for name in others:
        other = blueprint.opened(Path(name))
        if (other.tree.depth, other.tree.menu.text) != (one.tree.depth, one.tree.menu.text):
            raise BadInput(f"{name} plays another small game than {first}.")
        against, dice = other.played(), Dice(SEED)
        won = np.concatenate(
            [
                play(tree, played, against, dealer.deal(DEALS_AT_A_TIME, dice), dice)
                for _ in range(-(-deals // DEALS_AT_A_TIME))
            ]
        )
        mean, error = MBB_A_STAKE * won.mean(), MBB_A_STAKE * 1.96 * won.std() / len(won) ** 0.5
        print(
            f"{Path(first).stem} against {Path(name).stem}, {len(won):,} deals: "
            f"{mean:+.0f} ± {error:.0f} mbb a hand"
        )


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except BadInput as sentence:
        sys.exit(str(sentence))
