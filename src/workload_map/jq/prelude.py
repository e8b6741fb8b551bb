# SPDX-License-Identifier: Apache-2.0
"""Builtins that are written in jq: the rarer ones, and the general case (several results, paths) of some that
have a direct form in module special. Each is parsed when a program first uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workload_map.jq import ast, parser
from workload_map.jq.scope import Scope

if TYPE_CHECKING:
    from workload_map.jq.compile import Compiler

__all__ = ["PATHS", "TEXTS", "scope_of"]

TEXTS: dict[tuple[str, int], str] = {
    ("recurse", 1): "def recurse(next): def visit: ., (next | visit); visit;",
    ("recurse", 2): "def recurse(next; wanted): def visit: ., (next | select(wanted) | visit); visit;",
    ("while", 2): "def while(go; next): def turn: if go then ., (next | turn) else empty end; turn;",
    ("until", 2): "def until(done; next): def turn: if done then . else next | turn end; turn;",
    ("first", 1): "def first(g): label $found | g | ., break $found;",
    ("limit", 2): """
        def limit($n; g):
          if $n > 0 then
            label $enough
            | foreach g as $one ($n; . - 1; $one, if . <= 0 then break $enough else empty end)
          elif $n == 0 then empty
          else error("limit doesn't support negative count") end;""",
    ("skip", 2): """
        def skip($n; g):
          if $n > 0 then foreach g as $one ($n; . - 1; if . < 0 then $one else empty end)
          elif $n == 0 then g
          else error("skip doesn't support negative count") end;""",
    ("nth", 2): """
        def nth($n; g):
          if $n >= 0 then first(skip($n; g)) else error("nth doesn't support negative index") end;""",
    ("nth", 1): "def nth($n): .[$n];",
    ("repeat", 1): "def repeat(f): def turn: f, turn; turn;",
    ("in", 1): "def in(box): . as $key | box | has($key);",
    ("inside", 1): "def inside(box): . as $part | box | contains($part);",
    ("combinations", 1): "def combinations(n): [limit(n; repeat(.))] | combinations;",
    ("pick", 1): """
        def pick(where): . as $whole
          | reduce path(where) as $p (null; setpath($p; $whole | getpath($p)));""",
    ("truncate_stream", 1): """
        def truncate_stream(events): . as $levels
          | null | events | if .[0] | length > $levels then .[0] |= .[$levels:] else empty end;""",
    ("fromstream", 1): """
        def fromstream(events):
          foreach events as $event (null;
            if .done then null end
            | $event as [$path, $leaf]
            | if $event | length == 2
              then setpath(["built"] + $path; $leaf) | setpath(["done"]; $path | length == 0)
              else setpath(["done"]; $path | length == 1) end;
            if .done then .built else empty end);""",
    ("tostream", 0): """
        def tostream:
          path(def leaves_first: (.[]? | leaves_first), .; leaves_first) as $p
          | getpath($p)
          | reduce path(.[]?) as $inner ([$p, .]; [$p + $inner]);""",
    ("INDEX", 2): """
        def INDEX(rows; key): reduce rows as $row ({}; .[$row | key | tostring] = $row);""",
    ("INDEX", 1): "def INDEX(key): INDEX(.[]; key);",
    ("JOIN", 2): "def JOIN($table; key): [.[] | [., $table[key]]];",
    ("JOIN", 3): "def JOIN($table; rows; key): rows | [., $table[key]];",
    ("JOIN", 4): "def JOIN($table; rows; key; f): rows | [., $table[key]] | f;",
    ("match", 1): "def match($re): match($re; null);",
    ("capture", 1): "def capture($re): capture($re; null);",
    ("scan", 1): "def scan($re): scan($re; null);",
    ("splits", 1): "def splits($re): splits($re; null);",
    ("splits", 2): "def splits($re; $flags): split($re; $flags)[];",
    ("test", 1): "def test($re): test($re; null);",
    ("sub", 2): "def sub($re; by): sub($re; by; null);",
    ("gsub", 2): """def gsub($re; by): sub($re; by; "g");""",
    ("gsub", 3): """def gsub($re; by; $flags): sub($re; by; $flags + "g");""",
    ("paths", 0): "def paths: path(..) | select(. != []);",
    ("paths", 1): "def paths(wanted): path(.. | select(wanted)) | select(. != []);",
    ("del", 1): "def del(where): delpaths([path(where)]);",
    ("with_entries", 1): "def with_entries(f): to_entries | map(f) | from_entries;",
    ("finites", 0): "def finites: select(isfinite);",
    ("normals", 0): "def normals: select(isnormal);",
}
"""Definitions by name and number of arguments."""

PATHS = frozenset(
    {
        ("recurse", 1),
        ("recurse", 2),
        ("while", 2),
        ("until", 2),
        ("repeat", 1),
        ("first", 1),
        ("limit", 2),
        ("skip", 2),
        ("nth", 2),
        ("nth", 1),
    }
)
"""Those that denote places when their arguments do."""


def scope_of(compiler: Compiler, name: str, arity: int) -> Scope:
    """The scope in which a builtin of the prelude is the innermost name; it sees no other."""
    key = (name, arity)
    found = compiler.prelude.get(key)
    if found is None:
        tree = parser.parse(TEXTS[key] + " .", placed=False)
        assert isinstance(tree, ast.Defs)
        found = Scope.root().define(tree.defs[0])
        compiler.prelude[key] = found
    return found
