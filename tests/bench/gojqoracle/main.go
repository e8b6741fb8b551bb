// SPDX-License-Identifier: Apache-2.0

// Command gojqoracle answers what gojq says about a program, one JSON document a line.
//
// A request has "op" (default "run"):
//
//	run    {id, program, input, variables?}        -> {id, values, truncated?, error?, compile?}
//	set    {id, program, input, value}             -> {id, values: [the changed input]} or an error
//	load   {id, name, path}                        -> keeps the JSON values of a file, one a line, by name
//	bench  {id, program, inputs | from, rounds, millis} -> {id, ns}: nanoseconds for one input, the best of the rounds
//	sweep  {id, program, from, rounds, chunk} -> {id, ns}: the same for many inputs, each round through all of them;
//	       of every chunk of inputs its best round counts, so that a busy machine spoils little
//
// "values" holds what came before an error. Numbers are exact: integers of any size, floats in Go's shortest
// form with a point or an exponent, and NaN, Infinity, -Infinity as those bare words (Python's json reads them).
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/itchyny/gojq"
)

// No program of ours has more results, and no honest one takes longer.
const (
	maxResults = 1000
	maxTime    = 300 * time.Millisecond
	// A builtin of gojq does not look at the context; the caller starts the oracle again.
	deadTime = 5 * time.Second
)

type request struct {
	ID        any            `json:"id"`
	Op        string         `json:"op"`
	Program   string         `json:"program"`
	Input     any            `json:"input"`
	Value     any            `json:"value"`
	Variables map[string]any `json:"variables"`
	Name      string         `json:"name"`
	Path      string         `json:"path"`
	Inputs    []any          `json:"inputs"`
	From      string         `json:"from"`
	Rounds    int            `json:"rounds"`
	Millis    int            `json:"millis"`
	Chunk     int            `json:"chunk"`
}

type answer struct {
	values    []any
	truncated bool
	err       string
	compile   bool
	ns        float64
}

type oracle struct {
	loaded map[string][]any
}

func main() {
	reader := bufio.NewReaderSize(os.Stdin, 1<<20)
	writer := bufio.NewWriterSize(os.Stdout, 1<<20)
	o := oracle{loaded: map[string][]any{}}
	for {
		line, err := reader.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var req request
			decoder := json.NewDecoder(bytes.NewReader(line))
			decoder.UseNumber()
			var ans answer
			if err := decoder.Decode(&req); err != nil {
				ans.err = "request: " + err.Error()
			} else {
				ans = o.answer(&req)
			}
			write(writer, req.ID, &ans)
			// A caller may wait for each answer; more requests in the buffer mean that it does not.
			if reader.Buffered() == 0 {
				writer.Flush()
			}
		}
		if err != nil {
			break
		}
	}
	writer.Flush()
}

func (o *oracle) answer(req *request) answer {
	switch req.Op {
	case "", "run":
		names, values := variables(req.Variables)
		return run(req.Program, exact(req.Input), names, values)
	case "set":
		program := "(" + req.Program + "\n) = $__value"
		ans := run(program, exact(req.Input), []string{"$__value"}, []any{exact(req.Value)})
		if len(ans.values) > 1 {
			ans.values = ans.values[:1]
		}
		return ans
	case "load":
		values, err := load(req.Path)
		if err != nil {
			return answer{err: err.Error()}
		}
		o.loaded[req.Name] = values
		return answer{values: []any{len(values)}}
	case "sweep":
		return sweep(req, o.loaded[req.From])
	case "bench":
		inputs := o.loaded[req.From]
		for _, input := range req.Inputs {
			inputs = append(inputs, exact(input))
		}
		return bench(req, inputs)
	}
	return answer{err: "request: unknown op " + req.Op}
}

func variables(given map[string]any) (names []string, values []any) {
	for name := range given {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		values = append(values, exact(given[name]))
		names[i] = "$" + name
	}
	return names, values
}

func compile(program string, names []string) (*gojq.Code, error) {
	query, err := gojq.Parse(program)
	if err != nil {
		return nil, err
	}
	return gojq.Compile(query, gojq.WithVariables(names))
}

func run(program string, input any, names []string, values []any) (ans answer) {
	code, err := compile(program, names)
	if err != nil {
		return answer{err: err.Error(), compile: true}
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxTime)
	defer cancel()
	defer time.AfterFunc(deadTime, func() { os.Exit(3) }).Stop()
	iter := code.RunWithContext(ctx, input, values...)
	for {
		value, ok := iter.Next()
		if !ok {
			return ans
		}
		if err, isError := value.(error); isError {
			ans.err = err.Error()
			if ctx.Err() != nil {
				ans.truncated = true
			}
			return ans
		}
		if len(ans.values) == maxResults {
			ans.truncated = true
			return ans
		}
		ans.values = append(ans.values, value)
	}
}

