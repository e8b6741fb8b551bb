# SPDX-License-Identifier: Apache-2.0
"""``gangs --for``: the gangs of each workload in the terms of a scheduler, or of what a cluster has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from workload_map.problems import Problem
from workload_map.session.gangs import each_root, gangs_of, head, placed, pods_of
from workload_map.session.kinds import Selection
from workload_map.session.result import Result
from workload_map.session.roots import Root, Roots
from workload_map.workload.gangs import Gang
from workload_map.workload.gangs.targets import (
    Binding,
    Capabilities,
    Loss,
    Target,
    Translation,
    bind,
    translate,
)
from workload_map.workload.reading import Reading

__all__ = ["PREFERENCE", "Offer", "TranslationView", "choose", "translations"]

#: The order in which ``--for auto`` takes what a cluster has, where no template names a scheduler. First what the
#: cluster's own scheduler does by itself, then schedulers that place pods, then the one that only admits them.
PREFERENCE: Final[tuple[Target, ...]] = ("composite", "native", "kai", "volcano", "coscheduling", "kueue")

#: Targets that a ``schedulerName`` in the templates means. Source: the defaults of the schedulers' own charts.
_SCHEDULERS: Final[dict[str, Target]] = {
    "kai-scheduler": "kai",
    "volcano": "volcano",
    "scheduler-plugins-scheduler": "coscheduling",
}

#: Of an object's metadata what only the server writes.
_SERVER_FIELDS: Final = frozenset(
    {"creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"}
)


class TranslationView(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The gangs of one workload in the terms of one scheduler."""

    name: str | None
    namespace: str | None
    kind: str
    api_version: str
    uid: str | None
    target: Target | None
    """None where none could be chosen, and `refused` says why."""
    objects: tuple[dict[str, Any], ...]
    """To be created in this order, before the pods."""
    bindings: tuple[Binding, ...]
    losses: tuple[Loss, ...]
    refused: tuple[Problem, ...]
    """Why there is no translation: then there are no objects and no bindings."""
    manifest: dict[str, Any] | None
    """The workload with the bindings in it that can stand there; null unless asked for."""
    unbound: tuple[Binding, ...]
    """Of a manifest the bindings that it cannot hold: each pod must be given them when it is created."""
    problems: tuple[Problem, ...]


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """What a cluster has for gangs."""

    found: dict[Target, str]
    """Each target that can be used, and what says so."""
    missing: dict[Target, str]
    """Each of the others, and why."""
    capabilities: Capabilities
    notes: tuple[tuple[Target, str], ...] = ()
    """What could not be found out, and what is taken instead: a sentence, and the target that it is about."""


def translations(
    roots: Roots,
    selection: Selection,
    target: Target | None,
    *,
    offer: Offer | None = None,
    bound: bool = False,
) -> Result[TranslationView]:
    """Each selected workload's gangs in the terms of `target`; None: of what the cluster offers. `offer` is what
    the cluster has, None where none is known; with `bound` the manifest is given too. Raises as `views`."""

    def made(root: Root, reading: Reading) -> TranslationView:
        return _translated(root, reading, target, offer, bound=bound, saved=roots.file_mode)

    return each_root(roots, selection, made)


def _translated(
    root: Root, reading: Reading, target: Target | None, offer: Offer | None, *, bound: bool, saved: bool
) -> TranslationView:
    gangs, problems = gangs_of(reading, pods_of(root, reading))
    said = [*reading.problems, *problems, *root.marks]
    if target is None:
        assert offer is not None
        chosen, why = choose(offer, gangs)
        if chosen is None:
            refused = Problem(code="gang.refused.no-target", message=why)
            return _result(root, reading, None, Translation(target="native", refused=(refused,)), said)
        target = chosen
        said.append(Problem(code="gang.target", severity="info", message=f"{target} is taken: {why}"))
    if offer is not None:
        said += _of_offer(target, offer)
    translation = translate(
        reading, gangs, target, capabilities=offer.capabilities if offer is not None else None
    )
    translation = _not_taken(reading, gangs, translation)
    if translation.refused or not bound:
        return _result(root, reading, target, translation, said)
    manifest = bind(reading, translation)
    said += manifest.problems
    shown = manifest.object if saved else _without_server_fields(manifest.object)
    return _result(root, reading, target, translation, said, manifest=shown, unbound=manifest.by_pod)


