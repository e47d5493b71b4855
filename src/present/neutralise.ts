// Control characters (terminal escapes begin with one) and the marks that turn the direction of writing around.
const unsafe = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** No row shows more of a text, which may be megabytes: its beginning and its end. */
const longest = 4000;

/**
 * Foreign text made harmless for a terminal and for one row of it: tabs become a space, other control characters `·`,
 * and of what no row could show the middle is left out.
 */
export function neutralise(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest / 2)}…${text.slice(-longest / 2)}` : text;
  return short.replace(/[\t\n\r]+/g, ' ').replace(unsafe, '·');
}
