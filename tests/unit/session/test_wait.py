# SPDX-License-Identifier: Apache-2.0
"""What is waited for after a change, and when it is there; the watching is tested on a server."""

from __future__ import annotations

import pytest

from workload_map.kube.errors import ConfigError
from workload_map.session import wait
from workload_map.session.wait import State


def state(headline: str, ready: int | None = 2, desired: int = 2, **more: object) -> State:
    values = {"headline": headline, "desired": desired, "current": ready, "ready": ready, **more}
    return State(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("verb", "suspended", "now", "reached"),
    [
        ("suspend", True, state("Suspended"), True),
        ("suspend", True, state("Suspending"), False),
        ("suspend", True, state("Completed"), False),
        ("resume", False, state("Running", ready=1), True),
        ("resume", False, state("Completed", ready=0), True),
        ("resume", False, state("Resuming"), False),
        ("scale", False, state("Running"), True),
        ("scale", False, state("Running", ready=1), False),
        ("scale", False, state("Running", current=3), False),
        ("scale", False, state("Running", observed=False), False),
        ("scale", False, state("Running", ready=None), True),
        ("scale", False, state("Completed", ready=0), True),
        ("scale", True, state("Suspended", ready=0), True),
        ("set", False, state("Running", ready=1), True),
        ("set", False, state("Running", observed=False), False),
        ("set", False, state("Initializing"), False),
        ("set", True, state("Suspended", ready=0), True),
    ],
)
def test_when_a_goal_is_reached(verb: wait.Verb, suspended: bool, now: State, reached: bool) -> None:
    assert wait.goal(verb, suspended=suspended).reached(now) is reached


def test_goals_and_states_as_text() -> None:
    assert wait.goal("resume", suspended=False).text == "Running or Completed"
    assert state("Running").text == "Running, 2/2 pods ready"
    late = state("Initializing", None, reason="PodsNotReady", observed=False)
    assert late.text == "Initializing (PodsNotReady), ?/2 pods ready, the change is not seen yet"


def test_how_long() -> None:
    assert [wait.seconds(text) for text in ("90", "1m30s", "0", "0s")] == [90, 90, None, None]
    with pytest.raises(ConfigError, match="--timeout: 'soon' is not a time"):
        wait.seconds("soon")
