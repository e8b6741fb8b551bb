# SPDX-License-Identifier: Apache-2.0
"""The numbers of a leaf: which roles it holds, how many pods of each it wants and needs."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from workload_map.problems import Problem
from workload_map.workload import scale
from workload_map.workload.expr import Expr
from workload_map.workload.gangs.model import Member
from workload_map.workload.gangs.nodes import MemberPlan, NodePlan
from workload_map.workload.gangs.numbers import Context, Values
from workload_map.workload.reading import Instance, Reading, role_id

__all__ = ["Numbers", "Role", "leaf_numbers", "limited", "roles_of", "total"]


class Role(msgspec.Struct, frozen=True):
    """One role of a leaf: `own` is its position among the instances of its component, and their number."""

    plan: MemberPlan
    instance: Instance
    own: tuple[int, int]

    @property
    def key(self) -> tuple[str, str]:
        """Component and instance."""
        return self.plan.component, self.instance.id


class Numbers(msgspec.Struct, frozen=True):
    """Pods of one copy of a leaf."""

    minimum: int | None
    desired: int | None
    members: tuple[Member, ...]


def roles_of(reading: Reading, plan: MemberPlan, context: Context | None) -> list[Role]:
    """The roles of a member: its instance where `each` is about its component, else all of them, of those that
    lie in the instance of `each` where the definition says which do."""
    component = reading.components[plan.component]
    count = len(component.instances)
    found = []
    for index, instance in enumerate(component.instances.values()):
        if context is not None and context.component == plan.component and instance.id not in context.ids:
            continue
        if (
            context is not None
            and context.component == component.parent
            and instance.parent not in (None, *context.ids)
        ):
            continue
        found.append(Role(plan, instance, (index, count)))
    return found


def leaf_numbers(
    node: NodePlan,
    roles: list[Role],
    *,
    copied: bool,
    copies: int | None,
    context: Context | None,
    values: Values,
    at: str,
) -> Numbers:
    """The leaf's numbers in one of `copies` copies (None: not known how many); `at` names it in problems. Where
    it is `copied`, an elastic minimum is about the copies: each needs all of its pods.

    A minimum above what is wanted is lowered to that, which is a problem.
    """
    sole = len(roles) == 1
    whole = None if node.minimum is None else values.number(node.minimum, context)
    explicit = whole is not None
    members: list[Member] = []
    for role in roles:
        name = role_id(*role.key)
        desired = _desired(role, copies, context, values, name)
        given: scale.Number
        if not (node.alone or explicit):
            given = _minimum(role, copied, context, values, desired)
        else:
            # The leaf has a minimum of its own: of one role it needs only what is said of it.
            given = values.number(role.plan.minimum, context, role.own) if role.plan.minimum else 0
        least = _still_to_do(role, context, values, limited(given, desired, name, values.problems), desired)
        members.append(Member(component=role.key[0], instance=role.key[1], min=least, desired=desired))
    desired = total(member.desired for member in members)
    minimum: int | None
    if node.alone:
        minimum = 1 if desired is None else min(1, desired)
    elif explicit:
        minimum = limited(whole, desired, at, values.problems)
        if sole:
            minimum = _still_to_do(roles[0], context, values, minimum, desired)
    else:
        minimum = total(member.min for member in members)
    if sole and (node.alone or explicit):
        members = [msgspec.structs.replace(members[0], min=minimum)]
    if minimum is None:
        _tell_unknown(roles, context, values, at)
    return Numbers(minimum, desired, tuple(members))


def limited(number: scale.Number, limit: int | None, at: str, problems: list[Problem]) -> int | None:
    """A minimum that is no more than `limit`."""
    if not isinstance(number, int):
        return None
    if limit is None or number <= limit:
        return number
    problems.append(
        Problem(
            code="gang.minimum",
            severity="warning",
            message=f"{at}: a minimum of {number} is more than the {limit} wanted; it is read as {limit}",
            at=at,
        )
    )
    return limit


def total(numbers: Iterable[int | None]) -> int | None:
    """The sum; None where one of them is not known."""
    found = list(numbers)
    return None if None in found else sum(number for number in found if number is not None)


def _tell_unknown(roles: list[Role], context: Context | None, values: Values, at: str) -> None:
    """Says of which roles the object does not tell the pods; whatever is wrong with a number was told with it."""
    names = [
        role_id(*role.key)
        for role in roles
        if (
            role.instance.desired is None
            if role.plan.desired is None
            else values.number(role.plan.desired, context, role.own) is None
        )
    ]
    if names:
        values.problems.append(
            Problem(
                code="gang.not-known",
                severity="info",
                message=f"{at}: its minimum is not known, as the object does not say how many pods it has of"
                f" {', '.join(names)}",
                at=names[0],
            )
        )


def _desired(role: Role, copies: int | None, context: Context | None, values: Values, at: str) -> int | None:
    if role.plan.desired is not None:
        number = values.number(role.plan.desired, context, role.own)
        return number if isinstance(number, int) else None
    return _shared(role.instance.desired, copies, values, at)


def _minimum(
    role: Role, copied: bool, context: Context | None, values: Values, desired: int | None
) -> scale.Number:
    if role.plan.minimum is not None:
        number = values.number(role.plan.minimum, context, role.own)
        # The object says none: the next rule holds.
        if number is not None:
            return number
    elastic = role.instance.min if role.plan.desired is None and not copied else None
    if elastic is None or (elastic == 0 and role.plan.zero_is_none):
        return desired
    return elastic


def _still_to_do(
    role: Role, context: Context | None, values: Values, least: int | None, desired: int | None
) -> int | None:
    """No more than the pods that have not ended well."""
    expr: Expr | None = role.plan.done
    if expr is None or least is None or desired is None:
        return least
    done = values.number(expr, context, role.own)
    return min(least, max(0, desired - done)) if isinstance(done, int) else least


def _shared(number: int | None, copies: int | None, values: Values, at: str) -> int | None:
    """A component's number divided among equal copies."""
    if number is None or copies is None or copies == 0:
        return None
    each, rest = divmod(number, copies)
    if rest:
        values.problems.append(
            Problem(
                code="gang.not-equal",
                message=f"{at}: {number} pods cannot be divided among {copies} equal copies",
                at=at,
            )
        )
        return None
    return each
