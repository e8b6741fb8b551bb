# SPDX-License-Identifier: Apache-2.0
"""Names that are visible at a place of an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workload_map.jq import ast

if TYPE_CHECKING:
    from workload_map.jq.code import Code
    from workload_map.jq.code_paths import PathCode

__all__ = ["Function", "Scope"]


class Function:
    """A function written in jq. `kind` is what its code is taken to be while that is being compiled."""

    __slots__ = (
        "body",
        "code",
        "compiling",
        "compiling_path",
        "kind",
        "name",
        "params",
        "path",
        "recursive",
        "scope",
        "span",
    )

    def __init__(self, definition: ast.FuncDef, scope: Scope) -> None:
        self.name = definition.name
        self.params = definition.params
        self.body = definition.body
        self.span = definition.span
        self.scope = scope
        self.code: Code | None = None
        self.path: PathCode | None = None
        self.kind = 0
        self.compiling = False
        self.compiling_path = False
        self.recursive = False


class Scope:
    """One name, and the scope around it. `depth` is the number of values in the environment here."""

    __slots__ = ("arity", "depth", "function", "kind", "name", "outer")

    def __init__(
        self,
        kind: str,
        name: str,
        outer: Scope | None,
        *,
        depth: int,
        arity: int = 0,
        function: Function | None = None,
    ) -> None:
        self.kind = kind
        self.name = name
        self.outer = outer
        self.depth = depth
        self.arity = arity
        self.function = function

    @staticmethod
    def root(variables: tuple[str, ...] = ()) -> Scope:
        """The outermost scope: the variables that the caller gives."""
        scope = Scope("root", "", None, depth=0)
        for name in variables:
            scope = scope.bind("var", name)
        return scope

    def bind(self, kind: str, name: str) -> Scope:
        """With one more value in the environment: a ``var``, a closure ``param``, a ``label``."""
        return Scope(kind, name, self, depth=self.depth + 1)

    def define(self, definition: ast.FuncDef) -> Scope:
        """With one more function, which sees itself."""
        scope = Scope("func", definition.name, self, depth=self.depth, arity=len(definition.params))
        scope.function = Function(definition, scope)
        return scope

    def find(self, kind: str, name: str) -> Scope | None:
        """The innermost variable or label of this name."""
        scope: Scope | None = self
        while scope is not None:
            if scope.kind == kind and scope.name == name:
                return scope
            scope = scope.outer
        return None

    def callee(self, name: str, arity: int) -> Scope | None:
        """The innermost function or closure parameter that a call means; None for a builtin."""
        scope: Scope | None = self
        while scope is not None:
            if scope.name == name and (
                (scope.kind == "func" and scope.arity == arity) or (scope.kind == "param" and arity == 0)
            ):
                return scope
            scope = scope.outer
        return None
