# SPDX-License-Identifier: Apache-2.0
"""Serving kinds, Grove, Sandbox and Milvus: which states an object shows, and the word beside them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.objects_b import PODS, STOP, TEMPLATE, grove, llm, make, milvus, read, told

URL = {"url": "u"}
BLOCKED = {"transitionStatus": "BlockedByFailedLoad"}
LOADED = {"states": {"activeModelState": "Loaded"}}
SHORT = "MinimumReplicasUnavailable"


@pytest.mark.parametrize(
    ("status", "phases", "reason"),
    [
        (None, ("Initializing",), None),
        # Without Knative.
        (
            told("IngressReady=True", "PredictorReady=True", "Ready=True", "Stopped=False"),
            ("Running",),
            None,
        ),
        (told(f"PredictorReady=False/{SHORT}", f"Ready=False/{SHORT}"), ("Initializing",), SHORT),
        (
            told(f"PredictorReady=False/{SHORT}", "Ready=False", components={"predictor": URL}),
            ("Degraded",),
            SHORT,
        ),
        (told(f"PredictorReady=False/{SHORT}", "Ready=False", modelStatus=LOADED), ("Degraded",), SHORT),
        (told(f"PredictorReady=False/{SHORT}", "Ready=False", modelStatus=BLOCKED), ("Failed",), SHORT),
        (
            told("PredictorReady=False/ProgressDeadlineExceeded", "Ready=False"),
            ("Failed",),
            "ProgressDeadlineExceeded",
        ),
        (
            told(
                f"PredictorReady=False/{SHORT}",
                "Ready=False",
                modelStatus=BLOCKED,
                components={"predictor": URL},
            ),
            ("Degraded",),
            SHORT,
        ),
        (told("Ready=Unknown"), ("Initializing",), None),
        (told("Ready=Unknown", modelStatus={"transitionStatus": "InvalidSpec"}), ("Failed",), None),
        # The predictor alone decides Ready.
        (
            told("PredictorReady=True", "Ready=True", f"TransformerReady=False/{SHORT}"),
            ("Initializing",),
            SHORT,
        ),
        (
            told("Ready=True", f"TransformerReady=False/{SHORT}", components={"transformer": URL}),
            ("Running", "Degraded"),
            SHORT,
        ),
        (
            told("Ready=True", f"ExplainerReady=False/{SHORT}", components={"explainer": URL}),
            ("Running", "Degraded"),
            SHORT,
        ),
        # With Knative: the first revision, and a later one.
        (
            told("LatestDeploymentReady=False", "PredictorReady=False/RevisionMissing", "Ready=False"),
            ("Failed",),
            "RevisionMissing",
        ),
        (
            told(
                "LatestDeploymentReady=False",
                "PredictorReady=Unknown",
                "Ready=False/X",
                components={"predictor": {"latestReadyRevision": "r"}},
            ),
            ("Degraded",),
            "X",
        ),
        # Many models in one server: no part of its own.
        (told("Ready=True", modelStatus={"transitionStatus": "UpToDate", **LOADED}), ("Running",), None),
    ],
)
def test_status_of_an_inference_service(status: Any, phases: tuple[str, ...], reason: str | None) -> None:
    reading = read(make("InferenceService", {"predictor": PODS, "transformer": PODS}, status))
    assert (reading.phases, reading.reason) == (phases, reason)


@pytest.mark.parametrize(
    ("stop", "told_stopped", "phase"),
    [
        ("true", "True", "Suspended"),
        ("true", "False", "Suspending"),
        ("false", "True", "Resuming"),
        ("false", "False", "Initializing"),
    ],
)
def test_a_stopped_inference_service(stop: str, told_stopped: str, phase: str) -> None:
    status = told("PredictorReady=False/Stopped", "Ready=False/Stopped", f"Stopped={told_stopped}")
    annotations = {"serving.kserve.io/stop": stop}
    reading = read(make("InferenceService", {"predictor": PODS}, status, annotations=annotations))
    assert reading.phases == (phase,)


def test_the_generation_that_counts_for_an_inference_service() -> None:
    """Without Knative the number is that of the Deployment."""
    knative = told("Ready=True", "RoutesReady=True", observedGeneration=1)
    plain = told("Ready=True", observedGeneration=1)
    for status, headline in ((knative, "Initializing"), (plain, "Running")):
        assert read(make("InferenceService", {"predictor": PODS}, status, generation=2)).headline == headline


def ready(count: int) -> dict[str, Any]:
    return {"workloads": {"primary": {"readyReplicas": count}}}


@pytest.mark.parametrize(
    ("annotations", "status", "phases", "reason"),
    [
        ({}, None, ("Initializing",), None),
        ({}, told("Ready=Unknown"), ("Initializing",), "R"),
        ({}, told("Ready=False/Progressing"), ("Initializing",), "Progressing"),
        ({}, told(f"Ready=False/{SHORT}", **ready(0)), ("Initializing",), SHORT),
        ({}, told(f"Ready=False/{SHORT}", **ready(1)), ("Degraded",), SHORT),
        ({}, told("Ready=False/AllGroupsReady"), ("Initializing",), "AllGroupsReady"),
        ({}, told("Ready=False/ReconcileError"), ("Failed",), "ReconcileError"),
        ({}, told("PresetsCombined=False/ConfigNotFound", "Ready=Unknown"), ("Failed",), "ConfigNotFound"),
        ({}, told("PresetsCombined=True", "Ready=True", **ready(2)), ("Running",), None),
        ({}, told("Ready=True", **ready(1)), ("Running", "Degraded"), None),
        (
            {},
            told("PresetsCombined=False/ConfigNotFound", "Ready=True"),
            ("Running", "Degraded"),
            "ConfigNotFound",
        ),
        (STOP, told("Ready=True", **ready(2)), ("Suspending",), None),
        (STOP, told("Ready=False/Stopped"), ("Suspended",), "Stopped"),
        ({}, told("Ready=False/Stopped"), ("Resuming",), "Stopped"),
    ],
)
def test_status_of_an_llm_inference_service(
    annotations: dict[str, str], status: Any, phases: tuple[str, ...], reason: str | None
) -> None:
    obj = llm(replicas=2)
    obj["metadata"]["annotations"] = annotations
    if status is not None:
        obj["status"] = status
    reading = read(obj)
    assert (reading.phases, reading.reason) == (phases, reason)


@pytest.mark.parametrize(
    ("annotations", "status", "phases"),
    [
        ({}, None, ("Initializing",)),
        ({}, told(f"Ready=False/{SHORT}"), ("Initializing",)),
        ({}, told("Ready=False/ReconcileError"), ("Failed",)),
        ({}, told("Ready=True"), ("Running",)),
        ({}, told("PresetsCombined=False", "Ready=True"), ("Running", "Degraded")),
        (STOP, told("Ready=True"), ("Suspending",)),
        (STOP, told("Ready=False/Stopped"), ("Suspended",)),
        ({}, told("Ready=False/Stopped"), ("Resuming",)),
    ],
)
def test_status_of_an_older_llm_inference_service(
    annotations: dict[str, str], status: Any, phases: tuple[str, ...]
) -> None:
    obj = llm(" v1alpha1", replicas=2)
    obj["metadata"]["annotations"] = annotations
    assert read(obj if status is None else {**obj, "status": status}).phases == phases


@pytest.mark.parametrize(
    ("kind", "status", "phases", "reason"),
    [
        ("Service", None, ("Initializing",), None),
        ("Service", told("Ready=Unknown/OutOfDate"), ("Initializing",), "OutOfDate"),
        ("Service", told("Ready=True"), ("Running",), "R"),
        ("Service", told("Ready=False/RevisionFailed"), ("Failed",), "RevisionFailed"),
        (
            "Service",
            told("Ready=False/RevisionFailed", latestReadyRevisionName="r"),
            ("Degraded",),
            "RevisionFailed",
        ),
        ("NIMService", None, ("Initializing",), None),
        ("NIMService", {"state": ""}, ("Initializing",), None),
        ("NIMService", told("NIM_CACHE_PVC_CREATED=True", state="PVC-Created"), ("Initializing",), None),
        (
            "NIMService",
            told("Ready=False/NotReady", "Failed=False/Ready", state="NotReady"),
            ("Initializing",),
            "NotReady",
        ),
        ("NIMService", {"state": "NotReady", "availableReplicas": 1}, ("Degraded",), None),
        ("NIMService", told("Ready=True/Ready", "Failed=False/Ready", state="Ready"), ("Running",), None),
        (
            "NIMService",
            told("Ready=False/NotReady", "Failed=True/Broken", state="Failed"),
            ("Failed",),
            "Broken",
        ),
        ("NIMCache", None, ("Initializing",), None),
        ("NIMCache", told("NIM_CACHE_JOB_CREATED=True", state="Started"), ("Initializing",), None),
        ("NIMCache", told("NIM_CACHE_JOB_CREATED=True", state="InProgress"), ("Running",), None),
        ("NIMCache", told("NIM_CACHE_JOB_CREATED=True", state="Ready"), ("Completed",), None),
        ("NIMCache", told("NIM_CACHE_RECONCILE_FAILED=True/X", state="Failed"), ("Failed",), "X"),
        ("NIMPipeline", None, ("Initializing",), None),
        ("NIMPipeline", {"state": "NotReady"}, ("Initializing",), None),
        ("NIMPipeline", {"state": "Ready"}, ("Running",), None),
        ("NIMPipeline", {"state": "Failed"}, ("Failed",), None),
    ],
)
def test_status_of_knative_and_nim(
    kind: str, status: Any, phases: tuple[str, ...], reason: str | None
) -> None:
    services = [{"name": "a", "enabled": True, "spec": {}}]
    specs: dict[str, dict[str, Any]] = {
        "Service": {"template": TEMPLATE},
        "NIMPipeline": {"services": services},
    }
    reading = read(make(kind, specs.get(kind, {}), status))
    assert (reading.phases, reading.reason) == (phases, reason)


def test_a_nim_of_no_replicas_waits_for_nothing() -> None:
    reading = read(make("NIMService", {"replicas": 0}, {"state": "NotReady"}))
    assert (reading.headline, reading.reason) == ("Running", "NothingWanted")


HALF = {"a": {"availableReplicas": 1, "readyReplicas": 1}, "b": {"replicas": 1}}


@pytest.mark.parametrize(
    ("status", "phases", "reason"),
    [
        (None, ("Initializing",), None),
        ({"state": ""}, ("Initializing",), None),
        ({"state": "initializing"}, ("Initializing",), None),
        (told("Ready=False/some_resources_are_not_ready", state="pending"), ("Initializing",), None),
        (told("Ready=False/pods_not_ready", state="pending"), ("Initializing",), None),
        (told("Ready=False/pods_not_ready", state="pending", now=HALF), ("Degraded",), None),
        (told("Ready=False/mixed_not_ready_reasons", state="pending", now=HALF), ("Degraded",), None),
        (told("Ready=True/all_resources_are_ready", state="successful"), ("Running",), None),
        (told("Ready=False/x", state="failed"), ("Failed",), "x"),
    ],
)
def test_status_of_a_dynamo_graph(status: Any, phases: tuple[str, ...], reason: str | None) -> None:
    for kind, field, spec in (
        ("DynamoGraphDeployment", "components", {"components": [{"name": "a"}]}),
        ("DynamoGraphDeployment v1alpha1", "services", {"services": {"a": {}}}),
    ):
        told_here = status and {field if key == "now" else key: value for key, value in status.items()}
        reading = read(make(kind, spec, told_here))
        assert reading.phases == phases
        if reason is not None:
            assert reading.reason == reason


@pytest.mark.parametrize(
    ("replicas", "status", "phases"),
    [
        (1, None, ("Initializing",)),
        (2, {"replicas": 2, "availableReplicas": 0}, ("Initializing",)),
        (2, {"replicas": 2, "availableReplicas": 1}, ("Initializing", "Degraded")),
        (2, {"replicas": 1, "availableReplicas": 1}, ("Initializing",)),
        (2, {"replicas": 2, "availableReplicas": 2}, ("Running",)),
        # The topology is a warning.
        (1, told("TopologyLevelsUnavailable=True", availableReplicas=1), ("Running",)),
        (0, {"replicas": 0, "availableReplicas": 0}, ("Suspended",)),
        (None, None, ("Suspended",)),
        (0, {"replicas": 1, "availableReplicas": 1}, ("Suspending",)),
    ],
)
def test_status_of_a_pod_clique_set(replicas: int | None, status: Any, phases: tuple[str, ...]) -> None:
    obj = grove(replicas)
    assert read(obj if status is None else {**obj, "status": status}).phases == phases


def test_a_pod_clique_set_of_an_older_generation() -> None:
    obj = {**grove(1, generation=2), "status": {"availableReplicas": 1, "observedGeneration": 1}}
    assert (read(obj).headline, read(obj).reason) == ("Initializing", "StaleStatus")


@pytest.mark.parametrize(
    ("mode", "conditions", "phases", "reason"),
    [
        (None, (), ("Initializing",), None),
        (
            "Running",
            ("Suspended=False", "Ready=False/DependenciesNotReady"),
            ("Initializing",),
            "DependenciesNotReady",
        ),
        ("Running", ("Suspended=False", "Ready=True/DependenciesReady"), ("Running",), None),
        ("Running", ("Ready=False/MultiplePods",), ("Degraded",), "MultiplePods"),
        ("Running", ("Ready=False/ReconcilerError",), ("Degraded",), "ReconcilerError"),
        (
            "Running",
            ("Ready=False/PodSucceeded", "Finished=True/PodSucceeded"),
            ("Completed",),
            "PodSucceeded",
        ),
        ("Running", ("Ready=False/PodFailed", "Finished=True/PodFailed"), ("Failed",), "PodFailed"),
        ("Running", ("Ready=False/SandboxExpired",), ("Completed",), "SandboxExpired"),
        (
            "Running",
            ("Ready=False/SandboxExpired", "Finished=True/PodFailed"),
            ("Failed",),
            "SandboxExpired",
        ),
        ("Suspended", ("Ready=False/SandboxExpired", "Suspended=True"), ("Completed",), "SandboxExpired"),
        ("Suspended", ("Suspended=False", "Ready=True"), ("Suspending",), None),
        # Its container did not end well on the way.
        (
            "Suspended",
            ("Suspended=False", "Ready=False/SandboxSuspended", "Finished=True/PodFailed"),
            ("Suspending",),
            "SandboxSuspended",
        ),
        (
            "Suspended",
            ("Suspended=True", "Ready=False/SandboxSuspended"),
            ("Suspended",),
            "SandboxSuspended",
        ),
        ("Running", ("Suspended=True", "Ready=False/SandboxSuspended"), ("Resuming",), "SandboxSuspended"),
    ],
)
def test_status_of_a_sandbox(
    mode: str | None, conditions: tuple[str, ...], phases: tuple[str, ...], reason: str | None
) -> None:
    spec: dict[str, Any] = {"podTemplate": TEMPLATE}
    if mode is not None:
        spec["operatingMode"] = mode
    reading = read(make("Sandbox", spec, told(*conditions)))
    assert (reading.phases, reading.reason) == (phases, reason)


def test_a_sandbox_has_a_generation_for_each_condition() -> None:
    status = {"conditions": [{"type": "Ready", "status": "True", "observedGeneration": 1}]}
    reading = read(make("Sandbox", {"podTemplate": TEMPLATE}, status, generation=2))
    assert (reading.headline, reading.reason) == ("Initializing", "StaleStatus")
    # One that has expired is not looked at again.
    status["conditions"][0] |= {"status": "False", "reason": "SandboxExpired"}
    reading = read(make("Sandbox", {"podTemplate": TEMPLATE}, status, generation=2))
    assert reading.headline == "Completed"


@pytest.mark.parametrize(
    ("status", "phases", "reason"),
    [
        (None, ("Initializing",), None),
        ({"status": None}, ("Initializing",), None),
        (told("MilvusReady=False/MilvusComponentNotHealthy", status="Pending"), ("Initializing",), None),
        (told("MilvusReady=True/ReasonMilvusHealthy", status="Healthy"), ("Running",), None),
        (
            told("MilvusReady=False/MilvusComponentNotHealthy", status="Unhealthy"),
            ("Degraded",),
            "MilvusComponentNotHealthy",
        ),
        (
            told("MilvusReady=False/MilvusStopping", status="Stopped"),
            ("Suspending",),
            "MilvusStopping",
        ),
        ({"status": "Stopped"}, ("Suspending",), None),
        (told("MilvusReady=False/MilvusStopped", status="Stopped"), ("Suspended",), "MilvusStopped"),
    ],
)
def test_status_of_a_milvus(status: Any, phases: tuple[str, ...], reason: str | None) -> None:
    obj = milvus("standalone")
    reading = read(obj if status is None else {**obj, "status": status})
    assert reading.phases == phases
    if reason is not None:
        assert reading.reason == reason


@pytest.mark.parametrize(
    ("obj", "status"),
    [
        (llm(), told("Ready=True")),
        (llm(" v1alpha1"), told("Ready=True")),
        (make("Service", {"template": TEMPLATE}), told("Ready=True")),
        (make("DynamoGraphDeployment", {}), {"state": "successful"}),
        (make("DynamoGraphDeployment v1alpha1", {}), {"state": "successful"}),
        (milvus("standalone"), {"status": "Healthy"}),
    ],
)
def test_a_status_of_an_older_generation(obj: dict[str, Any], status: dict[str, Any]) -> None:
    new = {**obj, "metadata": {"name": "x", "generation": 2}}
    assert read({**new, "status": {**status, "observedGeneration": 2}}).headline == "Running"
    reading = read({**new, "status": {**status, "observedGeneration": 1}})
    assert (reading.headline, reading.reason) == ("Initializing", "StaleStatus")
