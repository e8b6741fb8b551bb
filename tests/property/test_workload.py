# SPDX-License-Identifier: Apache-2.0
"""Whatever an object looks like: it is read, viewed, explained and edited; results agree, and nothing is lost."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import workload_map as wm
from tests.shared import SHARED
from tests.unit.workload.rfc6902 import apply
from workload_map import yamlio
from workload_map.workload.patch import same
from workload_map.workload.viewmodel import NodeView, WorkloadView

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
#: A few recordings of each kind are enough: it is the mutations that differ.
RECORDED = 3
CATALOG = wm.Catalog.builtin()

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(min_value=-3, max_value=5)
    | st.just(2**70)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "x", "3", "-1", "True", "Suspended", "ready", "Running"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["name", "spec", "a/b", ""]), inner, max_size=2)
    ),
    max_leaves=4,
)

Case = tuple[dict[str, Any], list[Any]]


@lru_cache(maxsize=1)
def real() -> tuple[Case, ...]:
    """Objects with their pods: the project's own examples, and recordings where they are at hand."""
    found: list[Case] = []
    for path in sorted(EXAMPLES.glob("*.yaml")):
        for document in yamlio.load_all(path.read_text(encoding="utf-8")):
            value = document.value
            items = value["items"] if isinstance(value, dict) and value.get("kind") == "List" else [value]
            pods = [item for item in items if item.get("kind") == "Pod"]
            found += [(item, pods) for item in items if described(item)]
    if SHARED is not None:
        for folder in sorted((SHARED / "recordings-live").glob("*")):
            for path in sorted(folder.glob("*/*.json"))[
                :: max(1, len(list(folder.glob("*/*.json"))) // RECORDED)
            ]:
                recorded = json.loads(path.read_text(encoding="utf-8"))
                if described(recorded["object"]):
                    found.append((recorded["object"], recorded["pods"]))
    return tuple(found)


def described(obj: Any) -> bool:
    try:
        CATALOG.plan(obj)
    except wm.NoDefinition:
        return False
    return True


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a value but its top."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        yield (*path, step)
        yield from places(item, (*path, step))


@st.composite
def mutated(draw: st.DrawFn) -> Case:
    """A real object and its pods with junk at up to four places."""
    obj, pods = copy.deepcopy(draw(st.sampled_from(real())))
    kind, version = obj["kind"], obj["apiVersion"]
    both = [obj, *pods]
    for _ in range(draw(st.integers(0, 4))):
        paths = list(places(both[0] if draw(st.booleans()) or len(both) == 1 else both[1:], ()))
        if not paths:
            continue
        target: Any = both[0] if paths[0][0] in obj else both[1:]
        *parents, step = draw(st.sampled_from(paths))
        for parent in parents:
            target = target[parent]
        if draw(st.booleans()) or isinstance(target, list):
            target[step] = draw(JUNK)
        else:
            del target[step]
    # What kind of object it is has been settled before it is read.
    obj["kind"], obj["apiVersion"] = kind, version
    return obj, [pod for pod in both[1:] if isinstance(pod, dict)]


quick = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


# --- views agree with themselves ---------------------------------------------------------------------------


def nodes(found: tuple[NodeView, ...]) -> Iterator[NodeView]:
    for node in found:
        yield node
        yield from nodes(node.children)


def plus(numbers: list[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


def numbers(part: Any) -> list[int | None]:
    return [
        part.replicas.desired,
        part.resources.gpus,
        part.resources.cpu_millis,
        part.resources.memory_bytes,
    ]


def check_view(view: WorkloadView, pods: list[Any] | None) -> None:
    every = list(nodes(view.components))
    assert len({node.id for node in every}) == len(every)
    for position in range(4):
        total = plus([numbers(node)[position] for node in view.components])
        assert numbers(view)[position] == total
    for part in (view, *every):
        assert (part.partial is None) == (None not in numbers(part))
        if part.partial is not None:
            assert part.partial.replicas >= 0
    for node in every:
        children = [child for child in node.children if child.copy is None]
        if children and node.per_pod is None:
            for position in range(4):
                found = plus([numbers(child)[position] for child in children])
                assert numbers(node)[position] in (found, None)
        for number in (node.replicas.desired, node.replicas.min, node.replicas.max):
            assert number is None or number >= 0
    if None in numbers(view):
        assert any(problem.code == "total.incomplete" for problem in view.problems)
    if pods is None:
        assert all(part.replicas.current is None for part in (view, *every))
        return
    shown = [pod for node in every for pod in node.pods]
    ended = [*view.finished_pods, *view.terminating_pods]
    homeless = list(view.unassigned_pods)
    assert len(shown) + len(ended) + len(homeless) == len(pods), "no pod is lost, none is shown twice"
    assert sum(node.replicas.current or 0 for node in view.components) == len(shown)
    assert (view.replicas.ready or 0) <= (view.replicas.current or 0) <= len(pods)


@quick
@given(mutated())
def test_reading_and_viewing(case: Case) -> None:
    obj, pods = case
    before = copy.deepcopy(obj)
    plan = CATALOG.plan(obj)
    reading = plan.read(obj)
    assert obj == before
    assert reading.headline in ("Undefined", *reading.phases)
    assert set(reading.ids) <= set(reading.components)
    for given_pods in (None, [], pods):
        view = wm.view(reading, pods=given_pods)
        check_view(view, given_pods)
        line = wm.row(reading, pods=given_pods)
        assert (line.headline, line.replicas, line.resources) == (
            view.headline,
            view.replicas,
            view.resources,
        )
    wm.to_builtins(wm.view(reading, pods=pods))
    errors = any(problem.severity == "error" for problem in reading.problems)
    if errors:
        with pytest.raises(wm.ReadError):
            plan.read(obj, strict=True)
    else:
        plan.read(obj, strict=True)


@quick
@given(mutated())
def test_explaining(case: Case) -> None:
    obj, pods = case
    plan = CATALOG.plan(obj)
    reading = plan.read(obj)
    found = plan.explain(obj)
    assert (found.headline, found.phases, found.problems) == (
        reading.headline,
        reading.phases,
        reading.problems,
    )
    for pod in pods[:3]:
        place = plan.place(pod, reading.ids)
        told = wm.explain_pod(plan, reading, pod)
        assert (told.component, told.instance) == (place.component, place.instance)
        assert (place.component is None) == (not any(s.matched for s in told.selectors if s.kind != "copy"))


# --- edits -------------------------------------------------------------------------------------------------

CHANGES: dict[str, Callable[[wm.Edit, str | None], wm.Edit]] = {
    "label": lambda e, role: e.set_labels(role, {"a/b": "c", "gone": None}),
    "annotation": lambda e, role: e.set_annotations(role, {"a~b": "c"}),
    "scheduler": lambda e, role: e.set_scheduler(role, "kai"),
    "no priority": lambda e, role: e.set_priority(role, None),
    "image": lambda e, role: e.set_image(role, "*", "x:2"),
    "resources": lambda e, role: e.set_resources(role, {"limits": {"nvidia.com/gpu": "2", "cpu": None}}),
    "node selector": lambda e, role: e.set_node_selector(role, {"zone": "a"}),
    "tolerations": lambda e, role: e.set_tolerations(role, add=[{"key": "x"}], remove=["y"]),
    "affinity": lambda e, role: e.set_affinity(role, {"nodeAffinity": {"a": [1]}}),
    "scale": lambda e, role: e.scale(role or "worker", 3),
    "suspend": lambda e, role: e.suspend(),
    "resume": lambda e, role: e.resume(),
}


@quick
@given(mutated(), st.lists(st.sampled_from(sorted(CHANGES)), min_size=1, max_size=3), st.data())
def test_editing(case: Case, names: list[str], data: st.DataObject) -> None:
    obj, _ = case
    before = copy.deepcopy(obj)
    plan = CATALOG.plan(obj)
    reading = plan.read(obj)
    roles = [name for name, component in reading.components.items() if component.has_pods]
    role = data.draw(st.sampled_from([None, *roles]))
    edit = plan.edit(obj)
    done: list[str] = []
    for name in names:
        try:
            edit = CHANGES[name](edit, role)
        except (wm.EditError, wm.NotFound):
            continue
        done.append(name)
    assert same(obj, before), "the input is not modified"
    assert same(apply(obj, edit.patch), edit.object)
    if done:
        try:
            again = CHANGES[done[-1]](plan.edit(edit.object), role)
        except (wm.EditError, wm.NotFound):
            # What a wrong type let through once may be read otherwise now; it must not be half done.
            return
        assert again.patch == [], f"{done[-1]} twice changes nothing more"


# --- pods come and go --------------------------------------------------------------------------------------


def state(tally: wm.Tally) -> Any:
    """Everything that a tally says."""
    return {
        key: (
            *(count.current, count.ready, count.finished, count.succeeded, count.terminating),
            dict(count.nodes),
            dict(count.reasons),
            wm.to_builtins(count.resources.value().resources_json()),
            count.resources.value().accelerators_json(),
        )
        for key, count in tally._counts.items()
    }


@quick
@given(mutated(), st.data())
def test_what_goes_leaves_no_trace(case: Case, data: st.DataObject) -> None:
    obj, pods = case
    plan = CATALOG.plan(obj)
    ids = plan.read(obj).ids
    counted = [(plan.place(pod, ids), wm.pod_facts(pod)) for pod in pods]
    keep = data.draw(st.lists(st.booleans(), min_size=len(counted), max_size=len(counted)))
    tally, expected = wm.Tally(), wm.Tally()
    for item in counted:
        tally.add(*item)
    for item, stays in zip(counted, keep, strict=True):
        if stays:
            expected.add(*item)
        else:
            tally.remove(*item)
    assert state(tally) == state(expected)
    for item, stays in zip(counted, keep, strict=True):
        if stays:
            tally.remove(*item)
    assert vars(tally) == vars(wm.Tally())


@quick
@given(mutated(), JUNK, JUNK)
def test_a_place_does_not_depend_on_name_or_uid(case: Case, name: Any, uid: Any) -> None:
    obj, pods = case
    plan = CATALOG.plan(obj)
    ids = plan.read(obj).ids
    for pod in pods:
        if isinstance(pod.get("metadata"), dict):
            other = {**pod, "metadata": {**pod["metadata"], "name": name, "uid": uid}}
            assert plan.place(other, ids) == plan.place(pod, ids)


def test_there_is_something_to_mutate() -> None:
    assert len(real()) >= 4
