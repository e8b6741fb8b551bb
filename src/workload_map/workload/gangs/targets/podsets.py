# SPDX-License-Identifier: Apache-2.0
"""The pod sets that Kueue itself makes of an object.

Source: the ``PodSets`` functions of kueue 0.17 ``pkg/controller/jobs/*``, topology-aware scheduling on, as it is by
default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from workload_map.workload.gangs.targets.defaults import with_defaults
from workload_map.workload.reading import Instance, Reading
from workload_map.workload.scale import count_of

__all__ = ["PodSet", "pod_sets"]

_PREFIX: Final = "kueue.x-k8s.io/podset-"
_MIN_PARALLELISM: Final = "kueue.x-k8s.io/job-min-parallelism"
_JOB_INDEX: Final = "batch.kubernetes.io/job-completion-index"
_KUBEFLOW_INDEX: Final = "training.kubeflow.org/replica-index"
#: Labels that the Job controller puts on a template and that Kueue leaves out, which is all of them but one
#: (kueue 0.17 ``pkg/controller/jobs/job/job_controller.go``).
_OF_THE_JOB: Final = frozenset(["controller-uid", "job-name", "batch.kubernetes.io/controller-uid"])
#: The order of the roles of Kubeflow's kinds.
_ROLES: Final = ("Chief", "Master", "PS", "Worker", "Evaluator")
_JOBSET_INDEX: Final = "jobset.sigs.k8s.io/job-index"
#: Fields of a request that ask for a topology.
_LEVELS: Final = frozenset({"required", "preferred", "unconstrained", "podSetSliceRequiredTopology"})

Role = tuple[str, str]


class PodSet(Struct, frozen=True, kw_only=True):
    """One set of equal pods. `count` None: not known."""

    name: str
    count: int | None
    min_count: int | None
    template: dict[str, Any]
    topology_request: dict[str, Any] | None
    component: str
    instance: str

    @property
    def asks_topology(self) -> bool:
        """Whether its template asks for a topology itself, not only for the order of its pods."""
        return not _LEVELS.isdisjoint(self.topology_request or ())

    def as_field(self) -> dict[str, Any]:
        """As it stands in a Workload's ``podSets``."""
        found: dict[str, Any] = {"name": self.name, "count": self.count}
        if self.min_count is not None:
            found["minCount"] = self.min_count
        if self.topology_request is not None:
            found["topologyRequest"] = self.topology_request
        return {**found, "template": self.template}


def pod_sets(
    reading: Reading, *, annotations: Mapping[Role, Mapping[str, str]] | None = None
) -> tuple[PodSet, ...]:
    """One pod set for each role with a template, in the order that Kueue has them in and compares them by.

    `annotations` are put on the templates first, by (component, instance): they may ask for a topology.
    """
    found: list[PodSet] = []
    held = _ray_counts(reading)
    for name, component in reading.components.items():
        for id_, instance in component.instances.items():
            template = _template(reading, name, instance)
            if template is None:
                continue
            template = _annotated(template, (annotations or {}).get((name, id_), {}))
            found.append(
                PodSet(
                    name="main" if _is_job(reading) else (id_ or name).lower(),
                    count=held.get(id_, instance.desired) if name == "worker" else instance.desired,
                    min_count=_min_count(reading),
                    template=template,
                    topology_request=_topology(reading, instance, template),
                    component=name,
                    instance=id_,
                )
            )
    if _is_kubeflow(reading):
        found.sort(key=lambda one: _ROLES.index(one.instance) if one.instance in _ROLES else len(_ROLES))
    return tuple(found)


def _is_job(reading: Reading) -> bool:
    # Volcano has a kind of this name too.
    return reading.kind == "Job" and reading.api_version.startswith("batch/")


def _is_kubeflow(reading: Reading) -> bool:
    return reading.api_version.startswith("kubeflow.org/")


def _template(reading: Reading, component: str, instance: Instance) -> dict[str, Any] | None:
    """The template that Kueue counts with."""
    template = instance.template
    if reading.kind == "RayJob" and component == "submitter":
        # It is made in one mode alone, and has a default that no field of the object shows.
        return (template or _submitter(reading)) if instance.desired else None
    if template is None or not _is_job(reading):
        return template
    template = with_defaults(template)
    metadata = template.get("metadata")
    labels = metadata.get("labels") if isinstance(metadata, dict) else None
    if not isinstance(metadata, dict) or not isinstance(labels, dict):
        return template
    kept = {key: value for key, value in labels.items() if key not in _OF_THE_JOB}
    return {**template, "metadata": {**metadata, "labels": kept}}


