# SPDX-License-Identifier: Apache-2.0
"""Gangs of workloads with their pods: which pods count, and whose groups they are bound to."""

from __future__ import annotations

from typing import Any

import workload_map as wm
from workload_map.session import gang_targets, gangs
from workload_map.session.gang_targets import Offer, TranslationView, choose
from workload_map.session.kinds import Selection
from workload_map.session.roots import Roots
from workload_map.session.source import Gathered, Item
from workload_map.workload.gangs.targets import Capabilities, Target

TEMPLATE = {"spec": {"containers": [{"name": "main", "image": "a:1"}]}}


def job(*, uid: str | None = "j", scheduler: str | None = None) -> dict[str, Any]:
    metadata = {"name": "train", "namespace": "ml", **({"uid": uid} if uid else {})}
    template = {"spec": {**TEMPLATE["spec"], "restartPolicy": "Never"}}
    if scheduler is not None:
        template["spec"]["schedulerName"] = scheduler
    spec = {"parallelism": 2, "completions": 2, "template": template}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": spec}


def pod(name: str, group: str | None = None, *, of: str = "train") -> dict[str, Any]:
    owner = {"apiVersion": "batch/v1", "kind": "Job", "name": of, "uid": "j", "controller": True}
    spec: dict[str, Any] = {"nodeName": "a", **TEMPLATE["spec"]}
    if group is not None:
        spec["schedulingGroup"] = {"podGroupName": group}
    metadata = {"name": name, "namespace": "ml", "uid": name, "ownerReferences": [owner]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec, "status": {}}


def roots(*objects: dict[str, Any], file_mode: bool = True) -> Roots:
    items = [Item(obj, "cluster") for obj in objects]
    return Roots(Gathered(items, file_mode, pods=not file_mode), wm.Catalog.builtin())


def the_view(*objects: dict[str, Any]) -> gangs.GangsView:
    return gangs.views(roots(*objects), Selection(type="job")).rows[0]


def translated(*objects: dict[str, Any], target: Target | None = "native", **given: Any) -> TranslationView:
    found = roots(*objects, file_mode=given.pop("file_mode", True))
    return gang_targets.translations(found, Selection(type="job"), target, **given).rows[0]


def offer(*found: Target, **given: Any) -> Offer:
    missing = {one: f"no {one}" for one in gang_targets.PREFERENCE if one not in found}
    return Offer(
        found={one: f"{one} is there" for one in found},
        missing=missing,
        capabilities=Capabilities(),
        **given,
    )


def test_no_pods_known_is_not_no_pods() -> None:
    assert the_view(job()).gangs[0].live is None
    state = the_view(job(), pod("a")).gangs[0].live
    assert state is not None
    assert (state.existing, state.scheduled, state.satisfied) == (1, 1, False)


def test_a_manifest_beside_pods_is_none_of_theirs() -> None:
    assert (
        the_view(job(uid=None), {**job(), "metadata": {"name": "other", "uid": "j"}}, pod("a", of="other"))
        .gangs[0]
        .live
        is None
    )


def test_pods_bound_to_our_own_group_are_no_reason_to_refuse() -> None:
    name = the_view(job()).gangs[0].name
    from_manifest = the_view(job(uid=None)).gangs[0].name
    assert name != from_manifest
    for group, said in ((name, []), (from_manifest, ["gang.bound-by-manifest"])):
        view = translated(job(), pod("a", group), pod("b", group))
        assert view.refused == ()
        assert [problem.code for problem in view.problems] == said
    assert the_view(job(), pod("a", name)).gangs[0].written_by is None


def test_pods_bound_to_another_group_refuse() -> None:
    view = translated(job(), pod("a", "theirs"))
    assert [problem.code for problem in view.refused] == ["gang.refused.bound"]
    assert "theirs" in view.refused[0].message
    assert (view.objects, view.bindings, view.manifest) == ((), (), None)
    assert the_view(job(), pod("a", "theirs")).gangs[0].written_by == "operator"


def test_pods_without_a_group_are_said_to_stay_so() -> None:
    view = translated(job(), pod("a"))
    assert [problem.code for problem in view.problems] == ["gang.unbound-pods"]
    assert view.objects


def test_the_manifest_of_a_cluster_can_be_applied() -> None:
    obj = job()
    obj["metadata"] |= {"managedFields": [{}], "resourceVersion": "7", "generation": 1}
    obj["status"] = {"active": 0}
    live = translated(obj, bound=True, file_mode=False).manifest
    saved = translated(obj, bound=True).manifest
    assert live is not None
    assert saved is not None
    assert live["metadata"] == {"name": "train", "namespace": "ml"}
    assert "status" not in live
    assert saved["metadata"] == obj["metadata"]
    for manifest in (live, saved):
        assert "podGroupName" in manifest["spec"]["template"]["spec"]["schedulingGroup"]
    assert "schedulingGroup" not in obj["spec"]["template"]["spec"]
    assert translated(obj).manifest is None


def test_what_is_chosen_is_what_the_templates_name() -> None:
    trees = the_view(job(scheduler="volcano")).gangs
    assert choose(offer("native", "volcano"), trees) == (
        "volcano",
        "the pods name the scheduler volcano, and volcano is there",
    )
    chosen, why = choose(offer("native"), trees)
    assert chosen is None
    assert "no volcano" in why


def test_what_is_chosen_else() -> None:
    for trees in (the_view(job()).gangs, the_view(job(scheduler="of-ours")).gangs):
        assert choose(offer("kai", "native", "composite"), trees) == ("composite", "composite is there")
        assert choose(offer("kai", "kueue"), trees) == ("kai", "kai is there; no composite; no native")
        assert choose(offer(), trees)[0] is None


def test_nothing_to_choose_is_a_refusal() -> None:
    view = translated(job(), target=None, offer=offer())
    assert view.target is None
    assert [problem.code for problem in view.refused] == ["gang.refused.no-target"]


def test_what_the_cluster_has_is_said() -> None:
    view = translated(
        job(), target="kai", offer=offer("native", notes=(("kai", "something"), ("volcano", "other")))
    )
    messages = [problem.message for problem in view.problems]
    assert "something" in messages
    assert "other" not in messages
    assert {problem.source for problem in view.problems if problem.message == "something"} == {"cluster"}
    assert "the cluster cannot take what is printed: no kai" in messages
    assert view.objects
