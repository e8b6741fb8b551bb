# SPDX-License-Identifier: Apache-2.0
"""Reading and pods together: sums, the tree, and pods that correct the headline."""

from __future__ import annotations

from typing import Any

import pytest

import workload_map as wm
from tests.unit.workload.definitions import codes, component, obj, plan, pod, role, status, template
from workload_map.workload.viewmodel import NodeView, WorkloadView

WORKERS = role(
    "worker",
    ids=".spec.groups[].name",
    template=".spec.groups[].template",
    replicas=".spec.groups[].n",
    min=".spec.groups[].min",
    max=".spec.groups[].max",
    type_key=".metadata.labels.role",
    type_value="worker",
)
HEAD = role(
    "head",
    template=".spec.head",
    replicas=".spec.heads // 1",
    type_key=".metadata.labels.role",
    type_value="head",
)
RUNNING = {"phase": "Running"}


def spec(*numbers: Any, gpu: int = 1) -> dict[str, Any]:
    names = "abcdefgh"
    return {
        "head": template(),
        "groups": [
            {"name": names[i], "n": number, "template": template(gpu=gpu)} for i, number in enumerate(numbers)
        ],
    }


def worker(name: str, group: str | None, **more: Any) -> dict[str, Any]:
    labels = {"role": "worker"} if group is None else {"role": "worker", "id": group}
    return pod(name, labels, **more)


def head(name: str = "h", **more: Any) -> dict[str, Any]:
    return pod(name, {"role": "head"}, **more)


def look(made: wm.Plan, thing: dict[str, Any], pods: Any = None, **more: Any) -> WorkloadView:
    return wm.view(made.read(thing), pods=pods, **more)


def node(view: WorkloadView, id_: str) -> NodeView:
    waiting = list(view.components)
    while waiting:
        found = waiting.pop()
        if found.id == id_:
            return found
        waiting += found.children
    raise AssertionError(f"no node {id_}")


def ids(nodes: tuple[NodeView, ...]) -> Any:
    return {n.id: ids(n.children) for n in nodes}


# --- numbers -----------------------------------------------------------------------------------------------


def test_desired_times_per_pod_and_parents_add_up() -> None:
    view = look(plan(HEAD, WORKERS), obj(spec(3, 0, 2, gpu=4)))
    assert ids(view.components) == {
        "head": {},
        "worker": {"worker/a": {}, "worker/b": {}, "worker/c": {}},
    }
    assert [n.replicas.desired for n in node(view, "worker").children] == [3, 0, 2]
    assert [n.resources.gpus for n in node(view, "worker").children] == [12, 0, 8]
    assert (node(view, "worker").replicas.desired, node(view, "worker").resources.gpus) == (5, 20)
    assert (view.replicas.desired, view.resources.gpus) == (6, 20)
    assert node(view, "worker/a").per_pod is not None
    assert node(view, "worker").per_pod is None
    assert view.accelerators.devices == {"nvidia.com/gpu": 20}


def test_a_grouping_never_multiplies() -> None:
    made = plan(
        role("group", replicas=".spec.groups"),
        role("inner", owner="group", template=".spec.t", replicas=".spec.n"),
    )
    view = look(made, obj({"groups": 10, "n": 3, "t": template(gpu=1)}))
    assert (view.replicas.desired, node(view, "group").replicas.desired) == (3, 3)
    assert view.resources.gpus == 3


def test_min_and_max_add_up_where_all_are_known() -> None:
    thing = obj(spec(3, 2))
    for group, limits in zip(thing["spec"]["groups"], ((1, 5), (0, 4)), strict=True):
        group["min"], group["max"] = limits
    view = look(plan(WORKERS), thing)
    whole = node(view, "worker").replicas
    assert (whole.min, whole.max) == (1, 9)
    thing["spec"]["groups"][1]["max"] = None
    whole = node(look(plan(WORKERS), thing), "worker").replicas
    assert (whole.min, whole.max) == (1, None)


