// Counts words, and writes where its CPU time went to the file that it is given.
package main

import (
	"fmt"
	"os"
	"runtime/pprof"
)

func main() {
	out, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	defer out.Close()
	if err := pprof.StartCPUProfile(out); err != nil {
		panic(err)
	}
	defer pprof.StopCPUProfile()
	total := 0
	for round := 0; round < 60; round++ {
		total += len(rank(words(round)))
	}
	fmt.Println(total)
}
