# SPDX-License-Identifier: Apache-2.0
"""How many small faults in the catalog's paths the check against schemas finds.

    python tests/bench/mutate_paths.py [--all] [NAME…]

Each path step of each definition is changed in turn (see `definition.mutate`). A mutant counts where the schema
can judge it: the step that was changed leads, in the schema, to no field or to one of another make. One is found
when the check says something new that is an error or a warning. Where another side of ``//`` stands in for a path
that leads nowhere, the check says so as info, as it must: those have a column of their own. Survivors are listed
with what is known of the reason.
"""

from __future__ import annotations

import argparse
import collections
import sys
import time
from pathlib import Path

import msgspec

from workload_map import jq
from workload_map.definition import codec, crdcheck
from workload_map.definition.crdcheck import check
from workload_map.definition.crdcheck.kindschema import builtin
from workload_map.definition.crdcheck.schema import ELEMENT, Node
from workload_map.definition.expressions import Expression
from workload_map.definition.model import GVK, Definition
from workload_map.definition.mutate import Mutant, mutants, path_steps
from workload_map.jq import ast
from workload_map.jq.ast import Span

ROOT = Path(__file__).resolve().parents[2]
CATALOG = ROOT / "src/workload_map/definition/catalog"
Taken = dict[Span, list[tuple[Node, Node]]]


def schemas(folder: Path, names: str = "*.json") -> crdcheck.Schemas:
    """The schemas of all CRDs below a folder."""
    found = crdcheck.Schemas()
    for path in sorted(folder.rglob(names)):
        for one in crdcheck.crds_in(msgspec.json.decode(path.read_bytes()), source=path.name):
            assert isinstance(one, crdcheck.KindSchema), one
            found.add(one)
    return found


def make(node: Node, depth: int = 3) -> object:
    """What tells places apart: two fields of one make are the same to a schema."""
    if node.unknown:
        return "unknown"
    inner: object = None
    if depth:
        if node.kinds == 16:
            inner = make(node.items(), depth - 1)
        elif node.is_map:
            values = node.values()
            inner = ("map", make(values, depth - 1)) if values is not None else None
        else:
            inner = tuple(sorted(node.names()))
    return (node.kinds, inner)


def following(mutant: Mutant) -> list[str]:
    """The steps that come after the one that was changed, as places have them."""
    for path, index, step in path_steps(jq.parse(mutant.before)):
        if step.span == mutant.span:
            rest = []
            for one in path.steps[index + 1 :]:
                if isinstance(one, ast.Iterate):
                    rest.append(ELEMENT)
                elif (
                    isinstance(one, ast.Index)
                    and isinstance(one.key, ast.Literal)
                    and isinstance(one.key.value, str)
                ):
                    rest.append(one.key.value)
                else:
                    break
            return rest
    return []


def walk(node: Node | None, rest: list[str]) -> Node | None:
    """Where these steps lead to; None where the schema does not have them."""
    for step in rest:
        if node is None or node.unknown:
            break
        if step == ELEMENT:
            node = node.items() if node.kinds == 16 else node.values()
        else:
            node = node.field(step) if node.kinds & 32 else None
    return node


def differ(node: Node | None, other: Node | None) -> bool:
    """Whether the schema tells two places apart by what stands there."""
    if node is None or other is None:
        return True
    if node.unknown or other.unknown:
        return False
    # An int-or-string may stand where an integer does.
    if other.kinds != node.kinds and other.kinds & node.kinds:
        return False
    return make(other) != make(node)


def asks_only(mutant: Mutant) -> bool:
    """Whether the expression only asks if there is anything, which every field may answer."""
    _, end = mutant.span or (0, 0)
    after = mutant.before[end:].lstrip(")? \n")
    return after.startswith(("!= null", "== null", "then", "and ", "or ", "|not", "| not"))


