# SPDX-License-Identifier: Apache-2.0
"""Small objects of serving kinds, Grove, Sandbox and Milvus, and how they read."""

from __future__ import annotations

from typing import Any

from tests.catalog.reading import catalog as catalog
from tests.catalog.reading import conditions as conditions
from tests.catalog.reading import instances as instances
from tests.catalog.reading import read as read

GPU = {"limits": {"nvidia.com/gpu": 1}}
PODS = {"containers": [{"name": "c", "image": "i", "resources": GPU}]}
TEMPLATE = {"spec": PODS}
STOP = {"serving.kserve.io/stop": "true"}

API = {
    "InferenceService": "serving.kserve.io/v1beta1",
    "LLMInferenceService": "serving.kserve.io/v1alpha2",
    "LLMInferenceService v1alpha1": "serving.kserve.io/v1alpha1",
    "Service": "serving.knative.dev/v1",
    "NIMService": "apps.nvidia.com/v1alpha1",
    "NIMCache": "apps.nvidia.com/v1alpha1",
    "NIMPipeline": "apps.nvidia.com/v1alpha1",
    "DynamoGraphDeployment": "nvidia.com/v1beta1",
    "DynamoGraphDeployment v1alpha1": "nvidia.com/v1alpha1",
    "PodCliqueSet": "grove.io/v1alpha1",
    "Sandbox": "agents.x-k8s.io/v1beta1",
    "Milvus": "milvus.io/v1beta1",
}


def make(kind: str, spec: dict[str, Any], status: Any = None, **metadata: Any) -> dict[str, Any]:
    obj: dict[str, Any] = {"apiVersion": API[kind], "kind": kind.split()[0]}
    obj |= {"metadata": {"name": "x", **metadata}, "spec": spec}
    if status is not None:
        obj["status"] = status
    return obj


def sizes(obj: dict[str, Any]) -> dict[str, int | None]:
    """Pods that each role wants; roles that want none are left out."""
    return {name: one.desired for name, one in instances(obj).items() if one.desired != 0}


def told(*pairs: str, **status: Any) -> dict[str, Any]:
    return {**status, "conditions": conditions(*pairs)}


def knative(**annotations: str) -> dict[str, Any]:
    named = {f"autoscaling.knative.dev/{key.replace('_', '-')}": value for key, value in annotations.items()}
    return make("Service", {"template": {"metadata": {"annotations": named}, **TEMPLATE}})


def clique(name: str, replicas: int | None = None, **spec: Any) -> dict[str, Any]:
    wanted = {} if replicas is None else {"replicas": replicas}
    return {"name": name, "spec": {"podSpec": PODS, **wanted, **spec}}


def grove(replicas: int | None, *cliques: dict[str, Any], groups: Any = None, **rest: Any) -> dict[str, Any]:
    template: dict[str, Any] = {"cliques": list(cliques or [clique("a", 2)])}
    if groups is not None:
        template["podCliqueScalingGroups"] = groups
    spec: dict[str, Any] = {"template": template}
    if replicas is not None:
        spec["replicas"] = replicas
    return make("PodCliqueSet", spec, **rest)


def llm(version: str = "", **spec: Any) -> dict[str, Any]:
    return make("LLMInferenceService" + version, {"model": {"uri": "hf://m"}, "template": PODS, **spec})


def milvus(mode: str = "cluster", **components: Any) -> dict[str, Any]:
    return make("Milvus", {"mode": mode, "components": components})
