/** Each adds the same chain of dependent operations, on a line of its own. */
// prettier-ignore
export function compute1(x: number): number { let y = ((x ^ (x >>> 5)) + 4) | 0; y = ((y ^ (y >>> 6)) + 5) | 0; y = ((y ^ (y >>> 7)) + 6) | 0; y = ((y ^ (y >>> 8)) + 7) | 0; return compute2(y); } // @compute1

// prettier-ignore
function compute2(x: number): number { let y = ((x ^ (x >>> 5)) + 8) | 0; y = ((y ^ (y >>> 6)) + 9) | 0; y = ((y ^ (y >>> 7)) + 10) | 0; y = ((y ^ (y >>> 8)) + 11) | 0; return compute3(y); } // @compute2

// prettier-ignore
function compute3(x: number): number { let y = ((x ^ (x >>> 5)) + 12) | 0; y = ((y ^ (y >>> 6)) + 13) | 0; y = ((y ^ (y >>> 7)) + 14) | 0; y = ((y ^ (y >>> 8)) + 15) | 0; return y; } // @compute3
