# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from workload_map.workload.amounts import ANY_DEVICE, NOTHING, Resources, total
from workload_map.workload.resources import pod_resources


def container(**resources: Any) -> dict[str, Any]:
    return {"name": "main", "resources": resources}


def pod(*containers: dict[str, Any], **spec: Any) -> dict[str, Any]:
    return {"spec": {"containers": list(containers), **spec}}


def read(value: Any, **options: Any) -> Resources:
    found, problems = pod_resources(value, **options)
    assert problems == ()
    return found


def faults(value: Any, **options: Any) -> tuple[Resources, list[tuple[str, str | None]]]:
    found, problems = pod_resources(value, **options)
    return found, [(problem.code, problem.path) for problem in problems]


def gpu(n: int | str, **more: Any) -> dict[str, Any]:
    return {**container(requests={"nvidia.com/gpu": n}), **more}


class TestSums:
    def test_containers_add_up(self) -> None:
        found = read(
            pod(
                container(requests={"cpu": "500m", "memory": "1Gi", "nvidia.com/gpu": "4"}),
                container(requests={"cpu": "1.5", "memory": "1500M"}),
            )
        )
        assert found.cpu_millis == 2000
        assert found.memory_bytes == 2**30 + 1_500_000_000
        assert found.gpus == 4
        assert found.devices == {"nvidia.com/gpu": 4}
        assert found.complete

    def test_c11_an_init_container_before_a_sidecar(self) -> None:
        first = gpu(4)
        sidecar = gpu(1, restartPolicy="Always")
        main = container(requests={"nvidia.com/gpu": 1, "cpu": "1"})
        ordered = read(pod(main, initContainers=[first, sidecar], overhead={"cpu": "250m"}))
        assert (ordered.gpus, ordered.cpu_millis) == (4, 1250)
        swapped = read(pod(main, initContainers=[sidecar, first], overhead={"cpu": "250m"}))
        assert (swapped.gpus, swapped.cpu_millis) == (5, 1250)

    def test_init_containers_run_one_after_another(self) -> None:
        assert read(pod(gpu(1), initContainers=[gpu(2), gpu(3)])).gpus == 3

    def test_c12_a_limit_stands_in_for_a_missing_request(self) -> None:
        found = read(
            pod(
                container(limits={"nvidia.com/gpu": 2, "cpu": "4", "memory": "8Gi"}),
                container(requests={"cpu": "1"}, limits={"cpu": "3"}),
            )
        )
        assert (found.gpus, found.cpu_millis, found.memory_bytes) == (2, 5000, 8 * 2**30)

    def test_an_explicit_zero_stays(self) -> None:
        assert read(pod(container(requests={"cpu": "0"}, limits={"cpu": "4"}))).cpu_millis == 0

    def test_a_null_request_is_no_request(self) -> None:
        assert read(pod(container(requests={"cpu": None}, limits={"cpu": "4"}))).cpu_millis == 4000

    def test_pod_level_requests_replace_cpu_and_memory(self) -> None:
        spec = pod(
            container(requests={"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": 1}),
            resources={"requests": {"cpu": "3"}, "limits": {"memory": "9Gi"}},
            overhead={"cpu": "1"},
        )
        found = read(spec)
        # The memory request is the containers', which the API server prefers to the pod-level limit.
        assert (found.cpu_millis, found.memory_bytes, found.gpus) == (4000, 2**30, 1)

    def test_a_pod_level_limit_counts_where_no_container_asks(self) -> None:
        assert read(pod(container(), resources={"limits": {"memory": "9Gi"}})).memory_bytes == 9 * 2**30

    def test_numbers_are_quantities_too(self) -> None:
        found = read(pod(container(requests={"cpu": 0.5, "memory": 1024, "nvidia.com/gpu": 2})))
        assert (found.cpu_millis, found.memory_bytes, found.gpus) == (500, 1024, 2)

    def test_other_resources_are_not_counted_and_not_judged(self) -> None:
        found = read(pod(container(requests={"ephemeral-storage": "what?", "rdma/hca": "x"})))
        assert found == NOTHING

    def test_amounts_beyond_64_bits_stay_exact(self) -> None:
        memory = str(2**70 + 1)
        assert read(pod(container(requests={"memory": memory}))).memory_bytes == 2**70 + 1

    def test_the_answer_for_one_pod_is_not_changed_by_the_next(self) -> None:
        spec = pod(gpu("2"), gpu("1"))
        assert read(spec).gpus == read(spec).gpus == 3
        assert read(pod(gpu("2"))).gpus == 2


