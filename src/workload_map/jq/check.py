# SPDX-License-Identifier: Apache-2.0
"""Static rules: every name is defined; and what an expression in a definition may not do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from workload_map.jq import ast
from workload_map.jq.builtins_text import FORMATS
from workload_map.jq.names import BUILTINS, UNAVAILABLE
from workload_map.jq.scope import Scope

__all__ = ["Finding", "names", "policy"]


class Finding(NamedTuple):
    """Something wrong at a place of an expression. `code` is ``jq.check`` for what does not compile at all,
    ``jq.policy`` for what is not allowed in a definition."""

    span: ast.Span
    code: str
    severity: Literal["error", "warning"]
    message: str


def names(tree: ast.Node, variables: Sequence[str] = ()) -> list[Finding]:
    """Every function, variable, label and format that does not exist, in source order."""
    checker = _Names()
    checker.visit(tree, Scope.root(tuple(variables)))
    return sorted(checker.found)


#: Nodes that neither use nor make a name: most of any tree, so they are told apart first.
_NAMELESS = frozenset(
    {
        ast.Identity,
        ast.Literal,
        ast.Path,
        ast.Pipe,
        ast.Comma,
        ast.Alternative,
        ast.Or,
        ast.And,
        ast.Binary,
        ast.Array,
    }
)


class _Names:
    def __init__(self) -> None:
        self.found: list[Finding] = []

    def report(self, span: ast.Span, message: str) -> None:
        self.found.append(Finding(span, "jq.check", "error", message))

    def visit(self, node: ast.Node, scope: Scope) -> None:
        if type(node) in _NAMELESS:
            for child in ast.children(node):
                self.visit(child, scope)
            return
        match node:
            case ast.Defs(defs=defs, body=body):
                for definition in defs:
                    scope = scope.define(definition)
                    inner = scope
                    for param in definition.params:
                        inner = inner.bind("param", param.removeprefix("$"))
                        if param.startswith("$"):
                            inner = inner.bind("var", param[1:])
                    self.visit(definition.body, inner)
                self.visit(body, scope)
            case ast.Bind():
                self.visit(node.source, scope)
                inner = scope
                for pattern in node.patterns:
                    self.pattern(pattern, scope)
                    for name in ast.pattern_variables(pattern):
                        inner = inner.bind("var", name)
                self.visit(node.body, inner)
            case ast.Reduce() | ast.Foreach():
                self.visit(node.source, scope)
                self.visit(node.init, scope)
                inner = self.pattern(node.pattern, scope)
                self.visit(node.update, inner)
                if isinstance(node, ast.Foreach) and node.extract is not None:
                    self.visit(node.extract, inner)
            case ast.Label(name=name, body=body):
                self.visit(body, scope.bind("label", name))
            case ast.Break(name=name):
                if scope.find("label", name) is None:
                    self.report(node.span, f"there is no label ${name}")
            case ast.Var(name=name):
                if scope.find("var", name) is None and name != "ENV":
                    self.report(node.span, f"there is no variable ${name}")
            case ast.Format(name=name):
                self.format(name, node.span)
            case ast.Call():
                self.call(node, scope)
            case _:
                if isinstance(node, ast.Text) and node.format is not None:
                    self.format(node.format, node.span)
                for child in ast.children(node):
                    self.visit(child, scope)

    def pattern(self, pattern: ast.Pattern, scope: Scope) -> Scope:
        """Checks the keys in a pattern; the scope with its variables."""
        if isinstance(pattern, ast.VarPattern):
            return scope.bind("var", pattern.name)
        if isinstance(pattern, ast.ArrayPattern):
            for item in pattern.items:
                scope = self.pattern(item, scope)
            return scope
        for entry in pattern.entries:
            self.visit(entry.key, scope)
            if entry.name is not None:
                scope = scope.bind("var", entry.name)
            if entry.value is not None:
                scope = self.pattern(entry.value, scope)
        return scope

    def format(self, name: str, span: ast.Span) -> None:
        if name not in FORMATS:
            self.report(span, f"there is no format {name}")

    def call(self, node: ast.Call, scope: Scope) -> None:
        for arg in node.args:
            self.visit(arg, scope)
        if scope.callee(node.name, len(node.args)) is not None:
            return
        name, arity = node.name, len(node.args)
        if (name, arity) in BUILTINS:
            return
        if name in UNAVAILABLE:
            self.report(node.span, f"{name} is not available: {UNAVAILABLE[name]}")
            return
        arities = sorted(other for known, other in BUILTINS if known == name)
        if arities:
            takes = " or ".join(map(str, arities))
            self.report(node.span, f"{name} takes {takes} arguments, not {arity}")
        else:
            self.report(node.span, f"there is no function {name}/{arity}")


_MUTATIONS = {"del", "delpaths", "setpath"}
_UNBOUNDED = {
    "range": "can give any number of results",
    "recurse": "visits everything below its input",
    "walk": "visits everything below its input",
    "paths": "visits everything below its input",
    "leaf_paths": "visits everything below its input",
    "tostream": "visits everything below its input",
    "fromstream": "can go on without end",
    "repeat": "goes on without end",
    "while": "can go on without end",
    "until": "can go on without end",
    "combinations": "can give any number of results",
}
_ENVIRONMENT = {"env", "builtins"}
_CLOCK = {"now", "localtime", "strflocaltime"}


def policy(tree: ast.Node, variables: Sequence[str] = ()) -> list[Finding]:
    """What a definition may not say, anywhere in the expression: updates and deletions, loops and generators
    without a bound that is known, environment access, names that do not exist. Reading the clock or a time
    zone is a warning. In source order (definition-format, section 8)."""
    found = names(tree, variables)
    visitor = _Policy(found)
    visitor.visit(tree, Scope.root(tuple(variables)), ())
    return sorted(set(found))


class _Policy:
    def __init__(self, found: list[Finding]) -> None:
        self.found = found

    def error(self, span: ast.Span, message: str) -> None:
        self.found.append(Finding(span, "jq.policy", "error", message))

    def visit(self, node: ast.Node, scope: Scope, inside: tuple[ast.FuncDef, ...]) -> None:
        match node:
            case ast.Defs(defs=defs, body=body):
                for definition in defs:
                    scope = scope.define(definition)
                    inner = scope
                    for param in definition.params:
                        inner = inner.bind("param", param.removeprefix("$"))
                    self.visit(definition.body, inner, (*inside, definition))
                self.visit(body, scope, inside)
                return
            case ast.Update(op=op):
                self.error(node.span, f"{op} changes its input; a definition only reads")
            case ast.RecurseAll():
                self.error(node.span, f".. {_UNBOUNDED['recurse']}")
            case ast.Var(name="ENV"):
                if scope.find("var", "ENV") is None:
                    self.error(node.span, "$ENV reads the environment")
            case ast.Call(name=name):
                self.call(node, name, scope, inside)
        for child in ast.children(node):
            self.visit(child, scope, inside)

    def call(self, node: ast.Call, name: str, scope: Scope, inside: tuple[ast.FuncDef, ...]) -> None:
        found = scope.callee(name, len(node.args))
        if found is not None:
            if found.function is not None and any(one.span == found.function.span for one in inside):
                self.error(node.span, f"{name} calls itself")
            return
        if (name, len(node.args)) not in BUILTINS:
            return
        if name in _MUTATIONS:
            self.error(node.span, f"{name} changes its input; a definition only reads")
        elif name in _UNBOUNDED:
            self.error(node.span, f"{name} {_UNBOUNDED[name]}")
        elif name in _ENVIRONMENT:
            self.error(node.span, f"{name} reaches outside the object")
        elif name in _CLOCK:
            message = f"the result of {name} depends on when or where it is evaluated"
            self.found.append(Finding(node.span, "jq.policy", "warning", message))
