# SPDX-License-Identifier: Apache-2.0
"""Changes to one workload of an input: which one, the text with the change in it, the file written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from workload_map import errors, yamlio
from workload_map.problems import pointer
from workload_map.session import kinds
from workload_map.session.files import replace_file
from workload_map.session.kinds import Selection
from workload_map.session.roots import Root, Roots

if TYPE_CHECKING:
    from workload_map.workload.edit import Edit

__all__ = ["Changed", "changed_text", "diff", "one", "resource_name", "start", "write"]

_BOM = b"\xef\xbb\xbf"


class Changed(msgspec.Struct, frozen=True):
    """The text of a file before and after a change."""

    source: str
    old: str
    new: str


def one(roots: Roots, selection: Selection) -> Root:
    """The workload to change. Raises NotFound, NoDefinition, and InputError where several fit."""
    found = roots.select(selection, across_types=True)
    if not found:
        raise errors.NotFound(f"{selection} is not in the input")
    if len(found) > 1:
        sources = {root.item.source for root in found}
        names = ", ".join(_named(root, with_source=len(sources) > 1) for root in found[:8])
        more = ", …" if len(found) > 8 else ""
        raise errors.InputError(
            f"{len(found)} workloads fit: name one of them as TYPE/NAME, with -n where needed: {names}{more}",
            code="input.several",
            source=sources.pop() if len(sources) == 1 else None,
        )
    return found[0]


def _named(root: Root, *, with_source: bool) -> str:
    where = [root.namespace, root.item.source if with_source else None]
    known = ", ".join(part for part in where if part)
    return root.label.lower() + (f" ({known})" if known else "")


def resource_name(obj: dict[str, Any]) -> str:
    """The object as ``-o name`` writes it: ``jobset.jobset.x-k8s.io/training``."""
    group, kind = kinds.group_kind(obj)
    name = kinds.name_of(obj) or "<none>"
    return f"{kind.lower()}.{group}/{name}" if group else f"{kind.lower()}/{name}"


def start(roots: Roots, root: Root) -> Edit:
    """An edit of the workload, nothing changed yet."""
    return roots.plan(root.item.object).edit(root.item.object)


def changed_text(root: Root, edit: Edit) -> Changed:
    """The text of the workload's file with the change in it; all that did not change is kept byte for byte.

    Raises InputError where the change cannot be made in the text alone (inside an alias, say).
    """
    item = root.item
    document = item.document
    if document is None:
        raise errors.EditError("this workload does not come from a file", code="edit.no-file")
    base = pointer(item.path)
    patch = [{**operation, "path": base + operation["path"]} for operation in edit.patch]
    new = yamlio.edit_text(document.text, document, patch) if patch else document.text
    if patch and _again(new, document.index, item.path, item.source) != _typed(edit.object, item):
        raise errors.InputError(
            "the change cannot be made in this text without touching the rest of it",
            code="input.edit",
            source=item.source,
        )
    return Changed(item.source, document.text, new)


def _again(text: str, index: int, path: tuple[str | int, ...], source: str) -> Any:
    value = yamlio.load_all(text, source=source)[index].value
    for step in path:
        value = value[step]
    return value


def _typed(obj: dict[str, Any], item: Any) -> dict[str, Any]:
    """The object as its text has it: members of a typed list have no type of their own there."""
    written = item.document.value
    for step in item.path:
        written = written[step]
    return {key: value for key, value in obj.items() if key in written or key not in ("apiVersion", "kind")}


def diff(changed: Changed) -> Iterator[str]:
    """Lines of a unified diff, each without the line feed that ends it; none where nothing changed."""
    from difflib import unified_diff

    for line in unified_diff(
        _lines(changed.old),
        _lines(changed.new),
        fromfile=changed.source,
        tofile=f"{changed.source} (changed)",
    ):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _lines(text: str) -> list[str]:
    # Not splitlines(): to the programs that apply a diff a line ends at a line feed and nowhere else.
    return [line for line in re.split(r"(?<=\n)", text) if line]


def write(changed: Changed) -> None:
    """Write the new text over its file in one step. Raises InputError and OSError; the file is then as it was."""
    old = Path(changed.source).read_bytes()
    mark = _BOM if old.startswith(_BOM) else b""
    if mark + changed.old.encode() != old:
        raise errors.InputError(
            "not UTF-8, or changed by someone else meanwhile; nothing was written", source=changed.source
        )
    replace_file(changed.source, old=old, new=mark + changed.new.encode())
