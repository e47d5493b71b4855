/** Each adds the same chain of operations that wait for each other, in a line of its own. */
// prettier-ignore
export function compute1(x: number): number { x = ((x ^ (x >>> 5)) + 4) | 0; x = ((x ^ (x >>> 6)) + 5) | 0; x = ((x ^ (x >>> 7)) + 6) | 0; x = ((x ^ (x >>> 8)) + 7) | 0; return compute2(x); } // @compute1

// prettier-ignore
function compute2(x: number): number { x = ((x ^ (x >>> 5)) + 8) | 0; x = ((x ^ (x >>> 6)) + 9) | 0; x = ((x ^ (x >>> 7)) + 10) | 0; x = ((x ^ (x >>> 8)) + 11) | 0; return compute3(x); } // @compute2

// prettier-ignore
function compute3(x: number): number { x = ((x ^ (x >>> 5)) + 12) | 0; x = ((x ^ (x >>> 6)) + 13) | 0; x = ((x ^ (x >>> 7)) + 14) | 0; x = ((x ^ (x >>> 8)) + 15) | 0; return x; } // @compute3
