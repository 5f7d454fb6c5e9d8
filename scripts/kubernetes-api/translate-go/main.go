// Translates kube-apiserver's defaulting and validating functions into TypeScript.
//
// The functions named in roots.go, and all that they call, become functions over plain JSON objects. What Go's
// standard library and a few other packages do is in the hand-written runtime of the output's folder.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . FOLDER")
		os.Exit(2)
	}
	folder := os.Args[1]
	program, err := load(packagePaths())
	if err != nil {
		fail(err)
	}
	runtime, err := readRuntime(folder)
	if err != nil {
		fail(err)
	}
	for _, output := range outputs {
		if err := writeOutput(program, runtime, output, folder); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
