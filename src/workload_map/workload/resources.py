# SPDX-License-Identifier: Apache-2.0
"""What a pod asks for: one calculator for pod templates and live pods.

The rule is the scheduler's (kubernetes ``component-helpers/resource``): for each resource the larger of
the init sequence and the running containers, a pod-level request in place of what the containers say,
the overhead once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from workload_map import quantity
from workload_map.errors import QuantityError
from workload_map.jq.reads import ANY, ELEMENT, ReadPath
from workload_map.problems import Problem, Problems, pointer
from workload_map.workload import accelerators, dra
from workload_map.workload.accelerators import FRACTION, MEMORY_MIB
from workload_map.workload.amounts import ANY_DEVICE, NOTHING, Amounts, Resources, merge, total

__all__ = ["NOTHING", "READS", "Resources", "pod_resources", "total"]

#: How many devices `FRACTION` and `MEMORY_MIB` are asked of.
_DEVICES = "gpu-fraction-num-devices"

#: What `pod_resources` reads of a pod.
READS: Final[tuple[ReadPath, ...]] = (
    ("metadata", "annotations", FRACTION, ANY),
    ("metadata", "annotations", MEMORY_MIB, ANY),
    ("metadata", "annotations", _DEVICES, ANY),
    ("spec", "containers", ELEMENT, "resources", ANY),
    ("spec", "initContainers", ELEMENT, "resources", ANY),
    ("spec", "initContainers", ELEMENT, "restartPolicy", ANY),
    ("spec", "overhead", ANY),
    ("spec", "resourceClaims", ANY),
    ("spec", "resources", ANY),
)

_UNREADABLE = frozenset({"cpu", "memory", ANY_DEVICE})
#: Of what is counted here, a pod-level request can replace these (KEP-2837).
_POD_LEVEL = ("cpu", "memory")
_SHARES = frozenset(name for sharing in accelerators.SHARING for name in sharing.parts)

_Path = tuple[str | int, ...]


def pod_resources(
    pod: Any, *, claims: Mapping[tuple[str, str], Any] | None = None
) -> tuple[Resources, tuple[Problem, ...]]:
    """What a live pod or a pod template asks for, and every fault found on the way.

    `claims` holds the ResourceClaims and ResourceClaimTemplates of the pod's namespace that could be read,
    by ``(kind, name)``. A fault makes the amounts it touches not known; it never raises. Problem paths are
    relative to the pod's spec (``/containers/0/resources/requests/cpu``), except those that start with
    ``/metadata``.
    """
    problems = Problems()
    spec = pod.get("spec") if isinstance(pod, dict) else None
    if not isinstance(spec, dict):
        problems.add("resources.type", f"the pod spec is {_kind(spec)}, not an object", path="")
        return Resources(missing=_UNREADABLE), tuple(problems)

    want = _Want()
    running = _Want()
    if spec.get("initContainers") is not None:
        for index, container in _items(spec["initContainers"], "initContainers", problems, want):
            asked = _container(container, ("initContainers", index), problems)
            if container.get("restartPolicy") == "Always":
                # A sidecar stays, beside the init containers after it and beside the ordinary containers.
                running.plus(asked)
            else:
                step = _Want()
                step.plus(running)
                step.plus(asked)
                want.at_least(step)
    if spec.get("containers") in (None, []):
        problems.add("resources.type", "the pod spec has no containers", path="/containers")
        want.missing |= _UNREADABLE
    else:
        for index, container in _items(spec["containers"], "containers", problems, want):
            running.plus(_container(container, ("containers", index), problems))
    want.at_least(running)
    _pod_level(spec, want, problems)
    if spec.get("overhead") is not None:
        want.plus(_list(spec["overhead"], ("overhead",), problems))
    _annotations(pod.get("metadata"), want, problems)

    claimed = dra.NO_CLAIMS
    if spec.get("resourceClaims") is not None:
        claimed = dra.pod_claims(spec["resourceClaims"], claims or {}, problems)
    result = Resources(
        amounts=want.amounts,
        missing=frozenset(want.missing),
        claims=claimed.own,
        shared_claims=claimed.shared,
        unknown=claimed.unknown,
    )
    return result, tuple(problems)


class _Want:
    """Amounts under construction: known parts, and the keys that are not fully known."""

    __slots__ = ("amounts", "missing")

    def __init__(self) -> None:
        self.amounts: Amounts = {}
        self.missing: set[str] = set()

    def plus(self, other: _Want) -> None:
        merge(self.amounts, other.amounts)
        self.missing |= other.missing

    def at_least(self, other: _Want) -> None:
        for key, amount in other.amounts.items():
            if amount > self.amounts.get(key, 0):
                self.amounts[key] = amount
        # The larger of two numbers, one of which is not known, is not known either.
        self.missing |= other.missing

    def take(self, key: str, source: _Want) -> None:
        self.amounts.pop(key, None)
        self.missing.discard(key)
        if key in source.amounts:
            self.amounts[key] = source.amounts[key]
        if key in source.missing:
            self.missing.add(key)


_NOTHING = _Want()


def _container(container: dict[str, Any], path: _Path, problems: Problems) -> _Want:
    """What one container asks for: its requests, and its limits where it has no request. Not to be changed."""
    resources = container.get("resources")
    if resources is None or resources == {}:
        return _NOTHING
    if type(resources) is dict:
        requests, limits = resources.get("requests") or {}, resources.get("limits") or {}
        if _texts_only(requests) and _texts_only(limits):
            want = _texts(tuple(requests.items()), tuple(limits.items()))
            if want is not None:
                return want
    return _read(resources, (*path, "resources"), problems)


_TEXT = frozenset({str})


def _texts_only(values: Any) -> bool:
    """As in every live pod. (The cache could not tell a number from a boolean: 1 == True.)"""
    return type(values) is dict and _TEXT.issuperset(map(type, values.values()))


# The cache holds pure results: the requests of a cluster's containers repeat thousands of times.
@lru_cache(maxsize=2048)
def _texts(requests: tuple[tuple[Any, str], ...], limits: tuple[tuple[Any, str], ...]) -> _Want | None:
    """What a container asks for if nothing is wrong with it, else None."""
    problems = Problems()
    want = _read({"requests": dict(requests), "limits": dict(limits)}, (), problems)
    return None if problems else want


def _read(resources: Any, path: _Path, problems: Problems) -> _Want:
    if not isinstance(resources, dict):
        problems.add("resources.type", f"resources is {_kind(resources)}, not an object", path=pointer(path))
        return _unreadable()
    want = _list(resources.get("requests"), (*path, "requests"), problems)
    if resources.get("limits") is not None and ANY_DEVICE not in want.missing:
        asked = want.amounts.keys() | want.missing
        limits = _list(resources["limits"], (*path, "limits"), problems, skip=asked)
        limits.missing -= asked
        want.plus(limits)
    if not (_SHARES.isdisjoint(want.amounts) and _SHARES.isdisjoint(want.missing)):
        _shares(want)
    return want


def _list(value: Any, path: _Path, problems: Problems, *, skip: Collection[str] = ()) -> _Want:
    """A resource list: the quantities of those names that are counted here."""
    if value is not None and not isinstance(value, dict):
        problems.add("resources.type", f"{path[-1]} is {_kind(value)}, not an object", path=pointer(path))
        return _unreadable()
    want = _Want()
    for name, text in (value or {}).items():
        if text is None or name in skip or not (isinstance(name, str) and _counted(name)):
            continue
        try:
            want.amounts[name] = _amount(name, text if type(text) is str else _text(text))
        except QuantityError as error:
            problems.add("resources.quantity", f"{name}: {error}", path=pointer((*path, name)))
            want.missing.add(name)
    return want


def _amount(name: str, text: str) -> int:
    number = quantity.parse(text)
    if number < 0:
        raise QuantityError(f"{text!r} is negative")
    if name == "cpu":
        return quantity.milli(number)
    if name != "memory" and number.denominator != 1:
        raise QuantityError(f"{text!r} is not a whole number of devices")
    return quantity.value(number)


def _counted(name: str) -> bool:
    return name in ("cpu", "memory") or accelerators.is_accelerator(name)


def _text(value: Any) -> str:
    """A quantity that was written as a number, as text; other types are no quantity."""
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return str(value)
    raise QuantityError(f"a quantity is text or a number, not {_kind(value)}")


def _shares(want: _Want) -> None:
    """Turn a container's shared devices into memory or fractions: such a device is not a whole one."""
    for sharing in accelerators.SHARING:
        if not any(name in want.amounts or name in want.missing for name in sharing.parts):
            continue
        memory, percent, _ = (want.amounts.pop(name, 0) for name in sharing.parts)
        by_size = memory > 0 or sharing.memory in want.missing
        if not by_size and sharing.percent not in want.missing and not 0 < percent < 100:
            # All of a device's memory leaves nothing for another container: in effect a whole device.
            want.missing.discard(sharing.cores)
            if sharing.count not in want.missing:
                want.amounts.setdefault(sharing.count, 1)
            continue
        key = MEMORY_MIB if by_size else FRACTION
        if want.missing.isdisjoint((sharing.count, sharing.memory, sharing.percent)):
            # A container that gives a size and no count gets a part of one device.
            each = memory if by_size else Fraction(percent) / 100
            want.amounts[key] = want.amounts.get(key, 0) + each * want.amounts.get(sharing.count, 1)
        else:
            want.missing.add(key)
        want.amounts.pop(sharing.count, None)
        want.missing -= {sharing.count, *sharing.parts}


