# SPDX-License-Identifier: Apache-2.0
"""Serving kinds, Grove, Sandbox and Milvus: whatever an object says, its statuses exclude one another."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalog.objects_b import API, PODS, STOP, TEMPLATE, clique, make, read


def some(**choices: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Objects with any of these fields; a field not in the object is the usual case at first."""
    return st.fixed_dictionaries({}, optional=choices)


def told(*kinds: str, reasons: tuple[str, ...] = ("R",)) -> st.SearchStrategy[list[dict[str, str]]]:
    """Conditions, each type at most once."""
    one = st.fixed_dictionaries(
        {"status": st.sampled_from(["True", "False", "Unknown"]), "reason": st.sampled_from(reasons)}
    )
    return some(**dict.fromkeys(kinds, one)).map(
        lambda found: [{"type": kind, **rest} for kind, rest in found.items()]
    )


def words(*values: str) -> st.SearchStrategy[str | None]:
    return st.sampled_from([None, "", "another word", *values])


COUNT = st.integers(0, 3)
STOPPED = some(annotations=st.sampled_from([{}, STOP, {"serving.kserve.io/stop": "false"}]))
PLAIN: st.SearchStrategy[dict[str, Any]] = st.just({})
UP = some(url=st.sampled_from(["", "u"]), latestReadyRevision=st.sampled_from(["", "r"]))
LLM = some(
    workloads=some(primary=some(readyReplicas=COUNT)),
    conditions=told(
        "Ready",
        "PresetsCombined",
        reasons=("Stopped", "Progressing", "MinimumReplicasUnavailable", "ReconcileError"),
    ),
)
NIM = some(state=words("Pending", "PVC-Created", "NotReady", "Ready", "Failed"), availableReplicas=COUNT)
COUNTS = st.dictionaries(
    st.sampled_from(["a", "b"]), some(readyReplicas=COUNT, availableReplicas=COUNT), max_size=2
)
GRAPH = some(
    state=words("initializing", "pending", "successful", "failed"),
    services=COUNTS,
    components=COUNTS,
    conditions=told("Ready", reasons=("pods_not_ready", "some_resources_are_not_ready")),
)

#: Metadata, spec and status.
STATES: dict[str, tuple[st.SearchStrategy[Any], st.SearchStrategy[Any], st.SearchStrategy[Any]]] = {
    "InferenceService": (
        STOPPED,
        st.just({"predictor": PODS, "transformer": PODS}),
        some(
            components=some(predictor=UP, transformer=UP),
            modelStatus=some(
                transitionStatus=words("UpToDate", "InProgress", "BlockedByFailedLoad", "InvalidSpec"),
                states=some(activeModelState=words("Loaded")),
            ),
            conditions=told(
                "Ready",
                "PredictorReady",
                "TransformerReady",
                "LatestDeploymentReady",
                "Stopped",
                reasons=("MinimumReplicasUnavailable", "RevisionFailed"),
            ),
        ),
    ),
    "LLMInferenceService": (STOPPED, some(replicas=COUNT), LLM),
    "LLMInferenceService v1alpha1": (STOPPED, some(replicas=COUNT), LLM),
    "Service": (
        PLAIN,
        st.just({"template": TEMPLATE}),
        some(latestReadyRevisionName=st.sampled_from(["", "r"]), conditions=told("Ready", "RoutesReady")),
    ),
    "NIMService": (PLAIN, some(replicas=st.integers(1, 3)), NIM),
    "NIMCache": (
        PLAIN,
        PLAIN,
        some(state=words("NotReady", "PVC-Created", "Started", "Pending", "InProgress", "Ready", "Failed")),
    ),
    "NIMPipeline": (PLAIN, st.just({"services": [{"name": "a", "enabled": True, "spec": {}}]}), NIM),
    "DynamoGraphDeployment": (PLAIN, st.just({"components": [{"name": "a"}]}), GRAPH),
    "DynamoGraphDeployment v1alpha1": (PLAIN, st.just({"services": {"a": {}}}), GRAPH),
    "PodCliqueSet": (
        some(generation=COUNT),
        some(replicas=COUNT).map(lambda spec: {"template": {"cliques": [clique("a")]}, **spec}),
        some(replicas=COUNT, availableReplicas=COUNT, observedGeneration=COUNT),
    ),
    "Sandbox": (
        PLAIN,
        some(operatingMode=st.sampled_from(["Running", "Suspended"])).map(
            lambda spec: {"podTemplate": TEMPLATE, **spec}
        ),
        some(
            conditions=told(
                "Ready",
                "Suspended",
                "Finished",
                reasons=(
                    "PodSucceeded",
                    "PodFailed",
                    "SandboxExpired",
                    "MultiplePods",
                    "ReconcilerError",
                    "R",
                ),
            )
        ),
    ),
    "Milvus": (
        PLAIN,
        PLAIN,
        some(
            status=words("Pending", "Healthy", "Unhealthy", "Stopped"),
            conditions=told("MilvusReady", reasons=("MilvusStopped", "MilvusStopping")),
        ),
    ),
}


def test_every_kind_is_here() -> None:
    assert STATES.keys() == API.keys()


@pytest.mark.parametrize("kind", STATES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_statuses_exclude_one_another(kind: str, data: st.DataObject) -> None:
    """Whatever an object says, one phase matches, or one and Degraded, or Degraded alone."""
    metadata, spec, status = STATES[kind]
    obj = make(kind, data.draw(spec), data.draw(st.none() | status), **data.draw(metadata))
    reading = read(obj)
    assert len([phase for phase in reading.phases if phase != "Degraded"]) <= 1
    assert reading.headline != "Undefined"