class TestAccelerators:
    def test_every_vendors_devices_are_whole_gpus(self) -> None:
        asked = {"nvidia.com/gpu": 1, "amd.com/gpu": 2, "habana.ai/gaudi": 3, "google.com/tpu": 4}
        found = read(pod(container(limits=asked)))
        assert found.gpus == 10
        assert found.devices == asked

    def test_mig_slices_stand_apart(self) -> None:
        found = read(pod(container(limits={"nvidia.com/mig-1g.5gb": 2, "nvidia.com/mig-3g.20gb": 1})))
        assert found.mig == {"1g.5gb": 2, "3g.20gb": 1}
        assert found.gpus == 0
        assert found.devices == {}

    def test_shared_devices_of_unknown_size_are_listed_and_not_summed(self) -> None:
        found = read(pod(container(limits={"nvidia.com/gpu.shared": 2, "aws.amazon.com/neuroncore": 1})))
        assert found.devices == {"nvidia.com/gpu.shared": 2, "aws.amazon.com/neuroncore": 1}
        assert found.gpus == 0

    @pytest.mark.parametrize(
        ("annotations", "fractions", "memory"),
        [
            ({"gpu-fraction": "0.5"}, Fraction(1, 2), 0),
            ({"gpu-fraction": "0.25", "gpu-fraction-num-devices": "2"}, Fraction(1, 2), 0),
            ({"gpu-memory": "2000"}, 0, 2000),
            ({"gpu-memory": "2000", "gpu-fraction-num-devices": "3"}, 0, 6000),
            ({"gpu-fraction-num-devices": "3"}, 0, 0),
        ],
    )
    def test_annotations_of_kai_and_runai(
        self, annotations: dict[str, str], fractions: Fraction, memory: int
    ) -> None:
        found = read({"metadata": {"annotations": annotations}, **pod(container())})
        assert (found.fractions, found.memory_mib, found.gpus) == (fractions, memory, 0)

    @pytest.mark.parametrize(
        ("asked", "gpus", "fractions", "memory"),
        [
            ({"nvidia.com/gpu": 2, "nvidia.com/gpumem": 3000}, 0, 0, 6000),
            ({"nvidia.com/gpumem": 3000}, 0, 0, 3000),
            ({"nvidia.com/gpu": 2, "nvidia.com/gpumem-percentage": 50}, 0, 1, 0),
            ({"nvidia.com/gpu": 2, "nvidia.com/gpumem-percentage": 100}, 2, 0, 0),
            ({"nvidia.com/gpu": 1, "nvidia.com/gpucores": 30}, 1, 0, 0),
            ({"nvidia.com/gpucores": 30}, 1, 0, 0),
            ({"volcano.sh/vgpu-number": 2, "volcano.sh/vgpu-memory": 1024}, 0, 0, 2048),
            ({"volcano.sh/vgpu-number": 2}, 2, 0, 0),
        ],
    )
    def test_sharing_by_resource_names(
        self, asked: dict[str, int], gpus: int, fractions: Fraction, memory: int
    ) -> None:
        found = read(pod(container(limits=asked)))
        assert (found.gpus, found.fractions, found.memory_mib) == (gpus, fractions, memory)
        assert sum(n or 0 for n in found.devices.values()) == gpus

    def test_shares_are_per_container(self) -> None:
        found = read(pod(container(limits={"nvidia.com/gpu": 1, "nvidia.com/gpumem": 100}), gpu(2)))
        assert (found.gpus, found.memory_mib) == (2, 100)

    def test_json(self) -> None:
        found = read({"metadata": {"annotations": {"gpu-fraction": "0.1"}}, **pod(gpu(1))}).scale(3)
        assert found.accelerators_json() == {
            "devices": {"nvidia.com/gpu": 3},
            "mig": {},
            "fractions": 0.3,
            "memoryMiB": 0,
            "claims": {},
            "unknown": [],
        }
        assert found.resources_json() == {"gpus": 3, "cpuMillis": 0, "memoryBytes": 0}


