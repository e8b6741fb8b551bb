# SPDX-License-Identifier: Apache-2.0
"""Read two kinds of training workload and change both: one piece of code, with nothing in it about either kind."""

from __future__ import annotations

from pathlib import Path

import yaml

import workload_map as wm

GIB = 2**30


def show(nodes: tuple[wm.NodeView, ...], indent: str = "") -> None:
    """Print a tree of roles with the pods and resources that each asks for."""
    for node in nodes:
        asked = node.resources
        print(f"{indent}{node.name}: {node.replicas.desired} pods, {asked.gpus} GPUs, {asked.memory_bytes // GIB} GiB")
        show(node.children, indent + "  ")


catalog = wm.Catalog.builtin()
for name in ("jobset.yaml", "leaderworkerset.yaml"):
    obj = yaml.safe_load((Path(__file__).parent / name).read_text())
    plan = catalog.plan(obj)
    view = wm.view(plan.read(obj))
    print(f"# {view.kind} {view.name} is {view.headline}: {view.replicas.desired} pods, {view.resources.gpus} GPUs")
    show(view.components, "#   ")
    edit = plan.edit(obj).set_scheduler(None, "kai-scheduler").set_label(None, "team", "research")
    print(f"# {len(edit.patch)} changes")
    print(yaml.safe_dump(edit.object, sort_keys=False), end="---\n")
