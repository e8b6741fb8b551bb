# SPDX-License-Identifier: Apache-2.0
"""The grammar of the fuzzer's programs: one template or leaf a line, by kind.

In a template, «kind» is an operand (in parentheses where it needs them) and «kind.» stands free.
Kinds: any, num, int (a small one), str, arr, nums, strs, objs (arrays of those), obj, bool, path, many
(any number of results), date, and those that are leaves alone.
"""

from __future__ import annotations

__all__ = ["LEAVES", "TEMPLATES"]


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


TEMPLATES: dict[str, tuple[str, ...]] = {
    "any": _lines(
        r"""
        «any» | «any»
        «any» | «any» | «any»
        «arr»[«int.»]
        «arr»[«num.»]?
        «obj»[«str.»]
        «obj».«key»
        «any».«key»?
        «any»[«str.»]?
        «any»[«any.»]?
        «any» // «any»
        «path» // «any»
        «path» // empty // «any»
        first(«many.») // «any»
        if «bool.» then «any.» else «any.» end
        if «any.» then «any.» end
        if «bool.» then «any.» elif «any.» then «any.» else «any.» end
        if «many.» then «any.» else «any.» end
        try «any»
        «any»?
        try «any» catch "E"
        try error(«any») catch (if type == "string" then "E" else . end)
        try error catch (if type == "string" then "E" else . end | «any»)
        try («any» | error("x")) catch (if type == "string" then "E" else . end | «any»)
        .. |= (if type == "number" then «num.» else . end)
        getpath(«keys.»)
        getpath([«str.», «int.»])
        setpath(«keys.»; «any.»)
        delpaths([«keys.»])
        delpaths([«keys.», «keys.»])
        delpaths([path(«path.»)])
        del(«path.»)
        del(«path.», «path.»)
        to_entries
        pick(«path.»)
        pick(first(«path.»))
        «path» = «any»
        «path» = «many»
        «path» |= «any»
        «path» |= empty
        «path» |= («path» = «any»)
        «path» += «num»
        «path» -= «num»
        «path» *= «num»
        «path» /= «num»
        «path» %= «int»
        «path» //= «any»
        «path» += «any»
        reduce path(«path.») as $p (.; setpath($p; «any.»))
        «any» | tojson | fromjson
        «any» | tostring | fromjson?
        «any» | walk(«any.»)
        «any» | walk(if type == "object" then del(.«key») else . end)
        «any» | walk(if type == "array" then sort else . end)
        map(«any.»)
        map(«any.»)?
        map_values(«any.»)
        map_values(empty)
        with_entries(.value |= «any.»)
        with_entries(.key |= tostring + "x")
        with_entries(select(.value | «bool.»))
        «many»
        «many»
        first(«many.»)
        last(«many.»)
        nth(«int.»; «many.»)
        «arr» | first
        «arr» | last
        «arr» | nth(«int.»)
        «arr» | min
        «arr» | max
        «objs» | min_by(.«key»)
        «objs» | max_by(«any.»)
        «arr» | add
        add(«many.»)
        add(«objs»[].«key»)
        «obj» + «obj»
        «arr» - «arr»
        «any» + «any»
        «any» - «any»
        «any» * «any»
        «any» / «any»
        «any» % «any»
        -«any»
        -(«num»)
        «num»
        «arr» | bsearch(«any.»)
        «any» | length?
        [«any.»] | tostream
        fromstream(«any» | tostream)
        fromstream(1 | truncate_stream([[0], 1], [[1, 0], 2], [[1, 0]], [[1]]))
        [1 | truncate_stream(«any» | tostream)]
        «num» | until(. > 20 or isnan; . * 2 + 3)
        «any» | error(«any.»)
        null
        «any» | .. | numbers
        «any» | (.. | select(type == «type»)) |= «any»
        limit(3; «any» | recurse(«any.»))
        [limit(5; repeat(«any.»))]
        limit(4; «num» | while(. < 50; . + «int»))
        .
        «arr» as [$x, $y] | {a: $x, b: $y}
        «any» as {a: $x, b: [$y]} | [$x, $y]
        «any» as [$x] ?// $x | [$x]
        «any» as {a: $x} ?// [$x] ?// $x | [$x]
        [«any» as [$x, $x] ?// {a: $x} | $x]
        [«any» as {a: $x} ?// $y | [$x, $y]]
        «any» as {$a, b: {$c}} | {$a, $c}
        «any» as {"a": $x, "b\("")": $y, $c: [$z]} | [$x, $y, $c, $z]
        «any» as {(«key1», "b"): $x} | $x
        «obj» as {$a: [$x]} ?// {$a} | [$a, $x]
        «arr» | .[0] as $x | .[1:] | . + [$x]
        def f: «any.»; f | f
        def f(g): «any.» | g; f(«any.»)
        def f($x): [$x, «any.»]; f(«many.»)
        def f($x; g): $x | g; f(«any.»; «any.»)
        def f(g): def h: g; [h, h]; f(«any.»)
        def f(x; $y): [x, $y]; f(«many.»; «many.»)
        def f: if type == "number" and . < 5 then . + 1 | f else . end; «int» | f
        def f: if type == "array" then map(f) else [.] end; f
        def f: reduce .[]? as $x (0; . + 1); def g: f + 1; [f, g]
        1 as $x | def f: $x; 2 as $x | [f, $x]
        def f: def f: 1; f + 1; f
        def f(f): f | f; f(«any.»)
        [«arr» | combinations?]
        [[«num.», «num.»], [«num.»]] | [combinations]
        [«int», «int»] | [combinations(2)]
        «arr» | transpose?
        [«arr», «arr»] | transpose
        «any» | ascii_downcase?
        INDEX(«many.»; .«key»?)
        «objs» | INDEX(.«key»)
        [JOIN({a: 1, b: 2}; «strs»[]; .)]
        «strs» | JOIN({a: 1}; .)
        [JOIN({a: 1}; «strs»[]; .; .[1])]
        «arr» | getpath([«int.»])
        splits(«re.»)?
        «str» | [splits(«re.»)]
        «str» | capture(«re.»; «flags.»)
        «str» | [match(«re.»; «flags.»)]
        «str» | [match(«re.»; «flags.») | [.offset, .length, .string, .captures]]
        «str» | [scan(«re.»)]
        «str» | [scan(«re.»; «flags.»)]
        «str» | [scan(«re.»)] | length
        isempty(«many.»)
        [limit(«int.»; «many.»)]
        [skip(«int.»; «many.»)]
        [first(range(10; 0; -1))]
        ltrimstr(«any.»)
        rtrimstr(«any.»)
        «any» | tojson
        @json
        @text
        «any» | @json
        «any» | toboolean?
        «any» | tonumber?
        «any» | keys?
        «any» | has(«any.»)?
        «any» | flatten?
        «any» | trimstr(«str.»)
        «any» | abs?
        «any» | not
        «any» | type
        «any» | implode?
        «any» | from_entries?
        «any» | env
        $ENV
        «date»
        """
    ),
    "num": _lines(
        r"""
        «num» + «num»
        «num» - «num»
        «num» * «num»
        «num» / «num»
        «num» % «num»
        «int» % «int»
        -«num»
        «any» | length?
        «str» | length
        «arr» | length
        «obj» | length
        «str» | utf8bytelength
        «nums» | add
        «nums» | min
        «nums» | max
        «num» | floor
        «num» | ceil
        «num» | round
        «num» | trunc
        «num» | rint
        «num» | nearbyint
        «num» | fabs
        «num» | abs
        «num» | sqrt
        «num» | significand
        «num» | logb
        «num» | frexp | .[1]
        «num» | modf | .[0]
        pow(«num.»; «int.»)
        fmin(«num.»; «num.»)
        fmax(«num.»; «num.»)
        fmod(«num.»; «num.»)
        fdim(«num.»; «num.»)
        remainder(«num.»; «num.»)
        drem(«num.»; «num.»)
        ldexp(«num.»; «int.»)
        scalb(«num.»; «int.»)
        copysign(«num.»; «num.»)
        nextafter(«num.»; «num.»)
        fma(«num.»; «num.»; «num.»)
        «str» | index(«str1.»)
        «str» | rindex(«str1.»)
        «numtext» | tonumber
        «num» | tostring | tonumber
        «num» | tojson | fromjson
        reduce range(«int.») as $i («num.»; . + $i)
        reduce «nums»[] as $x (0; . * 10 + $x)
        [range(«int.»)] | length
        [foreach range(4) as $i («num.»; . * $i + 1)] | add
        if «bool.» then «num.» else «num.» end
        «nums»[«int.»] // «num»
        «nums» | first // 0
        infinite
        nan
        nan | isnan | if . then 1 else 0 end
        «nums» | index(«num.»)
        «str» | explode | add
        «date» | if type == "number" then . else 0 end
        """
    ),
    "str": _lines(
        r"""
        «str» + «str»
        «str» * «int»
        «int» * «str»
        «any» | tostring
        «any» | tojson
        «any» | type
        «str» | ascii_downcase
        «str» | ascii_upcase
        «str» | ltrimstr(«str1.»)
        «str» | rtrimstr(«str1.»)
        «str» | trimstr(«str1.»)
        «str» | ltrim
        «str» | rtrim
        «str» | trim
        «str»[«int.»:«int.»]
        «str»[«num.»:]
        «str»[:«num.»]
        «strs» | join(«str1.»)
        «arr» | join(«str1.»)?
        «strs» | add
        «str» | explode | implode
        «str» | explode | reverse | implode
        «str» | reverse
        «str» | split(«str1.») | join("-")
        «str» | sub(«re.»; «str1.»)
        «str» | gsub(«re.»; «str1.»)
        «str» | sub(«re.»; «str1.»; «flags.»)
        «str» | gsub(«re.»; «str1.»; «flags.»)
        «str» | gsub("(?<x>[a-z])(?<y>.)?"; "\(.y)\(.x)")
        «str» | sub("(?<x>\\w+)"; "<\(.x | ascii_upcase)>")
        "\(«any.»)"
        "a\(«num.»)b\(«str.»)"
        "\(«many.»)-\(«any.»)"
        @base64 "x\(«str.»)"
        @json "v: \(«any.»)"
        @html "<b>\(«any.»)</b>"
        @uri "?q=\(«any.»)"
        @sh "echo \(«str.»)"
        @csv "\(«nums.»)"
        @text "\(«any.»)"
        «str» | @base64
        «str» | @base64 | @base64d
        «str» | @base64d?
        «str» | @uri
        «str» | @uri | @urid
        «any» | @html
        «any» | @uri
        «any» | @sh?
        «strs» | @sh
        «arr» | @csv?
        «arr» | @tsv?
        «nums» | @csv
        «strs» | @tsv
        «any» | @json
        «any» | @text
        «any» | format("json")
        «obj» | keys | first // ""
        «objs» | map(.«key» | tostring) | join(",")
        if «bool.» then «str.» else «str.» end
        «str» / «str1» | first // ""
        «num» | tostring
        [«num.», «num.»] | tojson
        """
    ),
    "bool": _lines(
        r"""
        «any» == «any»
        «any» != «any»
        «any» < «any»
        «any» <= «any»
        «any» > «any»
        «any» >= «any»
        «num» < «num»
        «num» == «num»
        «str» < «str»
        «bool» and «bool»
        «bool» or «bool»
        «any» and «any»
        «any» or «many»
        «bool» | not
        «obj» | has(«str.»)
        «arr» | has(«int.»)
        «str1» | in(«obj.»)
        «str» | startswith(«str1.»)
        «str» | endswith(«str1.»)
        «str» | test(«re.»)
        «str» | test(«re.»; «flags.»)
        «str» | contains(«str1.»)
        «arr» | contains(«arr.»)?
        «obj» | contains(«obj.»)?
        «any» | contains(«any.»)?
        «any» | inside(«any.»)?
        any(«many.»; «bool.»)
        all(«many.»; «bool.»)
        «arr» | any
        «arr» | all
        «arr» | any(«bool.»)
        «arr» | all(«any.»)
        «any» | IN(«many.»)
        «str» | IN("a", "b", "")
        IN(«many.»; «many.»)
        «num» | isnan
        «num» | isinfinite
        «num» | isnormal
        «num» | isfinite
        isempty(«many.»)
        «any» | type == «type»
        («path.») == «any»
        [«many.»] == [«many.»]
        «any» | tostring == tojson
        """
    ),
    "arr": _lines(
        r"""
        [«many.»]
        [«any.», «any.»]
        [.[]?]
        «arr» + «arr»
        «arr» - «arr»
        «arr»[«int.»:«int.»]
        «arr»[«num.»:]
        «arr»[:«num.»]
        «nums»
        «strs»
        «objs»
        «arr» | map(«any.»)
        «arr» | map(select(«bool.»))
        «arr» | reverse
        «arr» | sort
        «arr» | unique
        «objs» | sort_by(.«key»)
        «objs» | sort_by(.«key», .«key»)
        «objs» | sort_by(-(.«key» | numbers))
        «objs» | group_by(.«key»)
        «objs» | unique_by(.«key»)
        «arr» | sort_by(«any.»)
        «arr» | group_by(«any.»)
        «arr» | unique_by(«any.»)
        «arr» | unique_by(length?)
        «arr» | flatten
        «arr» | flatten(«int.»)
        «obj» | keys
        «obj» | to_entries
        «obj» | [.[]]
        «any» | [paths]
        «any» | [paths(«bool.»)]
        «any» | [paths(type == «type»)]
        [path(«path.»)]
        [path(«path.» | select(«any»))]
        «any» | [..]
        «any» | [.. | scalars]
        «any» | [tostream]
        «any» | [paths(scalars)]
        «str» | split(«str1.»)
        «str» | split(«re.»; «flags.»)
        «str» | explode
        «str» / «str1»
        «str» | indices(«str1.»)
        «str» | indices(«str.»)
        «arr» | indices(«any.»)
        «nums» | indices([«num.»])
        «arr» | to_entries?
        «arr» | .[«int.»] = «any»
        «arr» | .[«int.»:«int.»] = «arr»
        «arr» | .[«int.»:] |= «arr»
        «arr» | del(.[«int.»])
        «arr» | del(.[«int.»:«int.»])
        «arr» | del(.[«int.», «int.»])
        «arr» | (.[] | select(«bool.»)) |= «any»
        «arr» | .[1:] |= map(«any.»)
        «arr» | map(arrays, objects)
        «arr» | map(values | iterables, scalars)
        «arr» | map(nulls, booleans, numbers, strings)
        [.[]? as $x | $x, [$x]]
        [«many» as $x | «many» as $y | [$x, $y]]
        [limit(«int.»; «many.»)]
        [label $out | «many» | if «bool.» then ., break $out else . end]
        [label $a | label $b | 1, (if «bool.» then break $a else break $b end), 2]
        [foreach «many» as $x (0; . + 1; [$x, .])]
        [foreach «many» as [$x, $y] (null; [$x, .]; .)]
        [foreach «many» as $x («many.»; «any.»; «any.»)]
        reduce «many» as $x ([]; [$x] + .)
        reduce «many» as $x («many.»; [., $x])
        reduce «many» as {a: $x} ([]; . + [$x])
        reduce «many» as $x (.; empty)
        [reduce «many» as $x (0; . + 1, . + 2)]
        [splits(", *")?]
        [«str» | scan("\\w+")]
        [«many.»]
        «arr» | walk(if type == "number" then . + 1 else . end)
        [range(«int.»)]
        [range(«int.»; «int.»)]
        [range(«few.»; «few.»; «step»)]
        [range(0, 1; 3, 4)]
        [.[]?, .[]?]
        [try «many» catch "E"]
        [«many»?]
        «num» | frexp
        «num» | modf
        """
    ),
    "nums": _lines(
        r"""
        [«num.», «num.», «num.»]
        [range(«int.»)]
        «nums» | map(. + «num»)
        «nums» | sort
        «nums» | map(«num.»)
        [«nums»[] | select(. > «num»)]
        [«any» | .. | numbers]
        """
    ),
    "strs": _lines(
        r"""
        [«str.», «str.»]
        [«str.», «str.», «str.»]
        «obj» | keys
        «strs» | map(. + "s")
        «strs» | sort
        [«any» | .. | strings]
        «str» | split("")
        """
    ),
    "objs": _lines(
        r"""
        [«obj.», «obj.»]
        [«obj.», «obj.», «obj.»]
        «objs» | map(.«key» = «any»)
        [{«key»: «any»}, {«key»: «any»}, {«key»: «any»}]
        [{«key»: «num»}, {«key»: «num»}, {«key»: «num»}]
        [«any» | .. | objects]
        «obj» | to_entries
        """
    ),
    "obj": _lines(
        r"""
        {«key»: «any»}
        {«key»: «any», «key»: «any»}
        {"a": «any», b: «many», («str.»): 1}
        {a, b}
        {(«str.»): «any»}
        {(«many1.»): «any»}
        {"x\(«num.»)": «any»}
        {«key»: «many», «key»: «many»}
        «any» as $x | {$x, y: 1}
        {(@base64 "x"): 1}
        {"a b"}
        {if: 1, and: 2, reduce: 3} | {if, and, reduce}
        «obj» + «obj»
        «obj» * «obj»
        «obj» | map_values(«any.»)
        «obj» | with_entries(.key |= «str.»)
        «obj» | del(.«key»)
        «obj» | .«key» = «any»
        «obj» | .«key» += «any»
        «obj» | .«key».«key» = «any»
        «obj» | .«key»[«int.»] = «any»
        «obj» | to_entries | from_entries
        «objs» | add
        [{key: «str», value: «any»}] | from_entries
        [{name: «any», v: 1}, {k: «str», Value: 2}] | from_entries
        reduce «strs»[] as $k ({}; .[$k] += 1)
        reduce «many» as $x ({}; .[$x | tostring] = $x)
        «str» | capture("(?<a>[a-z]+)-?(?<b>[0-9]*)")
        «objs» | INDEX(.«key»)
        «any» | objects
        «obj» | pick(.«key»)
        «obj» | pick(.«key».«key»)
        """
    ),
    "path": _lines(
        r"""
        .«key»
        .«key».«key»
        .«key»?
        .[«int.»]
        .[]
        .[]?
        .«key»[]?
        .«key»[«int.»]
        .[«str.»]
        .[«str.»]?
        .[«int.»:«int.»]
        .[«int.»:]
        .«key»[:«int.»]
        «path»[]?
        «path».«key»
        «path» | «path»
        «path», «path»
        «path» | select(«bool.»)
        «path» | select(«any.»)
        .[]? | select(.«key»? == «any»)
        if «bool.» then «path.» else «path.» end
        «path» // «path»
        first(«path.»)
        last(«path.»)
        limit(«int.»; «path.»)
        skip(1; «path.»)
        getpath(«keys.»)
        ..
        recurse
        recurse(.«key»?)
        .. | select(type == «type»)
        .. | objects
        .. | numbers
        paths(numbers) as $q | getpath($q)
        «path»?
        try «path» catch ("E" | «path»)
        empty
        error(«any.»)?
        .«key»
        «any» as $x | «path»
        reduce 0 as $i (.; «path»)
        foreach (0, 1) as $i (.; .[$i]?; .)
        label $f | «path» | (., break $f)
        def p: «path.»; p
        def p(f): f | f?; p(«path.»)
        . as [$x] | «path»
        first, last
        nth(«int.»)
        arrays, objects
        .
        "x" as $x | .[$x]?
        .«key» as $k | .«key»
        .«key»
        .[]?
        .[«num.»]?
        .«key»
        """
    ),
    "many": _lines(
        r"""
        «any», «any»
        «any», «any», «any»
        .[]?
        «arr»[]
        «arr» | .[]
        «obj»[]
        range(«int.»)
        range(«int.»; «int.»)
        range(«few.»; «few.»; «step»)
        «path»
        ..
        «any» | ..
        «any» | recurse(«path.»; . != null)
        limit(5; «any» | recurse(.[]?))
        «nums»[]
        «strs»[]
        «objs»[]
        «objs»[].«key»
        «many» | «any»
        «many» | select(«bool.»)
        «any», («many»)
        empty
        paths
        «any» | paths
        path(«path.»)
        «str» | splits(«re.»)
        «str» | match(«re.»; "g") | .string
        label $out | «many» | if «bool.» then break $out else . end
        label $out | foreach «many» as $x (0; . + 1; if . > 2 then ., break $out else $x end)
        foreach «many» as $x (0; . + 1)
        foreach «many» as $x (null; $x; [., $x])
        «num» | while(. < 9; . + 2)
        limit(3; repeat(«any.»))
        «many»?
        try «many» catch "E"
        («any», error(1), «any»)?
        try («any», error(«any.»), «any») catch (if type == "string" then "E" else . end)
        first(«many.»), last(«many.»)
        «any» | getpath(«keys.», «keys.»)
        {a: «many»}[]
        def f: «any.», «any.»; f | f
        def f($n): if $n > 0 then $n, f($n - 1) else empty end; f(3)
        (1, 2) as $x | («any», $x)
        «arr» as [$x, [$y]] | ($x, $y)
        [«many.»] | .[]
        to_entries[]?
        «obj» | to_entries[] | .value
        «obj» | keys[]
        limit(0, 2; «many.»)
        (1, null, 2) | . // «any»
        («many») // «any»
        (false, «many», null) // (1, 2)
        «bool», not
        («many») + («many»)
        («many») and («many»)
        -(1, 2)
        [«many.»][«int.», «int.»]
        {"a": «any»}["a", "b"]
        «arr»[(«int.», 1):(2, 3)]
        """
    ),
    "date": _lines(
        r"""
        «stamp» | todate
        «stamp» | gmtime
        «stamp» | gmtime | mktime
        «stamp» | gmtime | todate
        «stamp» | strftime(«format»)
        «stamp» | gmtime | strftime(«format»)
        "2015-03-05T23:51:47Z" | fromdate
        "2015-03-05T23:51:47Z" | strptime("%Y-%m-%dT%H:%M:%SZ")
        "2015 64 Thu, 05 Mar" | strptime("%Y %j %a, %d %b")
        "10:20 PM 1/2/99" | strptime("%I:%M %p %m/%d/%y") | mktime
        «stamp» | todate | fromdate
        «stamp» | todateiso8601 | fromdateiso8601
        [2024, «int», 31, «int», 61, 3.5, 0, 0] | mktime
        [2024, 1, 31, 0, 0, 1.5, 0, 0] | todate
        [«int», «int», «int»] | mktime?
        [2024, «int»] | strftime("%F %T")?
        «str» | strptime("%Y")?
        «any» | mktime?
        «any» | gmtime?
        """
    ),
}

