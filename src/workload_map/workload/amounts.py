# SPDX-License-Identifier: Apache-2.0
"""Amounts of resources: of one pod, of several, with what is not known kept apart from 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from workload_map.workload import accelerators
from workload_map.workload.accelerators import FRACTION, MEMORY_MIB

__all__ = ["ANY_DEVICE", "NOTHING", "Amounts", "Resources", "merge", "total"]

#: Amounts by key: ``cpu`` in thousandths of a core, ``memory`` in bytes, a resource name in devices,
#: `accelerators.FRACTION` in devices, `accelerators.MEMORY_MIB` in MiB.
Amounts = dict[str, int | Fraction]

#: Stands in `Resources.missing` for "some devices, of which not even the name can be read".
ANY_DEVICE = "devices"

_NOT_DEVICES = frozenset({"cpu", "memory", FRACTION, MEMORY_MIB, ANY_DEVICE})


class Resources(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What one pod, or several together, ask for.

    `amounts` is what is known, `missing` the keys whose amount is not fully known (see `Amounts`),
    `claims` the devices by device class, `shared_claims` the same for each claim that pods share by name
    (counted once however many pods name it), `unknown` why something cannot be counted at all.
    The properties give None for an amount that is not fully known; `known()` has the sums of what is.
    """

    amounts: Amounts = {}
    missing: frozenset[str] = frozenset()
    claims: dict[str, int] = {}
    shared_claims: dict[str, dict[str, int]] = {}
    unknown: tuple[str, ...] = ()

    @property
    def cpu_millis(self) -> int | None:
        """Thousandths of a core; None if not known."""
        return None if "cpu" in self.missing else int(self.amounts.get("cpu", 0))

    @property
    def memory_bytes(self) -> int | None:
        """Bytes; None if not known."""
        return None if "memory" in self.missing else int(self.amounts.get("memory", 0))

    @property
    def gpus(self) -> int | None:
        """Whole devices of every vendor in `accelerators.WHOLE_DEVICES`; None if not known."""
        if ANY_DEVICE in self.missing or any(map(accelerators.is_whole_device, self.missing)):
            return None
        return sum(int(n) for name, n in self.amounts.items() if accelerators.is_whole_device(name))

    @property
    def devices(self) -> dict[str, int | None]:
        """Devices by resource name, slices by profile left out; None for a count not known."""
        return {name: n for name, n in self._counts() if accelerators.mig_profile(name) is None}

    @property
    def mig(self) -> dict[str, int | None]:
        """MIG slices by profile (``1g.5gb``); None for a count not known."""
        profiles = ((accelerators.mig_profile(name), n) for name, n in self._counts())
        return {profile: n for profile, n in profiles if profile is not None}

    @property
    def fractions(self) -> Fraction | None:
        """The sum of the parts of devices asked for (0.5 = half of one); None if not known."""
        return None if FRACTION in self.missing else Fraction(self.amounts.get(FRACTION, 0))

    @property
    def memory_mib(self) -> int | None:
        """Device memory asked for by size, in MiB; None if not known."""
        return None if MEMORY_MIB in self.missing else int(self.amounts.get(MEMORY_MIB, 0))

    @property
    def claimed(self) -> dict[str, int]:
        """Devices claimed by device class, shared claims counted once."""
        found = dict(self.claims)
        for devices in self.shared_claims.values():
            merge(found, devices)
        return dict(sorted(found.items()))

    @property
    def complete(self) -> bool:
        """Whether every amount is known."""
        return not self.missing and not self.unknown

    def known(self) -> Resources:
        """The same with what is not known left out, so that every property is a number."""
        return msgspec.structs.replace(self, missing=frozenset(), unknown=())

    def add(self, other: Resources) -> Resources:
        """Both together."""
        return total((self, other))

    def scale(self, pods: int | None) -> Resources:
        """What that many such pods ask for.

        None is a number that is not known: then only what one pod does not want is still 0.
        """
        if pods == 1:
            return self
        if pods is None:
            wanted = frozenset(key for key, amount in self.amounts.items() if amount)
            claims = [f"device class {name}: the number of pods is not known" for name in self.claims]
            return Resources(
                missing=self.missing | wanted,
                shared_claims=self.shared_claims,
                unknown=tuple(dict.fromkeys((*self.unknown, *claims))),
            )
        if pods <= 0:
            return NOTHING
        return Resources(
            amounts={key: amount * pods for key, amount in self.amounts.items()},
            missing=self.missing,
            claims={name: count * pods for name, count in self.claims.items()},
            shared_claims=self.shared_claims,
            unknown=self.unknown,
        )

    def resources_json(self) -> dict[str, int | None]:
        """The ``resources`` object of machine output: gpus, cpuMillis, memoryBytes."""
        return {"gpus": self.gpus, "cpuMillis": self.cpu_millis, "memoryBytes": self.memory_bytes}

    def accelerators_json(self) -> dict[str, Any]:
        """The ``accelerators`` object of machine output; its `fractions` is a JSON number."""
        parts = self.fractions
        fractions: int | float | None = None
        if parts is not None:
            fractions = int(parts) if parts.denominator == 1 else float(parts)
        unknown = list(self.unknown)
        if ANY_DEVICE in self.missing:
            unknown.append("devices of a container whose resources cannot be read")
        return {
            "devices": self.devices,
            "mig": self.mig,
            "fractions": fractions,
            "memoryMiB": self.memory_mib,
            "claims": self.claimed,
            "unknown": unknown,
        }

    def _counts(self) -> Iterator[tuple[str, int | None]]:
        for name in sorted((self.amounts.keys() | self.missing) - _NOT_DEVICES):
            if name in self.missing:
                yield name, None
            elif self.amounts[name]:
                yield name, int(self.amounts[name])


#: Asks for nothing: the zero of `Resources.add`.
NOTHING = Resources()


def total(parts: Iterable[Resources]) -> Resources:
    """The sum of all parts: what is missing in one is missing in the sum, whose `known()` still adds up."""
    amounts: Amounts = {}
    missing: set[str] = set()
    claims: dict[str, int] = {}
    shared: dict[str, dict[str, int]] = {}
    unknown: dict[str, None] = {}
    for part in parts:
        merge(amounts, part.amounts)
        missing |= part.missing
        merge(claims, part.claims)
        shared.update(part.shared_claims)
        unknown.update(dict.fromkeys(part.unknown))
    return Resources(
        amounts=amounts,
        missing=frozenset(missing),
        claims=claims,
        shared_claims=shared,
        unknown=tuple(unknown),
    )


def merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Add the numbers of `more` to those of `into`, key by key."""
    for key, amount in more.items():
        into[key] = into.get(key, 0) + amount