class Judge:
    """Decides what the schema can judge, from the steps that the right expressions take."""

    def __init__(self, definition: Definition, known: crdcheck.Schemas) -> None:
        self.definition = definition
        own = known.versions(definition.gvk)[definition.gvk.version]
        self.roots = {"object": own.root(), "pod": builtin(GVK("", "v1", "Pod")).root()}
        self.expressions = {one.steps: one for one in definition.expressions()}
        self._taken: dict[object, Taken] = {}
        self._checked: dict[object, list[check.Found]] = {}

    def taken(self, expression: Expression) -> Taken:
        """The steps of an expression in the schema."""
        if expression.steps not in self._taken:
            root = self.roots[expression.role.on]
            self._taken[expression.steps] = check.steps_of(expression, root)
        return self._taken[expression.steps]

    def siblings(self, expression: Expression, span: Span) -> list[str]:
        """One other field of the same object, of another make where there is one; what the expression reads in
        its place then has no sense."""
        for origin, node in self.taken(expression).get(span, ())[:1]:
            if origin.kinds == 32 and not origin.unknown and not origin.is_map:
                # Labels and annotations hold any key, so that whatever is read there is right.
                others = [
                    name for name in origin.names() if name not in (node.place[-1], "labels", "annotations")
                ]
                found = [origin.field(name) for name in others]
                apart = [one for one in found if one is not None and make(one) != make(node)]
                return [one.place[-1] for one in apart[:1]] or others[:1]
        return []

    def judges(self, mutant: Mutant) -> bool:
        """Whether the schema tells that the mutant is wrong."""
        if mutant.kind == "phase":
            return self._phase(mutant)
        expression = self.expressions[mutant.path]
        steps = self.taken(expression).get(mutant.span or (0, 0), [])
        if mutant.kind in ("sibling", "level") and asks_only(mutant):
            return False
        rest = following(mutant)
        return bool(steps) and all(self._apart(mutant, origin, node, rest) for origin, node in steps)

    def _apart(self, mutant: Mutant, origin: Node, node: Node, rest: list[str]) -> bool:
        if origin.unknown or node.unknown:
            return False
        end = walk(node, rest)
        if mutant.kind in ("letter", "sibling"):
            assert mutant.name is not None
            other = origin.field(mutant.name)
            if other is None:
                return True
            return differ(end, walk(other, rest))
        if mutant.kind == "level":
            return differ(end, walk(origin, rest))
        # A list where a map is, or the other way round; what more an open object holds nobody knows.
        return not (node.kinds == 32 and node.open)

    def _phase(self, mutant: Mutant) -> bool:
        for expression in self.definition.expressions():
            if expression.role.gives == "phase":
                value = check.check_expression(expression, self.roots["object"], "")
                atoms = value[0].atoms if value is not None else ()
                nodes = [getattr(atom, "node", None) for atom in atoms]
                return all(node is not None and node.enum for node in nodes)
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--all", action="store_true", help="list every survivor")
    parser.add_argument("--crds", type=Path, default=ROOT.parent / "shared/crds")
    options = parser.parse_args()
    known = schemas(options.crds)
    totals: collections.Counter[tuple[str, str]] = collections.Counter()
    start = time.perf_counter()
    for path in sorted(CATALOG.glob("*.yaml")):
        if options.names and not any(name in path.name for name in options.names):
            continue
        for definition in codec.load_definitions(path.read_text(), source=path.name):
            if definition.gvk.version in known.versions(definition.gvk):
                totals += survey(definition, known, options.all)
    report(totals, time.perf_counter() - start)
    survived = sum(count for (_, state), count in totals.items() if state == "survived")
    said = sum(count for (_, state), count in totals.items() if state in ("found", "info only"))
    return int(not said or said < 0.97 * (said + survived))


def survey(
    definition: Definition, known: crdcheck.Schemas, everything: bool
) -> collections.Counter[tuple[str, str]]:
    """Counts of mutants of one definition, by kind and what became of them."""
    judge = Judge(definition, known)
    memory: check.Memory = {}
    before = signature(definition, known, memory)
    totals: collections.Counter[tuple[str, str]] = collections.Counter()
    for mutant in mutants(definition, judge.siblings):
        new = signature(mutant.definition, known, memory) - before
        loud = any(severity != "info" for *_, severity in new)
        state = "found" if loud else "info only" if new else "survived"
        if not judge.judges(mutant):
            state = "found, not judged" if loud else "not judged"
        totals[mutant.kind, state] += 1
        if state == "survived" or (everything and state in ("info only", "not judged")):
            start, end = mutant.span or (0, 0)
            print(f"{state}: {definition.name} {'/'.join(map(str, mutant.path[2:]))} {mutant.kind}")
            shown = mutant.after if len(mutant.after) < 100 else mutant.after[max(0, start - 50) : end + 60]
            print(f"    {mutant.before[start:end]} -> {mutant.name or ''}  in  {' '.join(shown.split())}")
            print(f"    {reason(mutant, judge)}")
    return totals


def reason(mutant: Mutant, judge: Judge) -> str:
    """Why the check has nothing to say, as far as the text shows it."""
    if mutant.kind != "phase" and judge.expressions[mutant.path].role.gives in ("id", "key"):
        return "numbers and texts may both be ids"
    if mutant.kind == "sibling":
        return "the field beside it may stand there as well"
    return "what it gives is used in a way that takes any kind"


def signature(
    definition: Definition, known: crdcheck.Schemas, memory: check.Memory
) -> set[tuple[str | None, str, str, str]]:
    """What the check says of a definition."""
    own = crdcheck.Schemas([known.versions(definition.gvk)[definition.gvk.version]])
    return {
        (problem.path, problem.code, problem.message, problem.severity)
        for problem in crdcheck.check_schemas(definition, own, memory=memory)
        if problem.severity != "info" or problem.code != "crd.unknown"
    }


def report(totals: collections.Counter[tuple[str, str]], seconds: float) -> None:
    """The table."""
    states = ("found", "info only", "survived", "found, not judged", "not judged")
    print(f"{'':10}" + "".join(f"{state:>20}" for state in states))
    for kind in ("letter", "sibling", "level", "list", "phase"):
        print(f"{kind:10}" + "".join(f"{totals[kind, state]:>20}" for state in states))
    sums = {state: sum(count for (_, one), count in totals.items() if one == state) for state in states}
    print(f"{'all':10}" + "".join(f"{sums[state]:>20}" for state in states))
    judged = sums["found"] + sums["info only"] + sums["survived"]
    for what, count in (("found", sums["found"]), ("said at all", judged - sums["survived"])):
        print(f"{what}, of those that can be judged: {count}/{judged} = {count / max(judged, 1):.1%}")
    print(f"{seconds:.1f} s")


if __name__ == "__main__":
    sys.exit(main())
