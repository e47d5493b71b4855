package main

import (
	"sort"
	"strconv"
	"strings"
)

// words makes a text and cuts it.
func words(round int) []string {
	var text strings.Builder
	for i := 0; i < 200000; i++ {
		text.WriteString(strconv.Itoa((i*7919 + round) % 3001))
		text.WriteByte(' ')
	}
	return strings.Fields(text.String())
}

// rank gives each word once, the most frequent first.
func rank(all []string) []string {
	counts := map[string]int{}
	for _, word := range all {
		counts[strings.ToUpper(word)]++
	}
	distinct := make([]string, 0, len(counts))
	for word := range counts {
		distinct = append(distinct, word)
	}
	sort.Slice(distinct, func(a, b int) bool {
		return counts[distinct[a]] > counts[distinct[b]]
	})
	return distinct
}