def _pod_level(spec: dict[str, Any], want: _Want, problems: Problems) -> None:
    """Apply the pod's own ``resources``: a request replaces the containers', a limit counts if none ask."""
    resources = spec.get("resources")
    if resources is None:
        return
    if not isinstance(resources, dict):
        problems.add("resources.type", f"resources is {_kind(resources)}, not an object", path="/resources")
        want.missing.update(_POD_LEVEL)
        return
    requests = _list(_only(resources.get("requests"), _POD_LEVEL), ("resources", "requests"), problems)
    for key in requests.amounts.keys() | (requests.missing & set(_POD_LEVEL)):
        want.take(key, requests)
    # The API server fills a pod-level request from the containers' and only then from the limit.
    unasked = [key for key in _POD_LEVEL if key not in want.amounts and key not in want.missing]
    limits = _list(_only(resources.get("limits"), unasked), ("resources", "limits"), problems)
    for key in unasked:
        want.take(key, limits)


def _only(values: Any, names: Collection[str]) -> Any:
    """The entries of these names; what is no object stays what it is."""
    return {name: values[name] for name in names if name in values} if isinstance(values, dict) else values


def _annotations(metadata: Any, want: _Want, problems: Problems) -> None:
    """Fractions and device memory that KAI Scheduler and Run:ai read from the pod's annotations."""
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    if not isinstance(annotations, dict):
        return
    asked = [name for name in (FRACTION, MEMORY_MIB) if annotations.get(name) is not None]
    if not asked:
        return
    count: Fraction | None = Fraction(1)
    if annotations.get(_DEVICES) is not None:
        count = _annotation(_DEVICES, annotations, problems)
    for name in asked:
        each = _annotation(name, annotations, problems)
        if each is None or count is None:
            want.missing.add(name)
        else:
            want.amounts[name] = want.amounts.get(name, 0) + each * count