// drain evaluates all of a program on each input. An expression may end with an error on its object: what it takes
// until then is its time.
func drain(code *gojq.Code, inputs []any) {
	for _, input := range inputs {
		iter := code.Run(input)
		for {
			value, ok := iter.Next()
			if !ok {
				break
			}
			if _, isError := value.(error); isError {
				break
			}
		}
	}
}

func sweep(req *request, inputs []any) answer {
	code, err := compile(req.Program, nil)
	if err != nil {
		return answer{err: err.Error(), compile: true}
	}
	size := max(req.Chunk, 1)
	best := make([]time.Duration, (len(inputs)+size-1)/size)
	for round := range max(req.Rounds, 1) {
		for i := range best {
			chunk := inputs[i*size : min((i+1)*size, len(inputs))]
			start := time.Now()
			drain(code, chunk)
			if took := time.Since(start); round == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	var total time.Duration
	for _, took := range best {
		total += took
	}
	return answer{ns: float64(total.Nanoseconds()) / float64(len(inputs))}
}

// bench converts nothing and compiles nothing inside of the timed loop.
func bench(req *request, inputs []any) answer {
	code, err := compile(req.Program, nil)
	if err != nil {
		return answer{err: err.Error(), compile: true}
	}
	once := func() { drain(code, inputs) }
	once()
	rounds := max(req.Rounds, 1)
	wanted := time.Duration(max(req.Millis, 1)) * time.Millisecond
	repeat := 1
	for {
		start := time.Now()
		for range repeat {
			once()
		}
		if took := time.Since(start); took >= wanted || repeat > 1<<24 {
			break
		}
		repeat *= 2
	}
	best := math.Inf(1)
	for range rounds {
		start := time.Now()
		for range repeat {
			once()
		}
		best = min(best, float64(time.Since(start).Nanoseconds())/float64(repeat*len(inputs)))
	}
	return answer{ns: best}
}

func load(path string) ([]any, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	decoder := json.NewDecoder(bufio.NewReaderSize(file, 1<<20))
	decoder.UseNumber()
	var values []any
	for {
		var value any
		if err := decoder.Decode(&value); err == io.EOF {
			return values, nil
		} else if err != nil {
			return nil, err
		}
		values = append(values, exact(value))
	}
}

// exact replaces number texts by gojq's numbers: int, *big.Int or float64.
func exact(value any) any {
	switch value := value.(type) {
	case json.Number:
		text := value.String()
		if i, err := strconv.Atoi(text); err == nil {
			if i == 0 && strings.HasPrefix(text, "-") {
				return 0
			}
			return i
		}
		if !strings.ContainsAny(text, ".eE") {
			i, _ := new(big.Int).SetString(text, 10)
			return i
		}
		f, _ := strconv.ParseFloat(text, 64)
		return f
	case []any:
		for i, item := range value {
			value[i] = exact(item)
		}
	case map[string]any:
		for key, item := range value {
			value[key] = exact(item)
		}
	}
	return value
}

func write(w *bufio.Writer, id any, ans *answer) {
	w.WriteString(`{"id":`)
	encode(w, id)
	if ans.ns != 0 {
		fmt.Fprintf(w, `,"ns":%g`, ans.ns)
	}
	w.WriteString(`,"values":`)
	encode(w, ans.values)
	if ans.err != "" {
		w.WriteString(`,"error":`)
		encode(w, ans.err)
	}
	if ans.compile {
		w.WriteString(`,"compile":true`)
	}
	if ans.truncated {
		w.WriteString(`,"truncated":true`)
	}
	w.WriteString("}\n")
}

func encode(w *bufio.Writer, value any) {
	switch value := value.(type) {
	case float64:
		switch {
		case math.IsNaN(value):
			w.WriteString("NaN")
		case math.IsInf(value, 1):
			w.WriteString("Infinity")
		case math.IsInf(value, -1):
			w.WriteString("-Infinity")
		default:
			text := strconv.FormatFloat(value, 'g', -1, 64)
			w.WriteString(text)
			if !strings.ContainsAny(text, ".e") {
				w.WriteString(".0")
			}
		}
	case []any:
		w.WriteByte('[')
		for i, item := range value {
			if i > 0 {
				w.WriteByte(',')
			}
			encode(w, item)
		}
		w.WriteByte(']')
	case map[string]any:
		keys := make([]string, 0, len(value))
		for key := range value {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		w.WriteByte('{')
		for i, key := range keys {
			if i > 0 {
				w.WriteByte(',')
			}
			encode(w, key)
			w.WriteByte(':')
			encode(w, value[key])
		}
		w.WriteByte('}')
	default:
		text, err := gojq.Marshal(value)
		if err != nil {
			text = []byte(`"unencodable"`)
		}
		w.Write(text)
	}
}
