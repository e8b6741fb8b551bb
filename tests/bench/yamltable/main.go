// SPDX-License-Identifier: Apache-2.0

// Command yamltable writes the tables that the unit tests compare our YAML scalars and quantities with: what
// sigs.k8s.io/yaml and k8s.io/apimachinery make of each text.
//
//	go run . ../../unit/yaml_table.json ../../unit/quantity_table.json
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/yaml"
)

type yamlCell struct {
	YAML   string          `json:"yaml"`
	JSON   json.RawMessage `json:"json,omitempty"`
	Error  string          `json:"error,omitempty"`
	Strict bool            `json:"strict"` // whether the strict reading takes it too
}

type quantityCell struct {
	Text  string `json:"text"`
	Nano  string `json:"nano,omitempty"` // the exact decimal value
	Milli int64  `json:"milli"`
	Value int64  `json:"value"`
	Error string `json:"error,omitempty"`
}

func readYAML(text string) (cell yamlCell) {
	cell.YAML = text
	defer func() {
		if r := recover(); r != nil {
			cell.Error = fmt.Sprint("panic: ", r)
		}
	}()
	out, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		cell.Error = err.Error()
		return cell
	}
	cell.JSON = out
	_, err = yaml.YAMLToJSONStrict([]byte(text))
	cell.Strict = err == nil
	return cell
}

func readQuantity(text string) quantityCell {
	cell := quantityCell{Text: text}
	q, err := resource.ParseQuantity(text)
	if err != nil {
		cell.Error = err.Error()
		return cell
	}
	cell.Nano = q.AsDec().String()
	fresh, _ := resource.ParseQuantity(text)
	cell.Milli, cell.Value = fresh.MilliValue(), fresh.Value()
	return cell
}

func write(path string, cells any) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(cells); err != nil {
		panic(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		panic(err)
	}
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: yamltable YAML_TABLE QUANTITY_TABLE")
		os.Exit(2)
	}
	var table []yamlCell
	for _, scalar := range scalars {
		table = append(table, readYAML("v: "+scalar+"\n"), readYAML(scalar+": v\n"))
	}
	for _, document := range documents {
		table = append(table, readYAML(document))
	}
	write(os.Args[1], table)
	var numbers []quantityCell
	for _, text := range quantities() {
		numbers = append(numbers, readQuantity(text))
	}
	write(os.Args[2], numbers)
}
