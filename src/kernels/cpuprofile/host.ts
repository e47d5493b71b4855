/** What the host answers. */

/** The value of the JSON number at `p`; NaN if it is none. For the numbers that the fast way leaves out. */
export declare function parseNumber(p: usize, length: usize): f64;
