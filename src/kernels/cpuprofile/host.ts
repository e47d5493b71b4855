/** What the host answers. */

/** The value of the JSON number at `p`; NaN if it is none. For the numbers that the fast way leaves out. */
export declare function parseNumber(p: usize, length: usize): f64;

/** Writes the JSON string at `p` anew without needless escapes, and blanks behind it; its length, or 0 if it is none. */
export declare function plainKey(p: usize, length: usize): i32;
