"""Which state of an expert's rules counts: a digest of its files, noted in the manifest that names them.

Rules are edited where they lie, and the manifest stays as it was. Once the state is noted, whoever has loaded the
agent reads it again, and what it won before is told apart from what it wins from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from ai.agents.expert_agent import rules_of
from ai.knowledge.expert import FOLDER
from ai.knowledge.rule_documents import BrokenRules, documents
from game.core import BadInput
from game.files import user_files, yaml_text
from game.files.manifest import read_manifest, write_manifest

DIGEST = "digest"
"""The setting of the manifest that tells one state of a rule file from another."""


def experts_in(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the manifests of a folder that name rules of one's own, and these rules."""
    for manifest in sorted(folder.glob("*.yaml")):
        try:
            rules = rules_of(manifest) if read_manifest(manifest).agent == "expert" else None
        except BadInput:
            continue
        if rules is not None and rules.parent != FOLDER:
            yield manifest, rules


def note_all(folder: Path) -> None:
    """Note the state of the rules of every expert in a folder."""
    for manifest, rules in experts_in(folder):
        note(manifest, rules)


def digest_of(rules: Path) -> str:
    """Return what tells one state of a rule file, and of the one that it builds upon, from another."""
    found = sha256()
    for path, _ in documents(rules):
        found.update(user_files.read_bytes(path, yaml_text.MOST_BYTES))
    return found.hexdigest()[:16]


def note(manifest: Path, rules: Path) -> None:
    """Note the state of the rules, unless they cannot be used; `BadInput` where the manifest cannot be written."""
    try:
        digest = digest_of(rules)
    except BrokenRules:
        return
    known = read_manifest(manifest)
    if known.config.get(DIGEST) == digest:
        return
    try:
        write_manifest(manifest, replace(known, config={**known.config, DIGEST: digest}))
    except OSError as error:
        raise BadInput(f"{manifest} cannot be written: {error.strerror or error}.") from error
