# SPDX-License-Identifier: Apache-2.0
"""Translators: gangs as the objects and bindings of one scheduler, with everything that its API cannot say."""

from __future__ import annotations

from workload_map.workload.gangs.targets.manifest import Bound, bind
from workload_map.workload.gangs.targets.model import (
    TARGETS,
    Binding,
    Capabilities,
    Loss,
    Target,
    Translation,
)
from workload_map.workload.gangs.targets.podsets import PodSet, pod_sets
from workload_map.workload.gangs.targets.text import as_json, as_yaml, binding_line, loss_lines
from workload_map.workload.gangs.targets.translate import translate

__all__ = [
    "TARGETS",
    "Binding",
    "Bound",
    "Capabilities",
    "Loss",
    "PodSet",
    "Target",
    "Translation",
    "as_json",
    "as_yaml",
    "bind",
    "binding_line",
    "loss_lines",
    "pod_sets",
    "translate",
]
