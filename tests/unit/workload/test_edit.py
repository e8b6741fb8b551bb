# SPDX-License-Identifier: Apache-2.0
"""Changes: the named paths and nothing else."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import workload_map as wm
from tests.unit.workload.definitions import codes, obj, plan, role, template
from tests.unit.workload.rfc6902 import apply
from workload_map import yamlio

HEAD = role("head", template=".spec.head", replicas="1", type_key=".metadata.labels.head")
WORKER = role(
    "worker",
    ids=".spec.groups[].name",
    template=".spec.groups[].template",
    replicas=".spec.groups[].n",
    min=".spec.groups[].min",
    max=".spec.groups[].max",
)
SUSPEND = {
    "suspendDefinition": {
        "suspendActions": [
            {"path": ".spec.run.suspend", "value": "true"},
            {"path": ".spec.mode", "value": '"paused"'},
        ],
        "resumeActions": [
            {"path": ".spec.run.suspend", "value": "false"},
            {"path": ".spec.mode", "value": "null"},
        ],
    }
}
PLAN = plan(HEAD, WORKER, root=SUSPEND)


def thing() -> dict[str, Any]:
    return obj(
        {
            "futureField": {"x": 1},
            "big": 2**53 + 1,
            "nothing": None,
            "head": template("head"),
            "groups": [
                {"name": "a", "n": 1, "template": template("a", gpu=1)},
                {"name": "b", "n": 2, "template": template("b")},
            ],
        }
    )


def paths(edit: wm.Edit) -> list[tuple[str, str]]:
    return [(operation["op"], operation["path"]) for operation in edit.patch]


def check(start: dict[str, Any], change: Callable[[wm.Edit], wm.Edit], made: wm.Plan = PLAN) -> wm.Edit:
    """Make a change, and hold it to what is true of every change."""
    before = copy.deepcopy(start)
    edit = change(made.edit(start))
    assert start == before, "the input is not modified"
    assert apply(start, edit.patch) == edit.object
    again = change(made.edit(edit.object))
    assert again.object is edit.object, "doing it twice changes nothing"
    assert again.patch == []
    return edit


# --- one field of one role ---------------------------------------------------------------------------------


def test_one_label_on_one_role_is_one_path() -> None:
    start = thing()
    edit = check(start, lambda e: e.set_label("worker/b", "k", "v"))
    assert edit.patch == [{"op": "add", "path": "/spec/groups/1/template/metadata/labels/k", "value": "v"}]
    # Whatever lies off the path is the very same.
    assert edit.object["spec"]["groups"][0] is start["spec"]["groups"][0]
    assert edit.object["spec"]["head"] is start["spec"]["head"]
    assert edit.object["spec"]["big"] == 2**53 + 1
    assert list(edit.object["spec"]) == list(start["spec"])
    assert edit.problems == ()


def test_missing_parents_are_made() -> None:
    start = thing()
    del start["spec"]["head"]["metadata"]
    edit = check(start, lambda e: e.set_annotations("head", {"a/b": "c"}))
    assert edit.patch == [
        {"op": "add", "path": "/spec/head/metadata", "value": {"annotations": {"a/b": "c"}}}
    ]
    start["spec"]["head"]["metadata"] = None
    assert paths(PLAN.edit(start).set_label("head", "a", "b")) == [("replace", "/spec/head/metadata")]


def test_none_removes_and_leaves_no_empty_map_behind() -> None:
    start = thing()
    edit = check(start, lambda e: e.set_label("head", "app", None))
    assert paths(edit) == [("remove", "/spec/head/metadata/labels")]
    start["spec"]["head"]["metadata"]["labels"]["more"] = "x"
    edit = check(start, lambda e: e.set_labels("head", {"app": None}))
    assert paths(edit) == [("remove", "/spec/head/metadata/labels/app")]


def test_removing_what_is_absent_changes_nothing() -> None:
    start = thing()
    start["spec"]["head"]["metadata"]["annotations"] = {}
    for edit in (
        PLAN.edit(start).set_annotations("head", {"x": None}),
        PLAN.edit(start).set_label("head", "x", None),
        PLAN.edit(start).set_scheduler("head", None),
        PLAN.edit(start).set_node_selector("head", {"x": None}),
        PLAN.edit(start).set_tolerations("head", remove=["x"]),
        PLAN.edit(start).set_labels("head", {}),
    ):
        assert edit.object is start


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda e: e.set_scheduler("head", "kai"), "/spec/head/spec/schedulerName"),
        (lambda e: e.set_priority("head", "high"), "/spec/head/spec/priorityClassName"),
        (lambda e: e.set_affinity("head", {"nodeAffinity": {}}), "/spec/head/spec/affinity"),
        (lambda e: e.set_node_selector("head", {"zone": "a"}), "/spec/head/spec/nodeSelector"),
        (
            lambda e: e.set_tolerations("head", add=[{"key": "gpu", "operator": "Exists"}]),
            "/spec/head/spec/tolerations",
        ),
        (
            lambda e: e.set_resources("head", {"requests": {"cpu": "1"}}),
            "/spec/head/spec/containers/0/resources",
        ),
    ],
)
def test_the_fields_of_a_pod_spec(change: Callable[[wm.Edit], wm.Edit], where: str) -> None:
    assert paths(check(thing(), change)) == [("add", where)]


def test_every_role_where_none_is_named() -> None:
    edit = check(thing(), lambda e: e.set_scheduler(None, "kai"))
    assert paths(edit) == [
        ("add", "/spec/head/spec/schedulerName"),
        ("add", "/spec/groups/0/template/spec/schedulerName"),
        ("add", "/spec/groups/1/template/spec/schedulerName"),
    ]


def test_roles_by_component_by_instance_and_in_full() -> None:
    def count(name: str) -> int:
        return len(PLAN.edit(thing()).set_label(name, "x", "y").patch)

    assert (count("worker"), count("worker/a"), count("b"), count("head")) == (2, 1, 1, 1)


def test_a_role_that_is_not_there() -> None:
    with pytest.raises(wm.NotFound) as caught:
        PLAN.edit(thing()).set_label("c", "x", "y")
    assert str(caught.value) == 'there is no role "c"; the roles are: head, worker/a, worker/b'


def test_a_bare_name_that_is_not_unique() -> None:
    other = role("other", ids=".spec.groups[].name", template=".spec.groups[].template")
    made = plan(WORKER, other)
    with pytest.raises(wm.NotFound, match="could be worker/a or other/a: write it in full"):
        made.edit(thing()).set_label("a", "x", "y")
    assert len(made.edit(thing()).set_label("other/a", "x", "y").patch) == 1


def test_roles_do_not_share_what_was_written() -> None:
    affinity = {"nodeAffinity": {"x": [1]}}
    edit = PLAN.edit(thing()).set_affinity(None, affinity)
    found = [edit.object["spec"]["head"]["spec"]["affinity"]]
    found += [group["template"]["spec"]["affinity"] for group in edit.object["spec"]["groups"]]
    assert all(item == affinity for item in found)
    assert len({id(item["nodeAffinity"]) for item in [*found, affinity]}) == 4


def test_a_chain_of_changes_is_one_patch() -> None:
    first = PLAN.edit(thing()).set_scheduler("head", "kai")
    second = first.set_image("worker/a", "a", "img:2").suspend()
    assert paths(first) == [("add", "/spec/head/spec/schedulerName")]
    assert [operation["value"] for operation in second.patch] == ["kai", "img:2", {"suspend": True}, "paused"]
    assert first.set_scheduler("head", None).patch == []


# --- containers --------------------------------------------------------------------------------------------


def containers() -> dict[str, Any]:
    start = thing()
    start["spec"]["head"]["spec"]["containers"].append({"name": "side", "image": "side:1"})
    start["spec"]["head"]["spec"]["initContainers"] = [{"name": "prepare", "image": "prepare:1"}]
    return start


def test_the_image_of_a_container_by_name() -> None:
    start = containers()
    assert paths(check(start, lambda e: e.set_image("head", "side", "x:2"))) == [
        ("replace", "/spec/head/spec/containers/1/image")
    ]
    assert paths(check(start, lambda e: e.set_image(None, "prepare", "x:2"))) == [
        ("replace", "/spec/head/spec/initContainers/0/image")
    ]
    assert len(check(start, lambda e: e.set_image("head", "*", "x:2")).patch) == 3
    with pytest.raises(wm.EditError, match='the role head does not have a container named "main"'):
        PLAN.edit(start).set_image("head", "main", "x:2")
    with pytest.raises(wm.EditError, match='no role of Thing one has a container named "main"'):
        PLAN.edit(start).set_image(None, "main", "x:2")


def test_resources_of_ordinary_containers() -> None:
    start = containers()
    wanted = {"requests": {"cpu": "2"}, "limits": {"nvidia.com/gpu": "8"}}
    edit = check(start, lambda e: e.set_resources("head", wanted))
    assert paths(edit) == [
        ("add", "/spec/head/spec/containers/0/resources"),
        ("add", "/spec/head/spec/containers/1/resources"),
    ]
    assert edit.patch[0]["value"] == wanted
    edit = check(start, lambda e: e.set_resources("head", wanted, container="side"))
    assert len(edit.patch) == 1
    edit = check(start, lambda e: e.set_resources("worker/a", {"limits": {"nvidia.com/gpu": None}}))
    assert paths(edit) == [("remove", "/spec/groups/0/template/spec/containers/0/resources/limits")]


def test_tolerations_by_key_and_effect() -> None:
    start = thing()
    one = {"key": "gpu", "operator": "Exists", "effect": "NoSchedule"}
    start["spec"]["head"]["spec"]["tolerations"] = [one, {"key": "spot", "operator": "Exists"}]

    def now(edit: wm.Edit) -> Any:
        return edit.object["spec"]["head"]["spec"].get("tolerations")

    new = {"key": "gpu", "operator": "Equal", "value": "a", "effect": "NoSchedule"}
    assert now(check(start, lambda e: e.set_tolerations("head", add=[new])))[0] == new
    other = {**new, "effect": "NoExecute"}
    assert len(now(check(start, lambda e: e.set_tolerations("head", add=[other])))) == 3
    assert now(check(start, lambda e: e.set_tolerations("head", remove=["gpu"]))) == [
        {"key": "spot", "operator": "Exists"}
    ]
    assert now(check(start, lambda e: e.set_tolerations("head", remove=["gpu", "spot"]))) is None


@pytest.mark.parametrize(
    ("field", "value", "change"),
    [
        ("metadata", "text", lambda e: e.set_label("head", "a", "b")),
        ("metadata", {"labels": [1]}, lambda e: e.set_label("head", "a", "b")),
        ("spec", 7, lambda e: e.set_scheduler("head", "kai")),
        ("spec", {"tolerations": {}}, lambda e: e.set_tolerations("head", add=[{"key": "a"}])),
        ("spec", {"containers": "x"}, lambda e: e.set_image("head", "a", "b")),
    ],
)
def test_objects_that_cannot_take_it(field: str, value: Any, change: Callable[[wm.Edit], wm.Edit]) -> None:
    start = thing()
    start["spec"]["head"][field] = value
    with pytest.raises(wm.EditError) as caught:
        change(PLAN.edit(start))
    assert caught.value.code == "edit.wrong-type"
    assert "/spec/head/" in caught.value.message


# --- shapes ------------------------------------------------------------------------------------------------


def test_a_pod_spec_with_metadata_beside_it() -> None:
    made = plan(role("worker", spec={"podSpecPath": ".spec.pod", "metadataPath": ".spec.meta"}))
    start = obj({"pod": template()["spec"]})
    edit = check(start, lambda e: e.set_label(None, "a", "b").set_scheduler(None, "kai"), made)
    assert paths(edit) == [("add", "/spec/pod/schedulerName"), ("add", "/spec/meta")]


def test_a_pod_spec_without_metadata_holds_no_labels() -> None:
    made = plan(role("worker", spec={"podSpecPath": ".spec.pod"}))
    with pytest.raises(wm.EditError) as caught:
        made.edit(obj({"pod": template()["spec"]})).set_label(None, "a", "b")
    assert (caught.value.code, caught.value.message) == (
        "edit.no-field",
        "the role worker holds no field for labels",
    )


FRAGMENTS = plan(
    role(
        "worker",
        spec={
            "fragmentedPodSpecDefinition": {
                "schedulerNamePath": ".spec.parts[].scheduler",
                "labelsPath": ".spec.parts[].labels",
                "imagePath": ".spec.parts[].image",
                "resourcesPath": ".spec.parts[].resources",
                "podAffinityPath": ".spec.parts[].near",
            }
        },
        ids=".spec.parts[].name",
    )
)


def parts() -> dict[str, Any]:
    return obj({"parts": [{"name": "a", "image": "a:1"}, {"name": "b", "image": "b:1"}]})


def test_single_fields() -> None:
    edit = check(
        parts(),
        lambda e: (
            e.set_scheduler("a", "kai")
            .set_labels("b", {"x": "y"})
            .set_image("b", "worker", "b:2")
            .set_resources("b", {"limits": {"cpu": "1"}})
            .set_affinity("a", {"podAffinity": {"p": 1}})
        ),
        FRAGMENTS,
    )
    assert paths(edit) == [
        ("add", "/spec/parts/0/scheduler"),
        ("add", "/spec/parts/0/near"),
        ("replace", "/spec/parts/1/image"),
        ("add", "/spec/parts/1/labels"),
        ("add", "/spec/parts/1/resources"),
    ]


def test_a_field_without_a_path_is_an_error_naming_the_role() -> None:
    for change in (
        lambda e: e.set_annotations("a", {"x": "y"}),
        lambda e: e.set_annotations("a", {"x": None}),
        lambda e: e.set_priority("a", "high"),
        lambda e: e.set_tolerations("a", add=[{"key": "x"}]),
        lambda e: e.set_affinity("a", {"podAntiAffinity": {}}),
    ):
        with pytest.raises(wm.EditError, match="the role worker/a holds no field for") as caught:
            change(FRAGMENTS.edit(parts()))
        assert caught.value.code == "edit.no-field"


def test_single_fields_that_are_empty_are_left_alone() -> None:
    start = parts()
    assert FRAGMENTS.edit(start).set_annotations(None, {}).object is start


def test_an_image_of_another_container_is_not_the_one_beside() -> None:
    with pytest.raises(wm.EditError, match='does not have a container named "sidecar"'):
        FRAGMENTS.edit(parts()).set_image("a", "sidecar", "x:1")


def test_an_alternative_is_written_on_the_side_that_was_read() -> None:
    made = plan(
        role("leader", template=".spec.leader // .spec.worker", type_key=".metadata.labels.l"),
        role("worker", template=".spec.worker", type_key=".metadata.labels.w"),
    )
    own = obj({"leader": template("l"), "worker": template("w")})
    edit = check(own, lambda e: e.set_label("leader", "a", "b"), made)
    assert (paths(edit), edit.problems) == ([("add", "/spec/leader/metadata/labels/a")], ())

    shared = obj({"worker": template("w")})
    edit = check(shared, lambda e: e.set_label("leader", "a", "b"), made)
    assert paths(edit) == [("add", "/spec/worker/metadata/labels/a")]
    assert [(p.code, p.severity, p.at, p.path) for p in edit.problems] == [
        ("edit.shared-template", "warning", "worker", "/spec/worker")
    ]
    assert "leader and worker are made from one template: both change" in edit.problems[0].message
    assert check(shared, lambda e: e.set_label(None, "a", "b"), made).problems == ()


def test_a_field_that_two_roles_share() -> None:
    shared = {"fragmentedPodSpecDefinition": {"imagePath": ".spec.image", "schedulerNamePath": ".spec.s"}}
    made = plan(role("a", spec=shared, type_key=".x"), role("b", spec=shared, type_key=".y"))
    edit = check(obj({"image": "x:1"}), lambda e: e.set_scheduler("a", "kai"), made)
    assert codes(edit.problems) == ["edit.shared-template"]


def test_an_expression_that_builds_its_value_denotes_no_path() -> None:
    made = plan(role("worker", template="{metadata: {}, spec: .spec.pod}"))
    with pytest.raises(wm.EditError) as caught:
        made.edit(obj({"pod": template()["spec"]})).set_scheduler(None, "kai")
    assert caught.value.code == "edit.no-path"
    assert "{metadata: {}, spec: .spec.pod}" in caught.value.message


def test_an_absent_role_has_no_template_to_change() -> None:
    made = plan(role("a", template=".spec.a", type_key=".x"), role("b", template=".spec.b", type_key=".y"))
    start = obj({"a": template()})
    assert len(made.edit(start).set_scheduler(None, "kai").patch) == 1
    with pytest.raises(wm.EditError, match="b has no pod template to change"):
        made.edit(start).set_scheduler("b", "kai")


def test_a_kind_without_pods() -> None:
    with pytest.raises(wm.EditError, match="Thing one has no pods to change"):
        plan().edit(obj({})).set_scheduler(None, "kai")


# --- scale -------------------------------------------------------------------------------------------------


def test_scale_sets_replicas() -> None:
    edit = check(thing(), lambda e: e.scale("worker/a", 3))
    assert edit.patch == [{"op": "replace", "path": "/spec/groups/0/n", "value": 3}]
    assert edit.notes == ("a: 1 → 3 pods",)


def test_scale_of_a_component_is_of_each_of_its_instances() -> None:
    edit = check(thing(), lambda e: e.scale("worker", 3))
    assert edit.notes == ("a: 1 → 3 pods", "b: 2 → 3 pods")
    assert len(edit.patch) == 2


def test_scale_through_a_literal_goes_to_the_field() -> None:
    made = plan(role("worker", template=".spec.t", replicas=".spec.n // 1"))
    start = obj({"t": template()})
    edit = check(start, lambda e: e.scale("worker", 4), made)
    assert edit.patch == [{"op": "add", "path": "/spec/n", "value": 4}]
    assert edit.notes == ("worker: 1 → 4 pods",)


def test_a_number_that_is_kept_as_text_stays_text() -> None:
    made = plan(role("worker", template=".spec.t", replicas='.metadata.annotations["n"]'))
    edit = check(obj({"t": template()}, annotations={"n": "2"}), lambda e: e.scale("worker", 5), made)
    assert edit.patch == [{"op": "replace", "path": "/metadata/annotations/n", "value": "5"}]


GROUPS = plan(
    role("leader", template=".spec.t", replicas=".spec.groups", type_key=".metadata.labels.l"),
    role("worker", template=".spec.t", replicas=".spec.groups * .spec.size", type_key=".metadata.labels.w"),
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


def test_scale_in_units_says_both() -> None:
    edit = check(obj({"t": template(), "groups": 2, "size": 4}), lambda e: e.scale("worker", 4), GROUPS)
    assert edit.patch == [{"op": "replace", "path": "/spec/groups", "value": 4}]
    # The knob turns the leaders too.
    assert edit.notes == ("leader: 2 → 4 pods", "worker: 2 → 4 groups, 8 → 16 pods")
    edit = GROUPS.edit(obj({"t": template(), "groups": 2, "size": 4})).scale("worker", 1)
    assert edit.notes[1] == "worker: 2 → 1 group, 8 → 4 pods"


def test_one_knob_for_all_instances() -> None:
    made = plan(
        role("worker", ids=".spec.names[]", template=".spec.t | ., .", replicas=".spec.n | ., ."),
        extensions={"components": [{"name": "worker", "units": {"path": ".spec.n", "noun": "replica"}}]},
    )
    edit = check(obj({"names": ["a", "b"], "t": template(), "n": 1}), lambda e: e.scale("a", 2), made)
    assert paths(edit) == [("replace", "/spec/n")]
    assert edit.notes == ("a: 1 → 2 replicas, 1 → 2 pods", "b: 1 → 2 replicas, 1 → 2 pods")


def test_outside_the_limits_is_a_warning() -> None:
    start = thing()
    start["spec"]["groups"][0] |= {"min": 2, "max": 4}
    for number, word in ((1, "below its minimum of 2"), (5, "above its maximum of 4")):
        edit = PLAN.edit(start).scale("a", number)
        assert [(p.code, p.severity, p.at) for p in edit.problems] == [
            ("edit.out-of-range", "warning", "worker/a")
        ]
        assert f"{number} pods are {word}" in edit.problems[0].message
        assert edit.object["spec"]["groups"][0]["n"] == number
    assert PLAN.edit(start).scale("a", 3).problems == ()


def test_a_computed_number_names_its_fields() -> None:
    made = plan(role("worker", template=".spec.t", replicas=".spec.nodes * .spec.perNode"))
    with pytest.raises(wm.EditError) as caught:
        made.edit(obj({"t": template(), "nodes": 1, "perNode": 2})).scale("worker", 2)
    assert caught.value.code == "edit.computed"
    assert caught.value.message == "worker of Thing is computed from .spec.nodes, .spec.perNode; set those"


def test_what_cannot_be_scaled() -> None:
    with pytest.raises(wm.EditError, match="has no number to set"):
        plan(role("worker", template=".spec.t")).edit(obj({"t": template()})).scale("worker", 2)
    with pytest.raises(wm.EditError, match="head of Thing is always 1"):
        PLAN.edit(thing()).scale("head", 2)
    with pytest.raises(wm.EditError, match="worker cannot be scaled to -1"):
        PLAN.edit(thing()).scale("worker", -1)
    with pytest.raises(wm.NotFound):
        PLAN.edit(thing()).scale("nobody", 1)


def test_a_role_that_is_absent_is_not_made_by_scaling() -> None:
    made = plan(role("worker", template=".spec.worker.template", replicas=".spec.worker.n // 0"))
    with pytest.raises(wm.EditError, match="worker of Thing is not there: /spec/worker is absent"):
        made.edit(obj({})).scale("worker", 1)


# --- suspend and resume ------------------------------------------------------------------------------------


def test_suspend_and_resume_do_their_actions() -> None:
    edit = check(thing(), lambda e: e.suspend())
    assert edit.patch == [
        {"op": "add", "path": "/spec/run", "value": {"suspend": True}},
        {"op": "add", "path": "/spec/mode", "value": "paused"},
    ]
    edit = check(edit.object, lambda e: e.resume())
    # A resume writes its values; it does not take the fields away.
    assert edit.patch == [
        {"op": "replace", "path": "/spec/run/suspend", "value": False},
        {"op": "replace", "path": "/spec/mode", "value": None},
    ]


def test_a_kind_that_cannot_be_suspended() -> None:
    made = plan(HEAD)
    for verb, change in (("suspended", made.edit(thing()).suspend), ("resumed", made.edit(thing()).resume)):
        with pytest.raises(wm.EditError, match=f"Thing cannot be {verb}") as caught:
            change()
        assert caught.value.code == "edit.cannot-suspend"


def test_a_switch_that_cannot_be_written() -> None:
    with pytest.raises(wm.EditError) as caught:
        PLAN.edit({**thing(), "spec": "text"}).suspend()
    assert caught.value.code == "edit.no-path"


def test_what_a_suspend_wrote_does_not_belong_to_the_plan() -> None:
    action = {"path": ".spec.hold", "value": '{"why": ["asked"]}'}
    made = plan(HEAD, root={"suspendDefinition": {"suspendActions": [action], "resumeActions": [action]}})
    first = made.edit(thing()).suspend()
    first.object["spec"]["hold"]["why"].append("spoiled")
    assert made.edit(thing()).suspend().object["spec"]["hold"] == {"why": ["asked"]}


# --- depth -------------------------------------------------------------------------------------------------


def test_objects_as_deep_as_can_be_read() -> None:
    deep: Any = 1
    for _ in range(yamlio.MAX_DEPTH - 6):
        deep = [deep]
    start = thing()
    start["spec"]["head"]["spec"]["deep"] = deep
    edit = check(start, lambda e: e.set_label(None, "a", "b").scale("a", 2).suspend())
    assert len(edit.patch) == 6
    assert PLAN.edit(start).set_affinity("head", {"nodeAffinity": deep}).patch[0]["op"] == "add"


def test_tolerations_with_a_key_of_another_type_are_left_alone() -> None:
    odd = {"key": ["a"], "operator": "Exists"}
    pod_template = template()
    pod_template["spec"]["tolerations"] = [odd, {"key": "gone"}]
    edit = plan(role("worker", template=".spec.t")).edit(obj({"t": pod_template}))
    changed = edit.set_tolerations("worker", add=[{"key": "new"}], remove=["gone"])
    assert changed.object["spec"]["t"]["spec"]["tolerations"] == [odd, {"key": "new"}]