def test_not_known_is_null_and_says_so() -> None:
    view = look(plan(HEAD, WORKERS), obj(spec(3, None, gpu=2)))
    unknown = node(view, "worker/b")
    assert (unknown.replicas.desired, unknown.resources.gpus) == (None, None)
    # Of what one pod does not want, any number of pods wants 0.
    assert unknown.resources.cpu_millis == 0
    assert [(p.code, p.severity, p.at) for p in unknown.problems] == [("scale.unknown", "info", "worker/b")]
    for part in (view, node(view, "worker")):
        assert (part.replicas.desired, part.resources.gpus) == (None, None)
        assert part.partial is not None
        assert part.partial.gpus == 6
    assert view.partial is not None
    assert view.partial.replicas == 4
    assert node(view, "worker/a").partial is None
    assert node(view, "head").partial is None
    (incomplete,) = [p for p in view.problems if p.code == "total.incomplete"]
    assert (incomplete.severity, incomplete.at) == ("warning", None)
    assert "known so far: 4 pods, 6 GPUs" in incomplete.message


def test_a_faulty_number_is_not_told_twice() -> None:
    view = look(plan(WORKERS), obj(spec("x")))
    assert codes(view.problems) == ["scale.not-integer", "total.incomplete"]


def test_a_role_without_a_template_wants_what_is_not_known() -> None:
    thing = obj(spec(2))
    thing["spec"]["groups"][0]["template"] = None
    view = look(plan(WORKERS), thing)
    assert (view.replicas.desired, view.resources.gpus, view.resources.memory_bytes) == (2, None, None)
    assert codes(view.problems) == ["template.none", "total.incomplete"]
    thing["spec"]["groups"][0]["n"] = 0
    view = look(plan(WORKERS), thing)
    assert (view.replicas.desired, view.resources.gpus, view.problems) == (0, 0, ())


def test_fields_without_a_container_say_nothing_of_what_is_asked_for() -> None:
    fields = {"labelsPath": ".spec.labels", "imagePath": ".spec.image", "resourcesPath": ".spec.resources"}
    made = plan(component("one", ownerRef="thing", specDefinition={"fragmentedPodSpecDefinition": fields}))
    view = look(made, obj({"labels": {"a": "b"}}))
    assert (view.replicas.desired, view.resources.gpus) == (1, None)
    assert codes(view.problems) == ["template.none", "total.incomplete"]
    view = look(made, obj({"labels": {"a": "b"}, "image": "i"}))
    assert (view.resources.gpus, view.problems) == (0, ())


def test_a_component_that_cannot_be_read_leaves_the_whole_not_known() -> None:
    thing = obj({**spec(1), "groups": "none"})
    view = look(plan(HEAD, WORKERS), thing, [head()])
    assert (view.replicas.desired, view.resources.gpus) == (None, None)
    assert view.partial is not None
    assert view.partial.replicas == 1
    assert node(view, "worker").replicas.desired is None
    assert codes(node(view, "worker").problems) == ["instances.failed"]
    assert node(view, "head").replicas.desired == 1


def test_bad_resources_name_the_place_in_the_object() -> None:
    thing = obj(spec(1, 1))
    thing["spec"]["groups"][1]["template"] = template(gpu="many")  # type: ignore[arg-type]
    view = look(plan(WORKERS), thing)
    (problem,) = [p for p in view.problems if p.code == "resources.quantity"]
    assert problem.path == ("/spec/groups/1/template/spec/containers/0/resources/limits/nvidia.com~1gpu")
    assert problem.at == "worker/b"
    assert (node(view, "worker/a").resources.gpus, node(view, "worker/b").resources.gpus) == (1, None)


def test_bad_resources_of_a_pod_spec_and_its_metadata() -> None:
    made = plan(role("worker", spec={"podSpecPath": ".spec.s", "metadataPath": ".spec.m"}))
    bad = template(gpu="many")["spec"]  # type: ignore[arg-type]
    view = look(made, obj({"s": bad, "m": {"annotations": {"gpu-fraction": "x"}}}))
    assert sorted(p.path or "" for p in view.problems if p.code.startswith("resources.")) == [
        "/spec/m/annotations/gpu-fraction",
        "/spec/s/containers/0/resources/limits/nvidia.com~1gpu",
    ]


def test_claims_that_cannot_be_counted_are_said() -> None:
    thing = obj(spec(2))
    thing["spec"]["groups"][0]["template"]["spec"]["resourceClaims"] = [
        {"name": "x", "resourceClaimTemplateName": "gpus"}
    ]
    view = look(plan(WORKERS), thing)
    assert view.accelerators.unknown == ("ResourceClaimTemplate gpus not read",)
    assert codes(view.problems) == ["resources.claim-not-read", "total.incomplete"]
    assert view.partial is None


# --- units and suspended parts -----------------------------------------------------------------------------

