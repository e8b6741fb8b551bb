# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import copy

from tests.unit.workload.definitions import pod
from workload_map.session.live_shares import Shares
from workload_map.workload.facts import pod_facts


def test_equal_parts_are_one_object_and_the_pods_stay_equal() -> None:
    shares = Shares()
    first, second = pod("a", {"app": "x"}, gpu=1), pod("b", {"app": "x"}, gpu=1)
    one, two = shares.pod(first), shares.pod(copy.deepcopy(second))
    assert (one, two) == (first, second)
    assert one["spec"]["containers"] is two["spec"]["containers"]
    assert one["metadata"]["labels"] is two["metadata"]["labels"]


def test_facts_are_those_of_the_pod_and_share_what_it_asks_for() -> None:
    shares = Shares()
    first, second, third = pod("a", gpu=1), pod("b", gpu=1, node="other"), pod("c", gpu=2)
    third["metadata"]["annotations"] = {"gpu-fraction": "0.5"}
    found = [shares.facts(each) for each in (first, second, third)]
    assert found == [pod_facts(each) for each in (first, second, third)]
    assert found[0].resources is found[1].resources


def test_the_annotations_count() -> None:
    shares = Shares()
    whole, part = pod("a"), pod("b")
    part["metadata"]["annotations"] = {"gpu-fraction": "0.5"}
    assert shares.facts(whole).resources.fractions == 0
    assert shares.facts(part).resources.fractions == pod_facts(part).resources.fractions != 0


def test_it_never_holds_more_than_it_may() -> None:
    shares = Shares(most=3)
    for number in range(20):
        each = pod(f"p{number}", {"app": str(number)})
        assert shares.pod(each) == each
        assert shares.facts(each) == pod_facts(each)
        assert len(shares) <= 3


def test_what_has_no_bytes_is_not_shared() -> None:
    shares = Shares()
    odd = pod("a", {"app": "\ud800"})
    odd["spec"]["priority"] = 2**80
    assert shares.pod(odd) == odd
    assert shares.facts(odd) == pod_facts(odd)
    assert shares.facts({}) == pod_facts({})
