"""Load the words of the window from assets/texts/<language>, and format numbers for the window.

The folder of a language has a YAML file for each feature, and files for the rest. A top-level section of a file is
the first word of its keys, and a section is never in two files. A text is asked for by its dotted key and filled
with fields: `text("menu.hand", number=17)`. A key that does not exist is a bug and raises KeyError. Code that asks
for an optional text, such as the name of an agent that a user trained, calls `known` first.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from game.core import BadInput
from game.files import yaml_text
from game.quoting import quoted

THOUSAND, MILLION = 1_000, 1_000_000
PLAIN_DIGITS = 4

ENGLISH = Path(__file__).parents[1] / "assets" / "texts" / "en"

MINUS = "−"


class Texts:
    """The words of one language, by dotted key."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        self._entries = entries

    def __call__(self, key: str, **fields: object) -> str:
        return self._entries[key].format(**fields)

    def has(self, key: str) -> bool:
        return key in self._entries

    def many(self, key: str) -> list[str]:
        """Return the texts of a list, in order.

        Raises:
            KeyError: If there is no such list.
        """
        rows: list[str] = []
        while (entry := f"{key}.{len(rows)}") in self._entries:
            rows.append(self._entries[entry])
        if not rows:
            raise KeyError(key)
        return rows

    def keys(self) -> Iterator[str]:
        """Iterate over all keys, file by file."""
        return iter(self._entries)


def load(folder: Path, name: str = "*") -> Texts:
    """Load the texts of one language, or only those of the file `name`, which is given without its suffix.

    Raises:
        BadInput: If a file cannot be used or a section is in two files. The sentence names the file.
    """
    entries: dict[str, str] = {}
    files_by_section: dict[str, str] = {}
    for file in sorted(folder.glob(f"{name}.yaml")):
        sections = yaml_text.read_file(file)
        if not isinstance(sections, dict):
            raise BadInput(f"{file.name} must be a tree of texts.")
        for section in map(str, sections):
            other = files_by_section.setdefault(section, file.name)
            if other != file.name:
                raise BadInput(
                    f"The section {quoted(section)} is in {other} and in {file.name}: keep it in one of them."
                )
        try:
            entries.update(_flat("", sections))
        except BadInput as error:
            raise BadInput(f"{file.name} cannot be used: {error}") from error
    if not entries:
        raise BadInput(f"There are no texts in {folder}: it must hold YAML files.")
    return Texts(entries)


@cache
def english() -> Texts:
    """Load the shipped texts once."""
    return load(ENGLISH)


def text(key: str, **fields: object) -> str:
    """Return the shipped text `key` with its fields filled in."""
    return english()(key, **fields)


def capitalize(words: str) -> str:
    return words[:1].upper() + words[1:]


def format_count(what: str, count: int) -> str:
    """Format the number of "decisions", "hands" or "games".

    >>> format_count("hands", 1), format_count("hands", 1200)
    ('1 hand', '1,200 hands')
    """
    return text(f"common.{what}.{'one' if count == 1 else 'many'}", count=number(count))


def number(value: float, digits: int = 0) -> str:
    """Write a number with thousands commas and a true minus.

    >>> number(-19500), number(0.125, 2)
    ('−19,500', '0.12')
    """
    written = f"{value:,.{digits}f}"
    return written.replace("-", MINUS) if float(written.replace(",", "")) else written.removeprefix("-")


def signed(value: float, digits: int = 0) -> str:
    """Write a gain or a loss: a plus or a true minus, and neither before a zero.

    >>> signed(40), signed(-18), signed(0.001, 2)
    ('+40', '−18', '0.00')
    """
    written = number(value, digits)
    return written if written.startswith(MINUS) or not float(written.replace(",", "")) else f"+{written}"


def percent(share: float, digits: int = 0) -> str:
    """Write a share as a percentage, without a space.

    >>> percent(0.25), percent(1 / 3, 1)
    ('25%', '33.3%')
    """
    return f"{number(100 * share, digits)}%"


def percents(shares: Sequence[float], digits: int = 0) -> list[str]:
    """Write the shares of a whole, so that what is written adds up: the largest remainders are rounded up.

    >>> percents((0.466, 0.266, 0.134, 0.067, 0.067)), percents((1 / 3, 2 / 3), 1)
    (['47%', '26%', '13%', '7%', '7%'], ['33.3%', '66.7%'])
    """
    unit = 100 * 10**digits
    return [percent(part / unit, digits) for part in apportion(shares, unit)]


def apportion(shares: Sequence[float], parts: int) -> list[int]:
    """Divide a whole of `parts` parts by shares that add up to 1. The largest remainders get one part more.

    >>> apportion((1 / 3, 2 / 3), 100), apportion((0.125, 0.125, 0.75), 100)
    ([33, 67], [13, 12, 75])
    """
    floors = [math.floor(share * parts) for share in shares]
    left = round(sum(shares) * parts) - sum(floors)
    by_remainder = sorted(range(len(shares)), key=lambda index: floors[index] - shares[index] * parts)
    for index in by_remainder[:left]:
        floors[index] += 1
    return floors


def percent_done(share: float) -> str:
    """Format the finished part of a task as a percentage, rounded down.

    >>> percent_done(0.9999)
    '99%'
    """
    return f"{int(100 * share)}%"


def day_and_time(at: float) -> str:
    """Write a moment (seconds since the epoch) as day and time here: "21 Nov 2026, 14:05"."""
    moment = time.localtime(at)
    month = english().many("common.months")[moment.tm_mon - 1]
    return f"{moment.tm_mday} {month} {moment.tm_year}, {moment.tm_hour:02}:{moment.tm_min:02}"


def _flat(prefix: str, node: object) -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for key, child in node.items():
            yield from _flat(f"{prefix}.{key}" if prefix else str(key), child)
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from _flat(f"{prefix}.{index}", child)
    elif isinstance(node, str):
        yield prefix, node
    else:
        raise BadInput(f"the text {prefix} must be words, not {quoted(node)}; quote it.")


def format_tick(value: float) -> str:
    """Return the shortest label of a tick.

    >>> format_tick(10_000), format_tick(2_500_000), format_tick(0.01), format_tick(1e-6), format_tick(-40)
    ('10k', '2.5M', '0.01', '1e−6', '−40')
    """
    size = abs(value)
    if size >= MILLION:
        return f"{_plain(value / MILLION)}M"
    if size >= THOUSAND:
        return f"{_plain(value / THOUSAND)}k"
    if 0 < size < 10.0**-PLAIN_DIGITS:
        return f"1e{number(round(math.log10(size)))}"
    return _plain(value)


def written_share(share: float) -> str:
    """Return the label of a tick of shares.

    >>> written_share(0.5), written_share(0.525)
    ('50%', '52.5%')
    """
    return f"{format_tick(100 * share)}%"


def _plain(value: float) -> str:
    """Return a value as text without trailing zeros."""
    digits = next(
        digits for digits in range(PLAIN_DIGITS + 1) if digits == PLAIN_DIGITS or _is_round(value, digits)
    )
    return number(value, digits)


def _is_round(value: float, digits: int) -> bool:
    return math.isclose(value, round(value, digits), abs_tol=10.0 ** -(PLAIN_DIGITS + 1))