UNITS = {
    "components": [
        {
            "name": "worker",
            "units": {"path": ".spec.groups[].units", "noun": "group"},
            "podsPerUnit": ".spec.groups[].size",
            "suspended": ".spec.groups[].held",
        }
    ]
}


@pytest.mark.parametrize(
    ("group", "units"),
    [
        ({"n": 8, "size": 4}, 2),
        ({"n": 0, "size": 4}, 0),
        ({"n": 8, "size": 0, "units": 3}, 3),
        ({"n": 8, "units": 3}, 3),
        ({"n": None, "size": 4, "units": 3}, 3),
        ({"n": 8}, None),
    ],
)
def test_units_shown(group: dict[str, Any], units: int | None) -> None:
    thing = obj({"groups": [{"name": "a", "template": template(), **group}]})
    found = node(look(plan(WORKERS, extensions=UNITS), thing), "worker/a").units
    assert found is not None
    assert (found.noun, found.desired) == ("group", units)


def test_one_knob_for_all_instances() -> None:
    extension = {"components": [{"name": "worker", "units": {"path": ".spec.units", "noun": "group"}}]}
    view = look(plan(WORKERS, extensions=extension), obj({**spec(1, 2), "units": 5}))
    assert [n.units and n.units.desired for n in node(view, "worker").children] == [5, 5]


def test_a_suspended_part_is_marked_and_shown() -> None:
    thing = obj(spec(0, 2))
    thing["spec"]["groups"][0]["held"] = True
    view = look(plan(WORKERS, extensions=UNITS), thing)
    assert [n.suspended for n in node(view, "worker").children] == [True, False]
    assert view.replicas.desired == 2
    assert not view.suspended


def test_a_suspended_that_is_no_boolean() -> None:
    thing = obj(spec(1))
    thing["spec"]["groups"][0]["held"] = "yes"
    view = look(plan(WORKERS, extensions=UNITS), thing)
    assert codes(node(view, "worker/a").problems) == ["suspended.wrong-type"]
    assert not node(view, "worker/a").suspended


# --- instances inside instances ----------------------------------------------------------------------------

NESTED = plan(
    role(
        "outer",
        ids=".spec.outer[].name",
        id_on_pod=".metadata.labels.outer // empty",
        template=".spec.outer[].template",
        replicas=".spec.outer[].n",
        type_key=".metadata.labels.role",
        type_value="outer",
    ),
    role(
        "inner",
        owner="outer",
        ids=".spec.inner[].name",
        template=".spec.inner[].template",
        replicas=".spec.inner[].n",
        type_key=".metadata.labels.role",
        type_value="inner",
    ),
    role("beside", owner="inner", template=".spec.beside", type_key=".metadata.labels.beside"),
    extensions={"components": [{"name": "inner", "parentInstance": ".spec.inner[].of"}]},
)


def nested(*of: Any) -> dict[str, Any]:
    return obj(
        {
            "outer": [{"name": "x", "n": 1, "template": template()}, {"name": "y", "n": 0, "template": None}],
            "inner": [
                {"name": f"i{k}", "n": 2, "of": parent, "template": template(gpu=1)}
                for k, parent in enumerate(of)
            ],
            "beside": template(),
        }
    )


def test_instances_lie_in_the_instance_that_they_name() -> None:
    view = look(NESTED, nested("y", "x", "y"))
    assert ids(view.components) == {
        "outer": {
            "outer/x": {"inner/i1": {}},
            "outer/y": {"inner/i0": {}, "inner/i2": {}},
            "beside": {},
        }
    }
    assert (node(view, "outer/y").replicas.desired, node(view, "outer/x").replicas.desired) == (4, 3)
    assert (node(view, "outer").replicas.desired, view.replicas.desired) == (8, 8)


@pytest.mark.parametrize("stray", ["z", None, 3])
def test_an_instance_without_a_parent_is_shown_beside_them(stray: Any) -> None:
    view = look(NESTED, nested("y", stray))
    assert ids(view.components) == {
        "outer": {"outer/x": {}, "outer/y": {"inner/i0": {}}, "inner/i1": {}, "beside": {}}
    }
    assert "parent-instance.unknown" in codes(node(view, "inner/i1").problems)
    assert node(view, "outer").replicas.desired == view.replicas.desired == 6


