# SPDX-License-Identifier: Apache-2.0
"""Translation as a whole: worked examples as golden files, what is refused everywhere, what is said of all."""

from __future__ import annotations

import msgspec
import pytest

import workload_map as wm
from tests.golden_files import check_golden
from tests.unit.workload.gangs.targets.examples import EXAMPLES, example, reading_of
from tests.unit.workload.gangs.targets.trees import leaf, parent
from workload_map.workload.gangs.model import Gang
from workload_map.workload.gangs.targets import TARGETS, Target, Translation, as_json, as_yaml, translate


def codes(translation: Translation) -> list[str]:
    return [problem.code for problem in (*translation.refused, *translation.problems)]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("target", TARGETS)
def test_example(name: str, target: Target) -> None:
    reading, gangs = example(name)
    translation = translate(reading, gangs, target)
    assert not translation.refused
    check_golden(f"gangs/targets/{name}-{target}.yaml", as_yaml(translation))


@pytest.mark.parametrize("target", TARGETS)
def test_what_the_operator_writes_is_refused(target: Target) -> None:
    reading, gangs = example("podcliqueset")
    written = [msgspec.structs.replace(gang, written_by="operator") for gang in gangs]
    translation = translate(reading, written, target)
    assert {problem.code for problem in translation.refused} == {"gang.refused.written-by-operator"}
    assert translation.objects == translation.bindings == ()


@pytest.mark.parametrize("target", TARGETS)
def test_a_minimum_that_is_not_known_is_refused(target: Target) -> None:
    reading, _ = example("raycluster")
    tree = parent("ray", 2, leaf("ray/head", 1), leaf("ray/gpu", None, 4))
    translation = translate(reading, [tree], target)
    assert [str(problem) for problem in translation.refused] == [
        "error: ray/gpu: the minimum of ray/gpu is not known [gang.refused.unknown-minimum]"
    ]
    assert not translation.objects


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_not_wanted_gets_no_objects(target: Target) -> None:
    reading, gangs = example("jobset")
    idle = [msgspec.structs.replace(gang, active=False) for gang in gangs]
    translation = translate(reading, idle, target)
    assert translation.objects == translation.bindings == translation.losses == translation.refused == ()
    assert codes(translation) == ["gang.inactive"]


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_to_start_together(target: Target) -> None:
    reading, _ = example("jobset")
    translation = translate(reading, (), target)
    assert translation.objects == ()
    assert codes(translation) == ["gang.none"]


@pytest.mark.parametrize("target", TARGETS)
def test_without_uid_there_is_no_owner_and_it_is_said(target: Target) -> None:
    text, gangs = EXAMPLES["raycluster"]
    reading = reading_of(text.replace("uid: %(uid)s, ", ""), gangs)
    translation = translate(reading, reading.gangs, target)
    assert translation.objects
    assert all("ownerReferences" not in found["metadata"] for found in translation.objects)
    assert "gang.no-uid" in codes(translation)


def test_start_order_is_lost_once_for_all_copies() -> None:
    reading, _ = example("leaderworkerset")
    leaders = [leaf("leader", 1, copy=str(n)) for n in range(3)]
    workers = [
        leaf("workers", 4, role=("worker", ""), copy=str(n), start_after=(f"leader-{n}",)) for n in range(3)
    ]
    translation = translate(reading, [*leaders, *workers], "kai")
    assert [(loss.node, loss.copies) for loss in translation.losses] == [("workers", 3)]
    assert "starts after leader: groups have no order" in translation.losses[0].what


def test_json_has_every_field() -> None:
    reading, gangs = example("jobset")
    found = as_json(translate(reading, gangs, "kai"))
    assert list(found) == ["target", "objects", "bindings", "losses", "refused", "problems"]
    assert list(found["bindings"][0]) == [
        "component",
        "instance",
        "where",
        "gang",
        "path",
        "copy",
        "labels",
        "annotations",
        "schedulingGroup",
        "schedulerName",
    ]


def test_text_of_a_refusal_is_comments_alone() -> None:
    reading, gangs = example("jobset")
    written = [msgspec.structs.replace(gang, written_by="operator") for gang in gangs]
    lines = as_yaml(translate(reading, written, "native")).splitlines()
    assert all(line.startswith("#") for line in lines)
    assert lines[1].startswith("# refused: jobset: the controller of JobSet writes")


def test_a_line_break_in_a_name_stays_inside_its_comment() -> None:
    reading, _ = example("jobset")
    tree = leaf("a\nkind: Evil", 1, 3, name="a")
    text = as_yaml(translate(reading, [tree], "kueue"))
    assert not any(line.startswith("kind: Evil") for line in text.splitlines())


def test_pods_of_a_role_that_is_in_no_tree_are_not_bound() -> None:
    reading, _ = example("raycluster")
    translation = translate(reading, [leaf("head", 1)], "native")
    assert [binding.component for binding in translation.bindings] == ["head"]


def many_copies(count: int) -> list[Gang]:
    return [
        parent(
            "group",
            2,
            leaf("group/leader", 1, copy=str(n)),
            leaf("group/worker", 19, copy=str(n)),
            copy=str(n),
        )
        for n in range(count)
    ]


@pytest.mark.parametrize("target", TARGETS)
def test_many_copies_say_their_losses_once(target: Target) -> None:
    reading, _ = example("leaderworkerset")
    translation = translate(reading, many_copies(100), target)
    assert len(translation.losses) <= 2


@pytest.mark.parametrize("target", TARGETS)
def test_copies_that_only_the_pods_tell(target: Target) -> None:
    """Without pods one group stands for all runs of a schedule; a run that its pods name has its own."""
    job = {"parallelism": 2, "template": {"spec": {"containers": [{"name": "main"}]}}}
    obj = {
        "apiVersion": "batch/v1",
        "kind": "CronJob",
        "metadata": {"name": "nightly", "namespace": "ml", "uid": "5f0c"},
        "spec": {"schedule": "@daily", "jobTemplate": {"spec": job}},
    }
    reading = wm.Catalog.builtin().plan(obj).read(obj)
    lost = "only its pods tell how many such gangs there are: all of them share this group"
    assert lost in [loss.what for loss in translate(reading, reading.gangs, target).losses]
    run = [msgspec.structs.replace(gang, copy="nightly-1") for gang in reading.gangs]
    assert lost not in [loss.what for loss in translate(reading, run, target).losses]