def _of_offer(target: Target, offer: Offer) -> list[Problem]:
    found = [
        Problem(code="gang.capabilities", severity="warning", message=note, source="cluster")
        for about, note in offer.notes
        if about == target
    ]
    if target in offer.missing:
        found.append(
            Problem(
                code="gang.not-served",
                severity="warning",
                message=f"the cluster cannot take what is printed: {offer.missing[target]}",
                source="cluster",
            )
        )
    return found


def choose(offer: Offer, gangs: Iterable[Gang]) -> tuple[Target | None, str]:
    """The target for gangs whose pods name these schedulers, and why; None where there is none."""
    names = {node.scheduler_name for gang in gangs for node in gang.walk() if node.scheduler_name is not None}
    asked = {name: _SCHEDULERS[name] for name in sorted(names) if name in _SCHEDULERS}
    if len(set(asked.values())) > 1:
        return None, f"the pods name several schedulers, {', '.join(asked)}: choose one with --for"
    for name, target in asked.items():
        why = offer.found.get(target)
        if why is None:
            return None, f"the pods name the scheduler {name}, but {offer.missing[target]}: choose with --for"
        return target, f"the pods name the scheduler {name}, and {why}"
    for target in PREFERENCE:
        if target in offer.found:
            absent = [offer.missing[one] for one in PREFERENCE[: PREFERENCE.index(target)]]
            return target, "; ".join([offer.found[target], *dict.fromkeys(absent)])
    return None, "the cluster has nothing that starts gangs: " + "; ".join(
        dict.fromkeys(offer.missing[one] for one in PREFERENCE)
    )


def _not_taken(reading: Reading, gangs: Sequence[Gang], translation: Translation) -> Translation:
    """A refusal where pods carry a group that somebody else made, and it is not known to be the controller's: a
    pod belongs to one group for good."""
    known = {node.path for gang in reading.gangs for node in gang.walk() if node.written_by is not None}
    taken: dict[str, None] = {}
    carried: dict[str, None] = {}
    existing = 0
    for gang in gangs:
        existing += gang.live.existing if gang.live is not None else 0
        for node in gang.walk():
            group = node.live.group if node.live is not None else None
            if group is not None:
                carried[group] = None
                if node.written_by is not None and node.path not in known:
                    taken[group] = None
    if taken:
        refused = Problem(
            code="gang.refused.bound",
            message=f"its pods are bound to groups that somebody else made: {_few(taken)}",
        )
        return msgspec.structs.replace(translation, objects=(), bindings=(), refused=(refused,))
    if translation.refused:
        return translation
    notes: list[Problem] = []
    if existing and not carried:
        count = "1 pod exists and is" if existing == 1 else f"{existing} pods exist and are"
        notes.append(
            Problem(
                code="gang.unbound-pods",
                severity="warning",
                message=f"{count} bound to no group: bindings hold for pods that are created later",
            )
        )
    others = [
        group for group in carried if group not in {node.name for gang in gangs for node in gang.walk()}
    ]
    if others:
        notes.append(
            Problem(
                code="gang.bound-by-manifest",
                severity="warning",
                message="its pods are bound to the groups of its manifest, which had no uid, and so have other names"
                f" than these: {_few(others)}",
            )
        )
    return msgspec.structs.replace(translation, problems=(*translation.problems, *notes))


def _few(names: Iterable[str]) -> str:
    listed = list(names)
    return ", ".join(listed[:3]) + (", …" if len(listed) > 3 else "")


def _without_server_fields(obj: dict[str, Any]) -> dict[str, Any]:
    """The object as somebody would apply it: without what only the server writes."""
    metadata = {key: value for key, value in obj["metadata"].items() if key not in _SERVER_FIELDS}
    return {key: metadata if key == "metadata" else value for key, value in obj.items() if key != "status"}


def _result(
    root: Root,
    reading: Reading,
    target: Target | None,
    translation: Translation,
    said: Iterable[Problem],
    *,
    manifest: dict[str, Any] | None = None,
    unbound: tuple[Binding, ...] = (),
) -> TranslationView:
    return TranslationView(
        **head(reading),
        target=target,
        objects=translation.objects,
        bindings=translation.bindings,
        losses=translation.losses,
        refused=placed(root, translation.refused),
        manifest=manifest,
        unbound=unbound,
        problems=placed(root, (*said, *translation.problems)),
    )