def test_the_pods_of_nested_instances_count_above_them() -> None:
    pods = [
        pod("o", {"role": "outer", "outer": "x"}),
        pod("i", {"role": "inner", "id": "i0"}),
        pod("lost", {"role": "inner"}),
        pod("b", {"beside": ""}),
    ]
    view = look(NESTED, nested("y"), pods)
    assert node(view, "outer/y").replicas.current == 1
    assert node(view, "outer").replicas.current == view.replicas.current == 4
    assert [p.name for p in node(view, "inner/i0").pods] == ["i"]
    # Its instance is not known, so it stands where all of them are.
    assert [p.name for p in node(view, "outer").pods] == ["lost"]


def test_an_instance_deeper_down() -> None:
    made = plan(
        role("a", ids=".spec.a[]", template=".spec.t | ., .", replicas="1, 1"),
        role("b", owner="a", ids=".spec.b[]", template=".spec.t", replicas="1"),
        role("c", owner="b", ids=".spec.c[]", template=".spec.t", replicas="1"),
        extensions={
            "components": [
                {"name": "b", "parentInstance": '"a1"'},
                {"name": "c", "parentInstance": '"b0"'},
            ]
        },
    )
    view = look(made, obj({"a": ["a0", "a1"], "b": ["b0"], "c": ["c0"], "t": template()}))
    assert ids(view.components) == {"a": {"a/a0": {}, "a/a1": {"b/b0": {"c/c0": {}}}}}
    assert (node(view, "a/a1").replicas.desired, view.replicas.desired) == (3, 4)


# --- pods --------------------------------------------------------------------------------------------------


def test_without_pods_nothing_is_said_of_them() -> None:
    view = look(plan(HEAD, WORKERS), obj(spec(1)))
    assert (view.replicas.current, view.replicas.ready, view.pod_resources) == (None, None, None)
    assert node(view, "worker/a").pod_resources is None


def test_no_pod_that_belongs_is_0() -> None:
    view = look(plan(HEAD, WORKERS), obj(spec(1)), [])
    assert (view.replicas.current, view.replicas.ready) == (0, 0)
    assert view.pod_resources is not None
    assert (view.pod_resources.gpus, view.pod_resources.cpu_millis) == (0, 0)


def test_pods_stand_under_their_nodes() -> None:
    pods = [
        worker("w2", "b", node="n2"),
        worker("w1", "a", gpu=3, node="n1"),
        worker("w0", "a", ready=False, phase="Pending", node=None),
        worker("lost", None),
        head(),
        pod("stray"),
        worker("done", "a", phase="Succeeded"),
        worker("leaving", "b", deleting=True, gpu=2),
    ]
    view = look(plan(HEAD, WORKERS), obj(spec(2, 1), RUNNING), pods, file_mode=False)
    assert [p.name for p in node(view, "worker/a").pods] == ["w0", "w1"]
    assert [p.name for p in node(view, "worker/b").pods] == ["w2"]
    assert [p.name for p in node(view, "worker").pods] == ["lost"]
    assert [p.name for p in view.unassigned_pods] == ["stray"]
    assert [p.name for p in view.finished_pods] == ["done"]
    assert [p.name for p in view.terminating_pods] == ["leaving"]
    assert (node(view, "worker/a").replicas.current, node(view, "worker/a").replicas.ready) == (2, 1)
    assert node(view, "worker/a").nodes == ("n1",)
    assert node(view, "worker").replicas.current == 4
    assert (view.replicas.current, view.file_mode) == (6, False)
    assert view.pod_resources is not None
    assert view.pod_resources.gpus == 5
    assert sorted(codes(view.problems)) == ["pod.no-instance", "pod.unassigned"]


def test_unassigned_pods_are_said_once() -> None:
    view = look(plan(HEAD, WORKERS), obj(spec(1)), [pod(f"p{i}") for i in range(9)])
    (problem,) = [p for p in view.problems if p.code == "pod.unassigned"]
    assert "9 of the workload's pods: p0, p1, p2, p3, p4, …" in problem.message
    assert len(view.unassigned_pods) == 9


def test_a_fault_in_a_pod_names_the_pod() -> None:
    view = look(plan(HEAD, WORKERS), obj(spec(1)), [worker("w", "a", gpu="x")])  # type: ignore[arg-type]
    (problem,) = [p for p in view.problems if p.code == "resources.quantity"]
    assert problem.message.startswith("pod w: nvidia.com/gpu")
    assert problem.at == "worker"