class TestFaults:
    @pytest.mark.parametrize("value", ["many", "-1", "", True, [], {}, "1.5x"])
    def test_a_bad_quantity_is_not_known(self, value: Any) -> None:
        found, problems = faults(
            pod(container(requests={"cpu": value, "memory": "1Gi"}), container(requests={"cpu": "1"}))
        )
        assert problems == [("resources.quantity", "/containers/0/resources/requests/cpu")]
        assert found.cpu_millis is None
        assert found.memory_bytes == 2**30
        assert found.known().cpu_millis == 1000

    def test_a_fault_in_a_limit_that_is_not_needed_is_no_fault(self) -> None:
        assert read(pod(container(requests={"cpu": "1"}, limits={"cpu": "x"}))).cpu_millis == 1000

    def test_a_device_is_not_divisible(self) -> None:
        found, problems = faults(pod(gpu("0.5")))
        assert problems == [("resources.quantity", "/containers/0/resources/requests/nvidia.com~1gpu")]
        assert found.gpus is None
        assert found.devices == {"nvidia.com/gpu": None}
        assert found.cpu_millis == 0

    @pytest.mark.parametrize(
        ("value", "path"),
        [
            (None, ""),
            ([], ""),
            ({"spec": "x"}, ""),
            ({"spec": {}}, "/containers"),
            ({"spec": {"containers": []}}, "/containers"),
            ({"spec": {"containers": "x"}}, "/containers"),
            (pod("x"), "/containers/0"),
            (pod({"resources": "x"}), "/containers/0/resources"),
            (pod(container(requests=[1])), "/containers/0/resources/requests"),
            (pod(container(limits=3)), "/containers/0/resources/limits"),
            (pod(container(), initContainers={"a": 1}), "/initContainers"),
            (pod(container(), initContainers=[None]), "/initContainers/0"),
        ],
    )
    def test_wrong_types_leave_everything_unknown(self, value: Any, path: str) -> None:
        found, problems = faults(value)
        assert problems == [("resources.type", path)]
        assert (found.cpu_millis, found.memory_bytes, found.gpus) == (None, None, None)
        assert ANY_DEVICE in found.missing
        assert found.accelerators_json()["unknown"]

    def test_unreadable_limits_leave_the_requests_known(self) -> None:
        found, problems = faults(pod(container(requests={"cpu": "1"}, limits="x")))
        assert problems == [("resources.type", "/containers/0/resources/limits")]
        assert (found.cpu_millis, found.memory_bytes, found.gpus) == (1000, None, None)

    def test_pod_level_and_overhead(self) -> None:
        found, problems = faults(pod(container(), resources="x", overhead=[1]))
        assert [path for _, path in problems] == ["/resources", "/overhead"]
        assert found.cpu_millis is None

    def test_a_bad_pod_level_request_is_not_replaced_by_the_containers(self) -> None:
        found, _ = faults(pod(container(requests={"cpu": "1"}), resources={"requests": {"cpu": "x"}}))
        assert found.cpu_millis is None

    @pytest.mark.parametrize(
        "annotations",
        [
            {"gpu-fraction": "half"},
            {"gpu-fraction": "0"},
            {"gpu-memory": "1.5"},
            {"gpu-memory": ["1"]},
            {"gpu-memory": "100", "gpu-fraction-num-devices": "-1"},
        ],
    )
    def test_annotations(self, annotations: dict[str, Any]) -> None:
        found, problems = faults({"metadata": {"annotations": annotations}, **pod(container())})
        assert [code for code, _ in problems] == ["resources.annotation"]
        assert problems[0][1] in {f"/metadata/annotations/{name}" for name in annotations}
        assert None in (found.fractions, found.memory_mib)

    def test_a_bad_share_makes_memory_unknown_and_no_whole_device(self) -> None:
        found, _ = faults(pod(container(limits={"nvidia.com/gpu": 1, "nvidia.com/gpumem": "x"})))
        assert (found.gpus, found.memory_mib, found.devices) == (0, None, {})


