// SPDX-License-Identifier: Apache-2.0

// Command judge reads histories of registers, as docs/lab/crash.md describes them, from the
// directories given. It prints the number of histories and the keys of those that porcupine finds
// not linearizable. It is a second opinion on the checker in dev.firesteel.lab.history.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"

	"github.com/anishathalye/porcupine"
)

type line struct {
	Client      int
	Key         int64
	Kind        string
	Expected    *int64
	Value       *int64
	CallNanos   int64
	ReturnNanos *int64
	Applied     bool
	Found       *int64
}

const absent = math.MinInt64

func number(value *int64) int64 {
	if value == nil {
		return absent
	}
	return *value
}

func step(state, input, output interface{}) (bool, interface{}) {
	call := input.(line)
	value := state.(int64)
	isExpected := call.Kind == "COMPARE_AND_SET" && value == number(call.Expected)
	outcome := output.(line)
	if outcome.ReturnNanos == nil {
		// Unknown: it takes effect here, if it can.
		if isExpected {
			return true, number(call.Value)
		}
		return true, value
	}
	if outcome.Applied {
		return isExpected, number(call.Value)
	}
	return !isExpected && value == number(outcome.Found), value
}

func read(path string, last map[int64][]line) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	type call struct{ key, nanos int64 }
	byCall := map[call]line{}
	var order []call
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var each line
		if json.Unmarshal(lines.Bytes(), &each) != nil {
			continue // cut off when its process was killed
		}
		id := call{each.Key, each.CallNanos}
		if _, ok := byCall[id]; !ok {
			order = append(order, id)
		}
		byCall[id] = each
	}
	for _, id := range order {
		each := byCall[id]
		last[each.Key] = append(last[each.Key], each)
	}
	return lines.Err()
}

func main() {
	model := porcupine.Model{
		Init: func() interface{} { return int64(absent) },
		Step: step,
	}
	histories, violated := 0, []int64{}
	for _, directory := range os.Args[1:] {
		files, err := filepath.Glob(filepath.Join(directory, "run-*.jsonl"))
		if err != nil || len(files) == 0 {
			fmt.Fprintln(os.Stderr, "no histories in", directory)
			os.Exit(2)
		}
		byKey := map[int64][]line{}
		for _, file := range files {
			if err := read(file, byKey); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(2)
			}
		}
		for key, lines := range byKey {
			operations := []porcupine.Operation{}
			for _, each := range lines {
				end := int64(math.MaxInt64)
				if each.ReturnNanos != nil {
					end = *each.ReturnNanos
				}
				operations = append(operations, porcupine.Operation{
					ClientId: each.Client,
					Input:    each,
					Call:     each.CallNanos,
					Output:   each,
					Return:   end,
				})
			}
			histories++
			if !porcupine.CheckOperations(model, operations) {
				violated = append(violated, key)
			}
		}
	}
	sort.Slice(violated, func(i, j int) bool { return violated[i] < violated[j] })
	fmt.Println(histories, "histories, not linearizable:", violated)
}
