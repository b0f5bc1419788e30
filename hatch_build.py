"""The build hook of the wheel: `game` and `ai` become `parlour.game` and `parlour.ai`, below one package.

The sources import each other by the names of the checkout. The hook writes copies of them with the names of the
package, in imports and in texts that name a module. The face of the library (ai/library) becomes `parlour` itself.
So `import parlour` needs no change of `sys.path` and leaves no module called `game` or `ai`.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # the tests use the functions without the builder
    BuildHookInterface = object

PACKAGE = "parlour"
FOLDERS = ("game", "ai")
_IMPORT = re.compile(r"^([ \t]*(?:>>> |\.\.\. )?(?:from|import) )(ai|game)(?=[.\s])", re.MULTILINE)
_NAME = re.compile(r"""(["'])(ai|game)(?=\.[a-z_])""")


class CustomBuildHook(BuildHookInterface):
    """Adds the rewritten package to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="parlour-build-"))
        write_package(Path(self.root), self._folder / PACKAGE)
        build_data["force_include"][str(self._folder / PACKAGE)] = PACKAGE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def write_package(root: Path, package: Path) -> None:
    """Write the package of a checkout, without its assets."""
    for source in [root / "main.py", *(file for name in FOLDERS for file in (root / name).rglob("*"))]:
        if source.is_dir() or "__pycache__" in source.parts:
            continue
        target = package / source.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".py":
            target.write_text(rewrite(source.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            shutil.copyfile(source, target)
    shutil.copyfile(package / "ai" / "library" / "__init__.py", package / "__init__.py")
    (package / "py.typed").touch()


def rewrite(source: str) -> str:
    """Return a source with the names of the package.

    >>> rewrite('MAKER = "ai.first_start"')
    'MAKER = "parlour.ai.first_start"'
    """
    source = _IMPORT.sub(rf"\1{PACKAGE}.\2", source)
    return _NAME.sub(rf"\1{PACKAGE}.\2", source)