TEMPLATE = ("ResourceClaimTemplate", "one-gpu")
V1 = {
    "spec": {
        "spec": {"devices": {"requests": [{"name": "g", "exactly": {"deviceClassName": "gpu.nvidia.com"}}]}}
    }
}


def claiming(**names: str) -> dict[str, Any]:
    return pod(container(), resourceClaims=[{"name": "gpu", **names}])


class TestClaims:
    def test_a_template_that_was_read(self) -> None:
        found = read(claiming(resourceClaimTemplateName="one-gpu"), claims={TEMPLATE: V1})
        assert found.claimed == {"gpu.nvidia.com": 1}
        assert found.scale(4).claimed == {"gpu.nvidia.com": 4}
        assert found.gpus == 0

    def test_a_named_claim_is_shared_by_the_pods_that_name_it(self) -> None:
        claim = {"metadata": {"namespace": "a"}, "spec": V1["spec"]["spec"]}
        found = read(claiming(resourceClaimName="mine"), claims={("ResourceClaim", "mine"): claim})
        assert found.scale(4).claimed == {"gpu.nvidia.com": 1}
        assert found.add(found).claimed == {"gpu.nvidia.com": 1}

    def test_one_that_was_not_read_is_not_known(self) -> None:
        found, problems = faults(claiming(resourceClaimTemplateName="one-gpu"))
        assert problems == [("resources.claim-not-read", "/resourceClaims/0")]
        assert found.unknown == ("ResourceClaimTemplate one-gpu not read",)
        assert not found.complete

    @pytest.mark.parametrize(
        ("request_", "claims", "unknown"),
        [
            ({"deviceClassName": "c", "count": 2}, {"c": 2}, 0),
            ({"exactly": {"deviceClassName": "c", "allocationMode": "All"}}, {}, 1),
            ({"exactly": {"deviceClassName": "c", "adminAccess": True}}, {}, 0),
            ({"exactly": {"deviceClassName": "c", "count": "2"}}, {}, 1),
            ({"firstAvailable": [{"deviceClassName": "c"}, {"deviceClassName": "c"}]}, {"c": 1}, 0),
            ({"firstAvailable": [{"deviceClassName": "c"}, {"deviceClassName": "d"}]}, {}, 1),
            ({}, {}, 1),
            ("x", {}, 1),
        ],
    )
    def test_requests(self, request_: Any, claims: dict[str, int], unknown: int) -> None:
        template = {"spec": {"spec": {"devices": {"requests": [request_]}}}}
        found, _ = pod_resources(claiming(resourceClaimTemplateName="one-gpu"), claims={TEMPLATE: template})
        assert found.claimed == claims
        assert len(found.unknown) == unknown

    @pytest.mark.parametrize("template", [None, [], {"spec": 1}, {"spec": {"spec": {"devices": []}}}])
    def test_malformed_templates(self, template: Any) -> None:
        found, problems = faults(claiming(resourceClaimTemplateName="one-gpu"), claims={TEMPLATE: template})
        assert problems
        assert found.unknown

    @pytest.mark.parametrize("value", ["x", [1], [{"name": "a"}], [{"resourceClaimName": 3}]])
    def test_malformed_lists(self, value: Any) -> None:
        found, problems = faults(pod(container(), resourceClaims=value))
        assert problems
        assert found.unknown


class TestSeveral:
    def test_zero_pods_ask_for_nothing_even_when_one_is_not_known(self) -> None:
        found, _ = faults(pod(container(requests={"cpu": "x"})))
        assert found.scale(0) == NOTHING

    def test_a_number_of_pods_not_known(self) -> None:
        found = read(pod(container(requests={"cpu": "1"}))).scale(None)
        assert found.cpu_millis is None
        # No pod wants memory or GPUs, so however many there are, none is wanted.
        assert (found.memory_bytes, found.gpus) == (0, 0)

    def test_a_sum_keeps_what_is_known(self) -> None:
        bad, _ = faults(pod(container(requests={"cpu": "x", "memory": "1Gi"})))
        good = read(pod(container(requests={"cpu": "2"})))
        both = total([bad, good.scale(3)])
        assert (both.cpu_millis, both.memory_bytes) == (None, 2**30)
        assert both.known().cpu_millis == 6000
        assert both == bad.add(good.scale(3))
