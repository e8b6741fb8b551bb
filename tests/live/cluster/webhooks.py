# SPDX-License-Identifier: Apache-2.0
"""A controller's webhooks as its module has them, sent to a port of 127.0.0.1 in place of a Service."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.live.cluster.place import Place


def apply(
    place: Place,
    manifests: Path,
    *,
    prefix: str,
    port: str,
    pod_label: str = "",
    keep: tuple[str, ...] | None = None,
) -> None:
    """Create the configurations in `manifests`, named ``PREFIX-KIND``.

    `port` names the port in the place. Webhooks on pods get a selector for `pod_label`, as upstream's own kustomize
    patches do, and are left out when it is empty; of the others those named in `keep` are taken (None: all).
    """
    authority = base64.b64encode(Path(place.authority).read_bytes()).decode()
    api = place.api()
    for document in yaml.safe_load_all(manifests.read_text()):
        if not document:
            continue
        hooks = [
            _hook(hook, place.address(port), authority, pod_label)
            for hook in document["webhooks"]
            if (keep is None or hook["name"] in keep) and (pod_label or not _on_pods(hook))
        ]
        meta = {"name": f"{prefix}-{document['kind'].removesuffix('WebhookConfiguration').lower()}"}
        api.apply({**document, "metadata": meta, "webhooks": hooks})
    api.close()


def _on_pods(hook: Mapping[str, Any]) -> bool:
    return any("pods" in rule["resources"] for rule in hook["rules"])


def _hook(hook: Mapping[str, Any], address: str, authority: str, pod_label: str) -> dict[str, Any]:
    path = hook["clientConfig"]["service"]["path"]
    found = {**hook, "clientConfig": {"url": f"https://{address}{path}", "caBundle": authority}}
    if _on_pods(hook):
        found["objectSelector"] = {"matchExpressions": [{"key": pod_label, "operator": "Exists"}]}
    return found
