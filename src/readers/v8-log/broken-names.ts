import type { LineHandler } from './log-lines.ts';

const CODE = Buffer.from('code-creation,');
/** The kinds of code whose line ends with its function's address and a tier; WebAssembly's has neither, under the same names. */
const SCRIPT_CODE = /^code-creation,(?:JS|Function|Eval|Script),/;
const WHOLE = /,0x[0-9a-f]+,[^,]*$/;
const KIND = /^[a-z][a-z0-9-]*,/;
/** Names are no longer, whatever comes. */
const LONGEST = 10_000;

/**
 * V8 does not escape a newline in the name of a function (`'a\nb'() {}`), so its line is broken in two. Joins such lines
 * again, with the newline escaped as in all other fields.
 */
export function joinBrokenNames(onLine: LineHandler): LineHandler {
  let begun = '';
  const flush = (): void => {
    if (begun === '') return;
    const bytes = Buffer.from(begun, 'latin1');
    begun = '';
    onLine(bytes, 0, bytes.length);
  };
  return (bytes, start, end) => {
    const isCode = bytes[start] === CODE[0] && bytes.compare(CODE, 0, CODE.length, start, start + CODE.length) === 0;
    if (begun === '' && !isCode) {
      onLine(bytes, start, end);
      return;
    }
    const line = bytes.toString('latin1', start, end);
    if (begun !== '' && !KIND.test(line) && begun.length + line.length < LONGEST) {
      begun += `\\n${line}`;
      if (WHOLE.test(line)) flush();
      return;
    }
    flush();
    if (isCode && SCRIPT_CODE.test(line) && !WHOLE.test(line)) begun = line;
    else onLine(bytes, start, end);
  };
}
