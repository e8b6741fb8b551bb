# SPDX-License-Identifier: Apache-2.0
"""Whatever an object holds, its gangs can be told, with problems and no exception; names are never shared."""

from __future__ import annotations

import copy
from functools import lru_cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import workload_map as wm
from workload_map.workload.gangs.live import live

_TEMPLATE = {"spec": {"containers": [{"name": "main", "image": "train:1"}]}}
_PREFIX = "leaderworkerset.sigs.k8s.io/"


def _object(api_version: str, kind: str, **spec: Any) -> dict[str, Any]:
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": "t", "uid": "u"}, "spec": spec}


_OBJECTS = (
    _object("batch/v1", "Job", parallelism=3, completions=4, template=_TEMPLATE),
    _object(
        "jobset.x-k8s.io/v1alpha2",
        "JobSet",
        startupPolicy={"startupPolicyOrder": "AnyOrder"},
        replicatedJobs=[
            {"name": name, "replicas": 2, "template": {"spec": {"parallelism": 2, "template": _TEMPLATE}}}
            for name in ("a", "b")
        ],
    ),
    _object(
        "leaderworkerset.x-k8s.io/v1",
        "LeaderWorkerSet",
        replicas=2,
        startupPolicy="LeaderCreated",
        leaderWorkerTemplate={
            "size": 5,
            "workerTemplate": _TEMPLATE,
            "subGroupPolicy": {"subGroupSize": 2, "subGroupPolicyType": "LeaderExcluded"},
        },
    ),
    _object(
        "kubeflow.org/v1",
        "PyTorchJob",
        runPolicy={"schedulingPolicy": {"minAvailable": 2}},
        pytorchReplicaSpecs={role: {"replicas": 1, "template": _TEMPLATE} for role in ("Master", "Worker")},
    ),
    _object(
        "ray.io/v1",
        "RayCluster",
        enableInTreeAutoscaling=True,
        headGroupSpec={"template": _TEMPLATE},
        workerGroupSpecs=[
            {"groupName": "w", "replicas": 3, "minReplicas": 1, "numOfHosts": 2, "template": _TEMPLATE}
        ],
    ),
    _object(
        "grove.io/v1alpha1",
        "PodCliqueSet",
        replicas=2,
        template={
            "cliques": [
                {"name": name, "spec": {"replicas": 2, "minAvailable": 1, "podSpec": _TEMPLATE["spec"]}}
                for name in ("a", "b")
            ],
            "podCliqueScalingGroups": [{"name": "s", "cliqueNames": ["b"], "replicas": 3, "minAvailable": 1}],
        },
    ),
)

_JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 6),
    st.sampled_from([10**30, 2.5, 1e300, "", "3", "x", "a/b", [], {}, [1], {"a": 1}, ["a"], [None]]),
)


@lru_cache
def _catalog() -> wm.Catalog:
    return wm.Catalog.builtin()


@st.composite
def _objects(draw: st.DrawFn) -> dict[str, Any]:
    """An object with one or two of its values, at any depth of the spec, replaced by something else."""
    obj: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(_OBJECTS)))
    for _ in range(draw(st.integers(1, 2))):
        at: Any = obj
        key: Any = "spec"
        while isinstance(at[key], dict | list) and at[key] and draw(st.integers(0, 3)):
            at = at[key]
            key = draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
        at[key] = copy.deepcopy(draw(_JUNK))
    return obj


_LABELS = st.dictionaries(
    st.sampled_from(
        [
            f"{_PREFIX}group-index",
            f"{_PREFIX}worker-index",
            f"{_PREFIX}subgroup-index",
            "jobset.sigs.k8s.io/replicatedjob-name",
            "jobset.sigs.k8s.io/job-index",
            "ray.io/node-type",
            "ray.io/group",
            "ray.io/worker-group-replica-index",
            "training.kubeflow.org/replica-type",
        ]
    ),
    st.one_of(st.sampled_from(["0", "1", "a", "w", "worker", "master", "-1", "01", ""]), _JUNK),
)


@given(_objects(), _LABELS)
def test_gangs_of_anything(obj: dict[str, Any], labels: dict[str, Any]) -> None:
    reading = _catalog().plan(obj).read(obj)
    nodes = [node for gang in reading.gangs for node in gang.walk()]
    assert len({node.name for node in nodes}) == len(nodes)
    for node in nodes:
        assert node.min_pods is None or node.min_pods >= 0
        if node.min_pods is not None and node.desired_pods is not None:
            assert node.min_pods <= node.desired_pods
        if node.min_children is not None:
            assert 0 <= node.min_children <= len(node.children)
    pod = {"metadata": {"name": "p", "labels": labels}}
    place = reading.plan.gang_of(pod, reading)
    assert (place.name is None) == (not place.chain)
    assert place.name is not None or place.problems
    live(reading, [(pod, wm.pod_facts(pod))])
