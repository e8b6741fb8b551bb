// SPDX-License-Identifier: Apache-2.0

// Command tables prints src/workload_map/jq/regex_unicode.py: the Unicode facts that RE2's classes need
// (general categories, scripts, case folding), as Go's package unicode has them.
//
//	go run ./tables > ../../../src/workload_map/jq/regex_unicode.py
package main

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
)

const lineWidth = 100

// ranges writes a table as "41-5a 61-7a" and so on; neighbouring code points join to one range.
func ranges(table *unicode.RangeTable) string {
	var parts []string
	lo, hi := rune(-1), rune(-2)
	flush := func() {
		switch {
		case lo < 0:
		case lo == hi:
			parts = append(parts, fmt.Sprintf("%x", lo))
		default:
			parts = append(parts, fmt.Sprintf("%x-%x", lo, hi))
		}
	}
	add := func(r rune) {
		if r == hi+1 {
			hi = r
			return
		}
		flush()
		lo, hi = r, r
	}
	for _, r := range table.R16 {
		for c := rune(r.Lo); c <= rune(r.Hi); c += rune(r.Stride) {
			add(c)
		}
	}
	for _, r := range table.R32 {
		for c := rune(r.Lo); c <= rune(r.Hi); c += rune(r.Stride) {
			add(c)
		}
	}
	flush()
	return strings.Join(parts, " ")
}

// folds writes the map from each code point to the next one of its case orbit as runs of
// "first-last/stride+difference".
func folds() string {
	type run struct{ lo, hi, stride, delta rune }
	var runs []run
	for c := rune(0); c <= unicode.MaxRune; c++ {
		next := unicode.SimpleFold(c)
		if next == c {
			continue
		}
		delta := next - c
		if n := len(runs); n > 0 {
			last := &runs[n-1]
			step := c - last.hi
			if last.delta == delta && step <= 2 && (last.stride == 0 || last.stride == step) {
				last.hi, last.stride = c, step
				continue
			}
		}
		runs = append(runs, run{c, c, 0, delta})
	}
	var parts []string
	for _, r := range runs {
		parts = append(parts, fmt.Sprintf("%x-%x/%d%+d", r.lo, r.hi, max(r.stride, 1), r.delta))
	}
	return strings.Join(parts, " ")
}

// literal prints text as an implicitly joined Python string, in lines of lineWidth; used is what stands
// before it on its line.
func literal(text, indent string, used int) string {
	if len(text)+used <= lineWidth {
		return fmt.Sprintf("%q", text)
	}
	var b strings.Builder
	b.WriteString("(\n")
	for text != "" {
		n := min(len(text), lineWidth-len(indent))
		fmt.Fprintf(&b, "%s    %q\n", indent, text[:n])
		text = text[n:]
	}
	b.WriteString(indent + ")")
	return b.String()
}

func table(name, doc string, tables map[string]*unicode.RangeTable) {
	var names []string
	for n := range tables {
		names = append(names, n)
	}
	sort.Strings(names)
	fmt.Printf("\n# %s\n%s: Final = {\n", doc, name)
	for _, n := range names {
		fmt.Printf("    %q: %s,\n", n, literal(ranges(tables[n]), "    ", len(n)+8))
	}
	fmt.Println("}")
}

func main() {
	fmt.Println(`# SPDX-License-Identifier: Apache-2.0
"""Unicode facts for regular expressions: categories, scripts and case folding.

Made by tests/bench/regexoracle/tables from Go's package unicode, so that classes are the same on every
Python; not edited by hand. Sets are written as hexadecimal ranges.
"""

from __future__ import annotations

from typing import Final`)
	fmt.Printf("\nUNICODE_VERSION: Final = %q\n", unicode.Version)
	table("CATEGORIES", "General categories and their groups.", unicode.Categories)
	table("SCRIPTS", "Scripts.", unicode.Scripts)
	table("FOLD_CATEGORIES", "Code points outside a category that fold to one inside it.", unicode.FoldCategory)
	table("FOLD_SCRIPTS", "Code points outside a script that fold to one inside it.", unicode.FoldScript)
	var names []string
	for n := range unicode.CategoryAliases {
		names = append(names, n)
	}
	sort.Strings(names)
	fmt.Println("\n# Long names of the categories.\nCATEGORY_ALIASES: Final = {")
	for _, n := range names {
		fmt.Printf("    %q: %q,\n", n, unicode.CategoryAliases[n])
	}
	fmt.Println("}\n\n# From a code point to the next of its case orbit: first-last/stride+difference.")
	fmt.Printf("FOLDS: Final = %s\n", literal(folds(), "", 0))
}
