# SPDX-License-Identifier: Apache-2.0
"""A compiled expression, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from workload_map import errors
from workload_map.jq import ast, check, code_paths, deeper, parser, paths
from workload_map.jq.code import ITER, MANY, ONE, OPT, Code, Env, pusher
from workload_map.jq.compile import Compiler
from workload_map.jq.jsontext import encode
from workload_map.jq.limits import DEFAULT_LIMITS, Limits
from workload_map.jq.operators import first_of
from workload_map.jq.runtime import EMPTY, Break, Fail, Limit, Run, Wrapped
from workload_map.jq.scope import Scope

if TYPE_CHECKING:
    from workload_map.jq import dates
    from workload_map.jq.reads import ReadPath
    from workload_map.jq.writable import Obstacle

__all__ = ["Program", "compile"]

T = TypeVar("T")

Clock = Callable[[], float]

# What cannot make a value that is larger than what its text and its input say does not have to be measured.
_GROWING: Final = (ast.Reduce, ast.Foreach, ast.Update, ast.Defs)
_GROWING_CALLS: Final = frozenset(
    {
        *("recurse", "while", "until", "repeat", "walk", "limit", "setpath", "fromstream"),
        *("combinations", "with_entries", "map_values"),
    }
)
_FEW_BUILDERS: Final = 12


class Program:
    """A compiled expression. Values that it is given are never changed; results share structure with them."""

    __slots__ = (
        "_code",
        "_env",
        "_exact",
        "_grows",
        "_limits",
        "_list",
        "_obstacle",
        "_place",
        "_single",
        "ast",
        "text",
        "variables",
    )

    def __init__(self, text: str, tree: ast.Node, variables: tuple[str, ...], limits: Limits) -> None:
        self.text = text
        self.ast = tree
        self.variables = variables
        self._limits = limits
        self._code: Code = Compiler().value(tree, Scope.root(variables))
        self._grows = _grows(tree)
        # What nearly every program is: no variables, the usual limits, results no larger than what they
        # come from. These are evaluated with nothing around them.
        plain = not variables and not self._grows and limits is DEFAULT_LIMITS
        self._single = first_of(self._code).fn if plain else None
        self._list = _bounded(self._code) if plain else None
        self._exact = self._code.kind == ONE
        self._env: Env | None = (Run(), None, None) if self._code.free else None
        self._place: code_paths.PathCode | None = None
        self._obstacle: tuple[Obstacle | None] | None = None

    def __repr__(self) -> str:
        return f"Program({self.text!r})"

    # -- reading

    def first(
        self,
        value: Any,
        default: Any = None,
        *,
        variables: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
        zone: dates.Zone | None = None,
        limits: Limits | None = None,
    ) -> Any:
        """The first result, or `default` when there is none; what would come after it is not evaluated.

        Raises `JqError`: ``jq.runtime``, ``jq.limit``.
        """
        single = self._single
        if single is not None and limits is None and clock is None and zone is None and variables is None:
            try:
                result = single(value, self._env or (Run(), None, None))
                return default if result is EMPTY else result
            except (Fail, Limit, Break, Wrapped) as error:
                raise self._error(error) from None
            except RecursionError:
                # Once more below, where a thread with all its frames is at hand.
                pass

        found: list[Any] = []

        def take(x: Any) -> None:
            found.append(x)
            raise _STOP

        def evaluate(run: Run, env: Env) -> None:
            try:
                pusher(self._code)(value, env, take)
            except Break as leaving:
                if leaving is not _STOP:
                    raise
            self._measure(found, run)

        _STOP = Break(None)
        self._evaluate(evaluate, found, variables, clock, zone, limits)
        return found[0] if found else default

    def all(
        self,
        value: Any,
        *,
        variables: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
        zone: dates.Zone | None = None,
        limits: Limits | None = None,
    ) -> list[Any]:
        """All results, as a new list.

        `variables` gives the values of the variables that the program was compiled with (names without
        ``$``); `clock` gives `now` in seconds since 1970 (without it `now` is an error).
        Raises `JqError`: ``jq.runtime``, ``jq.limit``; one error, and there are no results.
        """
        direct = self._list
        if direct is not None and limits is None and clock is None and zone is None and variables is None:
            try:
                if self._exact:
                    return [self._code.fn(value, self._env or (Run(), None, None))]
                return direct(value, self._env or (Run(), None, None))
            except (Fail, Limit, Break, Wrapped) as error:
                raise self._error(error) from None
            except RecursionError:
                # Once more below, where a thread with all its frames is at hand.
                pass
        found: list[Any] = []
        most = (limits or self._limits).results

        def take(x: Any) -> None:
            if len(found) >= most:
                raise Limit(f"more than {most} results")
            found.append(x)

        def evaluate(run: Run, env: Env) -> None:
            code = self._code
            if code.kind == ONE:
                found.append(code.fn(value, env))
            elif code.kind == MANY:
                code.fn(value, env, take)
            elif code.kind == ITER:
                items = code.fn(value, env)
                if len(items) > most:
                    raise Limit(f"more than {most} results")
                found.extend(items)
            else:
                result = code.fn(value, env)
                if result is not EMPTY:
                    found.append(result)
            self._measure(found, run)

        self._evaluate(evaluate, found, variables, clock, zone, limits)
        return found

    # -- writing

    @property
    def writable(self) -> bool:
        """Whether the expression can denote places, so that it can be written through."""
        return self.why_not_writable is None

    @property
    def why_not_writable(self) -> Obstacle | None:
        """The construct because of which it denotes no place, with its span; None when it can."""
        from workload_map.jq import writable

        if self._obstacle is None:
            self._obstacle = (_anywhere(lambda: writable.obstacle(self.ast)),)
        return self._obstacle[0]

    def paths(
        self, value: Any, *, variables: Mapping[str, Any] | None = None, limits: Limits | None = None
    ) -> list[tuple[Any, ...]]:
        """The places that the expression denotes in `value`, each a tuple of keys, indices and slices
        (``{"start": …, "end": …}``); with ``a // constant`` the place of `a`, whether it is there or not.

        Raises `JqError`: ``jq.no-path`` where it denotes none, ``jq.runtime``, ``jq.limit``.
        """
        found: list[tuple[Any, ...]] = []
        self._evaluate(
            lambda run, env: found.extend(tuple(path) for path in self._places(value, run, env)),
            found,
            variables,
            None,
            None,
            limits,
        )
        return found

    def set(
        self,
        value: Any,
        new: Any,
        *,
        variables: Mapping[str, Any] | None = None,
        limits: Limits | None = None,
    ) -> Any:
        """A copy of `value` with `new` at every place that the expression denotes. What is not on the way
        there is shared; missing parents are made; keys keep their order.

        Raises `JqError`: ``jq.no-path`` where it denotes none, ``jq.runtime``, ``jq.limit``.
        """
        return self._write(value, lambda count: [new] * count, variables, limits)

    def set_each(
        self,
        value: Any,
        new: Sequence[Any],
        *,
        variables: Mapping[str, Any] | None = None,
        limits: Limits | None = None,
    ) -> Any:
        """As `set`, with a value for each place in turn; all or nothing.

        Raises also `JqError` ``jq.count`` when there are more or fewer places than values.
        """

        def values_for(count: int) -> Sequence[Any]:
            if count != len(new):
                raise errors.JqError(
                    f"{len(new)} values for {count} places",
                    expression=self.text,
                    span=self.ast.span,
                    code="jq.count",
                )
            return new

        return self._write(value, values_for, variables, limits)

    def path_reads(self) -> list[ReadPath]:
        """The fields of its input that the expression may read; see `workload_map.jq.reads`."""
        from workload_map.jq import reads

        return _anywhere(lambda: reads.reads(self.ast))

    # -- inside

    def _write(
        self,
        value: Any,
        values_for: Callable[[int], Sequence[Any]],
        variables: Mapping[str, Any] | None,
        limits: Limits | None,
    ) -> Any:
        found: list[Any] = []

        def evaluate(run: Run, env: Env) -> None:
            places = self._places(value, run, env)
            owned = paths.Owned()
            result = value
            for place, new in zip(places, values_for(len(places)), strict=True):
                result = paths.set_path(result, place, new, run, owned)
            found.append(result)

        self._evaluate(evaluate, found, variables, None, None, limits)
        return found[0]

    def _places(self, value: Any, run: Run, env: Env) -> list[list[Any]]:
        """The places to write to; the caller has made sure that errors get out as they should."""
        stopped = self.why_not_writable
        if stopped is not None:
            raise errors.JqError(
                f"nothing to write to: {stopped.reason}",
                expression=self.text,
                span=stopped.span,
                code="jq.no-path",
            )
        if self._place is None:
            from workload_map.jq import writable

            tree = writable.for_writing(self.ast)
            self._place = code_paths.compile_paths(Compiler(), tree, Scope.root(self.variables))
        found: list[list[Any]] = []

        def take(chain: Any, _: Any) -> None:
            if len(found) >= run.limits.results:
                raise Limit(f"more than {run.limits.results} places")
            found.append(code_paths.keys_of(chain, run))

        self._place.fn((None, None, value), value, env, take)
        if not found:
            raise errors.JqError(
                "nothing to write to: the expression gives nothing for this object",
                expression=self.text,
                span=self.ast.span,
                code="jq.no-path",
            )
        return found

    def _evaluate(
        self,
        evaluate: Callable[[Run, Env], None],
        found: list[Any],
        variables: Mapping[str, Any] | None,
        clock: Clock | None,
        zone: dates.Zone | None,
        limits: Limits | None,
    ) -> None:
        """Run `evaluate`, which puts results into `found`, with errors turned into `JqError`."""

        def attempt() -> None:
            run = Run()
            run.clock = clock
            if zone is not None:
                run.zone = zone
            used = limits or self._limits
            if used is not DEFAULT_LIMITS:
                _limit(run, used)
            found.clear()
            evaluate(run, self._environment(run, variables))

        try:
            try:
                attempt()
            except RecursionError:
                # The caller had used up the frames of this thread; another one has all of them.
                deeper.elsewhere(attempt)
        except (Fail, Limit, Break, Wrapped) as error:
            raise self._error(error) from None
        except RecursionError:
            raise self._error(Limit("nested too deeply for the recursion limit of this process")) from None

    def _environment(self, run: Run, variables: Mapping[str, Any] | None) -> Env:
        env: Env = (run, None, None)
        given = variables or {}
        for name in self.variables:
            if name not in given:
                raise TypeError(f"no value for the variable ${name}")
            env = (run, given[name], env)
        for name in given:
            if name not in self.variables:
                raise TypeError(f"the program has no variable ${name}")
        return env

    def _measure(self, found: list[Any], run: Run) -> None:
        """Walk results that may be far larger than the work they took: parts may be shared many times, and
        who prints them would never end."""
        if not self._grows:
            return
        left = run.left
        depth = 0
        level = [x for x in found if type(x) is list or type(x) is dict]
        while level:
            depth += 1
            if depth > run.limits.depth:
                raise Limit(f"a result is nested more than {run.limits.depth} levels deep")
            following = []
            for x in level:
                left -= 1 + len(x)
                if left < 0:
                    raise Limit(f"the results hold more values than {run.limits.steps} steps can visit")
                parts = x.values() if type(x) is dict else x
                following.extend([y for y in parts if type(y) is list or type(y) is dict])
            level = following

    def _error(self, error: Exception) -> errors.JqError:
        if isinstance(error, Wrapped):
            error = error.error
        span = getattr(error, "span", None) or self.ast.span
        if span[0] < 0:
            span = self.ast.span
        if isinstance(error, Limit):
            return errors.JqError(error.message, expression=self.text, span=span, code="jq.limit")
        if isinstance(error, Fail):
            return errors.JqError(_message(error.value), expression=self.text, span=span)
        return errors.JqError("break without its label", expression=self.text, span=span)


def _bounded(code: Code) -> Callable[[Any, Env], list[Any]]:
    """All results of the code as a new list, no more than the usual limit."""
    f = code.fn
    most = DEFAULT_LIMITS.results
    if code.kind == ONE:
        return lambda v, env: [f(v, env)]
    if code.kind == OPT:

        def list_one(v: Any, env: Env) -> list[Any]:
            x = f(v, env)
            return [] if x is EMPTY else [x]

        return list_one
    if code.kind == ITER or code.all is not None:
        everything = f if code.kind == ITER else code.all
        assert everything is not None

        def list_all(v: Any, env: Env) -> list[Any]:
            items = everything(v, env)
            if len(items) > most:
                raise Limit(f"more than {most} results")
            return list(items)

        return list_all

    def list_pushed(v: Any, env: Env) -> list[Any]:
        items: list[Any] = []

        def take(x: Any) -> None:
            if len(items) >= most:
                raise Limit(f"more than {most} results")
            items.append(x)

        f(v, env, take)
        return items

    return list_pushed


def _message(value: Any) -> str:
    if type(value) is str:
        return value if len(value) <= 500 else value[:500] + "..."
    run = Run()
    run.left = 2_000
    try:
        text = encode(value, run)
    except Limit:
        text = "a large value"
    return f"error: {text if len(text) <= 500 else text[:500] + '...'}"


def _limit(run: Run, limits: Limits) -> None:
    run.limits = limits
    run.left = limits.steps


def _grows(tree: ast.Node) -> bool:
    """Whether results may be much larger than the text and the input."""
    builders = 0
    for node in ast.walk(tree):
        if isinstance(node, _GROWING) or (isinstance(node, ast.Call) and node.name in _GROWING_CALLS):
            return True
        if isinstance(node, ast.Array | ast.ObjectNode):
            builders += 1
    return builders > _FEW_BUILDERS


def _anywhere(function: Callable[[], T]) -> T:
    """What the function gives, in a thread with all its frames if those here do not suffice."""
    try:
        return function()
    except RecursionError:
        return deeper.elsewhere(function)


def compile(text: str, variables: Sequence[str] = (), *, limits: Limits = DEFAULT_LIMITS) -> Program:
    """The program that an expression says. `variables` are the names (without ``$``) that it may use and
    whose values each evaluation gives.

    Raises `JqError`: ``jq.syntax``, ``jq.check`` for a name that does not exist, ``jq.limit`` for a text that
    is too long.
    """

    def make() -> Program:
        tree = parser.parse(text, limits)
        wrong = check.names(tree, variables)
        if wrong:
            first = wrong[0]
            raise errors.JqError(first.message, expression=text, span=first.span, code=first.code)
        return Program(text, tree, tuple(variables), limits)

    try:
        return _anywhere(make)
    except RecursionError:
        raise errors.JqError(
            "nested too deeply for the recursion limit of this process",
            expression=text,
            span=(0, 1),
            code="jq.limit",
        ) from None