def _annotation(name: str, annotations: dict[str, Any], problems: Problems) -> Fraction | None:
    """The number in an annotation: above 0, and whole except for a fraction; else a problem and None."""
    try:
        number = quantity.parse(_text(annotations[name]))
        if number <= 0 or (name != FRACTION and number.denominator != 1):
            kind = "number" if name == FRACTION else "whole number"
            raise QuantityError(f"{annotations[name]!r} is not a {kind} above 0")
    except QuantityError as error:
        path = pointer(("metadata", "annotations", name))
        problems.add("resources.annotation", f"{name}: {error}", path=path)
        return None
    return number


def _items(value: Any, key: str, problems: Problems, want: _Want) -> Iterator[tuple[int, dict[str, Any]]]:
    """The containers of a list; what is no container is a problem, and nothing is then known for sure."""
    if not isinstance(value, list):
        problems.add("resources.type", f"{key} is {_kind(value)}, not a list", path=pointer((key,)))
        want.missing |= _UNREADABLE
        return
    for index, item in enumerate(value):
        if isinstance(item, dict):
            yield index, item
        else:
            where = pointer((key, index))
            problems.add("resources.type", f"a container is {_kind(item)}, not an object", path=where)
            want.missing |= _UNREADABLE


def _unreadable() -> _Want:
    want = _Want()
    want.missing |= _UNREADABLE
    return want


def _kind(value: Any) -> str:
    """The JSON type of a value, with its article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, (int, float)):
        return "a number"
    return "a list" if isinstance(value, list) else "an object"
