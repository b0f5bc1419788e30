"""Write a range in the notations of other programs, with weights to 1/1000.

- `pio`: PioSOLVER and GTO Wizard. Every class or hand is a separate token: "AA,AKs:0.5,AhKh:0.25".
- `gto-plus`: GTO+ and Flopzilla. Brackets enclose hands of the same weight: "AA,[25%]AKs,AhKh[/25%]".
- `wasm-postflop`: WASM Postflop and Desktop Postflop. Neighbouring classes form spans: "QQ+,A2s+:0.5".
- `weights`: 1,326 numbers in the order of PioSOLVER, from 2d2c to AsAh.

`parse_range` reads all these notations.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ai.hands.combos import Weights, join_spans, order_of_numbers, write_by_class
from game.core import BadInput
from game.study.odds import RangeForm


def write_range_as(weights: Weights, form: RangeForm) -> str:
    """Return a range, float32[1326], in the notation of another program.

    >>> from ai.hands.combos import parse_range
    >>> some = parse_range("QQ+, AKs:0.25, 7h6h:0.25")
    >>> write_range_as(some, "pio")
    'AA,KK,AKs:0.25,QQ,7h6h:0.25'
    >>> write_range_as(some, "gto-plus")
    'AA,KK,QQ,[25%]AKs,7h6h[/25%]'
    >>> write_range_as(some, "wasm-postflop")
    'QQ+,AKs:0.25,7h6h:0.25'

    Raises:
        BadInput: If no hand has a weight of at least 1/1000.
    """
    rounded = np.round(weights.astype(float), 3)
    if not rounded.any():
        raise BadInput("The range has no hands to write.")
    if form == "weights":
        return " ".join(f"{weight:g}" for weight in rounded[order_of_numbers()])
    if form == "wasm-postflop":
        return join_spans(weights)
    tokens = [token for written in write_by_class(weights).values() for token in written.split(",")]
    return ",".join(_bracket(tokens) if form == "gto-plus" else tokens)


def _bracket(tokens: list[str]) -> Iterator[str]:
    """Yield tokens without their weights. Brackets with the weight enclose the tokens of that weight."""
    by_weight: dict[float, list[str]] = {}
    for token in tokens:
        hands, _, weight = token.partition(":")
        by_weight.setdefault(float(weight or 1), []).append(hands)
    for share, group in sorted(by_weight.items(), reverse=True):
        percent = f"{100 * share:.4g}%"
        yield ",".join(group) if share == 1 else f"[{percent}]{','.join(group)}[/{percent}]"