LEAVES: dict[str, tuple[str, ...]] = {
    "num": _lines(
        r"""
        0
        1
        2
        -1
        3.5
        0.1
        10
        1e3
        -2.5
        1e17
        9007199254740993
        1e-7
        0.5
        12345678901234567890
        -9223372036854775808
        9223372036854775807
        1e308
        -0
        1.0
        7
        100000000000000000000
        1.7976931348623157e308
        5e-324
        1e1000
        3
        4
        255
        1e19
        """
    ),
    "int": _lines(
        r"""
        0
        1
        2
        3
        -1
        -2
        4
        1
        0
        2
        """
    ),
    "few": _lines(
        r"""
        0
        1.5
        3
        -1
        5
        2
        length?
        "a"
        null
        """
    ),
    "step": _lines(
        r"""
        1
        2
        -1
        0.5
        3
        -0.7
        """
    ),
    "str": _lines(
        r"""
        ""
        "a"
        "b"
        "abc"
        "a,b, c"
        "é"
        "日本語"
        "x-1"
        "aXbxcX"
        "\u00e9\n\t"
        "a-12"
        "😀b"
        " a "
        "<&'\">"
        "ab12cd34"
        "1.5"
        "null"
        "[1,{\"a\":2}]"
        "%41%zz"
        "aaaa"
        "A"
        "foo bar foo"
        """
    ),
    "str1": _lines(
        r"""
        "a"
        "b"
        ","
        ", "
        ""
        "x"
        "-"
        "é"
        "aa"
        "foo"
        """
    ),
    "many1": _lines(
        r"""
        "a"
        "a", "b"
        "x", "y"
        "a", "a"
        """
    ),
    "bool": _lines(
        r"""
        true
        false
        . == null
        true
        """
    ),
    "arr": _lines(
        r"""
        []
        [1, 2, 3]
        [null]
        [[1], [2, [3]]]
        ["a", 1, null, true, {"a": 1}]
        [3, 1, 2]
        [{"a": 1}, {"a": 2, "b": 1}]
        [0, 1, 2, 3, 4, 5]
        [1, 1.0, 2]
        [nan, 1]
        """
    ),
    "nums": _lines(
        r"""
        [3, 1, 2]
        [1, 2, 3, 4]
        []
        [1.5, -2, 1e17]
        [1, 1, 2]
        """
    ),
    "strs": _lines(
        r"""
        ["a", "b"]
        ["b", "", "a"]
        []
        ["a b", "é", "x\ty"]
        ["a", "a"]
        """
    ),
    "objs": _lines(
        r"""
        [{"a": 1}, {"a": 2}]
        [{"a": 1, "b": 2}, {"b": 1}, {"a": 0}]
        []
        [{"b": null}, {"b": "x"}]
        """
    ),
    "obj": _lines(
        r"""
        {}
        {"a": 1}
        {"b": [1, 2], "a": {"c": null}}
        {"a": {"b": {"c": 1}}}
        {"c": true, "a": "x"}
        """
    ),
    "path": _lines(
        r"""
        .
        .a
        .b
        .[0]
        .[]?
        .a.b
        .c?
        .a[0]?
        .[-1]?
        .b[]?
        """
    ),
    "many": _lines(
        r"""
        1, 2
        .[]?
        empty
        range(3)
        "a", "b"
        null, 1
        ..
        .[]?, 1
        """
    ),
    "keys": _lines(
        r"""
        ["a"]
        []
        ["a", "b"]
        [0]
        ["b", 0]
        [-1]
        ["a", 1, "c"]
        [{"start": 1, "end": 2}]
        [{"start": 1, "end": null}]
        ["c"]
        [0, 0]
        [null]
        """
    ),
    "key": _lines(
        r"""
        a
        b
        c
        d
        """
    ),
    "key1": _lines(
        r"""
        "a"
        "c"
        """
    ),
    "type": _lines(
        r"""
        "number"
        "string"
        "array"
        "object"
        "null"
        "boolean"
        """
    ),
    "re": _lines(
        r"""
        "a"
        "[a-z]+"
        "(a)(b)?"
        "(?<x>[a-c])(?<y>\\d)?"
        "^"
        "$"
        ""
        "\\s*,\\s*"
        "b*"
        "(?i)A"
        "x|b"
        "(foo|bar)"
        "."
        "\\b"
        "[^a]"
        "(?<n>a+)"
        "\\d+"
        "é|."
        "o+?"
        "\\p{L}"
        "[[:alpha:]]{2,3}"
        "(a|ab)(c|bcd)?"
        "\\W"
        "a{2}"
        "(?:x)(-)"
        """
    ),
    "flags": _lines(
        r"""
        "g"
        "i"
        "gi"
        ""
        null
        "x"
        "n"
        "s"
        "gn"
        "l"
        "gs"
        """
    ),
    "numtext": _lines(
        r"""
        "12"
        "-1.5e3"
        "0x10"
        " 1"
        "nan"
        "1e1000"
        ".5"
        "5."
        "00"
        "12345678901234567890"
        "1_0"
        "+1"
        "-0"
        ""
        "infinity"
        "1e"
        "-"
        """
    ),
    "stamp": _lines(
        r"""
        0
        1425599507
        1425599507.25
        -1
        86399
        951782400
        1e9
        253402300800
        4102444799.999
        1735689599
        68169600
        """
    ),
    "format": _lines(
        r"""
        "%Y-%m-%dT%H:%M:%SZ"
        "%A, %B %d, %Y"
        "%j %U %w"
        "%a %b %e %H"
        "%I:%M %p"
        "%s"
        "%Z %z"
        "%D %T"
        "%y %C"
        "%G-W%V-%u"
        "%%"
        "%F"
        "%c"
        "%k|%l"
        "%h %n %t"
        "%R %r"
        "%x %X"
        "%q"
        "%f"
        "%W"
        """
    ),
}
