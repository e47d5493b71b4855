/** Of the lines with code, this share may differ, and always one. */
const MOST_CHANGED = 0.1;

/**
 * Whether a text that ran has the lines of its file: type stripping takes parts out of lines and moves none. So it must
 * have as many lines, and what is left of each must stand in the file's line in the same order; of enums and parameter
 * properties more comes out than went in, so a few lines may differ.
 */
export function keepsLines(ran: string, file: string): boolean {
  const [after, before] = [linesOf(ran), linesOf(file)];
  if (after.length !== before.length) return false;
  let code = 0;
  let kept = 0;
  after.forEach((line, row) => {
    if (line.trim() === '') return;
    code++;
    if (isLeftOf(line, before[row])) kept++;
  });
  return kept > 0 && code - kept <= Math.max(1, code * MOST_CHANGED);
}

/** Without the comments that loaders put at the end. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(/(\s*\/\/[#@] source(Mapping)?URL=[^\n]*)+\s*$/, '')
    .trimEnd()
    .split(/\r\n|[\n\r\u2028\u2029]/);
}

/** Whether all characters of a line but its blanks stand in the other one in this order. */
function isLeftOf(line: string, whole: string): boolean {
  let at = 0;
  for (const character of line) {
    if (/\s/.test(character)) continue;
    at = whole.indexOf(character, at);
    if (at < 0) return false;
    at += character.length;
  }
  return true;
}
