# SPDX-License-Identifier: Apache-2.0
"""Read two kinds of workload and change both: one piece of code, with nothing in it about either kind."""

from __future__ import annotations

from pathlib import Path

import yaml

import workload_map as wm


def show(nodes: tuple[wm.NodeView, ...], indent: str) -> None:
    """Print a tree of roles, each with the pods that it wants and what they ask for (None: not known)."""
    for node in nodes:
        asked = node.resources
        print(
            f"{indent}{node.name}: {node.replicas.desired} pods, {asked.gpus} GPUs,"
            f" {asked.cpu_millis}m CPU, {asked.memory_bytes} bytes"
        )
        show(node.children, indent + "  ")


catalog = wm.Catalog.builtin()
for name in ("jobset.yaml", "leaderworkerset.yaml"):
    obj = yaml.safe_load((Path(__file__).parent / name).read_text())
    plan = catalog.plan(obj)
    view = wm.view(plan.read(obj))
    print(f"# {view.kind} {view.name}: {view.headline}")
    show(view.components, "#   ")
    edit = plan.edit(obj).set_scheduler(None, "kai-scheduler").set_label(None, "team", "research")
    print(yaml.safe_dump(edit.object, sort_keys=False), end="---\n")