def _submitter(reading: Reading) -> dict[str, Any] | None:
    head = reading.components.get("head")
    template = head.instances[""].template if head is not None and "" in head.instances else None
    spec = template.get("spec") if template is not None else None
    containers = spec.get("containers") if isinstance(spec, dict) else None
    if not isinstance(containers, list) or not containers or not isinstance(containers[0], dict):
        return None
    container = {
        "name": "ray-job-submitter",
        "image": containers[0].get("image"),
        "resources": {
            "limits": {"cpu": "1", "memory": "1Gi"},
            "requests": {"cpu": "500m", "memory": "200Mi"},
        },
    }
    return {"spec": {"containers": [container], "restartPolicy": "Never"}}


def _ray_counts(reading: Reading) -> dict[str, int]:
    """Pods of each worker group as Kueue counts them: a group that is held back counts, its bounds do not, and one
    without a number of replicas has one."""
    spec = reading.object.get("spec")
    if not reading.api_version.startswith("ray.io/") or not isinstance(spec, dict):
        return {}
    field = {"RayJob": "rayClusterSpec", "RayService": "rayClusterConfig"}.get(reading.kind)
    cluster = spec if field is None else spec.get(field)
    groups = cluster.get("workerGroupSpecs") if isinstance(cluster, dict) else None
    found: dict[str, int] = {}
    for group in groups if isinstance(groups, list) else ():
        if isinstance(group, dict) and isinstance(group.get("groupName"), str):
            replicas, hosts = count_of(group.get("replicas")), count_of(group.get("numOfHosts"))
            if isinstance(replicas, int | None) and isinstance(hosts, int | None):
                found[group["groupName"]] = (1 if replicas is None else replicas) * max(hosts or 1, 1)
    return found


def _min_count(reading: Reading) -> int | None:
    """Of a Job, by annotation; of no other kind."""
    if not _is_job(reading):
        return None
    metadata = reading.object.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    value = annotations.get(_MIN_PARALLELISM) if isinstance(annotations, dict) else None
    number = count_of(value)
    return number if isinstance(number, int) else None


def _topology(reading: Reading, instance: Instance, template: dict[str, Any]) -> dict[str, Any] | None:
    """The annotations of the template as a request, and the labels by which pods are counted."""
    found: dict[str, Any] = {}
    metadata = template.get("metadata")
    given = metadata.get("annotations") if isinstance(metadata, dict) else None
    said = given if isinstance(given, dict) else {}
    for kind in ("required", "preferred"):
        value = said.get(f"{_PREFIX}{kind}-topology")
        if value is not None and not found:
            found[kind] = value
    if not found and said.get(f"{_PREFIX}unconstrained-topology") == "true":
        found["unconstrained"] = True
    size = count_of(said.get(f"{_PREFIX}slice-size"))
    slices = said.get(f"{_PREFIX}slice-required-topology")
    if slices is not None and isinstance(size, int):
        found |= {"podSetSliceRequiredTopology": slices, "podSetSliceSize": size}
    group = said.get(f"{_PREFIX}group-name")
    if group is not None and ("required" in found or "preferred" in found):
        found["podSetGroupName"] = group
    if _is_job(reading) or reading.kind == "JobSet":
        found["podIndexLabel"] = _JOB_INDEX
    elif _is_kubeflow(reading):
        found["podIndexLabel"] = _KUBEFLOW_INDEX
    if reading.kind == "JobSet":
        found["subGroupIndexLabel"] = _JOBSET_INDEX
        if instance.units is not None and instance.units.desired is not None:
            found["subGroupCount"] = instance.units.desired
    return found or None


def _annotated(template: dict[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    if not values:
        return template
    metadata = template.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    old = metadata.get("annotations")
    return {
        **template,
        "metadata": {**metadata, "annotations": {**(old if isinstance(old, dict) else {}), **values}},
    }
