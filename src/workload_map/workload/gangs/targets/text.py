# SPDX-License-Identifier: Apache-2.0
"""A translation as text: YAML to apply with what must be known as comments above it, and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from workload_map import yamlio
from workload_map.problems import Problem
from workload_map.workload.gangs.targets.model import Binding, Translation
from workload_map.workload.gangs.targets.numbers import node_text
from workload_map.workload.reading import role_id

__all__ = ["as_json", "as_yaml", "binding_line", "loss_lines"]


def as_json(translation: Translation) -> dict[str, Any]:
    """``{target, objects, bindings, losses, refused, problems}`` with camelCase keys."""
    found: dict[str, Any] = msgspec.to_builtins(translation)
    return found


def as_yaml(translation: Translation) -> str:
    """The objects as YAML documents. Comments above them say the losses, the problems and the bindings, so that
    the text can be applied as it stands."""
    lines = [f"# gangs for {translation.target}"]
    lines += (f"# refused: {_problem(problem)}" for problem in translation.refused)
    lines += (f"# lost: {line}" for line in loss_lines(translation))
    lines += (f"# {problem.severity}: {_problem(problem)}" for problem in translation.problems)
    lines += (f"# bind {binding_line(binding)}" for binding in translation.bindings)
    text = "".join(yamlio.escape(line) + "\n" for line in lines)
    if translation.objects:
        text += "---\n" + yamlio.dump_all(translation.objects)
    return text


def loss_lines(translation: Translation) -> list[str]:
    """One line for each loss: ``train/worker: …``."""
    return [
        f"{loss.node}{f' ({loss.copies} copies)' if loss.copies > 1 else ''}: {loss.what}"
        for loss in translation.losses
    ]


def binding_line(binding: Binding) -> str:
    """Whose pods, where, and what they get, on one line."""
    parts = ", ".join(_values(binding))
    if binding.component is None:
        return f"the workload: {parts}"
    role = role_id(binding.component, binding.instance)
    if binding.where == "template":
        return f"{role} (template): {parts}"
    return f"{role} (pods of {node_text(binding.path or '', binding.copy)}): {parts}"


def _values(binding: Binding) -> Iterator[str]:
    if binding.scheduling_group is not None:
        yield f"schedulingGroup {binding.scheduling_group}"
    for key, value in binding.labels.items():
        yield f"label {key}={value}"
    for key, value in binding.annotations.items():
        yield f"annotation {key}={value}"
    if binding.scheduler_name is not None:
        yield f"schedulerName {binding.scheduler_name}"


def _problem(problem: Problem) -> str:
    return f"{problem.message} [{problem.code}]"