def test_a_field_of_the_wrong_type_in_a_pod_is_no_place_in_the_object() -> None:
    odd = {**worker("w", "a"), "metadata": {"name": "w", "labels": "none"}}
    (problem,) = [
        p for p in look(plan(HEAD, WORKERS), obj(spec(1)), [odd]).problems if "/metadata/labels" in p.message
    ][:1]
    assert (problem.message[:7], problem.path) == ("pod w: ", None)


def test_copies_are_a_further_level() -> None:
    made = plan(
        role("group", copy=".metadata.labels.group // empty"),
        role(
            "worker",
            owner="group",
            template=".spec.t",
            replicas=".spec.groups * .spec.size",
            type_key=".metadata.labels.role",
        ),
        extensions={
            "components": [
                {
                    "name": "worker",
                    "units": {"path": ".spec.groups", "noun": "group"},
                    "podsPerUnit": ".spec.size",
                }
            ]
        },
    )
    thing = obj({"groups": 2, "size": 2, "t": template(gpu=4)}, RUNNING)
    pods = [pod(f"p{g}{i}", {"role": "w", "group": str(g)}, ready=g == 0) for g in (0, 1) for i in (0, 1)]
    view = look(made, thing, pods)
    assert ids(view.components) == {"group": {"worker": {"worker#0": {}, "worker#1": {}}}}
    copy = node(view, "worker#1")
    assert (copy.name, copy.component, copy.instance, copy.copy) == ("worker[1]", "worker", None, "1")
    assert (copy.replicas.desired, copy.replicas.current, copy.replicas.ready) == (2, 2, 0)
    assert copy.resources.gpus == 8
    # The role has counted them: they add nothing to it.
    assert (node(view, "worker").replicas.desired, view.replicas.current) == (4, 4)
    assert node(view, "worker").pods == ()
    # Without pods there are no copies to tell apart.
    assert ids(look(made, thing).components) == {"group": {"worker": {}}}


def test_copies_of_a_size_that_is_not_known() -> None:
    made = plan(
        role("worker", template=".spec.t", replicas=".spec.n", copy=".metadata.labels.i"),
        extensions={"components": [{"name": "worker", "units": {"path": ".spec.groups", "noun": "group"}}]},
    )
    view = look(made, obj({"n": 2, "groups": 1, "t": template(gpu=1)}), [pod("p", {"i": "0"})])
    copy = node(view, "worker#0")
    assert (copy.replicas.desired, copy.resources.gpus) == (None, None)
    assert codes(node(view, "worker").problems) == ["copy.desired-unknown"]


@pytest.mark.parametrize("noun", [None, "pod"])
def test_where_pods_are_scaled_a_copy_is_one_pod(noun: str | None) -> None:
    units = None if noun is None else {"path": ".spec.n", "noun": noun}
    made = plan(
        role("worker", template=".spec.t", replicas=".spec.n", copy=".metadata.labels.i"),
        extensions={"components": [{"name": "worker", "units": units}]} if units else None,
    )
    view = look(made, obj({"n": 2, "t": template(gpu=1)}), [pod("p", {"i": "0"})])
    assert (node(view, "worker#0").replicas.desired, node(view, "worker#0").resources.gpus) == (1, 1)
    assert node(view, "worker").problems == ()


def test_the_root_stands_beside_its_children() -> None:
    root = {
        "specDefinition": {"podTemplateSpecPath": ".spec.own"},
        "podSelector": {"componentTypeSelector": {"keyPath": ".metadata.labels.own"}},
    }
    made = plan(HEAD, root=root)
    view = look(made, obj({"own": template(), "head": template()}), [pod("p", {"own": ""}), head()])
    assert ids(view.components) == {"thing": {}, "head": {}}
    assert node(view, "thing").replicas.current == 1
    assert view.replicas.desired == 2


def test_pods_of_a_root_that_holds_none_are_still_shown() -> None:
    root = {"podSelector": {"componentTypeSelector": {"keyPath": ".metadata.labels.own"}}}
    made = plan(HEAD, WORKERS, root=root)
    view = look(made, obj(spec(1)), [pod("p", {"own": ""})])
    assert [p.name for p in node(view, "thing").pods] == ["p"]
    assert ids(look(made, obj(spec(1)), []).components) == {"head": {}, "worker": {"worker/a": {}}}


# --- the headline ------------------------------------------------------------------------------------------


