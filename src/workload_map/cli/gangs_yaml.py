# SPDX-License-Identifier: Apache-2.0
"""Gangs in a scheduler's terms as text: YAML to apply, with comments that say what it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from workload_map import yamlio
from workload_map.workload.gangs.targets import Translation, as_yaml, loss_lines

if TYPE_CHECKING:
    from workload_map.session.gang_targets import TranslationView

__all__ = ["document", "label", "losses"]


def label(row: TranslationView) -> str:
    """KIND/NAME."""
    return f"{row.kind}/{row.name or '<none>'}"


def losses(row: TranslationView) -> list[str]:
    """One line for each thing that the scheduler's API cannot say."""
    return loss_lines(_translation(row))


def document(row: TranslationView) -> str:
    """The objects, comments above them; after them the workload, where its manifest is asked for. The comments then
    have only the bindings that it does not hold."""
    translation = _translation(row)
    if row.manifest is not None:
        translation = msgspec.structs.replace(translation, bindings=row.unbound)
    text = f"# {yamlio.escape(label(row))}\n{as_yaml(translation)}"
    if row.manifest is not None:
        text += "---\n" + yamlio.dump(row.manifest)
    return text


def _translation(row: TranslationView) -> Translation:
    assert row.target is not None or not row.objects
    return Translation(
        target=row.target or "native",
        objects=row.objects,
        bindings=row.bindings,
        losses=row.losses,
        refused=row.refused,
        problems=row.problems,
    )
