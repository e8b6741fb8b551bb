// SPDX-License-Identifier: Apache-2.0

// Command regexoracle says what Go's package regexp makes of expressions, with the flags that gojq maps.
//
// It reads JSON lines {"pattern", "flags", "text"} and writes one line for each: {"error"} where the
// expression does not compile, else {"names", "matches", "parts"}: the names of the groups, begin and end of
// every group of every match in code points (-1 where unset), and what Split gives.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

type question struct{ Pattern, Flags, Text string }

type answer struct {
	Error   string   `json:"error,omitempty"`
	Names   []string `json:"names"`
	Matches [][]int  `json:"matches"`
	Parts   []string `json:"parts"`
}

func ask(q question) answer {
	pattern := q.Pattern
	if strings.Contains(q.Flags, "i") {
		pattern = "(?i)" + pattern
	}
	if strings.Contains(q.Flags, "m") {
		pattern = "(?s)" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return answer{Error: err.Error()}
	}
	a := answer{Names: re.SubexpNames(), Matches: [][]int{}, Parts: re.Split(q.Text, -1)}
	for _, match := range re.FindAllStringSubmatchIndex(q.Text, -1) {
		for i, at := range match {
			if at >= 0 {
				match[i] = utf8.RuneCountInString(q.Text[:at])
			}
		}
		a.Matches = append(a.Matches, match)
	}
	return a
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			log.Fatal(err)
		}
		if err := encoder.Encode(ask(q)); err != nil {
			log.Fatal(err)
		}
	}
	if err := in.Err(); err != nil {
		log.Fatal(err)
	}
}