def test_running_with_too_few_pods_is_degraded() -> None:
    pods = [head(), worker("w0", "a"), worker("w1", "a", ready=False, waiting="CrashLoopBackOff")]
    view = look(plan(HEAD, WORKERS), obj(spec(2), RUNNING), pods)
    assert (view.headline, view.object_headline, view.reason) == ("Degraded", "Running", "PodsNotReady")
    assert view.message == "a: 1 of 2 pods ready or done: CrashLoopBackOff"
    assert view.phases == ("Running",)


def test_pods_that_have_succeeded_count_as_done() -> None:
    pods = [head(), worker("w0", "a"), worker("w1", "a", phase="Succeeded")]
    assert look(plan(HEAD, WORKERS), obj(spec(2), RUNNING), pods).headline == "Running"
    pods[2] = worker("w1", "a", phase="Failed")
    assert look(plan(HEAD, WORKERS), obj(spec(2), RUNNING), pods).headline == "Degraded"


def test_pods_correct_nothing_where_they_are_not_known() -> None:
    assert look(plan(HEAD, WORKERS), obj(spec(2), RUNNING)).headline == "Running"
    assert look(plan(HEAD, WORKERS), obj(spec(None), RUNNING), [head()]).headline == "Running"


def test_pods_of_unknown_instance_count_for_all_together() -> None:
    pods = [head(), worker("w0", None), worker("w1", None), worker("w2", None)]
    assert look(plan(HEAD, WORKERS), obj(spec(2, 1), RUNNING), pods).headline == "Running"
    view = look(plan(HEAD, WORKERS), obj(spec(2, 2), RUNNING), pods)
    assert (view.headline, view.message) == ("Degraded", "worker: 3 of 4 pods ready or done")


def test_other_headlines_are_left_alone() -> None:
    for phase in ("initializing", "completed", "failed", "suspended", "degraded"):
        made = plan(HEAD, WORKERS, statuses=status(**{phase: "true"}))
        view = look(made, obj(spec(2)), [])
        assert (view.headline, view.reason) == (phase.capitalize(), None)


def test_kinds_whose_pods_may_idle() -> None:
    made = plan(HEAD, WORKERS, extensions={"status": {"podsMayIdle": True}})
    assert look(made, obj(spec(2), RUNNING), []).headline == "Running"


# --- the row -----------------------------------------------------------------------------------------------


def test_a_row_is_the_view_without_its_parts() -> None:
    reading = plan(HEAD, WORKERS).read(obj(spec(2, None), RUNNING, labels={"kueue.x-k8s.io/queue-name": "q"}))
    pods = [head(), worker("w0", "a"), worker("w1", None), pod("stray")]
    line = wm.to_builtins(wm.row(reading, pods=pods))
    whole = wm.to_builtins(wm.view(reading, pods=pods))
    parts = ("components", "owned", "unassignedPods", "finishedPods", "terminatingPods")
    for key in (*parts, "conditions", "events", "gangs"):
        del whole[key]
    assert line == whole
    assert line["queue"] == "q"
    tally = wm.Tally()
    for item in pods:
        tally.add(reading.plan.place(item, reading.ids), wm.pod_facts(item))
    assert wm.to_builtins(wm.row(reading, tally=tally))["replicas"] == line["replicas"]


def test_every_key_is_always_there() -> None:
    view = wm.to_builtins(look(plan(component("group", ownerRef="thing")), {"kind": "Thing"}))
    assert set(view) == {
        *("name", "namespace", "kind", "apiVersion", "uid", "createdAt", "definition", "origin", "fileMode"),
        *("headline", "objectHeadline", "phases", "reason", "message", "queue", "suspended", "deleting"),
        *("replicas", "resources", "partial", "podResources", "accelerators", "components", "owned"),
        *("unassignedPods", "finishedPods", "terminatingPods", "problems", "conditions", "events", "gangs"),
    }
    assert set(view["components"][0]) == {
        *(
            "id",
            "name",
            "component",
            "instance",
            "copy",
            "kind",
            "headline",
            "suspended",
            "units",
            "replicas",
        ),
        *("perPod", "resources", "partial", "accelerators", "podResources", "nodes", "pods", "children"),
        "problems",
    }
    assert set(view["accelerators"]) == {"devices", "mig", "fractions", "memoryMiB", "claims", "unknown"}
    assert (view["name"], view["createdAt"]) == (None, None)
