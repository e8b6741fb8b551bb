# SPDX-License-Identifier: Apache-2.0
"""What the API server fills in for the containers of a Job's template, which no manifest says.

Kueue compares the containers of a Workload that somebody else made with those of the stored Job. Source: kubernetes
1.37 ``pkg/apis/batch/v1/zz_generated.defaults.go``, ``pkg/apis/core/v1/defaults.go``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

__all__ = ["with_defaults"]

_CONTAINER: Final = {"terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File"}
_PROBE: Final = {"timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3}
_HTTP: Final = {"path": "/", "scheme": "HTTP"}
_PROBES: Final = ("livenessProbe", "readinessProbe", "startupProbe")

_Map = dict[str, Any]


def with_defaults(template: _Map) -> _Map:
    """The template with every container as the server stores it; what is there, and what is no container, stays."""
    return _in(
        template,
        "spec",
        lambda spec: _each(_each(spec, "initContainers", _container), "containers", _container),
    )


def _container(given: _Map) -> _Map:
    pull = {"imagePullPolicy": "Always" if _is_latest(given.get("image")) else "IfNotPresent"}
    found = _filled(given, {**pull, **_CONTAINER})
    found = _each(found, "ports", lambda port: _filled(port, {"protocol": "TCP"}))
    found = _each(found, "env", lambda variable: _in(variable, "valueFrom", _source))
    for name in _PROBES:
        found = _in(found, name, _probe)
    return _in(found, "lifecycle", lambda cycle: _in(_in(cycle, "postStart", _handler), "preStop", _handler))


def _is_latest(image: object) -> bool:
    """Whether an image's tag is ``latest``, as it is of one without tag and digest."""
    if not isinstance(image, str):
        return False
    name, _, digest = image.partition("@")
    tag = name.rpartition("/")[2].partition(":")[2]
    return tag == "latest" or (not tag and not digest)


def _source(given: _Map) -> _Map:
    found = _in(given, "fieldRef", lambda field: _filled(field, {"apiVersion": "v1"}))
    return _in(found, "fileKeyRef", lambda key: {"optional": False, **key})


def _probe(given: _Map) -> _Map:
    found = _handler(_filled(given, _PROBE))
    return _in(found, "grpc", lambda action: {"service": "", **action})


def _handler(given: _Map) -> _Map:
    return _in(given, "httpGet", lambda action: _filled(action, _HTTP))


def _filled(given: _Map, defaults: Mapping[str, Any]) -> _Map:
    """With the defaults of fields that are missing, empty or 0."""
    return {**given, **{key: value for key, value in defaults.items() if not given.get(key)}}


def _in(given: _Map, key: str, change: Callable[[_Map], _Map]) -> _Map:
    value = given.get(key)
    return {**given, key: change(value)} if isinstance(value, dict) else given


def _each(given: _Map, key: str, change: Callable[[_Map], _Map]) -> _Map:
    items = given.get(key)
    if not isinstance(items, list):
        return given
    return {**given, key: [change(item) if isinstance(item, dict) else item for item in items]}
