# SPDX-License-Identifier: Apache-2.0
"""Numbers as people read them: pods, accelerators, quantities, ages. ``?`` is a number that is not known."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from workload_map import quantity

if TYPE_CHECKING:
    from workload_map.workload.viewmodel import AcceleratorsView, ReplicasView, ResourcesView

__all__ = ["accelerators", "age", "cpu", "gpus", "known", "memory", "pods", "pods_with_limits"]

#: Whole devices that are plainly called GPUs; others show their resource name.
_GPU = "nvidia.com/gpu"


def known(number: int | None, at_least: int | None = None) -> str:
    """A number; ``12+?`` where only a part of a sum is known, ``?`` where nothing is."""
    if number is not None:
        return str(number)
    return f"{at_least}+?" if at_least else "?"


def pods(replicas: ReplicasView, *, at_least: int | None = None, brief: bool = False) -> str:
    """``ready/desired``; only desired where `brief` and no pods are known."""
    desired = known(replicas.desired, at_least)
    if brief and replicas.ready is None:
        return desired
    return f"{known(replicas.ready)}/{desired}"


def pods_with_limits(replicas: ReplicasView, *, at_least: int | None = None, brief: bool = False) -> str:
    """``ready/desired (min-max)``: the limits where there are any."""
    text = pods(replicas, at_least=at_least, brief=brief)
    if replicas.min is None and replicas.max is None:
        return text
    return f"{text} ({known(replicas.min)}-{known(replicas.max)})"


def accelerators(
    found: AcceleratorsView, resources: ResourcesView, *, at_least: int | None = None
) -> list[tuple[str, str]]:
    """(kind, number) of each kind of accelerator asked for, whole devices first; none where nothing is."""
    devices = {name: number for name, number in found.devices.items() if number != 0}
    if set(devices) <= {_GPU}:
        cells = [("gpu", known(resources.gpus, at_least))] if resources.gpus != 0 else []
    else:
        cells = [
            ("gpu" if name == _GPU else name, known(devices[name])) for name in sorted(devices, key=_rank)
        ]
    return cells + _others(found, resources.gpus)


def gpus(found: AcceleratorsView, whole: int | None, *, at_least: int | None = None) -> str:
    """Whole devices of every vendor as one number, and beside it what is no whole device, with its kind."""
    others = [f"{number} {kind}" for kind, number in _others(found, whole)]
    return ", ".join(others if others and whole == 0 else [known(whole, at_least), *others])


def _rank(name: str) -> tuple[bool, str]:
    return name != _GPU, name


def _others(found: AcceleratorsView, whole: int | None) -> list[tuple[str, str]]:
    cells = [(f"mig-{name}", known(number)) for name, number in sorted(found.mig.items()) if number != 0]
    if found.fractions != 0:
        cells.append(("gpu fractions", "?" if found.fractions is None else f"{found.fractions:g}"))
    if found.memory_mi_b != 0:
        cells.append(("gpu memory", "?" if found.memory_mi_b is None else f"{found.memory_mi_b}Mi"))
    cells += [(f"claim {name}", known(number)) for name, number in sorted(found.claims.items()) if number]
    if found.unknown and whole is not None and not any(number == "?" for _, number in cells):
        cells.append(("gpu", "?"))
    return cells


def cpu(millis: int | None, at_least: int | None = None) -> str:
    """CPU as a quantity: ``8``, ``250m``."""
    if millis is not None:
        return quantity.format_cpu(millis)
    return f"{quantity.format_cpu(at_least)}+?" if at_least else "?"


def memory(amount: int | None, at_least: int | None = None) -> str:
    """Bytes as a quantity: ``64Gi``, ``70M``."""
    if amount is not None:
        return quantity.format_memory(amount)
    return f"{quantity.format_memory(at_least)}+?" if at_least else "?"


def age(created: str | None, now: float) -> str:
    """The time since `created` (RFC 3339) as kubectl writes it; ``<unknown>`` where it has none."""
    if created is None:
        return "<unknown>"
    try:
        moment = datetime.fromisoformat(created)
        seconds = int(now - moment.timestamp())
    except (ValueError, OverflowError, OSError):
        return "<invalid>"
    if seconds < -1:
        return "<invalid>"
    return duration(max(seconds, 0))


def duration(seconds: int) -> str:
    """Seconds in kubectl's short form: two units at most, fewer the longer it is."""
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if seconds < 120:
        return f"{seconds}s"
    if minutes < 10:
        return f"{minutes}m" + (f"{seconds % 60}s" if seconds % 60 else "")
    if minutes < 180:
        return f"{minutes}m"
    if hours < 8:
        return f"{hours}h" + (f"{minutes % 60}m" if minutes % 60 else "")
    if hours < 48:
        return f"{hours}h"
    if days < 8:
        return f"{days}d" + (f"{hours % 24}h" if hours % 24 else "")
    if days < 730:
        return f"{days}d"
    years = days // 365
    if years < 8:
        return f"{years}y" + (f"{days % 365}d" if days % 365 else "")
    return f"{years}y"
