/** What the host answers. */

/** The value of the JSON number at `p`; NaN if it is none. For the numbers that the fast way leaves out. */
export declare function parseNumber(p: usize, length: usize): f64;
/** Which key the escaped string (without quotes) is: 1 and on as `keyOf` numbers them, 0 for another, -1 for no JSON. */
export declare function parseKey(p: usize, length: usize): i32;
