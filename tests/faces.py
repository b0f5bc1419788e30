"""Make the subsets of the typeface Noto in assets/faces, for letters that Source Sans Pro lacks.

    python -m tests.faces FOLDER

FOLDER holds the unpacked packages fonts-noto-core and fonts-noto-cjk of Debian 12. fonttools is needed. A
Chinese subset has the 3,755 characters of level 1 of GB 2312 and the other characters of the shipped texts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from game.texts import FOLDER as TEXTS
from game.window.ui.canvas.faces import FOLDER, WEIGHTS

COLLECTION_INDEX = 2
"""The place of Simplified Chinese in a collection of Noto Sans CJK."""
LEVEL_1 = (range(0xB0, 0xD8), range(0xA1, 0xFF))
"""The first and second bytes of level 1 of GB 2312."""
CHINESE = (0x2E80, 0xFFEF)
SINHALA = (*range(0x0D80, 0x0E00), *map(ord, "\u200c\u200d\u25cc"))
FULL_WIDTH = "　、。〈〉《》「」『』【】〔〕・！（），．：；？～％＋－／＝￥"


def level_1() -> str:
    """Return the characters of level 1 of GB 2312.

    >>> len(level_1())
    3755
    """
    first, second = LEVEL_1
    return b"".join(bytes((a, b)) for a in first for b in second).decode("gb2312", errors="ignore")


def characters_of_texts() -> set[str]:
    return {letter for file in TEXTS.rglob("*.yaml") for letter in file.read_text("utf-8")}


def chinese() -> list[int]:
    own = {letter for letter in characters_of_texts() if CHINESE[0] <= ord(letter) <= CHINESE[1]}
    return sorted(map(ord, own | set(level_1()) | set(FULL_WIDTH)))


def make(source: Path, target: Path, letters: Iterable[int], index: int = -1) -> None:
    """Write a subset of a font file, without hinting.

    `index` is the number of the font in a collection, or -1 for a file with a single font. Only the fonts of
    Sinhala are such files. Their subsets keep all layout features, which Sinhala text needs.
    """
    from fontTools import subset

    options = subset.Options(
        font_number=index, hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 4, 5, 6, 7, 13, 14]
    )
    options.layout_features = ["*"] if index < 0 else []
    font = subset.load_font(str(source), options)
    maker = subset.Subsetter(options)
    maker.populate(unicodes=letters)
    maker.subset(font)
    subset.save_font(font, str(target), options)
    print(f"{target.name}: {target.stat().st_size:,} bytes")


def main(folder: Path) -> None:
    files = {file.name: file for file in folder.rglob("Noto*")}
    for weight in WEIGHTS:
        make(files[f"NotoSansSinhala-{weight}.ttf"], FOLDER / f"NotoSansSinhala-{weight}.ttf", SINHALA)
        collection = files[f"NotoSansCJK-{weight}.ttc"]
        make(collection, FOLDER / f"NotoSansSC-{weight}.otf", chinese(), COLLECTION_INDEX)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
